"""A rehearsal: a room of one program and computers, without a server, in which the same seed gives the same games.

    answer(command) -> events

Its clock is turned by hand: whoever is on turn moves after the seconds they would take, for which nobody waits.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from engines.chance import Chance
from engines.game import Seat
from protocol import messages as m
from server.computers.players import choice_key
from server.lobby import listing
from server.players.sessions.routing import RoomCommand, Session, read_input
from server.room import player_view
from server.room import step as rooms
from server.room.inputs import ComputerMove, Input, Resign, Tick
from server.room.match.match import Match
from server.room.outputs import Output, Refuse, SeatGiven, SeatLeft
from server.room.step import Room

PLAYER = 1
"""The account's number of whoever rehearses, who is the only person."""
PACE_S = 1.0
"""What a move takes of the room's time, where the game has no pace for who makes it."""
MOVES_MAX = 3000
"""Whoever has made so many moves in a game gives it up, as some games would go on for ever."""

NOT_HERE = Refuse("not-now", "That is not to be had in a rehearsal.")
NOBODY_HERE = Refuse("bad-options", "A rehearsal is against computers, or alone; nobody else can sit down there.")


class LocalTurn(NamedTuple):
    """Somebody is on turn: in which game, in which seat, and after how many moves."""

    number: int
    seat: Seat
    ply: int


class LocalRoom:
    """The room, once it was asked for, and when each of those on turn will move. Mutable: it is what becomes."""

    def __init__(self, name: str, seed: bytes) -> None:
        """Begin without a room; `seed` is 32 bytes that all its randomness follows from."""
        self._session = Session(PLAYER, name)
        self._seed = seed
        self._room: Room | None = None
        self._now = 0.0
        self._due: dict[LocalTurn, float] = {}

    def answer(self, command: m.Command) -> tuple[m.Event, ...]:
        """What the player is told about a command, last how the room is when it is their turn again, or nobody's."""
        if isinstance(command, m.Create) and self._room is None:
            return self._made(command)
        if isinstance(command, RoomCommand) and not isinstance(command, m.Consult) and self._room is not None:
            event = cast(Input, read_input(self._session, command))
            return self._become(rooms.step(self._room, self._now, event), command)
        return (_refused(NOT_HERE, command),)

    def _made(self, create: m.Create) -> tuple[m.Event, ...]:
        if "open" in create.seats:
            return (_refused(NOBODY_HERE, create),)
        made = listing.step(
            listing.LobbyListing(), listing.CreateRoom(PLAYER, self._session.name, create, self._seed)
        ).output
        if isinstance(made, listing.OpenRoom):
            return self._become(rooms.begin(made.opened, self._now), create)
        assert isinstance(made, Refuse), "a lobby without rooms opens one or says why not"
        return (_refused(made, create),)

    def _become(self, result: rooms.RoomStep, command: m.Command) -> tuple[m.Event, ...]:
        """Take a step of the room, and all those that others take before it is the player's turn."""
        told = tuple(event for output in result.outputs for event in _told(output, command, result.room))
        room = result.room
        while (event := self._next(room)) is not None:
            room = rooms.step(room, self._now, event).room
        self._room, seat = room, room.seat_of(PLAYER)
        return told if seat is None else (*told, player_view.table(room, seat, self._now))

    def _next(self, room: Room) -> Input | None:
        """What happens there by itself, the clock turned on to when it does; None where the player is awaited."""
        self._due = self._dues(room)
        if room.sitting is None or not self._due:
            return None
        turn, due = min(self._due.items(), key=lambda item: (item[1], item[0]))
        deadline = rooms.deadline(room)
        self._now = due if deadline is None else min(due, deadline)
        if self._now < due:
            return Tick()
        if rooms.level_at(room, turn.seat) is not None:
            return _choice(room, room.sitting, turn)
        return Resign(PLAYER) if turn.ply >= MOVES_MAX else None

    def _dues(self, room: Room) -> dict[LocalTurn, float]:
        """When each of those on turn will move; who is on turn since before keeps their time."""
        sitting = room.sitting
        on_turn = (
            () if sitting is None else [LocalTurn(sitting.number, seat, sitting.plies[seat]) for seat in sitting.turn]
        )
        return {turn: self._due.get(turn, self._now + _pace_s(room, turn.seat)) for turn in on_turn}


def _pace_s(room: Room, seat: Seat) -> float:
    return room.setting.game.paces.get(rooms.level_at(room, seat) or "", PACE_S)


def _choice(room: Room, sitting: Match, turn: LocalTurn) -> ComputerMove:
    """What the computer in a seat does, drawn from what it would draw from on a server."""
    game, level = room.setting.game, rooms.level_at(room, turn.seat)
    assert level is not None, "somebody else's choice is awaited"
    move = game.bots[level](game.view(sitting.state, turn.seat), Chance(choice_key(room, sitting, turn.seat)))
    return ComputerMove(turn.seat, turn.number, turn.ply, None if move is None else game.text(move))


def _told(output: Output, command: m.Command, room: Room) -> tuple[m.Event, ...]:
    """What an output of the room is to the player, beside the Table."""
    code = room.setting.code
    match output:
        case SeatGiven(seat=seat):
            return (m.Entered(ref=getattr(command, "ref", 0), room=code, seat=seat),)
        case SeatLeft(player=player, reason=reason) if player == PLAYER:
            return (m.Left(room=code, reason=reason),)
        case Refuse() as refusal:
            return (_refused(refusal, command),)
    return ()


def _refused(refusal: Refuse, command: m.Command) -> m.Refused:
    return m.Refused(
        code=refusal.code,
        text=refusal.text,
        about=str(type(command).__struct_config__.tag),
        ref=getattr(command, "ref", None),
        room=getattr(command, "room", None),
        retry_after_s=refusal.retry_after_s,
    )
