import re

import pytest

from client.desk import Desk
from client.fields import Field
from client.form import Form, new_form, stepped, written
from client.games.streets_and_alleys import CLIENT as STREETS
from client.history import cells
from client.lines import Canvas
from client.orders import Habits
from client.past import recalled
from client.screens.panels import (
    help_lines,
    put_end,
    put_form,
    put_help,
    put_history,
    put_leaders,
    put_request,
    put_stats,
)
from client.store import Arrival, Seated
from client.tables import sight
from protocol import messages as m
from tests.support.reviews import filed
from tests.support.stores import LEADERS, lobby_store, records, table_store
from tests.support.street_tables import SHEET as STREETS_SHEET
from tests.support.street_tables import street, street_table
from tests.support.sums import after as sums
from tests.support.sums import sums_table
from tests.support.tables import person, war_table, war_view

WON = m.Ending(scores=(31, 20), winners=(0,), reason="Both hands are empty.")
CHAIRS = (person("ana", 2), person("ben", 1))


def drawn(put, *given, size=(80, 24)):
    canvas = Canvas(*size)
    put(canvas, *given)
    drawing = canvas.done()
    return "\n".join("".join(text for _, text in line) for line in drawing.lines), drawing


def over(**changes):
    changes = {"phase": "over", "turn": (), "ending": WON, "chairs": CHAIRS, **changes}
    return war_table(war_view(left=(0, 0)), **changes)


def test_the_help_scrolls_and_stops_at_its_end():
    store = table_store()
    text, _ = drawn(put_help, store, Desk())
    assert "Space      :flip" in text
    assert "↑ and ↓ scroll" in text
    text, _ = drawn(put_help, store, Desk(scroll=999))
    assert "Take the command after." in text


def test_the_help_greys_what_cannot_be_done_now():
    lines = {line.key: line for line in help_lines(table_store(), Desk())}
    assert lines["Space"].works
    assert not lines["F"].works


def test_the_help_names_the_commands_that_have_no_key():
    named = {line.key for line in help_lines(table_store(), Desk())}
    assert {"name", "resign", "sound", "motion", "plain"} <= named
    assert not {"mark", "press", "rematch"} & named


def test_a_game_given_up_has_a_winner_and_no_points():
    given_up = m.Ending(scores=(), winners=(0,), reason="cleo resigned.")
    text, _ = drawn(put_end, over(ending=given_up), ("ana", "cleo"))
    assert "You won." in text
    assert "cleo resigned." in text


def test_a_click_beside_a_panel_closes_it_and_one_on_it_does_nothing():
    _, drawing = drawn(put_form, new_form(lobby_store(), Habits()))
    assert drawing.at(0, 0).command == "back"
    assert drawing.at(40, 4).command == ""


def test_the_form_shows_every_line_and_its_button_makes_the_table():
    form = new_form(lobby_store(), Habits())
    text, drawing = drawn(put_form, form)
    assert "▸ Game           ◂ War" in text
    row = next(row for row, line in enumerate(text.split("\n")) if "Open the table" in line)
    assert drawing.at(20, row).command == form.command


@pytest.mark.parametrize(("lines", "top", "rows"), [(4, 4, 10), (9, 2, 15), (10, 4, 13), (12, 2, 15)])
def test_a_long_form_fits_on_the_smallest_screen(lines, top, rows):
    form = Form(tuple(Field(f"Line {number}", {"x": "y"}) for number in range(lines)))
    text, drawing = drawn(put_form, form, size=(60, 20))
    drawn_rows = [row for row, line in enumerate(text.split("\n")) if line.strip()]
    assert (drawn_rows[0], len(drawn_rows)) == (top, rows)
    button = next(row for row, line in enumerate(text.split("\n")) if "Open the table" in line)
    assert drawing.at(20, button).command == form.command


def test_statistics_stand_in_two_columns():
    told = records(played=11, won=4, streak=2, longest=3, deal="48213", deal_moves=112, deal_by="ben")
    text, drawing = drawn(put_stats, "Streets & Alleys", told, 0)
    assert re.search(r"Games +11 played, 4 won", text)
    assert re.search(r"Deal 48213 +solved in 112 moves by ben", text)
    assert drawing.at(0, 0).command == "back"


def test_statistics_that_are_too_long_for_a_screen_can_be_scrolled():
    opponents = tuple(m.Opponent(kind="person", name=f"p{at}", played=1, won=1, lost=0) for at in range(20))
    told = records(played=20, won=20, opponents=opponents)
    first, _ = drawn(put_stats, "Blocky", told, 0)
    assert "scroll" in first
    assert "Games" in first
    assert "p19" not in first
    last, _ = drawn(put_stats, "Blocky", told, 99)
    assert "Against p19" in last


def test_leaders_stand_with_their_places_and_one_sees_oneself():
    text, drawing = drawn(put_leaders, "Blocky", LEADERS, 0)
    assert re.search(r"1\. ann \(you\) +1662 ±162  23 games", text)
    assert re.search(r"2\. wise-20 \(computer\) +1590 ±121  112 games", text)
    assert re.search(r"- ben +1703\? ±507  2 games", text)
    assert drawing.at(0, 0).command == "back"


def test_where_nobody_is_rated_it_is_said_what_is():
    text, _ = drawn(put_leaders, "War", m.Leaders(ref=0, game="war", leaders=()), 0)
    assert "Nobody has played a rated game of War yet." in text
    assert "Between two people" in text
    assert "Asking the server." in drawn(put_leaders, "War", None, 0)[0]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "You won 31 to 20."),
        ({"seat": 1}, "ana won 31 to 20."),
        ({"seat": None}, "ana won 31 to 20."),
        ({"ending": m.Ending(scores=(26, 26), winners=(0, 1), reason="x")}, "A tie, 26 to 26."),
        ({"ending": m.Ending(scores=(0, 4), winners=(1,), reason="ana gave up.")}, "ben won 4 to 0."),
        ({"rematch": (1,)}, "ben asks for a rematch."),
        ({"rematch": (0,)}, "You asked for a rematch."),
    ],
)
def test_the_end_says_who_won_and_who_wants_another(changes, sentence):
    text, _ = drawn(put_end, over(**changes), ("ana", "ben"))
    assert sentence in text
    assert "Games won here:" in text


def test_of_many_each_has_a_line_with_its_score_the_best_first():
    text, _ = drawn(put_end, sums_table(sums(3, 1, 2, 1, 1, 2, 2, 1, 1, 1), 1), ("ana", "ben", "cleo"))
    lines = [line[44:-2].rstrip() for line in text.splitlines() if line.endswith("│")]
    assert lines == [
        "You won.",
        "Everybody has added three times.",
        "★ you                  5   0 won",
        "  cleo                 4   0 won",
        "  ana                  3   0 won",
        "    r rematch           p replay",
        "Enter to the lobby      v verify",
    ]


def test_who_gave_up_before_the_end_is_marked():
    text, _ = drawn(put_end, sums_table(sums(3, 1, 2, 1, 1, 2, 2, 1, 1, 1), 1, gave_up=(0,)), ("ana", "ben", "cleo"))
    assert "  ana                  3   gave up │" in text


def test_who_played_alone_reads_a_score_and_may_play_again():
    text, drawing = drawn(put_end, sums_table(sums(1, 2, 2, 1)), ("ana",))
    lines = [line[44:-2].rstrip() for line in text.splitlines() if line.endswith("│")]
    assert lines == [
        "Score 5.",
        "Everybody has added three times.",
        "    r play again        p replay",
        "Enter to the lobby      v verify",
    ]
    assert drawing.at(50, 18).command == "restart"


def test_a_game_given_up_alone_says_so_once():
    ending = m.Ending(scores=(), winners=(), reason="ana resigned.")
    text, _ = drawn(put_end, sums_table(sums(1), phase="over", ending=ending), ("ana",))
    assert text.count("ana resigned.") == 1


def test_a_seat_left_at_the_end_may_be_given_to_a_computer():
    text, drawing = drawn(put_end, over(chairs=(person("ana"), person(""))), ("ana", "open seat"))
    row = next(row for row, line in enumerate(text.split("\n")) if "c computer" in line)
    assert drawing.at(70, row).command == "fill"


def test_what_may_come_next_can_be_clicked_by_those_who_played():
    text, drawing = drawn(put_end, over(), ("ana", "ben"))
    row = next(row for row, line in enumerate(text.split("\n")) if "r rematch" in line)
    assert drawing.at(60, row).command == "rematch"
    assert drawing.at(60, row + 1).command == "leave over"
    assert drawing.at(64, row).command == "replay"
    assert drawing.at(78, row + 1).command == "verify"
    _, drawing = drawn(put_end, over(seat=None), ("ana", "ben"))
    assert drawing.regions == ()


def test_a_game_without_an_end_shows_none():
    text, _ = drawn(put_end, over(ending=None), ("ana", "ben"))
    assert not text.strip()


def asked(seat, *agreed, left_s=21.4):
    request = m.Request(kind="takeback", seat=0, agreed=agreed, time_left_s=30.0)
    table = sums_table(sums(3, 2), seat, seq=2, request=request)
    seen = sight(Seated(table, 1.0, (Arrival(0.0, sums_table(sums(3), seat)),)))
    text, drawing = drawn(put_request, seen, left_s)
    return [line[44:-2].rstrip() for line in text.splitlines() if line.endswith("│")], drawing


def test_a_question_names_the_move_counts_down_and_can_be_answered_by_a_click():
    lines, drawing = asked(1)
    assert lines == [
        "ana asks to take back their last",
        "move.",
        "Sums: (2, 0, 0).",
        "22 s to answer",
        "    y agree",
        "    n decline",
    ]
    assert (drawing.at(50, 18).command, drawing.at(50, 19).command) == ("agree", "decline")


def test_who_asked_or_agreed_or_watches_sees_who_is_waited_for():
    assert asked(0)[0][-1] == "Waiting for ben and cleo ... 22 s"
    assert asked(1, 1)[0][-1] == "Waiting for cleo ... 22 s"
    lines, drawing = asked(None, 2)
    assert lines[-1] == "Waiting for ben ... 22 s"
    assert drawing.regions == ()


def test_what_a_game_says_can_be_typed_stands_in_the_help():
    lines = {line.key: line.about for line in help_lines(table_store(street_table(street())), Desk())}
    assert lines["MTT s d"] == "Move the last card of tableau pile s to tableau pile d."
    assert "MTT s d" not in {line.key for line in help_lines(table_store(), Desk())}


@pytest.mark.parametrize("size", [(100, 80), (80, 80)])
def test_what_can_be_typed_is_told_to_its_end(size):
    text, _ = drawn(put_help, table_store(street_table(street())), Desk(), size=size)
    for _, about in STREETS.dialogue.menu:
        assert about in text


def test_a_number_that_any_may_be_written_for_says_so_where_it_is_marked():
    form = new_form(table_store(street_table(street()), games=(STREETS_SHEET,)), Habits())
    assert "◂ any   " in drawn(put_form, form)[0]
    assert "▸ Deal           ◂ any, or type one" in drawn(put_form, stepped(form, 1))[0]
    assert "▸ Deal           ◂ 7 " in drawn(put_form, written(stepped(form, 1), "7"))[0]


def test_the_games_that_are_over_have_a_line_each_with_the_marked_one_in_sight(tmp_path):
    for number in range(1, 10):
        for code in ("ABC", "EFG", "JKL"):
            filed(tmp_path, code=f"{code}{number}")
    pasts = recalled(tmp_path)
    text, drawing = drawn(put_history, pasts, len(pasts) - 1)
    assert f"▸ {cells(pasts[-1])[0]}" in text
    assert "against ben" in text
    *_, row = (region for region in drawing.regions if region.command.startswith("mark 0 "))
    assert row.command == f"mark 0 {len(pasts) - 1}"


def test_where_no_game_was_played_that_is_said():
    assert "You have played no game to its end yet." in drawn(put_history, (), 0)[0]
