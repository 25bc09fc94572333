import pytest

from client.commands.actions import FULL_PACE
from client.fullscreen.ui.alerts import ASKED, HURRY, NEWS, SILENCE, hurry_at, ring_for, window_title
from client.fullscreen.ui.state import AutoPilot, UiState
from client.state.chat import MutedPlayer
from client.state.fold import fold
from client.state.habits import Habits
from client.state.store import FollowedTable, Opened, Sent, Store
from engines.cards import Card
from engines.war.view import Draw
from protocol import messages as m
from tests.support.builders.stores import challenged, lobby_store, table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.games.sums import SHEET, sums_table
from tests.support.games.sums import after as sums
from tests.support.golden.sentences import for_each, golden_test

TENS = Draw(((Card(8, 0),), (Card(8, 1),)), (10, 10))
AWAY = UiState(is_focused=False)
WATCHED = table_store(war_table(war_view(seat=None), seat=None))
WAITING_FOR_BEN = table_store(war_table(war_view(flipped=(True, False)), turn=(1,)))


def after(store, **changes):
    view = changes.pop("view", war_view())
    return fold(store, war_table(view, seq=2, **changes), 1.0)


def test_a_war_on_the_way_to_the_end_does_not_ring_but_the_end_does():
    hurrying = UiState(pilot=AutoPilot(FULL_PACE, "over"))
    assert not ring_for(table_store(), after(table_store(), view=war_view(war=(TENS,))), hurrying)
    assert ring_for(table_store(), after(table_store(), phase="over"), hurrying)


def test_a_rematch_asked_for_by_the_other_side_rings_once():
    over = table_store(war_table(war_view(left=(0, 0)), phase="over", turn=()))
    asked = after(over, phase="over", turn=(), rematch=(1,))
    assert ring_for(over, asked, UiState()) == ASKED
    agreed = fold(asked, war_table(war_view(), seq=3, phase="over", turn=(), rematch=(0, 1)), 2.0)
    assert ring_for(asked, agreed, UiState()) == SILENCE
    assert window_title(asked, AWAY, 1.0) == "rematch? - Parlour"
    assert window_title(agreed, AWAY, 2.0) == "War - Parlour"


@pytest.mark.parametrize(
    ("text", "ui", "rings"), [("ana?", AWAY, NEWS), ("banana", AWAY, SILENCE), ("ana?", UiState(), SILENCE)]
)
def test_who_is_called_by_name_while_away_hears_the_bell(text, ui, rings):
    line = m.Line(who="ben", player=2, text=text, manner="player", age_s=0.0, yours=False)
    assert ring_for(table_store(), fold(table_store(), m.Heard(room="KQFM", line=line), 1.0), ui) == rings


def test_a_game_alone_never_calls():
    waiting, playing = sums_table(sums(1), phase="waiting", turn=()), sums_table(sums(1), seq=2)
    store = table_store(waiting)
    assert not ring_for(store, fold(store, playing, 1.0), AWAY)
    assert window_title(table_store(playing, games=(SHEET,)), AWAY, 1.0) == "Sums - Parlour"


KINDS = {"takeback": "takeback asked - Parlour", "draw": "draw offered - Parlour"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_rings_twice_in_its_own_way_for_whoever_is_asked_and_once_only(kind):
    asked = m.Offer(kind=kind, seat=0, agreed=(), time_left_s=30.0)
    for seat, is_asked in ((1, True), (2, True), (0, False), (None, False)):
        before = table_store(sums_table(sums(3, 1), seat))
        after = fold(before, sums_table(sums(3, 1), seat, seq=2, request=asked), 1.0)
        assert ring_for(before, after, UiState()) == (ASKED if is_asked else SILENCE)
        agreed = m.Offer(kind=kind, seat=0, agreed=(1,), time_left_s=20.0)
        later = fold(after, sums_table(sums(3, 1), seat, seq=3, request=agreed), 2.0)
        assert ring_for(after, later, UiState()) == SILENCE
        assert (window_title(after, AWAY, 1.0) == KINDS[kind]) is is_asked


def gone(left_s):
    return m.Absence(seat=1, left_s=left_s, level=None, by=None)


def test_somebody_who_goes_and_then_stays_away_rings_like_a_question_for_who_plays():
    for seat, rings in ((0, ASKED), (None, SILENCE)):
        before = table_store(war_table(war_view(seat=seat), seat=seat, turn=()))
        left = fold(before, war_table(war_view(seat=seat), seat=seat, turn=(), seq=2, away=(gone(60.0),)), 1.0)
        late = fold(left, war_table(war_view(seat=seat), seat=seat, turn=(), seq=3, away=(gone(0.0),)), 61.0)
        assert ring_for(before, left, UiState()) == ring_for(left, late, UiState()) == rings
        assert window_title(left, AWAY, 2.0) == "War - Parlour"
        told = "your opponent is gone" if seat == 0 else "War"
        assert window_title(late, AWAY, 62.0) == f"{told} - Parlour"


BLITZ = m.TimeControl(move_s=None, total_s=60, increment_s=0)


def hurried(left_s, **changes):
    """A table with a clock, as it came at the time 100."""
    table = war_table(war_view(), clock=BLITZ, totals=(left_s, 60.0), time_left_s=left_s, **changes)
    return Store(name="ana", rooms={"KQFM": FollowedTable(table, 100.0)}, room="KQFM")


def test_ones_own_time_is_about_to_run_out_ten_seconds_before_it_does():
    assert hurry_at(hurried(25.0), 100.0) == 115.0
    assert hurry_at(hurried(25.0), 115.0) is None
    for quiet in (hurried(25.0, turn=(1,)), hurried(10.0), hurried(25.0, phase="over"), table_store()):
        assert hurry_at(quiet, 100.0) is None
    flip = m.Play(room="KQFM", number=1, ply=0, move="flip")
    assert hurry_at(fold(hurried(25.0), Sent(flip), 101.0), 101.0) is None


def test_a_clock_that_runs_out_is_the_first_thing_the_title_says():
    assert window_title(hurried(25.0), AWAY, 114.0) == "your move - Parlour"
    assert window_title(hurried(25.0), AWAY, 115.0) == "your time is running out - Parlour"
    assert window_title(hurried(25.0), UiState(), 115.0) == "War - Parlour"


def test_what_the_bell_is_about_can_be_told_by_how_often_it_sounds():
    assert sorted(map(len, (SILENCE, NEWS, ASKED, HURRY))) == [0, 1, 2, 3]


SAID = {
    "an ordinary flip the end of a game that is only watched and what is to be silent do not ring": lambda: (
        ring_for(table_store(), after(table_store(), view=war_view(flipped=(False, True)), turn=(0,)), UiState()),
        ring_for(WATCHED, after(WATCHED, seat=None, phase="over"), UiState()),
        ring_for(table_store(), after(table_store(), phase="over"), UiState(sound=False)),
    ),
    "the title says what is on screen": lambda: for_each(
        lambda store: window_title(store, UiState(), 1.0), [lobby_store(), table_store()]
    ),
    "a war ring": lambda: ring_for(table_store(), after(table_store(), view=war_view(war=(TENS,))), UiState()),
    "a challenge rings once unless it is of somebody whom one has muted": lambda: (
        ring_for((before := lobby_store()), (after_it := fold(before, challenged("ben"), 1.0)), UiState()),
        ring_for(after_it, fold(after_it, challenged("ben"), 2.0), UiState()),
        window_title(after_it, AWAY, 1.0),
        ring_for(before, after_it, UiState(habits=Habits(muted=frozenset({MutedPlayer("ben")})))),
    ),
    "ones turn rings only when one looks elsewhere": lambda: (
        ring_for(WAITING_FOR_BEN, (came := after(WAITING_FOR_BEN)), AWAY),
        ring_for(WAITING_FOR_BEN, came, UiState()),
    ),
    "what happens in another room rings too": lambda: ring_for(
        (elsewhere := fold(table_store(), Opened(None), 0.5)), after(elsewhere, phase="over"), UiState()
    ),
    "a new room alone does not ring": lambda: ring_for(lobby_store(), table_store(), AWAY),
    "the title calls when one looks elsewhere and has not moved": lambda: (
        window_title(table_store(), AWAY, 1.0),
        window_title(WAITING_FOR_BEN, AWAY, 1.0),
        window_title(fold(table_store(), Sent(m.Play(room="KQFM", number=1, ply=0, move="flip")), 1.0), AWAY, 1.0),
    ),
    "who comes back rings for nobody": lambda: ring_for(
        (left := table_store(war_table(war_view(), turn=(), away=(gone(60.0),)))), after(left, turn=()), UiState()
    ),
}

test_said = golden_test(__name__, SAID)
