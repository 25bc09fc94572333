from pathlib import Path

import pytest

from client.cli import arguments, local_commands
from client.state.exit_codes import ExitCode


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    return tmp_path


def test_the_settings_are_listed_and_then_where_they_and_the_games_are(home: Path, capsys: pytest.CaptureFixture[str]):
    assert local_commands.config(arguments.read(["config", "--show", "--name", "ana"])) == ExitCode.OK
    out = capsys.readouterr().out
    assert "ana                      --name" in out
    assert out.endswith(f"Your games:    {home}\n")


def test_as_json_nothing_else_is_said(capsys: pytest.CaptureFixture[str]):
    assert local_commands.config(arguments.read(["config", "--json"])) == ExitCode.OK
    assert {line[0] for line in capsys.readouterr().out.splitlines()} == {"{"}


def test_a_line_in_the_shell_is_completed_word_by_word(capsys: pytest.CaptureFixture[str]):
    assert local_commands.complete(["play", "wa"]) == ExitCode.OK
    assert capsys.readouterr().out == "war\n"


@pytest.mark.parametrize(("more", "code"), [([], ExitCode.OK), (["--server", "127.0.0.1:1"], ExitCode.FAILURE)])
def test_the_doctor_ends_with_1_where_something_is_wrong(more: list[str], code: ExitCode):
    assert local_commands.doctor(arguments.read(["doctor", *more])) == code
