from client.commands.verb_table import VERBS
from client.linemode.vocabulary import OWN_WORDS, SHORT, is_word, to_common
from tests.support.builders.stores import table_store
from tests.support.games.street_tables import street, street_table
from tests.support.golden.sentences import for_each, golden_test

STREETS = table_store(street_table(street()))


def test_every_abbreviation_stands_for_a_command():
    assert {line.split()[0] for line in SHORT.values()} <= {*VERBS, *OWN_WORDS}


def test_a_command_is_told_from_a_move():
    assert all(is_word(line, STREETS) for line in ("say", "R", "quit", "play war", "Show 3"))
    assert not any(is_word(line, STREETS) for line in ("MTT 0 1", "U", "Y", "move U", "", "7"))


def test_tables_are_also_listed_by_their_older_name():
    assert to_common("rooms ", table_store()) == "tables"


def test_y_answers_unless_a_game_of_its_own_words_has_it_for_a_move():
    assert (to_common("Y", table_store()), to_common("Y", STREETS)) == ("yes", "Y")


def test_a_command_may_begin_with_the_colon_of_the_full_screen():
    assert to_common(":name zed", table_store()) == "name zed"
    assert to_common(" :Help moves", table_store()) == "Help moves"
    assert to_common(":MTT 0 1", STREETS) == ":MTT 0 1"  # the game's own language names what was typed


SAID = {
    "a short line means what the game on screen has it mean or what it means everywhere": lambda: for_each(
        to_common,
        [
            ("r", table_store()),
            ("R", STREETS),
            ("?", STREETS),
            (" Auto  ON ", table_store()),
            ("MTT 0 1", STREETS),
        ],
    ),
}

test_said = golden_test(__name__, SAID)
