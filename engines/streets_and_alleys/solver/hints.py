"""Hints for people: what to do next, and whether the game can still be won.

Each answer carries a line that is now known to win, in its memory; `recall` gives the help that starts from it. So a
line is searched for once, and followed as long as the player does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engines.chance import Chance
from engines.game import Help, Hint
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import Build, CardMove, Lower, Raise, Undo, brief, read_line, text
from engines.streets_and_alleys.solver.known_wins import proof
from engines.streets_and_alleys.solver.next_move import BUDGET, NoProgress, Onward, TakeBackMoves, lead
from engines.streets_and_alleys.solver.shorten import Line
from engines.streets_and_alleys.solver.winning_lines import Trail, own_table, redo_trail, solved, trail
from engines.streets_and_alleys.view import MAX_LINE, View

WHY_BACK = {
    "lost": "The game can't be won from here",
    "behind": "The way to win leads through an earlier position",
    "unknown": "A 2-second search found no way to win from here",
}


def hint(view: View, chance: Chance, memory: str = "") -> Hint:  # noqa: ARG001 - every game's hints are given both
    """What the view's seat might do next, and why."""
    layout, way, undone = _look(view)
    if len(way) > MAX_LINE:
        return Hint(text(Undo()), f"A deal can take {MAX_LINE} moves at most. Undo some, or restart it.", memory)
    match lead(way, undone, _wins(view, memory)):
        case Onward(move, line) as onward:
            found = _remember(view, len(way) - 1, line) if line else memory
            return Hint(text(move), f"{_describe_move(layout, move)}: {_reason(onward)}.", found)
        case TakeBackMoves(moves, line, why) as back:
            return Hint(text(Undo()), f"{WHY_BACK[why]}. {_after(back)}.", _remember(view, len(way) - 1 - moves, line))
        case NoProgress() as nowhere:
            return Hint(None, _why_nothing(nowhere), memory)


def prospect(view: View, chance: Chance, memory: str = "") -> Hint:  # noqa: ARG001 - every game's prospects are given both
    """Whether the view's seat can still win, with the proof's size where it cannot."""
    layout, way, _ = _look(view)
    found, last = lead(way, (), _wins(view, memory)), len(way) - 1
    match found:
        case Onward(line=line) if line:
            left = _count(len(line), "move")
            return Hint(None, f"This can still be won, in {left} or fewer.", _remember(view, last, line))
        case TakeBackMoves(moves, line, "behind"):
            left = _count(moves + len(line), "move")
            return Hint(None, f"This can still be won, in {left} or fewer.", _remember(view, last - moves, line))
        case TakeBackMoves(moves, line):
            return Hint(None, f"{_verdict(layout, way)} {_after(found)}.", _remember(view, last - moves, line))
        case _:
            return Hint(None, _verdict(layout, way), memory)


def recall(memory: str) -> Help[View]:
    """The help that knows what an earlier answer found."""
    return Help(partial(hint, memory=memory), partial(prospect, memory=memory))


def _wins(view: View, memory: str) -> Iterator[Line]:
    """The lines that are known to win the deal: what an earlier answer about it found, and the listed one."""
    number, _, line = memory.partition(" ")
    if number == str(view.deal):
        yield read_line(line)
    yield proof(view.deal)


def _remember(view: View, kept: int, line: Line) -> str:
    """The memory of a win: the deal, and all moves from it, the player's own as far as kept and then the line."""
    _, own = own_table(view)
    return f"{view.deal} {own[: 2 * kept]}{''.join(map(brief, line))}"


def _verdict(layout: Layout, way: Trail) -> str:
    result = solved(layout, BUDGET)
    seen = _count(result.positions, "position")
    if result.found == "lost":
        what = "This deal can't be won" if len(way) == 1 else "This can't be won any more"
        return f"{what}: a full search of {seen} found no way."
    return f"Nobody knows: a search of {seen} found no way to win, and no proof that there is none."


def _look(view: View) -> tuple[Layout, Trail, Trail]:
    """The own table, what led to it, and what was taken back."""
    layout, line = own_table(view)
    return layout, trail(layout, line), redo_trail(layout, view.undone)


def _describe_move(layout: Layout, move: CardMove) -> str:
    match move:
        case Raise(source, target):
            return f"Move the {layout.piles[source][-1]} from pile {source} up to foundation {target}"
        case Lower(source, target):
            return f"Move the {layout.foundations[source]} from foundation {source} back {_onto(layout, target)}"
        case Build(source, target):
            return f"Move the {layout.piles[source][-1]} from pile {source} {_onto(layout, target)}"


def _onto(layout: Layout, target: int) -> str:
    pile = layout.piles[target]
    return f"onto the {pile[-1]} on pile {target}" if pile else f"to the empty pile {target}"


def _reason(onward: Onward) -> str:
    merit, left = _merit(onward), len(onward.line) - 1
    if not onward.line:
        return f"{merit or 'it looks best'}, but a 2-second search found no way to win"
    won = f"{_count(left, 'more move')} to win" if left else "that wins"
    ways = (merit, "another way to win" if onward.is_aside else "", won)
    return "; ".join(filter(None, ways))


def _merit(onward: Onward) -> str:
    """What a move does at once; "" where that is nothing to speak of."""
    if onward.is_safe:
        return "no pile will need it"
    if onward.frees:
        return f"it frees the {onward.frees}"
    return "it empties the pile" if onward.empties else ""


def _after(found: TakeBackMoves) -> str:
    moves = "the last move" if found.moves == 1 else f"the last {found.moves} moves"
    return f"Take back {moves}, and it can be won in {_count(len(found.line), 'move')}"


def _why_nothing(nowhere: NoProgress) -> str:
    if nowhere.is_lost_deal:
        return "This deal can't be won, whatever you move."
    if nowhere.is_lost:
        return "The game can't be won from here. Nobody knows whether it could be won before."
    return "Every move leads back to an earlier position, or soon loses. Take moves back, or start over."


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
