"""P11: people who talk or ask for tables without end, and others who come in meanwhile, hardly later."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import ceil
from time import perf_counter

from protocol import messages as m
from protocol.codec import decode_event, encode
from server.limits.settings import ServerLimits
from tests.support.processes.running import start_server
from tests.support.processes.wire import BINARY, PING, PONG, Wire, Wires
from torture.finding import Finding
from torture.network.crowds import COMERS, EVERYDAY_COMERS, RATIO_MAX, SLACK_MS, coming_ms
from torture.scale import Scale

PAUSE_S = 0.02
"""How long a spammer waits between two commands: five times as often as may be, and less in bytes than is cut off."""
TABLE = m.Create(
    ref=1, game="war", options={}, seats=("me", "open"), listed=True, serious=False, watch="anyone", clock=m.NO_CLOCK
)
SPAM: dict[str, m.Command] = {"talks": m.Say(room=None, text="spam"), "asks for tables": TABLE}
"""What a spammer sends, by what it does."""


class LobbyListener:
    """Somebody in the lobby who listens; `tables` and `lines` count what they hear of."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.tables = self.lines = 0

    async def listen(self) -> None:
        """Count until there is no more."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                piece = await self.wire.read()
                if piece.opcode == PING:
                    self.wire.send(piece.payload, PONG)
                elif piece.opcode == BINARY:
                    self._hear(decode_event(piece.payload))

    def _hear(self, event: m.Event) -> None:
        match event:
            case m.Heard():
                self.lines += 1
            case m.Lobby(rooms=rooms):
                self.tables = max(self.tables, rooms)


async def prove(scale: Scale) -> list[Finding]:
    """People alone, then beside each kind of spam."""
    return [await _prove(scale, name) for name in SPAM]


async def _prove(scale: Scale, name: str) -> Finding:
    comers = scale.of(EVERYDAY_COMERS, COMERS)
    with scale.folder() as data:
        server = start_server(data, limits=("arrivals-per-s=20",))
        wires = Wires(server.url)
        try:
            ear, spammer = LobbyListener(await _sign_in(wires, "ear")), LobbyListener(await _sign_in(wires, "spammer"))
            ear.wire.send(encode(m.Browse(on=True)))
            beside = [asyncio.ensure_future(each.listen()) for each in (ear, spammer)]
            alone_ms = await coming_ms(server, comers)
            began, sending = perf_counter(), asyncio.ensure_future(_spam(spammer.wire, SPAM[name]))
            beside_ms = await coming_ms(server, comers)
            took_s = perf_counter() - began
            for task in (*beside, sending):
                task.cancel()
        finally:
            await wires.aclose()
            server.kill()
    return _judge(scale, name, (alone_ms, beside_ms), ear, took_s)


def _judge(scale: Scale, name: str, coming: tuple[float, float], ear: LobbyListener, took_s: float) -> Finding:
    limits, ratio_max, (alone_ms, beside_ms) = ServerLimits(), RATIO_MAX * scale.patience, coming
    lines_max = limits.chat_burst + ceil(limits.chat_per_s * took_s)
    is_talk = name == "talks"
    got, most = (ear.lines, lines_max) if is_talk else (ear.tables, limits.rooms_per_player)
    what = "lines passed on" if is_talk else "tables"
    return Finding(
        "P11",
        f"a person connects beside one who {name} without end, {1 / PAUSE_S:.0f} times a second",
        f"{alone_ms:.1f} ms alone, {beside_ms:.1f} ms beside that; {got} {what} in {took_s:.0f} s",
        f"{ratio_max:g} times as long, {most} {what}",
        holds=beside_ms / max(alone_ms, SLACK_MS) <= ratio_max and 0 < got <= most,
        note="medians, from the first packet to the welcome",
    )


async def _sign_in(wires: Wires, name: str) -> Wire:
    """Sign somebody in."""
    wire = await wires.open()
    wire.send(encode(m.Hello(name=name, token=None, client="torture", deals=False, bot=False)))
    await wire.read()
    return wire


async def _spam(wire: Wire, command: m.Command) -> None:
    while not wire.is_lost:
        wire.send(encode(command))
        await asyncio.sleep(PAUSE_S)
