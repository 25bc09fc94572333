"""Players who are connected are found by number or by name, at the same cost however many they are."""

from __future__ import annotations

import pytest

from server.players.sessions.online_players import OnlinePlayers
from tests.support.builders.crowds import crowd, session
from tests.support.builders.rooms import ANN, BEN
from tests.support.laws.steps import steps


@pytest.fixture
def online():
    return OnlinePlayers()


def test_a_player_is_found_by_a_name_that_looks_like_theirs(online):
    online.add(bill := session(ANN, "Bill"))
    online.add(session(BEN, "ben"))
    assert online.find("BI1L") is bill
    assert online.find("bob") is None


def test_a_player_who_is_gone_is_found_no_more(online):
    online.add(ann := session(ANN, "ann"))
    assert online.remove(ann)
    assert not online.remove(ann)
    assert (online.find("ann"), online.get(ANN), len(online), ANN in online) == (None, None, 0, False)


def test_a_connection_that_was_replaced_takes_nobody_away(online):
    old, new = session(ANN, "ann"), session(ANN, "ann")
    online.add(old)
    online.remove(old)
    online.add(new)
    assert not online.remove(old)
    assert online.find("ann") is online.get(ANN) is new


def test_a_player_is_found_by_the_newest_name_alone(online):
    online.add(ann := session(ANN, "ann"))
    assert online.rename(ANN, "anna") is ann
    assert (ann.name, online.find("anna"), online.find("ann")) == ("anna", ann, None)


def test_a_name_that_somebody_else_has_taken_stays_theirs(online):
    online.add(ann := session(ANN, "ann"))
    online.add(ben := session(BEN, "ann"))  # the accounts have freed it already, and ann is about to hear of that
    online.rename(ANN, "anna")
    assert online.find("ann") is ben
    online.remove(ann)
    assert online.find("ann") is ben


def test_a_player_who_is_not_connected_is_not_renamed(online):
    assert online.rename(ANN, "anna") is None
    assert online.find("anna") is None


@pytest.mark.parametrize("name", ["somebody-000002", "nobody-here"])
def test_finding_a_name_costs_the_same_among_many_as_among_few(name):
    few, many = crowd(5), crowd(500)
    few.find(name)  # what a letter is, is looked up once
    assert steps(lambda: many.find(name)) == steps(lambda: few.find(name)) > 0


def test_coming_and_going_and_taking_a_name_cost_the_same_among_many_as_among_few():
    def visit(online: OnlinePlayers) -> None:
        online.add(ann := session(ANN, "ann"))
        online.rename(ANN, "anna")
        online.remove(ann)

    few, many = crowd(5), crowd(500)
    assert steps(lambda: visit(many)) == steps(lambda: visit(few)) > 0
