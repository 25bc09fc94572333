"""Nodes of a cluster in this process, and people at them, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

from protocol import messages as m
from server.app.server import Server
from tests.support.patience import PATIENCE_S
from tests.support.processes.hosting import Hosted
from tests.support.processes.players import Player, sign_in, table_for_two

Run = Callable[[], AbstractAsyncContextManager[Server]]
Start = Callable[[], Awaitable[Hosted]]


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110 - many things lead there
            await asyncio.sleep(0.01)


async def cut(hosted: Hosted) -> None:
    """End a node without a word, as when its machine loses power: it beats no more and its clients hear nothing."""
    server = hosted.server
    server.services.scheduler.close()
    await server.tasks.aclose()
    if server.member is not None:
        await server.member.aclose()
    for connection in tuple(server.gateway.connections):
        connection.abort()


async def meet(first: Hosted, second: Hosted) -> tuple[Player, Player, m.Table, m.Table]:
    """Ann at one node and ben at another, with a game before them that belongs to ann's."""
    ann, ben = await sign_in(first.wires, "ann"), await sign_in(second.wires, "ben")
    room = (await ann.ask(table_for_two())).room
    await until(lambda: is_there(first, "ben") and is_there(second, "ann"))
    bens = await ben.ask(m.Join(ref=2, room=room, games=None))
    return ann, ben, await ann.next(m.Table, lambda table: table.phase == "playing"), bens


def is_there(hosted: Hosted, name: str) -> bool:
    return name in {requester.name for requester in hosted.server.services.online.values()}
