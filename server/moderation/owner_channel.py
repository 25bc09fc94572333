"""Answers the owner of a server on the socket in its data folder: a line is a request, and a line its answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import msgspec

from server.moderation.owner_socket import CALLERS, MAX_LINE_BYTES, SOCKET, NoOwnerSocketError, listen
from server.moderation.requests import NotDone, OwnerAnswer, OwnerRequest
from server.ops.tasks import Tasks

ASK_WITHIN_S = 5.0
"""How long a caller may take for the request, and to read the answer."""
NOT_UNDERSTOOD = NotDone("The server doesn't know that request. Is this program the same version?")

CarryOut = Callable[[OwnerRequest], Awaitable[OwnerAnswer]]

_log = logging.getLogger("parlour.owner")
_decoder: msgspec.json.Decoder[OwnerRequest] = msgspec.json.Decoder(OwnerRequest)


@asynccontextmanager
async def answer_owner(folder: Path, carry_out: CarryOut, tasks: Tasks) -> AsyncIterator[None]:
    """Answer requests while the context lasts; where there can be no socket, there are none."""
    try:
        listener = listen(folder)
    except NoOwnerSocketError as error:
        _log.warning("event=no-admin-socket reason=%a", str(error))
        yield
        return
    callers: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(callers) >= CALLERS:
            writer.close()
            return
        callers.add(answering := tasks.start(_answer(reader, writer, carry_out)))
        answering.add_done_callback(callers.discard)

    server = await asyncio.start_unix_server(accept, sock=listener, limit=MAX_LINE_BYTES)
    try:
        yield
    finally:
        server.close()
        (folder / SOCKET).unlink(missing_ok=True)


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, carry_out: CarryOut) -> None:
    """Answer one caller, who asks once."""
    with closing(writer), suppress(OSError):
        writer.write(msgspec.json.encode(await _ask(reader, carry_out)) + b"\n")
        async with asyncio.timeout(ASK_WITHIN_S):
            await writer.drain()


async def _ask(reader: asyncio.StreamReader, carry_out: CarryOut) -> OwnerAnswer:
    """Read a request and have it carried out."""
    try:
        async with asyncio.timeout(ASK_WITHIN_S):
            request = _decoder.decode(await reader.readline())
    except (ValueError, msgspec.MsgspecError):
        _log.warning("event=request-unreadable")
        return NOT_UNDERSTOOD
    return await carry_out(request)
