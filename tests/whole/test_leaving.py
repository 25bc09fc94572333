"""The command `account`: what a server keeps of one, and leaving it for good."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.processes.running import RunningServer
from tests.support.processes.talking import run_client

pytestmark = pytest.mark.slow


def test_a_player_takes_along_what_is_kept_and_leaves_for_good(server: RunningServer, tmp_path: Path) -> None:
    home, ana = tmp_path / "home", ("--server", server.url, "--name", "ana")
    assert run_client(home, "account", "export", *ana).stderr == "parlour: You have no account on that server.\n"
    assert run_client(home, "--plain", *ana, text="quit\n").returncode == 0
    told = run_client(home, "account", "export", str(tmp_path / "me.json"), *ana)
    assert (told.returncode, told.stdout) == (
        0,
        f"Everything the server knows about you is in {tmp_path / 'me.json'}.\n",
    )
    assert json.loads((tmp_path / "me.json").read_text())["account"][0]["name"] == "ana"
    assert json.loads(run_client(home, "account", "export", *ana).stdout)["games"] == []
    told = run_client(home, "account", "delete", *ana)  # its input is at its end
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.endswith("parlour: Nothing was deleted.\n")
    told = run_client(home, "account", "delete", "--yes", *ana)
    assert (told.returncode, told.stdout) == (0, "Your account ana has been deleted.\n")
    assert (
        run_client(home, "account", "delete", "--yes", *ana).stderr == "parlour: You have no account on that server.\n"
    )
    assert not list((home / "players").glob("ana-*.json"))


@pytest.mark.parametrize(
    ("typed", "said"), [("ana\n", "Your account ana has been deleted."), ("bea\n", "nothing was deleted.")]
)
def test_the_name_is_typed_to_be_sure(server: RunningServer, tmp_path: Path, typed: str, said: str) -> None:
    home, ana = tmp_path / "home", ("--server", server.url, "--name", "ana")
    run_client(home, "--plain", *ana, text="quit\n")
    told = run_client(home, "account", "delete", *ana, text=typed)
    assert said in told.stdout + told.stderr
