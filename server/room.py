"""A room: a table, who sits there, and the game on it, as one frozen value and one pure step.

    step(room, now, input) -> Step(room, outputs, record)

`step` never waits, rolls, logs or reads a clock, and never changes its argument. An input whose step says `record` is
stored before anyone is told; a room is rebuilt by folding `step` over its stored inputs (see `server.replay`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

from engines import catalog
from engines.chance import Chance, derive_key
from engines.game import Game, IllegalMove, Outcome, Seat, UnreadableMove
from protocol import messages as m
from server import clock
from server.inputs import (
    Answer,
    Choose,
    Close,
    Computer,
    Fill,
    Holder,
    Input,
    Leave,
    Nobody,
    Open,
    Person,
    Play,
    Rematch,
    Resign,
    Sit,
    TakeBack,
    Tick,
)
from server.outputs import Output, Refuse, Relist, Seated, Show, Stood, Think


@dataclass(frozen=True, slots=True)
class Setting:
    """What never changes about a room; `sheet` is its options as a plain map, `key` what its dealing follows from."""

    code: str
    game: Game[Any, Any, Any]
    options: Any
    sheet: dict[str, Any]
    listed: bool
    host: str
    key: bytes = field(repr=False)


class Sitting(msgspec.Struct, frozen=True):
    """One game at the table: its `number` from 1, each seat's `plies` (moves made), and when the turn's time is up."""

    number: int
    state: Any
    plies: tuple[int, ...]
    turn: tuple[Seat, ...]
    deadline: float | None
    outcome: Outcome | None

    def __repr__(self) -> str:
        """Without the state, which no log may hold."""
        return f"Sitting(number={self.number}, plies={self.plies}, turn={self.turn}, outcome={self.outcome})"


class Room(msgspec.Struct, frozen=True):
    """A table with its chairs; `seq` counts the inputs stored, `won` the games each chair's holder has won here."""

    setting: Setting
    seq: int
    chairs: tuple[Holder, ...]
    won: tuple[int, ...]
    sitting: Sitting | None
    rematch: tuple[Seat, ...]
    closed: bool

    @property
    def phase(self) -> m.Phase:
        """Waiting for players, playing, or over."""
        if self.sitting is None:
            return "waiting"
        return "playing" if self.sitting.outcome is None else "over"

    @property
    def is_playing(self) -> bool:
        """Whether a game is under way."""
        return self.sitting is not None and self.sitting.outcome is None

    def seat_of(self, player: int) -> Seat | None:
        """The seat a player holds, or None."""
        for seat, chair in enumerate(self.chairs):
            if isinstance(chair, Person) and chair.player == player:
                return seat
        return None

    def players(self) -> tuple[int, ...]:
        """The people who hold a seat."""
        return tuple(chair.player for chair in self.chairs if isinstance(chair, Person))


class Step(msgspec.Struct, frozen=True):
    """What an input came to: the room after it, what to do about it, and whether it must be stored first."""

    room: Room
    outputs: tuple[Output, ...]
    record: bool = True


def begin(opened: Open, now: float) -> Step:
    """The room as it is made, its game begun if every seat is held already.

    Raises ValueError when this server's rules would play the stored game differently.
    """
    game = catalog.find(opened.game)
    if game.version != opened.version:
        raise ValueError(f"{opened.game} is at version {game.version}; the room was made under {opened.version}")
    options = msgspec.convert(opened.options, game.Options)
    key = derive_key(opened.seed, f"parlour-deal-v1|{opened.game}")
    sheet = msgspec.to_builtins(options)
    setting = Setting(opened.code, game, options, sheet, opened.listed, opened.host, key)
    room = Room(setting, 1, opened.chairs, (0,) * len(opened.chairs), None, (), closed=False)
    mine = next(seat for seat, chair in enumerate(opened.chairs) if isinstance(chair, Person))
    return _started_if_full(room, now, (Seated(mine), Relist()))


def step(room: Room, now: float, event: Input) -> Step:
    """What becomes of the room when `event` happens at `now`, in seconds of the server's clock."""
    if room.closed:
        return _refused(room, "unknown-room", f"Room {room.setting.code} is closed.")
    match event:
        case Play():
            return _play(room, now, event)
        case Choose():
            return _move(room, now, event.seat, event)
        case Tick():
            return _tick(room, now)
        case Sit():
            return _sit(room, now, event)
        case Close():
            return _close(room)
    seat = room.seat_of(event.player)
    if seat is None:
        return _not_seated(room)
    match event:
        case Fill():
            return _fill(room, now, event.level)
        case Resign():
            return _resign(room, seat)
        case TakeBack():
            return _refused(room, "illegal", f"A move of {room.setting.game.title} cannot be taken back.")
        case Answer():
            return _refused(room, "not-now", "Nobody asks for anything.")
        case Rematch():
            return _rematch(room, now, seat)
        case Leave():
            return _leave(room, seat)
    assert_never(event)


def deadline(room: Room) -> float | None:
    """When to send a Tick if nothing else comes, in seconds of the server's clock."""
    return None if room.sitting is None else room.sitting.deadline


def thinkers(room: Room) -> tuple[Think, ...]:
    """The computers on turn: what to ask for again after a restart."""
    turn = () if room.sitting is None else room.sitting.turn
    return tuple([Think(seat) for seat in turn if isinstance(room.chairs[seat], Computer)])


# A move.


def _play(room: Room, now: float, play: Play) -> Step:
    seat = room.seat_of(play.player)
    return _not_seated(room) if seat is None else _move(room, now, seat, play)


def _move(room: Room, now: float, seat: Seat, play: Play | Choose) -> Step:
    """The seat's move, made once however often it is sent: the seat's own count of moves tells a second sending."""
    sitting = room.sitting
    if sitting is None:
        return _refused(room, "not-now", "The game has not begun: a seat is still open.")
    if (play.number, play.ply) < (sitting.number, sitting.plies[seat]):
        return Step(room, (Show(asker=True),), record=False)
    if sitting.outcome is not None:
        return _refused(room, "not-now", "The game is over.")
    if (play.number, play.ply) != (sitting.number, sitting.plies[seat]):
        return _refused(room, "stale", "That move is about a position this table has not come to.")
    if seat not in sitting.turn:
        return _refused(room, "not-your-turn", "It is not your turn.")
    game = room.setting.game
    try:
        state = game.apply(sitting.state, seat, game.read(play.move), _chance(room))
    except UnreadableMove as error:
        return _refused(room, "unreadable", str(error))
    except IllegalMove as error:
        return _refused(room, "illegal", str(error))
    return _moved(room, now, sitting, seat, state)


def _moved(room: Room, now: float, before: Sitting, seat: Seat, state: Any) -> Step:  # noqa: ANN401 - a game's own State
    game = room.setting.game
    turn = game.turn(state)
    plies = before.plies
    plies = (*plies[:seat], plies[seat] + 1, *plies[seat + 1 :])
    if turn:
        limit = game.move_time_s(room.setting.options)
        due = clock.after_move(before.deadline, before.turn, seat, turn, now, limit)
        after = Sitting(before.number, state, plies, turn, due, None)
        room = Room(room.setting, room.seq + 1, room.chairs, room.won, after, (), closed=False)
        return Step(room, (Show(), *_newly_thinking(room, before.turn, seat)))
    after = Sitting(before.number, state, plies, (), None, game.outcome(state))
    return _over(room, after)


def _newly_thinking(room: Room, before: tuple[Seat, ...], mover: Seat) -> tuple[Think, ...]:
    """The computers whose turn has just come; one that was on turn already is thinking as it is."""
    return tuple([think for think in thinkers(room) if think.seat == mover or think.seat not in before])


def _tick(room: Room, now: float) -> Step:
    """At the deadline every seat on turn makes the game's default move, in one entry of the journal."""
    sitting = room.sitting
    if sitting is None or sitting.deadline is None or now < sitting.deadline:
        return Step(room, (), record=False)
    game = room.setting.game
    chance = _chance(room)
    outputs: tuple[Output, ...] = ()
    after = room
    for seat in sitting.turn:
        current = after.sitting
        if current is None or seat not in current.turn:
            continue
        move = game.default(game.view(current.state, seat))
        done = _moved(after, now, current, seat, game.apply(current.state, seat, move, chance))
        after, outputs = done.room, (*outputs, *done.outputs)
    return Step(replace(after, seq=room.seq + 1), tuple(dict.fromkeys(outputs)))


def _over(room: Room, sitting: Sitting) -> Step:
    winners = sitting.outcome.winners if sitting.outcome else ()
    sole = winners if len(winners) == 1 else ()
    won = tuple(count + (seat in sole) for seat, count in enumerate(room.won))
    return Step(replace(room, seq=room.seq + 1, won=won, sitting=sitting, rematch=()), (Show(), Relist()))


def _chance(room: Room) -> Chance:
    """The randomness of the input that is about to be stored: a stream of its own, numbered by its place."""
    return Chance(room.setting.key, room.seq + 1)


# Chairs.


def _sit(room: Room, now: float, sit: Sit) -> Step:
    mine = room.seat_of(sit.player)
    if mine is not None:
        return Step(room, (Seated(mine), Show(asker=True)), record=False)
    if room.is_playing or Nobody() not in room.chairs:
        return _refused(room, "room-full", f"Room {room.setting.code} has no open seat; you can watch it.")
    seat = room.chairs.index(Nobody())
    chairs = (*room.chairs[:seat], Person(sit.player, sit.name), *room.chairs[seat + 1 :])
    won = tuple(0 if s == seat else count for s, count in enumerate(room.won))
    # Who sits down at a finished game has come to play the next one.
    rematch = (*room.rematch, seat) if room.sitting else ()
    room = replace(room, seq=room.seq + 1, chairs=chairs, won=won, rematch=rematch)
    return _started_if_full(room, now, (Seated(seat), Relist()))


def _fill(room: Room, now: float, level: str) -> Step:
    if room.is_playing or Nobody() not in room.chairs:
        return _refused(room, "not-now", "No seat is open.")
    if level not in room.setting.game.bots:
        return _refused(room, "bad-options", f"{room.setting.game.title} has no computer player {level!r}.")
    chairs = tuple(Computer(level) if isinstance(chair, Nobody) else chair for chair in room.chairs)
    if room.sitting is None and room.setting.game.computers_begin:
        chairs = tuple(sorted(chairs, key=lambda chair: isinstance(chair, Person)))
    return _started_if_full(replace(room, seq=room.seq + 1, chairs=chairs), now, (Relist(),))


def _resign(room: Room, seat: Seat) -> Step:
    return _given_up(room, seat, "resigned") or _refused(room, "not-now", "No game is being played.")


def _leave(room: Room, seat: Seat) -> Step:
    """Stand up; in the middle of a game that gives it up, and the last person to go closes the room."""
    given_up = _given_up(room, seat, "left the table")
    ended = given_up.room if given_up else replace(room, seq=room.seq + 1)
    chairs = (*room.chairs[:seat], Nobody(), *room.chairs[seat + 1 :])
    won = tuple(0 if s == seat else count for s, count in enumerate(ended.won))
    rematch = tuple(s for s in ended.rematch if s != seat)
    closed = not any(isinstance(chair, Person) for chair in chairs)
    ended = replace(ended, chairs=chairs, won=won, rematch=rematch, closed=closed)
    return Step(ended, (Stood(_person(room, seat).player), Show(), Relist()))


def _given_up(room: Room, seat: Seat, how: str) -> Step | None:
    """The game ended by a person who gave it up, or None where none is being played."""
    sitting = room.sitting
    if sitting is None or sitting.outcome is not None:
        return None
    others = tuple(s for s in range(len(sitting.plies)) if s != seat)
    outcome = Outcome((), others, f"{_person(room, seat).name} {how}.")
    return _over(room, replace(sitting, turn=(), deadline=None, outcome=outcome))


def _person(room: Room, seat: Seat) -> Person:
    holder = room.chairs[seat]
    if not isinstance(holder, Person):
        raise TypeError(f"seat {seat} is held by {holder}, who is no person")
    return holder


def _rematch(room: Room, now: float, seat: Seat) -> Step:
    if room.phase != "over":
        return _refused(room, "not-now", "A rematch can be agreed when a game is over.")
    if seat in room.rematch:
        return Step(room, (Show(asker=True),), record=False)
    room = replace(room, seq=room.seq + 1, rematch=(*room.rematch, seat))
    return _started_if_full(room, now, ())


def _close(room: Room) -> Step:
    gone = tuple(Stood(player) for player in room.players())
    return Step(replace(room, seq=room.seq + 1, closed=True), (*gone, Show(), Relist()))


# The next game.


def _started_if_full(room: Room, now: float, outputs: tuple[Output, ...]) -> Step:
    """The step that begins a game, when every seat is held and everyone there has agreed to play."""
    people = [seat for seat, chair in enumerate(room.chairs) if isinstance(chair, Person)]
    agreed = room.sitting is None or all(seat in room.rematch for seat in people)
    if Nobody() in room.chairs or not agreed:
        return Step(room, (*outputs, Show()))
    room = _started(room, now)
    return Step(room, (*(o for o in outputs if o != Relist()), Show(), Relist(), *thinkers(room)))


def _started(room: Room, now: float) -> Room:
    """The next game begun; from the second on, everyone moves one seat along so that sides are swapped."""
    setting, number = room.setting, 1
    chairs, won = room.chairs, room.won
    if room.sitting is not None:
        number = room.sitting.number + 1
        chairs, won = (*chairs[1:], chairs[0]), (*won[1:], won[0])
    state = setting.game.setup(setting.options, len(chairs), Chance(setting.key, room.seq))
    turn = setting.game.turn(state)
    due = clock.from_now(now, setting.game.move_time_s(setting.options))
    # A deal can decide a game: then nobody is on turn and it is over at once.
    sitting = Sitting(number, state, (0,) * len(chairs), turn, due if turn else None, setting.game.outcome(state))
    return replace(room, chairs=chairs, won=won, sitting=sitting, rematch=())


# Refusals.


def _refused(room: Room, code: m.RefusalCode, text: str) -> Step:
    return Step(room, (Refuse(code, text),), record=False)


def _not_seated(room: Room) -> Step:
    return _refused(room, "not-seated", f"You have no seat in room {room.setting.code}.")
