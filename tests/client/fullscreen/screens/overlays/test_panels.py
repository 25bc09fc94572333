import re

import pytest

from client.drawing.canvas import Canvas
from client.fullscreen.screens.overlays.panels import (
    help_lines,
    put_form,
    put_help,
    put_history,
    put_leaders,
    put_stats,
)
from client.fullscreen.ui.form import Form, move_selection, new_form, type_digit
from client.fullscreen.ui.form_fields import FormField
from client.fullscreen.ui.state import UiState
from client.games.streets_and_alleys import CLIENT as STREETS
from client.history.history_text import cells
from client.history.saved.entry import read_saved_games
from client.state.habits import Habits
from protocol import messages as m
from tests.support.builders.stores import LEADERS, lobby_store, records, table_store
from tests.support.games.street_tables import SHEET as STREETS_SHEET
from tests.support.games.street_tables import street, street_table
from tests.support.golden.reviews import filed


def drawn(put, *given, size=(80, 24)):
    canvas = Canvas(*size)
    put(canvas, *given)
    drawing = canvas.done()
    return "\n".join("".join(text for _, text in line) for line in drawing.lines), drawing


def test_the_help_scrolls_and_stops_at_its_end():
    store = table_store()
    text, _ = drawn(put_help, store, UiState())
    assert "Space      :flip" in text
    assert "↑ and ↓ scroll" in text
    text, _ = drawn(put_help, store, UiState(scroll=999))
    assert "Take the command after." in text


def test_the_help_greys_what_cannot_be_done_now():
    lines = {line.key: line for line in help_lines(table_store(), UiState())}
    assert lines["Space"].works
    assert not lines["F"].works


def test_the_help_names_the_commands_that_have_no_key():
    named = {line.key for line in help_lines(table_store(), UiState())}
    assert {"name", "resign", "sound", "motion", "plain"} <= named
    assert not {"mark", "press", "rematch"} & named


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
    form = Form(tuple(FormField(f"Line {number}", {"x": "y"}) for number in range(lines)))
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


def test_what_a_game_says_can_be_typed_stands_in_the_help():
    lines = {line.key: line.about for line in help_lines(table_store(street_table(street())), UiState())}
    assert lines["MTT s d"] == "Move the last card of tableau pile s to tableau pile d."
    assert "MTT s d" not in {line.key for line in help_lines(table_store(), UiState())}


@pytest.mark.parametrize("size", [(100, 80), (80, 80)])
def test_what_can_be_typed_is_told_to_its_end(size):
    text, _ = drawn(put_help, table_store(street_table(street())), UiState(), size=size)
    for _, about in STREETS.dialogue.menu:
        assert about in text


def test_a_number_that_any_may_be_written_for_says_so_where_it_is_marked():
    form = new_form(table_store(street_table(street()), games=(STREETS_SHEET,)), Habits())
    assert "◂ any   " in drawn(put_form, form)[0]
    assert "▸ Deal           ◂ any, or type one" in drawn(put_form, move_selection(form, 1))[0]
    assert "▸ Deal           ◂ 7 " in drawn(put_form, type_digit(move_selection(form, 1), "7"))[0]


def test_the_games_that_are_over_have_a_line_each_with_the_marked_one_in_sight(tmp_path):
    for number in range(1, 10):
        for code in ("ABC", "EFG", "JKL"):
            filed(tmp_path, code=f"{code}{number}")
    pasts = read_saved_games(tmp_path)
    text, drawing = drawn(put_history, pasts, len(pasts) - 1)
    assert f"▸ {cells(pasts[-1])[0]}" in text
    assert "against ben" in text
    *_, row = (region for region in drawing.regions if region.command.startswith("mark 0 "))
    assert row.command == f"mark 0 {len(pasts) - 1}"


def test_where_no_game_was_played_that_is_said():
    assert "You have played no game to its end yet." in drawn(put_history, (), 0)[0]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 32)])
def test_all_of_the_help_can_be_read_at_every_size(size):
    store = table_store()
    read = "".join(drawn(put_help, store, UiState(scroll=scroll), size=size)[0] for scroll in range(120))
    assert "…" not in read
    words = " ".join(read.split())
    for line in help_lines(store, UiState()):
        typed = "" if line.typed.startswith(":") else line.typed
        assert all(word in words for word in (*line.about.split(), *typed.split()))
