"""Blocky on the full screen as a person sees it, with whole games against the engine's computers."""

from dataclasses import replace

import pytest

from client.fullscreen.screens.frame import BOTTOM
from client.games.blocky.drawing.layout_small import END_WIDTH
from client.games.blocky.score_preview import best, preview_scores
from client.games.blocky.scores import end_rows
from client.games.blocky.selection import selected_block
from client.settings import Settings
from engines.blocky.block import blocks, square
from engines.blocky.moves import text
from engines.blocky.view import board_of
from protocol import messages as m
from tests.support.builders.tables import person
from tests.support.fakes.table_server import SHEET as WAR
from tests.support.fakes.table_server import Room, TableServer
from tests.support.games.blocky_tables import NAMES, SHEET, played, state
from tests.support.games.boards import play
from tests.support.terminal.picture import svg
from tests.support.terminal.screens import do, drawn, is_drawn_whole, view_of
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = ((100, 32), (80, 24), (60, 20))
ENTER, UP, DOWN, LEFT, RIGHT, TAB = "\r", "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[C", "\t"
IDLE = "Z"
"""A key that does nothing, so that something is drawn: a pointer that moves within a block gives no reason to."""
SHIFT_UP, SHIFT_DOWN, SHIFT_LEFT, SHIFT_RIGHT = (f"\x1b[1;2{way}" for way in "ABDC")


def server(**changes):
    return TableServer(sheets=(WAR, SHEET), **changes)


def room(state, seat=0, **changes):
    chairs = tuple(map(person, NAMES[: len(state.made)]))
    options = {"depth": state.depth, "moves": state.moves}
    return Room("K7QF", options, chairs, seat, state, number=1, plies=state.made, name="blocky", **changes)


def path_of(app):
    return selected_block(view_of(app), app.ui.mark)


def board_on(app, terminal):
    """The region of the board."""
    columns, rows = len(terminal.lines[0]), len(terminal.lines)
    return next(region for region in app.draw(columns, rows).regions if region.grid)


def cell(app, terminal, column, row):
    """Where on the screen a unit cell is drawn."""
    board = board_on(app, terminal)
    grid = board.grid
    x = board.x + (column - grid.first_column) * board.width // grid.columns
    return x, board.y + (row - grid.first_row) * board.height // grid.rows


def favourite(view):
    """The block on which most can be gained at once, and that move; to pass where nothing gains."""
    found = [best(view, preview_scores(view, path)) for path, _ in blocks(board_of(view))]
    return max(filter(None, found), key=lambda prospect: prospect.changes[view.seat], default=None)


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_game_is_played_by_keys_alone(size):
    keys = {"rotate counter-clockwise": "a", "rotate clockwise": "D", "swap horizontally": "q", "swap vertically": "E"}
    keys |= {"smash": " ", "combine": "c", "paint": "R"}
    async with running(server(), *size, shows="Blocky") as (terminal, app, _):
        await terminal.press(f":play blocky smart-2 depth=3 moves=5{ENTER}", "YOUR TURN")
        while app.store.seated.table.phase == "playing":
            chosen = favourite(view_of(app))
            if chosen is None:
                await do(lambda: terminal.type(TAB + TAB), app, terminal)
                continue
            go_to(app, terminal, chosen.move.path)
            await terminal.until(lambda chosen=chosen: path_of(app) == chosen.move.path)
            name = text(chosen.move).rpartition(" ")[0]
            await do(lambda name=name: terminal.type(keys[name]), app, terminal)
            assert is_drawn_whole(app, terminal)
        await terminal.expect("The game is over")
        await terminal.press(ENTER, "You stood up.")


def go_to(app, terminal, path):
    """Mark a block by arrows for the cell and by letters for the level."""
    view = view_of(app)
    x, y, _ = square(path, view.depth)
    at_x, at_y = app.ui.mark.cell if app.ui.mark else (0, 0)
    across = SHIFT_RIGHT * (x - at_x) + SHIFT_LEFT * (at_x - x)
    terminal.type(across + SHIFT_DOWN * (y - at_y) + SHIFT_UP * (at_y - y))
    terminal.type("w" * view.depth + "s" * len(path))


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_game_is_played_by_mouse_alone(size):
    against = (person("ana"), m.SeatInfo(kind="computer", name="random", won=0))
    short = replace(room(played(4, 4, 2, 0, moves=4)), chairs=against)
    async with running(server(seated=(short,)), *size, shows="YOUR TURN") as (terminal, app, _):
        while app.store.seated.table.phase == "playing":
            chosen = favourite(view_of(app))
            if chosen is None:
                await click(app, terminal, "press tab")
                await do(lambda: terminal.click("again"), app, terminal)
                continue
            await point_at(app, terminal, chosen.move.path)
            move = text(chosen.move)
            await do(lambda move=move: terminal.click_at(*place_of(app, terminal, move)), app, terminal)
            assert move in [turn.move for turn in view_of(app).log]
            assert is_drawn_whole(app, terminal)
        await terminal.expect("The game is over")


async def click(app, terminal, command):
    """Click on what gives a command, and wait for the screen to show what came of it."""
    terminal.click_at(*place_of(app, terminal, command))
    await terminal.expect("Tab again passes.")


def place_of(app, terminal, command):
    """Where something is drawn that gives a command."""
    regions = app.draw(len(terminal.lines[0]), len(terminal.lines)).regions
    return next((region.x, region.y) for region in regions if region.command == command)


async def point_at(app, terminal, path):
    """Mark a block by the pointer and the wheel."""
    x, y, _ = square(path, view_of(app).depth)
    for _ in range(3):  # as what is in sight may follow the pointer
        terminal.point_at(*cell(app, terminal, x, y))
        terminal.type(IDLE)
        await terminal.until(lambda: app.ui.mark is not None and app.ui.mark.cell == (x, y))
        await terminal.until(lambda: terminal.lines == drawn(app, terminal))
    column, row = cell(app, terminal, x, y)
    deeper = len(path) - len(path_of(app))
    terminal.type(f"\x1b[<{65 if deeper > 0 else 64};{column + 1};{row + 1}M" * abs(deeper))
    await terminal.until(lambda: path_of(app) == path and terminal.lines == drawn(app, terminal))


async def test_the_pointer_marks_a_click_pins_and_the_wheel_goes_deeper():
    async with running(server(seated=(room(state()),))) as (terminal, app, _):
        await terminal.expect("Marked: level 1 of 3, 4 x 4 cells")
        column, row = cell(app, terminal, 4, 0)
        terminal.point_at(column, row)
        await terminal.until(lambda: path_of(app) == (0,))
        await terminal.press(f"\x1b[<65;{column + 1};{row + 1}M", "Marked: level 2 of 3, 2 x 2 cells")
        terminal.click_at(column, row)
        await terminal.expect("Pinned: level 2 of 3, 2 x 2 cells")
        terminal.point_at(*cell(app, terminal, 0, 7))
        await terminal.press("D", "You turned 0.1 to the right")


async def test_the_other_button_pins_the_block_in_place_of_the_help():
    async with running(server(seated=(room(state()),)), shows="YOUR TURN") as (terminal, app, _):
        terminal.click_at(*cell(app, terminal, 4, 0), button=2)
        await terminal.expect("Pinned: level 1 of 3")
        assert "Keys" not in terminal.text


async def test_arrows_mark_and_shifted_ones_go_by_cells():
    async with running(server(seated=(room(state()),)), shows="YOUR TURN") as (terminal, app, _):
        terminal.type(RIGHT)
        await terminal.until(lambda: path_of(app) == (0,))
        terminal.type("ss")
        await terminal.until(lambda: path_of(app) == (0, 1, 1))
        terminal.type(SHIFT_RIGHT)
        await terminal.until(lambda: path_of(app) == (0, 1, 0))
        terminal.type(f"W{DOWN}")
        await terminal.until(lambda: path_of(app) == (0, 2))


async def test_tab_passes_when_pressed_twice_and_not_when_pressed_once():
    async with running(server(seated=(room(state()),)), shows="YOUR TURN") as (terminal, app, _):
        await terminal.press(TAB, "Tab again passes.")
        assert view_of(app).made == (0, 0)
        await terminal.press(TAB, "You passed.")


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("d", "Only a divided block can be rotated."),
        (f"{RIGHT} ", "Only a block of one colour can be smashed."),
        (f":turn left 0.9{ENTER}", "is not a move of Blocky"),
        (f":smash 99,0{ENTER}", "There is no cell 99,0; they go from 0,0 to 7,7."),
    ],
)
async def test_what_cannot_be_done_says_why(key, sentence):
    async with running(server(seated=(room(state()),)), shows="YOUR TURN") as (terminal, _, _):
        await terminal.press(key, sentence)


async def test_the_keys_that_do_not_work_are_greyed():
    async with running(server(seated=(room(state()),))) as (terminal, _, _):
        await terminal.expect(
            "W/(S) level (A/D turn)(Q/E swap) Space smash (C combine)(R paint) Tab pass  Esc back  ? help"
        )
        await terminal.press(RIGHT, " W/S level  A/D turn  Q/E swap (Space smash)")


async def test_moves_are_typed_with_a_blocks_address():
    async with running(server(seated=(room(state()),)), shows="YOUR TURN") as (terminal, _, _):
        await terminal.press(f":swap lr 0.1{ENTER}", "You swapped left and right at 0.1")


async def test_a_move_of_another_seat_is_told_and_shown():
    host = server(seated=(room(play(state(), "pass")),))
    async with running(host, settings=Settings(motion=True), shows="ben is on turn") as (terminal, _, _):
        host.play("K7QF", 1, "rotate clockwise 0")
        await terminal.expect("ben turned 0 to the right, no change. It is your turn, with 19 moves left.", "╔")
        await terminal.expect_no("╔")


async def test_a_move_on_its_way_is_shown():
    async with running(host := server(seated=(room(state()),)), shows="YOUR TURN") as (terminal, _, _):
        host.is_up = False
        await terminal.press(" ", "… smash is on its way", "┅")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
async def test_the_panel_that_ends_a_game_takes_no_more_than_is_left_for_it(size, seats):
    over = play(state(seats=seats, moves=1, goals="secret"), *["pass"] * (seats - 1))
    async with running(server(seated=(room(over, seats - 1),)), *size, shows="YOUR TURN") as (terminal, app, _):
        await terminal.press(TAB + TAB, "The game is over")
        await terminal.expect("All moves are made." if seats == 1 else "The highest score wins.")
        if seats > 1:
            await terminal.press("r", "You asked for a rematch.")
        column, row = terminal.find("┌─ The game is over")
        assert column >= size[0] - END_WIDTH
        assert row >= size[1] - BOTTOM - end_rows(view_of(app))
        assert is_drawn_whole(app, terminal)
        if size == (60, 20):
            await terminal.press(TAB, "Moves, Tab shows the board")


@pytest.mark.parametrize("size", SIZES)
async def test_a_spectator_sees_the_game_and_points_but_moves_nothing(size):
    async with running(server(seated=(room(played(2, 4, 3, 4), seat=None),)), *size) as (terminal, app, _):
        await terminal.press(f":watch K7QF{ENTER}", "ben is on turn")
        terminal.point_at(*cell(app, terminal, 9, 0))
        await terminal.until(lambda: path_of(app) == (0,))
        await terminal.press(f":pass{ENTER}", "You are watching; only the players move.")
        assert is_drawn_whole(app, terminal)


async def test_on_a_small_screen_o_shows_the_other_pane_and_marking_the_board():
    async with running(server(seated=(room(played(3, 4, 4, 8)),)), 60, 20, shows="o more") as (terminal, _, _):
        await terminal.press("o", "Moves, o shows the board")
        await terminal.press("o", "o more")
        await terminal.press("o", "Moves, o shows the board")
        await terminal.press(RIGHT, "o more")


async def test_moves_are_scrolled_by_pages():
    async with running(server(seated=(room(played(3, 4, 2, 20)),)), 80, 24, shows=" 20 ben") as (terminal, _, _):
        await terminal.press("\x1b[6~", " 15 you")
        await terminal.expect_no(" 20 ben")


async def test_without_colour_the_board_is_drawn_by_textures():
    settings = Settings(color=False, motion=False)
    async with running(server(seated=(room(state()),)), settings=settings) as (terminal, _, _):
        await terminal.expect("█ blue ▒▒ red ▚▚ green ░░ yellow")
        cells = [terminal.style(column, row) for column in range(100) for row in range(32)]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
        assert "░░░░░░" in terminal.text


@pytest.mark.parametrize(("palette", "name"), [("safe", "orange"), ("original", "olive"), ("texture", "green")])
async def test_the_palette_is_the_one_chosen(palette, name):
    async with running(server(seated=(room(state()),)), shows="YOUR TURN") as (terminal, _, _):
        await terminal.press(f":palette {palette}{ENTER}", name)


async def test_playing_alone_moves_are_taken_back():
    async with running(server(seated=(room(state(seats=1)),)), shows="YOUR TURN") as (terminal, app, _):
        await terminal.press(f"{RIGHT}d", "You turned 0 to the right", "z takes your move back")
        terminal.type("z")
        await terminal.until(lambda: view_of(app).made == (0,))
        await terminal.expect_no("z takes your move back")


async def test_the_form_sets_up_a_table_for_one():
    async with running(host := server(), shows="Blocky") as (terminal, _, _):
        await terminal.press(f":play blocky solo depth=2{ENTER}", "YOUR TURN", "depth 2")
    (created,) = (command for command in host.sent if isinstance(command, m.Create))
    assert created.seats == ("me",)


async def test_a_picture_can_be_taken_in_any_size():
    async with running(server(seated=(room(state()),)), 80, 24, shows="YOUR TURN") as (terminal, _, _):
        assert 'viewBox="0 0 720 480"' in svg(terminal)
