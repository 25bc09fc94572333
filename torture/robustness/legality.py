"""P7: in states that games really come to, a room accepts exactly the moves that an independent oracle calls legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec

from engines.catalog import find
from server.room import step as rooms
from server.room.inputs import Open, Play, Resign
from server.room.match.occupants import Person
from server.room.outputs import Refuse
from server.room.step import Room
from tests.support import facts
from tests.support.builders.rooms import NAMES, opened, person
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.cores import chunks, spread

STATES = 10_000
"""How many states of each game are tried in full; by a day's slice as many as its oracle says."""
CHUNK = 1000
OUTSIDER = 99
"""A player without a seat."""


class StateBatch(NamedTuple):
    """So many states of a game, along random walks from a seed."""

    game: str
    states: int
    seed: int


@dataclass(frozen=True, slots=True)
class Tried:
    """How many states were come to, how many commands were tried in them, and which were judged otherwise."""

    states: int
    commands: int
    wrong: tuple[str, ...]


def prove(scale: Scale) -> list[Finding]:
    """Try every game."""
    parts = [
        StateBatch(game, states, scale.seed + number)
        for game in facts.games()
        for number, states in enumerate(chunks(scale.of(facts.oracle(game).states, STATES), CHUNK))
    ]
    results = list(zip(parts, spread(scale, try_states, parts), strict=True))
    return [_found(game, [result for part, result in results if part.game == game]) for game in facts.games()]


def _found(game: str, results: Sequence[Tried]) -> Finding:
    states, commands = (sum(getattr(result, name) for result in results) for name in ("states", "commands"))
    wrong = [each for result in results for each in result.wrong]
    return Finding(
        "P7",
        f"{find(game).title}: every seat tries every well-formed command",
        f"{states:,} states, {commands:,} commands, {len(wrong)} judged otherwise than the oracle",
        f"{states:,} states, 0 judged otherwise",
        holds=not wrong,
        note="; ".join(wrong[:3]),
    )


def try_states(part: StateBatch) -> Tried:
    """Try every well-formed command in so many states of a game."""
    walks, commands, wrong = walk(part.game, Random(part.seed)), 0, []
    for _, room in zip(range(part.states), walks, strict=False):
        for player, text, expected in _expected(part.game, room):
            commands += 1
            if _accepted(room, play(room, player, text)) is not expected:
                wrong.append(f"{text} by {player} at entry {room.seq} of seed {part.seed}")
        wrong += _misplaced(room)
    return Tried(part.states, commands, tuple(wrong))


def walk(game: str, random: Random) -> Iterator[Room]:
    """Yield rooms where a game is under way or just over, along one random walk after another, without end."""
    tables = list(facts.find(game).tables.values())
    while True:
        room = begin_game(game, random.choice(tables), random)
        for _ in range(random.randint(1, facts.find(game).longest)):
            yield room
            if not room.is_playing:
                break
            room = step_once(room, random)


def make_room(game: str, options: Any, random: Random) -> Open:
    """Make a room of people whose game begins at once."""
    count = random.choice([seats for seats in find(game).seats if seats > 1])
    people = [person(player) for player in list(NAMES)[:count]]
    return opened(*people, seed=random.randbytes(32), game=game, **msgspec.to_builtins(options))


def begin_game(game: str, options: Any, random: Random) -> Room:
    """Make a room of people where a game has just begun."""
    return rooms.begin(make_room(game, options, random), 0.0).room


def step_once(room: Room, random: Random) -> Room:
    return rooms.step(room, 0.0, move(room, random)).room


def move(room: Room, random: Random) -> Play:
    assert room.sitting is not None
    game, state = room.setting.game, room.sitting.state
    seat = random.choice(room.sitting.turn)
    legal = [game.rules.text(move) for move in game.rules.legal(game.rules.view(state, seat))]
    onward = [text for text in legal if text not in facts.back(game.name)]
    text = random.choice(onward if onward and random.random() < 0.9 else legal)
    return play(room, player_in(room, seat), text)


def _expected(game: str, room: Room) -> Iterator[tuple[int, str, bool]]:
    """Every command there is to try, and whether it is legal: for each seat, and for somebody without one."""
    assert room.sitting is not None
    state, oracle = room.sitting.state, facts.oracle(game)
    for text in oracle.texts(state):
        for seat in range(len(room.chairs)):
            yield player_in(room, seat), text, oracle.allows(state, seat, text)
    yield OUTSIDER, text, False


def _misplaced(room: Room) -> Iterator[str]:
    """What is wrong about commands that are about another position, or about giving up."""
    assert room.sitting is not None
    match = room.sitting
    texts = tuple(islice(facts.oracle(room.setting.game.name).texts(match.state), 2))
    for seat in range(len(room.chairs)):
        player, ply = player_in(room, seat), match.plies[seat]
        for number, other in ((match.number + 1, ply), (match.number, ply + 1)):
            if any(_accepted(room, Play(player, number, other, text)) for text in texts):
                yield f"a move about another position was accepted at entry {room.seq}"
        if _accepted(room, Resign(player)) is not room.is_playing:
            yield f"giving up was judged wrongly at entry {room.seq}"


def _accepted(room: Room, event: Play | Resign) -> bool:
    """Whether a room takes an input. A refusal is a sentence, and changes nothing."""
    result = rooms.step(room, 0.0, event)
    if not result.record:
        (output,) = result.outputs
        assert result.room is room
        assert isinstance(output, Refuse)
        assert output.text.endswith(".")
    return result.record


def play(room: Room, player: int, text: str) -> Play:
    """A player's move about the position as it is; an outsider's is about the first."""
    assert room.sitting is not None
    seat = room.seat_of(player)
    return Play(player, room.sitting.number, 0 if seat is None else room.sitting.plies[seat], text)


def player_in(room: Room, seat: int) -> int:
    occupant = room.chairs[seat]
    assert isinstance(occupant, Person)
    return occupant.player
