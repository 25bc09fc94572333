"""Games alone and against computers as a person meets them: they wait, go on and are left, by keys on a terminal."""

import pytest

from engines.blocky import rules
from engines.blocky.view import Options
from engines.chance import Chance
from protocol import messages as m
from tests.client.fullscreen.test_app import ENTER, ESC
from tests.support.builders.stores import WAR
from tests.support.builders.tables import person
from tests.support.fakes.table_server import KEY, Room, TableServer
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = [(100, 32), (80, 24)]
LOBBY, TABLE, YOURS = "Play now", "table K0QF", "Your games"


def computer(level):
    return m.SeatInfo(kind="computer", name=level, won=0)


def sent(server, kind):
    return [command for command in server.sent if isinstance(command, kind)]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
async def test_a_game_against_the_computer_waits_in_the_lobby_and_its_digit_goes_on_with_it(columns, rows):
    async with running(server := TableServer(sheets=(WAR,)), columns, rows, shows=LOBBY) as (terminal, app, _):
        await terminal.press("1", TABLE, "SPACE to flip")
        for _ in range(10):
            await terminal.press(ESC, "Go to the lobby")
            await terminal.press(ESC, LOBBY, YOURS, "paused")
            await terminal.press("1", TABLE, "SPACE to flip")
        assert len(sent(server, m.Create)) == 1
        assert not app.store.rooms["K0QF"].table.paused
        looks = [look.room for look in sent(server, m.Look)]
        assert looks == ["K0QF", *[None, "K0QF"] * 10]


async def test_cards_wait_while_the_help_or_the_menu_is_read():
    async with running(server := TableServer(sheets=(WAR,)), shows=LOBBY) as (terminal, app, _):
        await terminal.press("1", TABLE, "SPACE to flip")
        for key, shown in (("?", "Keys, "), (ESC, "Go to the lobby")):
            await terminal.press(key, shown)
            await terminal.until(lambda: app.store.rooms["K0QF"].table.paused)
            await terminal.press(ESC if key == "?" else "r", "SPACE to flip")
            await terminal.until(lambda: not app.store.rooms["K0QF"].table.paused)
        assert [look.room for look in sent(server, m.Look)] == ["K0QF", *[None, "K0QF"] * 2]


async def test_x_leaves_an_untouched_game_at_once_and_asks_about_one_with_a_move():
    async with running(server := TableServer(sheets=(WAR,)), shows=LOBBY) as (terminal, app, _):
        await terminal.press("1", TABLE, "SPACE to flip")
        await terminal.press(ESC, "Go to the lobby")
        await terminal.press(ESC, "paused")
        await terminal.press("\tx", "None yet")
        assert app.store.rooms == {}
        await terminal.press("\x1b[Z1", TABLE, "SPACE to flip")
        await terminal.press(" ", "25 cards")
        await terminal.press(ESC, "Go to the lobby")
        await terminal.press(ESC, "paused")
        await terminal.press("\tx", "for good?")
        await terminal.press("n", "paused")
        assert len(sent(server, m.Leave)) == 1
        await terminal.press("x", "for good?")
        await terminal.press("y", "None yet")
        assert len(sent(server, m.Leave)) == 2


async def test_a_move_of_blocky_is_taken_back_with_the_computers_reply():
    state = rules.setup(Options(depth=3), 2, Chance(KEY, 3))
    seated = Room("K0QF", {"depth": 3}, (person("ana"), computer("random")), 0, state, number=1, name="blocky")
    async with running(server := TableServer(seated=(seated,), sheets=(BLOCKY,)), shows=TABLE) as (terminal, _, _):
        board = server.rooms["K0QF"].state.board
        await terminal.press("wd", "19 left", "z takes your move back")
        await terminal.press("z", "You took back your last move.", "20 left")
        assert server.rooms["K0QF"].state.board == board
        assert len(sent(server, m.TakeBack)) == 1


async def test_a_table_that_is_opened_by_enter_is_looked_at():
    async with running(server := TableServer(sheets=(WAR,)), shows=LOBBY) as (terminal, _, _):
        await terminal.press(ENTER, TABLE)
        assert [look.room for look in sent(server, m.Look)] == ["K0QF"]
