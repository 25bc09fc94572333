"""The menus and the questions as a person meets them: by keys, letters and the mouse, in an emulated terminal."""

import pytest
from msgspec.structs import replace as replace_struct

from client import tours
from client.state.phrases.offers import ANSWER, KEPT
from engines.chance import Chance
from protocol import messages as m
from tests.client.fullscreen.test_app import ENTER, ESC, at_war
from tests.support.builders.stores import challenged
from tests.support.builders.tables import person
from tests.support.fakes.table_server import Room, TableServer
from tests.support.games import sums
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = [(100, 32), (80, 24), (60, 20)]
MENU, LOBBY, RESIGN, DOWN = "┌─ Table M3XA", "Play now", "Resign? cleo wins.", "\x1b[B"
WAR = "SPACE to flip"


def sent(server, kind):
    return [command for command in server.sent if isinstance(command, kind)]


def at_sums(seats=2, **changes):
    """The server of a table at which moves can be taken back, where ana has moved."""
    state = sums.GAME.rules.apply(sums.GAME.rules.setup(None, seats, Chance(bytes(32), 0)), 0, 1, Chance(bytes(32), 1))
    chairs = (person("ana"), person("ben"), person("cleo"))[:seats]
    return TableServer(seated=(Room("M3XA", {}, chairs, 0, state, number=1, name="sums", **changes),))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("last", [ESC, ENTER, "l"])
async def test_escape_opens_the_menu_and_escape_enter_or_its_letter_then_leads_to_the_lobby(columns, rows, last):
    async with running(server := at_war(), columns, rows, shows=WAR) as (terminal, app, _):
        await terminal.press(ESC, MENU, "▸ l  Go to the lobby", "Resume", "Resign", "Invite", "Settings", "Leave for")
        await terminal.press(last, LOBBY, "table M3XA is under Your games")
        assert app.store.holds_seat("M3XA")
        assert sent(server, m.Leave) == []


@pytest.mark.parametrize("keys", ["r", f"{DOWN}{ENTER}"])
async def test_resume_closes_the_menu(keys):
    async with running(at_war(), shows=WAR) as (terminal, app, _):
        await terminal.press(ESC, MENU)
        terminal.type(keys)
        await terminal.expect_no(MENU)
        assert app.store.room == "M3XA"


async def test_a_line_of_the_menu_is_chosen_by_the_mouse_and_a_click_beside_it_resumes():
    async with running(server := at_war(), 80, 24, shows=WAR) as (terminal, app, _):
        await terminal.press(ESC, MENU)
        await terminal.choose("Resign", RESIGN)
        await terminal.press("n", KEPT)
        await terminal.press(ESC, MENU)
        await terminal.choose("Invite", "┌─ Invite")
        await terminal.press(ESC, WAR)
        await terminal.press(ESC, MENU)
        terminal.click("table M3XA")
        await terminal.expect_no(MENU)
        assert (app.store.room, sent(server, m.Resign)) == ("M3XA", [])


@pytest.mark.parametrize(("way", "lost"), [("R", m.Resign), ("x", m.Leave)])
async def test_what_loses_the_game_is_asked_first_and_n_or_escape_keeps_it(way, lost):
    async with running(server := at_war(), shows=WAR) as (terminal, _, _):
        for no in ("n", "N", ESC):
            await terminal.press(f"{ESC}", MENU)
            await terminal.press(way, "cleo wins.", ANSWER)
            await terminal.press(no, KEPT)
        await terminal.press(ESC, MENU)
        await terminal.press(way, "cleo wins.", ANSWER)
        terminal.type(" q")
        assert sent(server, lost) == []
        terminal.type("Y")
        await terminal.until(lambda: sent(server, lost) != [])
        assert sent(server, m.Play) == []


@pytest.mark.parametrize(("line", "lost"), [("resign", m.Resign), ("leave", m.Leave), ("close table", m.CloseTable)])
async def test_what_is_typed_is_asked_too_unless_it_says_anyway(line, lost):
    async with running(server := at_war(), 80, 24, shows=WAR) as (terminal, _, _):
        await terminal.press(f":{line}{ENTER}", "cleo wins.", ANSWER)
        await terminal.press("n", KEPT)
        assert sent(server, lost) == []
        terminal.type(f":{line} anyway{ENTER}")
        await terminal.until(lambda: sent(server, lost) != [])


async def test_a_question_goes_with_the_game_that_it_is_about():
    async with running(server := at_war(), shows=WAR) as (terminal, app, _):
        await terminal.press(f":resign{ENTER}", RESIGN)
        server.change("M3XA", gone=True)
        await terminal.expect_no(RESIGN)
        assert app.ui.question is None


async def test_only_what_applies_is_in_the_menu():
    async with running(at_sums(), shows="Sums") as (terminal, _, _):
        await terminal.press(ESC, MENU, "Offer a draw", "Ask to take back", "Resign")
        assert "Verify" not in terminal.text
    async with running(at_sums(gone=True), shows="Sums") as (terminal, _, _):
        await terminal.press(ESC, MENU, "Stay here", "Verify", "Replay", "Leave for good")
        assert not any(entry in terminal.text for entry in ("Offer a draw", "Resign", "take back"))
    async with running(at_war(seat=None), shows="watching") as (terminal, app, _):
        await terminal.press(ESC, MENU, "Stop watching", "Go on watching")
        assert not any(entry in terminal.text for entry in ("Resign", "Leave for good", "Go to"))
        await terminal.press(ESC, LOBBY)
        assert app.store.rooms == {}


async def test_a_tour_is_left_at_once():
    async with running(TableServer(), opening="learn war", shows="The higher card wins") as (terminal, app, _):
        await terminal.press(ESC, LOBBY)
        assert tours.ROOM not in app.store.rooms


async def test_settings_are_changed_by_keys_and_the_mouse_and_stay_open():
    async with running(at_war(), 80, 24, shows=WAR) as (terminal, app, _):
        await terminal.press(f"{ESC}s", "┌─ Settings", "night", "safe")
        await terminal.press(ENTER, "paper")
        await terminal.press(f"{DOWN} ", "original")
        await terminal.press("3", "Sound is off.")
        await terminal.choose("Motion", "Motion is on.")
        assert (app.ui.theme, app.ui.palette, app.ui.sound, app.ui.motion) == ("paper", "original", False, True)
        terminal.type(ESC)
        await terminal.expect_no("┌─ Settings")
        assert app.store.room == "M3XA"


@pytest.mark.parametrize(("key", "agree"), [("y", True), ("Y", True), ("n", False), ("N", False)])
@pytest.mark.parametrize("kind", ["draw", "takeback"])
async def test_y_and_n_in_either_case_answer_an_offer(kind, key, agree):
    offer = m.Offer(kind=kind, seat=1, agreed=(), time_left_s=30.0)
    async with running(server := at_sums(3, request=offer), shows="y agree") as (terminal, _, _):
        terminal.type(key)
        await terminal.until(lambda: sent(server, m.AnswerOffer) != [])
        assert sent(server, m.AnswerOffer) == [m.AnswerOffer(room="M3XA", agree=agree)]


@pytest.mark.parametrize(("key", "agree"), [("y", True), ("Y", True), ("n", False), ("N", False)])
async def test_y_and_n_in_either_case_answer_a_challenge_at_a_table_and_in_the_lobby(key, agree):
    for there, shown in ((at_war(), WAR), (TableServer(), LOBBY)):
        async with running(there, shows=shown) as (terminal, _, _):
            there.tell(challenged())
            await terminal.expect("y accept")
            terminal.type(key)
            await terminal.until(lambda there=there: sent(there, m.Respond) != [])
            assert [each.agree for each in sent(there, m.Respond)] == [agree]


@pytest.mark.parametrize(("key", "answer"), [("y", m.Rematch), ("Y", m.Rematch), ("n", m.Leave), ("N", m.Leave)])
async def test_y_and_n_in_either_case_answer_a_wish_for_a_rematch(key, answer):
    async with running(server := at_war(gone=True, rematch=(1,)), shows="y agree") as (terminal, _, _):
        terminal.type(key)
        await terminal.until(lambda: sent(server, answer) != [])
        assert sent(server, answer) == [answer(room="M3XA")]


async def test_escape_answers_nobody():
    async with running(server := at_war(), shows=WAR) as (terminal, _, _):
        server.tell(challenged())
        await terminal.expect("y accept")
        await terminal.press(ESC, MENU)
        await terminal.press(ESC, LOBBY, "y accept")
        assert sent(server, m.Respond) == []


async def test_of_two_questions_the_offer_at_the_table_is_answered_first():
    offer = m.Offer(kind="draw", seat=1, agreed=(), time_left_s=30.0)
    async with running(server := at_sums(request=offer), shows="y agree") as (terminal, _, _):
        server.tell(replace_struct(challenged(), news=""))
        await terminal.expect("challenges you")
        assert "y accept" not in terminal.text
        await terminal.press("n", "y accept")
        assert (len(sent(server, m.AnswerOffer)), sent(server, m.Respond)) == (1, [])


@pytest.mark.parametrize("code", ["K7QF", "k7qf", "K7QFMX"])
async def test_a_code_that_is_typed_waits_for_enter(code):
    async with running(server := TableServer(), shows=LOBBY) as (terminal, app, _):
        await terminal.press(f"j{code}", f"Code: {code}")
        assert (sent(server, m.Join), app.ui.typing.text) == ([], code)
        await terminal.press(ENTER, f"There's no table {code.upper()}.")
        assert [join.room for join in sent(server, m.Join)] == [code.upper()]


@pytest.mark.parametrize("name", ["war", "blocky", "tower_blaster"])
async def test_an_unknown_command_is_called_that_at_every_table(name):
    game = Room("M3XA", {}, (person("ana"), person("ben")), 0, name=name)
    server = TableServer(seated=(game,))
    async with running(server, shows="M3XA") as (terminal, _, _):
        server.begin("M3XA")
        await terminal.press(f":xyzzy{ENTER}", "There's no command xyzzy.")
        await terminal.press(f":resing{ENTER}", "There's no command resing. Did you mean :resign?")


async def test_ones_own_screen_says_you_resigned_and_the_others_says_who_did():
    for seat, said in ((0, ("You resigned.", "cleo won.")), (1, ("ana resigned.", "You won."))):
        ended = {"gave_up": (0,), "reasons": ("ana resigned.",), "gone": True}
        async with running(server := at_war(seat=seat), shows="M3XA") as (terminal, app, _):
            server.change("M3XA", **ended)
            table = replace_struct(
                app.store.seated.table,
                seq=9,
                phase="over",
                turn=(),
                ending=m.Ending(scores=(), winners=(1,), reason="ana resigned."),
            )
            server.tell(table)
            await terminal.expect(f" {said[0]} {said[1]}")
