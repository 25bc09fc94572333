"""Offers of a takeback or a draw, as pure functions: made by one seat, answered by the others.

An offer is granted when every other player agrees. It ends when one declines, when it expires or when the game goes on.
"""

from __future__ import annotations

from msgspec.structs import replace

from engines.game import IllegalMoveError, Outcome, Seat
from protocol import messages as m
from server.room.match import match as matches
from server.room.match.dealing import extend_chain
from server.room.match.match import Match, NotAllowedNowError, PendingOffer, RoomSettings

OFFER_S = 30.0
"""How long an offer stands, in seconds."""


def make_offer(
    setting: RoomSettings,
    before: Match,
    seat: Seat,
    players: tuple[Seat, ...],
    now: float,
    kind: m.OfferKind = "takeback",
) -> Match:
    """The game after a seat made an offer to the other `players`, who are the people in the game.

    Raises IllegalMoveError where the rules do not allow it, and NotAllowedNowError while another offer stands or where
    the seat has made the same one already.
    """
    if before.request is not None:
        if (before.request.kind, before.request.seat) != (kind, seat):
            raise NotAllowedNowError(_PENDING[before.request.kind])
        return before
    if (kind, seat) in before.asked:
        raise NotAllowedNowError(_ASKED_BEFORE[kind])
    if kind == "draw" and not set(players) - {seat}:
        raise NotAllowedNowError("There's nobody to agree to a draw.")
    before = replace(before, asked=(*before.asked, (kind, seat)), verdict=None)
    return _settle_if_agreed(setting, before, PendingOffer(kind, seat, (), now + OFFER_S), players, now)


def answer_offer(
    setting: RoomSettings, before: Match, seat: Seat, players: tuple[Seat, ...], now: float, *, agree: bool
) -> Match:
    """The game after one of its `players` agreed to the offer, declined it, or withdrew their own.

    Raises NotAllowedNowError where no offer stands.
    """
    offer = before.request
    if offer is None:
        raise NotAllowedNowError("There's no request to answer.")
    if not agree:
        return matches.settle_offer(before, offer, "declined", seat)
    if seat in (offer.seat, *offer.agreed):
        return before
    return _settle_if_agreed(setting, before, replace(offer, agreed=(*offer.agreed, seat)), players, now)


def expire_offer(before: Match) -> Match:
    """The game after its offer, if it has one, has expired."""
    return before if before.request is None else matches.settle_offer(before, before.request, "late")


def _settle_if_agreed(
    setting: RoomSettings, before: Match, offer: PendingOffer, players: tuple[Seat, ...], now: float
) -> Match:
    """The game with the offer granted if every other player has agreed, and pending otherwise."""
    granted = agree_draw(before, offer, now) if offer.kind == "draw" else take_back(setting, before, offer, now)
    return replace(before, request=offer) if set(players) - {offer.seat, *offer.agreed} else granted


def take_back_freely(setting: RoomSettings, before: Match, seat: Seat, now: float) -> Match:
    """The game without a seat's last move and the replies to it, as nobody has to agree. Raises IllegalMoveError."""
    return take_back(setting, before, PendingOffer("takeback", seat, (), now), now, with_replies=True)


def take_back(
    setting: RoomSettings, before: Match, offer: PendingOffer, now: float, *, with_replies: bool = False
) -> Match:
    """The game without the seat's last move; the turn starts with new time, and time used up so far stays used up.

    `with_replies` takes back what others have done since, where the game's rules can do that. Raises IllegalMoveError.
    """
    game = setting.game
    if game.takeback is None:
        raise IllegalMoveError(f"Moves can't be taken back in {game.title}.")
    takeback = (game.takeback.through if with_replies else None) or game.takeback
    state = takeback.before(before.state, offer.seat)
    plies, turn = tuple(ply + 1 for ply in before.plies), game.rules.turn(state)
    stopped = replace(before, turn=(), watches=tuple([seat_clock.stop(now) for seat_clock in before.watches]))
    clocks = matches.pass_turn(setting, stopped, turn, now)
    chain = extend_chain(before.chain, "takeback", offer.seat)
    takebacks = before.takebacks + 1
    after = matches.with_position(
        before, state=state, plies=plies, turn=turn, watches=clocks, asked=(), chain=chain, takebacks=takebacks
    )
    return matches.settle_offer(after, offer, "granted")


def agree_draw(before: Match, offer: PendingOffer, now: float) -> Match:
    """The game, over because everybody agreed to a draw."""
    chain = extend_chain(before.chain, "draw", offer.seat)
    outcome = Outcome((), matches.remaining_seats(before), "Drawn by agreement.")
    return matches.end_match(before, now, outcome, chain=chain, drawn=True)


_PENDING: dict[m.OfferKind, str] = {
    "takeback": "A takeback has already been requested.",
    "draw": "A draw has already been offered.",
}
_ASKED_BEFORE: dict[m.OfferKind, str] = {
    "takeback": "You have already asked to take this move back.",
    "draw": "You have already offered a draw; make a move before you offer another.",
}
