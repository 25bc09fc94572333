"""The table in every size and at every stage: drawn whole, and showing no more than may be seen."""

import pytest

from client.games.tower_blaster.both_towers import END_ROWS, END_WIDTH
from client.games.tower_blaster.draw import draw
from client.games.tower_blaster.info_panel import FEW_TURNS
from tests.support.games.tower_tables import lines, mark, scene, seen, state
from tests.support.games.towers import STABLE, UPSIDE_DOWN, bricks, play, table
from tests.support.golden.sentences import for_each, golden_test

pytestmark = pytest.mark.slow

HUGE, BIG, LARGE, NORMAL, SMALL = (200, 55), (140, 40), (100, 27), (80, 19), (60, 15)
SIZES = [HUGE, BIG, LARGE, NORMAL, SMALL]
FRESH = seen(state())
DRAWN = seen(play(state(), "take pile"))
TAKEN = seen(play(state(), "take discard"))
NEARLY = state(second="4 9 17 12 24 31 38 44 52 57")
STAGES = {
    "fresh": state(),
    "drawn": play(state(), "take pile"),
    "taken": play(state(), "take discard"),
    "opened": table(dealt=bricks(UPSIDE_DOWN)),
    "emptied": play(table(discard="1"), "take discard"),
    "over": state(second=STABLE),
}


def drawn(view, size=LARGE, **changes):
    return lines(draw(scene(view, *size, **changes)))


def row(view, part, size=LARGE, **changes):
    """The first row with a text, as far as the tower goes."""
    return next(line[:70].rstrip() for line in drawn(view, size, **changes) if part in line)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage != "over"])
@pytest.mark.parametrize("pane", [0, 1])
def test_a_spectator_has_nothing_to_click(size, stage, pane):
    assert not draw(scene(seen(STAGES[stage], None), *size, pane=pane)).regions


@pytest.mark.parametrize(
    ("stage", "begins"),
    [
        ("fresh", [" Your tower", " 10 face down", " Your tower"]),
        ("over", [" You", " careful", "┌─ Turns", " You"]),
        ("watched", [" careful", "┌─ Where the bricks are", " careful"]),
    ],
)
def test_on_a_small_screen_the_panes_take_turns(stage, begins):
    view = seen(STAGES["fresh"], None) if stage == "watched" else seen(STAGES[stage])
    panes = [drawn(view, SMALL, pane=pane) for pane in range(len(begins))]
    assert [pane[0][: len(begin)] for pane, begin in zip(panes, begins, strict=True)] == begins
    assert panes[-1] == panes[0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("view", "clicks"),
    [
        (FRESH, {"pile  ": "take pile", "discard  ": "take discard", "top ": "take discard"}),
        (DRAWN, {"pile  ": "reject", "discard  ": "reject"}),
    ],
)
def test_every_brick_and_the_piles_can_be_clicked_for_what_they_do_now(size, view, clicks):
    drawing = draw(scene(view, *size))
    assert {f"place {slot}" for slot in range(1, 11)} <= {region.command for region in drawing.regions}
    for text, command in clicks.items():
        y, line = next((y, line) for y, line in enumerate(lines(drawing)) if text in line)
        assert drawing.at(line.index(text), y).command == command


def test_both_the_brick_in_hand_and_the_top_stand_above_the_tower_to_its_scale():
    assert row(DRAWN, " hand").count("█") == 20
    assert row(FRESH, " top").count("░") == 41


@pytest.mark.parametrize("size", [HUGE, BIG, LARGE, NORMAL])
def test_at_the_end_both_towers_are_in_sight_above_the_panel_that_ends_the_game(size):
    rows = drawn(seen(STAGES["over"]), size)
    header = next(line for line in rows if "stable" in line)
    half = header.index("careful")
    assert "You" in header[:half]
    assert "9 to fix" in header[half:]
    for slot, (mine, theirs) in enumerate(zip(STABLE.split(), UPSIDE_DOWN.split(), strict=True), 1):
        row = next(line for line in rows if line[:half].split()[:1] == [str(slot)])
        assert f" {mine}" in row[:half]
        assert f" {theirs}" in row[half:]
    assert size[1] - END_ROWS >= 11


def test_on_a_small_screen_a_tower_and_the_others_numbers_leave_room_for_that_panel():
    rows = drawn(seen(STAGES["over"]), SMALL)
    assert not any(line[60 - END_WIDTH :].strip() for line in rows[15 - END_ROWS :])
    assert UPSIDE_DOWN in rows[1]


@pytest.mark.parametrize(("size", "rows"), [(HUGE, 4), (BIG, 3), (LARGE, 2), (NORMAL, 1), (SMALL, 1)])
def test_bricks_are_as_high_as_there_is_room_for_and_clicked_in_all_their_rows(size, rows):
    drawing = draw(scene(FRESH, *size))
    slots = [region for region in drawing.regions if region.command.startswith("place ")]
    assert [region.height for region in slots] == [rows] * 10
    tops = [next(y for y, line in enumerate(lines(drawing)) if f" {slot} " in line[:5]) for slot in range(1, 10)]
    assert [drawing.at(2, top).command for top in tops] == [f"place {slot}" for slot in range(1, 10)]


def test_on_the_largest_screen_the_other_tower_stands_beside_ones_own():
    wide, narrow = drawn(FRESH, HUGE), drawn(FRESH, BIG)
    assert "careful" in next(line for line in wide if "Your tower" in line)
    assert "careful" not in next(line for line in narrow if "Your tower" in line)


def test_frames_are_no_higher_than_what_is_in_them():
    turns = [line[156:] for line in drawn(FRESH, HUGE)]
    first = next(row for row, line in enumerate(turns) if "Turns" in line)
    assert "None yet." in turns[first + 1]
    assert turns[first + FEW_TURNS + 1].startswith("└")


SAID = {
    "the header counts what is left to fix and says whose turn it is": lambda: for_each(
        lambda size: [row(view, "Your tower", size) for view in (FRESH, DRAWN, TAKEN)], [LARGE, NORMAL, SMALL]
    ),
    "the turn limit is shown": lambda: row(seen(state(turn_limit=60)), "Your tower"),
    "the preview before a brick is taken is about the discard piles top": lambda: (
        row(FRESH, "in slot", mark=mark(FRESH, 7)),
        row(FRESH, "in slot", mark=mark(FRESH, 6)),
    ),
    "a brick that wins is seen to win": lambda: (
        row(seen(play(NEARLY, "take pile")), "in slot"),
        row(seen(NEARLY), "in slot", mark=mark(seen(NEARLY), 6)),
        row(seen(state(second="4 9 17 20 24 31 38 1 52 57", discard="41", pile="2 3")), "in slot"),
    ),
    "the preview shows what the tower becomes": lambda: for_each(
        lambda size: ("\n".join(drawn(DRAWN, size)), "\n".join(drawn(DRAWN, size, mark=mark(DRAWN, 9)))),
        [LARGE, NORMAL, SMALL],
    ),
    "a move on its way is shown": lambda: row(FRESH, "Your tower", pending="take pile"),
    "a game that was given up asks for no move": lambda: row(FRESH, "Your tower", is_over=True),
    "a spectator sees who is on turn and what is in hand": lambda: for_each(
        lambda size: [
            next(line[:62].rstrip() for line in drawn(seen(each, None), size) if "ana" in line)
            for each in (table(), play(table(), "take pile"), play(table(), "take discard"))
        ],
        [LARGE, NORMAL, SMALL],
    ),
}

test_said = golden_test(__name__, SAID)


def test_a_small_tower_that_was_given_up_is_whole_and_offers_no_slot():
    drawing = draw(scene(FRESH, *SMALL, is_over=True))
    text = "\n".join(lines(drawing))
    assert drawing.is_full
    assert "to fix:" not in text
    assert "▸" not in text


@pytest.mark.parametrize("size", [(104, 16), (100, 27)])
def test_a_tower_that_was_given_up_ends_before_the_panel_that_ends_the_game(size):
    edges = {line[-END_WIDTH - 2] for line in drawn(FRESH, size, is_over=True)[-END_ROWS:]}
    assert edges <= set("│┌└ ")


@pytest.mark.parametrize("seat", [0, None])
def test_on_a_low_and_wide_screen_the_turns_stand_beside_the_towers(seat):
    assert any("Turns" in line for line in drawn(seen(play(state(), "take pile", "reject"), seat), (104, 16)))
    assert not any("Where the bricks are" in line for line in drawn(seen(state(), seat), (104, 16)))
