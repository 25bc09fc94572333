"""What may lie behind a view of Streets and Alleys."""

from __future__ import annotations

from engines.cards import DECK
from engines.chance import Chance
from engines.game import Seat
from engines.streets_and_alleys.layout import Foundations, Layout, Piles, deal, run
from engines.streets_and_alleys.moves import Build, brief
from engines.streets_and_alleys.rules import SeatTable, State
from engines.streets_and_alleys.view import View, table


def redeal(view: View, chance: Chance) -> State:
    """Some race that looks like this view.

    On a hidden table where something was moved, all that is not on the foundations may lie anywhere. How it came there
    is not worked out, since nothing that anyone else sees depends on it: its line is as long as the moves say, and
    can be taken back, but not as far as the deal.
    """
    return State(
        deal=view.deal,
        shown=None not in view.piles,
        tables=tuple(_table(view, seat, chance) for seat in range(len(view.foundations))),
        gone=view.gone,
        time_is_up=view.over == "time",
    )


def _table(view: View, seat: Seat, chance: Chance) -> SeatTable:
    layout, line = table(view, seat), view.lines[seat]
    if layout is not None and line is not None:
        return SeatTable(layout, line, view.undone if seat == view.seat else "")
    if view.moves[seat] == 0:
        return SeatTable(deal(view.deal))
    layout = Layout(_scatter(view.foundations[seat], chance), view.foundations[seat])
    return SeatTable(layout, _to_and_fro(layout, view.moves[seat]))


def _scatter(foundations: Foundations, chance: Chance) -> Piles:
    """Piles of all cards that are on no foundation."""
    on_foundations = {card for top in foundations for card in run(top)}
    cards = chance.shuffle([card for card in DECK if card not in on_foundations])
    return tuple(cards[pile::8] for pile in range(8))


def _to_and_fro(layout: Layout, moves: int) -> str:
    """A line of as many moves, of one card between two piles, that ends where the card lies."""
    here = next(pile for pile, cards in enumerate(layout.piles) if cards)
    there = (here + 1) % len(layout.piles)
    back_and_forth = brief(Build(here, there)) + brief(Build(there, here))
    return (back_and_forth * moves)[-2 * moves :]
