"""What a seat of a game asks of the others, as pure functions: its last move back, or a draw.

Each is agreed by everybody else who plays, or declined, or comes to nothing. Raises NotNow for what cannot be asked.
"""

from __future__ import annotations

from msgspec.structs import replace

from engines.game import IllegalMove, Outcome, Seat
from protocol import messages as m
from server.room.match import match as sittings
from server.room.match.dealing import extended
from server.room.match.match import NotNow, Request, Setting, Sitting

REQUEST_S = 30.0
"""How long what a seat asks of the others stands."""


def asked(
    setting: Setting,
    before: Sitting,
    seat: Seat,
    players: tuple[Seat, ...],
    now: float,
    kind: m.Wish = "takeback",
) -> Sitting:
    """The game after a seat asked for something, `players` being the people in the game.

    Raises IllegalMove where the rules do not allow it, and NotNow while another seat asks, or where it asked before.
    """
    if before.request is not None:
        if (before.request.kind, before.request.seat) != (kind, seat):
            raise NotNow(f"Somebody asks for {_WANTED[before.request.kind]} already.")
        return before
    if (kind, seat) in before.asked:
        raise NotNow(_ASKED[kind])
    if kind == "draw" and not set(players) - {seat}:
        raise NotNow("Nobody is there to agree to a draw.")
    before = replace(before, asked=(*before.asked, (kind, seat)), verdict=None)
    return _agreed(setting, before, Request(kind, seat, (), now + REQUEST_S), players, now)


def answered(
    setting: Setting, before: Sitting, seat: Seat, players: tuple[Seat, ...], now: float, *, agree: bool
) -> Sitting:
    """The game after one of its `players` agreed to what is asked, or ended it; who asked may end it too.

    Raises NotNow where nothing is asked.
    """
    request = before.request
    if request is None:
        raise NotNow("Nobody asks for anything.")
    if not agree:
        return sittings.judged(before, request, "declined", seat)
    if seat in (request.seat, *request.agreed):
        return before
    return _agreed(setting, before, replace(request, agreed=(*request.agreed, seat)), players, now)


def lapsed(before: Sitting) -> Sitting:
    """The game after not everybody has answered in time what is asked."""
    return before if before.request is None else sittings.judged(before, before.request, "late")


def _agreed(setting: Setting, before: Sitting, request: Request, players: tuple[Seat, ...], now: float) -> Sitting:
    """The game with the wish granted once every other player has agreed; until then the request stands."""
    granted = drawn(before, request, now) if request.kind == "draw" else taken_back(setting, before, request, now)
    return replace(before, request=request) if set(players) - {request.seat, *request.agreed} else granted


def taken_back(setting: Setting, before: Sitting, request: Request, now: float) -> Sitting:
    """The game without the seat's last move, with a turn that begins anew; the time that was used up is not given back.

    Raises IllegalMove.
    """
    game = setting.game
    if game.takeback is None:
        raise IllegalMove(f"A move of {game.title} cannot be taken back.")
    state = game.takeback(before.state, request.seat)
    plies, turn = tuple(ply + 1 for ply in before.plies), game.turn(state)
    stopped = replace(before, turn=(), watches=tuple([watch.stopped(now) for watch in before.watches]))
    watches = sittings.passed(setting, stopped, turn, now)
    chain = extended(before.chain, "takeback", request.seat)
    takebacks = before.takebacks + 1
    after = sittings.fresh(
        before, state=state, plies=plies, turn=turn, watches=watches, asked=(), chain=chain, takebacks=takebacks
    )
    return sittings.judged(after, request, "granted")


def drawn(before: Sitting, request: Request, now: float) -> Sitting:
    """The game, over because everybody agreed to that."""
    before = replace(before, chain=extended(before.chain, "draw", request.seat))
    outcome = Outcome((), sittings.still_in(before), "Drawn by agreement.")
    return replace(sittings.over(before, before.state, before.plies, outcome, now), drawn=True)


_WANTED: dict[m.Wish, str] = {"takeback": "a move back", "draw": "a draw"}
_ASKED: dict[m.Wish, str] = {
    "takeback": "You have asked for that already: your last move stands.",
    "draw": "You have offered a draw already: move before you offer another.",
}
