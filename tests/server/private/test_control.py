"""A pipe for requests: its owner's alone, and whatever else is written there is passed over."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import msgspec
import pytest

from protocol.private_server import LanRequest
from server.private.control import hear_requests


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    return tmp_path / "wishes"


def written(pipe: Path, *lines: bytes) -> None:
    writing = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    os.write(writing, b"".join(line + b"\n" for line in lines))
    os.close(writing)


async def test_requests_are_heard_in_order_from_one_writer_after_another(pipe):
    requests: asyncio.Queue[LanRequest] = asyncio.Queue()
    expected = [LanRequest("a", "10.0.0.7", None), LanRequest("b", "10.0.0.7", 9000), LanRequest("c", None, None)]
    with hear_requests(pipe, requests.put_nowait):
        written(pipe, *map(msgspec.json.encode, expected[:2]))
        assert [await requests.get(), await requests.get()] == expected[:2]
        written(pipe, msgspec.json.encode(expected[2]))
        assert await requests.get() == expected[2]


async def test_what_is_no_request_is_passed_over(pipe):
    requests: asyncio.Queue[LanRequest] = asyncio.Queue()
    good = LanRequest("a", None, None)
    with hear_requests(pipe, requests.put_nowait):
        written(pipe, b"", b"\xff", b"{}", b'{"ask":"a","host":1,"port":null}', b"x" * 5000, msgspec.json.encode(good))
        assert await requests.get() == good


async def test_nobody_else_may_write_there_and_it_goes_with_the_server(pipe):
    with hear_requests(pipe, lambda _: None):
        assert stat.S_IMODE(pipe.stat().st_mode) == 0o600
    assert not pipe.exists()


async def test_a_pipe_that_a_killed_server_left_is_replaced(pipe):
    pipe.write_text("no pipe at all")
    with hear_requests(pipe, lambda _: None):
        assert stat.S_ISFIFO(pipe.stat().st_mode)


async def test_where_no_pipe_can_be_the_server_does_without(tmp_path, caplog):
    with hear_requests(tmp_path / "none" / "wishes", lambda _: None):
        pass
    assert "event=no-wishes" in caplog.text
