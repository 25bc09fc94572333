"""The lobby as a person uses it, at each size of screen: keys and the mouse go in, and a terminal is looked at."""

import pytest
from msgspec import structs

from client import tours
from client.settings import Settings
from protocol import messages as m
from tests.support.builders.lobbies import SIZES, crowded_store
from tests.support.fakes.table_server import SHEET as WAR
from tests.support.fakes.table_server import TableServer
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.tower_tables import SHEET as TOWER_BLASTER
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

ENTER, ESC, TAB, BACKTAB, DOWN, UP = "\r", "\x1b", "\t", "\x1b[Z", "\x1b[B", "\x1b[A"
LOBBY = crowded_store().lobby
PANES = {
    (100, 32): ("Play now", "Your games", "Open tables", "Live now", "People"),
    (80, 24): ("Play now", "Your games", "Open tables and live games", "People"),
    (60, 20): ("Play now", "Your games", "Open tables", "Live now", "People"),
}


def crowd(**changes):
    return TableServer(sheets=(BLOCKY, STREETS, TOWER_BLASTER, WAR), lobby=structs.replace(LOBBY, **changes))


def framed(terminal, title):
    """Whether the pane of that title has its frame in the colour of the one that keys go to."""
    column, row = terminal.find(f"─ {title} ─")
    return terminal.style(column, row).bold


@pytest.mark.parametrize("size", SIZES)
async def test_tab_goes_through_every_pane_and_back(size):
    async with running(crowd(), *size, shows="▸ 1  War") as (terminal, _, _):
        for title in (*PANES[size][1:], PANES[size][0]):
            terminal.type(TAB)
            await terminal.until(lambda title=title: f"─ {title} ─" in terminal.text and framed(terminal, title))
        for title in reversed(PANES[size]):
            terminal.type(BACKTAB)
            await terminal.until(lambda title=title: f"─ {title} ─" in terminal.text and framed(terminal, title))


@pytest.mark.parametrize("size", SIZES)
async def test_the_people_are_reached_by_a_key_and_challenged_by_another(size):
    async with running(server := crowd(), *size, shows="▸ 1  War") as (terminal, _, _):
        await terminal.press(BACKTAB, "▸ ben")
        terminal.type(f"{DOWN}{ENTER}")
        await terminal.until(lambda: any(isinstance(command, m.Challenge) for command in server.sent))
    (asked,) = (command for command in server.sent if isinstance(command, m.Challenge))
    assert asked.whom == "maximiliana_1234"


@pytest.mark.parametrize("size", SIZES)
async def test_the_help_says_how_to_come_to_the_people(size):
    async with running(crowd(), *size, shows="▸ 1  War") as (terminal, _, _):
        await terminal.press("?", "Go to the next pane; the people")


@pytest.mark.parametrize("size", SIZES[:2])
async def test_a_click_marks_a_table_a_double_click_joins_it_and_the_pointer_tells_its_options(size):
    async with running(server := crowd(), *size, shows="M3XA") as (terminal, _, _):
        terminal.point_at(*terminal.find("M3XA"))
        await terminal.expect("cleo 1490 waits at a War table (M3XA, scouts). Enter sits down there.")
        await terminal.choose("M3XA", "▸ M3XA")
        assert not any(isinstance(command, m.Join) for command in server.sent)
        terminal.click("M3XA")
        terminal.click("M3XA")
        await terminal.until(lambda: m.Join(ref=0, room="M3XA") in server.sent)


@pytest.mark.parametrize("size", SIZES)
async def test_a_filter_leaves_what_matches_and_enter_takes_the_first_of_that(size):
    async with running(server := crowd(), *size, shows="▸ 1  War") as (terminal, _, _):
        await terminal.press("/hal", "▸ QX2B")
        assert "M3XA" not in terminal.text
        terminal.type(f"{ENTER}{ENTER}")
        await terminal.until(lambda: m.Watch(ref=0, room="QX2B") in server.sent)


@pytest.mark.parametrize("size", SIZES)
async def test_the_mark_stays_on_its_table_while_others_come_and_go(size):
    async with running(server := crowd(), *size, shows="▸ 1  War") as (terminal, _, _):
        await terminal.press(f"{TAB}{TAB}{DOWN}", "▸ M3XA")
        new = structs.replace(LOBBY.open[0], room="NEWT")
        server.say(structs.replace(LOBBY, open=(new, *LOBBY.open)))
        await terminal.expect("  NEWT")
        assert "▸ M3XA" in terminal.text
        server.say(structs.replace(LOBBY, open=LOBBY.open[1:]))
        await terminal.expect_no("K7QF")
        assert "▸ M3XA" in terminal.text


async def test_on_a_normal_screen_one_goes_from_the_tables_to_the_games_that_can_be_watched():
    async with running(server := crowd(), 80, 24, shows="▸ 1  War") as (terminal, _, _):
        await terminal.press(f"{TAB}{TAB}{DOWN}{DOWN}", "▸ M8PK")
        terminal.type(ENTER)
        await terminal.until(lambda: m.Watch(ref=0, room="M8PK") in server.sent)


async def test_on_a_normal_screen_the_people_are_reached_by_a_click_and_left_by_one():
    async with running(crowd(), 80, 24, shows="Tab: people (2)") as (terminal, _, _):
        await terminal.choose("Tab: people (2)", "▸ ben")
        await terminal.choose("Shift-Tab: tables", "▸ K7QF")


async def test_a_screen_that_becomes_smaller_keeps_its_mark():
    async with running(crowd(), shows="▸ 1  War") as (terminal, _, _):
        await terminal.press(f"{TAB}{TAB}{TAB}{DOWN}", "▸ QX2B")
        for size in (*SIZES[1:], SIZES[0]):
            terminal.resize(*size)
            await terminal.until(lambda: "▸ QX2B" in terminal.text)


@pytest.mark.parametrize("size", SIZES[:2])
async def test_what_one_says_is_typed_in_the_hall_and_sent_by_enter(size):
    async with running(crowd(), *size, shows="▸ 1  War") as (terminal, _, _):
        await terminal.press(f"{DOWN}{UP}", "> t says something to everybody here")
        await terminal.press("thello", "│ > hello")
        assert "Enter starts War" in terminal.text
        await terminal.press(ENTER, "  you  hello")
        terminal.click("Hall talk")
        await terminal.expect_no("t says something")
        await terminal.press(ESC, "> t says something")


@pytest.mark.parametrize("size", SIZES)
async def test_a_tour_is_chosen_by_arrows_by_its_number_or_by_the_mouse(size):
    async with running(crowd(), *size, settings=Settings(motion=False), shows="▸ 1  War") as (terminal, app, _):
        for choice in (f"{DOWN}{ENTER}", "2", None):
            await terminal.press("6", "60-second tours, Esc closes", "Enter begins the tour of War")
            if choice is None:
                column, row = terminal.find("60-second tours, Esc closes")
                row += 2
                terminal.click_at(column, row)
                await terminal.expect("Enter begins the tour of Blocky")
                terminal.click_at(column, row)
            else:
                terminal.type(choice)
            await terminal.expect("Your colour counts as one big blob.")
            assert app.store.room == tours.ROOM
            await terminal.press(ESC, "▸ 1  War")


async def test_escape_closes_the_choice_of_tours_and_a_named_tour_needs_none():
    async with running(crowd(), shows="▸ 1  War") as (terminal, _, _):
        await terminal.press("6", "60-second tours, Esc closes")
        terminal.type(ESC)
        await terminal.expect_no("60-second tours, Esc closes")
        await terminal.press(f":learn blocky{ENTER}", "Your colour counts as one big blob.")
