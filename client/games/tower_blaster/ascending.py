"""The order of a tower: which bricks can stay, and where a brick helps most."""

from __future__ import annotations

from functools import lru_cache

from engines.tower_blaster.view import BRICKS, HEIGHT, Brick, Tower, View


@lru_cache(maxsize=1024)
def stable_slots(tower: Tower) -> frozenset[int]:
    """The slots, counted from 0, whose bricks can stay: as many as possible, and of equals the upper ones.

    Bricks that stay ascend, and leave room between, above and below them for others that do too.
    """
    longest = _longest(tower)
    slots: list[int] = []
    for slot in range(HEIGHT):
        is_next = longest[slot] == (longest[slots[-1]] - 1 if slots else max(longest))
        if longest[slot] and is_next and (not slots or _agree(tower, slots[-1], slot)):
            slots.append(slot)
    return frozenset(slots)


def bricks_to_fix(tower: Tower) -> int:
    """How many bricks have to be replaced at least; 0 for a stable tower."""
    return HEIGHT - len(stable_slots(tower))


def with_brick(tower: Tower, slot: int, brick: Brick) -> Tower:
    """The tower with the brick in a slot, counted from 0."""
    return (*tower[:slot], brick, *tower[slot + 1 :])


@lru_cache(maxsize=64)
def best_slot(tower: Tower, brick: Brick) -> int:
    """The slot, counted from 0, where the brick leaves least to fix; of equals the nearest to where it belongs."""

    def cost(slot: int) -> tuple[int, bool, int]:
        after = with_brick(tower, slot, brick)
        return bricks_to_fix(after), slot not in stable_slots(after), abs(slot - _home(brick))

    return min(range(HEIGHT), key=cost)


def brick_to_place(view: View) -> Brick | None:
    """The brick to find a slot for: the one in hand, or else the discard pile's top."""
    return view.hand if view.source is not None and view.seat == view.mover else view.top


@lru_cache(maxsize=64)
def helpful_slots(tower: Tower, brick: Brick) -> tuple[int, ...]:
    """The slots, counted from 0, where the brick would leave less to fix."""
    left = bricks_to_fix(tower)
    return tuple(slot for slot in range(HEIGHT) if bricks_to_fix(with_brick(tower, slot, brick)) < left)


def _longest(tower: Tower) -> list[int]:
    """For every slot, how many bricks at most can stay from there down, including its own; 0 if that one has to go."""
    longest = [0] * HEIGHT
    for slot in reversed(range(HEIGHT)):
        if slot < tower[slot] <= BRICKS.stop - HEIGHT + slot:
            below = (longest[other] for other in range(slot + 1, HEIGHT) if _agree(tower, slot, other))
            longest[slot] = 1 + max(below, default=0)
    return longest


def _agree(tower: Tower, upper: int, lower: int) -> bool:
    """Whether both bricks can stay: the lower one is wider by at least the slots it lies further down."""
    return tower[lower] - tower[upper] >= lower - upper


def _home(brick: Brick) -> int:
    """The slot for a brick of this width if the bricks are spread evenly."""
    return (brick - 1) * HEIGHT // len(BRICKS)
