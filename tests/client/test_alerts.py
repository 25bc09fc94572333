from client.alerts import rings, window_title
from client.desk import FULL_PACE, Desk, Pilot
from client.store import Opened, Sent, fold
from engines.cards import Card
from engines.war.view import Draw
from protocol import messages as m
from tests.support.stores import lobby_store, table_store
from tests.support.sums import SHEET, sums_table
from tests.support.sums import after as sums
from tests.support.tables import war_table, war_view

TENS = Draw(((Card(8, 0),), (Card(8, 1),)), (10, 10))
AWAY = Desk(is_focused=False)
WAITING_FOR_BEN = table_store(war_table(war_view(flipped=(True, False)), turn=(1,)))


def after(store, **changes):
    view = changes.pop("view", war_view())
    return fold(store, war_table(view, seq=2, **changes), 1.0)


def test_a_war_rings():
    assert rings(table_store(), after(table_store(), view=war_view(war=(TENS,))), Desk())


def test_a_war_on_the_way_to_the_end_does_not_ring_but_the_end_does():
    hurrying = Desk(pilot=Pilot(FULL_PACE, "over"))
    assert not rings(table_store(), after(table_store(), view=war_view(war=(TENS,))), hurrying)
    assert rings(table_store(), after(table_store(), phase="over"), hurrying)


def test_an_ordinary_flip_does_not_ring():
    assert not rings(table_store(), after(table_store(), view=war_view(flipped=(False, True)), turn=(0,)), Desk())


def test_a_rematch_asked_for_by_the_other_side_rings_once():
    over = table_store(war_table(war_view(left=(0, 0)), phase="over", turn=()))
    asked = after(over, phase="over", turn=(), rematch=(1,))
    assert rings(over, asked, Desk())
    assert not rings(
        asked, fold(asked, war_table(war_view(), seq=3, phase="over", turn=(), rematch=(0, 1)), 2.0), Desk()
    )


def test_ones_turn_rings_only_when_one_looks_elsewhere():
    came = after(WAITING_FOR_BEN)
    assert rings(WAITING_FOR_BEN, came, AWAY)
    assert not rings(WAITING_FOR_BEN, came, Desk())


def test_silence_is_kept_when_asked_for():
    assert not rings(table_store(), after(table_store(), phase="over"), Desk(sound=False))


def test_a_game_that_is_only_watched_does_not_ring_at_its_end():
    watched = table_store(war_table(war_view(seat=None), seat=None))
    assert not rings(watched, after(watched, seat=None, phase="over"), Desk())


def test_what_happens_in_another_room_rings_too():
    elsewhere = fold(table_store(), Opened(None), 0.5)
    assert rings(elsewhere, after(elsewhere, phase="over"), Desk())


def test_a_new_room_alone_does_not_ring():
    assert not rings(lobby_store(), table_store(), AWAY)


def test_a_game_alone_never_calls():
    waiting, playing = sums_table(sums(1), phase="waiting", turn=()), sums_table(sums(1), seq=2)
    store = table_store(waiting)
    assert not rings(store, fold(store, playing, 1.0), AWAY)
    assert window_title(table_store(playing, games=(SHEET,)), AWAY) == "Sums - Parlour"


def test_the_title_says_what_is_on_screen():
    assert window_title(lobby_store(), Desk()) == "Parlour"
    assert window_title(table_store(), Desk()) == "War - Parlour"


def test_the_title_calls_when_one_looks_elsewhere_and_has_not_moved():
    assert window_title(table_store(), AWAY) == "your move - Parlour"
    assert window_title(WAITING_FOR_BEN, AWAY) == "War - Parlour"
    flip = m.Play(room="KQFM", number=1, ply=0, move="flip")
    assert window_title(fold(table_store(), Sent(flip), 1.0), AWAY) == "War - Parlour"


def test_a_question_rings_once_for_whoever_is_asked():
    asked = m.Request(kind="takeback", seat=0, agreed=(), time_left_s=30.0)
    for seat, is_asked in ((1, True), (2, True), (0, False), (None, False)):
        before = table_store(sums_table(sums(3, 1), seat))
        after = fold(before, sums_table(sums(3, 1), seat, seq=2, request=asked), 1.0)
        assert rings(before, after, Desk()) is is_asked
        agreed = m.Request(kind="takeback", seat=0, agreed=(1,), time_left_s=20.0)
        assert not rings(after, fold(after, sums_table(sums(3, 1), seat, seq=3, request=agreed), 2.0), Desk())
        title = window_title(after, AWAY)
        assert (title == "your answer - Parlour") is is_asked
