"""What a player has marked: a picked card, the cursor, and a card that was searched for."""

from __future__ import annotations

from typing import Literal, NamedTuple

from client.games.streets_and_alleys.card_names import PLACES, PileName, ends, move_between, read_card
from engines.cards import Card
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import Again, Build, Lower, Move, Raise, Redo, Undo, read, refusal
from engines.streets_and_alleys.safe_moves import home
from engines.streets_and_alleys.view import View, table

Asked = Literal["", "taken", "given"]
"""What the next digit names: a pile, the foundation to take a card from, or the one to play it to."""

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Rows and columns."""
ROWS, COLUMNS = 4, 3
FIRST = PileName("pile", 0)
GIVEN_UP = "You have resigned."


Position = tuple[int, str, str]
"""A deal, the moves that led from it to this layout, and the undone ones."""


class CardSelection(NamedTuple):
    """What is marked, and for which position.

    Attributes:
        cursor: the place that the arrows lead to; None before the first.
        picked: the place of the picked card.
        card: that card.
        asked: what the next digit names.
        found: the card that was searched for last.
        position: the position it was marked for: after a move only the cursor is left.
        hint: the move that a hint named; if it moves a card, that is picked, and the cursor is at its target.
    """

    cursor: PileName | None = None
    picked: PileName | None = None
    card: Card | None = None
    asked: Asked = ""
    found: Card | None = None
    position: Position | None = None
    hint: Move | None = None


def aim(view: View, mark: CardSelection | None, words: str) -> CardSelection:
    """Follow the words: arrows, a place, "here", "home", "given", "find 7h" or "nothing". Raises ValueError."""
    layout = own_table(view)
    if layout is None:
        raise ValueError("You are watching; only the players pick cards.")
    if view.over or view.seat in view.gone:
        raise ValueError(GIVEN_UP)
    hinted = current(view, mark)
    now = hinted._replace(hint=None)
    match words.split():
        case [step] if step in STEPS:
            return now._replace(cursor=_next_place(now, step))
        case ["here"]:
            return _pick(_require_unpicked(now), cursor(now), layout)
        case ["home"] if hinted.hint and now.picked and not now.picked.is_pile:
            return _take_from(now._replace(picked=None, card=None), layout)  # a hint picked it; the keys do so again
        case ["home"]:
            return _take_from(now, layout)
        case ["given"]:
            return _give_to(now)
        case ["find", written]:
            return _search(now, written)
        case ["nothing"]:
            return _clear(hinted)
        case [word] if hinted.hint and now.picked and place_of(now, word) == now.picked:
            return now  # a hint picked the card; naming the place now picks it again
        case [word] if (place := place_of(now, word)) is not None:
            return _pick(now._replace(picked=None, card=None) if hinted.hint else now, place, layout)
    raise ValueError(
        "'aim' takes up, down, left, right, here, home, given, nothing, 'find 7h', or a place such as 3 or f1."
    )


def current(view: View, mark: CardSelection | None) -> CardSelection:
    """The mark for a view: of one for another position only the cursor is left."""
    position = (view.deal, "" if view.seat is None else view.lines[view.seat] or "", view.undone)
    if mark is not None and mark.position == position:
        return mark
    return CardSelection(cursor=mark.cursor if mark else None, position=position)


def hinted_selection(view: View, mark: CardSelection | None, written: str) -> CardSelection:
    """The mark for a move: its card picked, and the cursor at its target; other moves are only made by Enter."""
    move, layout, now = read(written), own_table(view), current(view, mark)
    if layout is None or isinstance(move, Undo | Redo | Again):
        return CardSelection(cursor=now.cursor, position=now.position, hint=move)
    source, target = ends(move)
    return CardSelection(cursor=target, picked=source, card=source.top(layout), position=now.position, hint=move)


def keys_for(view: View, written: str) -> str:
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
            return "R"


def cursor(mark: CardSelection) -> PileName:
    """Where Enter acts."""
    return mark.cursor or mark.picked or FIRST


def place_of(mark: CardSelection, word: str) -> PileName | None:
    """The place that a word such as "3" or "f1" names; a digit may have to name a foundation."""
    return PLACES.get(f"f{word}" if mark.asked and word.isdecimal() else word)


def targets(layout: Layout, mark: CardSelection) -> frozenset[PileName]:
    if mark.picked is None:
        return frozenset()
    moves = {target: move_between(mark.picked, target) for target in PLACES.values()}
    return frozenset(target for target, move in moves.items() if move and refusal(layout, move) is None)


def own_table(view: View) -> Layout | None:
    """The table of the view's own seat; None for a spectator."""
    return None if view.seat is None else table(view, view.seat)


def _next_place(mark: CardSelection, step: str) -> PileName:
    """The next place in that direction, within the table: each row is a pile, a foundation and a pile."""
    rows, columns = STEPS[step]
    row, column = _grid(cursor(mark))
    row, column = min(ROWS - 1, max(0, row + rows)), min(COLUMNS - 1, max(0, column + columns))
    return PileName("foundation", row) if column == 1 else PileName("pile", 2 * row + column // 2)


def _grid(place: PileName) -> tuple[int, int]:
    return (place.number // 2, place.number % 2 * 2) if place.is_pile else (place.number, 1)


def _pick(mark: CardSelection, place: PileName, layout: Layout) -> CardSelection:
    if mark.picked == place:
        return mark._replace(picked=None, card=None, asked="")
    card = place.top(layout)
    if card is None:
        raise ValueError(empty(place))
    moved = place if mark.cursor else None
    return _require_unpicked(mark)._replace(cursor=moved, picked=place, card=card, asked="", found=None)


def _require_unpicked(mark: CardSelection) -> CardSelection:
    """The mark itself, if nothing is picked yet. Raises ValueError if something is."""
    if mark.picked is not None:
        raise ValueError(f"You have already picked the {mark.card}; Esc lets it go.")
    return mark


def _take_from(mark: CardSelection, layout: Layout) -> CardSelection:
    if not any(layout.foundations):
        raise ValueError("The foundations are empty: there's no card to take back.")
    return _require_unpicked(mark)._replace(asked="" if mark.asked else "taken")


def _give_to(mark: CardSelection) -> CardSelection:
    if mark.picked is None or not mark.picked.is_pile:
        raise ValueError("Pick a pile first: its digit, F, and the foundation's digit.")
    return mark._replace(asked="" if mark.asked else "given")


def _search(mark: CardSelection, written: str) -> CardSelection:
    card = read_card(written)
    if card is None:
        raise ValueError(f"{written[:40]!r} is not a card; a card is written 7h, 10s, qd or ac.")
    return mark._replace(found=card)


def _clear(mark: CardSelection) -> CardSelection:
    if not (mark.picked or mark.asked or mark.found or mark.hint):
        raise ValueError("Nothing is picked.")
    return mark._replace(picked=None, card=None, asked="", found=None, hint=None)


def empty(place: PileName) -> str:
    """Why nothing can be picked there."""
    return f"{str(place).capitalize()} is empty."
