"""A move that a hint names: what marks it on the table, and how it is said to eyes and ears."""

from __future__ import annotations

from client.games.streets_and_alleys.marks import Mark, current, own_table
from client.games.streets_and_alleys.naming import card_name, ends
from engines.streets_and_alleys.moves import Again, CardMove, Redo, Undo, read
from engines.streets_and_alleys.view import View

OTHERS: dict[type, tuple[str, str]] = {
    Undo: ("u takes the last move back", "U, take the last move back"),
    Redo: ("y makes the move again", "Y, make the move again that was taken back"),
    Again: ("A begins the deal again", "again, begin the same deal anew"),
}
"""The moves that move no card, for eyes and for ears."""


def hinted(view: View, mark: Mark | None, written: str) -> Mark:
    """What marks a move: its card picked, and the cursor where it goes; of others Enter knows that they are hinted."""
    move, layout, now = read(written), own_table(view), current(view, mark)
    assert layout is not None, "only players are given hints"
    if not isinstance(move, CardMove):
        return Mark(cursor=now.cursor, position=now.position, hint=move)
    source, target = ends(move)
    return Mark(cursor=target, picked=source, card=source.top(layout), position=now.position)


def brief(view: View, written: str) -> str:
    """A move in few words.

    Such as "0 to 1 (3♦ onto 4♦)".
    """
    move, layout = read(written), own_table(view)
    assert layout is not None, "only players are given hints"
    if not isinstance(move, CardMove):
        return OTHERS[type(move)][0]
    source, target = ends(move)
    card, under = source.top(layout), target.top(layout)
    where = f"onto {under}" if under else f"to the empty {target.kind}"
    return f"{source.word} to {target.word} ({card} {where})"


def aloud(view: View, written: str) -> str:
    """A move as it is typed and as it is read out."""
    move, layout = read(written), own_table(view)
    assert layout is not None, "only players are given hints"
    if not isinstance(move, CardMove):
        return OTHERS[type(move)][1]
    source, target = ends(move)
    card = source.top(layout)
    assert card is not None, "a hint can be followed"
    return f"{written}, {card_name(card)} from {source} to {target}"
