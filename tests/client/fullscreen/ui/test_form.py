"""What each line of the form asks, what can be chosen there, and the command that this makes."""

from dataclasses import replace

import pytest

from client.fullscreen.ui.form import change_value, move_selection, new_form, type_digit
from client.state.habits import Habits
from protocol import messages as m
from server.lobby.game_info import game_infos
from tests.support.builders.sheets import hosted, sheet
from tests.support.builders.stores import PARTY, RACE, lobby_store, table_store
from tests.support.games.street_tables import NAME, street, street_table
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.tower_tables import SHEET as TOWER
from tests.support.golden.sentences import error_of, for_each, golden_test

STORE = lobby_store()
STREETS_STORE = lobby_store(games=(STREETS,))
SMART = m.NumberedLevel(name="smart", least=1, most=999, about="Looks at N moves.")
SMART_STORE = lobby_store(games=(hosted("blocky", numbered=(SMART,)),))

TRIO = sheet("trio", "Trio", 3, 4, "random")


def labels(form):
    return [field.label for field in form.fields]


def asked(form):
    """What each line asks and has chosen, and the command that this makes."""
    return [*(f"{field.title}: {field.label}" for field in form.fields), form.command]


def changed(form, *changes, store=STORE):
    """The form after changes, each the row and by how much its value, one after the other."""
    for row, by in changes:
        form = change_value(replace(form, row=row), by, store, Habits())
    return form


def form_of(*games, habits=None, changes=()):
    return changed(new_form(store := lobby_store(games=games), habits or Habits()), *changes, store=store)


def test_a_value_is_changed_both_ways_round_and_round():
    form = new_form(STORE, Habits())
    assert [labels(changed(form, (1, by)))[1] for by in (1, -1, 3)] == ["suits", "scouts", "normal"]


def test_the_mark_goes_round_by_the_button_which_has_no_value():
    form = new_form(STORE, Habits())
    button = move_selection(form, -1)
    assert button.row == len(form.fields)
    assert change_value(button, 1, STORE, Habits()) == button
    assert move_selection(form, len(form.fields) + 1) == form


def test_a_number_is_written_where_any_will_do():
    form = move_selection(form_of(STREETS), 1)
    assert labels(form)[1] == "one that can be won"
    for digit in "0482130":
        form = type_digit(form, digit, STREETS_STORE)
    assert labels(type_digit(form, "", STREETS_STORE))[1] == "48213"
    assert "deal=482130 " in form.command
    assert labels(change_value(form, 2, lobby_store(games=(STREETS,)), Habits()))[1] == "one that can be won"


def test_a_typed_number_stays_when_computers_come():
    numbered = type_digit(move_selection(form_of(STREETS), 1), "7", STREETS_STORE)
    assert labels(changed(numbered, (4, 2), store=lobby_store(games=(STREETS,))))[1] == "7"


def test_a_number_written_beside_an_opponent_is_that_computers_and_another_may_follow():
    form = new_form(SMART_STORE, Habits())
    against = next(row for row, field in enumerate(form.fields) if field.title == "Against")
    form = replace(form, row=against)
    for digit in "025":
        form = type_digit(form, digit, SMART_STORE)
    assert "smart-25" in form.command.split()
    form = type_digit(replace(form, row=against + 1), "3", SMART_STORE)
    assert [word for word in form.command.split() if word.startswith("smart")] == ["smart-25", "smart-3"]
    form = change_value(replace(form, row=against), 1, SMART_STORE, Habits())
    assert [word for word in form.command.split() if word.startswith("smart")] == ["smart-3"]


@pytest.mark.parametrize("info", game_infos(), ids=lambda info: info.name)
def test_every_value_of_every_line_has_a_sentence_that_says_what_it_does(info):
    store = lobby_store(games=(info,))
    form = new_form(store, Habits(info.name))
    for row, line in enumerate(form.fields):
        for by in range(len(line.values)):
            hint = replace(changed(form, (row, by), store=store), row=row).hint
            assert hint[:1].isupper(), (line.title, by)
            assert hint.endswith("."), (line.title, by)


SAID = {
    "the form opens with the usual or what was chosen last": lambda: for_each(
        lambda options: asked(new_form(STORE, Habits("war", {"war": options}))),
        [{}, {"variant": "scouts", "auto_flip_s": 5}, {"auto_flip_s": 37}],
    ),
    "another game brings its own lines": lambda: asked(changed(new_form(STORE, Habits()), (0, 1))),
    "who begins is asked where it matters": lambda: for_each(
        lambda changes: asked(form_of(TOWER, changes=changes)), [[], [(4, 1)]]
    ),
    "a game for more asks for a seat after the other": lambda: for_each(
        lambda changes: asked(form_of(PARTY, RACE, changes=changes)),
        [[], [(2, 1)], [(2, 1), (3, -1)], [(2, 1), (3, -1), (2, -1)], [(1, -1)]],
    ),
    "a seat that the game needs is not left out and computers are offered only where there are any": lambda: (
        [list(field.values) for field in form_of(TRIO).fields[1:4]],
        list(form_of(RACE).fields[1].values),
    ),
    "a line may have two options of which one narrows the other": lambda: for_each(
        lambda habits, changes: asked(form_of(STREETS, habits=habits, changes=changes)),
        [(Habits(), []), (Habits(), [(1, 1)]), (Habits(NAME, {NAME: {"winnable": True}}), [])],
    ),
    "a computer that plays along makes deals be such as can be won unless that was changed": lambda: for_each(
        lambda changes: labels(form_of(STREETS, changes=changes))[1:5],
        [[(4, 2)], [(4, 2), (1, 1), (4, 1)], [(4, 6)]],
    ),
    "what is chosen is explained": lambda: for_each(
        lambda row, by: [(form := form_of(STREETS, changes=[(row, by)])).command, form.hint or "-"],
        [(4, 2), (1, 0), (4, -1), (7, 2), (8, 1), (9, 0)],
    ),
    "at a table the form opens with its game": lambda: labels(
        new_form(table_store(street_table(street()), games=(*STORE.games, STREETS)), Habits())
    )[0],
    "there is no form without a server": lambda: error_of(lambda: new_form(lobby_store(games=()), Habits())),
    "no number is written where a value is chosen": lambda: for_each(
        lambda rows: error_of(
            lambda: type_digit(move_selection(new_form(STREETS_STORE, Habits()), rows), "4", STREETS_STORE)
        ),
        [0, 2, -1],
    ),
}

test_said = golden_test(__name__, SAID)
