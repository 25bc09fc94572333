"""What `show` reads out in line mode: a block and its possible actions, the whole board, or the moves."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.grammar import Names, capitalize, mid_sentence, names_with_you
from client.games.blocky.actions import ACTIONS, SMASH
from client.games.blocky.colours import NAMES
from client.games.blocky.parse import path_of
from client.games.blocky.score_preview import preview_scores
from client.games.blocky.scores import in_order, signed
from client.games.blocky.text import board_sentences, turn_sentence
from engines.blocky.block import Block, Colour, Path, at, square
from engines.blocky.moves import cost
from engines.blocky.places import QUARTERS, WHOLE, place_name
from engines.blocky.view import View, board_of
from engines.game import Seat

SHOWS = ("[BLOCK|turns]", "Read a block, such as upper left or 5,3 2, the board, or the moves made.")


def show(view: View, names: Names, seat: Seat | None, words: str) -> tuple[str, ...]:
    """Read out what the words ask for. Raises ValueError with a sentence if there is no such thing."""
    who, asked = names_with_you(names, seat), " ".join(words.lower().split())
    if asked in ("turns", "moves", "log"):
        return tuple(f"{turn.number}: {turn_sentence(turn, view.depth, who)}" for turn in view.log) or (
            "No moves yet.",
        )
    if not asked or asked in WHOLE:
        return (*_block(view, (), who), *board_sentences(view))
    try:
        return tuple(_block(view, path_of(asked, view), who))
    except LookupError as error:
        raise ValueError(str(error.args[0])) from None
    except ValueError:
        raise ValueError(
            "'show' takes a block such as 'upper left', a cell and a level such as '5,3 2', or 'turns'."
        ) from None


def _block(view: View, path: Path, who: Names) -> Iterator[str]:
    x, y, size = square(path, view.depth)
    block = at(board_of(view), path)
    place = f"columns {x} to {x + size - 1}, rows {y} to {y + size - 1}" if size > 1 else f"column {x}, row {y}"
    yield f"{capitalize(place_name(path, view.depth))}: level {len(path)} of {view.depth}, {place}."
    yield _made_of(block)
    yield from _possible(view, path, who)


def _made_of(block: Block) -> str:
    if isinstance(block, Colour):
        return f"It's {NAMES[block]}."
    parts = (f"{name} {_colour(part)}" for name, part in zip(QUARTERS, block, strict=True))
    return f"It's divided: {', '.join(parts)}."


def _colour(block: Block) -> str:
    return NAMES[block] if isinstance(block, Colour) else "divided"


def _possible(view: View, path: Path, who: Names) -> Iterator[str]:
    for action, preview in zip(ACTIONS[:-1], preview_scores(view, path), strict=False):
        if not preview.obstacle:
            changes = [
                f"{mid_sentence(who[seat])} {signed(preview.changes[seat])}"
                for seat in in_order(view)
                if preview.changes[seat] is not None
            ]
            otherwise = "left to chance" if action is SMASH else "nobody knows"
            price = f", for {cost(preview.move)}" if cost(preview.move) else ""
            yield f"{capitalize(action.name)}{price}: {', '.join(changes) or otherwise}."
