"""How well somebody plays, in words."""

from __future__ import annotations

import pytest
from msgspec import structs

from client import ratings
from client.ratings import changed, sentences, told
from protocol import messages as m
from tests.support.stores import LEADERS, listing, rating, records, table_store
from tests.support.tables import war_table, war_view

OVER = war_table(war_view(), game="blocky", phase="over", turn=(), number=1)


def said(table=OVER, **changes):
    store = table_store(table, records={"blocky": records("blocky", rating=rating(**changes))})
    return changed(store, store.seated)


def test_a_rating_says_how_sure_it_is():
    assert told(rating()) == "1662, provisional yet"
    assert told(rating(provisional=False, deviation=81.25)) == "1662, give or take 162"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Rating 1662? (+162)"),
        ({"provisional": False, "change": -8.4}, "Rating 1662 (-8)"),
        ({"number": 2}, ""),
        ({"room": "ABCD"}, ""),
    ],
)
def test_what_a_game_did_to_a_rating_is_said_at_that_games_end_alone(changes, words):
    assert said(**changes) == words


def test_nothing_is_said_while_it_is_played_or_of_a_game_that_is_not_rated():
    assert said(war_table(war_view(), game="blocky")) == ""
    store = table_store(OVER, records={"blocky": records("blocky")})
    assert changed(store, store.seated) == ""


def test_leaders_are_told_a_line_each():
    assert list(sentences(LEADERS, "Blocky")) == [
        "Blocky:",
        "1. ann (you): 1662 ±162, 23 games.",
        "2. wise-20 (computer): 1590 ±121, 112 games.",
        "- ben: 1703? ±507, 2 games, provisional.",
    ]


def test_where_nobody_leads_that_is_said():
    assert list(sentences(m.Leaders(ref=0, game="war", leaders=()), "War")) == [
        "Nobody has played a rated game of War yet."
    ]


# Beside names in the lobby.

BEN = m.Repute(game="blocky", rating=1490, provisional=False)
GUS = m.Repute(game="blocky", rating=1580, provisional=True)


def test_who_sits_at_a_table_stands_there_with_how_well_they_play():
    table = structs.replace(listing("K7QF", "gus", "normal", "ben", "gus"), ratings=(BEN, GUS))
    assert ratings.players(table) == ("ben 1490", "gus 1580?")
    assert ratings.host(table) == "gus 1580?"


def test_whose_rating_is_not_known_stands_there_alone():
    table = structs.replace(listing("K7QF", "gus", "normal", "ben", "gus"), ratings=(BEN, None))
    assert ratings.players(table) == ("ben 1490", "gus")
    assert ratings.host(table) == "gus"


@pytest.mark.parametrize("told", [(), (BEN,), (BEN, None, GUS)])
def test_names_are_shown_however_many_ratings_a_server_sends(told):
    table = structs.replace(listing("K7QF", "eva", "normal", "ben", "gus"), ratings=told)
    lobby = m.Lobby(open=(), live=(), people=("ben", "gus"), ratings=told, bots=(), rooms=0, online=2, moves=0)
    assert len(ratings.players(table)) == 2
    assert ratings.host(table) == "eva"
    assert [name for name, _ in ratings.people(lobby)] == ["ben", "gus"]
