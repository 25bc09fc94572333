"""What a person types or clicks in Blocky, read as a move, or why it is none now."""

from __future__ import annotations

from client.games.blocky.addresses import path_of
from client.games.blocky.aiming import Mark, is_passing, marked
from client.games.blocky.deeds import DEEDS, PASS, Deed, moves_at
from client.wording import listed
from engines.blocky.block import Path
from engines.blocky.moves import Move, Pass, refusal, text
from engines.blocky.view import View, board_of, is_over
from engines.game import IllegalMove, UnreadableMove

KNOWN = {word: deed for deed in DEEDS for word in (deed.canonical, *deed.words)}
ONCE_MORE = "pass again"
"""What the second press of Tab says; it passes only where the first one has asked."""


def parse(typed: str, view: View, mark: Mark | None) -> str:
    """The canonical text of what was typed: what to do, and a block's address or nothing for the marked block.

    Raises IllegalMove where it is a move that cannot be made now, and UnreadableMove where it is none.
    """
    words = typed.lower().split()
    if " ".join(words) == ONCE_MORE:
        return _pass_again(view, mark)
    move = _read(words, view, mark)
    if why := _why_not(move, view):
        raise IllegalMove(why)
    return text(move)


def _pass_again(view: View, mark: Mark | None) -> str:
    if why := _why_not(Pass(), view):
        raise IllegalMove(why)
    if not is_passing(view, mark):
        raise IllegalMove("Press Tab twice to pass, or type 'pass'.")
    return text(Pass())


def _read(words: list[str], view: View, mark: Mark | None) -> Move:
    """The move of the longest beginning that is known, on the block that the rest names."""
    for end in range(len(words), 0, -1):
        deed = KNOWN.get(" ".join(words[:end]))
        if deed is not None and not (deed is PASS and words[end:]):
            return _on_block(deed, words[end:], view, mark)
    raise _unreadable(words)


def _on_block(deed: Deed, address: list[str], view: View, mark: Mark | None) -> Move:
    path: Path = marked(view, mark)
    if address:
        try:
            path = path_of(" ".join(address), view)
        except LookupError as error:
            raise IllegalMove(str(error.args[0])) from None
        except ValueError:
            raise _unreadable([deed.name, *address]) from None
    return moves_at(path)[DEEDS.index(deed)]


def _why_not(move: Move, view: View) -> str | None:
    if view.seat is None:
        return "You are watching; only the players move."
    if is_over(view):
        return "The game is over."
    if view.seat in view.gone:
        return "You gave up; the others play on."
    if view.seat != view.mover:
        return (
            "It is the other side's turn." if len(view.made) == 2 else f"It is player {(view.mover or 0) + 1}'s turn."
        )
    colour = view.colours[view.seat]
    assert colour is not None, "one's own colour is never hidden"
    return refusal(board_of(view), view.depth, colour, move)


def _unreadable(words: list[str]) -> UnreadableMove:
    written = " ".join(words)[:40]
    return UnreadableMove(
        f"{written!r} is not a move of Blocky; there is {listed(deed.name for deed in DEEDS)}, "
        "with a block such as 0.2, or a cell and a level such as 5,3 2."
    )
