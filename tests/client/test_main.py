import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.__main__ import main
from client.net.identity.identity import identity
from client.settings import server_url
from client.state.exit_codes import ExitCode
from protocol.errors import CloseCode
from tests.support.fakes.fake_server import fake_server

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
UNREACHABLE = "127.0.0.1:1"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    with tempfile.TemporaryFile() as nothing:  # an input that has ended, in the place of pytest's
        monkeypatch.setattr("sys.stdin", os.fdopen(os.dup(nothing.fileno())))
        yield tmp_path
        sys.stdin.close()


def run_client(*command: str, **streams: Any) -> tuple[int, str, str | None]:
    """The exit code of the program in a process of its own, and what it says on its output and with its errors."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": ROOT, **streams}
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *command], env=environment, text=True, **streams)
    return done.returncode, done.stderr, done.stdout


@pytest.mark.parametrize(
    "command",
    [
        "",
        "play",
        "learn war",
        "join KQFM",
        "watch KQFM",
        "resume",
        "rooms",
        "stats",
        "stats war",
        f"join {UNREACHABLE} K7QM",
    ],
)
def test_a_server_that_is_not_there_is_code_3_and_a_sentence(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    server = () if UNREACHABLE in command else ("--server", UNREACHABLE)
    assert main([*command.split(), *server]) == ExitCode.UNREACHABLE
    out, err = capsys.readouterr()
    assert "Can't reach 127.0.0.1:1: no server is running there." in out + err


@pytest.mark.parametrize("command", [["play"], ["rooms"], ["bot", "nowhere.py"]])
def test_who_one_is_has_to_be_readable_or_nothing_begins(
    command: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = identity(home, server_url(UNREACHABLE), "ana").path
    path.mkdir(parents=True)
    assert main([*command, "--server", UNREACHABLE, "--name", "ana"]) == ExitCode.FAILURE
    assert capsys.readouterr().err == (
        f"parlour: {path} has your key for that server and can't be read: Is a directory. "
        "To start over there, move it away.\n"
    )
    assert path.is_dir()


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("join a b c", ExitCode.USAGE, "HOST CODE"),
        ("--server ftp://a", ExitCode.USAGE, "'ftp://a' is not a server"),
        ("wra", ExitCode.USAGE, "there's no command 'wra'"),
        ("play chess", ExitCode.USAGE, "there's no game 'chess'"),
        ("bot", ExitCode.USAGE, "program"),
        ("bot steady.py --join KQFM variant=scouts", ExitCode.USAGE, "'--join' plays at a table as it is"),
        ("bot steady.py --seed 7 --join KQFM", ExitCode.USAGE, "'--seed' plays without a server"),
        ("bot steady.py --seed 7 --server games.example.org", ExitCode.USAGE, "'--seed' plays without a server"),
        ("play --quick --serious", ExitCode.USAGE, "'--quick' plays by the usual rules"),
        (f"bot nowhere.py --server {UNREACHABLE}", ExitCode.FAILURE, "There's no file 'nowhere.py'."),
        (f"history --export no/games.json --server {UNREACHABLE}", ExitCode.FAILURE, "no/games.json: No such file"),
    ],
)
def test_what_cannot_be_done_is_said_on_stderr(line, code, said, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


@pytest.mark.parametrize(
    ("file", "code", "said"),
    [
        ("parlour.toml", ExitCode.USAGE, "has 'colour', which is not a setting"),
        ("private", ExitCode.FAILURE, "Games can't be saved in"),
    ],
)
def test_a_home_that_cannot_be_used_is_said_on_stderr(file, code, said, home: Path, capsys) -> None:
    (home / file).write_text("colour = 1")
    assert main(["rooms"]) == code
    assert said in capsys.readouterr().err


async def test_a_refusal_is_code_4(capsys: pytest.CaptureFixture[str]) -> None:
    async with fake_server() as server:
        server.refusal = (CloseCode.WRONG_VERSION, "Too old.")
        assert await asyncio.to_thread(main, ["rooms", "--server", server.url]) == ExitCode.REFUSED
    assert capsys.readouterr().err == "Too old.\n"


def test_lines_and_bots_never_load_the_full_screens_toolkit() -> None:
    program = (
        "import sys, client.__main__, client.linemode.console, client.bots.series, client.bots.bot;"
        "import client.cli.queries.listings, client.net.connection; sys.exit('prompt_toolkit' in sys.modules)"
    )
    assert run_client("-c", program)[0] == 0


@pytest.mark.parametrize(("command", "known"), [("serve", "--limit"), ("arena", "--seed"), ("solve", "--deal")])
def test_a_command_of_the_servers_side_is_handed_over(command: str, known: str, tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()  # which must not be taken for ours
    code, complaint, told = run_client("-m", "client", command, "--help", cwd=tmp_path)
    assert code == 0, complaint
    assert f"parlour {command}" in told
    assert known in told


def test_a_command_that_was_handed_over_says_what_is_wrong_with_it() -> None:
    code, complaint, told = run_client("-m", "client", "arena", "blocky", "--a", "rondom", "--b", "random")
    assert (code, told) == (ExitCode.USAGE, "")
    assert "'rondom'; did you mean 'random'?" in complaint


def test_the_settings_are_listed_with_where_they_are_from(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "parlour.toml").write_text('theme = "felt"')
    assert main(["config", "--show", "--no-sound"]) == ExitCode.OK
    out = capsys.readouterr().out
    assert f"felt                     {home / 'parlour.toml'}" in out
    assert "off                      --no-sound" in out
    assert f"Your games:    {home}" in out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_given_what_completes_the_line(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == ExitCode.OK
    assert "completion --words" in capsys.readouterr().out
    assert main(["completion", "--words", "play", "wa"]) == ExitCode.OK
    assert capsys.readouterr().out == "war\n"


@pytest.mark.parametrize("command", [["rooms"], ["config"]])
def test_an_output_that_cannot_be_written_is_code_1_and_a_sentence(command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        code, said, _ = run_client("-m", "client", *command, stdout=full)
    assert (code, said) == (ExitCode.FAILURE, "parlour: No space left on device.\n")


def test_an_output_that_was_closed_is_nobodys_trouble() -> None:
    line = f"exec {sys.executable} -m client config >&-"
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (ExitCode.OK, "")
