"""Streets and Alleys on the full screen as a person sees it, with whole games, keys, clicks and drags."""

import pytest

from client.settings import Settings
from engines.streets_and_alleys import rules
from protocol import messages as m
from tests.support.fakes.table_server import SHEET as WAR
from tests.support.fakes.table_server import TableServer
from tests.support.games.street_tables import LONGEST, SHEET, STREET, dealt, nearly_won, room
from tests.support.games.streets import layout, race
from tests.support.games.streets_lines import DEAL, commands
from tests.support.terminal.screens import is_drawn_whole
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = ((100, 32), (80, 24), (60, 20))
ENTER, UP, DOWN, LEFT, RIGHT, ESC, TAB = "\r", "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[C", "\x1b", "\t"
RIGHT_BUTTON = 2


def server(*states, seat=0, **changes):
    return TableServer(sheets=(WAR, SHEET), seated=tuple(room(state, seat) for state in states), **changes)


async def answered(app, terminal, plies):
    """Wait until so many moves were made and shown."""
    await terminal.until(lambda: app.store.seated.table.ply == plies and app.store.seated.pending is None)


def at(terminal, word):
    """The cell of a pile's number, or of the upper left corner of a foundation."""
    if not word.isdecimal():
        column, row = terminal.find(f"F{word[1]}")
        return column, row + 1
    rows = [line for line in terminal.lines if "║" in line]
    number = int(word)
    shown = [line for line in rows if line.lstrip()[:1] == str(number - number % 2)]
    row = terminal.lines.index(shown[0])
    line = terminal.lines[row]
    return (line.index(word) if number % 2 == 0 else line.index(word, line.rindex("║"))), row


def drag(terminal, source, target):
    """Press over one cell and release over another."""
    (x, y), (to_x, to_y) = source, target
    terminal.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<32;{to_x + 1};{to_y + 1}M\x1b[<0;{to_x + 1};{to_y + 1}m")


def keys_of(command):
    """The keys that make a move: a digit and a digit, a digit and F and a digit, or f and two digits."""
    kind, source, target = command.split()
    return {"MTT": f"{source}{target}", "MTF": f"{source}F{target}", "MFT": f"f{source}{target}"}[kind]


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_game_is_won_by_keys_alone(size):
    async with running(server(), *size, shows="Streets and Alleys") as (terminal, app, _):
        await terminal.press(f":play streets deal={DEAL}{ENTER}", f"deal {DEAL}")
        for plies, command in enumerate(commands(), 1):
            terminal.type(keys_of(command))
            await answered(app, terminal, plies)
            assert is_drawn_whole(app, terminal)
        await terminal.expect("You won!", "52/52 up", "play again")


async def test_a_game_is_played_by_clicks_and_drags():
    async with running(server(dealt(DEAL)), shows="0/52 up") as (terminal, app, _):
        for plies, command in enumerate(commands()[:20], 1):
            kind, source, target = command.split()
            source, target = (f"f{source}" if kind == "MFT" else source), (f"f{target}" if kind == "MTF" else target)
            if plies % 2:
                terminal.click_at(*at(terminal, source))
                terminal.click_at(*at(terminal, target))
            else:
                drag(terminal, at(terminal, source), at(terminal, target))
            await answered(app, terminal, plies)
            assert is_drawn_whole(app, terminal)
            await terminal.expect(f"{plies} move")


async def test_a_game_is_played_by_arrows_and_enter():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, _, _):
        terminal.type(f"{RIGHT}{LEFT}{ENTER}{RIGHT}{RIGHT}{ENTER}")
        await terminal.expect("3♦ from pile 0 to pile 1. 15 moves possible.")
        await terminal.press(f"{DOWN * 3}{ENTER}{ENTER}", "A♣ from pile 7 to foundation 0.")


async def test_a_picked_card_shows_where_it_may_go_and_is_let_go():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, app, _):
        await terminal.press("0", "┃ 3♦  ┃", "The 3♦ goes to 1, 5.")
        terminal.type("0")
        await terminal.expect_no("┃")
        await terminal.press("0", "┃")
        terminal.type(ESC)
        await terminal.expect_no("┃")
        assert app.store.room == "RSAM"


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ("02", "The 3♦ cannot go on the K♠: it goes on any 4."),
        ("5", "Pile 5 is empty."),
        ("0f", "No foundation takes the 3♦ now."),
        ("7F1", "The A♣ begins an empty foundation, and this one has begun with the 2♠."),
        ("f0", "Foundation 0 is empty."),
        (f"2{ENTER}", "There is no better place for the K♠ now."),
        ("u", "No moves to undo."),
        ("y", "No moves to redo."),
        ("A", "Nothing has been moved yet."),
        (f":mtt 0 2{ENTER}", "Error in move: mtt , 0 , 2. 3 of diamonds cannot go on king of spades"),
        (f":MTT 8 0{ENTER}", "Error in Source."),
        (f":MTT 0 8{ENTER}", "Error in Destination."),
        (f":pley{ENTER}", "Error in option: pley"),
        ("%", "% does nothing here; ? shows the keys."),
        (f"g11h{ENTER}", "'11h' is not a card; a card is written 7h, 10s, qd or ac."),
    ],
)
async def test_what_cannot_be_done_says_why(keys, sentence):
    async with running(server(race(STREET)), shows="15 possible") as (terminal, _, _):
        await terminal.press(keys, sentence)


async def test_an_illegal_drop_keeps_the_pick():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, _, _):
        await terminal.press("021", "3♦ from pile 0 to pile 1.")


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("7f", "A♣ from pile 7 to foundation 0."),
        ("7F3", "A♣ from pile 7 to foundation 3."),
        ("f10", "2♠ from foundation 1 to pile 0."),
        (f"0{ENTER}", "3♦ from pile 0 to pile 1."),
        ("a", "A♣ from pile 7 to foundation 0."),
        ("01u", "Undo: 3♦ from pile 0 to pile 1."),
        ("01zy", "Redo: 3♦ from pile 0 to pile 1."),
        ("g9s" + ENTER, "The 9♠ is in pile 3, under 1 card."),
        (f":mtf 7 3{ENTER}", "A♣ from pile 7 to foundation 3."),
    ],
)
async def test_keys_do_what_they_say(keys, told):
    async with running(server(race(STREET)), shows="15 possible") as (terminal, app, _):
        plies = 0
        for key in keys if keys.startswith("01") else [keys]:
            terminal.type(key)
            plies += key in "1uzy"
            await answered(app, terminal, app.store.seated.table.ply if key == keys else plies)
        await terminal.expect(told)


async def test_a_double_click_plays_to_the_best_place_and_the_other_button_up():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, _, _):
        terminal.click_at(*at(terminal, "7"), button=RIGHT_BUTTON)
        await terminal.expect("A♣ from pile 7 to foundation 0.")
        place = at(terminal, "0")
        terminal.click_at(*place)
        terminal.click_at(*place)
        await terminal.expect("3♦ from pile 0 to pile 1.")


async def test_the_pointer_says_what_a_click_would_do():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, _, _):
        await terminal.press("0", "┃")
        terminal.point_at(*at(terminal, "2"))
        await terminal.expect("The 3♦ cannot go on the K♠: it goes on any 4.")


async def test_a_won_position_is_played_to_its_end_by_one_key():
    async with running(server(race(nearly_won()))) as (terminal, _, _):
        await terminal.expect("Nothing is in the way any more: a plays all cards up.")
        await terminal.press("a", "You won!", "52/52  5 moves", "same deal")


async def test_a_restart_asks_once_something_was_moved_and_deals_anew():
    async with running(host := server(race(STREET)), shows="15 possible") as (terminal, app, _):
        terminal.type("01")
        await answered(app, terminal, 1)
        await terminal.press("R", "R again gives this deal up and shuffles anew.")
        assert app.store.seated.table.number == 1
        await terminal.press("R", "0/52 up")
        assert app.store.seated.table.number == 2
        terminal.type("R")
        await terminal.until(lambda: app.store.seated.table.number == 3)
    sent = [type(command) for command in host.sent if isinstance(command, m.Resign | m.Rematch)]
    assert sent == [m.Resign, m.Rematch] * 2


async def test_the_same_deal_is_begun_again_when_asked_twice():
    async with running(server(dealt(DEAL)), shows="0/52 up") as (terminal, app, _):
        terminal.type(keys_of(commands()[0]))
        await answered(app, terminal, 1)
        await terminal.press("A", "A again begins the same deal anew; no undo.")
        await terminal.press("A", "The same deal from the start.", "0 moves")
        assert "┃" not in terminal.text  # What was picked there once is picked no more.


async def test_the_next_card_is_picked_while_a_move_is_on_its_way():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, app, _):
        await terminal.press("7f0", "A♣ from pile 7 to foundation 0.", "┃ 3♦  ┃")
        await terminal.press("13", "3♦ from pile 0 to pile 1.", "┃ 8♦  ┃")
        await answered(app, terminal, 2)


async def test_who_plays_on_while_looking_at_anothers_table_sees_their_own():
    async with running(server(race(STREET, STREET, shown=True)), shows="15 possible") as (terminal, _, _):
        for key, told in (("0", "The 3♦ goes to 1, 5."), ("1", "3♦ from pile 0 to pile 1."), ("a", "A♣ from pile 7")):
            await terminal.press(TAB, "ben   3/52 up")
            await terminal.press(key, told)
            await terminal.expect_no("ben   3/52 up")


async def test_a_won_deal_is_followed_by_another_or_asked_for_again():
    async with running(host := server(race(nearly_won()))) as (terminal, app, _):
        for key, deal in (("A", 1), ("r", 0)):
            await terminal.expect("Nothing is in the way any more")
            await terminal.press("a", "You won!")
            await terminal.press(key, "0/52 up")
            assert app.store.seated.table.options["deal"] == deal
            host.change(app.store.room, state=race(nearly_won()))


async def test_a_deals_number_is_written_into_the_form():
    async with running(server(dealt(DEAL)), shows="0/52 up") as (terminal, app, _):
        await terminal.press(f"n{DOWN}", "any, or type one")
        await terminal.press("482139\x7f", "◂ 48213 ")
        await terminal.press(f"{DOWN * 3}{LEFT}{UP * 4}{UP}{ENTER}", "deal 48213")
        assert len(app.store.seated.table.chairs) == 1


async def test_a_deal_by_its_number_is_set_up_from_the_form_or_a_line():
    async with running(server(dealt(DEAL)), shows="0/52 up") as (terminal, app, _):
        await terminal.press("n", "New table")
        await terminal.press(f"{ESC}:play streets deal=48213{ENTER}", "deal 48213")
        terminal.type(f"{ESC}:play streets{ENTER}")
        await terminal.until(lambda: app.store.seated is not None and len(app.store.rooms) == 3)
        assert app.store.seated.table.options["deal"] == 0


@pytest.mark.parametrize("size", SIZES)
async def test_a_race_is_seen_as_it_goes(size):
    async with running(host := server(race(STREET, STREET, STREET)), *size, shows="15 possible") as (terminal, app, _):
        host.play("RSAM", 1, "MTF 7 0")
        await terminal.expect("ben has 4 of 52 cards up in 1 move.", "4/52")
        await terminal.press(TAB, "The race")
        await terminal.press("R", "Only who plays alone can begin another game")
        host.change("RSAM", state=rules.time_up(host.rooms["RSAM"].state))
        await terminal.expect("The time is up: ben won.")
        assert is_drawn_whole(app, terminal)
        await terminal.press(TAB, "ben   4/52 up" if size[0] > 60 else "ben")


@pytest.mark.parametrize("size", SIZES)
async def test_a_spectator_follows_a_game(size):
    async with running(host := server(race(STREET), seat=None), *size) as (terminal, app, _):
        await terminal.press(f":watch RSAM{ENTER}", "15 possible")
        host.play("RSAM", 0, "MTT 0 1")
        await terminal.expect("3♦ from pile 0 to pile 1.")
        await terminal.press(f":MTT 1 0{ENTER}", "You are watching; only the players move cards.")
        assert is_drawn_whole(app, terminal)


@pytest.mark.parametrize("size", SIZES)
async def test_a_pile_of_nineteen_is_read_on_the_screen(size):
    long = layout(LONGEST, "KD QC", "", "4D", "KC", foundations="- - - -")
    async with running(server(race(long)), *size, shows="possible") as (terminal, _, _):
        shown = "".join(terminal.text.split()).replace("10", "T")
        for card in LONGEST.replace("10", "T").split():
            assert card.translate(str.maketrans("CSDH", "♣♠♦♥")) in shown


async def test_without_colour_all_that_is_marked_still_shows():
    settings = Settings(color=False, motion=False)
    async with running(server(race(STREET)), settings=settings, shows="15 possible") as (terminal, _, _):
        await terminal.press("0", "┃ 3♦  ┃", "1◂")
        cells = [terminal.style(column, row) for column in range(100) for row in range(32)]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}


async def test_the_help_names_the_games_keys():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, _, _):
        await terminal.press(f":H{ENTER}", "Pick a pile's last card, or drop one there.")
        await terminal.expect("Play all cards up that nothing else needs.")
