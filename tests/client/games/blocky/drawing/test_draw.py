"""The table in every size and at every stage: drawn whole, and with all that can be done."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.drawing.palettes import TEXTURES
from client.fullscreen.screens.table.side_panel import SIDE_WIDTH
from client.games.blocky.colours import NAMES as COLOUR_NAMES
from client.games.blocky.drawing.draw import draw
from client.games.blocky.parse import parse
from client.games.blocky.scores import end_rows
from client.games.blocky.selection import aim
from tests.support.builders.scenes import is_whole
from tests.support.games.blocky_tables import (
    LARGE,
    NAMES,
    PALETTES,
    SIZES,
    STAGES,
    TABLES,
    lines,
    played,
    scene,
    seen,
    shown,
)
from tests.support.games.boards import seats_of

pytestmark = pytest.mark.slow


@given(TABLES, st.integers(60, 160), st.integers(15, 60), st.sampled_from(PALETTES), st.data())
def test_any_table_fits_any_screen(state, width, height, palette, data):
    view = seen(state, data.draw(st.sampled_from(seats_of(state))))
    drawing = draw(scene(view, width, height, palette=palette, pane=data.draw(st.integers(0, 3))))
    assert is_whole(drawing, (width, height))


def answer(ask, *arguments):
    """What comes of it, or that a sentence says why nothing does."""
    try:
        return ask(*arguments)
    except ValueError as error:
        return str(error).endswith(".") and "a sentence"


@pytest.mark.parametrize("size", SIZES)
def test_everything_that_can_be_clicked_does_something_or_says_why_not(size):
    view = seen(STAGES["crowd"], STAGES["crowd"].mover)
    for region in draw(scene(view, *size)).regions:
        for command in (region.command, region.over, region.other, *region.wheel):
            said = region.says(command, region.x, region.y)
            match said.split():
                case ["aim", *words]:
                    assert answer(aim, view, None, " ".join(words))
                case [] | ["press", "tab"] | ["next"]:
                    pass
                case _:
                    assert answer(parse, said, view, None) in (said, "a sentence")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stage", ["fresh", "alone", "crowd", "secret"])
def test_the_board_the_goals_the_scores_and_all_there_is_to_do_show_at_once(size, stage):
    view = seen(STAGES[stage], STAGES[stage].mover)
    drawn = shown(draw(scene(view, *size)))
    assert "YOUR TURN" in drawn
    for seat, name in enumerate(NAMES[: len(view.made)]):
        assert ("You" if seat == view.seat else name) in drawn
        assert view.scores[seat] is None or str(view.scores[seat]) in drawn
    commands = [region.command for region in draw(scene(view, *size)).regions]
    assert (
        sum(command.startswith(("rotate", "swap", "smash", "combine", "paint", "press")) for command in commands) == 8
    )


@pytest.mark.parametrize("size", SIZES)
def test_secret_scores_are_not_drawn(size):
    hidden = STAGES["secret"]
    for pane in (0, 1):
        drawn = shown(draw(scene(seen(hidden, 0), *size, pane=pane)))
        assert "?" in drawn
        for seat in (1, 2):
            assert hidden.scores[seat] > 20
            assert f" {hidden.scores[seat]} " not in drawn
            assert f"{hidden.worth[seat]}-" not in drawn


@pytest.mark.parametrize("size", SIZES)
def test_at_the_end_every_goal_is_shown_and_nothing_can_be_done_on_the_board(size):
    over = played(4, 5, 3, 6, goals="secret", moves=2)
    for seat in (0, None):
        drawing = draw(scene(seen(over, seat), *size))
        assert "secret" not in shown(drawing)
        assert "won" in shown(drawing)
        assert not any(region.grid for region in drawing.regions)
        assert all(str(score) in shown(drawing) for score in over.scores)


def test_on_a_small_screen_the_panes_take_turns_and_say_how():
    panes = [shown(draw(scene(seen(STAGES["crowd"]), 60, 15, pane=pane))) for pane in range(3)]
    assert "o more" in panes[0]
    assert "Moves, o shows the board" in panes[1]
    assert panes[2] == panes[0]


def test_on_a_narrow_but_high_screen_the_moves_stand_below_the_list():
    assert " 11 cleo " in shown(draw(scene(seen(STAGES["crowd"]), 79, 40)))
    assert " 11 cleo " not in shown(draw(scene(seen(STAGES["crowd"]), 60, 15)))


def test_where_tab_is_free_it_shows_the_other_pane():
    watching, over = seen(STAGES["fresh"], None), seen(STAGES["over"])
    assert "Tab more" in shown(draw(scene(watching, 60, 15)))
    for view in (watching, over):
        assert "Moves, Tab shows the board" in shown(draw(scene(view, 60, 15, pane=1)))


@pytest.mark.parametrize("size", LARGE)
def test_where_there_is_room_the_moves_and_the_colours_names_show_too(size):
    drawn = shown(draw(scene(seen(STAGES["crowd"]), *size)))
    assert " 11 cleo " in drawn
    assert all(f"{texture} {name}" in drawn for texture, name in zip(TEXTURES, COLOUR_NAMES, strict=True))


@pytest.mark.parametrize("pane", [0, 1])
def test_on_a_small_screen_the_end_leaves_no_space_for_its_panel(pane):
    assert draw(scene(seen(STAGES["over"]), 60, 15, pane=pane)).is_full
    assert not draw(scene(seen(STAGES["crowd"]), 60, 15, pane=pane)).is_full


@pytest.mark.parametrize("changes", [{"is_past": True}, {"is_over": True}])
def test_where_nothing_is_marked_a_board_that_does_not_fit_is_scrolled(changes):
    view = seen(played(7, 5, 2, 3), None)

    def arrows(scroll):
        drawn = shown(draw(scene(view, 60, 15, scroll=scroll, palette="texture", **changes)))
        return {sign for sign in "▲▼◀▶" if sign in drawn}

    assert [arrows(scroll) for scroll in (0, 1, 999)] == [{"▼", "▶"}, {"▲", "▼", "▶"}, {"▲", "◀"}]


def test_in_a_narrow_list_of_moves_each_is_named_in_whole_words():
    drawn = shown(draw(scene(seen(STAGES["crowd"], None), 60, 15, is_past=True)))
    assert "…" not in drawn
    assert " 11 cleo " in drawn


@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("stage", ["over", "given up"])
def test_the_panel_that_ends_a_game_hides_no_player_and_no_move(size, stage):
    view = seen(STAGES[stage])
    covered = [line[-SIDE_WIDTH:] for line in lines(draw(scene(view, *size)))[-end_rows(view) :]]
    assert not "".join(covered).strip()
