"""The fold, message by message."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_struct

from client.state.fold import CONNECTED_AGAIN, WENT_BACK, fold
from client.state.store import EARLIER_TABLES, Arrival, FollowedTable, Link, Opened, Said, Sent, Store
from protocol import messages as m
from tests.support.builders.stores import lobby_of, records
from tests.support.builders.tables import war_table, war_view
from tests.support.golden.deal_story import deals

FLIP = m.Play(room="KQFM", number=1, ply=0, move="flip")
LATE = replace_struct(FLIP, ply=6)
SEAL = deals("KQFM")[0][1]
LINE = m.Line(who="ben", player=2, text="hello", manner="player", age_s=0.0, yours=False)
HERE = m.Presence(room="KQFM", present=(True, False), watchers=2, spectators=())
HELLO = Said("Hello.")
LEFT = m.Left(room="KQFM", reason="You stood up.")
OFFER = m.Offer(kind="takeback", seat=1, agreed=(), time_left_s=30.0)
HINT = m.Consult(ref=3, room="KQFM", about="hint")
ADVICE = m.Advice(ref=3, room="KQFM", number=1, ply=3, about="hint", move="flip", text="Why not.")


def table(**changes):
    return war_table(war_view(), **changes)


def folded(*happenings, store=None):
    """The Store after happenings a second apart, the first at 0."""
    store = store or Store()
    for now, happening in enumerate(happenings):
        store = fold(store, happening, float(now))
    return store


def followed(*happenings):
    """What is known of the one room after these happenings."""
    return folded(*happenings).rooms["KQFM"]


def asking(*happenings):
    """The Store after a question about ply 3 of the room on screen, and happenings after that."""
    return folded(table(ply=3), Opened("KQFM"), Said("Old news."), Sent(HINT), *happenings)


def welcome(*seated):
    return m.Welcome(name="ana", token="secret", server="test", games=(), seated=seated)


def refused(about, room=None, code="illegal", ref=None):
    return m.Refused(code=code, text="No.", about=about, ref=ref, room=room, retry_after_s=None)


def test_how_others_reach_the_server_is_known_from_each_welcome_anew():
    urls = ("wss://games.example.org",)
    assert folded(replace_struct(welcome(), public_urls=urls)).public_urls == urls
    assert folded(replace_struct(welcome(), public_urls=urls), welcome()).public_urls == ()


# Where the player is, and the sentence there.


@pytest.mark.parametrize(
    ("happenings", "room"),
    [
        pytest.param([welcome()], None, id="a newcomer is in the lobby"),
        pytest.param(
            [welcome("AAAA", "BBBB")], "BBBB", id="a client that has just started opens the newest room it sits in"
        ),
        pytest.param(
            [welcome("KQFM"), Opened(None), welcome("KQFM")], None, id="who comes back to the lobby stays there"
        ),
        pytest.param([welcome("KQFM"), table(), welcome("KQFM")], "KQFM", id="who comes back to a room stays there"),
        pytest.param([Opened("AAAA"), table(), LEFT], "AAAA", id="another room that was left leaves the one on screen"),
    ],
)
def test_a_client_is_where_it_was_or_where_its_seat_is(happenings, room):
    assert folded(*happenings).room == room


def test_a_client_that_has_just_started_opens_the_table_where_its_player_was_last():
    for last_room, room in (("AAAA", "AAAA"), ("BBBB", "BBBB"), ("CCCC", "BBBB"), ("", "BBBB")):
        assert fold(Store(last_room=last_room), welcome("AAAA", "BBBB"), 0.0).room == room


@pytest.mark.parametrize(
    ("happenings", "sentence"),
    [
        pytest.param([HELLO], "Hello.", id="the clients own"),
        pytest.param([m.Notice(text="Theirs.")], "Theirs.", id="the servers"),
        pytest.param([Said("No.", is_refusal=True), Opened("KQFM")], "", id="going to a room clears it"),
        pytest.param([HELLO, m.Entered(ref=0, room="KQFM", seat=0)], "", id="entering a room clears it"),
        pytest.param(
            [Opened("KQFM"), table(), refused("play", "KQFM"), table(seq=2)],
            "",
            id="fresher news of the room on screen clear it",
        ),
        pytest.param([table(), HELLO, table(seq=2)], "Hello.", id="news of another room leave it"),
        pytest.param(
            [welcome("KQFM"), Opened(None), table(seq=5), welcome("KQFM"), table(seq=4)],
            CONNECTED_AGAIN,
            id="another room that goes back says nothing",
        ),
        pytest.param([Opened("KQFM"), table(), LEFT], "You stood up.", id="a room that was left says why"),
    ],
)
def test_the_sentence_is_the_newest_news(happenings, sentence):
    store = folded(*happenings)
    assert (store.sentence, store.refused) == (sentence, False)


def test_who_watches_where_they_sat_sees_it_as_a_spectator_although_nothing_said_that_they_left():
    seen = table(seq=4, seat=None)
    assert followed(table(seq=3, seat=0), m.Entered(ref=0, room="KQFM", seat=None), seen).table == seen
    assert followed(table(seq=3, seat=0), seen).table.seat == 0, "who may be about to hear that they left"


def test_the_link_and_since_when_it_stands_so_are_kept():
    store = folded(Link("connecting"), Link("down", retry_in_s=3.0))
    assert (store.link.state, store.link_at) == ("down", 1.0)


def test_the_newest_name_lobby_and_records_of_every_game_are_known():
    store = folded(lobby_of(), lobby_of(rooms=3), m.Named(name="bea"))
    assert (store.lobby, store.name) == (lobby_of(rooms=3), "bea")
    store = folded(records(won=1), records("chess", won=2), records(won=3), lobby_of(), welcome())
    assert {game: told.won for game, told in store.records.items()} == {"war": 3, "chess": 2}
    assert store.lobby is None, "a welcome forgets the lobby until the server tells it anew"


def test_the_score_of_the_day_is_kept_and_stands_where_the_server_cannot_look_it_up():
    day = m.Score(since=0, won=3, tied=0, lost=1)
    known = folded(day)
    assert known.day == day
    assert fold(known, refused("reckon", code="unavailable"), 0.0) == known


# Tables.


def test_a_first_table_has_nothing_before_it_and_is_the_one_on_screen():
    assert folded(Opened("KQFM")).seated is None
    seated = folded(Opened("KQFM"), table()).seated
    assert seated == FollowedTable(table(), 1.0)
    assert seated.previous is None


def test_a_newer_table_replaces_the_one_before_and_remembers_it():
    first, second = table(), table(seq=2)
    seated = followed(first, second)
    assert (seated.table, seated.at, seated.earlier) == (second, 1.0, (Arrival(0.0, first),))
    assert seated.previous == first
    assert followed(first, table(seq=2, number=2)).previous is None, "another game has nothing before it"


def test_only_the_last_few_tables_are_remembered():
    seated = followed(*[table(seq=seq) for seq in range(20)])
    assert [arrival.table.seq for arrival in seated.earlier] == list(range(19 - EARLIER_TABLES, 19))


def test_the_same_table_again_or_an_older_one_is_no_news():
    seated = followed(table(seq=1), table(seq=2), table(seq=2))
    assert ([arrival.table.seq for arrival in seated.earlier], seated.at) == ([1], 2.0)
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
    assert (store.rooms["KQFM"].table.seq, store.sentence) == (5, CONNECTED_AGAIN)


def test_the_last_change_is_found_behind_tables_that_changed_nothing():
    seated = followed(table(), *(war_table(war_view(scores=(2, 0)), seq=seq) for seq in (2, 3, 4)))
    assert seated.changed.table == table()
    assert followed(table()).changed is None


# Rooms that come and go.


def test_a_welcome_drops_rooms_one_sits_in_no_more_and_keeps_watched_ones():
    store = folded(welcome("KQFM"), table(), table(room="WWWW", seat=None), welcome())
    assert (set(store.rooms), store.room) == ({"WWWW"}, None)
    unseated = folded(welcome("KQFM"), table(seq=1), table(seq=2, seat=None), welcome())
    assert not unseated.rooms, "who leaves as the connection is lost watches nothing"


def test_nothing_is_kept_of_a_room_that_is_followed_no_more():
    told = [m.Heard(room=place, line=LINE) for place in ("KQFM", None)]
    known = folded(welcome("KQFM"), table(), SEAL, *told)
    assert set(folded(welcome("KQFM"), store=known).talk) == {None, "KQFM"}
    for gone in (LEFT, welcome()):
        store = fold(known, gone, 9.0)
        assert (store.rooms, store.room, store.seals, set(store.talk)) == ({}, None, {}, {None})


def test_a_table_stays_that_is_watched_though_it_was_asked_for_once_more_in_vain():
    store = folded(Opened("KQFM"), table(seat=None), refused("watch", "KQFM", "unavailable"))
    assert (tuple(store.rooms), store.room, store.sentence, store.refused) == (("KQFM",), "KQFM", "No.", True)


def test_a_watched_room_that_closed_while_nobody_was_connected_is_gone():
    store = folded(Opened("KQFM"), table(seat=None), refused("watch", "KQFM", "unknown-room"))
    assert (store.rooms, store.room, store.sentence, store.refused) == ({}, None, "No.", True)


@pytest.mark.parametrize("happenings", [(table(), HERE), (HERE, table())], ids=["after the table", "before it"])
def test_who_is_connected_is_kept_with_the_room(happenings):
    store = folded(*happenings)
    assert (store.rooms["KQFM"].presence, store.early) == (HERE, {})


def test_who_was_connected_is_told_anew_at_the_next_visit():
    assert folded(HERE).rooms == {}
    assert folded(HERE, welcome()).early == {}
    assert followed(table(), HERE, LEFT, table()).presence is None


# Moves.


@pytest.mark.parametrize(
    ("happenings", "pending"),
    [
        pytest.param([], (FLIP,), id="sent"),
        pytest.param([table(seq=2, ply=0, turn=(0,))], (FLIP,), id="the other side moved"),
        pytest.param([table(seq=2, ply=1, turn=(1,))], (), id="shown by a table"),
        pytest.param([table(seq=2, phase="over")], (), id="its game is over"),
        pytest.param([table(seq=2, number=2)], (), id="another game has begun"),
        pytest.param([refused("play", "KQFM")], (), id="refused"),
        pytest.param([refused("resign", "KQFM"), refused("join")], (FLIP,), id="something else is refused"),
    ],
)
def test_a_move_is_pending_until_it_is_answered_or_nothing_waits_for_it(happenings, pending):
    assert folded(table(), Sent(FLIP), *happenings).unanswered_commands() == pending


def test_a_move_in_a_position_that_the_server_has_lost_is_pending_no_more():
    store = folded(welcome("KQFM"), table(seq=14, ply=6), Sent(LATE), Link("down"), welcome("KQFM"))
    assert store.unanswered_commands() == (LATE,)
    assert fold(store, table(seq=4), 9.0).unanswered_commands() == ()


@pytest.mark.parametrize(
    "happening",
    [Sent(FLIP), Sent(HINT), ADVICE, Sent(m.Leave(room="KQFM"))],
    ids=["a move", "a question", "an answer", "a command that is none of these"],
)
def test_what_is_about_a_room_that_is_gone_leaves_no_mark(happening):
    assert folded(happening) == Store()


# Clocks.


def test_time_left_and_the_time_to_answer_run_down_to_nothing():
    seated = FollowedTable(table(time_left_s=10.0, request=OFFER), 100.0)
    assert [seated.time_left_s(now) for now in (103.0, 200.0)] == [7.0, 0.0]
    assert [seated.answer_left_s(now) for now in (102.5, 200.0)] == [27.5, 0.0]
    unlimited = replace(seated, table=table())
    assert (unlimited.time_left_s(103.0), unlimited.answer_left_s(102.5)) == (None, 0.0)


def test_clocks_stand_still_from_the_moment_the_link_is_lost_until_the_next_table():
    away = m.Absence(seat=1, left_s=60.0, level=None, by=None)
    shown = table(time_left_s=10.0, totals=(50.0, None), lasted_s=5.0, request=OFFER, away=(away,))
    store = folded(Link("up"), table(), shown, Link("up", latency_ms=3.0), Link("down"), Link("down"), welcome("KQFM"))
    seated = store.rooms["KQFM"]
    assert seated.is_cut_off
    assert (seated.time_left_s(99.0), seated.total_left_s(0, 99.0)) == (8.0, 48.0)
    assert (seated.answer_left_s(99.0), seated.grace_left_s(away, 99.0), seated.lasted_s(99.0)) == (28.0, 58.0, 7.0)
    again = fold(store, table(seq=2, time_left_s=9.0), 90.0).rooms["KQFM"]
    assert (again.is_cut_off, again.time_left_s(92.0)) == (False, 7.0)


@pytest.mark.parametrize(
    ("phase", "before_s", "lasted_s"), [("playing", 60.5, 63.5), ("over", 60.5, 60.5), ("waiting", None, 0.0)]
)
def test_a_game_lasts_on_while_it_is_played(phase, before_s, lasted_s):
    assert FollowedTable(table(phase=phase, lasted_s=before_s), 100.0).lasted_s(103.0) == lasted_s


# Questions and answers.


@pytest.mark.parametrize(
    ("happenings", "asked", "advice"),
    [
        pytest.param([], HINT, None, id="asked"),
        pytest.param([Link("up")], HINT, None, id="asked over a link that stands"),
        pytest.param([Link("down")], None, None, id="asked over a link that is lost"),
        pytest.param([ADVICE], None, ADVICE, id="answered"),
        pytest.param([ADVICE, table(ply=3, seq=2)], None, ADVICE, id="answered in the same position"),
        pytest.param([ADVICE, table(ply=4, seq=2)], None, None, id="answered before a move"),
        pytest.param([ADVICE, table(ply=3, seq=2, number=2)], None, None, id="answered before another game"),
        pytest.param([ADVICE, table(ply=3, seq=2, phase="over")], None, None, id="answered before the end"),
        pytest.param([ADVICE, Sent(LATE)], None, None, id="answered before the players own move"),
        pytest.param([Sent(LATE), ADVICE], None, None, id="answered after the players own move"),
        pytest.param([table(ply=3, seq=2, phase="over"), ADVICE], None, None, id="answered after the end"),
        pytest.param([replace_struct(ADVICE, ply=2)], HINT, None, id="answered about another ply"),
        pytest.param([replace_struct(ADVICE, number=2)], HINT, None, id="answered about another game"),
        pytest.param([refused("consult", "KQFM", "too-many", 3)], None, None, id="refused"),
        pytest.param([refused("consult", "KQFM", "too-many", 2)], HINT, None, id="refused though asked earlier"),
    ],
)
def test_an_answer_stands_as_long_as_its_position_and_a_question_until_it_is_answered(happenings, asked, advice):
    seated = asking(*happenings).seated
    assert (seated.asked, seated.advice) == (asked, advice)


def test_a_refused_question_says_why_unless_its_player_has_moved_on():
    assert asking().sentence == "", "a question clears the news before it"
    assert asking(refused("consult", "KQFM", "too-many", 3)).sentence == "No."
    assert asking(refused("consult", "KQFM", "stale", 2)).sentence == ""
    assert folded(refused("consult", "KQFM", "unknown-room", 3)).sentence == "No."
