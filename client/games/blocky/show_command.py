"""What plain mode's `show` reads aloud: a block and what there is to do with it, the whole board, or the moves."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.grammar import Names, called, capital, within
from client.games.blocky.actions import DEEDS, SMASH
from client.games.blocky.block_path import WHOLE, path_of
from client.games.blocky.colours import SPOKEN
from client.games.blocky.score_preview import prospects
from client.games.blocky.scores import in_order, signed
from client.games.blocky.text import block_name, told_board, told_turn
from engines.blocky.block import Block, Colour, Path, at, square
from engines.blocky.moves import cost
from engines.blocky.view import View, board_of
from engines.game import Seat

SHOWS = ("[BLOCK|turns]", "Read a block such as 0.2 or 5,3 2, the board, or the moves made.")
PARTS = ("upper right", "upper left", "lower left", "lower right")


def show(view: View, names: Names, seat: Seat | None, words: str) -> tuple[str, ...]:
    """Read what is asked for. Raises ValueError with a sentence where there is no such thing."""
    who, asked = called(names, seat), " ".join(words.lower().split())
    if asked in ("turns", "moves", "log"):
        return tuple(f"{turn.number}: {told_turn(turn, who)}" for turn in view.log) or ("No move has been made yet.",)
    if not asked or asked in WHOLE:
        return (*_block(view, (), who), *told_board(view))
    try:
        return tuple(_block(view, path_of(asked, view), who))
    except LookupError as error:
        raise ValueError(str(error.args[0])) from None
    except ValueError:
        raise ValueError("'show' takes a block such as 0.2, a cell and a level such as 5,3 2, or turns.") from None


def _block(view: View, path: Path, who: Names) -> Iterator[str]:
    """A block: where it lies, what it is made of, what can be done with it."""
    x, y, size = square(path, view.depth)
    block = at(board_of(view), path)
    place = f"columns {x} to {x + size - 1}, rows {y} to {y + size - 1}" if size > 1 else f"column {x}, row {y}"
    yield f"{capital(block_name(path))}: level {len(path)} of {view.depth}, {place}."
    yield _made_of(block)
    yield from _possible(view, path, who)


def _made_of(block: Block) -> str:
    if isinstance(block, Colour):
        return f"It is {SPOKEN[block]}."
    parts = (f"{name} {_colour(part)}" for name, part in zip(PARTS, block, strict=True))
    return f"It is divided: {', '.join(parts)}."


def _colour(block: Block) -> str:
    return SPOKEN[block] if isinstance(block, Colour) else "divided"


def _possible(view: View, path: Path, who: Names) -> Iterator[str]:
    """What can be done, for what, and how it would change the scores that are known."""
    for deed, prospect in zip(DEEDS[:-1], prospects(view, path), strict=False):
        if not prospect.obstacle:
            changes = [
                f"{within(who[seat])} {signed(prospect.changes[seat])}"
                for seat in in_order(view)
                if prospect.changes[seat] is not None
            ]
            otherwise = "left to chance" if deed is SMASH else "nobody knows"
            price = f", for {cost(prospect.move)}" if cost(prospect.move) else ""
            yield f"{capital(deed.name)}{price}: {', '.join(changes) or otherwise}."
