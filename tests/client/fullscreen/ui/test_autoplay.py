from dataclasses import replace

import pytest

from client.commands.actions import FULL_PACE
from client.fullscreen.ui.autoplay import PAUSES_S, due_move, is_moment, stop_if_done
from client.fullscreen.ui.state import AutoPilot, UiState
from client.state.fold import fold
from client.state.moves import needs_decision
from client.state.store import Arrival, FollowedTable, Link, Sent
from engines.cards import Card
from engines.war.view import Draw
from protocol import messages as m
from tests.support.builders.stores import lobby_store, table_store
from tests.support.builders.tables import verdict, war_table, war_view
from tests.support.games.street_tables import street, street_table
from tests.support.games.streets import layout

FLIP = m.Play(room="KQFM", number=1, ply=0, move="flip")
TENS = Draw(((Card(8, 0),), (Card(8, 1),)), (10, 10))
FLYING = UiState(pilot=AutoPilot(3, "over"))


def test_a_forced_move_is_due_a_pause_after_ones_turn_began():
    assert due_move(table_store(), FLYING) == (PAUSES_S[3], FLIP)
    assert due_move(table_store(), UiState(pilot=AutoPilot(1, "over"))).at == PAUSES_S[1]


@pytest.mark.parametrize(
    ("store", "ui"),
    [
        pytest.param(table_store(), UiState(), id="no pilot"),
        pytest.param(lobby_store(), FLYING, id="no table"),
        pytest.param(table_store(war_table(war_view(flipped=(True, False)), turn=(1,))), FLYING, id="no turn"),
        pytest.param(table_store(link=Link("down")), FLYING, id="no connection"),
        pytest.param(table_store(war_table(war_view(), game="chess")), FLYING, id="an unknown game"),
        pytest.param(fold(table_store(), Sent(FLIP), 1.0), FLYING, id="a move on its way"),
    ],
)
def test_nothing_is_due_with(store, ui):
    assert due_move(store, ui) is None


@pytest.mark.parametrize(
    ("before", "now", "began"),
    [
        (war_table(war_view()), war_table(war_view(flipped=(False, True)), seq=2, turn=(0,)), 1.0),
        (war_table(war_view(), turn=(1,), ply=1), war_table(war_view(war=(TENS,)), seq=2, ply=1), 5.0),
    ],
    ids=["the other side's flip does not begin it anew", "a new draw does"],
)
def test_ones_turn_begins(before, now, began):
    store = lobby_store(rooms={"KQFM": FollowedTable(now, 5.0, (Arrival(1.0, before),))}, room="KQFM")
    assert due_move(store, FLYING).at == began + PAUSES_S[3]


def test_playing_on_stops_at_a_war():
    before = table_store()
    after = fold(before, war_table(war_view(war=(TENS,)), seq=2), 1.0)
    assert is_moment(before, after)
    assert stop_if_done(UiState(pilot=AutoPilot(FULL_PACE, "moment")), before, after).pilot is None
    assert stop_if_done(FLYING, before, after) == FLYING


@pytest.mark.parametrize(
    "event",
    [
        war_table(war_view(left=(0, 0)), seq=2, phase="over"),
        m.Refused(code="illegal", text="No.", about="play", ref=None, room="KQFM", retry_after_s=None),
    ],
    ids=["the end", "a refusal"],
)
def test_playing_on_stops_at(event):
    before = table_store()
    assert stop_if_done(FLYING, before, fold(before, event, 1.0)).pilot is None
    assert stop_if_done(UiState(), before, fold(before, event, 1.0)) == UiState()


def test_only_news_is_a_moment():
    at_war = table_store(war_table(war_view(war=(TENS,))))
    assert not is_moment(at_war, at_war)
    assert not is_moment(lobby_store(), at_war)
    assert not is_moment(at_war, replace(at_war, sentence="Hello."))
    unknown = fold(table_store(war_table(war_view(), game="chess")), war_table(war_view(), game="chess", seq=2), 1.0)
    assert not is_moment(table_store(war_table(war_view(), game="chess")), unknown)


def test_a_whole_game_at_the_usual_pace_takes_half_a_minute():
    assert 26 * PAUSES_S[3] <= 30
    assert list(PAUSES_S.values()) == sorted(PAUSES_S.values(), reverse=True)


def test_a_moment_that_was_taken_back_is_none():
    after = fold(table_store(), war_table(war_view(war=(TENS,)), seq=2), 1.0)
    assert is_moment(table_store(), after)
    back = war_table(war_view(war=(TENS,)), seq=2, verdict=verdict("granted"))
    assert not is_moment(table_store(), fold(table_store(), back, 1.0))


def test_playing_on_stops_where_no_move_makes_itself():
    safe, decision = (table_store(street_table(street(at))) for at in (layout("3D AC"), layout("3D", "4H")))
    assert not needs_decision(safe.seated)
    assert needs_decision(decision.seated)
    assert stop_if_done(UiState(pilot=AutoPilot(FULL_PACE, "moment")), safe, decision).pilot is None
    assert stop_if_done(FLYING, safe, decision) == FLYING
