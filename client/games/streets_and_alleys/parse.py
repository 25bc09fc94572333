"""Parses what a person types, presses or clicks into a move, or says why it is none now.

The commands and their answers are exactly those of the rules: MTT, MTF and MFT with a source and a destination, U.
Keys and clicks use other words, which refer to the mark and get shorter answers; the keys of a move can also be typed
("7 4", "7 f", "f1 4"), and get the same.
"""

from __future__ import annotations

import re

from client.games.streets_and_alleys.card_names import (
    ALL,
    FOUNDATIONS,
    PILES,
    PLACES,
    PileName,
    move_between,
    read_card,
    spoken_cards,
)
from client.games.streets_and_alleys.selection import CardSelection, current, cursor, empty, own_table, place_of
from engines.game import IllegalMoveError, UnreadableMoveError
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import Again, Build, CardMove, Lower, Move, Raise, Redo, Undo, refusal, text
from engines.streets_and_alleys.safe_moves import best, home
from engines.streets_and_alleys.view import MAX_LINE, View

COMMANDS: dict[str, tuple[type[CardMove], range, range]] = {
    "mtt": (Build, PILES, PILES),
    "mtf": (Raise, PILES, FOUNDATIONS),
    "mft": (Lower, FOUNDATIONS, PILES),
}
"""The card moves by their commands, with the kinds of their source and target."""
OTHERS: dict[str, Move] = {"u": Undo(), "undo": Undo(), "y": Redo(), "redo": Redo(), "again": Again()}
SHORT = re.compile(r"([0-7]|f ?[0-3]) ([0-7]|f ?[0-3]|f)")
"""A move by the keys for its places; "f" alone is whichever foundation takes the card."""
LONGEST_ECHO = 200
"""In characters: what was typed is said back as the rules have it, but not for ever."""
INTEGER = re.compile(r"[+-]?[0-9]{1,9}")


def parse(typed: str, view: View, mark: CardSelection | None) -> str:
    """The canonical text of what was typed, in upper or lower case.

    "touch" with a place, "touch home" and "pick" are about the picked card, "drag" with a card and a place about that
    card, "best" and "raise" about a pile.
    Raises IllegalMoveError if the rules forbid it now, and UnreadableMoveError if it is no move at all.
    """
    words = typed.lower().split()
    match words:
        case [command, source, target] if command in COMMANDS and all(map(INTEGER.fullmatch, (source, target))):
            return _typed_move(typed.split(), view)
        case [word] if word in OTHERS:
            return _require_legal(OTHERS[word], view)
        case _ if short := SHORT.fullmatch(" ".join(words)):
            try:
                return _require_legal(_short_move(short[1], short[2], _table(view)), view)
            except IllegalMoveError as refused:
                raise IllegalMoveError(spoken_cards(str(refused))) from None
        case ["pick"] | ["touch", "here"] if hint := current(view, mark).hint:
            return _require_legal(hint, view)
        case ["pick"] | ["touch" | "best" | "raise", _] | ["drag", _, _]:
            return _require_legal(_pointed_move(words, _table(view), current(view, mark)), view)
    raise UnreadableMoveError(f"Error in option: {typed.strip()[:LONGEST_ECHO]}")


def why_not(view: View, move: Move) -> str | None:
    """Why the view's seat, which plays, may not make a move; None if it may."""
    layout, seat = own_table(view), view.seat
    assert layout is not None
    assert seat is not None
    match move:
        case Undo():
            return None if view.moves[seat] else "No moves to undo."
        case Redo():
            return None if view.undone else "No moves to redo."
        case Again():
            return None if view.moves[seat] or view.undone else "You haven't moved anything yet."
        case _ if view.moves[seat] >= MAX_LINE:
            return f"A deal can take {MAX_LINE} moves at most. Undo some, or restart it."
        case _:
            return refusal(layout, move)


def _typed_move(words: list[str], view: View) -> str:
    """The move of a command from the rules; a wrong source is reported before a wrong target."""
    kind, sources, targets = COMMANDS[words[0].lower()]
    source, target = map(int, words[1:])
    if source not in sources:
        raise UnreadableMoveError("Error in Source.")
    if target not in targets:
        raise UnreadableMoveError("Error in Destination.")
    _table(view)
    move = kind(source, target)
    if refused := why_not(view, move):
        raise IllegalMoveError(f"Error in move: {' , '.join(words)}. {spoken_cards(refused)}")
    return text(move)


def _short_move(source: str, target: str, layout: Layout) -> CardMove:
    """The move between two places that were typed as their keys."""
    place = PLACES[source.replace(" ", "")]
    if target == "f":
        return _home(place, layout)
    move = move_between(place, PLACES[target.replace(" ", "")])
    if move is None:
        raise IllegalMoveError("A card goes back to a pile, not to another foundation.")
    return move


def _table(view: View) -> Layout:
    """The player's own table. Raises IllegalMoveError for somebody who does not play."""
    layout = own_table(view)
    if layout is None:
        raise IllegalMoveError("You are watching; only the players move cards.")
    if view.over:
        raise IllegalMoveError("The game is over.")
    if view.seat in view.gone:
        raise IllegalMoveError("You have resigned.")
    return layout


def _require_legal(move: Move, view: View) -> str:
    _table(view)
    if refused := why_not(view, move):
        raise IllegalMoveError(refused)
    return text(move)


def _pointed_move(words: list[str], layout: Layout, mark: CardSelection) -> CardMove:
    """The move of a key or a click. Raises IllegalMoveError if that moves nothing."""
    match words:
        case ["touch", "home"]:
            return _home(_picked_place(mark), layout)
        case ["touch", "here"] | ["pick"]:
            return _pick(layout, mark)
        case ["touch", word]:
            return _drop(_place(word, mark), layout, mark)
        case ["drag", card, word]:
            return _drag(card, _place(word, mark), layout)
        case ["best", word] if (place := _place(word, mark)) == mark.picked:
            return _best(place, layout)
        case ["best", _]:
            raise IllegalMoveError("Double-click a card that can move to play it to its best place.")
        case _:
            return _home(_place(words[-1], mark), layout)


def _place(word: str, mark: CardSelection) -> PileName:
    place = place_of(mark, word)
    if place is None:
        raise IllegalMoveError("Piles are 0 to 7, and foundations f0 to f3.")
    return place


def _drop(target: PileName, layout: Layout, mark: CardSelection) -> CardMove:
    if mark.picked is None:
        raise IllegalMoveError(empty(target) if target.top(layout) is None else "Pick a card first.")
    move = move_between(mark.picked, target)
    if move is None:
        raise IllegalMoveError(f"The {mark.card} goes back to a pile, not to another foundation.")
    return move


def _drag(written: str, target: PileName, layout: Layout) -> CardMove:
    """The move of the card that was pressed, whatever is picked."""
    card = read_card(written)
    source = next((place for place in ALL if place.top(layout) == card), None) if card else None
    if source is None:
        raise IllegalMoveError("That card can't be moved now.")
    move = move_between(source, target)
    if move is None:
        raise IllegalMoveError(f"The {card} goes back to a pile, not to another foundation.")
    return move


def _pick(layout: Layout, mark: CardSelection) -> CardMove:
    """What Enter does with the picked card: with the cursor still on it, its best place."""
    place = cursor(mark)
    if mark.picked == place and place.is_pile:
        return _best(place, layout)
    return _drop(place, layout, mark)


def _picked_place(mark: CardSelection) -> PileName:
    if mark.picked is None:
        raise IllegalMoveError("Pick a card first.")
    return mark.picked


def _home(place: PileName, layout: Layout) -> CardMove:
    """The move of a pile's last card to the foundation that takes it."""
    card = place.top(layout)
    if card is None:
        raise IllegalMoveError(empty(place))
    foundation = home(layout, card) if place.is_pile else None
    if foundation is None:
        raise IllegalMoveError(
            f"No foundation takes the {card} now." if place.is_pile else f"The {card} is already up."
        )
    return Raise(place.number, foundation)


def _best(place: PileName, layout: Layout) -> CardMove:
    card = place.top(layout)
    if card is None:
        raise IllegalMoveError(empty(place))
    move = best(layout, place.number) if place.is_pile else None
    if move is None:
        raise IllegalMoveError(f"The {card} has nowhere better to go now.")
    return move
