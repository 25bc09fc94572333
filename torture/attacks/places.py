"""Rooms that are taken and left, until there is no place for anybody else."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, aclosing
from time import perf_counter

from protocol import messages as m
from server.limits.settings import ServerLimits
from tests.support.processes.players import room_of, sign_in
from tests.support.processes.running import start_server
from tests.support.processes.wire import Wires
from torture.finding import Finding
from torture.scale import Scale

FULL = 30
"""How many rooms the server has that is to be filled."""
PLACE_S = 10.0
"""Within how many seconds somebody else has to get a place there."""


async def prove(scale: Scale) -> list[Finding]:
    """Fill a server with tables that nobody plays at, and let somebody else ask for one."""
    return [await _fill(scale, is_finished=False), await _fill(scale, is_finished=True)]


async def _fill(scale: Scale, *, is_finished: bool) -> Finding:
    """Fill a server with games that nobody moved in and all have left, or that are over and still looked at."""
    with scale.folder() as data, start_server(data, limits=(f"rooms={FULL}", "arrivals-per-s=100")) as server:
        async with AsyncExitStack() as stack:
            visitors = await stack.enter_async_context(aclosing(Wires(server.url)))
            taken = 0
            while taken < FULL - 1:
                visitor = await sign_in(visitors, f"visitor{taken}")
                for _ in range(min(ServerLimits().rooms_per_player, FULL - 1 - taken)):
                    table = await visitor.ask(room_of("war", "me", "computer:flipper", auto_flip_s=0))
                    taken += 1
                    if is_finished:
                        visitor.send(m.Resign(room=table.room))
            if not is_finished:
                await stack.aclose()
            wires = await stack.enter_async_context(aclosing(Wires(server.url)))
            began = perf_counter()
            ann = await sign_in(wires, "ann")
            places = 0
            while places < ServerLimits().rooms_per_player and perf_counter() - began < PLACE_S * 4:
                ann.send(room_of("war", "me", "computer:flipper", auto_flip_s=0))
                answer = await ann.next(m.Message, lambda event: isinstance(event, (m.Entered, m.Refused)))
                places += isinstance(answer, m.Entered)
                if isinstance(answer, m.Refused):
                    await asyncio.sleep(answer.retry_after_s or 0.1)
            took_s = perf_counter() - began
    how = "played to their end and stayed at" if is_finished else "left"
    return Finding(
        "P11",
        f"a server with room for {FULL} tables, of which one address has taken all but one and {how} them",
        f"somebody else has {places} tables after {took_s:.1f} s",
        f"{ServerLimits().rooms_per_player} tables, within {PLACE_S:.0f} s",
        holds=places == ServerLimits().rooms_per_player and took_s <= PLACE_S * scale.patience,
        note="others once had none for an hour"
        if is_finished
        else "of deserted games, those in which nobody has moved go first",
    )
