"""A room as a value, what an input to it comes to, and the few things that every part of the step needs."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engines.game import Seat
from protocol import messages as m
from server.room.match.dealing import Dealing
from server.room.match.match import Match, RoomSettings
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person
from server.room.outputs import AskComputer, Output, Refuse, ShowTable, UpdateListing

NO_GAME = "No game is being played."
OUT = "You have given this game up."


class Room(msgspec.Struct, frozen=True):
    """A table with its chairs.

    Attributes:
        seq: how many inputs are stored.
        cast: who held the seats as the newest game began; a chair may have become free since.
        won: the games each chair's holder has won here.
        rematch: the seats that have agreed to another game.
        host: the player who may send others away and close the table.
        away: the players in the game whose connection is gone.
        credit_until: until when that counts for nobody, because the server was gone itself.
        banned: the players who were sent away, and may not come back.
        deal: the newest dealing; while it is open, the game that it is for has not begun.
        farewell: once it is closed, why, for everyone who followed it.
    """

    setting: RoomSettings
    seq: int
    chairs: tuple[Occupant, ...]
    won: tuple[int, ...]
    sitting: Match | None
    rematch: tuple[Seat, ...]
    closed: bool
    host: int
    away: tuple[int, ...] = ()
    credit_until: float = 0.0
    banned: tuple[int, ...] = ()
    farewell: str = ""
    deal: Dealing | None = None
    cast: tuple[Occupant, ...] = ()

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

    @property
    def host_name(self) -> str:
        """What the host is called."""
        seat = self.seat_of(self.host)
        return self.setting.host if seat is None else occupant_name(self.chairs[seat])

    def seat_of(self, player: int) -> Seat | None:
        """The seat a player holds, or None."""
        for seat, chair in enumerate(self.chairs):
            if isinstance(chair, Person) and chair.player == player:
                return seat
        return None

    def players(self) -> tuple[int, ...]:
        """The people who hold a seat."""
        return tuple(chair.player for chair in self.chairs if isinstance(chair, Person))


class RoomStep(msgspec.Struct, frozen=True):
    """What an input came to: the room after it, what to do about it, and whether it must be stored first."""

    room: Room
    outputs: tuple[Output, ...]
    record: bool = True


def thinkers(room: Room) -> tuple[AskComputer, ...]:
    """The computers on turn: what to ask for again after a restart."""
    turn = () if room.sitting is None else room.sitting.turn
    return tuple([AskComputer(seat) for seat in turn if level_at(room, seat)])


def level_at(room: Room, seat: Seat) -> str | None:
    """The level of the computer that plays in a seat, be it in a person's place; None where a person does."""
    chair = room.chairs[seat]
    if isinstance(chair, Computer):
        return chair.level
    stand_in = None if room.sitting is None else room.sitting.stand_in(seat)
    return None if stand_in is None else stand_in.level


def people(room: Room, sitting: Match) -> tuple[Seat, ...]:
    """The seats of people who have not given the game up, be they away or not."""
    seats = enumerate(room.chairs)
    return tuple([seat for seat, chair in seats if isinstance(chair, Person) and seat not in sitting.gave_up])


def players(room: Room, sitting: Match) -> tuple[Seat, ...]:
    """The seats of people who play the game themselves."""
    return tuple([seat for seat in people(room, sitting) if sitting.stand_in(seat) is None])


def person(room: Room, seat: Seat) -> Person:
    """The person in a seat that is known to be a person's."""
    holder = room.chairs[seat]
    if not isinstance(holder, Person):
        raise TypeError(f"seat {seat} is held by {holder}, who is no person")
    return holder


def occupant_name(holder: Occupant) -> str:
    """What whoever sits there is called in a sentence."""
    match holder:
        case Person(name=name):
            return name
        case Computer(level=level):
            return f"{level} (computer)"
        case OpenSeat():
            raise TypeError("nobody sits there")


def with_game(room: Room, sitting: Match) -> Room:
    """The room one entry on, with its game as given; whoever won it alone is counted, unless a computer did so."""
    won, outcome = room.won, sitting.outcome
    if outcome is not None and len(outcome.winners) == 1:
        (winner,) = outcome.winners
        has_won = room.chairs[winner] != OpenSeat() and sitting.stand_in(winner) is None
        won = tuple(count + (seat == winner and has_won) for seat, count in enumerate(won))
    return replace(room, seq=room.seq + 1, won=won, sitting=sitting, rematch=())


def with_next_entry(room: Room) -> Room:
    """The room one entry on, in which what became of a request is no news any longer."""
    sitting = room.sitting
    if sitting is not None and sitting.verdict is not None:
        sitting = replace(sitting, verdict=None)
    return replace(room, seq=room.seq + 1, sitting=sitting)


def show_game(room: Room, thinks: tuple[AskComputer, ...] = ()) -> RoomStep:
    """The step to a room whose game has changed."""
    return RoomStep(room, (ShowTable(), *thinks) if room.is_playing else (ShowTable(), UpdateListing()))


def show_again(room: Room) -> RoomStep:
    """The step of an input that has nothing left to do: whoever sent it sees how things are."""
    return RoomStep(room, (ShowTable(asker=True),), record=False)


def refuse(room: Room, code: m.RefusalCode, text: str) -> RoomStep:
    """The step of an input that cannot be carried out."""
    return RoomStep(room, (Refuse(code, text),), record=False)


def refuse_unseated(room: Room) -> RoomStep:
    """The step of an input that only somebody seated may send."""
    return refuse(room, "not-seated", f"You have no seat in room {room.setting.code}.")
