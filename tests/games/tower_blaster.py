"""Tower Blaster, for tests, benches and proofs."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from engines.chance import Chance
from engines.game import Seat
from engines.tower_blaster.rules import State
from engines.tower_blaster.view import MAX_TURNS, Options, View, read
from tests.support.facts import Facts, MoveOracle, Position, Secrets, Soak, TourScript, WorldTables
from tests.support.games import towers

TEXTS = "take discard,take pile,place 0,place 1,place 10,place 11,place 99,reject"
MOVES = tuple(map(read, TEXTS.split(",")))


def bricks(state: State) -> Hashable:
    """All bricks wherever they lie: in towers, in piles, in hand."""
    hand = () if state.hand is None else (state.hand,)
    return tuple(sorted([*state.towers[0], *state.towers[1], *state.pile, *state.discard, *hand]))


def allows(state: Any, seat: Seat, text: str) -> bool:
    """Take, then place or reject; what is from the discard pile is placed. A tower in order ends the game."""
    stable = any(all(upper < lower for upper, lower in pairwise(tower)) for tower in state.towers)
    late = state.turn_limit and state.turns >= state.turn_limit
    if stable or late or seat != state.turns % 2:
        return False
    match text.split():
        case ["take", "discard" | "pile"]:
            return state.hand is None
        case ["place", slot]:
            return state.hand is not None and 1 <= int(slot) <= 10
        case ["reject"]:
            return state.hand is not None and state.source == "pile"
    return False


def shows(state: Any, seat: Seat, text: str, observer: Seat | None) -> object:
    """A drawn brick is its drawer's to see; what is put down, and what it made way for, lies open to all."""
    match text.split():
        case ["take", "pile"]:
            return state.pile[0] if seat == observer else None
        case ["place", slot]:
            return state.towers[seat][int(slot) - 1]
        case ["reject"]:
            return state.hand
    return None


def exchange(state: Any, random: Random) -> Any:
    """Two bricks of the pile and of one tower exchanged."""
    seat, height = random.randrange(2), 10
    bricks = [*state.towers[seat], *state.pile]
    first, second = random.sample(range(len(bricks)), 2)
    bricks[first], bricks[second] = bricks[second], bricks[first]
    towers = list(state.towers)
    towers[seat] = tuple(bricks[:height])
    return replace(state, towers=tuple(towers), pile=tuple(bricks[height:]))


def is_half_a_turn_of_others(before: View, after: View) -> bool:
    """Whether somebody else has taken a brick and not yet put it anywhere."""
    return before.turns == after.turns and after.seat != after.mover


def one_brick_from_standing() -> State:
    """A table where seat 0 has but to put the 57 of the discard pile into its last slot."""
    return towers.table("2 7 13 20 26 31 38 44 50 1", discard="57", turn_limit=90)


def draw_turn_limit(chance: Chance) -> int:
    return chance.choice((0, 1 + chance.below(30), 1 + chance.below(MAX_TURNS)))


FACTS = Facts(
    # Chance alone never builds a tower, so the walks need a turn limit; the pile is filled anew on the way.
    tables={"usual": Options(turn_limit=90), "open": Options(open_first_tower=True, turn_limit=9)},
    longest=180,
    moves=lambda _view: MOVES,
    kept=bricks,
    quiet=is_half_a_turn_of_others,
    count_depth=6,
    positions={
        "one brick from standing": Position("usual", state=one_brick_from_standing()),
        "a tower that stands": Position("usual", ("take discard", "place 10"), one_brick_from_standing()),
    },
    walks=3,
    tour=TourScript(
        options={"open_first_tower": False, "turn_limit": 0},
        deal=3,
        lines=(
            ("Bricks must get bigger from slot 1 down to slot 10. Draw one from the pile.", "take pile"),
            ("50 is large, so it belongs near the bottom. Put it in slot 9.", "place 9", "take pile", "place 7"),
            ("The guide threw away 35. You can take it, since it lies open.", "take discard"),
            (
                "You must place an open brick. 53 is too large for slot 7.",
                "place 7",
                "take pile",
                "place 6",
            ),
            ("Draw again. You don't have to keep a brick from the pile.", "take pile"),
            ("See where it would help. This time, throw it away.", "reject", "take pile", "reject"),
        ),
        end="The first tower in order, smallest on top, wins.",
    ),
    oracle=MoveOracle(
        allows,
        lambda _state: ("take discard", "take pile", "reject", *(f"place {slot}" for slot in range(13))),
        states=1000,
    ),
    secrets=Secrets(shows, exchange=exchange),
    soak=Soak({"turn_limit": draw_turn_limit}),
    aim_ms=5.0,
    hosted={"turn_limit": 30},
    world=WorldTables({"open_first_tower": (False, True), "turn_limit": (2, 4, 9)}, bold="take pile"),
)
