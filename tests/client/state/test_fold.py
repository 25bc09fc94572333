"""The fold, message by message."""

from dataclasses import replace

import pytest

from client.state.fold import EARLIER_TABLES, WENT_BACK, fold, unanswered_commands
from client.state.store import Arrival, FollowedTable, Link, Opened, Said, Sent, Store
from protocol import messages as m
from tests.support.builders.stores import records
from tests.support.builders.tables import war_table, war_view
from tests.support.golden.deal_story import deals

FLIP = m.Play(room="KQFM", number=1, ply=0, move="flip")
SEAL = deals("KQFM")[0][1]


def table(**changes):
    return war_table(war_view(), **changes)


def folded(*happenings, store=None):
    """The Store after happenings a second apart, the first at 0."""
    store = store or Store()
    for now, happening in enumerate(happenings):
        store = fold(store, happening, float(now))
    return store


def welcome(*seated, name="ana"):
    return m.Welcome(name=name, token="secret", server="test", games=(), seated=seated)


def refused(about, room=None):
    return m.Refused(code="illegal", text="No.", about=about, ref=None, room=room, retry_after_s=None)


def test_the_link_and_since_when_it_stands_so_are_kept():
    store = folded(Link("connecting"), Link("down", retry_in_s=3.0))
    assert (store.link.state, store.link_at) == ("down", 1.0)


def test_a_client_that_has_just_started_opens_the_newest_room_it_sits_in():
    assert folded(welcome("AAAA", "BBBB")).room == "BBBB"
    assert folded(welcome()).room is None


def test_a_client_that_comes_back_stays_where_it_was():
    assert folded(welcome("KQFM"), Opened(None), welcome("KQFM")).room is None
    assert folded(welcome("KQFM"), table(), welcome("KQFM")).room == "KQFM"


def test_a_welcome_drops_rooms_one_sits_in_no_more_and_keeps_watched_ones():
    watched = table(room="WWWW", seat=None)
    store = folded(welcome("KQFM"), table(), watched, welcome())
    assert set(store.rooms) == {"WWWW"}
    assert store.room is None


def test_who_leaves_as_the_connection_is_lost_watches_nothing_once_they_are_back():
    store = folded(welcome("KQFM"), table(seq=1), table(seq=2, seat=None), welcome())
    assert not store.rooms


def test_a_welcome_forgets_the_lobby_until_the_server_tells_it_anew():
    assert (
        folded(m.Lobby(open=(), live=(), people=(), ratings=(), bots=(), rooms=0, online=1, moves=0), welcome()).lobby
        is None
    )


def test_a_first_table_has_nothing_before_it():
    seated = folded(table()).rooms["KQFM"]
    assert seated == FollowedTable(table(), 0.0)
    assert seated.previous is None


def test_a_newer_table_replaces_the_one_before_and_remembers_it():
    first, second = table(), table(seq=2)
    seated = folded(first, second).rooms["KQFM"]
    assert (seated.table, seated.at, seated.earlier) == (second, 1.0, (Arrival(0.0, first),))
    assert seated.previous == first


def test_only_the_last_few_tables_are_remembered():
    seated = folded(*[table(seq=seq) for seq in range(20)]).rooms["KQFM"]
    assert [arrival.table.seq for arrival in seated.earlier] == list(range(19 - EARLIER_TABLES, 19))


def test_an_older_table_changes_nothing():
    store = folded(table(seq=5))
    assert fold(store, table(seq=4), 9.0) == store


@pytest.mark.parametrize("seat", [0, None], ids=["a player", "a spectator"])
def test_after_a_welcome_an_older_table_is_where_the_server_has_gone_back_to(seat):
    older = table(seq=4, seat=seat)
    before = folded(welcome("KQFM"), Opened("KQFM"), table(seq=13, seat=seat), table(seq=14, ply=6, seat=seat))
    store = folded(Link("down"), welcome("KQFM"), older, store=before)
    assert store.rooms["KQFM"] == FollowedTable(older, 2.0)
    assert (store.sentence, store.refused) == (WENT_BACK, False)
    assert fold(store, table(seq=3, seat=seat), 3.0) == store, "within one connection an older table is an old one"


def test_a_newer_table_after_a_welcome_is_no_way_back():
    store = folded(welcome("KQFM"), Opened("KQFM"), table(seq=5), welcome("KQFM"), table(seq=5), table(seq=4))
    assert (store.rooms["KQFM"].table.seq, store.sentence) == (5, "")


def test_a_table_that_goes_back_where_nobody_looks_says_nothing():
    store = folded(welcome("KQFM"), Opened(None), table(seq=5), welcome("KQFM"), table(seq=4))
    assert (store.rooms["KQFM"].table.seq, store.sentence) == (4, "")


def test_a_move_in_a_position_that_the_server_has_lost_is_pending_no_more():
    late = m.Play(room="KQFM", number=1, ply=6, move="flip")
    store = folded(welcome("KQFM"), table(seq=14, ply=6), Sent(late), Link("down"), welcome("KQFM"))
    assert unanswered_commands(store) == (late,)
    assert unanswered_commands(fold(store, table(seq=4), 9.0)) == ()


def test_the_same_table_again_is_no_news():
    seated = folded(table(seq=1), table(seq=2), table(seq=2)).rooms["KQFM"]
    assert [arrival.table.seq for arrival in seated.earlier] == [1]
    assert seated.at == 2.0


def test_another_game_at_the_same_table_starts_with_nothing_before_it():
    assert folded(table(), table(seq=2, number=2)).rooms["KQFM"].previous is None


def test_a_move_sent_is_pending_until_a_table_shows_it():
    store = folded(table(), Sent(FLIP))
    assert store.rooms["KQFM"].pending == FLIP
    assert unanswered_commands(store) == (FLIP,)
    assert unanswered_commands(fold(store, table(seq=2, ply=0, turn=(0,)), 2.0)) == (FLIP,)  # the other side flipped
    assert unanswered_commands(fold(store, table(seq=2, ply=1, turn=(1,)), 2.0)) == ()


def test_a_move_is_pending_no_more_when_its_game_is_over():
    store = folded(table(), Sent(FLIP))
    assert unanswered_commands(fold(store, table(seq=2, phase="over"), 2.0)) == ()
    assert unanswered_commands(fold(store, table(seq=2, number=2), 2.0)) == ()


def test_a_refused_move_is_pending_no_more():
    store = folded(table(), Sent(FLIP), refused("play", "KQFM"))
    assert unanswered_commands(store) == ()
    assert (store.sentence, store.refused) == ("No.", True)


def test_a_refusal_of_something_else_leaves_the_move_pending():
    store = folded(table(), Sent(FLIP), refused("resign", "KQFM"), refused("join", None))
    assert unanswered_commands(store) == (FLIP,)


def test_a_move_to_a_room_that_is_gone_is_forgotten():
    assert folded(Sent(FLIP)) == Store()


def test_commands_other_than_moves_leave_no_mark():
    assert folded(Sent(m.Leave(room="KQFM"))) == Store()


def test_turning_to_a_room_clears_the_sentence():
    store = folded(Said("Hello.", is_refusal=True), Opened("KQFM"))
    assert (store.room, store.sentence, store.refused) == ("KQFM", "", False)
    assert folded(Said("Hello."), m.Entered(ref=0, room="KQFM", seat=0)).sentence == ""


def test_news_of_the_room_on_screen_clears_an_older_sentence():
    store = folded(Opened("KQFM"), table(), refused("play", "KQFM"), table(seq=2))
    assert (store.sentence, store.refused) == ("", False)


def test_news_of_another_room_leaves_the_sentence():
    assert folded(table(), Said("Hello."), table(seq=2)).sentence == "Hello."


def test_sentences_come_from_both_sides():
    assert folded(Said("Ours.")).sentence == "Ours."
    assert folded(m.Notice(text="Theirs.")).sentence == "Theirs."
    assert folded(m.Named(name="bea")).name == "bea"


def test_who_is_there_is_kept_with_the_room():
    presence = m.Presence(room="KQFM", present=(True, False), watchers=2)
    assert folded(table(), presence).rooms["KQFM"].presence == presence
    assert folded(presence).rooms == {}


def test_a_room_that_was_left_is_gone_with_its_reason():
    store = folded(Opened("KQFM"), table(), m.Left(room="KQFM", reason="You stood up."))
    assert (store.rooms, store.room, store.sentence) == ({}, None, "You stood up.")
    assert folded(Opened("AAAA"), table(), m.Left(room="KQFM", reason="It closed.")).room == "AAAA"


def test_who_is_connected_is_known_even_where_it_was_told_before_the_first_table():
    presence = m.Presence(room="KQFM", present=(True, False), watchers=0)
    assert folded(presence, table()).rooms["KQFM"].presence == presence
    left = folded(table(), m.Left(room="KQFM", reason="You left."), table())
    assert left.rooms["KQFM"].presence is None


def test_who_was_connected_before_a_room_was_known_is_told_anew_at_the_next_visit():
    presence = m.Presence(room="KQFM", present=(True, False), watchers=0)
    assert folded(presence, table()).early == {}
    assert folded(presence, welcome()).early == {}


def test_nothing_is_kept_of_a_room_that_is_followed_no_more():
    line = m.Line(who="ben", player=2, text="hello", manner="player", age_s=0.0, yours=False)
    followed = folded(welcome("KQFM"), table(), SEAL, m.Heard(room="KQFM", line=line), m.Heard(room=None, line=line))
    assert set(folded(welcome("KQFM"), store=followed).talk) == {None, "KQFM"}
    for gone in (m.Left(room="KQFM", reason="You stood up."), welcome()):
        store = fold(followed, gone, 9.0)
        assert (store.rooms, store.seals, set(store.talk)) == ({}, {}, {None})


def test_a_watched_room_that_closed_while_nobody_was_connected_is_gone():
    closed = m.Refused(code="unknown-room", text="No.", about="watch", ref=1, room="KQFM", retry_after_s=None)
    store = folded(Opened("KQFM"), table(seat=None), closed)
    assert (store.rooms, store.room, store.sentence, store.refused) == ({}, None, "No.", True)


def test_the_lobby_is_the_newest_one():
    lobby = m.Lobby(open=(), live=(), people=(), ratings=(), bots=(), rooms=3, online=4, moves=0)
    assert (
        folded(m.Lobby(open=(), live=(), people=(), ratings=(), bots=(), rooms=0, online=1, moves=0), lobby).lobby
        == lobby
    )


def test_time_left_runs_down_to_nothing():
    seated = FollowedTable(table(time_left_s=10.0), 100.0)
    assert seated.time_left_s(103.0) == 7.0
    assert seated.time_left_s(200.0) == 0.0
    assert replace(seated, table=table()).time_left_s(103.0) is None


def test_clocks_stand_still_from_the_moment_the_link_is_lost_until_the_next_table():
    asked = m.Offer(kind="takeback", seat=1, agreed=(), time_left_s=30.0)
    away = m.Absence(seat=1, left_s=60.0, level=None, by=None)
    shown = table(time_left_s=10.0, totals=(50.0, None), lasted_s=5.0, request=asked, away=(away,))
    store = folded(Link("up"), table(), shown, Link("up", latency_ms=3.0), Link("down"), Link("down"), welcome("KQFM"))
    seated = store.rooms["KQFM"]
    assert seated.is_cut_off
    assert (seated.time_left_s(99.0), seated.total_left_s(0, 99.0)) == (8.0, 48.0)
    assert (seated.answer_left_s(99.0), seated.grace_left_s(away, 99.0), seated.lasted_s(99.0)) == (28.0, 58.0, 7.0)
    again = fold(store, table(seq=2, time_left_s=9.0), 90.0).rooms["KQFM"]
    assert not again.is_cut_off
    assert again.time_left_s(92.0) == 7.0


def test_the_room_on_screen_is_known_once_its_table_came():
    assert folded(Opened("KQFM")).seated is None
    assert folded(Opened("KQFM"), table()).seated == FollowedTable(table(), 1.0)


@pytest.mark.parametrize(
    ("changes", "lasted"),
    [
        ({"lasted_s": 60.5}, 63.5),
        ({"lasted_s": 60.5, "phase": "over"}, 60.5),
        ({"lasted_s": None, "phase": "waiting"}, 0.0),
    ],
)
def test_a_game_lasts_on_while_it_is_played(changes, lasted):
    assert FollowedTable(table(**changes), 100.0).lasted_s(103.0) == lasted


def test_the_newest_records_of_every_game_are_known():
    store = folded(records(won=1), records("chess", won=2), records(won=3))
    assert {game: told.won for game, told in store.records.items()} == {"war": 3, "chess": 2}
    assert folded(records(won=1), m.Welcome(name="ana", token="t", server="s", games=(), seated=())).records


def test_the_time_to_answer_runs_down_to_nothing():
    asked = m.Offer(kind="takeback", seat=1, agreed=(), time_left_s=30.0)
    seated = FollowedTable(table(request=asked), 100.0)
    assert seated.answer_left_s(102.5) == 27.5
    assert seated.answer_left_s(200.0) == 0.0
    assert FollowedTable(table(), 100.0).answer_left_s(102.5) == 0.0


def test_the_last_change_is_found_behind_tables_that_changed_nothing():
    store = folded(table(), *(war_table(war_view(scores=(2, 0)), seq=seq) for seq in (2, 3, 4)))
    assert store.rooms["KQFM"].changed.table == table()
    assert folded(table()).rooms["KQFM"].changed is None


ASKED = m.Consult(ref=3, room="KQFM", about="hint")


def advice(**changes):
    named = {"ref": 3, "room": "KQFM", "number": 1, "ply": 3, "about": "hint", "move": "flip", "text": "Why not."}
    return m.Advice(**{**named, **changes})


def help_refused(code, ref):
    return m.Refused(code=code, text="No.", about="consult", ref=ref, room="KQFM", retry_after_s=None)


def asking(*happenings):
    """What is known of the room after a question there at ply 3, and happenings after that."""
    return folded(table(ply=3), Opened("KQFM"), Said("Old news."), Sent(ASKED), *happenings)


def test_a_question_is_thought_about_until_it_is_answered():
    assert (asking().seated.asked, asking().sentence) == (ASKED, "")
    answered = asking(advice())
    assert (answered.seated.asked, answered.seated.advice) == (None, advice())


def test_an_answer_stands_as_long_as_its_position():
    assert asking(advice(), table(ply=3, seq=2)).seated.advice == advice()
    for change in ({"ply": 4}, {"number": 2}, {"phase": "over"}):
        assert asking(advice(), table(**{"ply": 3, "seq": 2, **change})).seated.advice is None
    assert asking(advice(), Sent(m.Play(room="KQFM", number=1, ply=3, move="flip"))).seated.advice is None


@pytest.mark.parametrize("passed", [advice(ply=2), advice(number=2)])
def test_an_answer_about_a_position_that_has_passed_is_dropped(passed):
    assert asking(passed).seated.advice is None
    assert asking(passed).seated.asked == ASKED


def test_an_answer_that_a_move_has_overtaken_is_dropped():
    moved = asking(Sent(m.Play(room="KQFM", number=1, ply=3, move="flip")), advice())
    assert (moved.seated.asked, moved.seated.advice) == (None, None)
    assert asking(table(ply=3, seq=2, phase="over"), advice()).seated.advice is None


def test_an_answer_about_a_room_that_was_left_is_dropped():
    assert folded(advice()) == Store()
    assert folded(Sent(ASKED)) == Store()


def test_a_question_that_is_refused_is_thought_about_no_more():
    refused_now = asking(help_refused("too-many", 3))
    assert (refused_now.seated.asked, refused_now.sentence, refused_now.refused) == (None, "No.", True)
    assert asking(help_refused("too-many", 2)).seated.asked == ASKED
    assert folded(help_refused("unknown-room", 3)).sentence == "No."


def test_nothing_is_said_to_who_has_moved_on_before_the_answer():
    assert asking(help_refused("stale", 2)).sentence == ""


def test_a_question_does_not_outlive_its_connection():
    assert asking(Link("down")).seated.asked is None
    assert asking(Link("up")).seated.asked == ASKED


def test_how_the_day_goes_is_kept_and_stands_where_the_server_cannot_look_it_up():
    day = m.Score(since=0, won=3, tied=0, lost=1)
    refused = m.Refused(code="unavailable", text="No.", about="reckon", ref=None, room=None, retry_after_s=None)
    known = fold(Store(), day, 0.0)
    assert known.day == day
    assert fold(known, refused, 0.0) == known
