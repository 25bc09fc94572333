import pytest

from client.commands.verb_table import VERBS
from client.linemode.vocabulary import OWN_WORDS, SHORT, SPOKEN, is_word, menu, to_common
from tests.support.builders.stores import lobby_store, table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.games.street_tables import street, street_table
from tests.support.golden.sentences import for_each, golden_test

STREETS = table_store(street_table(street()))


def test_every_word_of_the_line_mode_is_a_command():
    assert set(SPOKEN) <= set(VERBS)
    assert {line.split()[0] for line in SHORT.values()} <= {*VERBS, *OWN_WORDS}


def test_a_command_is_told_from_a_move():
    assert all(is_word(line, STREETS) for line in ("say", "R", "quit", "play war", "Show 3"))
    assert not any(is_word(line, STREETS) for line in ("MTT 0 1", "U", "move U", "", "7"))


@pytest.mark.parametrize("store", [lobby_store(), table_store(war_table(war_view(), game="chess"))])
def test_without_a_game_there_are_still_the_other_commands(store):
    assert menu(store)[1] == "say: Repeat the position."
    assert len(menu(store)) == 1 + len(OWN_WORDS) + len(SPOKEN)


@pytest.mark.parametrize("word", ["leaders", "stats", "levels", "signout"])
def test_what_answers_without_a_screen_is_in_the_menu(word):
    assert any(line.split()[0].rstrip(":") == word for line in menu(table_store()))


def test_nothing_is_named_twice():
    for store in (STREETS, table_store(), lobby_store()):
        names = [line.partition(":")[0] for line in menu(store)]
        assert len(names) == len(set(names))


SAID = {
    "a short line means what the game on screen has it mean or what it means everywhere": lambda: for_each(
        to_common,
        [("r", table_store()), ("R", STREETS), ("?", STREETS), (" Auto  ON ", table_store()), ("MTT 0 1", STREETS)],
    ),
    "the menu begins with the moves of the game in its own words or by its keys": lambda: (
        menu(STREETS)[1],
        menu(table_store())[1],
    ),
}

test_said = golden_test(__name__, SAID)
