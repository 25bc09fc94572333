"""The full screen as a person sees it: bytes in, and a terminal emulator to look at."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib import import_module

import pytest

from client.fullscreen.application import BURST, PER_SECOND
from client.fullscreen.ui.alerts import ASKED, HURRY
from client.settings import Settings
from client.state.habits import HabitsFile
from engines.cards import Card
from engines.war.rules import State
from protocol import messages as m
from tests.support.builders.stores import listing, records
from tests.support.fakes.table_server import Room, TableServer
from tests.support.games import pegs
from tests.support.terminal.screens import is_drawn_whole
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = ((100, 32), (80, 24), (60, 20), (140, 45))
VARIANTS = ("normal", "suits", "scouts")
ESC, ENTER, UP, DOWN, TAB, CTRL_C, CTRL_Q, CTRL_L = "\x1b", "\r", "\x1b[A", "\x1b[B", "\t", "\x03", "\x11", "\x0c"
REDRAWN = 2
"""What drawing anew takes: the screen is wiped, and drawn."""
OPTIONS = {"variant": "normal", "auto_flip_s": 10}
PEOPLE = (m.SeatInfo(kind="person", name="ana", won=0), m.SeatInfo(kind="person", name="cleo", won=2))


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def hand(written):
    return tuple(Card.read(card) for card in written.split())


def war_state(mine, theirs, **changes):
    """A game of War whose hands are known."""
    state = State("normal", (hand(mine), hand(theirs)), (0, 0), (False, False), (), ())
    return replace(state, **changes)


def room(state=None, code="M3XA", seat=0, chairs=PEOPLE, **changes):
    number = 0 if state is None else 1
    return Room(code, {**OPTIONS, **({"variant": state.variant} if state else {})}, chairs, seat, state, number=number)


def is_answered(app):
    seated = app.store.seated
    return seated is not None and seated.pending is None and (seated.table.turn or seated.table.phase == "over")


async def flip_with(press, app, terminal):
    before = app.store.seated.table.seq
    press()
    await terminal.until(lambda: app.store.seated.table.seq > before and is_answered(app))


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby_fills_the_screen_exactly(size):
    async with running(TableServer(), *size, shows="computer · friend") as (terminal, app, _):
        assert is_drawn_whole(app, terminal)
        assert "PARLOUR   Lobby" in terminal.row(0)
        assert "localhost:8765  ● 4 ms" in terminal.row(0)
        assert "Enter choose" in terminal.row(-1)


async def test_two_keys_lead_from_the_lobby_to_the_first_card():
    async with running(server := TableServer(), shows="computer · friend") as (terminal, app, _):
        await terminal.press(ENTER, "SPACE to flip")
        await flip_with(lambda: terminal.type(" "), app, terminal)
        await terminal.expect("Rounds", "You drew")
    (created,) = (command for command in server.sent if isinstance(command, m.Create))
    assert (created.game, created.seats, created.listed) == ("war", ("me", "computer:flipper"), False)
    assert [command.move for command in server.sent if isinstance(command, m.Play)] == ["flip"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_whole_game_is_played_by_keys_alone(variant, size):
    async with running(TableServer(), *size, shows="computer · friend") as (terminal, app, _):
        await terminal.press(f":play war {variant}{ENTER}", "SPACE to flip")
        while app.store.seated.table.phase == "playing":
            await flip_with(lambda: terminal.type(" "), app, terminal)
            assert is_drawn_whole(app, terminal)
        await terminal.expect("The game is over")
        first, second = app.store.seated.table.ending.scores
        await terminal.expect(f"{max(first, second)} to {min(first, second)}")
        await terminal.press(ENTER, "You stood up.")
        assert "Lobby" in terminal.row(0)


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_whole_game_is_played_by_mouse_alone(variant):
    async with running(TableServer(), shows="New table") as (terminal, app, _):
        await terminal.choose("4  New table", "▸ 4  New table")
        await terminal.choose("4  New table", "Open the table")
        await terminal.choose("Variant", "▸ Variant")
        for name in VARIANTS[1 : VARIANTS.index(variant) + 1]:
            await terminal.choose("▸ Variant", f"◂ {name}")
        await terminal.choose("Against", "▸ Against")
        await terminal.choose("▸ Against", "computer, flipper")
        await terminal.choose("Open the table", "SPACE to flip")
        assert app.store.seated.table.options["variant"] == variant
        column, row = terminal.find("ana   score")
        while app.store.seated.table.phase == "playing":
            await flip_with(lambda: terminal.click_at(column + 2, row - 3), app, terminal)
        await terminal.expect("The game is over")
        await terminal.choose("Enter to the lobby", "You stood up.")


async def test_the_keys_in_the_last_row_can_be_clicked():
    async with running(TableServer(), shows=": command") as (terminal, _, _):
        column, _ = terminal.find(": command  ? help")
        terminal.click_at(column + len(": command  "), 31)
        await terminal.expect("Esc closes")
        terminal.click("PARLOUR")
        await terminal.expect_no("Esc closes")


async def test_a_war_is_a_moment_with_a_bell():
    server = TableServer(seated=(room(war_state("10H 2C 5C", "10D 2D QH")),))
    async with running(server, shows="SPACE to flip") as (terminal, app, _):
        server.flip("M3XA", 1)
        await terminal.press(" ", "W A R !", "2 cards at stake: 10 against 10", "10 against 10. WAR!")
        assert terminal.bells == 1
        server.flip("M3XA", 1)
        await flip_with(lambda: terminal.type(" "), app, terminal)
        await terminal.expect("4 cards at stake")
        server.flip("M3XA", 1)
        await terminal.press(" ", "cleo WINS  6 to 0", "cleo won the round, scoring 6 points.")
        assert terminal.bells == 3


async def test_the_bell_can_be_turned_off():
    server = TableServer(seated=(room(war_state("10H 2C", "10D 2D")),))
    async with running(server, settings=Settings(motion=False, sound=False), shows="SPACE to flip") as (terminal, _, _):
        server.flip("M3XA", 1)
        await terminal.press(" ", "W A R !")
        assert terminal.bells == 0


async def test_cards_turn_over_before_ones_eyes_and_come_to_rest(monkeypatch):
    monkeypatch.setattr(
        import_module("client.games.war.draw"), "EDGE_S", 1.5
    )  # long enough to be drawn on the slowest machine
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server, settings=Settings(), shows="SPACE to flip") as (terminal, app, _):
        server.flip("M3XA", 1)
        await terminal.press(" ", "▐█▌", "You win +2: A against 10")
        await terminal.expect_no("▐█▌")
        assert app.draw(100, 32).again_s > 0.1  # nothing moves but the auto-flip's clock


async def test_a_scouted_card_shows_both_cards_and_their_sum():
    server = TableServer(seated=(room(war_state("3C 7S KH", "10D 2D", variant="scouts")),))
    async with running(server, 80, 24, shows="SPACE to flip") as (terminal, _, _):
        server.flip("M3XA", 1)
        await terminal.press(" ", "3 + 7 = 10", "3♣ scouts 7♠", "3♣+7♠=10♦(10=10)")


async def test_a_move_is_drawn_as_pending_until_the_server_confirms_it():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server, shows="SPACE to flip") as (terminal, app, _):
        server.held = []
        await terminal.press(" ", "… flipping")
        server.release()
        await terminal.expect("● you flipped")
        assert app.store.seated.pending is None


async def test_a_lost_connection_is_shown_and_the_move_arrives_after_it():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server, shows="SPACE to flip") as (terminal, _, _):
        server.flip("M3XA", 1)
        server.cut()
        await terminal.expect("you ○ reconnecting", "The connection to the server was lost. Trying again in 3 s")
        await terminal.press(" ", "… flipping")
        server.come_back()
        await terminal.expect("You win +2: A against 10", "you ● 4 ms")


async def test_a_client_in_the_lobby_stays_there_when_the_connection_comes_back():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server, shows="SPACE to flip") as (terminal, _, _):
        await terminal.press(ESC, "Your seat at table M3XA stays yours")
        server.cut()
        server.come_back()
        await terminal.expect("● War vs cleo       YOUR TURN  0-0")
        await terminal.press(f"{TAB}{ENTER}", "SPACE to flip")


async def test_an_opponent_who_went_away_is_shown():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server, shows="cleo ●") as (terminal, _, _):
        server.say(m.Presence(room="M3XA", present=(True, False), watchers=1))
        await terminal.expect("cleo ○ away   1 watching")
        await terminal.until(lambda: terminal.text.count("○ away") == 2)
        server.say(m.Presence(room="M3XA", present=(True, True), watchers=0))
        await terminal.expect_no("away")


async def test_a_spectator_sees_both_sides_by_name_and_cannot_flip():
    async with running(server := TableServer(seated=()), shows="computer · friend") as (terminal, _, _):
        server.rooms["M3XA"] = room(war_state("AH 2C", "10D 2D"), seat=None)
        await terminal.press(f":watch M3XA{ENTER}", "watching")
        server.flip("M3XA", 0)
        server.flip("M3XA", 1)
        await terminal.expect("ana wins +2: A against 10")
        await terminal.expect("ana drew A♥. cleo drew 10♦. A against 10. ana won the round, scoring 2 points.")
        await terminal.press(f":flip{ENTER}", "You are watching; only the players flip.")
        await terminal.press(ESC, "Play now")
        assert server.sent[-2] == m.Leave(room="M3XA")


async def test_a_rematch_asked_for_is_shown_with_a_bell_and_agreed_to():
    server = TableServer(seated=(room(war_state("", "2D", scores=(20, 31))),))
    async with running(server, shows="cleo won 31 to 20.") as (terminal, _, _):
        await terminal.expect("Games won here: you 0, cleo 2")
        server.change("M3XA", rematch=(1,))
        await terminal.expect("cleo asks for a rematch. Press r to agree.")
        await terminal.until(lambda: terminal.bells == len(ASKED))
        await terminal.press("r", "You asked for a rematch.")
        assert m.Rematch(room="M3XA") in server.sent
        server.begin("M3XA")
        await terminal.expect("SPACE to flip")


async def test_an_illegal_key_says_why():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server, shows="SPACE to flip") as (terminal, _, _):
        await terminal.press(" ", "you flipped")
        await terminal.press(" ", "You have flipped already; the other side is to flip.")
        assert "(Space flip)" in terminal.row(-1)
        await terminal.press("F", "Only a game against computers can be played to its end at once.")
        await terminal.press("x", "x does nothing here; ? shows the keys.")


async def test_a_refusal_by_the_server_is_shown():
    async with running(TableServer(), shows="computer · friend") as (terminal, _, _):
        await terminal.press("jzzzz", "There is no table ZZZZ.")


async def test_auto_play_finishes_a_game_by_itself():
    async with running(TableServer(), shows="computer · friend") as (terminal, app, _):
        await terminal.press(ENTER, "SPACE to flip")
        await terminal.press("a", "Flipping by itself at speed 3; a stops")
        await terminal.press("5", "Flipping by itself at speed 5; a stops")
        await terminal.press("a", "You make your own moves.")
        await terminal.press("F", "The game is over")
        assert app.ui.pilot is None


async def test_f_plays_on_to_the_next_war():
    server = TableServer(seated=(room(war_state("AH 3C 10H 2C", "10D 2D 10S 4C")),))
    async with running(server, shows="SPACE to flip") as (terminal, app, _):
        server.flip("M3XA", 1)
        await terminal.press("f", "x3")
        await terminal.until(lambda: is_answered(app))
        server.flip("M3XA", 1)
        await terminal.expect("x2")
        await terminal.until(lambda: is_answered(app))
        server.flip("M3XA", 1)
        await terminal.expect("W A R !")
        assert app.ui.pilot is None
        await terminal.expect("SPACE to flip")


async def test_the_auto_flip_is_counted_down():
    async with running(TableServer(), shows="computer · friend") as (terminal, _, _):
        await terminal.press(f":play war auto_flip_s=3{ENTER}", "Auto-flip in 3 s", "Auto-flip in 2 s")


async def test_a_table_with_an_open_seat_shows_how_to_come_there():
    async with running(TableServer(), 80, 24, shows="computer · friend") as (terminal, _, _):
        await terminal.press(f":new war scouts{ENTER}", "Code  K 0 Q F", "parlour join localhost:8765 K0QF")
        await terminal.press("i", "Not open: this server was started for its machine alone")
        terminal.type(ESC)
        await terminal.expect_no("Not open")
        await terminal.press("c", "SPACE to flip")


async def test_the_form_for_a_new_table_is_filled_in_by_keys():
    async with running(server := TableServer(), 60, 20, shows="computer · friend") as (terminal, _, _):
        await terminal.press("n", "◂ War")
        await terminal.press(f"{DOWN}\x1b[C", "◂ suits")
        await terminal.press(f"{DOWN}{DOWN}{DOWN}\x1b[C", "by its code alone")
        await terminal.press(ENTER, "Code  K 0 Q F")
    (created,) = (command for command in server.sent if isinstance(command, m.Create))
    assert created == m.Create(
        ref=0,
        game="war",
        options={"variant": "suits", "auto_flip_s": 10},
        seats=("me", "open"),
        listed=False,
        serious=False,
        watch="anyone",
        clock=m.NO_CLOCK,
    )


async def test_a_game_starts_with_the_options_used_last():
    async with running(TableServer(), shows="computer · friend") as (terminal, _, _):
        await terminal.press(f":play war scouts{ENTER}", "Rounds, scouts")
        await terminal.press(ESC, "● War vs flipper    YOUR TURN  0-0")
        await terminal.press(DOWN + UP, "Enter starts War (scouts)")
        await terminal.press("1", "table K1QF", "Rounds, scouts")


async def test_the_options_used_last_are_remembered_in_the_next_run(tmp_path):
    memory = HabitsFile(tmp_path / "habits.json")
    async with running(TableServer(), memory=memory, shows="computer · friend") as (terminal, _, _):
        await terminal.press(f":play war suits{ENTER}", "Rounds, suits")
    async with running(TableServer(), memory=memory) as (terminal, _, _):
        await terminal.expect("Enter starts War (suits)")


async def test_a_code_is_typed_after_j():
    async with running(server := TableServer(), shows="computer · friend") as (terminal, _, _):
        server.rooms["M3XA"] = room(war_state("AH 2C", "10D 2D"))
        await terminal.press("jm3", "Code: m3")
        await terminal.press("xa", "SPACE to flip")
        assert m.Join(ref=0, room="M3XA") in server.sent


async def test_tables_of_the_lobby_are_listed_filtered_and_joined():
    waiting = (listing("K7QF", "ben", "normal"), listing("M3XA", "cleo", "scouts"))
    server = TableServer(
        lobby=m.Lobby(open=waiting, live=(), people=(), ratings=(), bots=(), rooms=2, online=3, moves=0)
    )
    async with running(server, 80, 24, shows="K7QF") as (terminal, _, _):
        await terminal.expect("3 online")
        terminal.type("/scouts")
        await terminal.expect_no("K7QF")
        await terminal.press(ENTER, "cleo waits at a War table (M3XA, scouts). Enter sits down there.")
        server.rooms["M3XA"] = room(war_state("AH 2C", "10D 2D"))
        await terminal.press(ENTER, "SPACE to flip")


async def test_a_command_is_completed_and_a_mistyped_one_guessed():
    async with running(TableServer(), shows="computer · friend") as (terminal, _, _):
        await terminal.press(":pl", "plain  play")
        await terminal.press(f"ay{TAB}", ":play ")
        await terminal.press(f"war variant=sc{TAB}", ":play war variant=scouts")
        terminal.type(ESC)
        await terminal.expect_no(":play")
        await terminal.press(f":quik{ENTER}", "There is no command 'quik'; did you mean 'quick'?")


async def test_the_window_can_be_resized():
    async with running(TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))) as (terminal, app, _):
        await terminal.expect("Rounds, normal")
        for columns, rows in ((80, 24), (60, 20), (133, 50)):
            terminal.resize(columns, rows)
            await terminal.until(lambda: "War" in terminal.row(0) and "? help" in terminal.row(-1))
            assert is_drawn_whole(app, terminal)
            assert ("Rounds, normal" in terminal.text) is (columns > 60)


async def test_on_a_small_screen_tab_shows_the_rounds():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server, 60, 20, shows="SPACE to flip") as (terminal, _, _):
        await terminal.press(TAB, "Rounds, normal")
        await terminal.press(TAB, "SPACE to flip")


async def test_a_terminal_too_small_says_so_and_offers_plain_mode():
    async with running(TableServer(), 40, 10, shows="Terminal 40x10 is too small; need 60x20.") as (terminal, _, task):
        terminal.type("p")
        assert await task == "plain"


@pytest.mark.parametrize(("key", "how"), [(CTRL_C, "interrupted"), (CTRL_Q, "quit")])
async def test_the_client_is_left_at_once(key, how):
    async with running(TableServer()) as (terminal, _, task):
        terminal.type(key)
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


def _raise(error):
    raise error


async def test_the_client_is_left_with_something_half_typed():
    async with running(TableServer(), shows="? help") as (terminal, _, task):
        terminal.type(f":pla{CTRL_C}")
        assert await task == "interrupted"


async def test_a_bell_of_its_own_says_that_ones_time_runs_out():
    clock, blitz = Clock(), m.TimeControl(move_s=None, total_s=60, increment_s=0)
    table = replace(room(war_state("AH 2C", "10D 2D")), clock=blitz, options={**OPTIONS, "auto_flip_s": 25})
    async with running(TableServer(seated=(table,)), now=clock, shows="SPACE to flip") as (terminal, _, _):
        clock.now = 14.99
        terminal.type("\x1b[O")
        await terminal.until(lambda: terminal.titles[-1:] == ["your move - Parlour"])
        assert terminal.bells == 0
        clock.now = 15.0
        await terminal.until(lambda: terminal.bells == len(HURRY))
        assert terminal.titles[-1:] == ["your time runs out - Parlour"]


async def test_ones_turn_calls_when_one_looks_elsewhere():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server, shows="SPACE to flip") as (terminal, _, _):
        terminal.type("\x1b[O")
        await terminal.until(lambda: terminal.titles[-1:] == ["your move - Parlour"])
        terminal.type("\x1b[I")
        await terminal.until(lambda: terminal.titles[-1:] == ["War - Parlour"])
        await terminal.press(" \x1b[O", "you flipped")
        assert terminal.bells == 0
        server.flip("M3XA", 1)
        await terminal.until(lambda: terminal.titles[-1:] == ["your move - Parlour"])
        assert terminal.bells == 1


async def test_help_opens_scrolls_gives_way_to_the_rules_and_closes():
    async with running(TableServer(seated=(room(war_state("AH 2C", "10D 2D")),)), 60, 20) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        await terminal.press("?", "Flip your card")
        await terminal.press(DOWN * 120, "Take the command after.")
        await terminal.press("?", "What it is about")
        await terminal.press("?", "SPACE to flip")


async def test_the_pointer_shows_what_a_place_does():
    async with running(TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        column, row = terminal.find("ana   score")
        terminal.point_at(column + 2, row - 3)
        await terminal.expect("A click on your pile flips.")
        terminal.point_at(column + 30, row - 3)
        await terminal.expect_no("A click on your pile flips.")


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
                server.say(replace_table(pegs.pegs_table(), seq=seq, lasted_s=60.0))
            clock.now += 1.0
            await terminal.until(lambda: "pegs" in app.store.records)
            clock.now += 1.0
            app.refresh()
            await terminal.expect("won 4, 62 s")
            assert server.sent.count(asked) == 1
            server.say(replace_table(pegs.pegs_table(), seq=4, phase="over"))
            assert server.sent.count(asked) == 2
            server.say(replace_table(pegs.pegs_table(), seq=5, number=2))
            assert server.sent.count(asked) == 3
            server.cut()
            server.say(replace_table(pegs.pegs_table(), seq=6, number=3))
            assert server.sent.count(asked) == 3
            server.come_back()
            assert server.sent.count(asked) == 4


async def test_a_game_whose_deals_have_no_names_is_asked_about_on_demand():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    server.records["war"] = records(played=5, won=3, streak=1, longest=2)
    async with running(server, shows="SPACE to flip") as (terminal, _, _):
        assert not any(isinstance(command, m.GetStats) for command in server.sent)
        await terminal.press(":stats" + ENTER, "5 played, 3 won")
        terminal.type(ESC)
        await terminal.expect_no("5 played, 3 won")


async def test_the_pointer_marks_what_it_is_over():
    async with at_the_pegs(Clock()) as (terminal, app):
        terminal.point_at(9, pegs.TOP + 5)
        await terminal.expect("aimed at at 1 1")
        await terminal.press(UP, "aimed at up")
        terminal.point_at(8, pegs.TOP + 4)
        terminal.point_at(0, pegs.TOP)
        await all_of(terminal, app, 3)
        assert app.ui.mark == ("at 1 1", "up", "at 0 0")


async def test_five_hundred_moves_over_one_cell_are_drawn_once():
    async with at_the_pegs(clock := Clock()) as (terminal, app):
        frames = terminal.frames
        for at in range(500):
            clock.now += 0.1  # the limit would allow each to be drawn
            terminal.point_at(at % 8, pegs.TOP + at // 8 % 4)
            await asyncio.sleep(0)
        await terminal.expect("aimed at at 0 0")
        await all_of(terminal, app, 1)
        assert terminal.frames - frames <= 1 + REDRAWN


async def test_five_hundred_moves_over_a_board_are_drawn_only_as_often_as_the_limit_allows():
    async with at_the_pegs(clock := Clock()) as (terminal, app):
        frames = terminal.frames
        for at in range(500):
            terminal.point_at(8 * (at % 4), pegs.TOP)
            await asyncio.sleep(0)
        await all_of(terminal, app, 500)
        assert terminal.frames - frames <= BURST + REDRAWN
        clock.now += 1.0
        await terminal.expect("aimed at at 3 0")


async def test_in_a_second_of_moves_no_more_is_drawn_than_the_limit():
    async with at_the_pegs(clock := Clock()) as (terminal, app):
        frames = terminal.frames
        for at in range(500):
            clock.now += 1 / 500
            terminal.point_at(8 * (at % 4), pegs.TOP)
            await asyncio.sleep(0)
        await all_of(terminal, app, 500)
        assert terminal.frames - frames <= PER_SECOND + REDRAWN


async def test_what_cannot_be_marked_by_pointing_is_only_hinted_at():
    async with at_the_pegs(Clock()) as (terminal, app):
        terminal.point_at(*pegs.BIN)
        await terminal.expect("Takes pegs.")
        assert app.ui.mark is None
        assert not app.store.refused


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


async def test_two_slow_clicks_are_two():
    async with at_the_pegs(clock := Clock()) as (terminal, app):
        terminal.click_at(9, pegs.TOP)
        await terminal.expect("aimed at press 1 0")
        clock.now += 0.5
        terminal.click_at(9, pegs.TOP)
        await all_of(terminal, app, 3)
        assert app.ui.mark == ("at 1 0", "press 1 0", "press 1 0")


async def test_the_palette_is_chosen_and_changed():
    settings = Settings(motion=False, palette="original")
    async with at_the_pegs(Clock(), settings=settings) as (terminal, _):
        await terminal.expect("  original")
        await terminal.press(f":palette sa{TAB}{ENTER}", "Boards are drawn in the safe palette.", "  safe")


async def test_without_colours_boards_are_drawn_in_textures():
    settings = Settings(motion=False, color=False, palette="original")
    async with at_the_pegs(Clock(), settings=settings) as (terminal, _):
        await terminal.expect("  texture")
        await terminal.press(f":palette safe{ENTER}", "Without colours, boards are drawn in textures.")


async def test_the_mouse_can_be_left_to_the_terminal():
    async with running(TableServer(), shows="? help") as (terminal, _, _):
        assert any("\x1b[?1000h" in text for text in terminal.written)
        await terminal.press("m", "Mouse is off.")
        await terminal.until(lambda: any("\x1b[?1000l" in text for text in terminal.written))


async def test_without_colour_nothing_is_coloured_and_the_marked_line_still_shows():
    async with running(TableServer(), settings=Settings(color=False, motion=False)) as (terminal, _, _):
        await terminal.expect("▸ 1  War")
        cells = [terminal.style(column, row) for row in range(32) for column in range(100)]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
        assert terminal.style(*terminal.find("▸ 1  War")).reverse


async def test_a_terminal_of_all_colours_gets_them():
    async with running(TableServer(), environ={"COLORTERM": "truecolor"}, shows="PARLOUR") as (terminal, _, _):
        assert terminal.style(1, 0).fg == "f2d06b"


async def test_a_hostile_name_cannot_touch_the_screen():
    nasty = "\x1b[2J\u202eeve\u0301\x07\n漢字"
    chairs = (PEOPLE[0], m.SeatInfo(kind="person", name=nasty, won=0))
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D"), chairs=chairs),))
    async with running(server, 80, 24, shows="[2Jevé") as (terminal, app, _):
        assert is_drawn_whole(app, terminal)
        assert terminal.bells == 0


async def test_a_flood_of_news_is_drawn_a_few_times():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server, shows="SPACE to flip") as (terminal, _, _):
        before = terminal.frames
        for watchers in range(500):
            server.say(m.Presence(room="M3XA", present=(True, True), watchers=watchers))
        await terminal.expect("499 watching")
        assert terminal.frames - before <= 5


async def test_an_unknown_game_is_said_and_not_drawn():
    async with running(server := TableServer(), shows="computer · friend") as (terminal, _, _):
        server.say(m.Entered(ref=0, room="ABCD", seat=None))
        await terminal.expect("Going to table ABCD.")
        table = replace_table(room(war_state("AH", "2D"), code="ABCD").table(), game="chess")
        server.say(table)
        await terminal.expect("This program does not know the game 'chess'; a newer one may.")


def replace_table(table, **changes):
    return m.Table(**{**{name: getattr(table, name) for name in table.__struct_fields__}, **changes})


async def test_what_the_client_was_started_for_is_done_first():
    server = TableServer()
    async with running(server, opening="play war computer:1 suits") as (terminal, _, _):
        await terminal.expect("Rounds, suits")


async def test_the_screen_can_be_drawn_anew():
    async with running(TableServer(), shows="? help") as (terminal, _, _):
        terminal.written.clear()
        terminal.type(CTRL_L)
        await terminal.until(lambda: any("PARLOUR" in text for text in terminal.written))


async def test_keys_pressed_while_the_client_still_connects_act_once_there_is_a_lobby():
    async with running(server := TableServer(welcomes=asyncio.Event()), shows="Connecting to") as (terminal, _, _):
        await terminal.press(f"{ENTER}?", "Esc closes")
        terminal.type("?")
        await terminal.expect_no("Esc closes")
        assert [type(command) for command in server.sent] == [m.Browse, m.WatchScore]
        server.welcomes.set()
        await terminal.expect("table K0QF")
