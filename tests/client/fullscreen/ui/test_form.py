from client.fullscreen.ui.form import change_value, move_selection, new_form, type_digit
from client.state.habits import Habits
from protocol import messages as m
from tests.support.builders.sheets import levels
from tests.support.builders.stores import PARTY, RACE, lobby_store, table_store
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.street_tables import street, street_table
from tests.support.games.tower_tables import SHEET as TOWER
from tests.support.golden.sentences import error_of, for_each, golden_test

STORE = lobby_store()


def labels(form):
    return [field.label for field in form.fields]


def test_the_form_opens_with_the_usual():
    form = new_form(STORE, Habits())
    assert [field.title for field in form.fields] == [
        "Game",
        "Variant",
        "Auto-flip",
        "Against",
        "Who may join",
        "Who may watch",
        "Time",
    ]
    assert labels(form) == ["War", "normal", "10 s", "whoever sits down", "anyone may find it", "anyone", "no limit"]
    assert form.command == "new war variant=normal auto_flip_s=10 open listed"


def test_the_form_opens_with_what_was_chosen_last():
    form = new_form(STORE, Habits("war", {"war": {"variant": "scouts", "auto_flip_s": 5}}))
    assert labels(form)[1:3] == ["scouts", "5 s"]


def test_an_option_that_the_form_does_not_offer_falls_back_to_its_first_value():
    assert labels(new_form(STORE, Habits("war", {"war": {"auto_flip_s": 37}})))[2] == "10 s"


def test_a_value_is_changed_both_ways_round_and_round():
    form = move_selection(new_form(STORE, Habits()), 1)
    assert labels(change_value(form, 1, STORE, Habits()))[1] == "suits"
    assert labels(change_value(form, -1, STORE, Habits()))[1] == "scouts"
    assert change_value(form, 3, STORE, Habits()) == form


def test_another_game_brings_its_own_lines():
    form = change_value(new_form(STORE, Habits()), 1, STORE, Habits())
    assert [field.title for field in form.fields] == ["Game", "Who may join", "Who may watch", "Time"]
    assert form.command == "new streets listed"


def test_the_mark_goes_round_by_the_button():
    form = new_form(STORE, Habits())
    assert move_selection(form, -1).row == len(form.fields)
    assert change_value(move_selection(form, -1), 1, STORE, Habits()) == move_selection(form, -1)
    assert move_selection(form, len(form.fields) + 1) == form


def test_who_begins_is_asked_where_it_matters():
    store = lobby_store(games=(TOWER,))
    form = new_form(store, Habits())
    assert [field.title for field in form.fields] == [
        "Game", "Turn limit", "First tower", "Against", "Who begins", "Who may join", "Who may watch", "Time",
        "Hints",
    ]  # fmt: skip
    assert form.command == "new tower_blaster turn_limit=0 open_first_tower=False open listed"
    changed = change_value(move_selection(form, 4), 1, store, Habits())
    assert changed.command == "new tower_blaster turn_limit=0 open_first_tower=False open first listed"


def seat_lines(form):
    return [(field.title, field.label) for field in form.fields if field.title in ("Against", "And")]


def test_a_game_for_more_asks_for_a_seat_after_the_other():
    store = lobby_store(games=(PARTY,))
    form = move_selection(new_form(store, Habits()), 1)
    assert seat_lines(form) == [("Against", "whoever sits down"), ("And", "nobody else")]
    three = change_value(move_selection(form, 1), 1, store, Habits())
    assert seat_lines(three)[1:] == [("And", "whoever sits down"), ("And", "nobody else")]
    four = change_value(move_selection(three, 1), -1, store, Habits())
    assert seat_lines(four)[1:] == [("And", "whoever sits down"), ("And", "computer, wise-4")]
    assert four.command == "new party open open wise-4 listed"
    assert seat_lines(change_value(move_selection(four, -1), -1, store, Habits())) == seat_lines(form)


def test_a_game_played_alone_asks_for_nobody_else():
    store = lobby_store(games=(PARTY, RACE))
    alone = change_value(move_selection(new_form(store, Habits()), 1), -1, store, Habits())
    assert seat_lines(alone) == [("Against", "nobody, alone")]
    assert alone.command == "new party solo listed"
    race = change_value(new_form(store, Habits()), 1, store, Habits())
    assert list(race.fields[1].values) == ["open", "solo"]


def test_a_seat_that_the_game_needs_is_not_left_out():
    trio = m.GameInfo(name="trio", title="Trio", min_seats=3, max_seats=4, levels=levels("random"), consults=())
    form = new_form(lobby_store(games=(trio,)), Habits())
    assert [list(field.values) for field in form.fields[1:4]] == [["open", "random"]] * 2 + [["", "open", "random"]]


def test_a_number_is_written_where_any_will_do():
    store = lobby_store(games=(STREETS,))
    form = move_selection(new_form(store, Habits()), 1)
    assert labels(form)[1] == "any"
    for digit in "0482130":
        form = type_digit(form, digit)
    assert labels(type_digit(form, ""))[1] == "48213"
    assert "deal=482130 " in form.command
    assert labels(change_value(form, 2, store, Habits()))[1] == "any"


SAID = {
    "at a table the form opens with its game": lambda: labels(
        new_form(table_store(street_table(street()), games=(*STORE.games, STREETS)), Habits())
    )[0],
    "there is no form without a server": lambda: error_of(lambda: new_form(lobby_store(games=()), Habits())),
    "no number is written where a value is chosen": lambda: for_each(
        lambda rows: error_of(
            lambda: type_digit(move_selection(new_form(lobby_store(games=(STREETS,)), Habits()), rows), "4")
        ),
        [0, 2, -1],
    ),
}

test_said = golden_test(__name__, SAID)
