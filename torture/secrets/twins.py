"""P8: two games that look the same to somebody, and differ in what is hidden from them, send them the same bytes.

Both worlds get the same inputs, until one of them shows something that the rules say is seen and that differs. What a
move shows is stated a second time in `tests/games/`, from the rules, over the whole truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import msgspec

from engines.catalog import find
from engines.chance import Chance
from engines.game import Seat
from protocol.codec import encode
from server.hosting.delivery.audience import Audience
from server.net.outbox import Outbox
from server.room import step as rooms
from server.room.inputs import Play
from server.room.outputs import Refuse
from server.room.player_view import table
from server.room.step import Room
from tests.support import facts
from tests.support.facts import Secrets
from torture.finding import Finding
from torture.robustness import legality
from torture.scale import Scale
from torture.tools.cores import spread

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
    parts = [PairBatch(game, pairs, place, scale.seed) for game in hiding() for place in range(len(OBSERVERS))]
    results = list(zip(parts, spread(scale, follow_pairs, parts), strict=True))
    return [_found(game, [result for part, result in results if part.game == game]) for game in hiding()]


def hiding() -> Mapping[str, Secrets]:
    """The games in which something is hidden, by name."""
    return {name: known.secrets for name, known in facts.games().items() if known.secrets}


def _found(game: str, results: Sequence[Compared]) -> Finding:
    wrong = [difference for result in results for difference in result.wrong]
    pairs, messages = (sum(getattr(result, name) for result in results) for name in ("pairs", "messages"))
    return Finding(
        "P8",
        f"{find(game).title}: two worlds that look the same get the same inputs until they show a difference",
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
    known = facts.find(game)
    tables = hiding()[game].tables or tuple(known.tables.values())
    while True:
        room = legality.begin_game(game, random.choice(tables), random)
        for _ in range(random.randint(0, known.longest // 2)):
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
    exchange = hiding()[game.name].exchange
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
    ours, theirs = _Follower(room, observer), _Follower(other, observer)
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
        messages += 2
        if _sent(room, observer, now) != _sent(other, observer, now) or ours.show(room, now) != theirs.show(other, now):
            return messages, f"{made} at entry {room.seq}"
    return messages, ""


class _Follower:
    """Who looks at a room by a client that takes updates."""

    name, takes_updates = "twin", True

    def __init__(self, room: Room, observer: Seat | None) -> None:
        """Show them the room whole, so that each change is an update from then on."""
        self.player = legality.OUTSIDER if observer is None else legality.player_in(room, observer)
        self.outbox = Outbox(self._write, lambda: None, 0)
        self._sent = b""
        self._audience: Audience[_Follower] = Audience()
        self._audience.add(self)
        self._audience.show(room, 0.0)

    def show(self, room: Room, now: float) -> bytes:
        """What they are sent when the room has changed."""
        self._audience.show(room, now)
        return self._sent

    def _write(self, sent: bytes) -> None:
        self._sent = sent


def _sent(room: Room, observer: Seat | None, now: float = 0.0) -> bytes:
    return encode(table(room, observer, now))


def _try_moves(room: Room, other: Room, observer: Seat | None, random: Random) -> str:
    """Which of the observer's attempts was answered differently in the two worlds."""
    assert room.sitting is not None
    game = room.setting.game
    view = game.rules.view(room.sitting.state, observer)
    moves = list((facts.find(game.name).moves or game.rules.legal)(view))
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
    return hiding()[room.setting.game.name].shows(room.sitting.state, *made, observer)


def _make_move(room: Room, made: tuple[Seat, str], now: float) -> Room:
    result = rooms.step(room, now, _play(room, *made))
    assert result.record, result.outputs
    return result.room


def _play(room: Room, seat: Seat | None, text: str) -> Play:
    return legality.play(room, legality.OUTSIDER if seat is None else legality.player_in(room, seat), text)
