"""What a seat of a game asks of the others, as pure functions: its last move back, or a draw.

Each is agreed by everybody else who plays, or declined, or comes to nothing. Raises NotNow for what cannot be asked.
"""

from __future__ import annotations

from msgspec.structs import replace

from engines.game import IllegalMoveError, Outcome, Seat
from protocol import messages as m
from server.room.match import match as sittings
from server.room.match.dealing import extend_chain
from server.room.match.match import Match, NotAllowedNowError, PendingOffer, RoomSettings

REQUEST_S = 30.0
"""How long what a seat asks of the others stands."""


def make_offer(
    setting: RoomSettings,
    before: Match,
    seat: Seat,
    players: tuple[Seat, ...],
    now: float,
    kind: m.OfferKind = "takeback",
) -> Match:
    """The game after a seat asked for something, `players` being the people in the game.

    Raises IllegalMove where the rules do not allow it, and NotNow while another seat asks, or where it asked before.
    """
    if before.request is not None:
        if (before.request.kind, before.request.seat) != (kind, seat):
            raise NotAllowedNowError(f"Somebody asks for {_WANTED[before.request.kind]} already.")
        return before
    if (kind, seat) in before.asked:
        raise NotAllowedNowError(_ASKED[kind])
    if kind == "draw" and not set(players) - {seat}:
        raise NotAllowedNowError("Nobody is there to agree to a draw.")
    before = replace(before, asked=(*before.asked, (kind, seat)), verdict=None)
    return _agreed(setting, before, PendingOffer(kind, seat, (), now + REQUEST_S), players, now)


def answer_offer(
    setting: RoomSettings, before: Match, seat: Seat, players: tuple[Seat, ...], now: float, *, agree: bool
) -> Match:
    """The game after one of its `players` agreed to what is asked, or ended it; who asked may end it too.

    Raises NotNow where nothing is asked.
    """
    request = before.request
    if request is None:
        raise NotAllowedNowError("Nobody asks for anything.")
    if not agree:
        return sittings.settle_offer(before, request, "declined", seat)
    if seat in (request.seat, *request.agreed):
        return before
    return _agreed(setting, before, replace(request, agreed=(*request.agreed, seat)), players, now)


def expire_offer(before: Match) -> Match:
    """The game after not everybody has answered in time what is asked."""
    return before if before.request is None else sittings.settle_offer(before, before.request, "late")


def _agreed(
    setting: RoomSettings, before: Match, request: PendingOffer, players: tuple[Seat, ...], now: float
) -> Match:
    """The game with the wish granted once every other player has agreed; until then the request stands."""
    granted = agree_draw(before, request, now) if request.kind == "draw" else take_back(setting, before, request, now)
    return replace(before, request=request) if set(players) - {request.seat, *request.agreed} else granted


def take_back(setting: RoomSettings, before: Match, request: PendingOffer, now: float) -> Match:
    """The game without the seat's last move, with a turn that begins anew; the time that was used up is not given back.

    Raises IllegalMove.
    """
    game = setting.game
    if game.takeback is None:
        raise IllegalMoveError(f"A move of {game.title} cannot be taken back.")
    state = game.takeback(before.state, request.seat)
    plies, turn = tuple(ply + 1 for ply in before.plies), game.turn(state)
    stopped = replace(before, turn=(), watches=tuple([watch.stopped(now) for watch in before.watches]))
    watches = sittings.pass_turn(setting, stopped, turn, now)
    chain = extend_chain(before.chain, "takeback", request.seat)
    takebacks = before.takebacks + 1
    after = sittings.with_position(
        before, state=state, plies=plies, turn=turn, watches=watches, asked=(), chain=chain, takebacks=takebacks
    )
    return sittings.settle_offer(after, request, "granted")


def agree_draw(before: Match, request: PendingOffer, now: float) -> Match:
    """The game, over because everybody agreed to that."""
    before = replace(before, chain=extend_chain(before.chain, "draw", request.seat))
    outcome = Outcome((), sittings.remaining_seats(before), "Drawn by agreement.")
    return replace(sittings.end_match(before, before.state, before.plies, outcome, now), drawn=True)


_WANTED: dict[m.OfferKind, str] = {"takeback": "a move back", "draw": "a draw"}
_ASKED: dict[m.OfferKind, str] = {
    "takeback": "You have asked for that already: your last move stands.",
    "draw": "You have offered a draw already: move before you offer another.",
}
