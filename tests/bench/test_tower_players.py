"""The players that Tower Blaster's computers are measured against."""

from __future__ import annotations

import pytest

from bench.tower_players import expect, sort_plainly
from bench.towers import alone, finished
from engines.chance import Chance, derive_key
from engines.tower_blaster import rules
from engines.tower_blaster.rules import State
from engines.tower_blaster.view import text
from server.playing import Choose
from tests.support.towers import play, table

CHANCE = Chance(bytes(32))
ONE_WRONG = "2 7 13 20 26 31 38 44 50 1"
"""Bricks from 51 up finish it in slot 10."""


def chosen(choose: Choose, state: State) -> str:
    return text(choose(rules.view(state, state.mover), CHANCE))


def test_the_sorter_takes_what_belongs_in_a_slot_that_holds_no_brick_of_its_zone() -> None:
    assert chosen(sort_plainly, table(discard="3 8")) == "take discard"
    assert chosen(sort_plainly, play(table(discard="3 8"), "take discard")) == "place 2"
    assert chosen(sort_plainly, table("60 9 48 42 36 30 24 18 12 6", discard="3 8")) == "take pile"
    assert chosen(sort_plainly, play(table("60 9 48 42 36 30 24 18 12 6", pile="8 10"), "take pile")) == "reject"


def test_the_sorter_looks_no_further_even_where_a_brick_would_win() -> None:
    # 53 would win in slot 10, but it belongs in slot 9, which holds 50 of that zone.
    assert chosen(sort_plainly, table(ONE_WRONG, discard="3 53")) == "take pile"


def test_who_expects_takes_and_places_a_brick_that_wins() -> None:
    state = table(ONE_WRONG, discard="3 53")
    assert chosen(expect, state) == "take discard"
    assert chosen(expect, play(state, "take discard")) == "place 10"


def test_who_expects_rejects_a_brick_that_saves_no_draw() -> None:
    assert chosen(expect, play(table(ONE_WRONG, pile="8 10"), "take pile")) == "reject"


def test_who_expects_counts_on_no_brick_that_is_buried() -> None:
    tower = "4 9 17 20 24 31 40 38 52 57"
    assert chosen(expect, play(table(tower, pile="35 1", discard="3"), "take pile")) == "place 7"
    # With 32 to 37 buried, nothing will come between 31 and 38.
    buried = "32 33 34 36 37 3"
    assert chosen(expect, play(table(tower, pile="41 1", discard=buried), "take pile")) == "place 8"


@pytest.mark.slow
@pytest.mark.parametrize(("choose", "most"), [(sort_plainly, 18), (expect, 11)])
def test_a_tower_is_finished_in_about_as_many_turns_as_is_said(choose: Choose, most: int) -> None:
    games = [alone(choose, derive_key(bytes(32), str(number))) for number in range(40)]
    assert all(finished(game[-1]) for game in games)
    assert sum(len(game) - 1 for game in games) / 40 < most
