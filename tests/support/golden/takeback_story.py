"""A move of Blocky that ann wants back, as the tables that tell of it; cleo is asked, and ben has given up."""

from __future__ import annotations

import msgspec

from protocol import messages as m
from server.room.inputs import AnswerOffer, Input, Resign, TakeBack
from server.room.player_view import table
from tests.support.builders.rooms import ANN, BEN, CLEO, after, begun, person, play

THOUGHT_S = 1.5
"""How long everybody takes for everything they do."""


def _seen(seat: int, *inputs: Input) -> m.Table:
    """The room as a seat sees it once ben has given up, ann has moved and these inputs came."""
    people = (person(ANN), person(BEN), person(CLEO))
    room, at = begun(*people, game="blocky", depth=2, moves=5, goal="blob"), 0.0
    for event in (Resign(BEN), play(room, ANN, "rotate clockwise 1"), *inputs):
        at += THOUGHT_S
        room = after(room, event, at=at)
    seen = table(room, seat, at)
    return msgspec.structs.replace(seen, view=msgspec.to_builtins(seen.view))


TABLES: tuple[tuple[str, m.Table], ...] = (
    ("one of three gave up, and the others play on", _seen(2)),
    ("one asks to take a move back", _seen(0, TakeBack(ANN))),
    ("the same moment for whoever is asked", _seen(2, TakeBack(ANN))),
    ("the move is taken back", _seen(0, TakeBack(ANN), AnswerOffer(CLEO, agree=True))),
    ("the move stands", _seen(0, TakeBack(ANN), AnswerOffer(CLEO, agree=False))),
)
"""Each with the title of its golden frame."""
