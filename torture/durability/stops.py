"""The server is told to stop while people play and others do not read, and is started again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

from client.net.connection import Connection
from client.net.identity.identity import identity
from client.state.store import Happening
from protocol import messages as m
from tests.support.processes.players import room_of, sign_in
from tests.support.processes.running import RunningServer
from tests.support.processes.wire import Wires
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.homes import Home, home
from torture.tools.regulars import WAR, Regular, acknowledged, until

STOPS, EVERYDAY_STOPS = 50, 2
PAIRS, EVERYDAY_PAIRS = 15, 3
"""How many tables there are with two real clients each, whose clocks run."""
STALLED, EVERYDAY_STALLED = 10, 2
BUSY = 4
TURN_S = 600
RUNS_S = 0.5
"""How long the server runs before it is told to stop."""
EXIT_WITHIN_S = 10.0
BACK_WITHIN_S = 3.0
SPREAD_LEAST_S = 0.3
DOWN_S = 1.0
CREDIT_SLACK_S = 0.25


class Person:
    """A real client at a table, which leaves and returns. `back_at` is when it saw its table again."""

    def __init__(self, home: Path, url: str, name: str) -> None:
        self.table: m.Table | None = None
        self.seen_at = 0.0
        self.back_at: float | None = None
        self.connection = Connection(url, identity(home, url, name), self.hear)

    def hear(self, happening: Happening) -> None:
        """Remember the newest Table, and when the first one came."""
        if isinstance(happening, m.Table):
            self.table, self.seen_at = happening, perf_counter()
            self.back_at = self.back_at or self.seen_at

    @property
    def left_s(self) -> float:
        """How long the seats on turn had when the newest Table came."""
        assert self.table is not None
        return self.table.time_left_s or 0.0


@dataclass(slots=True)
class StopTotals:
    """Adds up what every stop led to."""

    exit_s: list[float] = field(default_factory=list)
    codes: set[int] = field(default_factory=set)
    back_s: list[float] = field(default_factory=list)
    spread_s: list[float] = field(default_factory=list)
    charged_s: list[float] = field(default_factory=list)
    lost: int = 0


async def prove(scale: Scale) -> list[Finding]:
    """Stop, look, start, look again."""
    stops = scale.of(EVERYDAY_STOPS, STOPS)
    totals = StopTotals()
    with home(scale) as place, scale.folder() as clients:
        server = place.start()
        people = await _seat_pairs(server, clients, scale)
        busy = await _busy(server, scale)
        for _ in range(stops):
            await asyncio.sleep(RUNS_S)
            stalled = Wires(server.url)
            for number in range(scale.of(EVERYDAY_STALLED, STALLED)):
                await _open_stalled(stalled, number)
            server = await _stop_and_start(server, place, people, busy, totals)
            await stalled.aclose()
        await asyncio.gather(*(person.connection.aclose() for person in people))
        server.kill()
    return list(_judge(scale, totals, stops, len(people)))


def _judge(scale: Scale, totals: StopTotals, stops: int, people: int) -> Sequence[Finding]:
    within_s = BACK_WITHIN_S * scale.patience
    return (
        Finding(
            "P10",
            f"SIGTERM while {BUSY} play at full speed and others read nothing",
            f"{stops} stops, {median(totals.exit_s):.1f} s, at most {max(totals.exit_s):.1f} s; {totals.lost} lost",
            f"{EXIT_WITHIN_S:g} s, 0 lost",
            holds=max(totals.exit_s) <= EXIT_WITHIN_S and totals.codes == {0} and not totals.lost,
        ),
        Finding(
            "P10",
            f"from the restart until {people} clients see their tables again",
            f"{median(totals.back_s):.1f} s, at most {max(totals.back_s):.1f} s",
            f"{within_s:g} s",
            holds=max(totals.back_s) <= within_s,
        ),
        Finding(
            "P10",
            "clients do not come back all at once",
            f"over {median(totals.spread_s):.1f} s, at least {min(totals.spread_s):.2f} s",
            f"{SPREAD_LEAST_S:g} s in the median",
            holds=median(totals.spread_s) >= SPREAD_LEAST_S,
        ),
        Finding(
            "P10",
            f"what a stop of {DOWN_S:g} s and more takes from a running clock of {TURN_S} s",
            f"at most {max(totals.charged_s):.2f} s",
            f"{CREDIT_SLACK_S * scale.patience:g} s",
            holds=max(totals.charged_s) <= CREDIT_SLACK_S * scale.patience,
        ),
    )


async def _stop_and_start(
    server: RunningServer, place: Home, people: Sequence[Person], busy: Sequence[Regular], totals: StopTotals
) -> RunningServer:
    """Stop the server and start it again."""
    made = acknowledged(busy)
    before = {person: (person.left_s, person.seen_at) for person in people}
    began = perf_counter()
    for person in people:
        person.back_at = None
    server.process.send_signal(signal.SIGTERM)
    totals.codes.add(await asyncio.to_thread(server.process.wait, 4 * EXIT_WITHIN_S))
    totals.exit_s.append(perf_counter() - began)
    if server.process.stdout is not None:
        server.process.stdout.close()
    await asyncio.sleep(DOWN_S)
    again = await asyncio.to_thread(place.start, port=server.port)
    ready = perf_counter()
    await until(lambda: all(person.back_at for person in people), limit_s=60)
    backs = [person.back_at or ready for person in people]
    totals.back_s.append(max(backs) - ready)
    totals.spread_s.append(max(backs) - min(backs))
    await asyncio.gather(*(each.come() for each in busy))
    totals.lost += max(0, made - acknowledged(busy))
    for person, (left_s, seen_at) in before.items():
        ran_s = (began - seen_at) + totals.exit_s[-1] + (person.seen_at - ready)
        totals.charged_s.append(left_s - person.left_s - ran_s)
    return again


async def _seat_pairs(server: RunningServer, clients: Path, scale: Scale) -> list[Person]:
    """Seat two real clients at each table."""
    people = []
    for number in range(scale.of(EVERYDAY_PAIRS, PAIRS)):
        host, guest = (Person(clients, server.url, f"{name}{number}") for name in ("host", "guest"))
        await _pair(host, guest)
        people += [host, guest]
    return people


async def _pair(host: Person, guest: Person) -> None:
    """Seat two at a table with a game of War whose clock runs."""
    await _up(host)
    host.connection.send(room_of("war", "me", "open", listed=False, auto_flip_s=TURN_S))
    await until(lambda: host.table is not None)
    assert host.table is not None
    await _up(guest)
    guest.connection.send(m.Join(ref=2, room=host.table.room, games=None))
    await until(lambda: host.table is not None and host.table.phase == "playing")


async def _up(person: Person) -> None:
    """Start a client, and wait until it is welcomed."""
    asyncio.ensure_future(person.connection.run())  # noqa: RUF006 - the connection holds it
    await until(lambda: person.connection.is_up)


async def _busy(server: RunningServer, scale: Scale) -> list[Regular]:
    """People who play at full speed, two at a table."""
    busy = [Regular(f"busy{number}", server.url, scale.chance(f"busy {number}")) for number in range(BUSY)]
    await asyncio.gather(*(each.come() for each in busy))
    for host, guest in zip(busy[::2], busy[1::2], strict=True):
        await guest.join(await host.create(WAR))
    for each in busy:
        each.eager = True
    return busy


async def _open_stalled(wires: Wires, number: int) -> None:
    """Open a connection that signs in, asks a lot and reads nothing."""
    stalled = await sign_in(wires, f"stalled{number}", buffer_bytes=4096)
    for _ in range(400):
        stalled.send(m.GetStats(ref=1, game="war", deal=None))
