import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.hosting import server as private
from client.hosting.server import PrivateServer, running_url
from client.server_programs import ROOT, server_environment

pytestmark = pytest.mark.slow

PROGRAM = """
import fcntl, json, os, pathlib, socket, sys
data = pathlib.Path(sys.argv[sys.argv.index("--data") + 1])
lock = open(data / "lock", "w")
try:
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
except OSError:
    sys.exit(3)
listener = socket.create_server(("127.0.0.1", 0))
text = json.dumps({"url": f"ws://127.0.0.1:{listener.getsockname()[1]}", "pid": os.getpid()})
(data / "new").write_text(text)
os.replace(data / "new", data / "server.json")
while True:
    listener.accept()[0].close()
"""


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data directory whose server is a small stand-in that keeps the real one's contract."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    monkeypatch.setattr(private, "SERVER_COMMAND", (sys.executable, str(program)))
    directory = tmp_path / "data with spaces"
    yield directory
    if running_url(directory):
        os.kill(pid(directory), signal.SIGKILL)


@pytest.fixture
def make(directory: Path) -> Iterator[Callable[[], PrivateServer]]:
    """Makes clients' views of the directory's server, and reaps what they started, as a client's end would."""
    made: list[PrivateServer] = []

    def make_server() -> PrivateServer:
        made.append(PrivateServer(directory))
        return made[-1]

    yield make_server
    for process in (server._process for server in made if server._process is not None):
        process.kill()
        process.wait()


def pid(directory: Path) -> int:
    number: int = json.loads((directory / "server.json").read_text())["pid"]
    return number


async def test_a_server_is_started_where_none_runs_and_may_be_before_it_is_asked_for(directory: Path, make) -> None:
    server = make()
    assert running_url(directory) is None
    server.begin()
    assert await server.find() == running_url(directory)
    assert pid(directory) == server._process.pid


async def test_a_second_client_finds_the_same_server(make) -> None:
    url = await make().find()
    second = make()
    second.begin()
    assert await second.find() == url
    assert second._process is None


async def test_two_clients_that_start_at_once_agree(make) -> None:
    first, second = make(), make()
    first.begin()
    second.begin()
    urls = await asyncio.gather(first.find(), second.find())
    assert urls[0] == urls[1]


async def test_a_server_that_was_killed_is_started_again(directory: Path, make) -> None:
    server = make()
    await server.find()
    killed = pid(directory)
    server._process.kill()
    server._process.wait()
    await server.find()
    assert pid(directory) != killed


@pytest.mark.parametrize("left", ["", "{}", "[1]", '{"url": 1}', '{"url": "ws://127.0.0.1:99999"}', '{"url": "x"}'])
def test_what_a_dead_server_left_is_no_server(tmp_path: Path, left: str) -> None:
    (tmp_path / "server.json").write_text(left)
    assert running_url(tmp_path) is None


def test_a_port_that_nobody_listens_on_is_no_server(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    (tmp_path / "server.json").write_text(json.dumps({"url": f"ws://127.0.0.1:{port}"}))
    assert running_url(tmp_path) is None


async def test_a_server_that_cannot_start_is_said_once_and_tried_again(directory: Path, make, monkeypatch) -> None:
    monkeypatch.setattr(private, "SERVER_COMMAND", (sys.executable, "-c", "raise SystemExit('no space')"))
    server = make()
    for count in (1, 2):
        with pytest.raises(OSError, match="did not start"):
            await server.find()
        assert (directory / "server.log").read_text().count("no space") == count
    monkeypatch.setattr(private, "MAX_LOG_BYTES", 0)
    with pytest.raises(OSError, match="did not start"):
        await server.find()
    assert (directory / "server.log").read_text().count("no space") == 1, "a log that has grown starts anew"


async def test_a_server_that_never_listens_is_given_up(make, monkeypatch) -> None:
    monkeypatch.setattr(private, "START_LIMIT_S", 0.0)
    monkeypatch.setattr(private, "SERVER_COMMAND", (sys.executable, "-c", "import signal; signal.pause()"))
    with pytest.raises(OSError, match="did not start within 0 s"):
        await make().find()


def test_the_server_is_found_from_any_working_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    assert server_environment()["PYTHONPATH"].split(os.pathsep) == [str(ROOT), "/elsewhere"]
    monkeypatch.delenv("PYTHONPATH")
    assert server_environment()["PYTHONPATH"] == str(ROOT)
    assert (ROOT / "server").is_dir()
