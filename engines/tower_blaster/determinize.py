"""What may lie behind a view of Tower Blaster: a table on which all that was seen could have happened."""

from __future__ import annotations

from engines.chance import Chance
from engines.game import Seat
from engines.tower_blaster.rules import SEATS, State
from engines.tower_blaster.view import BRICKS, HEIGHT, Brick, Tower, View, discard_pile, is_over, is_stable

Slots = tuple[Brick | None, ...]
"""A tower as far as it is known; None for a slot with any brick."""


def redeal(view: View, chance: Chance) -> State:
    """Some table that looks like this view. While the game goes on no tower is stable, whatever else it is."""
    state = _imagine(view, chance)
    while not is_over(view) and any(map(is_stable, state.towers)):
        state = _imagine(view, chance)
    return state


def _imagine(view: View, chance: Chance) -> State:
    first, second = (_known_slots(view, seat, chance) for seat in SEATS)
    hidden = list(_hidden_bricks(view, (*first, *second), chance))
    free = (*first, *second).count(None)
    into, rest = list(chance.shuffle(hidden[:free])), hidden[free:]
    towers = _fill(first, into), _fill(second, into)
    hand = rest.pop() if view.source == "pile" and view.hand is None else view.hand
    return State(
        turn_limit=view.turn_limit,
        turns=view.turns,
        towers=towers,
        pile=tuple(rest),
        discard=discard_pile(view),
        source=view.source,
        hand=hand,
        dealt=view.opened,
        taken=view.taken,
        thrown=view.thrown,
        refilled=view.refilled,
        log=view.log,
    )


def _known_slots(view: View, seat: Seat, chance: Chance) -> Slots:
    """What the view shows of a seat's tower. Bricks seen going into a hidden one may be in any slots."""
    shown = view.towers[seat]
    if shown is not None:
        return shown
    if view.opened is not None and seat == 0:
        return _after_log(view, view.opened)
    inside = [seen.brick for seen in view.taken if seen.seat == seat and seen.brick != view.hand]
    return chance.shuffle([*inside, *[None] * (HEIGHT - len(inside))])


def _after_log(view: View, opened: Tower) -> Slots:
    """The opened tower as it is after its seat's turns: where a brick is gone, the one that was taken lies."""
    gone = {ended.thrown: ended.brick for ended in view.log if ended.seat == 0}
    return tuple(gone.get(brick, brick) for brick in opened)


def _hidden_bricks(view: View, known: Slots, chance: Chance) -> tuple[Brick, ...]:
    """The bricks that may be anywhere out of sight, those first that must be in a tower.

    When the main pile was filled, every brick outside the discard pile was in a tower, and what has not been thrown
    away since is there still.
    """
    seen = {*known, *discard_pile(view), view.hand}
    hidden = chance.shuffle([brick for brick in BRICKS if brick not in seen])
    if not view.refilled:
        return hidden
    shuffled = {seen.brick for seen in view.thrown}
    return tuple(sorted(hidden, key=lambda brick: brick in shuffled))


def _fill(slots: Slots, bricks: list[Brick]) -> Tower:
    """The tower with bricks off the end of the list where nothing is known."""
    return tuple(bricks.pop() if brick is None else brick for brick in slots)
