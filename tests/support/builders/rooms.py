"""Rooms for tests, made by the inputs that lead to them, as a journal would make them; of War, or of Climb."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engines.catalog import find
from engines.game import Seat
from protocol import messages as m
from protocol.dealing import NEWEST_CHAIN
from server.room import step as rooms
from server.room.inputs import ComputerMove, Input, Open, Play
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person
from server.room.outputs import Output, Refuse
from server.room.step import Room

ANN, BEN, CLEO, DORA = 1, 2, 3, 4
NAMES = {ANN: "ann", BEN: "ben", CLEO: "cleo", DORA: "dora"}
CODE = "KQFM"
SEED = bytes(range(32))


def person(player: int) -> Person:
    return Person(player, NAMES[player])


def opened(
    *chairs: Occupant,
    code: str = CODE,
    seed: bytes = SEED,
    game: str = "war",
    version: int | None = None,
    listed: bool = True,
    serious: bool = False,
    watch: m.Watching = "anyone",
    **options: Any,
) -> Open:
    """The making of a room by ann; without chairs, she sits down and another seat is open.

    Among the options may stand the `limits` of time, `grace_s` and `chain`, which are the room's own.
    """
    times = {name: options.pop(name) for name in ("limits", "grace_s", "chain") if name in options}
    times.setdefault("chain", NEWEST_CHAIN)
    made_under = find(game).version if version is None else version
    return Open(
        code=code, game=game, version=made_under, options=options, listed=listed, host=NAMES[ANN],
        chairs=chairs or (person(ANN), OpenSeat()), seed=seed, serious=serious, watch=watch,
        **times,
    )  # fmt: skip


def begun(*chairs: Occupant, at: float = 0.0, **changes: Any) -> Room:
    return rooms.begin(opened(*chairs, **changes), at).room


def playing(at: float = 0.0, **changes: Any) -> Room:
    """A room where ann (seat 0) plays with ben (seat 1), nobody having moved."""
    return begun(person(ANN), person(BEN), at=at, **changes)


def climbing(*players: int, computers: int = 0, game: str = "climb", at: float = 0.0, **changes: Any) -> Room:
    """A room where these people, and behind them some computers, stand at the foot of the stair."""
    chairs: list[Occupant] = [*map(person, players), *[Computer("plodder")] * computers]
    return begun(*chairs, at=at, game=game, **changes)


def climb(room: Room, player: int, move: str = "1", at: float = 0.0) -> Room:
    return after(room, play(room, player, move), at=at)


def play(room: Room, player: int, move: str) -> Play:
    seat = room.seat_of(player)
    assert seat is not None
    assert room.sitting is not None
    return Play(player, room.sitting.number, room.sitting.plies[seat], move)


def choose(room: Room, seat: Seat, move: str | None = "1") -> ComputerMove:
    """A computer's next move; None gives the game up."""
    assert room.sitting is not None
    return ComputerMove(seat, room.sitting.number, room.sitting.plies[seat], move)


def after(room: Room, *inputs: Input, at: float = 0.0) -> Room:
    """The room after inputs that are all accepted."""
    for event in inputs:
        result = rooms.step(room, at, event)
        assert result.record, (event, result.outputs)
        room = result.room
    return room


def flip(room: Room, player: int, ply: int | None = None) -> Play:
    """A player's next flip, or the one numbered `ply`."""
    made = play(room, player, "flip")
    return made if ply is None else structs.replace(made, ply=ply)


def flipped(room: Room, *players: int, at: float = 0.0) -> Room:
    """The room after each of these players has flipped once, in this order."""
    for player in players:
        room = after(room, flip(room, player), at=at)
    return room


def finished(room: Room, at: float = 0.0) -> Room:
    """The room after everyone there, people all, has flipped until the game was over."""
    while room.is_playing:
        assert room.sitting is not None
        chair = room.chairs[room.sitting.turn[0]]
        assert isinstance(chair, Person)
        room = flipped(room, chair.player, at=at)
    return room


def answered(room: Room, event: Input, at: float = 0.0) -> tuple[Output, ...]:
    """What follows from an input that must change nothing and not be stored."""
    result = rooms.step(room, at, event)
    assert (result.room is room, result.record) == (True, False), (event, result.outputs)
    return result.outputs


def refusal(room: Room, event: Input, at: float = 0.0) -> m.RefusalCode:
    """Why the room refuses an input, which must change nothing and not be stored."""
    (output,) = answered(room, event, at)
    assert isinstance(output, Refuse), output
    assert output.text.endswith(".") or output.code == "unreadable"
    return output.code
