import pytest

from client.commands import actions
from client.commands.verb_table import VERBS, CommandContext, Refusal, read, resolve
from client.state.habits import Habits
from protocol import messages as m
from tests.support.builders.stores import lobby_store, table_store
from tests.support.games.street_tables import street, street_table
from tests.support.games.tower_tables import seen, state, tower_table

LOBBY = CommandContext(lobby_store(), Habits())
TABLE = CommandContext(table_store(), Habits())


def test_a_line_is_a_command_before_it_is_a_move():
    assert read("help", TABLE) == actions.OpenPanel("help")


def test_a_command_is_read_in_either_case_and_with_any_spaces():
    assert read("  HELP  ", LOBBY) == actions.OpenPanel("help")


def test_whether_a_command_works_depends_on_the_place():
    assert isinstance(resolve("flip", TABLE), m.Play)
    assert isinstance(resolve("flip", LOBBY), Refusal)
    assert resolve("new", LOBBY) == actions.OpenPanel("form")


def test_every_verb_says_what_it_does_unless_only_keys_and_clicks_give_it():
    assert {verb.name for verb in VERBS.values() if not verb.about} == {
        "aim",
        "mark",
        "remove",
        "press",
        "touch",
        "write",
    }
    assert all(verb.about.endswith(".") for verb in VERBS.values() if verb.about)


def test_a_move_that_cannot_be_made_now_is_not_taken_for_a_mistyped_command():
    tower = CommandContext(table_store(tower_table(seen(state()))), Habits())
    with pytest.raises(ValueError, match="Take a brick first"):
        read("place 4", tower)
    with pytest.raises(ValueError, match=r"\. Did you mean 'play'\?$"):
        read("pley", tower)


def test_whoever_types_only_the_name_of_a_game_is_told_how_to_play_it():
    for place in (LOBBY, TABLE):
        with pytest.raises(ValueError, match=r"^Type 'play war' to play War\.$"):
            read("War", place)


def test_a_game_with_a_dialogue_of_its_own_answers_what_is_mistyped_to_the_letter():
    streets = CommandContext(table_store(street_table(street())), Habits())
    for typed in ("pley", "MTTT 0 1", "mtt 0 1 2", "undone", "R now"):
        with pytest.raises(ValueError, match=f"^Error in option: {typed}$"):
            read(typed, streets)
    assert (read("H", streets), read("q", streets)) == (actions.OpenPanel("help"), actions.Quit())
