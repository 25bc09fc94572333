"""A client that crashes gives the terminal back, keeps a report, and says where: in a window, in lines, and asking."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.state.exit_codes import ExitCode
from tests.support.patience import PATIENCE_S
from tests.support.processes.running import RunningServer
from tests.support.terminal.windows import ROOT, Desktop

pytestmark = pytest.mark.slow

SECRET = "the-ace-of-spades"
PLANTED = f"""
import client.cli.queries.listings as listings
import client.fullscreen.update as update
import client.linemode.console as console

def fail(*_, **__):
    raise RuntimeError("{SECRET}")

press, line = update.press, console.on_line
update.press = lambda store, ui, key, *more: fail() if key == "b" else press(store, ui, key, *more)
console.on_line = lambda mode, text: fail() if text == "b" else line(mode, text)
listings.levels = fail
"""


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """The variables with which a client has faults in it."""
    (tmp_path / "faults").mkdir()
    (tmp_path / "faults" / "sitecustomize.py").write_text(PLANTED)
    return {"PYTHONPATH": f"{tmp_path / 'faults'}:{ROOT}", "PARLOUR_HOME": str(tmp_path / "home")}


@pytest.fixture
def own_desktop(tmp_path: Path) -> Iterator[Desktop]:
    """Windows of programs that are started afresh, as their faults are planted at the start."""
    made = Desktop(tmp_path / "home")
    yield made
    made.close()


def report(home: Path, said: str) -> str:
    """The report that is spoken of, which only its owner can read."""
    (path,) = (home / "crashes").iterdir()
    assert (str(path) in "".join(said.split()), "doctor --bundle" in " ".join(said.split())) == (True, True), said
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text()
    assert ("RuntimeError" in text, SECRET in text + said, "Traceback" in said) == (True, False, False)
    return text


def test_a_crash_in_the_full_screen_gives_the_terminal_back_and_tells_the_last_keys(
    own_desktop: Desktop, server: RunningServer, environ: dict[str, str], tmp_path: Path
) -> None:
    window = own_desktop.window("--server", server.url, environ=environ)
    before = termios.tcgetattr(window.master)
    own_desktop.expect(window, "Tower Blaster", "online")
    assert termios.tcgetattr(window.master) != before
    window.press("\x1b[B")
    window.press("t")
    window.press("xyzzy")
    own_desktop.expect(window, "xyzzy")
    window.press("\r")
    window.press("b")
    own_desktop.until(lambda: window.is_at_end)
    assert window.process.wait() == ExitCode.FAILURE
    written = b"".join(window.written).decode()
    assert "\x1b[?1049l" in written
    assert termios.tcgetattr(window.master)[3] == before[3]
    text = report(tmp_path / "home", written.rpartition("\x1b[?1049l")[2])
    assert ("key down" in text, "key b\n" in text, "xyzzy" in text) == (True, True, False)


@pytest.mark.parametrize(("words", "typed"), [(("--plain",), "b\n"), (("levels",), "")])
def test_a_crash_without_a_screen_is_a_sentence_too(
    server: RunningServer, environ: dict[str, str], tmp_path: Path, words: tuple[str, ...], typed: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "client", *words, "--server", server.url],
        env={**os.environ, **environ},
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == ExitCode.FAILURE
    assert "event link connecting" in report(tmp_path / "home", done.stderr)
