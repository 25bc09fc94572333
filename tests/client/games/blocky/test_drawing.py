"""The table in every size and at every stage: drawn whole, and with all that can be done."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games import Earlier
from client.games.blocky import aim, parse
from client.games.blocky.drawing import FLASH_S, draw
from client.lines import width_of
from engines.blocky.block import text as written
from engines.blocky.rules import give_up
from engines.game import IllegalMove
from tests.support.blocky_tables import PALETTES, SIZES, TABLES, aimed, cells, lines, played, scene, seen, state
from tests.support.boards import board_of_chance, play, seats_of

pytestmark = pytest.mark.thorough

STAGES = {
    "fresh": state(seats=2),
    "alone": state(seats=1),
    "crowd": played(3, 4, 4, 11),
    "secret": played(4, 5, 3, 7, goals="secret"),
    "left": give_up(played(5, 2, 3, 4), 1),
    "over": played(6, 4, 4, 8, moves=2),
    "given up": give_up(state(), 1),
}
LARGE = [size for size in SIZES if size[0] >= 80 and size[1] >= 19]


def text(drawing):
    return "\n".join(lines(drawing))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("pane", [0, 1])
def test_the_table_is_exactly_as_large_as_asked(size, stage, palette, pane):
    for seat in seats_of(STAGES[stage]):
        is_whole(draw(scene(seen(STAGES[stage], seat), *size, pane=pane, palette=palette)), size)


@given(TABLES, st.integers(60, 160), st.integers(15, 60), st.sampled_from(PALETTES), st.data())
def test_any_table_fits_any_screen(state, width, height, palette, data):
    view = seen(state, data.draw(st.sampled_from(seats_of(state))))
    drawing = draw(scene(view, width, height, palette=palette, pane=data.draw(st.integers(0, 3))))
    is_whole(drawing, (width, height))


def is_whole(drawing, size):
    assert [width_of(line) for line in lines(drawing)] == [size[0]] * size[1]
    for region in drawing.regions:
        assert region.x + region.width <= size[0]
        assert region.y + region.height <= size[1]
        assert region.width > 0
        assert region.height > 0


@given(TABLES, st.integers(60, 160), st.integers(15, 60), st.sampled_from(PALETTES), st.data())
def test_pointing_at_a_cell_of_the_board_marks_the_block_that_is_drawn_there(state, width, height, palette, data):
    if state.mover is None:
        return
    view = seen(state)
    side = 1 << view.depth
    words = data.draw(st.lists(st.sampled_from((f"at 0 {side - 1}", "at 0 0", "down", "out")), max_size=3))
    mark = aimed(view, *words) if words and "out" not in words else None
    drawing = draw(scene(view, width, height, palette=palette, mark=mark))
    board = next(region for region in drawing.regions if region.grid)
    x = board.x + data.draw(st.integers(0, board.width - 1))
    y = board.y + data.draw(st.integers(0, board.height - 1))
    assert drawing.at(x, y) == board
    pointed = aim(view, mark, over(board, x, y))
    column, row = board.cell(x, y)
    assert pointed.cell == (column, row)
    redrawn = draw(scene(view, width, height, palette=palette, mark=pointed))
    again = next(region for region in redrawn.regions if region.grid)
    assert again.grid.first_row <= row < again.grid.first_row + again.grid.rows


@pytest.mark.parametrize("size", SIZES)
def test_everything_that_can_be_clicked_does_something_or_says_why_not(size):
    view = seen(STAGES["crowd"], STAGES["crowd"].mover)
    for region in draw(scene(view, *size)).regions:
        for command in (region.command, region.over, region.other, *region.wheel):
            said = region.says(command, region.x, region.y)
            match said.split():
                case ["aim", *words]:
                    try:
                        aim(view, None, " ".join(words))
                    except ValueError as error:
                        assert str(error).endswith(".")  # noqa: PT017 - a sentence
                case [] | ["press", "tab"] | ["next"] | ["up"] | ["down"]:
                    pass
                case _:
                    try:
                        assert parse(said, view, None) == said
                    except IllegalMove as error:
                        assert str(error).endswith(".")  # noqa: PT017 - a sentence


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stage", ["fresh", "alone", "crowd", "secret"])
def test_the_board_the_goals_the_scores_and_all_there_is_to_do_show_at_once(size, stage):
    view = seen(STAGES[stage], STAGES[stage].mover)
    shown = text(draw(scene(view, *size)))
    assert "YOUR TURN" in shown
    for seat, name in enumerate(("ana", "ben", "cleo", "dora")[: len(view.made)]):
        assert ("You" if seat == view.seat else name) in shown
        assert view.scores[seat] is None or str(view.scores[seat]) in shown
    commands = [region.command for region in draw(scene(view, *size)).regions]
    assert (
        sum(command.startswith(("rotate", "swap", "smash", "combine", "paint", "press")) for command in commands) == 8
    )


@pytest.mark.parametrize("size", LARGE)
def test_where_there_is_room_the_moves_and_the_colours_names_show_too(size):
    shown = text(draw(scene(seen(STAGES["crowd"]), *size)))
    assert " 11 " in shown
    assert "green" in shown.splitlines()[-2] or "█ blue" in shown.replace("██", "█")


def test_on_a_small_screen_the_panes_take_turns_and_say_how():
    panes = [text(draw(scene(seen(STAGES["crowd"]), 60, 15, pane=pane))) for pane in range(3)]
    assert "o more" in panes[0]
    assert "Moves, o shows the board" in panes[1]
    assert panes[2] == panes[0]


@pytest.mark.parametrize(("seat", "stage"), [(None, "fresh"), (0, "over")])
def test_where_tab_is_free_it_shows_the_other_pane(seat, stage):
    assert "Tab" in text(draw(scene(seen(STAGES[stage], seat), 60, 15))).splitlines()[0] or stage == "over"
    assert "Moves, Tab shows the board" in text(draw(scene(seen(STAGES[stage], seat), 60, 15, pane=1)))


@pytest.mark.parametrize("stage", ["over", "given up"])
@pytest.mark.parametrize("pane", [0, 1])
def test_on_a_small_screen_the_panel_that_ends_a_game_hides_no_player_and_no_move(stage, pane):
    shown = lines(draw(scene(seen(STAGES[stage]), 60, 15, pane=pane)))
    assert not "".join(line[-38:] for line in shown[-(7 + max(2, len(STAGES[stage].made))) :]).strip()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stage", ["secret"])
def test_secret_scores_are_not_drawn(size, stage):
    hidden = STAGES[stage]
    for pane in (0, 1):
        drawn = text(draw(scene(seen(hidden, 0), *size, pane=pane)))
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
        assert "secret" not in text(drawing)
        assert "won" in text(drawing)
        assert not any(region.grid for region in drawing.regions)
        assert all(str(score) in text(drawing) for score in over.scores)


@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("stage", ["over", "given up"])
def test_the_panel_that_ends_a_game_hides_no_player_and_no_move(size, stage):
    drawing = draw(scene(seen(STAGES[stage]), *size))
    players = len(STAGES[stage].made)
    covered = [line[-38:] for line in lines(drawing)[-(7 + max(2, players)) :]]
    assert not "".join(covered).strip()


def test_a_board_too_high_for_the_screen_shows_where_there_is_more():
    view = seen(played(3, 4, 2, 0))
    assert "▼" in text(draw(scene(view, 60, 15)))
    assert "▲" not in text(draw(scene(view, 60, 15)))
    low = draw(scene(view, 60, 15, mark=aimed(view, "at 0 15")))
    assert "▲" in text(low)
    row, line = next((row, line) for row, line in enumerate(lines(low)) if "▲" in line)
    assert low.at(line.index("▲"), row).command == "aim up"
    assert "▲" not in text(draw(scene(view, 80, 19, mark=aimed(view, "at 0 15"))))


def test_a_pointer_at_the_edge_of_what_is_in_sight_brings_the_next_row_and_back_at_the_other_edge():
    view = seen(state(written(board_of_chance(1, depth=4)), depth=4))
    small = aimed(view, "in 0 14", "in 0 14", "in 0 14", "at 0 13 0", "at 0 14 0")
    drawing = draw(scene(view, 60, 15, mark=small))
    (board,) = (region for region in drawing.regions if region.grid)
    assert board.grid.first_row == 1
    back = aim(view, small, over(board, 0, 0))
    (board,) = (region for region in draw(scene(view, 60, 15, mark=back)).regions if region.grid)
    assert board.grid.first_row == 0


def over(board, x, y):
    return board.says(board.over, x, y).removeprefix("aim ")


def changed(view, before, age_s=0.1):
    return scene(view, age_s=age_s, earlier=(Earlier(5.0, before),))


def test_the_block_that_a_move_changed_is_outlined_for_a_moment():
    before, after = seen(state()), seen(play(state(), "rotate clockwise 0"))
    drawing = draw(changed(after, before))
    assert "╔" in text(drawing)
    assert drawing.again_s == pytest.approx(FLASH_S - 0.1)
    assert "╔" not in text(draw(changed(after, before, FLASH_S)))
    assert draw(changed(after, before, FLASH_S)).again_s is None


def test_all_moves_that_came_within_a_moment_are_outlined():
    states = [state(), play(state(), "smash 3"), play(state(), "smash 3", "rotate clockwise 0")]
    first, second, third = map(seen, states)
    drawing = draw(scene(third, age_s=0.1, earlier=(Earlier(5.0, first), Earlier(0.3, second))))
    assert text(drawing).count("╔") == 2
    later = draw(scene(third, age_s=0.5, earlier=(Earlier(5.0, first), Earlier(0.9, second))))
    assert text(later).count("╔") == 1


def test_a_pass_or_no_motion_outlines_nothing():
    assert "╔" not in text(draw(changed(seen(play(state(), "pass")), seen(state()))))
    assert "╔" not in text(draw(scene(seen(play(state(), "smash 3")))))


def test_a_move_on_its_way_is_seen_on_the_board():
    drawing = draw(scene(seen(state()), pending="rotate clockwise 0"))
    assert "┅" in text(drawing)
    assert "… turn right is on its way" in text(drawing)
    assert "┅" not in text(draw(scene(seen(state()), pending="pass")))


def test_the_mark_is_gone_when_the_game_is():
    marked = {char for row in cells(draw(scene(seen(STAGES["over"])))) for _, char in row}
    assert not marked & set("┏┓┗┛")
