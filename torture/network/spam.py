"""P11: people who talk or ask for tables without end, and others who come in meanwhile, hardly later."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from math import ceil
from time import perf_counter

from protocol import messages as m
from server.limits.settings import ServerLimits
from tests.support.processes.players import Player, room_of, sign_in_all
from tests.support.processes.running import start_server
from tests.support.processes.wire import Wires
from torture.finding import Finding
from torture.network.crowds import COMERS, EVERYDAY_COMERS, RATIO_MAX, SLACK_MS, coming_ms
from torture.scale import Scale

PAUSE_S = 0.02
"""How long a spammer waits between two commands: five times as often as may be, and less in bytes than is cut off."""
SPAM: dict[str, m.Command] = {"talks": m.Say(room=None, text="spam"), "asks for tables": room_of("war", "me", "open")}
"""What a spammer sends, by what it does."""


async def prove(scale: Scale) -> list[Finding]:
    """People alone, then beside each kind of spam."""
    return [await _prove(scale, name) for name in SPAM]


async def _prove(scale: Scale, name: str) -> Finding:
    comers = scale.of(EVERYDAY_COMERS, COMERS)
    with (
        scale.folder() as data,
        start_server(data, limits=("arrivals-per-s=20", "address-accounts-burst=100000")) as server,
    ):
        async with aclosing(Wires(server.url)) as wires:
            ear, spammer = await sign_in_all(wires, "ear", "spammer")
            ear.send(m.Browse(on=True))
            beside = [asyncio.ensure_future(each.gone()) for each in (ear, spammer)]
            alone_ms = await coming_ms(server, comers)
            began, sending = perf_counter(), asyncio.ensure_future(_spam(spammer, SPAM[name]))
            beside_ms = await coming_ms(server, comers)
            took_s = perf_counter() - began
            for task in (*beside, sending):
                task.cancel()
    return _judge(scale, name, (alone_ms, beside_ms), ear, took_s)


def _judge(scale: Scale, name: str, coming: tuple[float, float], ear: Player, took_s: float) -> Finding:
    limits, ratio_max, (alone_ms, beside_ms) = ServerLimits(), RATIO_MAX * scale.patience, coming
    lines_max = limits.chat_burst + ceil(limits.chat_per_s * took_s)
    is_talk = name == "talks"
    lines = sum(isinstance(event, m.Heard) for event in ear.heard)
    tables = max((event.rooms for event in ear.heard if isinstance(event, m.Lobby)), default=0)
    got, most = (lines, lines_max) if is_talk else (tables, limits.rooms_per_player)
    what = "lines passed on" if is_talk else "tables"
    return Finding(
        "P11",
        f"a person connects beside one who {name} without end, {1 / PAUSE_S:.0f} times a second",
        f"{alone_ms:.1f} ms alone, {beside_ms:.1f} ms beside that; {got} {what} in {took_s:.0f} s",
        f"{ratio_max:g} times as long, {most} {what}",
        holds=beside_ms / max(alone_ms, SLACK_MS) <= ratio_max and 0 < got <= most,
        note="medians, from the first packet to the welcome",
    )


async def _spam(spammer: Player, command: m.Command) -> None:
    while not spammer.socket.is_lost:
        spammer.send(command)
        await asyncio.sleep(PAUSE_S)
