"""A room: a table, who sits there, and the game on it, as one frozen value and one pure step.

    step(room, now, input) -> Step(room, outputs, record)

`step` never waits, rolls, logs or reads a clock, and never changes its argument. An input whose step says `record` is
stored before anyone is told; a room is rebuilt by folding `step` over its stored inputs (see `server.replay`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, assert_never

import msgspec

from engines import catalog
from engines.chance import Chance, derive_key
from engines.game import Game, IllegalMove, Outcome, Seat, UnreadableMove
from protocol import messages as m
from server import clock


class Nobody(msgspec.Struct, frozen=True, array_like=True, tag="nobody"):
    """A seat to take."""


class Person(msgspec.Struct, frozen=True, array_like=True, tag="person"):
    """A signed-in player, by the account's number and the name worn when sitting down."""

    player: int
    name: str


class Computer(msgspec.Struct, frozen=True, array_like=True, tag="computer"):
    """One of the game's computer players."""

    level: str


Holder = Nobody | Person | Computer


# What happens to a room. These are what the journal stores.


class Open(msgspec.Struct, frozen=True, array_like=True, tag="open"):
    """The room is made; always its first input. `seed` is secret: 32 bytes that every deal follows from."""

    code: str
    game: str
    version: int
    options: dict[str, Any]
    listed: bool
    host: str
    chairs: tuple[Holder, ...]
    seed: bytes


class Sit(msgspec.Struct, frozen=True, array_like=True, tag="sit"):
    """A player takes the first open seat, or comes back to their own."""

    player: int
    name: str


class Play(msgspec.Struct, frozen=True, array_like=True, tag="play"):
    """A person makes a move in game `number`, having made `ply` moves in it before."""

    player: int
    number: int
    ply: int
    move: str


class Choose(msgspec.Struct, frozen=True, array_like=True, tag="choose"):
    """The computer in `seat` makes a move, numbered as in `Play`."""

    seat: int
    number: int
    ply: int
    move: str


class Tick(msgspec.Struct, frozen=True, array_like=True, tag="tick"):
    """Time has passed; at the room's deadline the seats on turn make the game's default move."""


class Fill(msgspec.Struct, frozen=True, array_like=True, tag="fill"):
    """A seated player gives the open seats to a computer."""

    player: int
    level: str


class Resign(msgspec.Struct, frozen=True, array_like=True, tag="resign"):
    """A player gives up the game being played."""

    player: int


class Rematch(msgspec.Struct, frozen=True, array_like=True, tag="rematch"):
    """A player agrees to another game."""

    player: int


class Leave(msgspec.Struct, frozen=True, array_like=True, tag="leave"):
    """A player stands up."""

    player: int


class Close(msgspec.Struct, frozen=True, array_like=True, tag="close"):
    """The house clears a table that everyone has deserted."""


Input = Play | Choose | Tick | Sit | Fill | Resign | Rematch | Leave | Close


# What follows from an input, for the shell to carry out after the record is safe.


@dataclass(frozen=True, slots=True)
class Show:
    """Everyone who follows the room is to see it anew; with `asker`, only who sent the input."""

    asker: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """Whoever sent the input is told that it was refused, and why."""

    code: m.RefusalCode
    text: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Whoever sent the input holds `seat` now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stood:
    """`player` holds no seat here any longer."""

    player: int


@dataclass(frozen=True, slots=True)
class Think:
    """The computer in `seat` is on turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Relist:
    """What the lobby says of this room has changed."""


Output = Show | Refuse | Seated | Stood | Think | Relist


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


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game at the table: its `number` from 1, each seat's `plies` (moves made), and when the turn's time is up."""

    number: int
    state: Any = field(repr=False)
    plies: tuple[int, ...]
    turn: tuple[Seat, ...]
    deadline: float | None
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Room:
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


@dataclass(frozen=True, slots=True)
class Step:
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
        case Rematch():
            return _rematch(room, now, seat)
        case Leave():
            return _leave(room, seat, event.player)
    assert_never(event)


def deadline(room: Room) -> float | None:
    """When to send a Tick if nothing else comes, in seconds of the server's clock."""
    return None if room.sitting is None else room.sitting.deadline


def thinkers(room: Room) -> tuple[Think, ...]:
    """The computers on turn: what to ask for again after a restart."""
    turn = () if room.sitting is None else room.sitting.turn
    return tuple(Think(seat) for seat in turn if isinstance(room.chairs[seat], Computer))


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
    return tuple(think for think in thinkers(room) if think.seat == mover or think.seat not in before)


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
    return _started_if_full(replace(room, seq=room.seq + 1, chairs=chairs), now, (Relist(),))


def _resign(room: Room, seat: Seat) -> Step:
    sitting = room.sitting
    if sitting is None or sitting.outcome is not None:
        return _refused(room, "not-now", "No game is being played.")
    return _over(room, _given_up(sitting, seat, f"{_name(room.chairs[seat])} resigned."))


def _given_up(sitting: Sitting, seat: Seat, reason: str) -> Sitting:
    others = tuple(s for s in range(len(sitting.plies)) if s != seat)
    return replace(sitting, turn=(), deadline=None, outcome=Outcome((), others, reason))


def _leave(room: Room, seat: Seat, player: int) -> Step:
    """Stand up; in the middle of a game that gives it up, and the last person to go closes the room."""
    sitting, won = room.sitting, room.won
    if sitting is not None and sitting.outcome is None:
        name = _name(room.chairs[seat])
        ended = _over(room, _given_up(sitting, seat, f"{name} left the table.")).room
        sitting, won = ended.sitting, ended.won
    chairs = (*room.chairs[:seat], Nobody(), *room.chairs[seat + 1 :])
    won = tuple(0 if s == seat else count for s, count in enumerate(won))
    rematch = tuple(s for s in room.rematch if s != seat)
    closed = not any(isinstance(chair, Person) for chair in chairs)
    room = Room(room.setting, room.seq + 1, chairs, won, sitting, rematch, closed)
    return Step(room, (Stood(player), Show(), Relist()))


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


# What is shown.


def table(room: Room, seat: Seat | None, now: float) -> m.Table:
    """The room as one seat, or a spectator (None), may see it at `now`."""
    setting, sitting = room.setting, room.sitting
    return m.Table(
        room=setting.code,
        game=setting.game.name,
        options=setting.sheet,
        listed=setting.listed,
        host=setting.host,
        seq=room.seq,
        number=0 if sitting is None else sitting.number,
        phase=room.phase,
        chairs=tuple(_chair(chair, won) for chair, won in zip(room.chairs, room.won, strict=True)),
        seat=seat,
        ply=0 if sitting is None or seat is None else sitting.plies[seat],
        turn=() if sitting is None else sitting.turn,
        time_left_s=None if sitting is None else clock.left(sitting.deadline, now),
        view=None if sitting is None else setting.game.view(sitting.state, seat),
        ending=None if sitting is None else _ending(sitting.outcome),
        rematch=room.rematch,
    )


def _chair(holder: Holder, won: int) -> m.Chair:
    match holder:
        case Person(name=name):
            return m.Chair(kind="person", name=name, won=won)
        case Computer(level=level):
            return m.Chair(kind="computer", name=level, won=won)
        case Nobody():
            return m.Chair(kind="open", name="", won=0)


def _name(holder: Holder) -> str:
    return _chair(holder, 0).name


def _ending(outcome: Outcome | None) -> m.Ending | None:
    if outcome is None:
        return None
    return m.Ending(scores=outcome.scores, winners=outcome.winners, reason=outcome.reason)
