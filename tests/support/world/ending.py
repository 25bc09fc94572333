"""How a world should be once everything is healed and everyone has heard of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from protocol import messages as m
from tests.support.world.client import Client
from tests.support.world.oracle import Chronicle, plain, timeless, untouched

if TYPE_CHECKING:
    from tests.support.world.world import World

OVERDUE_S = 2.0
THOUGHT_S = 20.0
"""By when something that is due has happened, and a computer on turn has moved."""


def problems(world: World) -> list[str]:
    """Everything that is not as it should be just now; what is on its way may be the reason."""
    return [
        *_unowned(world),
        *_overdue(world),
        *_pauses(world),
        *(problem for client in world.clients for problem in _of(world, client)),
    ]


def unkept(world: World) -> list[str]:
    """Which records are missing or too many. Those that a disk refused are made up for with the next start."""
    return list(_records(world))


def _unowned(world: World) -> Iterator[str]:
    """Every open room has an owner, and nothing else is one."""
    here, there = sum(len(server.host) for server in world.servers()), len(world.oracle.open())
    if here != there:
        yield f"the server runs {here} rooms of {there} that are open"


def _overdue(world: World) -> Iterator[str]:
    """What was due in a room has happened, and computers on turn have moved."""
    now = max(server.services.now() for server in world.servers())
    step, model = untouched()["step"], untouched()["model"]
    for chronicle in world.oracle.open():
        deadline = step.deadline(chronicle.room)
        if deadline is not None and now > deadline + OVERDUE_S:
            yield f"nothing happens in {chronicle.name}, where something was due {now - deadline:g} s ago"
        if model.thinkers(chronicle.room) and now > chronicle.times[-1] + THOUGHT_S:
            yield f"a computer in {chronicle.name} has thought for {now - chronicle.times[-1]:g} s"


def _pauses(world: World) -> Iterator[str]:
    """A game waits exactly where its only person looks at something else; all are connected, once all is healed."""
    awaited_player = untouched()["disconnections"].awaited_player
    for chronicle in world.oracle.open():
        player, code = awaited_player(chronicle.room), chronicle.room.setting.code
        looking = {c.wire.player for c in world.clients if c.wire is not None and c.looks_at(code)}
        if player is not None and chronicle.room.is_paused == (player in looking):
            yield f"{chronicle.name} is paused ({chronicle.room.is_paused}) although its player looks elsewhere, or not"


def _of(world: World, client: Client) -> Iterator[str]:
    """What is wrong with what one client knows."""
    if not client.is_up or client.wire is None or client.wire.player is None:
        yield f"{client.name} is not connected"
        return
    yield from _rooms(world, client, client.wire.player)
    if client.open:
        yield f"{client.name} waits for an answer to {tuple(client.open.values())}"


def _rooms(world: World, client: Client, player: int) -> Iterator[str]:
    """Every room one holds a seat in, and every other that one follows, is shown as it is."""
    mine = {c.room.setting.code for c in world.oracle.open() if c.room.seat_of(player) is not None}
    if mine - client.store.rooms.keys():
        yield f"{client.name} sits in {sorted(mine)} and knows of {sorted(client.store.rooms)}"
    for code, seated in client.store.rooms.items():
        chronicle = world.oracle.of(code)
        if chronicle is None or chronicle.room.closed:
            yield f"{client.name} still follows {code}, which is closed"
            continue
        yield from _table(client, chronicle, seated.table, player)
        if seated.pending is not None:
            yield f"{client.name}'s {seated.pending} was never answered"
        deal = client.deals.get(code)
        if (None if deal is None else plain(deal)) != chronicle.deal(len(chronicle.rooms)):
            yield f"{client.name} was told {deal}, and it is {chronicle.deal(len(chronicle.rooms))}"
        yield from _presence(world, client, chronicle, seated.presence)


def _table(client: Client, chronicle: Chronicle, table: m.Table, player: int) -> Iterator[str]:
    if timeless(plain(table)) != chronicle.table(len(chronicle.rooms), chronicle.room.seat_of(player)):
        yield f"{client.name} sees entry {table.seq} of {len(chronicle.rooms)} in {chronicle.name}, or not as it is"


def _presence(world: World, client: Client, chronicle: Chronicle, presence: m.Presence | None) -> Iterator[str]:
    """Who is connected, as everyone there is told. Everybody is, once all is healed."""
    open_seat, room = untouched()["occupants"].OpenSeat(), chronicle.room
    expected = tuple(occupant != open_seat for occupant in room.chairs)
    code = room.setting.code
    players = {c.wire.player for c in world.clients if c.wire is not None and code in c.store.rooms}
    watchers = len(players - set(room.players()))
    if presence is None or (presence.present, presence.watchers) != (expected, watchers):
        yield f"{client.name} was told {presence}, and there are {expected} and {watchers} who watch"


def _records(world: World) -> Iterator[str]:
    """What people did is kept once."""
    result_rows = untouched()["results"].result_rows
    made = [row for c in world.oracle.chronicles.values() for end in c.finishes() for row in result_rows(end)]
    kept = set(world.rows("SELECT room, number, seat FROM records"))
    expected = {(record.room, record.number, record.seat) for record in made}
    if expected != kept:
        yield f"records of {sorted(expected ^ kept)} are missing or too many"
    for player, game, counted in world.rows("SELECT player, game, played FROM standings"):
        played = sum((record.player, record.game) == (player, game) for record in made)
        if counted != played:
            yield f"player {player} has played {played} games of {game}, and {counted} are counted"
