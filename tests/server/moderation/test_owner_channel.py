"""The owner's socket: theirs alone, and whatever comes there that is no request harms nobody."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import msgspec
import pytest

from server.moderation import owner_channel, owner_socket, requests
from server.moderation.owner_channel import NOT_UNDERSTOOD, answer_owner
from server.moderation.owner_socket import CALLERS, MAX_LINE_BYTES, SOCKET
from server.moderation.requests import Announce, Done, OwnerAnswer
from server.ops.tasks import Tasks
from server.tools.admin import NoAnswerError, ask

WHO = msgspec.json.encode(requests.ListPlayers()) + b"\n"


@pytest.fixture(params=[0o000, 0o022, 0o777], ids=oct)
def umask(request) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


async def echo(request: requests.OwnerRequest) -> OwnerAnswer:
    return Done(msgspec.json.encode(request).decode())


@asynccontextmanager
async def answering(folder: Path, carry_out=echo) -> AsyncIterator[None]:
    tasks = Tasks()
    try:
        async with answer_owner(folder, carry_out, tasks):
            yield
    finally:
        await tasks.aclose()


async def asked(folder: Path, written: bytes, *, end: bool = False) -> OwnerAnswer | None:
    """What is answered to some bytes; None where nothing is."""
    reader, writer = await called(folder)
    with closing(writer):
        writer.write(written)
        if end:
            writer.write_eof()
        answer = await reader.read()
    return msgspec.json.decode(answer, type=OwnerAnswer) if answer else None


async def called(folder: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    caller = owner_socket.call(folder)
    caller.settimeout(0)
    return await asyncio.open_unix_connection(sock=caller)


async def test_nobody_else_may_open_it_whatever_the_umask_and_it_goes_with_the_server(tmp_path, umask):
    async with answering(tmp_path):
        mode = (tmp_path / SOCKET).stat().st_mode
        assert stat.S_ISSOCK(mode)
        assert stat.S_IMODE(mode) == 0o600
        assert await asked(tmp_path, WHO) == Done('{"type":"who"}')
    assert not (tmp_path / SOCKET).exists()


async def test_what_a_killed_server_left_there_is_replaced(tmp_path):
    owner_socket.listen(tmp_path).close()
    with pytest.raises(ConnectionRefusedError):
        owner_socket.call(tmp_path)
    async with answering(tmp_path):
        assert await asked(tmp_path, WHO) is not None


async def test_a_folder_with_a_long_path_has_one_too(tmp_path):
    folder = tmp_path / ("x" * 100) / ("y" * 100)
    folder.mkdir(parents=True)
    async with answering(folder):
        assert await asked(folder, WHO) is not None
        assert stat.S_IMODE((folder / SOCKET).stat().st_mode) == 0o600


async def test_where_there_can_be_none_the_server_does_without_and_says_so(tmp_path, caplog):
    async with answering(tmp_path / "none"):
        pass
    assert "event=no-admin-socket" in caplog.text


@pytest.mark.parametrize(
    "written",
    [
        b"\n",
        b"\xff\xfe\n",
        b"{}\n",
        b'{"type":"sudo"}\n',
        b'{"type":"who","more":1}\n',
        b'{"type":"announce","text":1}\n',
        b'{"type":"impose","kind":"ban","target":"x","seconds":59,"why":""}\n',
        b'{"type":"impose","kind":"ban","target":"x","seconds":1e99,"why":""}\n',
        b"[" * 5000 + b"\n",
        b"x" * (MAX_LINE_BYTES + 1),
    ],
)
async def test_what_is_no_request_is_answered_with_a_sentence_and_the_next_is_carried_out(tmp_path, caplog, written):
    async with answering(tmp_path):
        assert await asked(tmp_path, written) == NOT_UNDERSTOOD
        assert await asked(tmp_path, WHO) is not None
    assert caplog.text.count("event=request-unreadable") == 1


async def test_who_hangs_up_or_says_nothing_keeps_nobody_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr(owner_channel, "ASK_WITHIN_S", 0.05)
    async with answering(tmp_path):
        assert await asked(tmp_path, b'{"type":', end=True) == NOT_UNDERSTOOD
        assert await asked(tmp_path, b"") is None
        assert await asked(tmp_path, WHO) is not None


async def test_as_many_as_may_are_answered_at_once_and_the_next_is_cut_off(tmp_path):
    gate, waiting = asyncio.Event(), asyncio.Semaphore(0)

    async def hold(request: requests.OwnerRequest) -> OwnerAnswer:
        waiting.release()
        await gate.wait()
        return await echo(request)

    async with answering(tmp_path, hold):
        texts = [Announce(f"number {number}") for number in range(CALLERS)]
        asking = [asyncio.ensure_future(asked(tmp_path, msgspec.json.encode(text) + b"\n")) for text in texts]
        for _ in texts:
            await waiting.acquire()
        with pytest.raises(NoAnswerError):
            await asyncio.to_thread(ask, tmp_path, requests.ListPlayers())
        gate.set()
        assert await asyncio.gather(*asking) == [Done(msgspec.json.encode(text).decode()) for text in texts]
        assert await asked(tmp_path, WHO) is not None
