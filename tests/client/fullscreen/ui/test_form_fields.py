"""What each line of the form asks, and what can be chosen there."""

from dataclasses import replace

from client.fullscreen.ui.form import change_value, new_form, type_digit
from client.state.habits import Habits
from tests.support.builders.stores import lobby_store
from tests.support.games.street_tables import NAME
from tests.support.games.street_tables import SHEET as STREETS

STORE = lobby_store()


def labels(form):
    return [line.label for line in form.fields]


def streets_form(*changes, habits=None):
    """The form for Streets and Alleys after (row, by) changes, one after the other."""
    store = lobby_store(games=(STREETS,))
    form = new_form(store, habits or Habits())
    for row, by in changes:
        form = change_value(replace(form, row=row), by, store, Habits())
    return form


def test_a_line_may_have_two_options_of_which_one_narrows_the_other():
    assert list(streets_form().fields[1].values.values()) == ["any", "that can be won"]
    assert "deal=0 winnable=True " in streets_form((1, 1)).command
    again = streets_form(habits=Habits(NAME, {NAME: {"winnable": True}}))
    assert labels(again)[1] == "that can be won"


def test_a_computer_that_plays_along_makes_deals_be_such_as_can_be_won():
    raced = streets_form((4, 2))
    assert labels(raced)[1:5:3] == ["that can be won", "computer, walking"]
    assert labels(streets_form((4, 2), (1, 1), (4, 1)))[1] == "any"
    assert labels(streets_form((4, 6)))[1] == "any"
    numbered = type_digit(replace(streets_form(), row=1), "7")
    assert labels(change_value(replace(numbered, row=4), 2, lobby_store(games=(STREETS,)), Habits()))[1] == "7"


def test_what_is_chosen_is_explained_in_a_sentence():
    raced = streets_form((4, 2))
    assert raced.hint == "Plays the walking way."
    assert replace(raced, row=1).hint == ""
    assert streets_form((4, -1)).hint == "Nobody else plays."
    assert replace(raced, row=len(raced.fields)).hint == ""


def test_who_may_watch_a_table_is_asked_and_said():
    form = streets_form((7, 2))
    assert (form.fields[7].title, form.fields[7].label) == ("Who may watch", "nobody")
    assert form.command.endswith(" listed watch=nobody")
    assert form.hint == "Only who has a seat sees the game."


def test_a_table_is_made_serious_where_the_game_gives_hints():
    form = streets_form((8, 1))
    assert form.fields[8].title == "Hints"
    assert form.command.endswith(" listed serious")
    assert form.hint == "Hints are not given at this table, whoever plays."
    assert "Hints" not in [line.title for line in new_form(STORE, Habits()).fields]
