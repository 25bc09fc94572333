"""How well somebody plays, in words."""

import pytest
from msgspec import structs

from client.state.phrases import ratings
from client.state.phrases.ratings import describe_change, describe_rating, sentences
from protocol import messages as m
from tests.support.builders.stores import LEADERS, listing, lobby_of, rating, records, table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.golden.sentences import for_each, golden_test

OVER = war_table(war_view(), game="blocky", phase="over", turn=(), number=1)


def said(table=OVER, **changes):
    store = table_store(table, records={"blocky": records("blocky", rating=rating(**changes))})
    return describe_change(store, store.seated)


def test_nothing_is_said_while_it_is_played_or_of_a_game_that_is_not_rated():
    assert said(war_table(war_view(), game="blocky")) == ""
    store = table_store(OVER, records={"blocky": records("blocky")})
    assert describe_change(store, store.seated) == ""


def test_a_game_that_changed_nothing_says_why():
    note = "Not rated: you and ben play from the same address."
    assert said(note=note, change=0.0) == note


# Beside names in the lobby.

BEN = m.RatingBadge(game="blocky", rating=1490, provisional=False)
GUS = m.RatingBadge(game="blocky", rating=1580, provisional=True)


def test_whose_rating_is_not_known_stands_there_alone():
    table = structs.replace(listing("K7QF", "gus", "normal", "ben", "gus"), ratings=(BEN, None))
    assert ratings.players_with_ratings(table) == ("ben 1490", "gus")
    assert ratings.host(table) == "gus"


@pytest.mark.parametrize("told", [(), (BEN,), (BEN, None, GUS)])
def test_names_are_shown_however_many_ratings_a_server_sends(told):
    table = structs.replace(listing("K7QF", "eva", "normal", "ben", "gus"), ratings=told)
    lobby = lobby_of(people=("ben", "gus"), ratings=told)
    assert len(ratings.players_with_ratings(table)) == 2
    assert ratings.host(table) == "eva"
    assert [name for name, _ in ratings.people(lobby)] == ["ben", "gus"]


SAID = {
    "a rating says how sure it is": lambda: (
        describe_rating(rating()),
        describe_rating(rating(provisional=False, deviation=81.25)),
    ),
    "what a game did to a rating is said at that games end alone": lambda: for_each(
        lambda changes: said(**changes), [{}, {"provisional": False, "change": -8.4}, {"number": 2}, {"room": "ABCD"}]
    ),
    "leaders are told a line each": lambda: list(sentences(LEADERS, "Blocky")),
    "where nobody leads that is said": lambda: list(sentences(m.Leaders(ref=0, game="war", leaders=()), "War")),
    "who sits at a table stands there with how well they play": lambda: (
        ratings.players_with_ratings(
            table := structs.replace(listing("K7QF", "gus", "normal", "ben", "gus"), ratings=(BEN, GUS))
        ),
        ratings.host(table),
    ),
}

test_said = golden_test(__name__, SAID)
