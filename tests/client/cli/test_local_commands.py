from pathlib import Path

import pytest

from client.cli import arguments, local_commands
from client.cli.local_commands import list_settings
from client.settings import Origin
from client.state.exit_codes import ExitCode
from tests.support.golden.sentences import golden_test

ORIGINS = (
    Origin("server", None, "default"),
    Origin("name", "ana", "PARLOUR_NAME"),
    Origin("sound", value=False, source="--no-sound"),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    return tmp_path


def test_as_json_the_settings_are_all_that_is_said(capsys: pytest.CaptureFixture[str]):
    assert local_commands.run(arguments.read(["config", "--json"])) == ExitCode.OK
    assert {line[0] for line in capsys.readouterr().out.splitlines()} == {"{"}


@pytest.mark.parametrize(("more", "code"), [([], ExitCode.OK), (["--server", "127.0.0.1:1"], ExitCode.FAILURE)])
def test_the_doctor_ends_with_1_where_something_is_wrong(more: list[str], code: ExitCode):
    assert local_commands.run(arguments.read(["doctor", *more])) == code


SAID = {
    "each setting has a line with its value and where it is from": lambda: list(list_settings(ORIGINS, json=False)),
    "json has the values as they are": lambda: list(list_settings(ORIGINS, json=True)),
}

test_said = golden_test(__name__, SAID)
