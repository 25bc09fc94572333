"""War, for tests, benches and proofs."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from random import Random
from typing import Any

from engines.game import Seat
from engines.war.rules import State
from engines.war.view import Flip, Options
from tests.support.facts import Facts, MoveOracle, Secrets, Soak, TourScript, WorldTables


def cards(state: State) -> Hashable:
    """All cards wherever they lie: in hands, in a war, in finished rounds."""
    draws = [*state.war, *(draw for finished in state.rounds for draw in finished.draws)]
    drawn = [card for draw in draws for cards in draw.cards for card in cards]
    return tuple(sorted([*state.hands[0], *state.hands[1], *drawn]))


def allows(state: Any, seat: Seat, text: str) -> bool:
    """Flip, until a hand is empty after a round, once for each draw."""
    return text == "flip" and all(state.hands) and not state.flipped[seat]


def shows(state: Any, seat: Seat, _text: str, _observer: Seat | None) -> object:
    """The second flip turns a card of each hand over, and another where a low card scouts."""
    if not state.flipped[1 - seat]:
        return None
    scouts = state.variant == "scouts"
    return tuple(hand[: 2 if scouts and hand[0].value <= 5 else 1] for hand in state.hands)


def exchange(state: Any, random: Random) -> Any:
    """Two cards of the hands exchanged."""
    cards = [*state.hands[0], *state.hands[1]]
    first, second = random.sample(range(len(cards)), 2)
    cards[first], cards[second] = cards[second], cards[first]
    half = len(state.hands[0])
    return replace(state, hands=(tuple(cards[:half]), tuple(cards[half:])))


FACTS = Facts(
    tables={variant: Options(variant) for variant in ("normal", "suits", "scouts")},
    longest=52,
    moves=lambda _view: (Flip(),),
    kept=cards,
    count_depth=12,
    walks=30,
    tour=TourScript(
        options={"variant": "normal", "auto_flip_s": 0},
        deal=6,
        lines=(
            ("The higher card wins both cards: two points. Flip a card.", "flip", "flip"),
            ("6 beats 4. It's all luck, so just flip again.", "flip", "flip"),
            ("The guide's queen won that round. Flip again.", "flip", "flip"),
            ("Two aces: war! The next flip wins all four cards.", "flip", "flip"),
            ("You lost the war, and with it 4 points. Flip again.", "flip", "flip"),
        ),
        end="The most points at the end win. In a real game, a flips for you.",
    ),
    oracle=MoveOracle(allows, lambda _state: ("flip",), states=1000),
    secrets=Secrets(shows, exchange=exchange),
    soak=Soak({"auto_flip_s": lambda chance: chance.below(601)}),
    aim_ms=5.0,
    hosted={"auto_flip_s": 0},
    world=WorldTables({"variant": ("normal", "suits", "scouts"), "auto_flip_s": (0, 2, 10)}, bold="flip"),
)
