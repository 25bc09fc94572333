"""A room for one program and computers, without a server: the same seed gives the same games.

    answer(command) -> events

Its clock is simulated: each player on turn moves after the seconds they would take, for which nobody waits.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from engines.chance import Chance
from engines.game import Seat
from protocol import messages as m
from server.computers.players import choice_key
from server.lobby import listing
from server.players.sessions.refusals import refused
from server.players.sessions.routing import RoomCommand, Session, read_input
from server.room import player_view
from server.room import step as rooms
from server.room.inputs import ComputerMove, Input, Open, Resign, Tick
from server.room.match.match import Match
from server.room.outputs import Output, Refuse, SeatGiven, SeatLeft
from server.room.step import Room
from server.tools.offline.self_play import PACE_S

PLAYER = 1
"""The account number of the program, which is the only person in the room."""
MOVES_MAX = 3000
"""The program resigns a game after so many moves of its own, as some games would go on for ever."""

NOT_HERE = Refuse("not-now", "Not available in a tour or a practice game.")
NOBODY_HERE = Refuse("bad-options", "Practice is against computers or alone; nobody else can sit down.")


class LocalTurn(NamedTuple):
    """A seat on turn: the number of its game, the seat, and how many moves it has made."""

    number: int
    seat: Seat
    ply: int


class LocalRoom:
    """Holds the current immutable `Room` and when each seat on turn will move, and replaces both after each command."""

    def __init__(self, name: str, seed: bytes) -> None:
        """Start without a room; all randomness follows from `seed`, of 32 bytes."""
        self._session = Session(PLAYER, name)
        self._seed = seed
        self._room: Room | None = None
        self._now = 0.0
        self._due: dict[LocalTurn, float] = {}

    def answer(self, command: m.Command) -> tuple[m.Event, ...]:
        """Answer a command; the last event shows the room once it is the player's turn again, or nobody's."""
        if isinstance(command, m.Create) and self._room is None:
            return self._create(command)
        if isinstance(command, m.GetLegalMoves) and self._room is not None:
            return (self._legal_moves(self._room, command),)
        if isinstance(command, RoomCommand) and not isinstance(command, m.Consult) and self._room is not None:
            event = cast(Input, read_input(self._session, command))
            return self._advance(rooms.step(self._room, self._now, event), command)
        return (_refuse(NOT_HERE, command),)

    def _legal_moves(self, room: Room, command: m.GetLegalMoves) -> m.Event:
        match player_view.legal_moves(room, PLAYER, command.ref):
            case Refuse() as refusal:
                return _refuse(refusal, command)
            case answer:
                return answer

    def _create(self, create: m.Create) -> tuple[m.Event, ...]:
        if "open" in create.seats:
            return (_refuse(NOBODY_HERE, create),)
        request = listing.CreateRoom(PLAYER, self._session.name, create, self._seed)
        match listing.plan_room(listing.LobbyListing(), request):
            case Open() as opened:
                return self._advance(rooms.begin(opened, self._now), create)
            case Refuse() as refusal:
                return (_refuse(refusal, create),)

    def _advance(self, result: rooms.RoomStep, command: m.Command) -> tuple[m.Event, ...]:
        """Take a step of the room, and all steps that follow by themselves before it is the player's turn."""
        events = tuple(event for output in result.outputs for event in _to_events(output, command, result.room))
        room = result.room
        while (event := self._next_input(room)) is not None:
            room = rooms.step(room, self._now, event).room
        self._room, seat = room, room.seat_of(PLAYER)
        return events if seat is None else (*events, player_view.table(room, seat, self._now))

    def _next_input(self, room: Room) -> Input | None:
        """Move the clock on to the next input that comes by itself; None where the player's is awaited."""
        self._due = self._schedule(room)
        if room.sitting is None or not self._due:
            return None
        turn, due = min(self._due.items(), key=lambda item: (item[1], item[0]))
        deadline = rooms.deadline(room)
        self._now = due if deadline is None else min(due, deadline)
        if self._now < due:
            return Tick()
        if rooms.level_at(room, turn.seat) is not None:
            return _choose(room, room.sitting, turn)
        return Resign(PLAYER) if turn.ply >= MOVES_MAX else None

    def _schedule(self, room: Room) -> dict[LocalTurn, float]:
        """When each seat on turn will move; a seat that was on turn already keeps its time."""
        sitting = room.sitting
        on_turn = (
            () if sitting is None else [LocalTurn(sitting.number, seat, sitting.plies[seat]) for seat in sitting.turn]
        )
        return {turn: self._due.get(turn, self._now + _pace_s(room, turn.seat)) for turn in on_turn}


def _pace_s(room: Room, seat: Seat) -> float:
    bot = room.setting.game.bots.find(rooms.level_at(room, seat) or "")
    return bot.pace_s if bot and bot.pace_s else PACE_S


def _choose(room: Room, sitting: Match, turn: LocalTurn) -> ComputerMove:
    """Let the computer in a seat choose, with the randomness it would have on a server."""
    game, level = room.setting.game, rooms.level_at(room, turn.seat)
    assert level is not None, "only a computer's choice is made here"
    view = game.rules.view(sitting.state, turn.seat)
    move = game.bots[level].choose(view, Chance(choice_key(room, sitting, turn.seat)))
    return ComputerMove(turn.seat, turn.number, turn.ply, None if move is None else game.rules.text(move))


def _to_events(output: Output, command: m.Command, room: Room) -> tuple[m.Event, ...]:
    """Convert an output of the room to what the player is sent, beside the Table."""
    code = room.setting.code
    match output:
        case SeatGiven(seat=seat):
            return (m.Entered(ref=getattr(command, "ref", 0), room=code, seat=seat),)
        case SeatLeft(player=player, reason=reason) if player == PLAYER:
            return (m.Left(room=code, reason=reason),)
        case Refuse() as refusal:
            return (_refuse(refusal, command),)
    return ()


def _refuse(refusal: Refuse, command: m.Command) -> m.Refused:
    return refused(refusal, command, getattr(command, "room", None))
