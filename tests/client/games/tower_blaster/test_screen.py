"""Tower Blaster on the full screen as a person sees it, with whole games against the engine's computers."""

import pytest

from client.games.tower_blaster.ascending import helpful_slots
from client.settings import Settings
from protocol import messages as m
from tests.support.builders.tables import person
from tests.support.fakes.table_server import SHEET as WAR
from tests.support.fakes.table_server import Room, TableServer
from tests.support.games.tower_tables import OPTIONS, SHEET, state
from tests.support.games.towers import STABLE, play
from tests.support.terminal.screens import do, is_drawn_whole, view_of
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = ((100, 32), (80, 24), (60, 20))
ENTER, UP, DOWN, ESC, TAB = "\r", "\x1b[A", "\x1b[B", "\x1b", "\t"
COMPUTER = (m.SeatInfo(kind="computer", name="careful", won=0), person("ana"))
PEOPLE = (person("cleo"), person("ana"))


def server(**changes):
    return TableServer(sheets=(WAR, SHEET), **changes)


def room(state, seat=1, chairs=PEOPLE, **options):
    return Room("R9TD", {**OPTIONS, **options}, chairs, seat, state, number=1, name="tower_blaster")


def slot_of(view):
    """A slot, counted from 1, where the brick in hand helps, if there is one."""
    slots = helpful_slots(view.towers[view.seat], view.hand)
    return slots[0] + 1 if slots else None


async def play_on(app, terminal, take, draw, place, reject):
    """Play a game to its end by the given acts: take what helps, reject what does not."""
    while app.store.seated.table.phase == "playing":
        view = view_of(app)
        helps = view.top is not None and helpful_slots(view.towers[view.seat], view.top)
        await do(take if helps else draw, app, terminal)
        slot = slot_of(view_of(app))
        await do(reject if slot is None else lambda at=slot: place(at), app, terminal)
        assert is_drawn_whole(app, terminal)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("level", [level.name for level in SHEET.levels[:2]])
async def test_a_whole_game_is_played_by_keys_alone(size, level):
    async with running(server(), *size, shows="computer · friend") as (terminal, app, _):
        await terminal.press(f":play tower {level} turn_limit=60{ENTER}", "YOUR TURN: d or p")
        assert app.store.seated.table.seat == 1
        await play_on(
            app,
            terminal,
            take=lambda: terminal.type("d"),
            draw=lambda: terminal.type("p"),
            place=lambda slot: terminal.type(str(slot % 10)),
            reject=lambda: terminal.type("x"),
        )
        await terminal.expect("The game is over")
        await terminal.press(ENTER, "You stood up.")


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_game_is_played_by_mouse_alone(size):
    async with running(server(), *size, shows="2  Tower Blaster") as (terminal, app, _):
        await terminal.choose("2  Tower Blaster", "▸ 2  Tower Blaster")
        await terminal.choose("2  Tower Blaster", "YOUR TURN: d or p")
        _, top = terminal.find("  1 ")
        step = 2 if size[0] >= 100 else 1
        await play_on(
            app,
            terminal,
            take=lambda: terminal.click("discard  "),
            draw=lambda: terminal.click("pile  "),
            place=lambda slot: terminal.click_at(10, top + (slot - 1) * step),
            reject=lambda: terminal.click("pile  "),
        )
        await terminal.expect("The game is over")


async def test_a_whole_game_is_played_by_arrows_and_enter():
    async with running(server(), 80, 24, shows="computer · friend") as (terminal, app, _):
        await terminal.press(f"{DOWN}{ENTER}", "YOUR TURN: d or p")
        await play_on(
            app,
            terminal,
            take=lambda: terminal.type("d"),
            draw=lambda: terminal.type("p"),
            place=lambda slot: terminal.type(UP * 10 + DOWN * (slot - 1) + (" " if slot % 2 else ENTER)),
            reject=lambda: terminal.type("x"),
        )
        await terminal.expect("The game is over")


async def test_two_keys_take_and_place():
    async with running(server(seated=(room(state()),)), shows="41 into slot") as (terminal, _, _):
        await terminal.press("p", "You drew 20. Choose a slot for it, or x rejects it.")
        await terminal.expect("20 into slot 4 leaves 1 to fix:")
        await terminal.press(ENTER, "You put 20 into slot 4 and threw away 12.", "cleo", "is on turn")


async def test_arrows_mark_a_slot_and_the_next_decision_begins_with_the_best():
    async with running(server(seated=(room(state()),)), shows="YOUR TURN") as (terminal, _, _):
        await terminal.press("p", "▸ 4")
        await terminal.press(UP * 3, "▸ 1", "20 into slot 1 leaves")
        await terminal.press(DOWN * 20, "▸10")


@pytest.mark.parametrize(
    ("before", "key", "sentence"),
    [
        ("", "x", "Take a brick first, from the discard pile or from the main pile."),
        ("p", "d", "You hold 20 already; place it in a slot, or reject it."),
        ("p", f":place 11{ENTER}", "There is no slot 11; slots are 1 (the top) to 10."),
        ("", f":fly{ENTER}", "'fly' is not a move of Tower Blaster"),
        ("", "a", "a does nothing here; ? shows the keys."),
    ],
)
async def test_what_cannot_be_done_says_why(before, key, sentence):
    async with running(server(seated=(room(state()),)), shows="YOUR TURN") as (terminal, _, _):
        if before:
            await terminal.press(before, "PLACE")
        await terminal.press(key, sentence)


async def test_the_keys_that_do_not_work_are_greyed():
    async with running(server(seated=(room(state()),)), shows="(x reject)(Enter marked slot)") as (terminal, _, _):
        await terminal.press("p", "(d discard)(p pile) 1-9,0 place  x reject  Enter marked slot")


async def test_a_turn_of_the_other_side_is_told_and_calls_when_one_looks_elsewhere():
    host = server(seated=(room(play(state(), "take pile", "place 4")),))
    async with running(host, shows="is on turn") as (terminal, _, _):
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
    nearly = state(second="60 7 13 20 26 31 38 44 50 57", discard="1 2")
    async with running(server(seated=(room(nearly),)), *size, shows="YOUR TURN") as (terminal, app, _):
        await terminal.press("d", "2 into slot 1 makes the tower stable:")
        await terminal.press(ENTER, "The game is over: you won with a stable tower.", "You won 10 to 1.", "9 to fix")
        assert is_drawn_whole(app, terminal)
        if size == (60, 20):
            await terminal.expect(" 60 54 48 42 36 30 24 18 12 6")
            await terminal.press(TAB, "▓▓", STABLE)


@pytest.mark.parametrize("size", SIZES)
async def test_a_spectator_sees_no_tower_until_the_end(size):
    nearly = state(second="60 7 13 20 26 31 38 44 50 57", discard="1 2")
    async with running(host := server(seated=(room(nearly, seat=None),)), *size) as (terminal, app, _):
        await terminal.press(f":watch R9TD{ENTER}", "is on turn")
        assert "57" not in terminal.text
        host.play("R9TD", 1, "take discard")
        await terminal.expect("holds 2")
        await terminal.press(f":place 1{ENTER}", "You are watching; only the players move bricks.")
        host.play("R9TD", 1, "place 1")
        await terminal.expect("The game is over: ana won with a stable tower.", "57")
        assert is_drawn_whole(app, terminal)


async def test_the_turns_are_scrolled_by_pages():
    played = play(state(pile="20 2 3 7 8 10 11 13 14 15 16 19"), *["take pile", "reject"] * 10)
    async with running(server(seated=(room(played),)), 80, 24, shows="11 cleo rejected 15") as (terminal, _, _):
        await terminal.press("\x1b[6~", " 2 you  rejected 20")
        await terminal.expect_no("11 cleo rejected 15")
        await terminal.press("\x1b[5~", "11 cleo rejected 15")


async def test_without_colour_bricks_out_of_order_still_show():
    settings = Settings(color=False, motion=False)
    async with running(server(seated=(room(state()),)), settings=settings, shows="YOUR TURN") as (terminal, _, _):
        column, row = terminal.find("12!")
        assert "▓" * 12 in terminal.lines[row][:column]
        cells = [terminal.style(column, row) for column in range(100) for row in range(32)]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}


async def test_the_form_sets_up_a_table_where_one_begins():
    async with running(host := server(), shows="computer · friend") as (terminal, _, _):
        await terminal.press(f"n\x1b[C{DOWN}\x1b[C{DOWN}\x1b[C{DOWN}\x1b[C{DOWN}\x1b[C", "◂ 40 turns")
        await terminal.expect("◂ shown at first", "◂ computer, drawing", "▸ Who begins     ◂ you ")
        await terminal.press(f"{DOWN}{DOWN}{ENTER}", "40 turns, first tower shown", "YOUR TURN")
    (created,) = (command for command in host.sent if isinstance(command, m.Create))
    assert created.seats == ("me", "computer:drawing")
