"""The moves of Streets and Alleys: what the rules allow, the layout after a move, and how moves are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from engines.cards import RANKS, Card
from engines.game import UnreadableMoveError
from engines.streets_and_alleys.layout import ACE, KING, Foundations, Layout, Pile, Piles, below, height


@dataclass(frozen=True, slots=True)
class Build:
    """Move the end of a pile onto another pile (MTT)."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Raise:
    """Move the end of a pile up to a foundation (MTF)."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Lower:
    """Move the top of a foundation back down onto a pile (MFT)."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the newest move that is not taken back yet."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Make the move again that was taken back last."""


@dataclass(frozen=True, slots=True)
class Again:
    """Start the same deal again, with nothing to undo."""


CardMove = Build | Raise | Lower
Move = CardMove | Undo | Redo | Again

COMMANDS: dict[type[CardMove], str] = {Build: "MTT", Raise: "MTF", Lower: "MFT"}
OTHERS: dict[str, Move] = {"U": Undo(), "Y": Redo(), "again": Again()}
UNDO_MOVES = frozenset({"U", "Y"})
FOUNDATION_LETTERS = "abcd"
"""The foundations in a line of moves, where the piles are digits."""


def refusal(layout: Layout, move: CardMove) -> str | None:
    """Why the rules forbid a move, in a sentence; None where they allow it. What is allowed is defined here alone."""
    match move:
        case Build(source, target):
            return _no_pile(layout, source, target) or _no_build(layout.piles, source, target)
        case Raise(source, target):
            return _no_pile(layout, source) or _no_foundation(layout, target) or _no_raise(layout, source, target)
        case Lower(source, target):
            return _no_foundation(layout, source) or _no_pile(layout, target) or _no_lower(layout, source, target)


def moves(layout: Layout) -> Iterator[CardMove]:
    """Every move of a card that is allowed: up to the foundations, then between piles, then back down."""
    piles, foundations = range(len(layout.piles)), range(len(layout.foundations))
    for kind, places in (
        (Raise, product(piles, foundations)),
        (Build, product(piles, piles)),
        (Lower, product(foundations, piles)),
    ):
        for source, target in places:
            move: CardMove = kind(source, target)
            if refusal(layout, move) is None:
                yield move


def apply_move(layout: Layout, move: CardMove) -> Layout:
    """The layout after a move from somewhere that holds a card. Whether the rules allow it is not asked."""
    piles, foundations = layout.piles, layout.foundations
    match move:
        case Build(source, target):
            return replace(layout, piles=_with_card(_without_end(piles, source), target, piles[source][-1]))
        case Raise(source, target):
            return Layout(_without_end(piles, source), _with_top(foundations, target, piles[source][-1]))
        case Lower(source, target):
            card = foundations[source]
            assert card is not None
            return Layout(_with_card(piles, target, card), _with_top(foundations, source, below(card)))


def invert(move: CardMove) -> CardMove:
    """The move that puts the card back where it was, which the rules may well forbid."""
    match move:
        case Build(source, target):
            return Build(target, source)
        case Raise(source, target):
            return Lower(target, source)
        case Lower(source, target):
            return Raise(target, source)


def text(move: Move) -> str:
    match move:
        case Build(source, target) | Raise(source, target) | Lower(source, target):
            return f"{COMMANDS[type(move)]} {source} {target}"
        case _:
            return next(written for written, other in OTHERS.items() if other == move)


def read(written: str) -> Move:
    """The move of a canonical text. Raises UnreadableMove; a pile that no table has can be read."""
    if written in OTHERS:
        return OTHERS[written]
    if re.fullmatch("(MTT|MTF|MFT)( (0|[1-9][0-9]?)){2}", written):
        command, source, target = written.split(" ")
        return next(kind for kind in COMMANDS if COMMANDS[kind] == command)(int(source), int(target))
    raise UnreadableMoveError(
        f"{written[:40]!r} is not a move of Streets and Alleys; a move is 'MTT 0 1' from pile to pile, 'MTF 0 1' from "
        "pile to foundation, 'MFT 0 1' from foundation to pile, 'U' to undo, 'Y' to redo, or 'again'"
    )


def brief(move: CardMove) -> str:
    """The two characters of a move in a line of moves: its source and its target.

    >>> brief(Build(0, 1)) + brief(Raise(7, 2)) + brief(Lower(2, 7))
    '017cc7'
    """
    match move:
        case Build(source, target):
            return f"{source}{target}"
        case Raise(source, target):
            return f"{source}{FOUNDATION_LETTERS[target]}"
        case Lower(source, target):
            return f"{FOUNDATION_LETTERS[source]}{target}"


def read_line(line: str) -> tuple[CardMove, ...]:
    """The moves of a line: of their briefs one after another."""
    return tuple(_read_brief(line[start], line[start + 1]) for start in range(0, len(line), 2))


def fits(card: Card, pile: Pile) -> bool:
    """Whether a pile takes the card: one that is empty, or that ends in a card one higher of any suit."""
    return not pile or height(pile[-1]) == height(card) + 1


def _no_pile(layout: Layout, *piles: int) -> str | None:
    there = range(len(layout.piles))
    return next((f"There's no pile {pile}; piles are 0 to {there[-1]}." for pile in piles if pile not in there), None)


def _no_foundation(layout: Layout, foundation: int) -> str | None:
    there = range(len(layout.foundations))
    return None if foundation in there else f"There's no foundation {foundation}; foundations are 0 to {there[-1]}."


def _no_build(piles: Piles, source: int, target: int) -> str | None:
    if not piles[source]:
        return f"Pile {source} is empty."
    if source == target:
        return "A card can't go onto its own pile."
    return _misfit(piles[source][-1], piles[target])


def _no_raise(layout: Layout, source: int, target: int) -> str | None:
    if not layout.piles[source]:
        return f"Pile {source} is empty."
    card, top = layout.piles[source][-1], layout.foundations[target]
    if below(card) == top:
        return None
    if top is None:
        return f"The {card} can't start a foundation: only an ace can."
    if height(card) == ACE:
        return f"The {card} needs an empty foundation, and this one is up to the {top}."
    return f"The {card} can't go on the {top}: it goes on the {below(card)}."


def _no_lower(layout: Layout, source: int, target: int) -> str | None:
    card = layout.foundations[source]
    return f"Foundation {source} is empty." if card is None else _misfit(card, layout.piles[target])


def _misfit(card: Card, pile: Pile) -> str | None:
    if fits(card, pile):
        return None
    if height(card) == KING:
        return f"The {card} can only go to an empty pile."
    return f"The {card} can't go on the {pile[-1]}: it goes on any {RANKS[(card.rank + 1) % len(RANKS)]}."


def _without_end(piles: Piles, source: int) -> Piles:
    return (*piles[:source], piles[source][:-1], *piles[source + 1 :])


def _with_card(piles: Piles, target: int, card: Card) -> Piles:
    return (*piles[:target], (*piles[target], card), *piles[target + 1 :])


def _with_top(foundations: Foundations, place: int, top: Card | None) -> Foundations:
    return (*foundations[:place], top, *foundations[place + 1 :])


def _read_brief(source: str, target: str) -> CardMove:
    if source in FOUNDATION_LETTERS:
        return Lower(FOUNDATION_LETTERS.index(source), int(target))
    if target in FOUNDATION_LETTERS:
        return Raise(int(source), FOUNDATION_LETTERS.index(target))
    return Build(int(source), int(target))
