"""Sample tables for the client's tests: of any game, and of War."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.cards import Card
from engines.war.view import Draw, Round, View
from protocol import messages as m


def person(name: str, won: int = 0) -> m.SeatInfo:
    """A person on a chair; without a name the chair is open."""
    return m.SeatInfo(kind="person" if name else "open", name=name, won=won)


def left_by(name: str) -> m.SeatInfo:
    """A seat that somebody has left since the newest game began."""
    return m.SeatInfo(kind="open", name=name, won=0)


def verdict(result: m.OfferFate, by: int | None = None, seat: int = 0) -> m.OfferOutcome:
    """What became of a wish to take a move back, by default of ana's."""
    return m.OfferOutcome(kind="takeback", seat=seat, result=result, by=by)


def war_view(**changes: Any) -> View:
    """A game of War at its start, seen from seat 0, but for the changes."""
    fields: dict[str, Any] = {
        "seat": 0,
        "variant": "normal",
        "left": (26, 26),
        "scores": (0, 0),
        "flipped": (False, False),
        "war": (),
        "rounds": (),
    }
    return View(**{**fields, **changes})


def war_draw(first: str, second: str, *values: int) -> Draw:
    """A draw of War: the cards of each side, and what they count."""
    left, right = (tuple(map(Card.read, cards.split())) for cards in (first, second))
    return Draw((left, right), (values[0], values[1]))


def table_of(game: str, options: dict[str, Any], view: Any, /, **changes: Any) -> m.Table:
    """A table in play whose host is ana (seat 0), showing a view in the game's own type, but for the changes."""
    fields: dict[str, Any] = {
        "room": "KQFM",
        "game": game,
        "options": options,
        "listed": True,
        "serious": False,
        "watch": "anyone",
        "host": "ana",
        "host_seat": 0,
        "clock": m.NO_CLOCK,
        "seq": 1,
        "number": 1,
        "phase": "playing",
        "chairs": (),
        "seat": 0,
        "ply": 0,
        "turn": (),
        "time_left_s": None,
        "totals": (),
        "lasted_s": None,
        "view": msgspec.to_builtins(view),
        "ending": None,
        "rematch": (),
        "request": None,
        "verdict": None,
        "gave_up": (),
        "reasons": (),
        "away": (),
        "paused": False,
        "events": 0,
        "head": "",
    }
    return m.Table(**{**fields, **changes})


def war_table(view: View | None, **changes: Any) -> m.Table:
    """A table of War in play between ana (seat 0) and ben, showing a view, but for the changes."""
    those = {"chairs": (person("ana"), person("ben")), "turn": (0, 1), **changes}
    return table_of("war", {"variant": "normal", "auto_flip_s": 10}, view, **those)


def won_round(view: View, finished: Round) -> View:
    """The view one finished round later, one card a hand having gone for each draw."""
    gone = len(finished.draws)
    scores = tuple(
        score + (finished.points if seat == finished.winner else 0) for seat, score in enumerate(view.scores)
    )
    return war_view(
        left=(view.left[0] - gone, view.left[1] - gone), scores=scores, rounds=(*view.rounds, finished), seat=view.seat
    )
