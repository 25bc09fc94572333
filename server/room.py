"""A room: a table, who sits there, and the game on it, as one frozen value and one pure step.

    step(room, now, input) -> Step(room, outputs, record)

`step` never waits, rolls, logs or reads a clock, and never changes its argument. An input whose step says `record` is
stored before anyone is told; a room is rebuilt by folding `step` over its stored inputs (see `server.replay`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from engines import catalog
from engines.game import IllegalMove, Seat, UnreadableMove
from protocol import messages as m
from server import clock, dealing
from server import sitting as sittings
from server.dealing import Deal
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
    Pledge,
    Rematch,
    Resign,
    Share,
    Sit,
    TakeBack,
    Tick,
)
from server.outputs import Output, Refuse, Relist, Seated, Show, ShowDeal, Stood, Think
from server.sitting import NotNow, Setting, Sitting

T = TypeVar("T")


class OtherRules(ValueError):  # noqa: N818 - says what is the case
    """The stored game was begun under rules that this server does not play by any more; the message says so."""


class Room(msgspec.Struct, frozen=True):
    """A table with its chairs; `seq` counts the inputs stored, `won` the games each chair's holder has won here.

    `deal` is the newest dealing; while it is open, the game that it is for has not begun.
    """

    setting: Setting
    seq: int
    chairs: tuple[Holder, ...]
    won: tuple[int, ...]
    sitting: Sitting | None
    rematch: tuple[Seat, ...]
    closed: bool
    deal: Deal | None = None

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

    Raises OtherRules when this server's rules would play the stored game differently.
    """
    game = catalog.find(opened.game)
    if game.version != opened.version:
        raise OtherRules(f"{opened.game} is at version {game.version}; the room was made under {opened.version}")
    options = msgspec.convert(opened.options, game.Options)
    sheet = msgspec.to_builtins(options)
    setting = Setting(
        opened.code, game, options, sheet, opened.listed, opened.serious, opened.host, opened.seed, opened.watch
    )
    room = Room(setting, 1, opened.chairs, (0,) * len(opened.chairs), None, (), closed=False)
    mine = next(seat for seat, chair in enumerate(opened.chairs) if isinstance(chair, Person))
    return _settled(None, _started_if_full(room, now, (Seated(mine), Relist())))


def step(room: Room, now: float, event: Input) -> Step:
    """What becomes of the room when `event` happens at `now`, in seconds of the server's clock."""
    return _settled(room.deal, _stepped(room, now, event))


def _stepped(room: Room, now: float, event: Input) -> Step:
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
            return _resign(room, now, seat)
        case TakeBack() | Answer():
            return _ask(room, now, seat, event)
        case Rematch():
            return _rematch(room, now, seat)
        case Pledge() | Share():
            return _give(room, now, seat, event)
        case Leave():
            return _leave(room, now, seat)
    assert_never(event)


def deadline(room: Room) -> float | None:
    """When to send a Tick if nothing else comes, in seconds of the server's clock."""
    sitting = room.sitting
    if room.deal is not None and room.deal.is_open:
        return room.deal.until
    if sitting is None:
        return None
    until = None if sitting.request is None else sitting.request.until
    return clock.earliest(sitting.deadline, sitting.ends, until)


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
    if play.move is None:
        return _resign(room, now, seat, "gave up")
    try:
        after = sittings.played(room.setting, sitting, seat, play.move, now)
    except UnreadableMove as error:
        return _refused(room, "unreadable", str(error))
    except IllegalMove as error:
        return _refused(room, "illegal", str(error))
    room = _with(room, after)
    # A computer that was on turn already is thinking as it is.
    thinks = [think for think in thinkers(room) if think.seat == seat or think.seat not in sitting.turn]
    return _told(room, tuple(thinks))


def _tick(room: Room, now: float) -> Step:
    """What is due, in one entry of the journal: the game's end, the default moves of a turn, or a request's end.

    Or that dealing goes on without who is late.
    """
    sitting = room.sitting
    if room.deal is not None and clock.is_up(room.deal.until, now):
        return _dealt(room, now, dealing.overdue(room.deal, now))
    if sitting is None:
        return Step(room, (), record=False)
    if clock.is_up(sitting.ends, now):
        return _told(_with(room, sittings.timed_up(room.setting, sitting, now)))
    if clock.is_up(sitting.deadline, now):
        room = _with(room, sittings.defaulted(room.setting, sitting, now))
        return _told(room, thinkers(room))
    if sitting.request is not None and clock.is_up(sitting.request.until, now):
        return _told(_with(room, sittings.lapsed(sitting)))
    return Step(room, (), record=False)


def _with(room: Room, sitting: Sitting) -> Room:
    """The room one entry on, with its game as given; whoever won it alone is counted."""
    won, outcome = room.won, sitting.outcome
    if outcome is not None and len(outcome.winners) == 1:
        (winner,) = outcome.winners
        won = tuple(count + (seat == winner and room.chairs[seat] != Nobody()) for seat, count in enumerate(won))
    return Room(room.setting, room.seq + 1, room.chairs, won, sitting, (), closed=False, deal=room.deal)


def _told(room: Room, thinks: tuple[Think, ...] = ()) -> Step:
    """The step to a room whose game has changed."""
    return Step(room, (Show(), *thinks) if room.is_playing else (Show(), Relist()))


# Giving up.


def _resign(room: Room, now: float, seat: Seat, how: str = "resigned") -> Step:
    given_up = _given_up(room, now, seat, how)
    if given_up:
        return _told(given_up, thinkers(given_up))
    return _refused(room, "not-now", _OUT if room.is_playing else _NO_GAME)


def _given_up(room: Room, now: float, seat: Seat, how: str) -> Room | None:
    """The room after a seat gave the game up, or None where it has none to give up.

    The position is another for everyone, so that computers on turn are to be asked anew.
    """
    sitting = room.sitting
    if sitting is None or sitting.outcome is not None or seat in sitting.gave_up:
        return None
    reason = f"{_name(room.chairs[seat])} {how}."
    goes_on = _players(room, sitting) != (seat,)
    return _with(room, sittings.given_up(room.setting, sitting, seat, reason, now, goes_on=goes_on))


def _name(holder: Holder) -> str:
    """What whoever sits there is called in a sentence."""
    match holder:
        case Person(name=name):
            return name
        case Computer(level=level):
            return f"{level} (computer)"
        case Nobody():
            raise TypeError("nobody sits there")


def _players(room: Room, sitting: Sitting) -> tuple[Seat, ...]:
    """The seats of people who have not given the game up."""
    seats = enumerate(room.chairs)
    return tuple([seat for seat, chair in seats if isinstance(chair, Person) and seat not in sitting.gave_up])


# Taking back.


def _ask(room: Room, now: float, seat: Seat, event: TakeBack | Answer) -> Step:
    """What the others are asked, or answer. Once a move is taken back, computers on turn are to be asked anew."""
    sitting = room.sitting
    if sitting is None or sitting.outcome is not None:
        return _refused(room, "not-now", _NO_GAME)
    if seat in sitting.gave_up:
        return _refused(room, "not-now", _OUT)
    players = _players(room, sitting)
    try:
        match event:
            case TakeBack():
                after = sittings.asked(room.setting, sitting, seat, players, now)
            case Answer(agree=agree):
                after = sittings.answered(room.setting, sitting, seat, players, now, agree=agree)
    except NotNow as error:
        return _refused(room, "not-now", str(error))
    except IllegalMove as error:
        return _refused(room, "illegal", str(error))
    if after is sitting:
        return Step(room, (Show(asker=True),), record=False)
    room = _with(room, after)
    return _told(room, thinkers(room) if after.plies != sitting.plies else ())


# Chairs.


def _sit(room: Room, now: float, sit: Sit) -> Step:
    mine = room.seat_of(sit.player)
    if mine is not None:
        return Step(room, (Seated(mine), Show(asker=True)), record=False)
    if room.is_playing or Nobody() not in room.chairs:
        return _refused(room, "room-full", f"Room {room.setting.code} has no open seat; you can watch it.")
    seat = room.chairs.index(Nobody())
    chairs = (*room.chairs[:seat], Person(sit.player, sit.name, sit.deals), *room.chairs[seat + 1 :])
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


def _leave(room: Room, now: float, seat: Seat) -> Step:
    """Stand up; in the middle of a game that gives it up, and the last person to go closes the room."""
    given_up = _given_up(room, now, seat, "left the table")
    after = given_up or _onward(room)
    chairs = (*room.chairs[:seat], Nobody(), *room.chairs[seat + 1 :])
    won = tuple(0 if s == seat else count for s, count in enumerate(after.won))
    rematch = tuple(s for s in room.rematch if s != seat)
    closed = not any(isinstance(chair, Person) for chair in chairs)
    after = replace(after, chairs=chairs, won=won, rematch=rematch, closed=closed)
    stood = Stood(_person(room, seat).player)
    return Step(after, (stood, Show(), Relist(), *(thinkers(after) if given_up else ())))


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
    return Step(replace(_onward(room), closed=True), (*gone, Show(), Relist()))


def _onward(room: Room) -> Room:
    """The room one entry on, in which what became of a takeback is no news any longer."""
    sitting = room.sitting
    if sitting is not None and sitting.verdict is not None:
        sitting = replace(sitting, verdict=None)
    return replace(room, seq=room.seq + 1, sitting=sitting)


# The next game.


def _started_if_full(room: Room, now: float, outputs: tuple[Output, ...]) -> Step:
    """The step that begins to deal a game, when every seat is held and everyone there has agreed to play."""
    people = [seat for seat, chair in enumerate(room.chairs) if isinstance(chair, Person)]
    agreed = room.sitting is None or all(seat in room.rematch for seat in people)
    if Nobody() in room.chairs or not agreed:
        return Step(room, (*outputs, Show()))
    count, game = 0 if room.deal is None else room.deal.number, 0 if room.sitting is None else room.sitting.number
    parts = tuple(isinstance(chair, Person) and chair.deals for chair in _in_turn(room, room.chairs))
    name = room.setting.game.name
    room = replace(room, deal=dealing.begun(room.setting.seed, name, count + 1, game + 1, parts, now))
    return _started_if_dealt(room, now, outputs)


def _give(room: Room, now: float, seat: Seat, event: Pledge | Share) -> Step:
    """What a seat gives to the dealing, taken once however often it is sent."""
    deal = room.deal
    if deal is None or event.deal > deal.number:
        return _refused(room, "stale", "That is about a dealing this table has not come to.")
    if event.deal < deal.number or not deal.is_open:
        return Step(room, (ShowDeal(asker=True),), record=False)
    coming = _in_turn(room, range(len(room.chairs))).index(seat)
    try:
        match event:
            case Pledge(hash=hashed):
                after = dealing.pledged(deal, coming, hashed, now)
            case Share(share=share):
                after = dealing.shared(deal, coming, share, now)
    except dealing.Unwanted as error:
        return _refused(room, "not-now", str(error))
    return Step(room, (ShowDeal(asker=True),), record=False) if after is deal else _dealt(room, now, after)


def _dealt(room: Room, now: float, deal: Deal) -> Step:
    """The step to a room whose dealing has come further."""
    return _started_if_dealt(replace(room, seq=room.seq + 1, deal=deal), now, ())


def _started_if_dealt(room: Room, now: float, outputs: tuple[Output, ...]) -> Step:
    """The step that begins the game, once nobody's part in dealing it is awaited."""
    if room.deal is None or room.deal.is_open:
        return Step(room, (*outputs, Show()))
    room = _started(room, now, room.deal)
    return Step(room, (*(o for o in outputs if o != Relist()), Show(), Relist(), *thinkers(room)))


def _started(room: Room, now: float, deal: Deal) -> Room:
    """The next game begun; from the second on, everyone moves one seat along so that sides are swapped."""
    setting, chairs = room.setting, _in_turn(room, room.chairs)
    chain = dealing.chain(deal, setting, chairs)
    sitting = sittings.begun(setting, deal.game, len(chairs), chain, now)
    return replace(room, chairs=chairs, won=_in_turn(room, room.won), sitting=sitting, rematch=())


def _in_turn(room: Room, by_seat: Sequence[T]) -> tuple[T, ...]:
    """What there is by seat, by the seats of the game to come."""
    return tuple(by_seat) if room.sitting is None else (*by_seat[1:], by_seat[0])


def _settled(before: Deal | None, result: Step) -> Step:
    """The step with the secret of a dealing that has come to its end, and with everyone shown how dealing stands."""
    room, deal = result.room, result.room.deal
    if deal is not None and deal.secret is None and _is_done(room, deal):
        stage: m.Stage = "over" if room.phase == "over" and not deal.is_open else "aborted"
        deal = dealing.revealed(deal, room.setting.seed, stage)
        result = replace(result, room=replace(room, deal=deal))
    if deal is None or (before is not None and (before.number, before.stage) == (deal.number, deal.stage)):
        return result
    # Who sits down follows the room from there, and who stands up only until then.
    seated = tuple(output for output in result.outputs if isinstance(output, Seated))
    return replace(result, outputs=(*seated, ShowDeal(), *(o for o in result.outputs if o not in seated)))


def _is_done(room: Room, deal: Deal) -> bool:
    """Whether the game that was dealt is over, or one that was to be dealt cannot be."""
    return room.closed or (Nobody() in room.chairs if deal.is_open else not room.is_playing)


# Refusals.


_NO_GAME = "No game is being played."
_OUT = "You have given this game up."


def _refused(room: Room, code: m.RefusalCode, text: str) -> Step:
    return Step(room, (Refuse(code, text),), record=False)


def _not_seated(room: Room) -> Step:
    return _refused(room, "not-seated", f"You have no seat in room {room.setting.code}.")
