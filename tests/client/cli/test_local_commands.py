import json
from pathlib import Path

import pytest

from client.cli import arguments, local_commands
from client.cli.local_commands import list_settings
from client.settings import Origin
from client.state.exit_codes import ExitCode

ORIGINS = (
    Origin("server", None, "default"),
    Origin("name", "ana", "PARLOUR_NAME"),
    Origin("sound", value=False, source="--no-sound"),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    return tmp_path


def test_each_setting_stands_in_a_line_with_its_value_and_where_it_is_from():
    assert [line.split() for line in list_settings(ORIGINS, json=False)] == [
        ["server", "none", "default"],
        ["name", "ana", "PARLOUR_NAME"],
        ["sound", "off", "--no-sound"],
    ]


def test_json_has_the_values_as_they_are():
    facts = json.loads(next(list_settings(ORIGINS, json=True)))
    assert facts == {"name": "server", "value": None, "source": "default"}


def test_as_json_the_settings_are_all_that_is_said(capsys: pytest.CaptureFixture[str]):
    assert local_commands.run(arguments.read(["config", "--json"])) == ExitCode.OK
    assert {line[0] for line in capsys.readouterr().out.splitlines()} == {"{"}


@pytest.mark.parametrize(("more", "code"), [([], ExitCode.OK), (["--server", "127.0.0.1:1"], ExitCode.FAILURE)])
def test_the_doctor_ends_with_1_where_something_is_wrong(more: list[str], code: ExitCode):
    assert local_commands.run(arguments.read(["doctor", *more])) == code
