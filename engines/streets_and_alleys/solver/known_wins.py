"""The deals that are known to be winnable, each with a line of moves that wins it, packed into a file.

`python -m bench.computers.known_wins` writes `known_wins.bin`, and says which deals it holds; it is read when a deal of
it is first needed. A solver that has changed since may win others, but what is proved stays proved.

The deals are in ascending order. Each has a byte that says how far its number is from the one before, a byte that says
how many more there are, and in those its line as one number (`pack`), the lowest byte first.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from engines.chance import Chance
from engines.streets_and_alleys.layout import Layout, deal, is_won
from engines.streets_and_alleys.moves import Raise, apply_move, moves
from engines.streets_and_alleys.safe_moves import is_safe, raise_safe
from engines.streets_and_alleys.solver.shorten import Line

DATA = Path(__file__).with_name("known_wins.bin")
DEALS_OF_VERSION_1 = 388
"""So many deals, the first of today's, were listed under version 1 of the rules; games of then are dealt from them."""


class KnownWins(NamedTuple):
    """The listed deals: their numbers, where each one's line begins in the file, and the file.

    A line goes on to where the two bytes before the next one are, or to the file's end.
    """

    numbers: array[int]
    starts: array[int]
    packed: bytes


@cache
def known_wins() -> KnownWins:
    packed, numbers, starts = DATA.read_bytes(), array("L"), array("L")
    number = at = 0
    while at < len(packed):
        number += packed[at]
        numbers.append(number)
        starts.append(at + 2)
        at += 2 + packed[at + 1]
    return KnownWins(numbers, starts, packed)


def winnable_deals() -> Sequence[int]:
    return known_wins().numbers


def choose_winnable_deal(chance: Chance, listed: int | None = None) -> int:
    """Draw the number of a listed deal, or of the first so many, each as likely as the others."""
    return chance.choice(winnable_deals()[:listed])


@lru_cache(maxsize=64)
def proof(number: int) -> Line:
    """A line that wins a deal; () where the deal is not listed as winnable."""
    numbers, starts, packed = known_wins()
    at = bisect_left(numbers, number)
    if at == len(numbers) or numbers[at] != number:
        return ()
    start = starts[at]
    return unpack(deal(number), int.from_bytes(packed[start : start + packed[start - 1]], "little"))


def pack(layout: Layout, line: Line) -> int:
    """A line that wins from a layout, as a number.

    Safe raises are left out, as they are made as soon as they can be. Each other move is a digit, its place among all
    moves that are possible then, in a system whose base is how many these are; the first move is the lowest digit.
    """
    digits = []
    for move in line:
        if not (isinstance(move, Raise) and is_safe(layout, layout.piles[move.source][-1])):
            possible = tuple(moves(layout))
            digits.append((possible.index(move), len(possible)))
        layout = apply_move(layout, move)
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    return number


def unpack(layout: Layout, number: int) -> Line:
    """The line of a number, with all safe raises."""
    raises, layout = raise_safe(layout)
    line: Line = raises
    while not is_won(layout):
        possible = tuple(moves(layout))
        number, digit = divmod(number, len(possible))
        raises, layout = raise_safe(apply_move(layout, possible[digit]))
        line += (possible[digit], *raises)
    return line


def to_bytes(wins: Iterable[tuple[int, Line]]) -> bytes:
    """The file of deals, in ascending order, and lines that win them."""
    written, before = bytearray(), 0
    for number, line in wins:
        packed = pack(deal(number), line)
        size = (packed.bit_length() + 7) // 8
        written += bytes((number - before, size)) + packed.to_bytes(size, "little")
        before = number
    return bytes(written)
