"""The full screen as a person sees it: bytes in, and a terminal emulator to look at."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from client.alerts import ASKED, HURRY
from client.games.war import drawing
from client.lines import width_of
from client.memory import Memory
from client.settings import Settings
from client.throttle import BURST, PER_SECOND
from engines.cards import Card
from engines.war.rules import State
from protocol import messages as m
from tests.support import pegs
from tests.support.stores import records
from tests.support.table_server import Room, TableServer
from tests.support.terminal import running

pytestmark = pytest.mark.slow

SIZES = ((100, 32), (80, 24), (60, 20), (140, 45))
VARIANTS = ("normal", "suits", "scouts")
ESC, ENTER, UP, DOWN, TAB, CTRL_C, CTRL_Q, CTRL_L = "\x1b", "\r", "\x1b[A", "\x1b[B", "\t", "\x03", "\x11", "\x0c"
REDRAWN = 2
"""What drawing anew takes: the screen is wiped, and drawn."""
OPTIONS = {"variant": "normal", "auto_flip_s": 10}
PEOPLE = (m.Chair(kind="person", name="ana", won=0), m.Chair(kind="person", name="cleo", won=2))


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


def is_drawn_whole(app, terminal):
    columns, rows = len(terminal.lines[0]), len(terminal.lines)
    lines = app.draw(columns, rows).lines
    return [sum(width_of(text) for _, text in line) for line in lines] == [columns] * rows


def is_answered(app):
    seated = app.store.seated
    return seated is not None and seated.pending is None and (seated.table.turn or seated.table.phase == "over")


async def flip_with(press, app, terminal):
    before = app.store.seated.table.seq
    press()
    await terminal.until(lambda: app.store.seated.table.seq > before and is_answered(app))


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby_fills_the_screen_exactly(size):
    async with running(TableServer(), *size) as (terminal, app, _):
        await terminal.expect("computer · friend")
        assert is_drawn_whole(app, terminal)
        assert "PARLOUR   Lobby" in terminal.row(0)
        assert "localhost:8765  ● 4 ms" in terminal.row(0)
        assert "Enter choose" in terminal.row(-1)


async def test_two_keys_lead_from_the_lobby_to_the_first_card():
    server = TableServer()
    async with running(server) as (terminal, app, _):
        await terminal.expect("computer · friend")
        terminal.type(ENTER)
        await terminal.expect("SPACE to flip")
        await flip_with(lambda: terminal.type(" "), app, terminal)
        await terminal.expect("Rounds")
        await terminal.expect("You drew")
    (created,) = (command for command in server.sent if isinstance(command, m.Create))
    assert (created.game, created.seats, created.listed) == ("war", ("me", "computer:flipper"), False)
    assert [command.move for command in server.sent if isinstance(command, m.Play)] == ["flip"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_whole_game_is_played_by_keys_alone(variant, size):
    async with running(TableServer(), *size) as (terminal, app, _):
        await terminal.expect("computer · friend")
        terminal.type(f":play war {variant}{ENTER}")
        await terminal.expect("SPACE to flip")
        while app.store.seated.table.phase == "playing":
            await flip_with(lambda: terminal.type(" "), app, terminal)
            assert is_drawn_whole(app, terminal)
        await terminal.expect("The game is over")
        first, second = app.store.seated.table.ending.scores
        await terminal.expect(f"{max(first, second)} to {min(first, second)}")
        terminal.type(ENTER)
        await terminal.expect("You stood up.")
        assert "Lobby" in terminal.row(0)


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_whole_game_is_played_by_mouse_alone(variant):
    async with running(TableServer()) as (terminal, app, _):
        await terminal.expect("New table")
        terminal.click("4  New table")
        await terminal.expect("▸ 4  New table")
        terminal.click("4  New table")
        await terminal.expect("Open the table")
        terminal.click("Variant")
        await terminal.expect("▸ Variant")
        for name in VARIANTS[1 : VARIANTS.index(variant) + 1]:
            terminal.click("▸ Variant")
            await terminal.expect(f"◂ {name}")
        terminal.click("Against")
        await terminal.expect("▸ Against")
        terminal.click("▸ Against")
        await terminal.expect("computer, flipper")
        terminal.click("Open the table")
        await terminal.expect("SPACE to flip")
        assert app.store.seated.table.options["variant"] == variant
        column, row = terminal.find("ana   score")
        while app.store.seated.table.phase == "playing":
            await flip_with(lambda: terminal.click_at(column + 2, row - 3), app, terminal)
        await terminal.expect("The game is over")
        terminal.click("Enter to the lobby")
        await terminal.expect("You stood up.")


async def test_the_keys_in_the_last_row_can_be_clicked():
    async with running(TableServer()) as (terminal, _, _):
        await terminal.expect(": command")
        column, _ = terminal.find(": command  ? help")
        terminal.click_at(column + len(": command  "), 31)
        await terminal.expect("Esc closes")
        terminal.click("PARLOUR")
        await terminal.expect_no("Esc closes")


async def test_a_war_is_a_moment_with_a_bell():
    server = TableServer(seated=(room(war_state("10H 2C 5C", "10D 2D QH")),))
    async with running(server) as (terminal, app, _):
        await terminal.expect("SPACE to flip")
        server.flip("M3XA", 1)
        terminal.type(" ")
        await terminal.expect("W A R !")
        await terminal.expect("2 cards at stake: 10 against 10")
        await terminal.expect("10 against 10. WAR!")
        assert terminal.bells == 1
        server.flip("M3XA", 1)
        await flip_with(lambda: terminal.type(" "), app, terminal)
        await terminal.expect("4 cards at stake")
        server.flip("M3XA", 1)
        terminal.type(" ")
        await terminal.expect("cleo WINS  6 to 0")
        await terminal.expect("cleo won the round, scoring 6 points.")
        assert terminal.bells == 3


async def test_the_bell_can_be_turned_off():
    server = TableServer(seated=(room(war_state("10H 2C", "10D 2D")),))
    async with running(server, settings=Settings(motion=False, sound=False)) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        server.flip("M3XA", 1)
        terminal.type(" ")
        await terminal.expect("W A R !")
        assert terminal.bells == 0


async def test_cards_turn_over_before_ones_eyes_and_come_to_rest(monkeypatch):
    monkeypatch.setattr(drawing, "EDGE_S", 1.5)  # long enough to be drawn on the slowest machine
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server, settings=Settings()) as (terminal, app, _):
        await terminal.expect("SPACE to flip")
        server.flip("M3XA", 1)
        terminal.type(" ")
        await terminal.expect("▐█▌")
        await terminal.expect("You win +2: A against 10")
        await terminal.expect_no("▐█▌")
        assert app.draw(100, 32).again_s > 0.1  # nothing moves but the auto-flip's clock


async def test_a_scouted_card_shows_both_cards_and_their_sum():
    server = TableServer(seated=(room(war_state("3C 7S KH", "10D 2D", variant="scouts")),))
    async with running(server, 80, 24) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        server.flip("M3XA", 1)
        terminal.type(" ")
        await terminal.expect("3 + 7 = 10")
        await terminal.expect("3♣ scouts 7♠")
        await terminal.expect("3♣+7♠=10♦(10=10)")


async def test_a_move_is_drawn_as_pending_until_the_server_confirms_it():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server) as (terminal, app, _):
        await terminal.expect("SPACE to flip")
        server.held = []
        terminal.type(" ")
        await terminal.expect("… flipping")
        server.release()
        await terminal.expect("● you flipped")
        assert app.store.seated.pending is None


async def test_a_lost_connection_is_shown_and_the_move_arrives_after_it():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        server.flip("M3XA", 1)
        server.cut()
        await terminal.expect("you ○ reconnecting")
        await terminal.expect("The connection to the server was lost. Trying again in 3 s")
        terminal.type(" ")
        await terminal.expect("… flipping")
        server.come_back()
        await terminal.expect("You win +2: A against 10")
        await terminal.expect("you ● 4 ms")


async def test_a_client_in_the_lobby_stays_there_when_the_connection_comes_back():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        terminal.type(ESC)
        await terminal.expect("Your seat at table M3XA stays yours")
        server.cut()
        server.come_back()
        await terminal.expect("● War vs cleo       YOUR TURN  0-0")
        terminal.type(f"{TAB}{ENTER}")
        await terminal.expect("SPACE to flip")


async def test_an_opponent_who_went_away_is_shown():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server) as (terminal, _, _):
        await terminal.expect("cleo ●")
        server.say(m.Presence(room="M3XA", present=(True, False), watchers=1))
        await terminal.expect("cleo ○ away   1 watching")
        await terminal.until(lambda: terminal.text.count("○ away") == 2)
        server.say(m.Presence(room="M3XA", present=(True, True), watchers=0))
        await terminal.expect_no("away")


async def test_a_spectator_sees_both_sides_by_name_and_cannot_flip():
    server = TableServer(seated=())
    async with running(server) as (terminal, _, _):
        await terminal.expect("computer · friend")
        server.rooms["M3XA"] = room(war_state("AH 2C", "10D 2D"), seat=None)
        terminal.type(f":watch M3XA{ENTER}")
        await terminal.expect("watching")
        server.flip("M3XA", 0)
        server.flip("M3XA", 1)
        await terminal.expect("ana wins +2: A against 10")
        await terminal.expect("ana drew A♥. cleo drew 10♦. A against 10. ana won the round, scoring 2 points.")
        terminal.type(f":flip{ENTER}")
        await terminal.expect("You are watching; only the players flip.")
        terminal.type(ESC)
        await terminal.expect("Play now")
        assert server.sent[-2] == m.Leave(room="M3XA")


async def test_a_rematch_asked_for_is_shown_with_a_bell_and_agreed_to():
    server = TableServer(seated=(room(war_state("", "2D", scores=(20, 31))),))
    async with running(server) as (terminal, _, _):
        await terminal.expect("cleo won 31 to 20.")
        await terminal.expect("Games won here: you 0, cleo 2")
        server.change("M3XA", rematch=(1,))
        await terminal.expect("cleo asks for a rematch. Press r to agree.")
        await terminal.until(lambda: terminal.bells == len(ASKED))
        terminal.type("r")
        await terminal.expect("You asked for a rematch.")
        assert m.Rematch(room="M3XA") in server.sent
        server.begin("M3XA")
        await terminal.expect("SPACE to flip")


async def test_an_illegal_key_says_why():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        terminal.type(" ")
        await terminal.expect("you flipped")
        terminal.type(" ")
        await terminal.expect("You have flipped already; the other side is to flip.")
        assert "(Space flip)" in terminal.row(-1)
        terminal.type("F")
        await terminal.expect("Only a game against computers can be played to its end at once.")
        terminal.type("x")
        await terminal.expect("x does nothing here; ? shows the keys.")


async def test_a_refusal_by_the_server_is_shown():
    server = TableServer()
    async with running(server) as (terminal, _, _):
        await terminal.expect("computer · friend")
        terminal.type("jzzzz")
        await terminal.expect("There is no table ZZZZ.")


async def test_auto_play_finishes_a_game_by_itself():
    async with running(TableServer()) as (terminal, app, _):
        await terminal.expect("computer · friend")
        terminal.type(ENTER)
        await terminal.expect("SPACE to flip")
        terminal.type("a")
        await terminal.expect("Flipping by itself at speed 3; a stops")
        terminal.type("5")
        await terminal.expect("Flipping by itself at speed 5; a stops")
        terminal.type("a")
        await terminal.expect("You make your own moves.")
        terminal.type("F")
        await terminal.expect("The game is over")
        assert app.desk.pilot is None


async def test_f_plays_on_to_the_next_war():
    server = TableServer(seated=(room(war_state("AH 3C 10H 2C", "10D 2D 10S 4C")),))
    async with running(server) as (terminal, app, _):
        await terminal.expect("SPACE to flip")
        server.flip("M3XA", 1)
        terminal.type("f")
        await terminal.expect("x3")
        await terminal.until(lambda: is_answered(app))
        server.flip("M3XA", 1)
        await terminal.expect("x2")
        await terminal.until(lambda: is_answered(app))
        server.flip("M3XA", 1)
        await terminal.expect("W A R !")
        assert app.desk.pilot is None
        await terminal.expect("SPACE to flip")


async def test_the_auto_flip_is_counted_down():
    async with running(TableServer()) as (terminal, _, _):
        await terminal.expect("computer · friend")
        terminal.type(f":play war auto_flip_s=3{ENTER}")
        await terminal.expect("Auto-flip in 3 s")
        await terminal.expect("Auto-flip in 2 s")


async def test_a_table_with_an_open_seat_shows_how_to_come_there():
    server = TableServer()
    async with running(server, 80, 24) as (terminal, _, _):
        await terminal.expect("computer · friend")
        terminal.type(f":new war scouts{ENTER}")
        await terminal.expect("Code  K 0 Q F")
        await terminal.expect("parlour join localhost:8765 K0QF")
        terminal.type("i")
        await terminal.expect("Not open: this server was started for its machine alone")
        terminal.type(ESC)
        await terminal.expect_no("Not open")
        terminal.type("c")
        await terminal.expect("SPACE to flip")


async def test_the_form_for_a_new_table_is_filled_in_by_keys():
    server = TableServer()
    async with running(server, 60, 20) as (terminal, _, _):
        await terminal.expect("computer · friend")
        terminal.type("n")
        await terminal.expect("◂ War")
        terminal.type(f"{DOWN}\x1b[C")
        await terminal.expect("◂ suits")
        terminal.type(f"{DOWN}{DOWN}{DOWN}\x1b[C")
        await terminal.expect("by its code alone")
        terminal.type(ENTER)
        await terminal.expect("Code  K 0 Q F")
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
    server = TableServer()
    async with running(server) as (terminal, _, _):
        await terminal.expect("computer · friend")
        terminal.type(f":play war scouts{ENTER}")
        await terminal.expect("Rounds, scouts")
        terminal.type(ESC)
        await terminal.expect("● War vs flipper    YOUR TURN  0-0")
        terminal.type(DOWN + UP)
        await terminal.expect("Enter starts War (scouts)")
        terminal.type("1")
        await terminal.expect("table K1QF")
        await terminal.expect("Rounds, scouts")


async def test_the_options_used_last_are_remembered_in_the_next_run(tmp_path):
    memory = Memory(tmp_path / "habits.json")
    async with running(TableServer(), memory=memory) as (terminal, _, _):
        await terminal.expect("computer · friend")
        terminal.type(f":play war suits{ENTER}")
        await terminal.expect("Rounds, suits")
    async with running(TableServer(), memory=memory) as (terminal, _, _):
        await terminal.expect("Enter starts War (suits)")


async def test_a_code_is_typed_after_j():
    server = TableServer()
    async with running(server) as (terminal, _, _):
        await terminal.expect("computer · friend")
        server.rooms["M3XA"] = room(war_state("AH 2C", "10D 2D"))
        terminal.type("jm3")
        await terminal.expect("Code: m3")
        terminal.type("xa")
        await terminal.expect("SPACE to flip")
        assert m.Join(ref=0, room="M3XA") in server.sent


async def test_tables_of_the_lobby_are_listed_filtered_and_joined():
    def listing(code, host, variant):
        return m.Listing(
            room=code,
            game="war",
            options={"variant": variant},
            host=host,
            players=(host,),
            ratings=(),
            seats=2,
            serious=False,
            watch="anyone",
            clock=m.NO_CLOCK,
            progress="",
        )

    waiting = (listing("K7QF", "ben", "normal"), listing("M3XA", "cleo", "scouts"))
    server = TableServer(
        lobby=m.Lobby(open=waiting, live=(), people=(), ratings=(), bots=(), rooms=2, online=3, moves=0)
    )
    async with running(server, 80, 24) as (terminal, _, _):
        await terminal.expect("K7QF")
        await terminal.expect("3 online")
        terminal.type("/scouts")
        await terminal.expect_no("K7QF")
        terminal.type(ENTER)
        await terminal.expect("cleo waits at a War table (M3XA, scouts). Enter sits down there.")
        server.rooms["M3XA"] = room(war_state("AH 2C", "10D 2D"))
        terminal.type(ENTER)
        await terminal.expect("SPACE to flip")


async def test_a_command_is_completed_and_a_mistyped_one_guessed():
    async with running(TableServer()) as (terminal, _, _):
        await terminal.expect("computer · friend")
        terminal.type(":pl")
        await terminal.expect("plain  play")
        terminal.type(f"ay{TAB}")
        await terminal.expect(":play ")
        terminal.type(f"war variant=sc{TAB}")
        await terminal.expect(":play war variant=scouts")
        terminal.type(ESC)
        await terminal.expect_no(":play")
        terminal.type(f":quik{ENTER}")
        await terminal.expect("There is no command 'quik'; did you mean 'quick'?")


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
    async with running(server, 60, 20) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        terminal.type(TAB)
        await terminal.expect("Rounds, normal")
        terminal.type(TAB)
        await terminal.expect("SPACE to flip")


async def test_a_terminal_too_small_says_so_and_offers_plain_mode():
    async with running(TableServer(), 40, 10) as (terminal, _, task):
        await terminal.expect("Terminal 40x10 is too small; need 60x20.")
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
    async with running(TableServer()) as (terminal, _, task):
        await terminal.expect("? help")
        asyncio.get_running_loop().call_soon(_raise, fault)
        with pytest.raises(ExceptionGroup) as caught:
            await task
    assert caught.value.exceptions == (fault,)
    assert "\x1b[?1049l" in "".join(terminal.written)


def _raise(error):
    raise error


async def test_the_client_is_left_with_something_half_typed():
    async with running(TableServer()) as (terminal, _, task):
        await terminal.expect("? help")
        terminal.type(f":pla{CTRL_C}")
        assert await task == "interrupted"


async def test_a_bell_of_its_own_says_that_ones_time_runs_out():
    clock, blitz = Clock(), m.Clock(move_s=None, total_s=60, increment_s=0)
    table = replace(room(war_state("AH 2C", "10D 2D")), clock=blitz, options={**OPTIONS, "auto_flip_s": 25})
    server = TableServer(seated=(table,))
    async with running(server, now=clock) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        clock.now = 14.99
        terminal.type("\x1b[O")
        await terminal.until(lambda: terminal.titles[-1:] == ["your move - Parlour"])
        assert terminal.bells == 0
        clock.now = 15.0
        await terminal.until(lambda: terminal.bells == len(HURRY))
        assert terminal.titles[-1:] == ["your time runs out - Parlour"]


async def test_ones_turn_calls_when_one_looks_elsewhere():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        terminal.type("\x1b[O")
        await terminal.until(lambda: terminal.titles[-1:] == ["your move - Parlour"])
        terminal.type("\x1b[I")
        await terminal.until(lambda: terminal.titles[-1:] == ["War - Parlour"])
        terminal.type(" \x1b[O")
        await terminal.expect("you flipped")
        assert terminal.bells == 0
        server.flip("M3XA", 1)
        await terminal.until(lambda: terminal.titles[-1:] == ["your move - Parlour"])
        assert terminal.bells == 1


async def test_help_opens_scrolls_gives_way_to_the_rules_and_closes():
    async with running(TableServer(seated=(room(war_state("AH 2C", "10D 2D")),)), 60, 20) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        terminal.type("?")
        await terminal.expect("Flip your card")
        terminal.type(DOWN * 120)
        await terminal.expect("Take the command after.")
        terminal.type("?")
        await terminal.expect("What it is about")
        terminal.type("?")
        await terminal.expect("SPACE to flip")


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
        async with running(server, now=clock, **changes) as (terminal, app, _):
            await terminal.expect("computer · friend")
            server.say(m.Entered(ref=0, room="KQFM", seat=0))
            server.say(pegs.pegs_table())
            clock.now += 1.0
            await terminal.expect("aimed at nothing")
            clock.now += 1.0
            yield terminal, app


async def all_of(terminal, app, count):
    """Wait until so much was aimed at. Drawing anew tells of it where nothing else is drawn any more."""
    terminal.type(CTRL_L)
    await terminal.until(lambda: len(app.desk.mark or ()) == count)


async def test_a_table_of_a_game_with_deals_asks_for_the_records_when_a_game_begins_and_when_it_ends():
    clock, server = Clock(), TableServer()
    server.records["pegs"] = records("pegs", won=4, deal="7")
    asked = m.Recall(ref=0, game="pegs", deal="7")
    with pegs.known():
        async with running(server, now=clock) as (terminal, app, _):
            await terminal.expect("computer · friend")
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
    async with running(server) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        assert not any(isinstance(command, m.Recall) for command in server.sent)
        terminal.type(":stats" + ENTER)
        await terminal.expect("5 played, 3 won")
        terminal.type(ESC)
        await terminal.expect_no("5 played, 3 won")


async def test_the_pointer_marks_what_it_is_over():
    async with at_the_pegs(Clock()) as (terminal, app):
        terminal.point_at(9, pegs.TOP + 5)
        await terminal.expect("aimed at at 1 1")
        terminal.type(UP)
        await terminal.expect("aimed at up")
        terminal.point_at(8, pegs.TOP + 4)
        terminal.point_at(0, pegs.TOP)
        await all_of(terminal, app, 3)
        assert app.desk.mark == ("at 1 1", "up", "at 0 0")


async def test_five_hundred_moves_over_one_cell_are_drawn_once():
    clock = Clock()
    async with at_the_pegs(clock) as (terminal, app):
        frames = terminal.frames
        for at in range(500):
            clock.now += 0.1  # the limit would allow each to be drawn
            terminal.point_at(at % 8, pegs.TOP + at // 8 % 4)
            await asyncio.sleep(0)
        await terminal.expect("aimed at at 0 0")
        await all_of(terminal, app, 1)
        assert terminal.frames - frames <= 1 + REDRAWN


async def test_five_hundred_moves_over_a_board_are_drawn_only_as_often_as_the_limit_allows():
    clock = Clock()
    async with at_the_pegs(clock) as (terminal, app):
        frames = terminal.frames
        for at in range(500):
            terminal.point_at(8 * (at % 4), pegs.TOP)
            await asyncio.sleep(0)
        await all_of(terminal, app, 500)
        assert terminal.frames - frames <= BURST + REDRAWN
        clock.now += 1.0
        await terminal.expect("aimed at at 3 0")


async def test_in_a_second_of_moves_no_more_is_drawn_than_the_limit():
    clock = Clock()
    async with at_the_pegs(clock) as (terminal, app):
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
        assert app.desk.mark is None
        assert not app.store.refused


async def test_the_mouse_clicks_double_clicks_drags_and_turns():
    clock = Clock()
    async with at_the_pegs(clock) as (terminal, app):
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
    assert app.desk.mark == (
        "at 1 0", "press 1 0", "twice 1 0", "other 1 0", "out 1 0", "in 1 0",
        "press 1 0", "at 0 3", "drop 0 3", "press 0 3", "up", "thrown",
    )  # fmt: skip


async def test_two_slow_clicks_are_two():
    clock = Clock()
    async with at_the_pegs(clock) as (terminal, app):
        terminal.click_at(9, pegs.TOP)
        await terminal.expect("aimed at press 1 0")
        clock.now += 0.5
        terminal.click_at(9, pegs.TOP)
        await all_of(terminal, app, 3)
        assert app.desk.mark == ("at 1 0", "press 1 0", "press 1 0")


async def test_the_palette_is_chosen_and_changed():
    settings = Settings(motion=False, palette="original")
    async with at_the_pegs(Clock(), settings=settings) as (terminal, _):
        await terminal.expect("  original")
        terminal.type(f":palette sa{TAB}{ENTER}")
        await terminal.expect("Boards are drawn in the safe palette.")
        await terminal.expect("  safe")


async def test_without_colours_boards_are_drawn_in_textures():
    settings = Settings(motion=False, color=False, palette="original")
    async with at_the_pegs(Clock(), settings=settings) as (terminal, _):
        await terminal.expect("  texture")
        terminal.type(f":palette safe{ENTER}")
        await terminal.expect("Without colours, boards are drawn in textures.")


async def test_the_mouse_can_be_left_to_the_terminal():
    async with running(TableServer()) as (terminal, _, _):
        await terminal.expect("? help")
        assert any("\x1b[?1000h" in text for text in terminal.written)
        terminal.type("m")
        await terminal.expect("Mouse is off.")
        await terminal.until(lambda: any("\x1b[?1000l" in text for text in terminal.written))


async def test_without_colour_nothing_is_coloured_and_the_marked_line_still_shows():
    async with running(TableServer(), settings=Settings(color=False, motion=False)) as (terminal, _, _):
        await terminal.expect("▸ 1  War")
        cells = [terminal.style(column, row) for row in range(32) for column in range(100)]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
        assert terminal.style(*terminal.find("▸ 1  War")).reverse


async def test_a_terminal_of_all_colours_gets_them():
    async with running(TableServer(), environ={"COLORTERM": "truecolor"}) as (terminal, _, _):
        await terminal.expect("PARLOUR")
        assert terminal.style(1, 0).fg == "f2d06b"


async def test_a_hostile_name_cannot_touch_the_screen():
    nasty = "\x1b[2J\u202eeve\u0301\x07\n漢字"
    chairs = (PEOPLE[0], m.Chair(kind="person", name=nasty, won=0))
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D"), chairs=chairs),))
    async with running(server, 80, 24) as (terminal, app, _):
        await terminal.expect("[2Jevé")
        assert is_drawn_whole(app, terminal)
        assert terminal.bells == 0


async def test_a_flood_of_news_is_drawn_a_few_times():
    server = TableServer(seated=(room(war_state("AH 2C", "10D 2D")),))
    async with running(server) as (terminal, _, _):
        await terminal.expect("SPACE to flip")
        before = terminal.frames
        for watchers in range(500):
            server.say(m.Presence(room="M3XA", present=(True, True), watchers=watchers))
        await terminal.expect("499 watching")
        assert terminal.frames - before <= 5


async def test_an_unknown_game_is_said_and_not_drawn():
    server = TableServer()
    async with running(server) as (terminal, _, _):
        await terminal.expect("computer · friend")
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
    async with running(TableServer()) as (terminal, _, _):
        await terminal.expect("? help")
        terminal.written.clear()
        terminal.type(CTRL_L)
        await terminal.until(lambda: any("PARLOUR" in text for text in terminal.written))


async def test_keys_pressed_while_the_client_still_connects_act_once_there_is_a_lobby():
    server = TableServer(welcomes=asyncio.Event())
    async with running(server) as (terminal, _, _):
        await terminal.expect("Connecting to")
        terminal.type(f"{ENTER}?")
        await terminal.expect("Esc closes")
        terminal.type("?")
        await terminal.expect_no("Esc closes")
        assert [type(command) for command in server.sent] == [m.Browse, m.Reckon]
        server.welcomes.set()
        await terminal.expect("table K0QF")
