"""Tables for one and for many, and moves taken back, as a person sees them: bytes in, and a terminal to look at."""

import pytest

from client.fullscreen.ui.alerts import ASKED
from protocol import messages as m
from tests.support.builders.tables import person
from tests.support.fakes.table_server import Room, TableServer
from tests.support.games.sums import SHEET, after
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

ENTER, DOWN, UP, RIGHT = "\r", "\x1b[B", "\x1b[A", "\x1b[C"
PEOPLE = tuple(map(person, ("ana", "ben", "cleo")))


def room(seats, seat, *added, **changes):
    plies = tuple(len(added[at::seats]) for at in range(seats))
    table = {"state": after(seats, *added), "number": 1, "plies": plies, "name": "sums", **changes}
    return Room("M3XA", {}, PEOPLE[:seats], seat, **table)


def at(seats, seat, *added):
    return running(server := TableServer(seated=(room(seats, seat, *added),), sheets=(SHEET,))), server


def created(server):
    (create,) = (command for command in server.sent if isinstance(command, m.Create))
    return create.seats


async def test_a_table_for_four_is_set_up_line_by_line():
    async with running(server := TableServer(sheets=(SHEET,)), shows="computer · 1-4") as (terminal, _, _):
        await terminal.press("n", "And            ◂ nobody else")
        await terminal.press(f"{DOWN}{RIGHT}{DOWN}{RIGHT}{RIGHT}", "▸ And            ◂ computer, one")
        await terminal.press(f"{DOWN}{RIGHT}", "▸ And            ◂ whoever sits down")
        await terminal.choose("Open the table", "ana, one, one 2, open seat")
    assert created(server) == ("me", "computer:one", "computer:one", "open")


async def test_a_game_is_played_alone_to_its_score_and_again():
    async with running(server := TableServer(sheets=(SHEET,)), shows="computer · 1-4") as (terminal, app, _):
        await terminal.press(f":play sums solo{ENTER}", "ana alone")
        for total in (2, 4, 6):
            terminal.type(f":add 2{ENTER}")
            await terminal.until(lambda total=total: list(app.store.seated.table.view["sums"]) == [total])
        await terminal.expect("Score 6.")
        await terminal.choose("r play again", "Sums: (0,).")
        await terminal.press("\x1b", "‖ Sums solo")
        await terminal.press(DOWN + UP, "Enter starts Sums alone.")
    assert created(server) == ("me",)


async def test_too_many_seats_are_refused_before_anything_is_sent():
    async with running(server := TableServer(sheets=(SHEET,)), shows="computer · 1-4") as (terminal, _, _):
        await terminal.press(f":new sums open open one two{ENTER}", "Sums is for 1 to 4 players; with you that is 5.")
        assert not any(isinstance(command, m.Create) for command in server.sent)


async def test_a_game_of_three_ends_with_a_line_for_each():
    client, server = at(3, 0, 1, 2, 1, 1, 2, 1, 1, 2)
    async with client as (terminal, _, _):
        await terminal.expect("ana, ben, cleo")
        server.play("M3XA", 2, "add 1")
        await terminal.expect("ben won.")
        _, row = terminal.find("★ ben")
        assert ["you" in terminal.lines[row + 1], "cleo" in terminal.lines[row + 2]] == [True, True]
        assert "rematch" in terminal.text
        assert terminal.bells == 1


async def test_a_last_move_is_asked_back_and_the_answer_is_told():
    client, server = at(2, 0, 1)
    async with client as (terminal, _, _):
        await terminal.expect("z take back")
        await terminal.press("z", "Waiting for ben ... 30 s", "(z take back)")
        server.answer("M3XA", 1, agree=False)
        await terminal.expect("ben declined.")
        await terminal.expect_no("Take back a move?")
        await terminal.press("z", "You have asked already.")
        server.play("M3XA", 1, "add 1")
        await terminal.press(f":add 1{ENTER}", "Added: (1, 1, 1).")
        await terminal.press("z", "Waiting for ben ... 30 s")
        server.answer("M3XA", 1, agree=True)
        await terminal.expect("You took back your last move.", "Sums: (1, 1).")
        await terminal.press("z", "You have no move that can be taken back now.")
        assert terminal.bells == 0


@pytest.mark.parametrize(("key", "sentence"), [("y", "ana took back their"), ("n", "The last move of ana stands.")])
async def test_who_is_asked_hears_the_bell_for_questions_and_answers_with_a_key(key, sentence):
    client, server = at(2, 1)
    async with client as (terminal, _, _):
        await terminal.expect("ana vs ben")
        server.play("M3XA", 0, "add 2")
        server.ask("M3XA", 0)
        await terminal.expect("ana asks for a takeback: y agrees, n declines, 30 s.", "y agree")
        await terminal.until(lambda: terminal.bells == len(ASKED))
        await terminal.press(key, sentence)
        assert "y agree" not in terminal.text
        assert terminal.bells == len(ASKED)
    assert [command.agree for command in server.sent if isinstance(command, m.AnswerOffer)] == [key == "y"]


async def test_a_question_is_answered_with_the_mouse():
    client, server = at(3, 2, 1)
    async with client as (terminal, _, _):
        await terminal.expect("ana, ben, cleo")
        server.ask("M3XA", 0)
        await terminal.expect("n decline")
        await terminal.choose("y agree", "Waiting for ben ...")
        server.answer("M3XA", 1, agree=True)
        await terminal.expect("ana took back their last move.")


async def test_alone_a_move_is_taken_back_at_once():
    client, _ = at(1, 0, 2, 1)
    async with client as (terminal, _, _):
        await terminal.expect("Sums: (3,).")
        await terminal.press("z", "Sums: (2,).", "You took back your last move.")
        await terminal.press("z", "Sums: (0,).")


async def test_of_several_the_one_who_declined_is_named():
    client, server = at(3, 0, 1)
    async with client as (terminal, _, _):
        await terminal.expect("z take back")
        await terminal.press("z", "Waiting for ben and cleo ... 30 s")
        server.answer("M3XA", 2, agree=False)
        await terminal.expect("cleo declined.")


async def test_who_gave_up_sees_the_rest_and_is_asked_nothing():
    client, server = at(3, 1, 1)
    async with client as (terminal, _, _):
        await terminal.expect("ana, ben, cleo")
        server.change("M3XA", gave_up=(1,))
        await terminal.expect("ana, ben (gave up), cleo", "You gave up.")
        server.ask("M3XA", 0)
        await terminal.expect("ana asked for a takeback. Waiting for cleo, 30 s.")
        assert "y agree" not in terminal.text
        assert terminal.bells == 0
        server.answer("M3XA", 2, agree=True)
        await terminal.expect("ana took back their last move.")


async def test_a_game_goes_on_without_who_stood_up():
    client, server = at(3, 0)
    async with client as (terminal, _, _):
        await terminal.expect("ana, ben, cleo")
        server.change("M3XA", chairs=(PEOPLE[0], person(""), PEOPLE[2]), gave_up=(1,))
        await terminal.expect("ana, empty seat, cleo", "ben stood up.")
