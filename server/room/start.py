"""How a table fills and a game starts: the server deals together with all players, and then the match begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from engines.game import Seat
from protocol import dealing as formulas
from protocol import messages as m
from server.room.inputs import CommitShare, RevealShare, Sit
from server.room.match import dealing
from server.room.match import match as matches
from server.room.match.dealing import Chain, Dealing
from server.room.match.match import Match, RoomSettings
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person, with_at
from server.room.model import Room, RoomStep, refuse, show_again, thinkers
from server.room.outputs import Output, SeatGiven, ShowDeal, ShowTable, UpdateListing

T = TypeVar("T")


def sit(room: Room, now: float, event: Sit) -> RoomStep:
    """Give a person an open seat; whoever has one is told which."""
    mine = room.seat_of(event.player)
    if mine is not None:
        return RoomStep(room, (SeatGiven(mine), ShowTable(asker=True)), record=False)
    if event.player in room.banned:
        return refuse(room, "not-host", f"The host sent you away from table {room.setting.code}; you can only watch.")
    if room.is_playing or OpenSeat() not in room.chairs:
        return refuse(room, "room-full", f"Table {room.setting.code} has no open seat; you can only watch.")
    seat = room.chairs.index(OpenSeat())
    person = Person(event.player, event.name, event.deals, event.home)
    occupants, won = with_at(room.chairs, seat, person), with_at(room.won, seat, 0)
    # Whoever sits down after a game has agreed to the next one, for which the seats rotate.
    rematch = (*room.rematch, seat) if room.sitting else ()
    room = replace(room, seq=room.seq + 1, chairs=occupants, won=won, rematch=rematch)
    after = start_if_full(room, now, (UpdateListing(),))
    return replace(after, outputs=(SeatGiven(after.room.chairs.index(person)), *after.outputs))


def add_computers(room: Room, now: float, level: str) -> RoomStep:
    """Let computers of a level take all open seats."""
    if room.is_playing or OpenSeat() not in room.chairs:
        return refuse(room, "not-now", "No seat is open.")
    if room.setting.game.bots.find(level) is None:
        return refuse(room, "bad-options", f"{room.setting.game.title} has no computer called {level!r}.")
    occupants = tuple(Computer(level) if isinstance(occupant, OpenSeat) else occupant for occupant in room.chairs)
    if room.sitting is None and room.setting.game.bots.begin:
        occupants = tuple(sorted(occupants, key=lambda occupant: isinstance(occupant, Person)))
    return start_if_full(replace(room, seq=room.seq + 1, chairs=occupants), now, (UpdateListing(),))


def agree_to_rematch(room: Room, now: float, seat: Seat) -> RoomStep:
    """Note that a seat agrees to another game, which starts once everybody has; to agree again to that is no news."""
    match = room.match_in_play
    if match is not None and match.number > 1 and not match.plies[seat]:
        return show_again(room)
    if room.phase != "over":
        return refuse(room, "not-now", "You can agree to a rematch when the game is over.")
    if seat in room.rematch:
        return show_again(room)
    room = replace(room, seq=room.seq + 1, rematch=(*room.rematch, seat))
    return start_if_full(room, now, ())


def start_if_full(room: Room, now: float, outputs: tuple[Output, ...]) -> RoomStep:
    """Open the dealing of the next game if every seat is held and everyone has agreed to play."""
    people = [seat for seat, occupant in enumerate(room.chairs) if isinstance(occupant, Person)]
    agreed = room.sitting is None or all(seat in room.rematch for seat in people)
    if OpenSeat() in room.chairs or not agreed:
        return RoomStep(room, (*outputs, ShowTable()))
    count, game = 0 if room.deal is None else room.deal.number, 0 if room.sitting is None else room.sitting.number
    parts = tuple(isinstance(occupant, Person) and occupant.deals for occupant in _rotate(room, room.chairs))
    name = room.setting.game.name
    room = replace(room, deal=dealing.begin_dealing(room.setting.seed, name, count + 1, game + 1, parts, now))
    return _start_if_dealt(room, now, outputs)


def give_to_dealing(room: Room, now: float, seat: Seat, event: CommitShare | RevealShare) -> RoomStep:
    """Add a seat's hash or share to the dealing; sending it again changes nothing."""
    deal = room.deal
    if deal is None or event.deal > deal.number:
        return refuse(room, "stale", "This table has not reached that deal yet.")
    if event.deal < deal.number or not deal.is_open:
        return RoomStep(room, (ShowDeal(asker=True),), record=False)
    coming = _rotate(room, range(len(room.chairs))).index(seat)
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
    """The step to a room with a further stage of its dealing."""
    return _start_if_dealt(replace(room, seq=room.seq + 1, deal=deal), now, ())


def _start_if_dealt(room: Room, now: float, outputs: tuple[Output, ...]) -> RoomStep:
    """Start the match if the dealing is complete."""
    if room.deal is None or room.deal.is_open:
        return RoomStep(room, (*outputs, ShowTable()))
    room = _start_match(room, now, room.deal)
    return RoomStep(
        room, (*(o for o in outputs if o != UpdateListing()), ShowTable(), UpdateListing(), *thinkers(room))
    )


def _start_match(room: Room, now: float, deal: Dealing) -> Room:
    """The room with its next match; from the second on, everyone moves one seat along to swap sides."""
    occupants = _rotate(room, room.chairs)
    match = deal_match(room.setting, deal, occupants, now)
    return replace(room, chairs=occupants, won=_rotate(room, room.won), sitting=match, rematch=(), cast=occupants)


def deal_match(setting: RoomSettings, deal: Dealing, occupants: Sequence[Occupant], now: float) -> Match:
    """The match that starts from a dealing, with these occupants; its chain's opening covers both."""
    name = setting.game.name
    secret = dealing.server_secret(setting.seed, deal.number)
    opening = formulas.opening(_facts(setting, deal, occupants), setting.chain)
    chain = Chain(formulas.deal_key(name, secret, dealing.given_shares(deal)), opening)
    computers = tuple(seat for seat, occupant in enumerate(occupants) if isinstance(occupant, Computer))
    return matches.begin_match(setting, deal.game, len(occupants), chain, now, computers)


def _facts(setting: RoomSettings, deal: Dealing, occupants: Sequence[Occupant]) -> dict[str, Any]:
    """What the opening of a game's chain covers; a transcript tells it all."""
    players = [dealing.transcript_player(each) for each in occupants]
    nothing = (None,) * len(players)
    salts = nothing if setting.chain == 1 else dealing.name_salts(setting.seed, deal.game, occupants)
    hashes = map(dealing.hash_name, players, salts)
    return {
        "room": setting.code,
        "number": deal.game,
        "game": setting.game.name,
        "version": setting.game.version,
        "options": setting.sheet,
        "players": list(map(dealing.fact_player, players, hashes)),
        "deal": deal.number,
        "commitment": deal.commitment.hex(),
        "shares": [None if share is None else share.hex() for share in deal.shares],
    }


def _rotate(room: Room, by_seat: Sequence[T]) -> tuple[T, ...]:
    """Values by seat, in the seat order of the next game."""
    return tuple(by_seat) if room.sitting is None else (*by_seat[1:], by_seat[0])


def settle_dealing(before: Dealing | None, result: RoomStep) -> RoomStep:
    """The step, with the secret revealed if the dealing has ended, and with everyone shown the dealing's new stage."""
    room, deal = result.room, result.room.deal
    if deal is not None and deal.secret is None and _is_done(room, deal):
        stage: m.Stage = "over" if room.phase == "over" and not deal.is_open else "aborted"
        deal = dealing.reveal_secret(deal, room.setting.seed, stage)
        result = replace(result, room=replace(room, deal=deal))
    if deal is None or deal is before:
        return result
    if before is not None and (before.number, before.stage) == (deal.number, deal.stage):
        return result
    # SeatGiven comes first, so that a new player sees the deal; SeatLeft comes after it, for the last time.
    seated = tuple(output for output in result.outputs if isinstance(output, SeatGiven))
    return replace(result, outputs=(*seated, ShowDeal(), *(o for o in result.outputs if o not in seated)))


def _is_done(room: Room, deal: Dealing) -> bool:
    """Whether the dealt game is over, or a game that was being dealt can no longer start."""
    return room.closed or (OpenSeat() in room.chairs if deal.is_open else not room.is_playing)
