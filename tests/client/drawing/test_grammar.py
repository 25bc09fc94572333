from client.drawing.grammar import (
    OPEN_SEAT,
    capitalize,
    count,
    entry_sentences,
    join_words,
    mid_sentence,
    names_in_list,
    names_with_you,
    title_of,
    turn_of,
    verb,
    whose,
)
from engines import catalog
from protocol.dealing import FORMER_PLAYER
from tests.support.golden.sentences import error_of, for_each, golden_test


def test_ones_own_name_is_you():
    assert names_with_you(("ana", "ben"), 1) == ("ana", "You")
    assert names_with_you(("ana", "ben"), None) == ("ana", "ben")


def test_what_stands_for_a_name_begins_a_sentence_with_a_capital():
    names = (FORMER_PLAYER, OPEN_SEAT, "ben")
    assert names_with_you(names, 2) == ("A former player", "The open seat", "You")
    assert tuple(map(mid_sentence, names_with_you(names, 2))) == ("a former player", "the open seat", "you")
    assert names_in_list(names, 2) == (FORMER_PLAYER, OPEN_SEAT, "you")
    assert [turn_of(who) for who in ("You", "A former player")] == ["It's your turn", "It's a former player's turn"]


def test_a_subject_stands_differently_inside_a_sentence_and_before_what_it_owns():
    assert (mid_sentence("You"), mid_sentence("ana")) == ("you", "ana")
    assert (whose("You"), whose("ana")) == ("Your", "ana's")


def test_titles_have_their_capitals():
    assert [title_of(game.name) for game in catalog.games().values()] == [
        game.title for game in catalog.games().values()
    ]


def test_a_number_agrees_with_its_noun():
    assert (count(1, "card"), count(0, "card"), count(2, "card")) == ("1 card", "0 cards", "2 cards")


SAID = {
    "a verb agrees with its subject": lambda: (verb("You", "have", "has"), verb("ana", "have", "has")),
    "a list ends with and": lambda: (join_words([4]), join_words([4, 9]), join_words([4, 9, 17])),
    "the past is told by a number or whole": lambda: (
        entry_sentences((told := {3: ("Turn 3.", "Out."), 4: ("Turn 4.",)}), "3"),
        entry_sentences(told, ""),
    ),
    "a number of nothing is answered with those that are": lambda: for_each(
        lambda number: (
            error_of(lambda: entry_sentences({3: ("Out.",), 4: ("Out.",)}, number)),
            error_of(lambda: entry_sentences({}, number)),
        ),
        ["5", "-3", "x", "3 4"],
    ),
    "a sentence begins with a capital": lambda: (capitalize("clubs win"), capitalize("")),
}

test_said = golden_test(__name__, SAID)
