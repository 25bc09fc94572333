"""What the laws and the golden files need to know of each game beyond its Game value: one entry a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from engines.blocky import moves as blocky_moves
from engines.blocky import rules as blocky
from engines.blocky.block import grid as blocky_grid
from engines.blocky.view import Options as BlockyOptions
from engines.blocky.view import View as BlockyView
from engines.streets_and_alleys import rules as streets
from engines.streets_and_alleys.layout import run
from engines.streets_and_alleys.view import Options as StreetsOptions
from engines.streets_and_alleys.view import read as read_streets
from engines.tower_blaster import rules as tower
from engines.tower_blaster.view import Options as TowerOptions
from engines.tower_blaster.view import read as read_tower
from engines.war import rules as war
from engines.war.view import Flip as WarFlip
from engines.war.view import Options as WarOptions


@dataclass(frozen=True, slots=True)
class Facts:
    """A game's own part in the laws.

    Attributes:
        tables: the options to try the game with, by a name for each.
        longest: no game has more moves than this. In a game that time can end, the time is up after so many.
        moves: every move worth trying in a view, legal or not. The laws ask which of them are accepted.
        kept: something of a State that no move ever changes, such as the cards of the deck.
        count_depth: how many moves deep the golden counts go.
        helped: for how many positions help is asked in a walk of so many seats; some games think of it for seconds.
    """

    tables: Mapping[str, Any]
    longest: int
    moves: Callable[[Any], Iterable[Any]]
    kept: Callable[[Any], Hashable]
    count_depth: int
    helped: Callable[[int], int] = lambda _seats: 6


def war_cards(state: war.State) -> Hashable:
    """All cards wherever they lie: in hands, in a war, in finished rounds."""
    draws = [*state.war, *(draw for finished in state.rounds for draw in finished.draws)]
    drawn = [card for draw in draws for cards in draw.cards for card in cards]
    return tuple(sorted([*state.hands[0], *state.hands[1], *drawn]))


def tower_bricks(state: tower.State) -> Hashable:
    """All bricks wherever they lie: in towers, in piles, in hand."""
    hand = () if state.hand is None else (state.hand,)
    return tuple(sorted([*state.towers[0], *state.towers[1], *state.pile, *state.discard, *hand]))


def blocky_cells(state: blocky.State) -> Hashable:
    """How many unit cells are of some colour, row by row."""
    return tuple(map(len, blocky_grid(state.board, state.depth)))


def blocky_tries(view: BlockyView) -> Iterator[blocky_moves.Move]:
    """Everything there is to do with every block that a board might have, and with one that is too deep for any."""
    yield blocky_moves.Pass()
    for level in range(view.depth + 1):
        for path in product(range(4), repeat=level):
            yield from blocky_moves.actions_at(path)
    yield from blocky_moves.actions_at((0,) * (view.depth + 1))


def street_cards(state: streets.State) -> Hashable:
    """All cards of each seat wherever they lie: in piles, on foundations."""
    return tuple(
        tuple(sorted(card for pile in (*table.layout.piles, *map(run, table.layout.foundations)) for card in pile))
        for table in state.tables
    )


STREETS_TEXTS = "MTT 0 1,MTT 4 4,MTT 7 8,MTT 8 0,MTF 6 0,MTF 3 3,MTF 0 4,MFT 0 7,MFT 4 0,MFT 3 8,U,Y,again"
STREETS_MOVES = tuple(map(read_streets, STREETS_TEXTS.split(",")))
TOWER_TEXTS = "take discard,take pile,place 0,place 1,place 10,place 11,place 99,reject"
TOWER_MOVES = tuple(map(read_tower, TOWER_TEXTS.split(",")))

FACTS: Mapping[str, Facts] = {
    "blocky": Facts(
        # The laws try every move on every block, so the boards are small and the games short.
        tables={
            "open": BlockyOptions(depth=2, moves=3, goal="blob"),
            "secret": BlockyOptions(depth=2, moves=2, goal="perimeter", goals="secret", ties="shared"),
            "deeper": BlockyOptions(depth=3, moves=1, goals="secret"),
        },
        longest=12,
        moves=blocky_tries,
        kept=blocky_cells,
        count_depth=2,
    ),
    "streets_and_alleys": Facts(
        tables={"hidden": StreetsOptions(time_limit_s=900), "shown": StreetsOptions(deal=3, tables="shown")},
        longest=24,
        moves=lambda _view: STREETS_MOVES,
        kept=street_cards,
        count_depth=2,
        helped=lambda seats: 1 if seats == 1 else 0,
    ),
    "tower_blaster": Facts(
        # Chance alone never builds a tower, so the walks need a turn limit; the pile is filled anew on the way.
        tables={"usual": TowerOptions(turn_limit=90), "open": TowerOptions(open_first_tower=True, turn_limit=9)},
        longest=180,
        moves=lambda _view: TOWER_MOVES,
        kept=tower_bricks,
        count_depth=6,
    ),
    "war": Facts(
        tables={variant: WarOptions(variant) for variant in ("normal", "suits", "scouts")},
        longest=52,
        moves=lambda _view: (WarFlip(),),
        kept=war_cards,
        count_depth=12,
    ),
}
