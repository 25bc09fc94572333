"""Streets and Alleys on the full screen as a person sees it, with whole games, keys, clicks and drags."""

import pytest

from client.settings import Settings
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.moves import Build, moves
from protocol import messages as m
from tests.support.fakes.table_server import SHEET as WAR
from tests.support.fakes.table_server import TableServer
from tests.support.games.street_tables import SHEET, STREET, dealt, nearly_won, places, room
from tests.support.games.streets import race
from tests.support.games.streets_lines import DEAL, commands
from tests.support.laws.depth import sample
from tests.support.terminal.screens import is_colourless, is_drawn_whole
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = ((100, 32), (80, 24), (60, 20))
ENTER, LEFT, RIGHT, ESC, TAB = "\r", "\x1b[D", "\x1b[C", "\x1b", "\t"
RIGHT_BUTTON = 2


def server(*states, seat=0, **changes):
    return TableServer(sheets=(WAR, SHEET), seated=tuple(room(state, seat) for state in states), **changes)


async def answered(app, terminal, plies):
    """Wait until so many moves were made and shown."""
    await terminal.until(lambda: app.store.seated.table.ply == plies and app.store.seated.pending is None)


def at(app, terminal, word):
    """A cell of a pile or a foundation."""
    region = places(app.draw(terminal.columns, len(terminal.lines)))[word]
    return region.x, region.y + 1


def keys_of(command):
    """The keys that make a move: a digit and a digit, a digit and F and a digit, or f and two digits."""
    kind, source, target = command.split()
    return {"MTT": f"{source}{target}", "MTF": f"{source}F{target}", "MFT": f"f{source}{target}"}[kind]


@pytest.mark.parametrize("size", sample(SIZES, 1))
async def test_a_whole_game_is_won_by_keys_alone(size):
    async with running(server(), *size, shows="Streets and Alleys") as (terminal, app, _):
        await terminal.press(f":play streets deal={DEAL}{ENTER}", f"deal {DEAL}")
        for plies, command in enumerate(commands(), 1):
            terminal.type(keys_of(command))
            await answered(app, terminal, plies)
            assert is_drawn_whole(app, terminal)
        await terminal.expect("You won!", "52/52 up", "new deal")


async def test_a_game_is_played_by_clicks_and_drags():
    async with running(server(dealt(DEAL)), shows="0/52 up") as (terminal, app, _):
        for plies, command in enumerate(commands()[:20], 1):
            kind, source, target = command.split()
            source, target = (f"f{source}" if kind == "MFT" else source), (f"f{target}" if kind == "MTF" else target)
            if plies % 2:
                terminal.click_at(*at(app, terminal, source))
                terminal.click_at(*at(app, terminal, target))
            else:
                terminal.drag(at(app, terminal, source), at(app, terminal, target))
            await answered(app, terminal, plies)
            assert is_drawn_whole(app, terminal)
            await terminal.expect(f"{plies} move")


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("7f", "A♣ from pile 7 to foundation 0."),
        ("f10", "2♠ from foundation 1 to pile 0."),
        ("021", "3♦ from pile 0 to pile 1."),
        (f"0{ENTER}", "3♦ from pile 0 to pile 1."),
        (f"{RIGHT}{LEFT}{ENTER}{RIGHT}{RIGHT}{ENTER}", "3♦ from pile 0 to pile 1."),
        ("a", "A♣ from pile 7 to foundation 0."),
        ("g9s" + ENTER, "The 9♠ is in pile 3, under 1 card."),
        (f":mtf 7 3{ENTER}", "A♣ from pile 7 to foundation 3."),
        ("02", "The 3♦ can't go on the K♠: it goes on any 4."),
    ],
)
async def test_keys_do_what_they_say_or_say_why_not(keys, told):
    async with running(server(race(STREET)), shows="15 possible") as (terminal, _, _):
        await terminal.press(keys, told)


async def test_a_move_is_taken_back_and_made_again():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, _, _):
        for keys, told in (("01", "3♦ from"), ("u", "Undo: 3♦"), ("y", "Redo: 3♦"), ("z", "Undo: 3♦")):
            await terminal.press(keys, told)


async def test_a_picked_card_shows_where_it_may_go_and_is_let_go():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, app, _):
        for key in ("0", ESC):
            await terminal.press("0", "┃ 3♦  ┃", "The 3♦ goes to 1, 5.")
            terminal.type(key)
            await terminal.expect_no("┃")
        assert app.store.room == "RSAM"


async def test_a_double_click_plays_to_the_best_place_and_the_other_button_up():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, app, _):
        terminal.click_at(*at(app, terminal, "7"), button=RIGHT_BUTTON)
        await terminal.expect("A♣ from pile 7 to foundation 0.")
        place = at(app, terminal, "0")
        terminal.click_at(*place)
        terminal.click_at(*place)
        await terminal.expect("3♦ from pile 0 to pile 1.")


async def test_the_card_that_was_pressed_is_dragged_even_after_a_hint_lifted_another():
    at_first = deal(DEAL)
    async with running(server(dealt(DEAL)), shows="0/52 up") as (terminal, app, _):
        await terminal.press("h", "Hint (")
        await terminal.until(lambda: app.ui.mark is not None and app.ui.mark.hint is not None)
        lifted = app.ui.mark.picked.number
        dragged = next(move for move in moves(at_first) if isinstance(move, Build) and move.source != lifted)
        source, target = str(dragged.source), str(dragged.target)
        terminal.drag(at(app, terminal, source), at(app, terminal, target))
        await terminal.expect(f"{at_first.piles[dragged.source][-1]} from pile {source} to pile {target}.")


async def test_two_clicks_move_a_card_and_a_click_elsewhere_picks_after_a_hint():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, app, _):
        terminal.click_at(*at(app, terminal, "0"))
        await terminal.expect("The 3♦ goes to 1, 5.")
        terminal.click_at(*at(app, terminal, "1"))
        await terminal.expect("3♦ from pile 0 to pile 1.")


async def test_a_new_deal_asks_where_moves_would_be_lost_and_not_where_none_would():
    async with running(host := server(race(STREET)), shows="15 possible") as (terminal, app, _):
        terminal.type("01")
        await answered(app, terminal, 1)
        await terminal.press("N", "Press N again for a new deal; this one and your 1 move will be lost.")
        assert app.store.seated.table.number == 1
        await terminal.press("N", "0/52 up")
        assert app.store.seated.table.number == 2
        terminal.type("N")
        await terminal.until(lambda: app.store.seated.table.number == 3)
    sent = [type(command) for command in host.sent if isinstance(command, m.Resign | m.Rematch)]
    assert sent == [m.Resign, m.Rematch] * 2


async def test_a_restart_asks_where_moves_would_be_lost_and_not_where_none_would():
    async with running(server(dealt(DEAL)), shows="0/52 up") as (terminal, app, _):
        terminal.type(keys_of(commands()[0]))
        await answered(app, terminal, 1)
        await terminal.press("R", "Press R again to restart this deal; your 1 move will be lost.")
        await terminal.press("R", "This deal starts over.", "0 moves")
        for plies, keys in enumerate((keys_of(commands()[0]), "u"), 3):
            terminal.type(keys)
            await answered(app, terminal, plies)
        await terminal.press("R", "This deal starts over.", "0 moves")
        assert "┃" not in terminal.text  # What was picked there once is picked no more.


async def test_the_next_card_is_picked_while_a_move_is_on_its_way():
    async with running(server(race(STREET)), shows="15 possible") as (terminal, app, _):
        await terminal.press("7f0", "A♣ from pile 7 to foundation 0.", "┃ 3♦  ┃")
        await terminal.press("13", "3♦ from pile 0 to pile 1.", "┃ 8♦  ┃")
        await answered(app, terminal, 2)


async def test_a_won_deal_is_followed_by_another_or_asked_for_again():
    async with running(host := server(race(nearly_won()))) as (terminal, app, _):
        for key, deal in (("R", 1), ("N", 0), ("r", 0)):
            await terminal.expect("Nothing is in the way any more")
            await terminal.press("a", "You won!")
            await terminal.press(key, "0/52 up")
            assert app.store.seated.table.options["deal"] == deal
            host.change(app.store.room, state=race(nearly_won()))


@pytest.mark.parametrize("size", SIZES)
async def test_a_race_is_seen_as_it_goes(size):
    async with running(host := server(race(STREET, STREET, STREET)), *size, shows="15 possible") as (terminal, app, _):
        host.play("RSAM", 1, "MTF 7 0")
        await terminal.expect("ben has 4 of 52 cards up in 1 move.", "4/52")
        await terminal.press(TAB, "The race")
        await terminal.press("N", "You can start a new game only when you play alone")
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


async def test_without_colour_all_that_is_marked_still_shows():
    settings = Settings(color=False, motion=False)
    async with running(server(race(STREET)), settings=settings, shows="15 possible") as (terminal, _, _):
        await terminal.press("0", "┃ 3♦  ┃", "1◂")
        assert is_colourless(terminal)
