"""A server with a thousand open rooms is killed, and is there again."""

from __future__ import annotations

from statistics import median
from time import perf_counter

from engines import catalog
from engines.chance import Chance
from protocol.dealing import NEWEST_CHAIN
from server.lobby.listing import CODE_LETTERS
from server.room import replay
from server.room import step as rooms
from server.room.inputs import Input, Open, Play, Rematch
from server.room.match.occupants import Person
from server.room.step import Room
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.homes import Home, home
from torture.tools.regulars import KINDS, Kind, Regular

ROOMS, EVERYDAY_ROOMS = 1_000, 40
STARTS, EVERYDAY_STARTS = 20, 2
MOVES = 40
"""How many moves are made in each room before."""
READY_WITHIN_S = 1.0
ANN = 1
STRANGERS = 10


async def prove(scale: Scale) -> list[Finding]:
    """Fill a journal, then start and kill."""
    number, starts = scale.of(EVERYDAY_ROOMS, ROOMS), scale.of(EVERYDAY_STARTS, STARTS)
    chance = Chance.from_seed(scale.seed.to_bytes(32), "restarts")
    with home(scale) as place:
        ann = await _account(place, scale)
        stored = await _fill(place, number, chance)
        ready_s = [await _ready(place, ann) for _ in range(starts)]
    within_s = READY_WITHIN_S * scale.patience
    return [
        Finding(
            "P1",
            f"from the restart after `kill -9` to a player's table, {number:,} open rooms of four games",
            f"{median(ready_s):.2f} s, at most {max(ready_s):.2f} s in {starts} starts",
            f"{within_s:g} s",
            holds=max(ready_s) <= within_s,
            note=f"the program's own start included; of {stored:,} entries those of the player's room are played again "
            "first, and the others beside",
        )
    ]


async def _account(place: Home, scale: Scale) -> Regular:
    """ann, whose seats the rooms will have."""
    with place.start() as server:
        ann = Regular("ann", server.url, scale.chance("restarts"))
        await ann.come()
    return ann


async def _fill(place: Home, number: int, chance: Chance) -> int:
    """Store so many rooms with games under way, in the first of which ann sits; the number of entries."""
    journal = place.open().journal
    stored = 0
    for at in range(number):
        first = ANN if at == 0 else 2 * at + STRANGERS
        entries = _entries(_code(at), KINDS[at % len(KINDS)], first, chance)
        await journal.append(f"{_code(at)}-{at:08x}", 1, *entries)
        stored += len(entries)
    await journal.aclose()
    return stored


def _entries(code: str, kind: Kind, first: int, chance: Chance) -> list[bytes]:
    """The journal of a room in which two play, any legal moves."""
    chairs = tuple(Person(first + seat, f"p{first + seat}") for seat in range(kind.seats))
    making = Open(
        code, kind.game, catalog.find(kind.game).version, kind.options, listed=False, host="ann", chairs=chairs,
        seed=bytes(32), chain=NEWEST_CHAIN,
    )  # fmt: skip
    room, entries = rooms.begin(making, 0.0).room, [replay.pack(0.0, making)]
    for at in range(1, MOVES + 1):
        event = _next(room, chance)
        result = rooms.step(room, float(at), event)
        assert result.record, (event, result.outputs)
        room = result.room
        entries.append(replay.pack(float(at), event))
    return entries


def _next(room: Room, chance: Chance) -> Input:
    """Any legal move, or the wish for another game."""
    game, match = room.setting.game, room.sitting
    assert match is not None
    seat = chance.choice(match.turn) if match.turn else len(room.rematch)
    occupant = room.chairs[seat]
    assert isinstance(occupant, Person)
    if not match.turn:
        return Rematch(occupant.player)
    move = chance.choice(tuple(game.rules.legal(game.rules.view(match.state, seat))))
    return Play(occupant.player, match.number, match.plies[seat], game.rules.text(move))


def _code(place: int) -> str:
    """The code of the room at a place."""
    letters = len(CODE_LETTERS)
    return "".join(CODE_LETTERS[place // letters**digit % letters] for digit in reversed(range(4)))


async def _ready(place: Home, ann: Regular) -> float:
    """The seconds from a server's start until ann is at her table; then it is killed."""
    began = perf_counter()
    with place.start() as server:
        ann.url = server.url
        welcome = await ann.come()
        assert len(welcome.seated) == 1
        return perf_counter() - began
