"""A game that is not kept here, asked of its server."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from client.exits import Exit
from client.fetching import Fetching, fetching
from client.inquiry import Answer, Ask
from client.store import Store
from protocol import messages as m
from protocol.witness import Saved
from tests.support.reviews import saved
from tests.support.stores import WAR, welcome
from tests.support.tables import war_table, war_view

TOLD = saved().transcript
STORE = Store()


def page(after, upto):
    return replace(TOLD, after=after, events=TOLD.events[after:upto])


def asked(number, after):
    return Ask((m.Transcribe(ref=0, room="KQFM", number=number, after=after),))


@pytest.mark.parametrize(("phase", "number"), [("over", 3), ("playing", 2)])
def test_the_table_tells_which_of_its_games_is_the_newest_that_is_over(phase, number):
    fetched = Fetching("KQFM", None)
    assert fetched.follow(welcome(WAR), STORE) == Ask((m.Watch(ref=0, room="KQFM"),))
    assert fetched.follow(war_table(war_view(), phase=phase, number=3), STORE) == asked(number, 0)


@pytest.mark.parametrize("table", [war_table(war_view()), war_table(None, phase="waiting", number=0)])
def test_where_no_game_is_over_there_is_none_to_ask_for(table):
    fetched = Fetching("KQFM", None)
    assert fetched.follow(table, STORE) == Answer("No game at table KQFM is over.", Exit.FAILURE)


def test_page_after_page_is_asked_for_until_all_is_there():
    fetched = Fetching("KQFM", 1)
    assert fetched.follow(welcome(WAR), STORE) == asked(1, 0)
    assert fetched.follow(page(0, 20), STORE) == asked(1, 20)
    assert fetched.follow(page(20, TOLD.count), STORE) == Answer("")
    kept = msgspec.json.decode(fetched.saved, type=Saved)
    assert kept.transcript == replace(TOLD, events=TOLD.events)


@pytest.mark.parametrize("broken", [page(20, 20), page(30, 40), replace(page(20, 40), count=60_000)])
def test_what_does_not_come_whole_is_given_up(broken):
    fetched = Fetching("KQFM", 1)
    fetched.follow(page(0, 20), STORE)
    follows = fetched.follow(broken, STORE)
    assert isinstance(follows, Answer)
    assert follows.exit is Exit.FAILURE


def test_a_refusal_is_told():
    refused = m.Refused(code="not-now", text="No.", about="transcribe", ref=0, room="KQFM", retry_after_s=None)
    assert Fetching("KQFM", 1).follow(refused, STORE) == Answer("No.", Exit.FAILURE)


@pytest.mark.parametrize(
    ("named", "is_asked"), [("KQFM", True), ("kqfm-2", True), ("a.json", False), ("KQFM-x", False)]
)
def test_only_a_tables_code_can_be_asked_for(named, is_asked):
    assert (fetching(named) is not None) is is_asked
