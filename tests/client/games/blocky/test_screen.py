"""Blocky on the full screen as a person sees it, with whole games against the engine's computers."""

from dataclasses import replace

import pytest

from client.fullscreen.screens.frame import BOTTOM
from client.games.blocky.drawing.draw import MOST_SIDE, WIDTH
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
from tests.support.terminal.screens import do, drawn, is_colourless, is_drawn_whole, view_of
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = ((100, 32), (80, 24), (60, 20))
ENTER, RIGHT, TAB = "\r", "\x1b[C", "\t"
IDLE = "Z"
"""A key that does nothing, so that something is drawn: a pointer that moves within a block gives no reason to."""
SHIFT_UP, SHIFT_DOWN, SHIFT_LEFT, SHIFT_RIGHT = (f"\x1b[1;2{way}" for way in "ABDC")
KEYS = {
    "rotate counter-clockwise": "a",
    "rotate clockwise": "D",
    "swap horizontally": "q",
    "swap vertically": "E",
    "smash": " ",
    "combine": "c",
    "paint": "R",
}


def server(*rooms):
    return TableServer(sheets=(WAR, SHEET), seated=rooms)


def room(state, seat=0):
    chairs = tuple(map(person, NAMES[: len(state.made)]))
    options = {"depth": state.depth, "moves": state.moves}
    return Room("K7QF", options, chairs, seat, state, number=1, plies=state.made, name="blocky")


def path_of(app):
    return selected_block(view_of(app), app.ui.mark)


def cell(app, terminal, column, row):
    """Where on the screen a unit cell is drawn."""
    regions = app.draw(terminal.columns, len(terminal.lines)).regions
    board = next(region for region in regions if region.grid)
    grid = board.grid
    x = board.x + (column - grid.first_column) * board.width // grid.columns
    return x, board.y + (row - grid.first_row) * board.height // grid.rows


async def play_on(app, terminal, mark, make, skip):
    """Play a game to its end by the given acts: the move that gains most at once, or a pass where none gains."""
    while app.store.seated.table.phase == "playing":
        view = view_of(app)
        found = [best(view, preview_scores(view, path)) for path, _ in blocks(board_of(view))]
        chosen = max(filter(None, found), key=lambda preview: preview.changes[view.seat], default=None)
        if chosen is None:
            await skip()
        else:
            await mark(chosen.move.path)
            move = text(chosen.move)
            await do(lambda move=move: make(move), app, terminal)
            assert move in [turn.move for turn in view_of(app).log]
        assert is_drawn_whole(app, terminal)
    await terminal.expect("The game is over")


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_game_is_played_by_keys_alone(size):
    async with running(server(), *size, shows="Blocky") as (terminal, app, _):

        async def mark(path):
            """Mark a block by arrows for the cell and by letters for the level."""
            depth = view_of(app).depth
            x, y, _ = square(path, depth)
            at_x, at_y = app.ui.mark.cell if app.ui.mark else (0, 0)
            terminal.type(SHIFT_RIGHT * (x - at_x) + SHIFT_LEFT * (at_x - x))
            terminal.type(SHIFT_DOWN * (y - at_y) + SHIFT_UP * (at_y - y))
            terminal.type("w" * depth + "s" * len(path))
            await terminal.until(lambda: path_of(app) == path)

        await terminal.press(f":play blocky smart-2 depth=3 moves=5{ENTER}", "YOUR TURN")
        await play_on(
            app,
            terminal,
            mark,
            make=lambda move: terminal.type(KEYS[move.rpartition(" ")[0]]),
            skip=lambda: do(lambda: terminal.type(TAB + TAB), app, terminal),
        )
        await terminal.press(ENTER, "You stood up.")


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_game_is_played_by_mouse_alone(size):
    against = (person("ana"), m.SeatInfo(kind="computer", name="random", won=0))
    short = replace(room(played(4, 4, 2, 0, moves=4)), chairs=against)
    async with running(server(short), *size, shows="YOUR TURN") as (terminal, app, _):

        def click(command):
            """Click on what gives a command."""
            regions = app.draw(terminal.columns, len(terminal.lines)).regions
            terminal.click_at(*next((region.x, region.y) for region in regions if region.command == command))

        async def mark(path):
            """Mark a block by the pointer and the wheel."""
            x, y, _ = square(path, view_of(app).depth)
            for _ in range(3):  # as what is in sight may follow the pointer
                terminal.point_at(*cell(app, terminal, x, y))
                terminal.type(IDLE)
                await terminal.until(lambda: app.ui.mark is not None and app.ui.mark.cell == (x, y))
                await terminal.until(lambda: terminal.lines == drawn(app, terminal))
            deeper = len(path) - len(path_of(app))
            for _ in range(abs(deeper)):
                terminal.turn_wheel(*cell(app, terminal, x, y), down=deeper > 0)
            await terminal.until(lambda: path_of(app) == path and terminal.lines == drawn(app, terminal))

        async def skip():
            click("press tab")
            await terminal.expect("Press Tab again to pass.")
            await do(lambda: terminal.click("again"), app, terminal)

        await play_on(app, terminal, mark, click, skip)


@pytest.mark.parametrize("button", [0, 2])
async def test_either_button_pins_the_block_and_the_pointer_leaves_it_alone(button):
    async with running(server(room(state())), shows="YOUR TURN") as (terminal, app, _):
        terminal.click_at(*cell(app, terminal, 4, 0), button=button)
        await terminal.expect("Pinned: level 1 of 3, 4 x 4 cells")
        terminal.point_at(*cell(app, terminal, 0, 7))
        await terminal.press("D", "You turned the upper right quarter to the right")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
async def test_the_end_of_a_game_takes_no_more_than_is_left_for_it(size, seats):
    over = play(state(seats=seats, moves=1, goals="secret"), *["pass"] * (seats - 1))
    async with running(server(room(over, seats - 1)), *size, shows="YOUR TURN") as (terminal, app, _):
        await terminal.press(TAB + TAB, "The game is over")
        if seats > 1:
            await terminal.press("r", "You asked for a rematch.")
        if size[0] >= WIDTH:
            column, row = terminal.find("┌─ The game is over")
            assert column >= size[0] - MOST_SIDE - 1
            assert row >= size[1] - BOTTOM - end_rows(view_of(app))
        else:
            assert "┌─ The game is over" not in terminal.text
        assert is_drawn_whole(app, terminal)


@pytest.mark.parametrize("size", SIZES)
async def test_a_spectator_sees_the_game_and_points_but_moves_nothing(size):
    async with running(server(room(played(2, 4, 3, 4), seat=None)), *size) as (terminal, app, _):
        await terminal.press(f":watch K7QF{ENTER}", "It's ben's turn")
        terminal.point_at(*cell(app, terminal, 9, 0))
        await terminal.until(lambda: path_of(app) == (0,))
        await terminal.press(f":pass{ENTER}", "You are watching; only the players move.")
        assert is_drawn_whole(app, terminal)


async def test_on_a_small_screen_o_shows_the_other_pane_and_marking_the_board():
    async with running(server(room(played(3, 4, 4, 8))), 60, 20, shows="o more") as (terminal, _, _):
        for key, shown in (("o", "o shows the board"), ("o", "o more"), ("o", "o shows the board"), (RIGHT, "o more")):
            await terminal.press(key, shown)


async def test_without_colour_the_board_is_drawn_by_textures():
    settings = Settings(color=False, motion=False)
    async with running(server(room(state())), settings=settings) as (terminal, _, _):
        await terminal.expect("█ blue ▒▒ red ▚▚ green ░░ yellow", "░░░░░░")
        assert is_colourless(terminal)


@pytest.mark.parametrize(("palette", "name"), [("safe", "green"), ("original", "green"), ("texture", "▚▚ green")])
async def test_the_palette_is_the_one_chosen(palette, name):
    async with running(server(room(state())), shows="YOUR TURN") as (terminal, _, _):
        await terminal.press(f":palette {palette}{ENTER}", name)
