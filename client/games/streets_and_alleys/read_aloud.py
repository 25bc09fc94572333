"""The position as it is read out: the layout, the possible moves, and how everybody stands."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.grammar import Names, capitalize, count, names_with_you
from client.games.streets_and_alleys.card_names import (
    FOUNDATIONS,
    PILES,
    PLACES,
    SUIT_NAMES,
    PileName,
    card_name,
    listed_name,
    rank_name,
    read_card,
)
from client.games.streets_and_alleys.history import count_moves
from client.games.streets_and_alleys.scores import game_end, standing
from engines.cards import Card
from engines.game import Seat
from engines.streets_and_alleys.layout import Foundations, Layout, Piles, is_won, run
from engines.streets_and_alleys.view import View, table


def say(view: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    who = names_with_you(names, seat)
    _, layout = narrated_table(view) or (None, None)
    return (
        f"Streets and Alleys, deal {view.deal}. Type H for help.",
        *(board(layout) if layout else ()),
        *(standing(view, at, who) for at in range(len(who))),
        *(game_end(view, who) if view.over else [outlook(layout)] if layout else ()),
    )


def show(view: View, names: Names, seat: Seat | None, words: str) -> tuple[str, ...]:  # noqa: ARG001 - every game's
    """Read all cards of a pile ("5") or a foundation ("f1"), or say where a card ("7h") lies. Raises ValueError."""
    _, layout = narrated_table(view) or (None, None)
    if layout is None:
        raise ValueError("You are watching a race: each player has a table of their own.")
    if not words:
        return (*(_read_pile(layout.piles[pile], pile) for pile in PILES), _read_foundations(layout.foundations))
    if (place := PLACES.get(words.lower())) is not None:
        return (_read_place(layout, place),)
    if (card := read_card(words)) is not None:
        return (capitalize(f"{card_name(card)} lies {whereabouts(layout, card)}."),)
    raise ValueError("'show' takes a pile from 0 to 7, a foundation from f0 to f3, or a card such as 7h.")


def drawn(view: View, names: Names, seat: Seat | None) -> tuple[str, ...]:  # noqa: ARG001 - every game's
    """The layout as a board of text: in each row a pile, a foundation and a pile. Raises ValueError."""
    _, layout = narrated_table(view) or (None, None)
    if layout is None:
        raise ValueError("You are watching a race: each player has a table of their own.")
    piles = [f"{pile}  {' '.join(f'{card.plain:>3}' for card in layout.piles[pile])}" for pile in PILES]
    tops = [f"f{at} {top.plain if top else '-':<3}" for at, top in enumerate(layout.foundations)]
    wide = max(map(len, piles[::2]))
    return tuple(f"{piles[2 * row]:<{wide}}   {tops[row]}   {piles[2 * row + 1]}".rstrip() for row in FOUNDATIONS)


def narrated_table(view: View) -> tuple[Seat, Layout] | None:
    """The seat whose every move is read out, and its table: the player's own, or that of a single player."""
    seat = 0 if len(view.moves) == 1 else view.seat
    layout = None if seat is None else table(view, seat)
    return None if seat is None or layout is None else (seat, layout)


def whereabouts(layout: Layout, card: Card) -> str:
    """Where a card lies: "in pile 5, under 2 cards", "on foundation 1"."""
    for pile, cards in enumerate(layout.piles):
        if card in cards:
            over = len(cards) - 1 - cards.index(card)
            return f"in pile {pile}, under {count(over, 'card')}" if over else f"at the end of pile {pile}"
    return f"on foundation {next(at for at, top in enumerate(layout.foundations) if card in run(top))}"


def outlook(layout: Layout) -> str:
    moves = count_moves(layout)
    return f"{count(moves, 'move')} possible." if moves else "No moves left."


def board(layout: Layout) -> Iterator[str]:
    """The ends of the piles, a line for each row of two, and the foundations."""
    if is_won(layout):
        yield "All piles are empty."
    else:
        for pile in PILES[::2]:
            yield f"{_pile(layout.piles, pile)} {_pile(layout.piles, pile + 1)}"
    yield _read_foundations(layout.foundations)


def _pile(piles: Piles, pile: int) -> str:
    cards = piles[pile]
    if not cards:
        return f"Pile {pile}, empty."
    return f"Pile {pile}, {count(len(cards), 'card')}, top {card_name(cards[-1])}."


def _read_foundations(foundations: Foundations) -> str:
    return f"Foundations: {', '.join(_foundation(foundations, at) for at in FOUNDATIONS)}."


def _foundation(foundations: Foundations, at: int) -> str:
    """A foundation by its suit; an empty one by its usual suit, unless that was begun elsewhere."""
    top = foundations[at]
    if top is not None:
        return f"{SUIT_NAMES[top.suit]} {rank_name(top)}"
    is_elsewhere = any(other is not None and other.suit == at for other in foundations)
    return "empty" if is_elsewhere else f"{SUIT_NAMES[at]} empty"


def _read_place(layout: Layout, place: PileName) -> str:
    if place.is_pile:
        return _read_pile(layout.piles[place.number], place.number)
    cards = run(layout.foundations[place.number])
    return (
        f"Foundation {place.number}, from the ace up: {_cards(cards)}."
        if cards
        else f"{capitalize(str(place))} is empty."
    )


def _read_pile(cards: tuple[Card, ...], pile: int) -> str:
    return f"Pile {pile}, left to right: {_cards(cards)}." if cards else f"Pile {pile} is empty."


def _cards(cards: tuple[Card, ...]) -> str:
    return ", ".join(map(listed_name, cards))
