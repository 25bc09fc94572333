"""What may lie behind a view of Blocky: the seats' secret colours are any that fit."""

from __future__ import annotations

from engines.blocky.block import COLOURS, Colour
from engines.blocky.rules import State, worth
from engines.blocky.view import View, board_of
from engines.chance import Chance


def redeal(view: View, chance: Chance) -> State:
    """Some table that looks like this view."""
    board, colours = board_of(view), _colours(view, chance)
    return State(
        depth=view.depth,
        moves=view.moves,
        kind=view.kind,
        goals=view.goals,
        ties=view.ties,
        board=board,
        made=view.made,
        costs=view.costs,
        colours=colours,
        painted=view.painted,
        worth=worth(view.kind, board, view.depth, colours),
        gone=view.gone,
        log=view.log,
    )


def _colours(view: View, chance: Chance) -> tuple[Colour, ...]:
    """All seats' colours: those that are shown, those that were seen in a paint, and others for the rest."""
    known = [shown if shown is not None else seen for shown, seen in zip(view.colours, view.painted, strict=True)]
    others = iter(chance.shuffle([colour for colour in COLOURS if colour not in known]))
    return tuple(next(others) if colour is None else colour for colour in known)
