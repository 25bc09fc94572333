"""`parlour leaders`: what it asks for, and how it tells who plays best."""

from __future__ import annotations

import json

from msgspec.structs import replace

from client.exits import Exit
from client.inquiry import Answer, Ask
from client.leaders import follow
from client.store import Store, fold
from protocol import messages as m
from tests.support.stores import LEADERS, SOLO, WAR, welcome

NONE = m.Leaders(ref=0, game="war", leaders=())
OF_STREETS = replace(LEADERS, game="streets")


def told(*events, game="", as_json=False):
    """What follows from the last of a server's events; from the first, its welcome, where no others are given."""
    store = Store()
    for event in (welcome(WAR, SOLO), *events):
        store = fold(store, event, 0.0)
        follows = follow(event, store, game=game, json=as_json)
    return follows


def test_every_game_is_asked_about_or_the_one_named():
    assert told() == Ask((m.Rank(ref=0, game="war"), m.Rank(ref=0, game="streets")))
    assert told(game="war") == Ask((m.Rank(ref=0, game="war"),))


def test_games_in_which_somebody_is_rated_are_told_of_once_all_is_known():
    assert told(NONE) is None
    answer = told(NONE, OF_STREETS)
    assert isinstance(answer, Answer)
    assert answer.text.startswith("Streets & Alleys:\n1. ann (you): 1662 ±162, 23 games.")
    assert "War" not in answer.text


def test_where_nobody_is_rated_it_is_said_what_is():
    answer = told(NONE, replace(NONE, game="streets"))
    assert answer.text.startswith("Nobody has played a rated game yet. Between two people")
    assert told(NONE, game="war") == Answer("Nobody has played a rated game of War yet.")


def test_leaders_are_told_as_json_a_line_a_game():
    answer = told(NONE, OF_STREETS, as_json=True)
    assert [len(json.loads(line)["leaders"]) for line in answer.text.splitlines()] == [0, 3]


def test_a_refusal_is_told():
    refused = m.Refused(code="unavailable", text="No.", about="rank", ref=0, room=None, retry_after_s=None)
    assert told(refused) == Answer("No.", Exit.FAILURE)
