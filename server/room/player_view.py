"""What each seat and the spectators may see of a room: the only place where a Table is made."""

from __future__ import annotations

from functools import lru_cache

from engines.game import Outcome, Seat
from protocol import messages as m
from protocol import reasons
from server.room.match import match_view
from server.room.match.dealing import transcript_player
from server.room.match.legal_moves import legal_texts
from server.room.match.match import Match
from server.room.match.occupants import Occupant, OpenSeat
from server.room.model import Room, occupant_name, people, person, unseated
from server.room.outputs import Refuse


def table(room: Room, seat: Seat | None, now: float) -> m.Table:
    """The room as one seat, or a spectator (None), may see it at `now`."""
    setting, match = room.setting, room.sitting
    return m.Table(
        room=setting.code,
        game=setting.game.name,
        options=setting.sheet,
        listed=setting.listed,
        serious=setting.serious,
        watch=setting.watch,
        host=room.host_name,
        host_seat=room.seat_of(room.host),
        clock=match_view.time_control(setting.limits),
        seq=room.seq,
        number=0 if match is None else match.number,
        phase=room.phase,
        chairs=_seats(room.chairs, room.won, room.cast or room.chairs),
        seat=seat,
        ply=0 if match is None or seat is None else match.plies[seat],
        turn=() if match is None else match.turn,
        time_left_s=None if match is None else match_view.time_left_s(match, seat, now),
        totals=() if match is None else match_view.totals(match, now),
        lasted_s=None if match is None else match.age_s(now),
        view=None if match is None else view(room, match, seat),
        ending=None if match is None or match.outcome is None else _ending(room, match.outcome),
        rematch=room.rematch,
        request=None if match is None else match_view.pending_offer(match.request, now),
        verdict=None if match is None else match.verdict,
        gave_up=() if match is None else match.gave_up,
        reasons=() if match is None else _reasons(room, match),
        away=() if match is None else _away(room, match, now),
        paused=room.is_paused,
        events=0 if match is None else match.chain.events,
        head="" if match is None else match_view.head(match),
    )


def view(room: Room, match: Match, seat: Seat | None) -> object:
    """The game's own View for a seat or the spectators; when it is over, with all that was hidden."""
    rules = room.setting.game.rules
    return rules.view(match.state, seat) if match.outcome is None else rules.final(match.state, seat)


def legal_moves(room: Room, player: int, ref: int) -> m.LegalMoves | Refuse:
    """Every move that a player may make now, or why that cannot be said."""
    seat, match, game = room.seat_of(player), room.sitting, room.setting.game
    if seat is None:
        return unseated(room)
    if match is None:
        return Refuse("not-now", "The game hasn't started: a seat is still open.")
    if match.outcome is not None:
        return Refuse("not-now", "The game is over.")
    return m.LegalMoves(
        ref=ref,
        room=room.setting.code,
        number=match.number,
        ply=match.plies[seat],
        head=match_view.head(match),
        moves=legal_texts(game.rules, match.state, seat) if seat in match.turn else (),
    )


def deal(room: Room) -> m.Deal | None:
    """The newest dealing, if there has been one.

    Hashes stay hidden until all are in, and shares until the cards are dealt.
    """
    deal = room.deal
    if deal is None:
        return None
    hashes = deal.hashes if deal.stage != "pledging" else (None,) * len(deal.hashes)
    shares = deal.shares if deal.stage not in ("pledging", "sharing") else (None,) * len(deal.shares)
    return m.Deal(
        room=room.setting.code,
        deal=deal.number,
        number=deal.game,
        stage=deal.stage,
        commitment=deal.commitment.hex(),
        parts=deal.parts,
        hashes=tuple(map(in_hexadecimal, hashes)),
        shares=tuple(map(in_hexadecimal, shares)),
        secret=in_hexadecimal(deal.secret),
    )


def in_hexadecimal(piece: bytes | None) -> str | None:
    """Bytes in hexadecimal, as messages carry them; None stays None."""
    return None if piece is None else piece.hex()


def progress(room: Room) -> str:
    """The progress of the current game as spectators may know it; empty where none is played."""
    match, game = room.match_in_play, room.setting.game
    return "" if match is None else game.rules.progress(game.rules.view(match.state, None))


def _away(room: Room, match: Match, now: float) -> tuple[m.Absence, ...]:
    if not room.is_playing or not room.away:
        return ()
    seats = [seat for seat in people(room, match) if person(room, seat).player in room.away]
    return tuple([match_view.absence(match, seat, now) for seat in seats])


@lru_cache(maxsize=4096)
def _seats(occupants: tuple[Occupant, ...], won: tuple[int, ...], cast: tuple[Occupant, ...]) -> tuple[m.SeatInfo, ...]:
    """Every seat's occupant and wins; cached, as it stays the same from one Table to the next."""
    return tuple(map(_seat_info, occupants, won, cast))


def _seat_info(occupant: Occupant, won: int, player: Occupant) -> m.SeatInfo:
    """A seat in a message; `player` is whoever had it when the newest game began."""
    if isinstance(occupant, OpenSeat):
        return m.SeatInfo(kind="open", name="" if isinstance(player, OpenSeat) else occupant_name(player), won=0)
    seated = transcript_player(occupant)
    return m.SeatInfo(kind=seated.kind, name=seated.name, won=won)


def _ending(room: Room, outcome: Outcome) -> m.Ending:
    return match_view.with_sentence(match_view.ending(outcome), _names(room))


def _reasons(room: Room, match: Match) -> tuple[str, ...]:
    """Why each of those who gave up did so, in sentences."""
    names = _names(room) if match.reasons else ()
    return tuple([reasons.sentence(reason, names) for reason in match.reasons])


def _names(room: Room) -> list[str]:
    """What everybody in the newest game is called, also who has left since."""
    return [occupant_name(occupant) for occupant in room.cast]
