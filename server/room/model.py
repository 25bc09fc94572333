"""The Room as a frozen value, the RoomStep that an input leads to, and what every part of the step needs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engines.game import Seat
from protocol import messages as m
from server.room.match.dealing import Dealing
from server.room.match.match import Match, RoomSettings
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person
from server.room.outputs import AskComputer, Output, Refuse, ShowTable, UpdateListing


class Room(msgspec.Struct, frozen=True):
    """A table: its settings, its seats, and the match played there.

    Attributes:
        seq: how many inputs are stored.
        chairs: who occupies each seat.
        won: how many games each seat's occupant has won here.
        sitting: the newest match, or None before the first.
        rematch: the seats that have agreed to another game.
        host: the player who may send others away and close the table.
        away: the players in the game who are disconnected.
        credit_until: until when their absence does not count, as the server itself was down.
        banned: the players who were sent away, and may not come back.
        farewell: why the table was closed, for everyone who followed it.
        deal: the newest dealing; while it is open, the game that it is for has not begun.
        cast: who occupied the seats when the newest game began; some may have left since.
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
        return self.sitting is not None and self.sitting.outcome is None

    @property
    def match_in_play(self) -> Match | None:
        """The match, unless it is over."""
        match = self.sitting
        return None if match is None or match.outcome is not None else match

    @property
    def is_paused(self) -> bool:
        """Whether the game waits for its only person."""
        match = self.sitting
        return match is not None and match.paused_at is not None and match.outcome is None

    def has_ended(self, number: int) -> bool:
        """Whether game `number` has been played here to its end."""
        return 0 < number <= self.last_ended

    @property
    def last_ended(self) -> int:
        """The number of the last game that has been played here to its end; 0 where there is none."""
        match = self.sitting
        return 0 if match is None else match.number - (match.outcome is None)

    @property
    def host_name(self) -> str:
        seat = self.seat_of(self.host)
        return self.setting.host if seat is None else occupant_name(self.chairs[seat])

    def seat_of(self, player: int) -> Seat | None:
        for seat, occupant in enumerate(self.chairs):
            if isinstance(occupant, Person) and occupant.player == player:
                return seat
        return None

    def players(self) -> tuple[int, ...]:
        """The account numbers of the people who hold a seat."""
        return tuple(occupant.player for occupant in self.chairs if isinstance(occupant, Person))

    @property
    def cast_players(self) -> frozenset[int]:
        """The account numbers of the people for whom the newest game began."""
        return frozenset([occupant.player for occupant in self.cast if isinstance(occupant, Person)])


class RoomStep(msgspec.Struct, frozen=True):
    """The result of an input: the room after it, what the shell has to do, and whether to store the input first."""

    room: Room
    outputs: tuple[Output, ...]
    record: bool = True


def thinkers(room: Room, busy: Sequence[Seat] = ()) -> tuple[AskComputer, ...]:
    """The computers on turn but those `busy`, each to be asked for a move; also what to ask again after a restart.

    None of them moves while the game is paused.
    """
    turn = () if room.sitting is None or room.is_paused else room.sitting.turn
    return tuple([AskComputer(seat) for seat in turn if seat not in busy and level_at(room, seat)])


def level_at(room: Room, seat: Seat) -> str | None:
    """The level of the computer that plays in a seat, perhaps for an absent person; None where a person plays."""
    occupant = room.chairs[seat]
    if isinstance(occupant, Computer):
        return occupant.level
    stand_in = None if room.sitting is None else room.sitting.stand_in(seat)
    return None if stand_in is None else stand_in.level


def is_alone(room: Room) -> bool:
    """Whether one person began the newest game alone or against computers, and none will ever join it."""
    return sum(isinstance(occupant, Person) for occupant in room.cast) == 1


def is_untouched(room: Room, match: Match) -> bool:
    """Whether one person began a game alone or against computers and has not moved: it counts for nothing.

    At a serious table it counts all the same: otherwise whoever begins could play only the deals that they like.
    """
    mine = [plies for occupant, plies in zip(room.cast, match.plies, strict=True) if isinstance(occupant, Person)]
    return is_alone(room) and not any(mine) and not room.setting.serious


def people(room: Room, match: Match) -> tuple[Seat, ...]:
    """The seats of people who have not given the game up, whether or not they are away."""
    seats = enumerate(room.chairs)
    return tuple([seat for seat, occupant in seats if isinstance(occupant, Person) and seat not in match.gave_up])


def players(room: Room, match: Match) -> tuple[Seat, ...]:
    """The seats of people for whom no computer plays."""
    return tuple([seat for seat in people(room, match) if match.stand_in(seat) is None])


def person(room: Room, seat: Seat) -> Person:
    """The person in a seat. Raises TypeError where it is no person's."""
    occupant = room.chairs[seat]
    if not isinstance(occupant, Person):
        raise TypeError(f"seat {seat} is held by {occupant}, who is no person")
    return occupant


def occupant_name(occupant: Occupant) -> str:
    """An occupant's name in a sentence. Raises TypeError for an open seat."""
    match occupant:
        case Person(name=name):
            return name
        case Computer(level=level):
            return f"{level} (computer)"
        case OpenSeat():
            raise TypeError("nobody sits there")


def with_game(room: Room, match: Match) -> Room:
    """The room one entry later with this match; a sole winner's count grows, unless a computer played for them.

    Nobody has won a game that its only person left untouched.
    """
    won, outcome = room.won, match.outcome
    if outcome is not None and len(outcome.winners) == 1 and not is_untouched(room, match):
        (winner,) = outcome.winners
        has_won = room.chairs[winner] != OpenSeat() and winner not in match.helped
        won = tuple(count + (seat == winner and has_won) for seat, count in enumerate(won))
    return replace(room, seq=room.seq + 1, won=won, sitting=match, rematch=())


def with_next_entry(room: Room) -> Room:
    """The room one entry later, without the outcome of an earlier offer."""
    match = room.sitting
    if match is not None and match.verdict is not None:
        match = replace(match, verdict=None)
    return replace(room, seq=room.seq + 1, sitting=match)


def show_game(room: Room, thinks: tuple[AskComputer, ...] = ()) -> RoomStep:
    """The step to a room whose match has changed."""
    return RoomStep(room, (ShowTable(), *thinks) if room.is_playing else (ShowTable(), UpdateListing()))


def show_again(room: Room) -> RoomStep:
    """The step of an input that changes nothing: only its sender is shown the table again."""
    return RoomStep(room, (ShowTable(asker=True),), record=False)


def refuse(room: Room, code: m.RefusalCode, text: str) -> RoomStep:
    """The step of an input that cannot be carried out."""
    return RoomStep(room, (Refuse(code, text),), record=False)


def refuse_out(room: Room) -> RoomStep:
    """The step of an input from a seat that plays no game, or has given it up."""
    text = "You have resigned this game." if room.is_playing else "No game is being played."
    return refuse(room, "not-now", text)


def refuse_unseated(room: Room) -> RoomStep:
    """The step of an input that only somebody seated may send."""
    return RoomStep(room, (unseated(room),), record=False)


def unseated(room: Room) -> Refuse:
    """The refusal of what only somebody seated may ask for."""
    return Refuse("not-seated", f"You have no seat at table {room.setting.code}.")
