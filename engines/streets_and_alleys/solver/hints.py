"""Hints for people: what to do next, and whether the game can still be won."""

from __future__ import annotations

from engines.chance import Chance
from engines.game import Hint
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import Build, CardMove, Lower, Raise, Undo, text
from engines.streets_and_alleys.solver.known_wins import proof
from engines.streets_and_alleys.solver.next_move import NoProgress, Onward, TakeBackMoves, back, find_fork, lead
from engines.streets_and_alleys.solver.shorten import Line
from engines.streets_and_alleys.solver.solver import solve
from engines.streets_and_alleys.solver.winning_lines import Trail, own_table, redo_trail, trail
from engines.streets_and_alleys.view import MAX_LINE, View

PROSPECT_BUDGET = 800_000
"""How many positions are searched to find out whether a game can be won: about four seconds' worth."""

WHY_BACK = {
    "lost": "From here the game cannot be won",
    "behind": "The way to win leads through where the cards were",
    "unknown": "From here no way to win was found in the time for a hint",
}


def hint(view: View, chance: Chance) -> Hint:  # noqa: ARG001 - every game's hints are given both
    """What the view's seat might do next, and why."""
    layout, way, undone = _look(view)
    if len(way) > MAX_LINE:
        return Hint(text(Undo()), f"There have been {MAX_LINE} moves, and no more are kept: take some back.")
    match lead(way, undone, proof=proof(view.deal)):
        case Onward(move) as onward:
            return Hint(text(move), f"{_describe_move(layout, move)}: {_reason(onward)}.")
        case TakeBackMoves(why=why) as found:
            return Hint(text(Undo()), f"{WHY_BACK[why]}; {_after(found)}.")
        case NoProgress() as nowhere:
            return Hint(None, _why_nothing(nowhere))


def prospect(view: View, chance: Chance) -> str:  # noqa: ARG001 - every game's prospects are given both
    """Whether the view's seat can still win, with the proof's size where it cannot."""
    layout, way, _ = _look(view)
    known = find_fork(way, proof(view.deal))
    if known and known.kept == len(way) - 1:
        return _winnable(known.line)
    verdict = solve(layout, PROSPECT_BUDGET)
    seen = _count(verdict.positions, "position")
    match verdict.found:
        case "won":
            return _winnable(verdict.line)
        case "lost" if len(way) == 1:
            return f"This deal cannot be won: all that can follow was looked at, {seen}."
        case "lost":
            said = f"This can no longer be won: all that can follow was looked at, {seen}."
            earlier = back(way, known, "lost")
        case "unknown":
            said = f"Nobody knows: a look at {seen} found no way to win, and no proof that there is none."
            earlier = back(way, known, "unknown") if known else None
    return f"{said} But {_after(earlier)}." if earlier else said


def _winnable(line: Line) -> str:
    return f"This can still be won: in {_count(len(line), 'move')} or fewer."


def _look(view: View) -> tuple[Layout, Trail, Trail]:
    """The own table, what led to it, and what was taken back."""
    layout, line = own_table(view)
    return layout, trail(layout, line), redo_trail(layout, view.undone)


def _describe_move(layout: Layout, move: CardMove) -> str:
    match move:
        case Raise(source, target):
            return f"Raise the {layout.piles[source][-1]} from pile {source} to foundation {target}"
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
        return f"{merit or 'this looks best'}, though no way to win was found in the time for a hint"
    won = f"from there the game can be won in {_count(left, 'more move')}" if left else "that wins"
    return f"{merit}, and {won}" if merit else won


def _merit(onward: Onward) -> str:
    """What a move does at once; "" where that is nothing to speak of."""
    if onward.is_safe:
        return "nothing will need it in a pile"
    if onward.frees:
        return f"it makes way for the {onward.frees}"
    return "that empties the pile" if onward.empties else ""


def _after(found: TakeBackMoves) -> str:
    moves = "the last move" if found.moves == 1 else f"the last {found.moves} moves"
    return f"take back {moves}, and it can be won in {_count(found.left, 'move')}"


def _why_nothing(nowhere: NoProgress) -> str:
    if nowhere.is_lost_deal:
        return "This deal cannot be won, whatever is moved."
    if nowhere.is_lost:
        return "From here the game cannot be won, and whether it could be before is not known."
    return "Whatever can be moved leads back to what was there, or is soon lost: take moves back, or begin again."


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
