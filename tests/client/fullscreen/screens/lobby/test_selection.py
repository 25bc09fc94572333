from dataclasses import replace

import pytest

from client.commands import actions
from client.fullscreen.screens.lobby import selection
from client.fullscreen.screens.lobby.rows import LIVE, MORE, OPEN, PEOPLE, PLAY, YOURS
from client.fullscreen.ui.state import UiState
from client.state.habits import Habits
from client.state.store import Store
from protocol import messages as m
from tests.support.builders.lobbies import TABLES, crowded_store, people_store
from tests.support.builders.stores import listing, lobby_store

STORE = lobby_store(lobby=TABLES)
CROWD = crowded_store()
NORMAL = UiState(layout="normal")


def lobby_of(opened: str, live: str) -> Store:
    """A lobby with tables to join and games to watch, each by its code."""
    tables = (tuple(listing(code, "ben") for code in codes.split()) for codes in (opened, live))
    return lobby_store(lobby=m.Lobby(*tables, people=("ben",), ratings=(), rooms=0, online=2, bots=(), moves=0))


def moved(store, ui, *steps):
    """Where the mark is after each of some steps."""
    places = []
    for step in steps:
        ui = selection.move_selection(store, ui, step, 5)
        places.append((ui.pane, ui.row))
    return places


DOWN, UP, PAGE = actions.MoveSelection(rows=1), actions.MoveSelection(rows=-1), actions.MoveSelection(pages=1)
TAB, BACK = actions.MoveSelection(panes=1), actions.MoveSelection(panes=-1)


def test_the_marked_line_is_the_one_chosen_and_a_list_that_became_shorter_marks_its_last():
    assert selection.selected_row(STORE, UiState(pane=OPEN, row=1)).command == "join M3XA"
    assert selection.selected_row(STORE, UiState(pane=OPEN, row=99)).command == "join M3XA"
    assert selection.selected_row(lobby_store(), UiState(pane=LIVE)) is None


def test_the_game_played_last_is_marked_at_first():
    assert selection.select_usual(lobby_store(), UiState(row=4)).row == 0
    assert selection.select_usual(lobby_store(), UiState(habits=Habits("streets"))).row == 1


def test_the_mark_stays_on_its_line_when_others_come_before_it():
    ui = UiState(pane=PEOPLE, row=1)
    before = people_store("ben", "cleo")
    assert selection.keep_selection(before, people_store("abe", "ben", "cleo"), ui).row == 2
    assert selection.keep_selection(before, people_store("abe", "ben"), ui).row == 1


def test_in_the_pane_of_all_tables_the_mark_goes_on_to_what_is_left():
    ui = replace(NORMAL, pane=OPEN)
    assert selection.keep_selection(lobby_of("AAAA", "BBBB"), lobby_of("", "BBBB"), ui).pane == LIVE
    assert selection.keep_selection(lobby_of("AAAA", ""), lobby_of("", ""), ui).pane == OPEN
    assert selection.keep_selection(lobby_of("AAAA", "BBBB"), lobby_of("", "BBBB"), UiState(pane=OPEN)).pane == OPEN


@pytest.mark.parametrize("layout", ["wide", "normal", "small"])
def test_arrows_go_through_every_list_from_the_games_to_what_else_can_be_done(layout):
    ui = UiState(layout=layout, pane=OPEN)
    assert moved(STORE, ui, DOWN, DOWN, DOWN, UP, UP) == [(OPEN, 1), (LIVE, 0), (MORE, 0), (LIVE, 0), (OPEN, 1)]
    assert moved(STORE, ui, UP, DOWN) == [(PLAY, 5), (OPEN, 0)]
    assert moved(STORE, UiState(layout=layout), UP) == [(PLAY, 0)]
    assert moved(STORE, UiState(layout=layout, pane=MORE, row=4), DOWN) == [(MORE, 4)]
    assert moved(STORE, UiState(layout=layout), PAGE) == [(PLAY, 5)]


def test_from_an_empty_list_arrows_go_to_the_nearest_lines():
    empty = UiState(layout="small", pane=YOURS)
    assert moved(STORE, empty, DOWN) == [(OPEN, 0)]
    assert moved(STORE, empty, UP) == [(PLAY, 5)]


def test_on_a_wide_screen_tab_goes_through_every_list():
    assert [pane for pane, _ in moved(CROWD, UiState(), *[TAB] * 6)] == [YOURS, OPEN, LIVE, PEOPLE, MORE, PLAY]
    assert moved(CROWD, UiState(pane=OPEN), BACK, BACK) == [(YOURS, 0), (PLAY, 0)]


def test_on_a_normal_screen_tab_goes_from_all_tables_to_the_people():
    assert [pane for pane, _ in moved(CROWD, NORMAL, *[TAB] * 5)] == [YOURS, OPEN, PEOPLE, MORE, PLAY]
    assert moved(CROWD, replace(NORMAL, pane=LIVE), TAB, BACK) == [(PEOPLE, 0), (OPEN, 0)]


def test_where_nobody_waits_tab_goes_to_the_games_that_can_be_watched():
    assert moved(lobby_of("", "BBBB"), replace(NORMAL, pane=YOURS), TAB, UP) == [(LIVE, 0), (PLAY, 5)]


def test_tab_leaves_out_the_panes_that_are_not_on_the_screen():
    assert [pane for pane, _ in moved(STORE, UiState(), *[TAB] * 4)] == [OPEN, LIVE, MORE, PLAY]
    assert moved(lobby_of("", ""), NORMAL, TAB, TAB) == [(PEOPLE, 0), (MORE, 0)]
    assert moved(people_store("ana"), UiState(), TAB, TAB) == [(MORE, 0), (PLAY, 0)]


def test_a_filter_marks_the_first_line_that_matches_wherever_it_is():
    assert selection.select_first_match(STORE, UiState(filter="cleo", row=3)) == UiState(filter="cleo", pane=OPEN)
    assert selection.select_first_match(STORE, UiState(filter="hal")).pane == LIVE
    assert selection.select_first_match(people_store("zoe"), UiState(filter="zo")).pane == PEOPLE
    assert selection.select_first_match(STORE, UiState(filter="chess")).pane == OPEN


def test_a_line_is_marked_again_once_the_filter_that_nothing_matched_is_gone():
    nobody = lobby_store()
    searching = selection.select_first_match(nobody, UiState(filter="chess"))
    assert selection.selected_row(nobody, searching) is None
    found = selection.clear_filter(nobody, searching)
    assert (found.filter, found.pane) == ("", PLAY)
    assert selection.selected_row(nobody, found) is not None
    matching = selection.select_first_match(STORE, UiState(filter="cleo"))
    assert selection.clear_filter(STORE, matching).pane == OPEN
