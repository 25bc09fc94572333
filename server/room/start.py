"""How a game starts at a table: it is dealt by the server and everybody who takes part, and then it begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from engines.game import Seat
from protocol import messages as m
from server.room.inputs import CommitShare, RevealShare
from server.room.match import dealing
from server.room.match import match as sittings
from server.room.match.dealing import Dealing
from server.room.match.match import Match, RoomSettings
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person
from server.room.model import Room, RoomStep, refuse, thinkers
from server.room.outputs import Output, SeatGiven, ShowDeal, ShowTable, UpdateListing

T = TypeVar("T")


def start_if_full(room: Room, now: float, outputs: tuple[Output, ...]) -> RoomStep:
    """The step that begins to deal a game, when every seat is held and everyone there has agreed to play."""
    people = [seat for seat, chair in enumerate(room.chairs) if isinstance(chair, Person)]
    agreed = room.sitting is None or all(seat in room.rematch for seat in people)
    if OpenSeat() in room.chairs or not agreed:
        return RoomStep(room, (*outputs, ShowTable()))
    count, game = 0 if room.deal is None else room.deal.number, 0 if room.sitting is None else room.sitting.number
    parts = tuple(isinstance(chair, Person) and chair.deals for chair in _in_turn(room, room.chairs))
    name = room.setting.game.name
    room = replace(room, deal=dealing.begin_dealing(room.setting.seed, name, count + 1, game + 1, parts, now))
    return _started_if_dealt(room, now, outputs)


def give_to_dealing(room: Room, now: float, seat: Seat, event: CommitShare | RevealShare) -> RoomStep:
    """What a seat gives to the dealing, taken once however often it is sent."""
    deal = room.deal
    if deal is None or event.deal > deal.number:
        return refuse(room, "stale", "That is about a dealing this table has not come to.")
    if event.deal < deal.number or not deal.is_open:
        return RoomStep(room, (ShowDeal(asker=True),), record=False)
    coming = _in_turn(room, range(len(room.chairs))).index(seat)
    try:
        match event:
            case CommitShare(hash=hashed):
                after = dealing.commit_share(deal, coming, hashed, now)
            case RevealShare(share=share):
                after = dealing.reveal_share(deal, coming, share, now)
    except dealing.InvalidShareError as error:
        return refuse(room, "not-now", str(error))
    return (
        RoomStep(room, (ShowDeal(asker=True),), record=False) if after is deal else continue_dealing(room, now, after)
    )


def continue_dealing(room: Room, now: float, deal: Dealing) -> RoomStep:
    """The step to a room whose dealing has come further."""
    return _started_if_dealt(replace(room, seq=room.seq + 1, deal=deal), now, ())


def _started_if_dealt(room: Room, now: float, outputs: tuple[Output, ...]) -> RoomStep:
    """The step that begins the game, once nobody's part in dealing it is awaited."""
    if room.deal is None or room.deal.is_open:
        return RoomStep(room, (*outputs, ShowTable()))
    room = _started(room, now, room.deal)
    return RoomStep(
        room, (*(o for o in outputs if o != UpdateListing()), ShowTable(), UpdateListing(), *thinkers(room))
    )


def _started(room: Room, now: float, deal: Dealing) -> Room:
    """The next game begun; from the second on, everyone moves one seat along so that sides are swapped."""
    chairs = _in_turn(room, room.chairs)
    sitting = deal_match(room.setting, deal, chairs, now)
    return replace(room, chairs=chairs, won=_in_turn(room, room.won), sitting=sitting, rematch=(), cast=chairs)


def deal_match(setting: RoomSettings, deal: Dealing, chairs: Sequence[Occupant], now: float) -> Match:
    """The game that a dealing comes to, begun by those on the chairs."""
    chain = dealing.open_chain(deal, setting, chairs)
    machines = tuple(seat for seat, chair in enumerate(chairs) if isinstance(chair, Computer))
    return sittings.begin_match(setting, deal.game, len(chairs), chain, now, machines)


def _in_turn(room: Room, by_seat: Sequence[T]) -> tuple[T, ...]:
    """What there is by seat, by the seats of the game to come."""
    return tuple(by_seat) if room.sitting is None else (*by_seat[1:], by_seat[0])


def settle_dealing(before: Dealing | None, result: RoomStep) -> RoomStep:
    """The step with the secret of a dealing that has come to its end, and with everyone shown how dealing stands."""
    room, deal = result.room, result.room.deal
    if deal is not None and deal.secret is None and _is_done(room, deal):
        stage: m.Stage = "over" if room.phase == "over" and not deal.is_open else "aborted"
        deal = dealing.reveal_secret(deal, room.setting.seed, stage)
        result = replace(result, room=replace(room, deal=deal))
    if deal is None or (before is not None and (before.number, before.stage) == (deal.number, deal.stage)):
        return result
    # Who sits down follows the room from there, and who stands up only until then.
    seated = tuple(output for output in result.outputs if isinstance(output, SeatGiven))
    return replace(result, outputs=(*seated, ShowDeal(), *(o for o in result.outputs if o not in seated)))


def _is_done(room: Room, deal: Dealing) -> bool:
    """Whether the game that was dealt is over, or one that was to be dealt cannot be."""
    return room.closed or (OpenSeat() in room.chairs if deal.is_open else not room.is_playing)
