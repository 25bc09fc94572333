"""P8: two games that look the same to somebody, and differ in what is hidden from them, send them the same bytes.

Both worlds get the same inputs, until one of them shows something that the rules say is seen and that differs. What a
move shows is stated here a second time, from the rules, over the whole truth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

import msgspec

from engines.blocky.view import Options as BlockyOptions
from engines.catalog import find
from engines.chance import Chance
from engines.game import Seat
from engines.streets_and_alleys import rules as streets
from engines.streets_and_alleys.moves import read as read_street
from protocol.codec import encode
from server.room import step as rooms
from server.room.inputs import Play
from server.room.outputs import Refuse
from server.room.player_view import table
from server.room.step import Room
from tests.support.laws.games import FACTS
from torture.finding import Finding
from torture.robustness import legality
from torture.scale import Scale
from torture.tools.cores import spread

Shown = Callable[[Any, Seat, str, Seat | None], object]
"""What a seat's move in a state shows to an observer in a seat, or in none."""
OBSERVERS = ("first seat", "seat", "spectator")
PAIRS, EVERYDAY_PAIRS = 2000, 60
"""How many pairs of worlds are followed for each observer of a game."""
TRIES = 20
"""How often another world is sought behind a view that may leave none."""
LONGEST = 40
"""How many moves two worlds are followed."""
ATTEMPTS = 3
"""How many moves the observer tries before each that is made; most of them are refused."""


class PairBatch(NamedTuple):
    """So many pairs of worlds of a game for one of the `OBSERVERS`, from a seed."""

    game: str
    pairs: int
    place: int
    seed: int


@dataclass(frozen=True, slots=True)
class Compared:
    """How many pairs of worlds were followed, how many messages were compared, and what told two of them apart."""

    pairs: int
    messages: int
    wrong: tuple[str, ...]


def prove(scale: Scale) -> list[Finding]:
    """Follow twins of every game."""
    pairs = scale.of(EVERYDAY_PAIRS, PAIRS)
    parts = [PairBatch(game, pairs, place, scale.seed) for game in HIDING for place in range(len(OBSERVERS))]
    results = list(zip(parts, spread(scale, follow_pairs, parts), strict=True))
    return [_found(game, [result for part, result in results if part.game == game]) for game in HIDING]


def _found(game: str, results: Sequence[Compared]) -> Finding:
    wrong = [difference for result in results for difference in result.wrong]
    pairs, messages = (sum(getattr(result, name) for result in results) for name in ("pairs", "messages"))
    return Finding(
        "P8",
        f"{find(game).title}: two worlds that look the same, given the same inputs until they show a difference",
        f"{pairs:,} pairs, {messages:,} messages, {len(wrong)} pairs told apart",
        f"{pairs:,} pairs for {', '.join(OBSERVERS)}, none told apart by a byte",
        holds=not wrong and messages >= 2 * pairs,
        note="; ".join(wrong[:3]),
    )


def follow_pairs(part: PairBatch) -> Compared:
    """Follow so many pairs for an observer."""
    game, random, messages, wrong = part.game, Random(f"{part.seed} {part.place}"), 0, []
    for _ in range(part.pairs):
        room, observer, other = _pair(game, part.place, random)
        count, difference = _follow(room, other, observer, random)
        messages += count
        if difference:
            wrong.append(f"{game}, {observer}, seed {part.seed}: {difference}")
    return Compared(part.pairs, messages, tuple(wrong))


def _pair(game: str, place: int, random: Random) -> tuple[Room, Seat | None, Room]:
    """A room on its way, who looks at it, and another that looks the same to them and is not."""
    while True:
        room = legality.begin_game(game, random.choice(HIDING[game]), random)
        for _ in range(random.randint(0, FACTS[game].longest // 2)):
            if room.is_playing:
                room = legality.step_once(room, random)
        seats = len(room.chairs)
        observer = (0, random.randrange(1, seats), None)[place]
        for _ in range(TRIES if room.is_playing else 0):
            other = _twin(room, observer, random)
            if other is not None:
                return room, observer, other


def _twin(room: Room, observer: Seat | None, random: Random) -> Room | None:
    """Another world behind what the observer sees, where one is found: dealt anew, or with two things exchanged."""
    assert room.sitting is not None
    game, state = room.setting.game, room.sitting.state
    view = game.rules.view(state, observer)
    exchange = EXCHANGES.get(game.name)
    if exchange is not None and random.random() < 0.7:
        other = exchange(state, random)
    else:
        other = game.rules.redeal(view, Chance(random.randbytes(32)))
    if other == state or game.rules.view(other, observer) != view:
        return None
    return msgspec.structs.replace(room, sitting=msgspec.structs.replace(room.sitting, state=other))


def _follow(room: Room, other: Room, observer: Seat | None, random: Random) -> tuple[int, str]:
    """How many messages were compared, and what differed, if anything did before the worlds showed it."""
    if _sent(room, observer) != _sent(other, observer):
        return 1, "the table"
    messages = 1
    for now in range(LONGEST):
        assert room.sitting is not None
        if difference := _try_moves(room, other, observer, random):
            return messages, difference
        made = _choice(room, other, random)
        if made is None or _what_shows(room, made, observer) != _what_shows(other, made, observer):
            break
        room, other = (_make_move(each, made, now) for each in (room, other))
        if room.phase != other.phase or not room.is_playing:
            break  # The end shows everything, and that it has come is seen.
        messages += 1
        if _sent(room, observer, now) != _sent(other, observer, now):
            return messages, f"{made} at entry {room.seq}"
    return messages, ""


def _sent(room: Room, observer: Seat | None, now: float = 0.0) -> bytes:
    return encode(table(room, observer, now))


def _try_moves(room: Room, other: Room, observer: Seat | None, random: Random) -> str:
    """Which of the observer's attempts was answered differently in the two worlds."""
    assert room.sitting is not None
    game = room.setting.game
    moves = list(FACTS[game.name].moves(game.rules.view(room.sitting.state, observer)))
    for move in random.sample(moves, min(ATTEMPTS, len(moves))):
        text = game.rules.text(move)
        ours, theirs = (_answer(each, observer, text) for each in (room, other))
        if ours != theirs:
            return f"{text} was answered by {ours} and {theirs}"
    return ""


def _answer(room: Room, observer: Seat | None, text: str) -> object:
    """Why the observer's move would be refused, or None."""
    result = rooms.step(room, 0.0, _play(room, observer, text))
    return [output for output in result.outputs if isinstance(output, Refuse)]


def _choice(room: Room, other: Room, random: Random) -> tuple[Seat, str] | None:
    """A seat on turn, and something it may do in both worlds."""
    assert room.sitting is not None
    assert other.sitting is not None
    game, seat = room.setting.game, random.choice(room.sitting.turn)
    here, there = (
        [game.rules.text(move) for move in game.rules.legal(game.rules.view(state, seat))]
        for state in (room.sitting.state, other.sitting.state)
    )
    both = [text for text in here if text in set(there)]
    return (seat, random.choice(both)) if both else None


def _what_shows(room: Room, made: tuple[Seat, str], observer: Seat | None) -> object:
    assert room.sitting is not None
    return SHOWN[room.setting.game.name](room.sitting.state, *made, observer)


def _make_move(room: Room, made: tuple[Seat, str], now: float) -> Room:
    result = rooms.step(room, now, _play(room, *made))
    assert result.record, result.outputs
    return result.room


def _play(room: Room, seat: Seat | None, text: str) -> Play:
    return legality.play(room, legality.OUTSIDER if seat is None else legality.player_in(room, seat), text)


# What a move shows.


def _war_shows(state: Any, seat: Seat, _text: str, _observer: Seat | None) -> object:
    """The second flip turns a card of each hand over, and another where a low card scouts."""
    if not state.flipped[1 - seat]:
        return None
    scouts = state.variant == "scouts"
    return tuple(hand[: 2 if scouts and hand[0].value <= 5 else 1] for hand in state.hands)


def _tower_shows(state: Any, seat: Seat, text: str, observer: Seat | None) -> object:
    """A drawn brick is its drawer's to see; what is put down, and what it made way for, lies open to all."""
    match text.split():
        case ["take", "pile"]:
            return state.pile[0] if seat == observer else None
        case ["place", slot]:
            return state.towers[seat][int(slot) - 1]
        case ["reject"]:
            return state.hand
    return None


def _blocky_shows(state: Any, seat: Seat, text: str, observer: Seat | None) -> object:
    """Paint is of the painter's colour."""
    return state.colours[seat] if text.startswith("paint") and seat != observer else None


def _streets_shows(state: Any, seat: Seat, text: str, observer: Seat | None) -> object:
    """Of another's table, the foundations are seen, and how many moves have been made."""
    if seat == observer:
        return None
    after = streets.apply(state, seat, read_street(text), Chance(bytes(32))).tables[seat]
    return after.layout.foundations, after.moves


SHOWN: Mapping[str, Shown] = {
    "blocky": _blocky_shows,
    "streets_and_alleys": _streets_shows,
    "tower_blaster": _tower_shows,
    "war": _war_shows,
}


# Other worlds near this one, which stay alike for longer than ones dealt anew.


def _war_exchange(state: Any, random: Random) -> Any:
    """Two cards of the hands exchanged."""
    first = len(state.hands[0])
    cards = _exchange([*state.hands[0], *state.hands[1]], random)
    return replace(state, hands=(tuple(cards[:first]), tuple(cards[first:])))


def _tower_exchange(state: Any, random: Random) -> Any:
    """Two bricks of the pile and of one tower exchanged."""
    seat, height = random.randrange(2), 10
    bricks = _exchange([*state.towers[seat], *state.pile], random)
    towers = list(state.towers)
    towers[seat] = tuple(bricks[:height])
    return replace(state, towers=tuple(towers), pile=tuple(bricks[height:]))


def _exchange(things: list[Any], random: Random) -> list[Any]:
    first, second = random.sample(range(len(things)), 2)
    things[first], things[second] = things[second], things[first]
    return things


EXCHANGES: Mapping[str, Callable[[Any, Random], Any]] = {"tower_blaster": _tower_exchange, "war": _war_exchange}
HIDING: Mapping[str, tuple[Any, ...]] = {
    "blocky": tuple(BlockyOptions(depth=depth, moves=8, goals="secret") for depth in (2, 3)),
    "streets_and_alleys": (FACTS["streets_and_alleys"].tables["hidden"],),
    "tower_blaster": tuple(FACTS["tower_blaster"].tables.values()),
    "war": tuple(FACTS["war"].tables.values()),
}
"""The tables at which something is hidden from somebody."""
