"""Both towers side by side."""

import pytest

from client.games.tower_blaster.both_towers import END_ROWS, END_WIDTH
from client.games.tower_blaster.draw import draw
from tests.support.games.tower_tables import lines, scene, seen, state
from tests.support.games.towers import STABLE, UPSIDE_DOWN, play, table

OVER = state(second=STABLE)


def drawn(view, size, **changes):
    return lines(draw(scene(view, *size, **changes)))


@pytest.mark.parametrize("size", [(100, 27), (80, 19)])
def test_at_the_end_both_towers_are_in_sight_above_the_panel_that_ends_the_game(size):
    rows = drawn(seen(OVER), size)
    assert "You" in rows[0]
    assert "stable" in rows[0]
    assert "9 to fix" in rows[0]
    for slot, (mine, theirs) in enumerate(zip(STABLE.split(), UPSIDE_DOWN.split(), strict=True), 1):
        assert f" {mine}" in rows[slot][: size[0] // 2]
        assert f" {theirs}" in rows[slot][size[0] // 2 :]
    assert size[1] - END_ROWS >= 11


def test_on_a_small_screen_a_tower_and_the_others_numbers_leave_room_for_that_panel():
    rows = drawn(seen(OVER), (60, 15))
    hidden = [row[60 - END_WIDTH :] for row in rows[15 - END_ROWS :]]
    assert not any(row.strip() for row in hidden)
    assert UPSIDE_DOWN in rows[1]


@pytest.mark.parametrize("size", [(100, 27), (80, 19), (60, 15)])
def test_a_spectator_sees_who_is_on_turn_and_what_is_in_hand(size):
    assert "is on turn" in drawn(seen(table(), None), size)[0]
    assert "holds a brick" in drawn(seen(play(table(), "take pile"), None), size)[0]
    assert "holds 1 " in drawn(seen(play(table(), "take discard"), None), size)[0] + " "


def test_a_spectator_sees_who_took_what():
    after = play(table(), "take discard", "place 1")
    assert "careful took 1" in "\n".join(drawn(seen(after, None), (80, 19)))
