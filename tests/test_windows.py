"""The client asks for nothing that Windows lacks, as far as types tell, and says what it cannot do there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from client.__main__ import main
from client.cli import arguments
from client.state.exit_codes import ExitCode

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.thorough
def test_what_the_client_calls_is_there_on_windows_by_its_types(tmp_path: Path):
    check = [sys.executable, "-m", "mypy", "--platform", "win32", "--cache-dir", str(tmp_path)]
    done = subprocess.run([*check, "client", "protocol", "engines"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_without_a_server_it_says_that_there_is_none_of_ones_own(tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "win32")
    assert main(["play", "war", "--plain"]) == ExitCode.USAGE
    assert "--server" in capsys.readouterr().err


@pytest.mark.parametrize("command", [name for name in arguments.SERVER_PROGRAMS if name != "verify"])
def test_a_program_of_the_servers_side_is_not_started_there(command: str, monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "win32")
    assert main([command]) == ExitCode.FAILURE
    assert f"parlour {command}" in capsys.readouterr().err
