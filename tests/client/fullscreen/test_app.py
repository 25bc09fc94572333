"""The full screen as a person sees it: bytes in, and a terminal emulator to look at."""

import asyncio
import base64
import re
import signal
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from msgspec import structs

from client import tours
from client.fullscreen.terminal.throttle import BURST, PER_SECOND
from client.fullscreen.ui.alerts import ASKED, HURRY
from client.history.archive import GameArchive
from client.history.positions import GameUnavailableError
from client.history.saved.entry import read_saved_games
from client.settings import Settings
from client.state.habits import HabitsFile
from client.state.store import Link
from engines.cards import Card
from engines.war.rules import State
from protocol import messages as m
from tests.support.builders.lobbies import SIZES, crowded_store
from tests.support.builders.stores import records
from tests.support.builders.tables import person
from tests.support.fakes.table_server import SHEET as WAR
from tests.support.fakes.table_server import Room, TableServer
from tests.support.games import pegs, sums
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.golden.reviews import filed, reviewed
from tests.support.terminal.screens import is_drawn_whole
from tests.support.terminal.terminal import Clock, running

pytestmark = pytest.mark.slow

ESC, ENTER, TAB, CTRL_C, CTRL_Q, CTRL_L, CTRL_Z = "\x1b", "\r", "\t", "\x03", "\x11", "\x0c", "\x1a"
DOWN = "\x1b[B"
REDRAWN = 2
"""What drawing anew takes: the screen is wiped, and drawn."""
PEOPLE = (person("ana"), person("cleo", 2))


def at_war(**changes):
    """The server of a table of War whose hands are known."""
    hands = (tuple(map(Card.read, hand.split())) for hand in ("AH 2C", "10D 2D"))
    state, options = State("normal", tuple(hands), (0, 0), (False, False), (), ()), {"variant": "normal"}
    table = Room("M3XA", {**options, "auto_flip_s": 10}, PEOPLE, 0, state, number=1)
    return TableServer(seated=(replace(table, **changes),))


def is_answered(app):
    seated = app.store.seated
    return seated is not None and seated.pending is None and (seated.table.turn or seated.table.phase == "over")


async def flip_with(press, app, terminal):
    before = app.store.seated.table.seq
    press()
    await terminal.until(lambda: app.store.seated.table.seq > before and is_answered(app))


@pytest.mark.parametrize(
    ("variant", "columns", "rows"), [("normal", 100, 32), ("suits", 80, 24), ("scouts", 60, 20), ("normal", 140, 45)]
)
async def test_a_whole_game_is_played_by_keys_alone(variant, columns, rows):
    async with running(TableServer(), columns, rows, shows="computer · friend") as (terminal, app, _):
        await terminal.press(f":play war {variant}{ENTER}", "SPACE to flip")
        while app.store.seated.table.phase == "playing":
            await flip_with(lambda: terminal.type(" "), app, terminal)
            assert is_drawn_whole(app, terminal)
        await terminal.expect("The game is over")
        await terminal.press(ENTER, "You stood up.")
        assert "Lobby" in terminal.row(0)


async def test_the_marked_line_of_the_invitation_is_copied_by_the_terminal_and_by_a_program():
    server, copied = at_war(), []
    server.public_urls = ("wss://games.example.org", "ssh://games.example.org", "https://games.example.org")

    async def copy(text):
        copied.append(text)
        return True

    async with running(server, clipboard=copy, shows="SPACE to flip") as (terminal, _, _):
        await terminal.press("i", "https://games.example.org/#M3XA")
        await terminal.press("c", "Copied.")
        await terminal.press(f"{DOWN}c", "Copied.")
        terminal.click("parlour join wss")
        await terminal.until(lambda: len(copied) == 3)
    lines = ["https://games.example.org/#M3XA", "ssh M3XA@games.example.org"]
    assert copied == [*lines, "parlour join wss://games.example.org M3XA"]
    sent = [base64.b64decode(text).decode() for text in re.findall(r"\x1b\]52;c;(.+?)\x1b", "".join(terminal.written))]
    assert sent == copied


async def test_without_a_program_for_it_the_screen_does_not_promise_that_it_was_copied():
    async with running(at_war(), shows="SPACE to flip") as (terminal, _, _):
        await terminal.press("i", "parlour join")
        await terminal.press("c", "if your terminal lets programs copy")


async def test_cards_turn_over_before_ones_eyes_and_come_to_rest(monkeypatch):
    # Long enough to be drawn on the slowest machine.
    monkeypatch.setattr(import_module("client.games.war.draw"), "EDGE_S", 1.5)
    async with running(server := at_war(), settings=Settings(), shows="SPACE to flip") as (terminal, app, _):
        server.flip("M3XA", 1)
        await terminal.press(" ", "▐█▌", "You win +2: A against 10")
        await terminal.expect_no("▐█▌")
        assert app.draw(100, 32).again_s > 0.1  # nothing moves but the auto-flip's clock


async def test_a_lost_connection_is_shown_and_the_move_arrives_after_it():
    async with running(server := at_war(), shows="SPACE to flip") as (terminal, _, _):
        server.flip("M3XA", 1)
        server.cut()
        await terminal.expect("you ○ reconnecting", "The connection to the server was lost. Trying again in 3 s")
        await terminal.press(" ", "… flipping")
        server.come_back()
        await terminal.expect("You win +2: A against 10", "you ● 4 ms")


async def test_auto_play_finishes_a_game_by_itself():
    async with running(TableServer(), shows="computer · friend") as (terminal, app, _):
        await terminal.press(ENTER, "SPACE to flip")
        await terminal.press("a", "speed 3, a stops")
        await terminal.press("5", "speed 5, a stops")
        await terminal.press("a", "You make your own moves.")
        await terminal.press("F", "The game is over")
        assert app.ui.pilot is None


async def test_the_auto_flip_is_counted_down():
    async with running(TableServer(), shows="computer · friend") as (terminal, _, _):
        await terminal.press(f":play war auto_flip_s=3{ENTER}", "Auto-flip in 3 s", "Auto-flip in 2 s")


async def test_a_table_with_an_open_seat_shows_how_to_come_there():
    async with running(TableServer(), 80, 24, shows="computer · friend") as (terminal, _, _):
        await terminal.press(f":new war scouts{ENTER}", "Code  K 0 Q F", "parlour join localhost:8765 K0QF")
        await terminal.press("i", "Closed: this server is for its own machine only")
        terminal.type(ESC)
        await terminal.expect_no("Closed: this server")
        await terminal.press("c", "SPACE to flip")


async def test_the_options_used_last_are_remembered_in_the_next_run(tmp_path):
    memory = HabitsFile(tmp_path / "habits.json")
    async with running(TableServer(), memory=memory, shows="computer · friend") as (terminal, _, _):
        await terminal.press(f":play war suits{ENTER}", "Rounds, suits")
    async with running(TableServer(), memory=memory) as (terminal, _, _):
        await terminal.expect("Enter starts War (suits)")


async def test_the_window_can_be_resized():
    async with running(at_war()) as (terminal, app, _):
        await terminal.expect("Rounds, normal")
        for columns, rows in ((80, 24), (60, 20), (133, 50)):
            terminal.resize(columns, rows)
            await terminal.until(lambda: "War" in terminal.row(0) and "? help" in terminal.row(-1))
            assert is_drawn_whole(app, terminal)
            assert ("Rounds, normal" in terminal.text) is (columns > 60)


async def test_a_terminal_too_small_says_so_and_offers_plain_mode():
    async with running(TableServer(), 40, 10, shows="Terminal 40x10 is too small; need 60x20.") as (terminal, _, task):
        terminal.type("p")
        assert await task == "plain"


@pytest.mark.parametrize(
    ("keys", "how"), [(CTRL_C, "interrupted"), (CTRL_Q, "quit"), (f":pla{CTRL_C}", "interrupted")], ids=repr
)
async def test_the_client_is_left_at_once(keys, how):
    async with running(TableServer()) as (terminal, _, task):
        terminal.type(keys)
        assert await task == how
    assert "\x1b[?1004l" in terminal.written[-1]


async def test_a_fault_ends_the_client_instead_of_the_screen():
    fault = RuntimeError("a bug")
    async with running(TableServer(), shows="? help") as (terminal, _, task):
        asyncio.get_running_loop().call_soon(_raise, fault)
        with pytest.raises(ExceptionGroup) as caught:
            await task
    assert caught.value.exceptions == (fault,)
    assert "\x1b[?1049l" in "".join(terminal.written)


async def test_the_last_keys_are_remembered_and_not_what_was_typed():
    async with running(TableServer()) as (terminal, app, _):
        crumbs = app._crumbs
        await terminal.until(lambda: "? help" in terminal.lines[-1])
        await terminal.press("t", "> ")
        terminal.type(f"xyzzy{ENTER}:name plugh{ENTER}")
        await terminal.until(lambda: sum(line.endswith("key text") for line in crumbs.lines()) >= 17)
    keys = [line.rpartition(" key ")[2] for line in crumbs.lines() if " key " in line]
    assert keys[0] == "t"
    assert not set(keys) & set("xyzplugh")


async def test_ctrl_z_gives_the_terminal_to_the_shell_and_all_is_drawn_anew_afterwards(monkeypatch):
    stopped = []

    def stop(group, signal):
        assert (group, terminal.lines[-1].strip()) == (0, "")
        terminal.written.append("the shell's")
        stopped.append(signal)

    monkeypatch.setattr("client.fullscreen.terminal.modes.os.kill", stop)
    async with running(TableServer()) as (terminal, _, _):
        await terminal.until(lambda: "? help" in terminal.lines[-1])
        terminal.type(CTRL_Z)
        await terminal.until(lambda: stopped)
        await terminal.until(lambda: "? help" in terminal.lines[-1])
    before, after = "".join(terminal.written).split("the shell's")
    assert (stopped, "\x1b[?1004l" in before, "\x1b[?1004h" in after) == ([signal.SIGTSTP], True, True)


async def test_a_server_that_is_not_to_be_had_ends_the_screen():
    async with running(TableServer()) as (_, app, task):
        app.hear(Link("unreachable", reason="There's no such server."))
        assert await task == "quit"


async def test_after_the_servers_restart_nobody_reads_on_that_it_stops():
    async with running(TableServer()) as (terminal, app, _):
        app.hear(m.Notice(text="The server stops now."))
        await terminal.until(lambda: "stops now" in terminal.lines[-2])
        wire = app._effects.wire._wire
        wire.cut()
        wire.come_back()
        await terminal.until(lambda: "Connected again." in terminal.lines[-2])


def _raise(error):
    raise error


async def test_a_bell_of_its_own_says_that_ones_time_runs_out():
    clock, blitz = Clock(), m.TimeControl(move_s=None, total_s=60, increment_s=0)
    server = at_war(clock=blitz, options={"variant": "normal", "auto_flip_s": 25})
    async with running(server, now=clock, shows="SPACE to flip") as (terminal, _, _):
        clock.now = 14.99
        terminal.type("\x1b[O")
        await terminal.until(lambda: terminal.titles[-1:] == ["your move - Parlour"])
        assert terminal.bells == 0
        clock.now = 15.0
        await terminal.until(lambda: terminal.bells == len(HURRY))
        assert terminal.titles[-1:] == ["your time is running out - Parlour"]


async def test_ones_turn_calls_when_one_looks_elsewhere():
    async with running(server := at_war(), shows="SPACE to flip") as (terminal, _, _):
        terminal.type("\x1b[O")
        await terminal.until(lambda: terminal.titles[-1:] == ["your move - Parlour"])
        terminal.type("\x1b[I")
        await terminal.until(lambda: terminal.titles[-1:] == ["War - Parlour"])
        await terminal.press(" \x1b[O", "you flipped")
        assert terminal.bells == 0
        server.flip("M3XA", 1)
        await terminal.until(lambda: terminal.titles[-1:] == ["your move - Parlour"])
        assert terminal.bells == 1


@asynccontextmanager
async def at_the_pegs(clock, **changes):
    """The client at a table with a board to point at, by a clock that only the test turns."""
    server = TableServer()
    with pegs.known():
        async with running(server, now=clock, **changes, shows="computer · friend") as (terminal, app, _):
            server.say(m.Entered(ref=0, room="KQFM", seat=0))
            server.say(pegs.pegs_table())
            clock.now += 1.0
            await terminal.expect("aimed at nothing")
            clock.now += 1.0
            yield terminal, app


async def all_of(terminal, app, count):
    """Wait until so much was aimed at. Drawing anew tells of it where nothing else is drawn any more."""
    terminal.type(CTRL_L)
    await terminal.until(lambda: len(app.ui.mark or ()) == count)


async def test_a_table_of_a_game_with_deals_asks_for_the_records_when_a_game_begins_and_when_it_ends():
    clock, server = Clock(), TableServer()
    server.records["pegs"] = records("pegs", won=4, deal="7")
    asked = m.GetStats(ref=0, game="pegs", deal="7")
    with pegs.known():
        async with running(server, now=clock, shows="computer · friend") as (terminal, app, _):
            server.say(m.Entered(ref=0, room="KQFM", seat=0))
            for seq in (1, 2, 3):
                server.say(structs.replace(pegs.pegs_table(), seq=seq, lasted_s=60.0))
            clock.now += 1.0
            await terminal.until(lambda: "pegs" in app.store.records)
            clock.now += 1.0
            app.refresh()
            await terminal.expect("won 4, 62 s")
            assert server.sent.count(asked) == 1
            server.say(structs.replace(pegs.pegs_table(), seq=4, phase="over"))
            assert server.sent.count(asked) == 2
            server.say(structs.replace(pegs.pegs_table(), seq=5, number=2))
            assert server.sent.count(asked) == 3
            server.cut()
            server.say(structs.replace(pegs.pegs_table(), seq=6, number=3))
            assert server.sent.count(asked) == 3
            server.come_back()
            assert server.sent.count(asked) == 4


MOVES = {
    "over one cell": (50.0, lambda at: (at % 8, at // 8 % 4), 1, 1),
    "over a board in a second": (1.0, lambda at: (8 * (at % 4), 0), 500, PER_SECOND),
    "over a board in no time": (0.0, lambda at: (8 * (at % 4), 0), 500, BURST),
}
"""How long 500 moves take in seconds, where each goes, how many places they mark, and how often that is drawn."""


@pytest.mark.parametrize(("lasting_s", "place", "marked", "most"), MOVES.values(), ids=MOVES)
async def test_moves_of_the_pointer_mark_each_place_and_are_drawn_no_more_often_than_the_limit(
    lasting_s, place, marked, most
):
    async with at_the_pegs(clock := Clock()) as (terminal, app):
        frames = terminal.frames
        for at in range(500):
            clock.now += lasting_s / 500
            x, y = place(at)
            terminal.point_at(x, pegs.TOP + y)
            await asyncio.sleep(0)
        await all_of(terminal, app, marked)
        assert terminal.frames - frames <= most + REDRAWN


async def test_the_mouse_clicks_double_clicks_drags_and_turns():
    async with at_the_pegs(clock := Clock()) as (terminal, app):
        for act in (
            lambda: terminal.click_at(9, pegs.TOP),
            lambda: terminal.click_at(10, pegs.TOP + 3),
            lambda: terminal.click_at(10, pegs.TOP, button=2),
            lambda: terminal.turn_wheel(10, pegs.TOP, down=False),
            lambda: terminal.turn_wheel(10, pegs.TOP, down=True),
            lambda: terminal.drag((10, pegs.TOP), (0, pegs.TOP + 15)),
            lambda: terminal.drag((0, pegs.TOP + 15), pegs.BIN),
        ):
            clock.now += 0.1
            act()
        await all_of(terminal, app, 12)
    assert app.ui.mark == (
        "at 1 0", "press 1 0", "twice 1 0", "other 1 0", "out 1 0", "in 1 0",
        "press 1 0", "at 0 3", "drop 0 3", "press 0 3", "up", "thrown",
    )  # fmt: skip


@pytest.mark.parametrize(("color", "palette"), [(True, "original"), (False, "texture")])
async def test_boards_are_drawn_in_the_chosen_palette_or_without_colours_in_textures(color, palette):
    async with at_the_pegs(Clock(), settings=Settings(motion=False, color=color, palette="original")) as (terminal, _):
        await terminal.expect(f"  {palette}")


async def test_the_mouse_can_be_left_to_the_terminal():
    async with running(TableServer(), shows="? help") as (terminal, _, _):
        assert any("\x1b[?1000h" in text for text in terminal.written)
        await terminal.press("m", "Mouse is off.")
        await terminal.until(lambda: any("\x1b[?1000l" in text for text in terminal.written))


async def test_what_the_client_was_started_for_is_done_first():
    server = TableServer()
    async with running(server, opening="play war computer:1 suits") as (terminal, _, _):
        await terminal.expect("Rounds, suits")


async def test_keys_pressed_while_the_client_still_connects_act_once_there_is_a_lobby():
    async with running(server := TableServer(welcomes=asyncio.Event()), shows="Connecting to") as (terminal, _, _):
        await terminal.press(f"{ENTER}?", "Esc closes")
        terminal.type("?")
        await terminal.expect_no("Esc closes")
        assert [type(command) for command in server.sent] == [m.Browse, m.WatchScore]
        server.welcomes.set()
        await terminal.expect("table K0QF")


async def test_a_screen_that_becomes_smaller_keeps_its_mark():
    async with running(TableServer(lobby=crowded_store().lobby), shows="▸ 1  War") as (terminal, _, _):
        await terminal.press(f"{TAB}{TAB}\x1b[B", "▸ QX2B")
        for size in (*SIZES[1:], SIZES[0]):
            terminal.resize(*size)
            await terminal.until(lambda: "▸ QX2B" in terminal.text)


async def test_a_tour_is_chosen_and_left_for_the_lobby():
    async with running(TableServer(sheets=(BLOCKY, WAR)), shows="▸ 1  War") as (terminal, app, _):
        await terminal.press("4", "60-second tours", "Press Enter for the tour of War")
        await terminal.press("2", "Your biggest blob of colour counts.")
        assert app.store.room == tours.ROOM
        await terminal.press(ESC, "▸ 1  War")


@pytest.mark.parametrize(("key", "agree"), [("y", True), ("n", False)])
async def test_who_is_asked_hears_the_bell_for_questions_and_answers_with_a_key(key, agree):
    table = Room("M3XA", {}, PEOPLE, 1, sums.after(2), number=1, plies=(0, 0), name="sums")
    async with running(server := TableServer(seated=(table,), sheets=(sums.SHEET,)), shows="vs cleo") as (
        terminal,
        _,
        _,
    ):
        server.play("M3XA", 0, "add 2")
        server.ask("M3XA", 0)
        await terminal.expect("y agree")
        await terminal.until(lambda: terminal.bells == len(ASKED))
        terminal.type(key)
        await terminal.expect_no("y agree")
        assert terminal.bells == len(ASKED)
    assert [command.agree for command in server.sent if isinstance(command, m.AnswerOffer)] == [agree]


async def review(named, eyes):
    if not named.startswith("KQFM"):
        raise GameUnavailableError(f"There's no saved game {named}.")
    return reviewed(seat=1 if eyes else 0)


async def test_a_game_is_fetched_stepped_through_and_left():
    async with running(TableServer(), shelf=GameArchive(review=review), shows="Play now") as (terminal, _, _):
        await terminal.press(f":replay KQFM{ENTER}", "as ann saw it   event 0 of")
        await terminal.press("\x1b[C", "event 1 of")
        await terminal.press(" ", "▶ event 2 of")
        await terminal.press(ESC, "Play now")
        await terminal.press(f":replay WXYZ{ENTER}", "There's no saved game WXYZ.")


async def test_the_games_that_are_over_are_listed_and_one_of_them_is_opened(tmp_path):
    filed(tmp_path)

    async def recall(game):
        return read_saved_games(tmp_path, game)

    async def review_file(named, eyes):
        return await review(Path(named).name, eyes)

    async with running(TableServer(), 80, 24, shelf=GameArchive(review=review_file, recall=recall)) as (terminal, _, _):
        await terminal.expect("Play now")
        await terminal.press("h", "Finished games", "against ben")
        await terminal.choose("against ben", "event 0 of")
        terminal.turn_wheel(10, 10, down=True)
        await terminal.expect("event 1 of")
