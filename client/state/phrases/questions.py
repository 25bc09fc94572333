"""Questions to the player: their own before something that can't be undone, and what others ask."""

from __future__ import annotations

from typing import Literal

from client.state.chat import Muted
from client.state.phrases.offers import needs_my_answer
from client.state.phrases.seeks import visible_challenges
from client.state.reading import names
from client.state.store import Store
from client.state.table_view import other_seats
from protocol import messages as m

ANSWER = "y / n"
"""The keys that answer a question, as they stand behind it on the screen."""
TYPED_ANSWER = "Type 'y' or 'n'."
KEPT = "Nothing has changed."
"""Said after a no."""

AskedBy = Literal["", "offer", "challenge", "rematch"]


def resign(table: m.Table) -> str:
    return f"Resign? {_cost(table)}"


def leave(table: m.Table) -> str:
    return f"Leave table {table.room} for good? {_cost(table)}"


def close(table: m.Table) -> str:
    return f"Close table {table.room} for everybody? {_cost(table)}"


def _cost(table: m.Table) -> str:
    """What giving the game up means for the player."""
    if not other_seats(table):
        return "This game will count as lost."
    if len(table.chairs) - len(table.gave_up) > 2:
        return "You lose, and the others play on."
    winner = next(seat for seat in range(len(table.chairs)) if seat not in (table.seat, *table.gave_up))
    return f"{names(table)[winner]} wins."


def open_question(store: Store, muted: Muted) -> AskedBy:
    """What `y` and `n` answer now: first what has the least time, and a rematch last, as that one waits."""
    table = store.seated.table if store.seated else None
    if table is not None and needs_my_answer(table):
        return "offer"
    if visible_challenges(store, muted):
        return "challenge"
    return "rematch" if table is not None and is_asked_for_rematch(table) else ""


def is_asked_for_rematch(table: m.Table) -> bool:
    """Whether others want another game at the table, and the player has not agreed."""
    return table.phase == "over" and table.seat is not None and bool(table.rematch) and table.seat not in table.rematch
