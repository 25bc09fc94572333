import pytest

from client.commands.verb_table import VERBS
from client.linemode.help import ALWAYS, TOPICS, about, overview
from client.linemode.vocabulary import OWN_WORDS
from tests.support.builders.stores import lobby_store, table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.games.street_tables import street, street_table
from tests.support.golden.sentences import for_each, golden_test

STREETS = table_store(street_table(street()))
STORES = (lobby_store(), table_store(), STREETS, table_store(war_table(war_view(), game="chess")))
SHORT = 25


def names(lines):
    return [line.split()[0].rstrip(":") for line in lines]


def test_every_word_of_a_topic_is_a_command_and_has_one_topic():
    words = [word for topic in TOPICS.values() for word in topic]
    assert set(words) <= {*VERBS, *OWN_WORDS}
    assert len(words) == len(set(words))
    assert {*words, *ALWAYS, "help"} >= set(OWN_WORDS)


@pytest.mark.parametrize("store", STORES)
def test_the_overview_is_short_and_names_every_topic(store):
    assert len(overview(store)) <= SHORT
    assert [topic for topic in TOPICS if any(line.startswith(f"help {topic}:") for line in overview(store))] == [
        *TOPICS
    ]


@pytest.mark.parametrize("word", ["leaders", "stats", "levels", "signout", "tables", "talk", "say"])
def test_every_command_has_a_line_in_its_topic_and_alone(word):
    topic = next((topic for topic, words in TOPICS.items() if word in words), word)
    assert word in names(about(topic, lobby_store()))
    assert names(about(word.upper(), lobby_store())) == [word]


def test_what_a_games_own_menu_explains_is_not_repeated():
    listed = [*names(overview(STREETS)), *names(about("game", STREETS))]
    assert {"hint", "prospect", "on"} <= set(names(overview(STREETS)))
    assert len([name for name in listed if name in ("hint", "prospect", "on")]) == 3


SAID = {
    "help begins with the moves and lists the topics": lambda: for_each(
        lambda store: "\n".join(overview(store)), [table_store(), STREETS, lobby_store()]
    ),
    "a topic has its commands": lambda: for_each(lambda topic: "\n".join(about(topic, table_store())), TOPICS),
    "other words are answered with the topics": lambda: about("xyzzy", lobby_store()),
}

test_said = golden_test(__name__, SAID)
