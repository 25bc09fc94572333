"""A room as the server sends it: its players, and the game as one of them sees it."""

from __future__ import annotations

from typing import Any, Literal

from protocol.messages.fields import Message, MessagePart, OfferFate, OfferKind, Phase, TableCode, TimeControl, Watching


class SeatInfo(MessagePart, frozen=True):
    """A seat's occupant: a person, a computer, or nobody. `won` counts the games won here.

    An open seat has the name of whoever began the newest game there and has left since; else its name is empty.
    """

    kind: Literal["person", "computer", "open"]
    name: str
    won: int


class Ending(MessagePart, frozen=True):
    """How a game ended: a score a seat (none if it was given up), the winning seats (several in a tie), the reason."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class Offer(MessagePart, frozen=True):
    """A seat's offer to take back its last move, or of a draw; `agreed` lists the seats that have agreed so far.

    It expires after `time_left_s`, counted from when the message was made; a takeback also when anybody moves.
    """

    kind: OfferKind
    seat: int
    agreed: tuple[int, ...]
    time_left_s: float


class OfferOutcome(MessagePart, frozen=True):
    """The outcome of a seat's offer to take back its last move, or of a draw.

    It was granted; declined by the seat `by`; overtaken by a move of the seat `by`; or it expired. Only the game's end
    says that a draw was granted.
    """

    kind: OfferKind
    seat: int
    result: OfferFate
    by: int | None


class Absence(MessagePart, frozen=True):
    """A seat in the game whose player is away, and has `left_s` to return before others can claim anything.

    `left_s` counts from when the message was made, but stands still while no other player is there. If the seat `by`
    has let a computer of `level` play, it does so until the player returns; else both are None.
    """

    seat: int
    left_s: float
    level: str | None
    by: int | None


class Table(Message, frozen=True, tag="table"):
    """A room as one seat sees it, complete; each Table replaces the one before.

    At a table that is `serious`, nobody is helped; `watch` says who may watch; `host_seat` is the seat of its host, who
    may send others away and close it; `clock` is how long players may take. `seq` grows with everything stored about
    the room. `number` counts its games from 1; it is 0 before the first. `seat` is yours, or None for a spectator.
    `ply` counts your moves in this game and everybody's takebacks. `turn` lists the seats that may move now.
    `time_left_s` is how long you have if you are one of them, or else the first of them, or the game if that is less,
    from when the message was made, or None for no limit. `totals` is what each seat has left for the whole game, which
    runs while it is on turn, or None for no limit. `lasted_s` is how long the game has lasted by then, or in the end
    did; None before the first game. `view` is the game's own map, or None before the first game; `rematch` lists the
    seats that agreed to another. `request` is what a seat asks of the others, or None; `verdict` is what became of
    that, or None where this is no news. `gave_up` lists the seats that have given the game up, in that order, and
    `reasons` says of each why. `away` lists the seats whose players are away from the game. While it is `paused`, the
    game waits for its only person to look at it, and its times stand still. `events` counts what has happened in the
    game, and `head` is the first 8 bytes, in hexadecimal, of the chain over it; empty before the first game.
    """

    room: TableCode
    game: str
    options: dict[str, Any]
    listed: bool
    serious: bool
    watch: Watching
    host: str
    host_seat: int | None
    clock: TimeControl
    seq: int
    number: int
    phase: Phase
    chairs: tuple[SeatInfo, ...]
    seat: int | None
    ply: int
    turn: tuple[int, ...]
    time_left_s: float | None
    totals: tuple[float | None, ...]
    lasted_s: float | None
    view: Any
    ending: Ending | None
    rematch: tuple[int, ...]
    request: Offer | None
    verdict: OfferOutcome | None
    gave_up: tuple[int, ...]
    reasons: tuple[str, ...]
    away: tuple[Absence, ...]
    paused: bool
    events: int
    head: str


class TableUpdate(Message, frozen=True, tag="update"):
    """What a move changes in the Table of entry `base`, for clients that asked for updates in Hello.

    `seq`, `turn`, `time_left_s`, `totals`, `lasted_s`, `events` and `head` are those of the new Table, whose `ply` is
    the entry of your seat in `plies`, and 0 for a spectator. `view` has the new values of the view's keys that changed;
    `grown` has what was added at the end of a key's list or text. All else stays as it is. A client that does not have
    the Table of entry `base` asks for the whole one with Watch.
    """

    room: TableCode
    base: int
    seq: int
    plies: tuple[int, ...]
    turn: tuple[int, ...]
    time_left_s: float | None
    totals: tuple[float | None, ...]
    lasted_s: float | None
    view: dict[str, Any]
    grown: dict[str, Any]
    events: int
    head: str
