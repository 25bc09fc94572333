"""The player's own tower, with its preview."""

import pytest

from client.games.tower_blaster.draw import draw
from tests.support.games.tower_tables import lines, mark, scene, seen, state
from tests.support.games.towers import play
from tests.support.golden.sentences import for_each, golden_test

DRAWN = play(state(), "take pile")
SIZES = ((100, 27), (80, 19), (60, 15))


def text(view, size=(100, 27), **changes):
    return "\n".join(lines(draw(scene(view, *size, **changes))))


def command_at(view, part, size=(100, 27)):
    """The command that a click on a text comes to."""
    drawing = draw(scene(view, *size))
    row, line = next((row, line) for row, line in enumerate(lines(drawing)) if part in line)
    region = drawing.at(line.index(part), row)
    return region and region.command


@pytest.mark.parametrize("size", SIZES)
def test_the_header_counts_what_is_left_to_fix_and_says_whose_turn_it_is(size):
    assert "2 to fix" in text(seen(state()), size)
    assert "YOUR TURN: d or p" in text(seen(state()), size)
    assert "PLACE 20, or x" in text(seen(DRAWN), size)
    assert "PLACE 41" in text(seen(play(state(), "take discard")), size)


def test_the_preview_before_a_brick_is_taken_is_about_the_discard_piles_top():
    assert "41 into slot 8 would leave 2 to fix:" in text(seen(state()), mark=mark(seen(state()), 7))
    assert "41 into slot 7 would leave 2 to fix:" in text(seen(state()), mark=mark(seen(state()), 6))


def test_a_brick_that_wins_is_seen_to_win():
    nearly = state(second="4 9 17 12 24 31 38 44 52 57")
    assert "20 into slot 4 makes the tower stable:" in text(seen(play(nearly, "take pile")))
    assert "41 into slot 7 would leave" in text(seen(nearly), mark=mark(seen(nearly), 6))
    assert "would make it stable:" in text(seen(state(second="4 9 17 20 24 31 38 1 52 57", discard="41", pile="2 3")))


def test_both_the_brick_in_hand_and_the_top_stand_above_the_tower_to_its_scale():
    hand = next(line for line in text(seen(DRAWN)).splitlines() if line.startswith(" hand"))
    assert "█" * 20 in hand
    assert "█" * 21 not in hand[:70]
    top = next(line for line in text(seen(state())).splitlines() if line.startswith(" top"))
    assert "░" * 41 in top


@pytest.mark.parametrize("size", SIZES)
def test_every_brick_can_be_clicked(size):
    drawing = draw(scene(seen(DRAWN), *size))
    commands = {region.command for region in drawing.regions}
    assert {f"place {slot}" for slot in range(1, 11)} <= commands


@pytest.mark.parametrize("size", SIZES)
def test_the_piles_can_be_clicked_for_what_they_do_now(size):
    assert command_at(seen(state()), "pile  ", size) == "take pile"
    assert command_at(seen(state()), "discard  ", size) == "take discard"
    assert command_at(seen(state()), "top ", size) == "take discard"
    assert command_at(seen(DRAWN), "pile  ", size) == "reject"
    assert command_at(seen(DRAWN), "discard  ", size) == "reject"


def test_the_turn_limit_is_shown():
    assert "turn 2 of 60" in text(seen(state(turn_limit=60)))
    assert "turn 2 " in text(seen(state()))


SAID = {
    "the preview shows what the tower becomes": lambda: for_each(
        lambda size: (text(seen(DRAWN), size), text(seen(DRAWN), size, mark=mark(seen(DRAWN), 9))), SIZES
    ),
    "a move on its way is shown": lambda: text(seen(state()), pending="take pile"),
    "a game that was given up asks for no move": lambda: text(seen(state()), is_over=True),
}

test_said = golden_test(__name__, SAID)
