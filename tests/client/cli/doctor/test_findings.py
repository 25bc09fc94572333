import asyncio
import json
import socket
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from client.cli.doctor import findings as doctor
from client.cli.doctor.findings import Finding, examine, finding_line
from client.settings import Settings
from protocol.errors import CloseCode
from server.config import Config
from server.moderation.owner_socket import SOCKET
from tests.support.fakes.fake_server import fake_server
from tests.support.golden.sentences import for_each, golden_test

NOWHERE = "ws://127.0.0.1:1"


def found(home: Path, settings: Settings | None = None, environ: dict[str, str] | None = None) -> dict[str, Finding]:
    """What is found, the last finding about each thing."""
    environ = {"TERM": "xterm-256color", "PARLOUR_HOME": str(home)} | (environ or {})
    out = TextIOWrapper(BytesIO(), encoding="utf-8")
    return {finding.about: finding for finding in examine(settings or Settings(), environ, home, out)}


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "players" / "ana.json"
    path.parent.mkdir()
    path.touch(mode=0o600)
    return path


def test_where_all_is_well_nothing_is_wrong_and_keys_are_for_nobody_else(tmp_path: Path, key: Path):
    told = found(tmp_path)
    assert {finding.verdict for finding in told.values()} <= {"ok", "note"}
    assert told["key"] == Finding("key", "ok", "1 saved; only you can read it.")


def test_whatever_is_wrong_comes_with_what_to_do(tmp_path: Path, key: Path):
    key.chmod(0o644)
    told = found(tmp_path, Settings(server=NOWHERE, theme="nihgt"))
    wrong = {about for about, finding in told.items() if finding.verdict == "wrong"}
    assert wrong == {"key", "theme", "server"}
    assert all(told[about].advice for about in wrong)
    assert f"chmod 600 '{key}'" in told["key"].advice
    assert "did you mean 'night'?" in told["theme"].text


def test_a_key_that_was_moved_aside_and_is_open_is_found(tmp_path: Path, key: Path):
    aside = key.with_suffix(".0e93dbd1.former")
    aside.touch()
    aside.chmod(0o640)
    assert found(tmp_path)["key"].text == f"Others can read {aside}."


def test_games_that_others_could_read_are_found(tmp_path: Path):
    path = tmp_path / "private" / "parlour.db"
    path.parent.mkdir()
    path.touch(mode=0o644)
    path.chmod(0o644)
    assert found(tmp_path)["games"] == Finding(
        "games", "wrong", f"Others can read {path}.", f"Type: chmod 600 '{path}'."
    )


@pytest.mark.parametrize(("name", "mode"), [(".", 700), ("admin", 600)])
def test_a_server_that_others_could_ask_for_things_is_found(tmp_path: Path, name: str, mode: int):
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    path = folder / name
    if path != folder:
        path.touch()
    path.chmod(0o711)
    assert found(tmp_path)["games"].advice == f"Type: chmod {mode} '{path}'."
    path.chmod(0o700)
    assert "games" not in found(tmp_path)


def test_the_folder_and_the_socket_looked_at_are_those_of_a_server():
    assert doctor.served_folder() == Config().data
    assert doctor.ADMIN_SOCKET == SOCKET


def test_a_terminal_that_is_none_or_has_no_colours_is_worth_a_note(tmp_path: Path):
    told = found(tmp_path, environ={"TERM": "dumb"})
    assert [told[about].verdict for about in ("terminal", "TERM", "colours")] == ["note", "note", "note"]
    assert found(tmp_path, Settings(color=False))["colours"].text == "They are turned off."


@pytest.mark.parametrize(("columns", "rows", "verdict"), [(60, 20, "ok"), (59, 20, "wrong"), (60, 19, "wrong")])
def test_a_terminal_has_to_be_large_enough(columns, rows, verdict, monkeypatch: pytest.MonkeyPatch):
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    assert doctor._terminal(Terminal()).verdict == verdict


def test_letters_that_cannot_be_written_are_wrong():
    assert doctor._letters(TextIOWrapper(BytesIO(), encoding="ascii")).verdict == "wrong"


def test_a_folder_that_cannot_be_written_to_or_is_nearly_full_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").touch()
    assert found(tmp_path / "file" / "home")["folder"].verdict == "wrong"
    monkeypatch.setattr(doctor, "LEAST_FREE_BYTES", 1 << 62)
    assert found(tmp_path)["folder"].verdict == "wrong"
    assert "nearly full" in found(tmp_path)["folder"].text


def test_a_port_that_is_taken_is_worth_a_note():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert doctor._port(port).verdict == "note"
        assert str(port + 1) in doctor._port(port).advice
    assert doctor._port(port).verdict == "ok"


async def test_a_server_that_answers_is_well_and_so_is_its_clock_and_one_of_another_kind_is_wrong(tmp_path: Path):
    async with fake_server() as server:
        told = await asyncio.to_thread(found, tmp_path, Settings(server=server.url))
        assert (told["server"].verdict, told["clock"].verdict) == ("ok", "ok")
        server.refusal = (CloseCode.WRONG_VERSION, "Too old.")
        told = await asyncio.to_thread(found, tmp_path, Settings(server=server.url))
        assert told["server"].verdict == "wrong"
        assert "doesn't let you in: Too old." in told["server"].text
    async with fake_server(subprotocol=None) as server:
        told = await asyncio.to_thread(found, tmp_path, Settings(server=server.url))
        assert told["server"].verdict == "wrong"


@pytest.mark.parametrize("written", ["mouse = [", "colour = 1", 'mouse = "perhaps"'])
def test_settings_that_cannot_be_read_are_wrong_and_everything_else_is_looked_at(tmp_path: Path, written: str):
    environ = {"PARLOUR_HOME": str(tmp_path)}
    assert doctor.check_settings({}, environ) == (
        Settings(),
        Finding("settings", "ok", "Defaults: you have no settings file."),
    )
    (tmp_path / "parlour.toml").write_text(written)
    chosen, finding = doctor.check_settings({"name": "ana"}, environ)
    assert chosen == Settings(name="ana")
    assert (finding.verdict, str(tmp_path) in finding.text) == ("wrong", True)


SAID = {
    "clocks that disagree are worth a note": lambda: for_each(
        lambda ahead_s: ((finding := doctor._clock(ahead_s)).verdict, finding.text), [29, 90, -90]
    ),
    "a finding is a line in words or json": lambda: (
        finding_line((finding := Finding("port", "note", "8765 is taken.", "Take another.")), json=False),
        json.loads(finding_line(finding, json=True)),
    ),
}

test_said = golden_test(__name__, SAID)
