"""The program: what it says, and what it exits with."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from server import __main__ as program
from server.storage.sqlite.database import VERSION
from tests.support.patience import PATIENCE_S
from tests.support.processes.running import start_server

pytestmark = pytest.mark.slow


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "server", *arguments], capture_output=True, text=True, timeout=PATIENCE_S
    )


def test_it_says_where_it_listens_and_stops_cleanly_when_told(tmp_path):
    server = start_server(tmp_path)
    assert server.url.startswith("ws://127.0.0.1:")
    assert server.terminate() == 0


def test_nonsense_on_the_command_line_exits_with_2():
    done = run("--port", "many")
    assert done.returncode == 2
    assert "--port" in done.stderr


def test_a_folder_that_another_server_has_exits_with_3(tmp_path):
    server = start_server(tmp_path)
    done = run("--port", "0", "--data", tmp_path)
    server.terminate()
    assert (done.returncode, done.stdout) == (3, "")
    assert f"Another server is already using {tmp_path}." in done.stderr


def test_a_port_that_is_taken_exits_with_1(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("--port", str(port), "--data", tmp_path)
    assert done.returncode == 1
    assert f"Can't listen on 127.0.0.1, port {port}: Address already in use. Try another --port." in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_no_database_exits_with_1(tmp_path):
    (tmp_path / "parlour.db").write_bytes(b"no database at all " * 1000)
    done = run("--port", "0", "--data", tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "The server can't store games: " in done.stderr


def test_a_database_of_a_newer_program_exits_with_1_and_says_both_versions(tmp_path):
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as newer:
        newer.execute(f"PRAGMA user_version={VERSION + 1}")
    done = run("--port", "0", "--data", tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert f"has version {VERSION + 1}, but this program only knows versions up to {VERSION}" in done.stderr


def test_a_killed_servers_folder_is_free_for_the_next(tmp_path):
    start_server(tmp_path).kill()
    assert start_server(tmp_path).terminate() == 0


@pytest.mark.parametrize("arguments", [(), ("--private",)])
def test_a_server_that_crashes_says_where_that_is_written_and_not_what_it_was_about(
    tmp_path, monkeypatch, capsys, arguments
):
    def fail(_: object) -> None:
        raise RuntimeError("the-ace-of-spades")

    monkeypatch.setattr("server.app.serving.serve", fail)
    monkeypatch.setattr(sys, "argv", ["server", "--data", str(tmp_path), *arguments])
    assert program.main() == program.EXIT_FAILURE
    err = capsys.readouterr().err
    assert ("ace-of-spades" in err, "Traceback" in err, str(tmp_path / program.LOG) in err) == (
        False,
        False,
        bool(arguments),
    )
