"""Both towers side by side: what spectators see of them, and both of them whole at the end."""

import pytest

from client.games.tower_blaster.both_towers import SIDES
from client.games.tower_blaster.draw import draw
from client.games.tower_blaster.text import in_words, known_bricks
from tests.support.games.tower_tables import lines, scene, seen
from tests.support.games.towers import UPSIDE_DOWN, bricks, play, table
from tests.support.terminal.space_use import played

pytestmark = pytest.mark.slow

HUGE, BIG, LARGE, NORMAL, SMALL = (200, 55), (140, 40), (100, 27), (80, 19), (60, 15)
SIZES = [HUGE, BIG, LARGE, NORMAL, SMALL]
TAKEN = play(table(), "take discard", "place 1", "take pile", "reject")
"""The first player openly took 1, and the second rejected what was drawn."""


def drawn(view, size=LARGE, **changes):
    return lines(draw(scene(view, *size, **changes)))


def towers(view, size):
    """The columns of each tower, without all that stands beside and below them."""
    width = size[0] - next((columns for least, columns in SIDES if size[0] >= least), 0)
    rows = drawn(view, size)
    ground = next(row for row, line in enumerate(rows) if "▔" in line)
    return [[line[start : start + width // 2] for line in rows[:ground]] for start in (0, width // 2)]


@pytest.mark.parametrize("size", SIZES)
def test_spectators_see_the_bricks_that_everybody_knows_and_all_others_face_down(size):
    for each in played("tower_blaster", 2, "counting").some(12).states[:-1]:
        view = seen(each, None)
        for seat, tower in enumerate(towers(view, size)):
            known = known_bricks(view, seat)
            assert sum("?" in line for line in tower) == 10 - len(known)
            numbers = [line.split()[-1] for line in tower[1:] if line.split() and line.split()[-1].isdigit()]
            assert numbers == [str(brick) for brick in sorted(known)]


def test_a_brick_in_hand_is_in_no_tower_yet():
    view = seen(play(table(), "take discard"), None)
    assert known_bricks(view, 0) == ()
    assert "holds 1" in drawn(view)[1]


@pytest.mark.parametrize("size", SIZES)
def test_a_tower_that_was_opened_is_drawn_as_it_was_dealt(size):
    first, second = towers(seen(table(dealt=bricks(UPSIDE_DOWN)), None), size)
    assert any("careful, as dealt" in line for line in first)
    assert [any(brick in line for line in first) for brick in UPSIDE_DOWN.split()] == [True] * 10
    assert sum("?" in line for line in second) == 10


@pytest.mark.parametrize("size", SIZES[:-1])
def test_a_spectator_is_told_the_state_of_play_in_whole_sentences(size):
    view = seen(TAKEN, None)
    told = " ".join(" ".join(line.strip("│ ").split("│")[-1].strip() for line in drawn(view, size)).split())
    sentences = list(in_words(view, ("careful", "ana")))
    assert len(sentences) == 2
    assert [sentence for sentence in sentences if sentence not in told] == []


@pytest.mark.parametrize("size", [HUGE, BIG, LARGE])
def test_below_each_tower_stands_how_much_of_it_is_known_and_what_its_player_did(size):
    rows = drawn(seen(TAKEN, None), size)
    ground = next(row for row, line in enumerate(rows) if "▔" in line)
    assert [line.split("│")[0].split("  ")[0].strip() for line in rows[ground + 1 : ground + 3]] == [
        "1 of 10 bricks known",
        "kept 0, took 1, rejected 0",
    ]
    assert "kept 0, took 0, rejected 1" in rows[ground + 2]


@pytest.mark.parametrize("size", [HUGE, BIG, LARGE])
def test_the_towers_stay_where_they_are_when_the_game_ends(size):
    before, after = (played("tower_blaster", 2, "counting").states[at] for at in (-2, -1))
    grounds = [
        [(row, line.index("▔")) for row, line in enumerate(drawn(seen(each, None), size)) if "▔" in line]
        for each in (before, after)
    ]
    assert grounds[0] == grounds[1]
