"""How a game starts at a table: it is dealt by the server and everybody who takes part, and then it begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from engines.game import Seat
from protocol import messages as m
from server.room.inputs import Pledge, Share
from server.room.match import dealing
from server.room.match import match as sittings
from server.room.match.dealing import Deal
from server.room.match.match import Setting, Sitting
from server.room.match.occupants import Computer, Holder, Nobody, Person
from server.room.model import Room, Step, refused, thinkers
from server.room.outputs import Output, Relist, Seated, Show, ShowDeal

T = TypeVar("T")


def started_if_full(room: Room, now: float, outputs: tuple[Output, ...]) -> Step:
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


def given(room: Room, now: float, seat: Seat, event: Pledge | Share) -> Step:
    """What a seat gives to the dealing, taken once however often it is sent."""
    deal = room.deal
    if deal is None or event.deal > deal.number:
        return refused(room, "stale", "That is about a dealing this table has not come to.")
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
        return refused(room, "not-now", str(error))
    return Step(room, (ShowDeal(asker=True),), record=False) if after is deal else dealt_further(room, now, after)


def dealt_further(room: Room, now: float, deal: Deal) -> Step:
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
    chairs = _in_turn(room, room.chairs)
    sitting = dealt(room.setting, deal, chairs, now)
    return replace(room, chairs=chairs, won=_in_turn(room, room.won), sitting=sitting, rematch=(), cast=chairs)


def dealt(setting: Setting, deal: Deal, chairs: Sequence[Holder], now: float) -> Sitting:
    """The game that a dealing comes to, begun by those on the chairs."""
    chain = dealing.chain(deal, setting, chairs)
    machines = tuple(seat for seat, chair in enumerate(chairs) if isinstance(chair, Computer))
    return sittings.begun(setting, deal.game, len(chairs), chain, now, machines)


def _in_turn(room: Room, by_seat: Sequence[T]) -> tuple[T, ...]:
    """What there is by seat, by the seats of the game to come."""
    return tuple(by_seat) if room.sitting is None else (*by_seat[1:], by_seat[0])


def settled(before: Deal | None, result: Step) -> Step:
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
