"""Help on the full screen as a person sees it: asked for, thought about, marked, followed."""

import pytest

from protocol import messages as m
from tests.support.builders.tables import person
from tests.support.fakes.table_server import Room, TableServer
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.blocky_tables import state as blocky
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.street_tables import nearly_won
from tests.support.games.street_tables import room as street_room
from tests.support.games.streets import race
from tests.support.games.tower_tables import OPTIONS as TOWER_OPTIONS
from tests.support.games.tower_tables import SHEET as TOWER
from tests.support.games.tower_tables import state as tower
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = ((100, 32), (80, 24), (60, 20))
ENTER, ESC, CTRL_L = "\r", "\x1b", "\x0c"
CAREFUL = m.SeatInfo(kind="computer", name="careful", won=0)
BLOCKY_OPTIONS = {"depth": 3, "moves": 20, "goal": "blob", "goals": "open", "ties": "lowest_seat"}


def rooms():
    return {
        "streets": street_room(race(nearly_won())),
        "tower": Room("R9TD", TOWER_OPTIONS, (CAREFUL, person("ana")), 1, tower(), number=1, name="tower_blaster"),
        "blocky": Room(
            "K7QF", BLOCKY_OPTIONS, (person("ana"),), 0, blocky(seats=1), number=1, name="blocky", plies=(0,)
        ),
    }


def server(game):
    return TableServer(sheets=(TOWER, STREETS, BLOCKY), seated=(rooms()[game],))


MARKS = {"streets": "Enter: ", "tower": "▸", "blocky": "Hinted: "}
"""What shows that something is marked."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", MARKS)
async def test_a_hint_is_marked_and_enter_follows_it(game, size):
    async with running(table := server(game), *size, shows="h hint") as (terminal, app, _):
        await terminal.press("h", "or Enter): ")
        assert MARKS[game] in terminal.text
        named = app.store.seated.advice.move
        terminal.type(ENTER)
        await terminal.until(lambda: app.store.seated.table.ply == 1)
        assert [sent.move for sent in table.sent if isinstance(sent, m.Play)] == [named]
        await terminal.expect_no("or Enter): ")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("again", ["h", "w"])
async def test_while_the_server_thinks_it_says_so_and_takes_no_second_question(size, again):
    async with running(table := server("streets"), *size, shows="h hint") as (terminal, _, _):
        table.held = []
        await terminal.press("h", " Searching ")
        await terminal.press(again, " Searching ...  Still working on your last question. One")
        table.release()
        await terminal.expect("Hint (")
        assert sum(isinstance(sent, m.Consult) for sent in table.sent) == 1


async def test_a_hint_that_comes_after_ones_own_move_is_dropped():
    async with running(table := server("streets"), 80, 24, shows="h hint") as (terminal, app, _):
        table.held = []
        await terminal.press("h", " Searching ")
        terminal.type("0f")
        await terminal.until(lambda: app.store.seated.pending is not None)
        table.release()
        await terminal.expect("1 move ")
        assert "Hint" not in terminal.text
        assert app.ui.mark.hint is None


async def test_a_hint_is_followed_by_a_click_on_where_the_card_goes():
    async with running(server("streets"), 80, 24, shows="h hint") as (terminal, app, _):
        await terminal.press("h", "Hint (")
        terminal.click(f"F{app.store.seated.advice.move[-1]}")
        await terminal.until(lambda: app.store.seated.table.ply == 1)
        assert app.store.seated.previous.ply == 0
