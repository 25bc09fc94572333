"""What a player has marked: a card that is picked, where the cursor is, a card that was looked for."""

from __future__ import annotations

from typing import Literal, NamedTuple

from client.games.streets_and_alleys.card_names import PLACES, PileName, move_between, read_card
from engines.cards import Card
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import Move, refusal
from engines.streets_and_alleys.view import View, table

Asked = Literal["", "taken", "given"]
"""What the next digit is about: a pile, the foundation that a card is taken back from, or the one it is given to."""

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Rows and columns."""
ROWS, COLUMNS = 4, 3
FIRST = PileName("pile", 0)
GIVEN_UP = "Nothing can be marked here: you do not play any more."


Position = tuple[int, str, str]
"""A deal, the moves that led from it to the cards as they lie, and those taken back."""


class CardSelection(NamedTuple):
    """What is marked, and for which position.

    Attributes:
        cursor: where the arrows have come to; None before the first.
        picked: where a card is picked.
        card: that card.
        asked: what the next digit is about.
        found: the card that was looked for last.
        position: what it was marked for, so that everything but the cursor starts afresh with every move.
        hint: the move that a hint named; where it moves a card, that is picked, and the cursor is where it goes.
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
            return now._replace(cursor=_stepped(now, step))
        case ["here"]:
            return _picked(_free(now), cursor(now), layout)
        case ["home"]:
            return _taken(now, layout)
        case ["given"]:
            return _given(now)
        case ["find", written]:
            return _found(now, written)
        case ["nothing"]:
            return _nothing(hinted)
        case [word] if hinted.hint and now.picked and place_of(now, word) == now.picked:
            return now  # It was picked by the hint; who names it now picks it again.
        case [word] if (place := place_of(now, word)) is not None:
            return _picked(now, place, layout)
    raise ValueError(
        "'aim' takes up, down, left, right, here, home, given, nothing, 'find 7h', or a place such as 3 or f1."
    )


def current(view: View, mark: CardSelection | None) -> CardSelection:
    """The mark as it is for a view: of one that was made for another position only the cursor."""
    position = (view.deal, "" if view.seat is None else view.lines[view.seat] or "", view.undone)
    if mark is not None and mark.position == position:
        return mark
    return CardSelection(cursor=mark.cursor if mark else None, position=position)


def cursor(mark: CardSelection) -> PileName:
    """Where Enter acts."""
    return mark.cursor or mark.picked or FIRST


def place_of(mark: CardSelection, word: str) -> PileName | None:
    """The place that a word such as "3" or "f1" means, where a digit may be asked to mean a foundation."""
    return PLACES.get(f"f{word}" if mark.asked and word.isdecimal() else word)


def targets(layout: Layout, mark: CardSelection) -> frozenset[PileName]:
    """Where the picked card may go."""
    if mark.picked is None:
        return frozenset()
    moves = {target: move_between(mark.picked, target) for target in PLACES.values()}
    return frozenset(target for target, move in moves.items() if move and refusal(layout, move) is None)


def own_table(view: View) -> Layout | None:
    """The table of the view's own seat; None for a spectator."""
    return None if view.seat is None else table(view, view.seat)


def _stepped(mark: CardSelection, step: str) -> PileName:
    """The next place in that direction, as far as the table goes: a pile, a foundation and a pile in every row."""
    rows, columns = STEPS[step]
    row, column = _grid(cursor(mark))
    row, column = min(ROWS - 1, max(0, row + rows)), min(COLUMNS - 1, max(0, column + columns))
    return PileName("foundation", row) if column == 1 else PileName("pile", 2 * row + column // 2)


def _grid(place: PileName) -> tuple[int, int]:
    return (place.number // 2, place.number % 2 * 2) if place.is_pile else (place.number, 1)


def _picked(mark: CardSelection, place: PileName, layout: Layout) -> CardSelection:
    """The place's card picked, or let go where it was picked already."""
    if mark.picked == place:
        return mark._replace(picked=None, card=None, asked="")
    card = place.top(layout)
    if card is None:
        raise ValueError(empty(place))
    moved = place if mark.cursor else None
    return _free(mark)._replace(cursor=moved, picked=place, card=card, asked="", found=None)


def _free(mark: CardSelection) -> CardSelection:
    """The mark itself, where nothing is picked yet. Raises ValueError where something is."""
    if mark.picked is not None:
        raise ValueError(f"The {mark.card} is picked already; Esc lets it go.")
    return mark


def _taken(mark: CardSelection, layout: Layout) -> CardSelection:
    if not any(layout.foundations):
        raise ValueError("There is nothing on the foundations that could be taken back.")
    return _free(mark)._replace(asked="" if mark.asked else "taken")


def _given(mark: CardSelection) -> CardSelection:
    if mark.picked is None or not mark.picked.is_pile:
        raise ValueError("Pick a pile first: its digit, F, and the foundation's digit.")
    return mark._replace(asked="" if mark.asked else "given")


def _found(mark: CardSelection, written: str) -> CardSelection:
    card = read_card(written)
    if card is None:
        raise ValueError(f"{written[:40]!r} is not a card; a card is written 7h, 10s, qd or ac.")
    return mark._replace(found=card)


def _nothing(mark: CardSelection) -> CardSelection:
    if not (mark.picked or mark.asked or mark.found or mark.hint):
        raise ValueError("Nothing is picked.")
    return mark._replace(picked=None, card=None, asked="", found=None, hint=None)


def empty(place: PileName) -> str:
    """Why nothing can be picked there."""
    return f"{str(place).capitalize()} is empty."
