"""What may lie behind a view of Blocky: the seats' secret colours are any that fit."""

from __future__ import annotations

from dataclasses import replace

from engines.blocky.block import COLOURS, Colour
from engines.blocky.rules import State, begin
from engines.blocky.view import Options, View, board_of
from engines.chance import Chance


def redeal(view: View, chance: Chance) -> State:
    options = Options(depth=view.depth, moves=view.moves, goals=view.goals, ties=view.ties)
    fresh = begin(options, view.kind, _colours(view, chance), board_of(view))
    return replace(fresh, made=view.made, costs=view.costs, painted=view.painted, gone=view.gone, log=view.log)


def _colours(view: View, chance: Chance) -> tuple[Colour, ...]:
    """All seats' colours: those that are shown, those that were seen in a paint, and others for the rest."""
    known = [shown if shown is not None else seen for shown, seen in zip(view.colours, view.painted, strict=True)]
    others = iter(chance.shuffle([colour for colour in COLOURS if colour not in known]))
    return tuple(next(others) if colour is None else colour for colour in known)
