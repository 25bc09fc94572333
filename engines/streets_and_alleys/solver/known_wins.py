"""The deals that are known to be winnable, each with a line of moves that wins it.

They are read from `known_wins.txt` when one is first needed. Each row has a deal and its line, as `text` writes it.
`python -m bench.computers.known_wins` writes the file; it holds those of the deals 1 to 1000 that the solver won in
250,000 positions. A solver that has changed since may win others so soon, but what is proved stays proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from engines.chance import Chance
from engines.streets_and_alleys.layout import Layout, deal
from engines.streets_and_alleys.moves import Raise, apply_move, brief, read_line
from engines.streets_and_alleys.safe_moves import is_safe, raise_safe
from engines.streets_and_alleys.solver.shorten import Line

DATA = Path(__file__).with_name("known_wins.txt")


@cache
def proofs() -> Mapping[int, str]:
    """The text of a winning line for each listed deal, in ascending order of the deals' numbers."""
    rows = DATA.read_text(encoding="ascii").splitlines()
    return {int(number): line for number, line in map(str.split, rows)}


@cache
def winnable_deals() -> tuple[int, ...]:
    return tuple(proofs())


def choose_winnable_deal(chance: Chance) -> int:
    """Draw the number of a listed deal, each as likely as the others."""
    return chance.choice(winnable_deals())


@lru_cache(maxsize=64)
def proof(number: int) -> Line:
    """A line that wins a deal; () where the deal is not listed as winnable."""
    return read(deal(number), proofs()[number]) if number in proofs() else ()


def text(layout: Layout, line: Line) -> str:
    """A line as the file has it: without the safe raises, as these are made as soon as they can be."""
    kept = []
    for move in line:
        if not (isinstance(move, Raise) and is_safe(layout, layout.piles[move.source][-1])):
            kept.append(brief(move))
        layout = apply_move(layout, move)
    return "".join(kept)


def read(layout: Layout, written: str) -> Line:
    """The line of a text, with all safe raises."""
    raises, layout = raise_safe(layout)
    line: Line = raises
    for move in read_line(written):
        raises, layout = raise_safe(apply_move(layout, move))
        line += (move, *raises)
    return line
