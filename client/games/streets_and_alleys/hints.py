"""How a hinted move is marked on the table, and by which keys it is made."""

from __future__ import annotations

from client.games.streets_and_alleys.card_names import ends
from client.games.streets_and_alleys.selection import CardSelection, current, own_table
from engines.streets_and_alleys.moves import Again, Build, Lower, Raise, Redo, Undo, read
from engines.streets_and_alleys.safe_moves import home
from engines.streets_and_alleys.view import View


def hinted_selection(view: View, mark: CardSelection | None, written: str) -> CardSelection:
    """The mark for a move: its card picked, and the cursor at its target; other moves are only made by Enter."""
    move, layout, now = read(written), own_table(view), current(view, mark)
    if layout is None or isinstance(move, Undo | Redo | Again):
        return CardSelection(cursor=now.cursor, position=now.position, hint=move)
    source, target = ends(move)
    return CardSelection(cursor=target, picked=source, card=source.top(layout), position=now.position, hint=move)


def keys_for(view: View, written: str) -> str:
    """The keys that make a move."""
    layout = own_table(view)
    match read(written):
        case Build(source, target):
            return f"{source} {target}"
        case Raise(source, target) if layout and home(layout, layout.piles[source][-1]) == target:
            return f"{source} f"
        case Raise(source, target):
            return f"{source} F {target}"
        case Lower(source, target):
            return f"f {source} {target}"
        case Undo():
            return "u"
        case Redo():
            return "y"
        case Again():
            return "A"
