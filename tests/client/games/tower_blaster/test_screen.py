"""Tower Blaster on the full screen as a person sees it, with whole games against the engine's computers."""

from itertools import cycle

import pytest

from client.games.tower_blaster.ascending import helpful_slots
from client.settings import Settings
from protocol import messages as m
from tests.support.builders.tables import person
from tests.support.fakes.table_server import SHEET as WAR
from tests.support.fakes.table_server import Room, TableServer
from tests.support.games.tower_tables import OPTIONS, SHEET, state
from tests.support.games.towers import STABLE, play
from tests.support.laws.depth import sample
from tests.support.terminal.screens import do, is_colourless, is_drawn_whole, view_of
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = ((100, 32), (80, 24), (60, 20))
LEVELS = [level.name for level in SHEET.levels[:2]]
ENTER, UP, DOWN, RIGHT, TAB = "\r", "\x1b[A", "\x1b[B", "\x1b[C", "\t"
NEARLY = state(second="60 7 13 20 26 31 38 44 50 57", discard="1 2")


def server(*rooms):
    return TableServer(sheets=(WAR, SHEET), seated=rooms)


def room(state, seat=1):
    return Room("R9TD", OPTIONS, (person("cleo"), person("ana")), seat, state, number=1, name="tower_blaster")


async def play_on(app, terminal, place, press=None):
    """Play a game to its end by a key or a click for each act: take what helps, reject what does not."""
    press = press or terminal.type
    while app.store.seated.table.phase == "playing":
        view = view_of(app)
        helps = view.top is not None and helpful_slots(view.towers[view.seat], view.top)
        await do(lambda key="d" if helps else "p": press(key), app, terminal)
        view = view_of(app)
        slots = helpful_slots(view.towers[view.seat], view.hand)
        await do(lambda slots=slots: place(slots[0] + 1) if slots else press("x"), app, terminal)
        assert is_drawn_whole(app, terminal)
    await terminal.expect("The game is over")


@pytest.mark.parametrize(
    "case",
    sample([*zip(SIZES, cycle(LEVELS), strict=False), *zip(SIZES, cycle(LEVELS[::-1]), strict=False)], len(SIZES)),
)
async def test_a_whole_game_is_played_by_keys_alone(case):
    size, level = case
    async with running(server(), *size, shows="computer · friend") as (terminal, app, _):
        await terminal.press(f":play tower {level} turn_limit=60{ENTER}", "YOUR TURN: d or p")
        assert app.store.seated.table.seat == 1
        await play_on(app, terminal, place=lambda slot: terminal.type(str(slot % 10)))
        await terminal.press(ENTER, "You stood up.")


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_game_is_played_by_mouse_alone(size):
    places = {"d": "discard  ", "p": "pile  ", "x": "pile  "}
    async with running(server(), *size, shows="2  Tower Blaster") as (terminal, app, _):
        await terminal.choose("2  Tower Blaster", "▸ 2  Tower Blaster")
        terminal.double_click("2  Tower Blaster")
        await terminal.expect("YOUR TURN: d or p")
        _, top = terminal.find("  1 ")
        step = 2 if size[0] >= 100 else 1
        await play_on(
            app,
            terminal,
            place=lambda slot: terminal.click_at(10, top + (slot - 1) * step),
            press=lambda key: terminal.click(places[key]),
        )


async def test_a_whole_game_is_played_by_arrows_and_enter():
    async with running(server(), 80, 24, shows="computer · friend") as (terminal, app, _):
        await terminal.press(f"{DOWN}{ENTER}", "YOUR TURN: d or p")
        await play_on(
            app,
            terminal,
            place=lambda slot: terminal.type(UP * 10 + DOWN * (slot - 1) + (" " if slot % 2 else ENTER)),
        )


async def test_what_cannot_be_done_is_greyed_and_says_why():
    async with running(server(room(state())), shows="(x reject)(Enter marked slot)") as (terminal, _, _):
        await terminal.press("x", "Take a brick first, from the discard pile or from the main pile.")
        await terminal.press("p", "(d discard)(p pile) 1-9,0 place  x reject  Enter marked slot")


async def test_a_turn_of_the_other_side_is_told_and_calls_when_one_looks_elsewhere():
    host = server(room(play(state(), "take pile", "place 4")))
    async with running(host, shows="to play") as (terminal, _, _):
        terminal.type("\x1b[O")
        host.play("R9TD", 0, "take discard")
        await terminal.expect("holds 12")
        assert terminal.bells == 0
        host.play("R9TD", 0, "place 1")
        await terminal.expect("cleo took 12 from the discard pile and threw away 60.", "3 cleo took 12, out 60")
        await terminal.until(lambda: terminal.titles[-1:] == ["your move - Parlour"])
        assert terminal.bells == 1


@pytest.mark.parametrize("size", SIZES)
async def test_at_the_end_the_other_tower_is_shown(size):
    async with running(server(room(NEARLY)), *size, shows="YOUR TURN") as (terminal, app, _):
        await terminal.press("d", "2 in slot 1 makes the tower stable:")
        await terminal.press(ENTER, "The game is over: you won with a stable tower.", "You won 10 to 1.", "9 to fix")
        assert is_drawn_whole(app, terminal)
        if size == (60, 20):
            await terminal.expect(" 60 54 48 42 36 30 24 18 12 6")
            await terminal.press(TAB, "▓▓", STABLE)


@pytest.mark.parametrize("size", SIZES)
async def test_a_spectator_sees_no_tower_until_the_end(size):
    async with running(host := server(room(NEARLY, seat=None)), *size) as (terminal, app, _):
        await terminal.press(f":watch R9TD{ENTER}", "to play")
        assert terminal.text.count("░ ? ░") == 20
        host.play("R9TD", 1, "take discard")
        await terminal.expect("holds 2")
        host.play("R9TD", 1, "place 1")
        await terminal.expect("The game is over: ana won with a stable tower.", "57")
        assert is_drawn_whole(app, terminal)


async def test_the_turns_are_scrolled_by_pages():
    played = play(state(pile="20 2 3 7 8 10 11 13 14 15 16 19"), *["take pile", "reject"] * 10)
    async with running(server(room(played)), 80, 24, shows="11 cleo rejected 15") as (terminal, _, _):
        await terminal.press("\x1b[6~", " 2 you  rejected 20")
        await terminal.expect_no("11 cleo rejected 15")
        await terminal.press("\x1b[5~", "11 cleo rejected 15")


async def test_without_colour_bricks_out_of_order_still_show():
    settings = Settings(color=False, motion=False)
    async with running(server(room(state())), settings=settings, shows="YOUR TURN") as (terminal, _, _):
        column, row = terminal.find("12!")
        assert "▓" * 12 in terminal.lines[row][:column]
        assert is_colourless(terminal)


async def test_the_form_sets_up_a_table_where_one_begins():
    async with running(host := server(), shows="computer · friend") as (terminal, _, _):
        await terminal.press(f"n{RIGHT}{f'{DOWN}{RIGHT}' * 4}", "◂ 40 turns")
        await terminal.expect("◂ shown for two turns", "◂ drawing (easy)", "▸ First move     ◂ you ")
        await terminal.press(f"{DOWN}{DOWN}{ENTER}", "40 turns, first tower shown", "YOUR TURN")
    (created,) = (command for command in host.sent if isinstance(command, m.Create))
    assert created.seats == ("me", "computer:drawing")
