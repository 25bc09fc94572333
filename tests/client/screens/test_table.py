import math

import pytest

from client.desk import Desk, Pilot
from client.lines import Canvas
from client.screens import table
from client.store import Arrival, Link, Seated, Sent, Store, fold
from client.tables import sight
from protocol import messages as m
from tests.support.deal_story import deals
from tests.support.stores import RACE, lobby_store, records, table_store
from tests.support.sums import after as sums
from tests.support.sums import sums_table
from tests.support.tables import person, verdict, war_table, war_view
from tests.support.tower_tables import OPTIONS as TOWER_OPTIONS
from tests.support.tower_tables import SHEET as TOWER


def drawn(store, desk=None, now=0.0, size=(100, 32)):
    canvas = Canvas(*size)
    table.draw(canvas, store, desk or Desk(), now)
    drawing = canvas.done()
    return ["".join(text for _, text in line) for line in drawing.lines], drawing


def scene(store, desk=None, now=0.0):
    return table.scene(sight(store.seated), store, desk or Desk(), (100, 32), now)


def test_a_scene_knows_how_long_the_game_has_lasted_and_what_the_player_has_done():
    told = records(won=4)
    store = table_store(war_table(war_view(), lasted_s=60.0), records={"war": told, "chess": records("chess")})
    seen = scene(store, now=2.5)
    assert (seen.lasted_s, seen.records) == (62.5, told)
    assert scene(table_store()).records is None


def test_the_first_row_says_what_is_played_where_by_whom():
    lines, _ = drawn(table_store())
    assert lines[0].startswith(" War   table KQFM   normal   ana vs ben")
    assert lines[0].endswith("you ● 4 ms   ben ● ")


@pytest.mark.parametrize(("seats", "who"), [(1, "ana alone"), (2, "ana vs ben"), (3, "ana, ben, cleo")])
def test_the_first_row_names_everybody(seats, who):
    lines, _ = drawn(table_store(sums_table(sums(seats))))
    assert f"table KQFM   {who} " in lines[0]


def test_the_first_row_shows_what_the_server_bound_itself_to_where_there_is_room():
    told = next(deal for _, deal in deals("KQFM"))
    store = fold(table_store(war_table(war_view())), told, 0.0)
    shown = f"proof {told.commitment[:4]}..{told.commitment[-2:]}"
    assert shown in drawn(store, size=(120, 32))[0][0]
    assert shown not in drawn(store, size=(60, 20))[0][0]
    assert "proof" not in drawn(table_store(war_table(war_view())), size=(120, 32))[0][0]


def test_a_seat_left_during_the_game_is_empty_and_told_of():
    chairs = (person("ana"), person(""), person("cleo"))
    store = fold(table_store(sums_table(sums(3))), sums_table(sums(3), seq=2, chairs=chairs), 1.0)
    lines, _ = drawn(store)
    assert "ana, empty seat, cleo" in lines[0]
    assert "ben stood up." in lines[-2]


def test_who_gave_up_and_stays_is_named_so_while_the_others_play_on():
    resigned = sums_table(sums(3), seq=2, gave_up=(1,))
    lines, _ = drawn(fold(table_store(sums_table(sums(3))), resigned, 1.0))
    assert "ana, ben (gave up), cleo" in lines[0]
    assert "ben gave up." in lines[-2]
    over = table_store(sums_table(sums(3), phase="over", gave_up=(1,)))
    assert "ana, ben, cleo" in drawn(over)[0][0]


@pytest.mark.parametrize(
    ("present", "mark"),
    [
        ((True, True, True), "others ●"),
        ((True, False, True), "ben ○ away"),
        ((True, False, False), "2 others ○ away"),
        ((False, True, True), "others ●"),
    ],
)
def test_of_several_others_only_those_away_are_named(present, mark):
    presence = m.Presence(room="KQFM", present=present, watchers=0)
    lines, _ = drawn(fold(table_store(sums_table(sums(3))), presence, 1.0))
    assert lines[0].endswith(f"you ● 4 ms   {mark} ")


def test_who_plays_alone_sees_only_the_own_connection():
    assert drawn(table_store(sums_table(sums(1))))[0][0].endswith("   you ● 4 ms ")


def test_a_table_on_its_way_is_awaited():
    lines, _ = drawn(lobby_store(room="K7QF"))
    assert "Going to table K7QF." in "".join(lines)


def test_a_computer_needs_no_connection():
    chairs = (person("ana"), m.Chair(kind="computer", name="flipper", won=0))
    lines, _ = drawn(table_store(war_table(war_view(), chairs=chairs)))
    assert "flipper ●" not in lines[0]


def test_those_who_are_away_and_those_who_watch_are_shown():
    presence = m.Presence(room="KQFM", present=(True, False), watchers=3)
    lines, _ = drawn(fold(table_store(), presence, 1.0))
    assert "ben ○ away   3 watching" in lines[0]


def test_the_newest_event_stands_above_the_keys():
    assert "The game begins: it is your turn." in drawn(table_store())[0][-2]
    waiting = table_store(war_table(war_view(seat=None), seat=None))
    assert "The game begins." in drawn(waiting)[0][-2]
    flipped = table_store(war_table(war_view(flipped=(False, True))))
    assert "ben has flipped." in drawn(flipped)[0][-2]


def test_a_refusal_stands_there_until_there_is_news():
    assert "No." in drawn(table_store(sentence="No.", refused=True))[0][-2]


def test_a_hint_stands_there_while_the_pointer_is_over_something():
    assert "A hint." in drawn(table_store(), Desk(hint="A hint."))[0][-2]


def test_a_lost_connection_is_explained_there():
    lines, _ = drawn(table_store(link=Link("down", reason="It broke.")))
    assert "It broke. Trying again now" in lines[-2]


def test_a_rematch_asked_for_is_said():
    over = war_table(war_view(left=(0, 0)), phase="over", turn=(), rematch=(1,))
    assert "ben asks for a rematch. Press r to agree." in drawn(table_store(over))[0][-2]


def test_an_open_seat_is_waited_for():
    waiting = war_table(None, phase="waiting", number=0, chairs=(person("ana"), person("")))
    text = "\n".join(drawn(table_store(waiting))[0])
    assert "Code  K Q F M" in text
    assert "Seat 2: open seat" in text
    assert "c gives the open seat to a computer" in text
    watched = war_table(None, phase="waiting", number=0, seat=None, chairs=(person("ana"), person("")))
    assert "c gives" not in "\n".join(drawn(table_store(watched))[0])


def test_what_to_do_while_one_waits_is_said_whole_on_a_small_screen():
    waiting = war_table(None, phase="waiting", number=0, chairs=(person("ana"), person("")))
    lines, _ = drawn(table_store(waiting), size=(60, 20))
    assert lines[-2].strip() == "Press i to invite somebody."
    assert "c gives the open seat to a computer (flipper), :fill LEVEL to another." in " ".join(" ".join(lines).split())


def test_open_seats_are_given_to_computers_where_there_are_any():
    chairs = (person("ana"), person(""), person(""))
    waiting = war_table(None, phase="waiting", number=0, chairs=chairs)
    shown = " ".join(" ".join(drawn(table_store(waiting))[0]).split())
    assert "c gives the open seats to a computer (flipper), :fill LEVEL to another." in shown
    race = war_table(None, phase="waiting", number=0, chairs=chairs, game="race")
    assert "c gives" not in "\n".join(drawn(table_store(race, games=(RACE,)))[0])


def test_a_table_that_cannot_be_read_is_explained():
    assert "does not know the game 'chess'" in "".join(drawn(table_store(war_table(war_view(), game="chess")))[0])


def test_the_game_draws_from_what_is_known():
    store = fold(table_store(war_table(war_view(), time_left_s=10.0)), Sent(_flip()), 1.0)
    seen = scene(store, Desk(pilot=Pilot(4, "over"), pane=1, scroll=2), now=3.0)
    assert (seen.names, seen.seat, seen.present) == (("ana", "ben"), 0, (True, True))
    assert (seen.pending, seen.pace, seen.time_left_s) == ("flip", 4, 7.0)
    assert (seen.width, seen.height, seen.pane, seen.scroll) == (100, 27, 1, 2)


def test_time_is_left_only_while_the_game_goes_on():
    assert scene(table_store(war_table(war_view(), time_left_s=10.0, phase="over"))).time_left_s is None


def test_only_what_was_on_screen_a_moment_ago_moves():
    first, second, third = (war_table(war_view(scores=(n, 0)), seq=n) for n in (1, 2, 3))
    seated = Seated(third, 10.0, (Arrival(1.0, first), Arrival(5.0, second)))
    store = lobby_store(rooms={"KQFM": seated}, room="KQFM")
    seen = scene(store, now=10.5)
    assert seen.age_s == 0.5
    assert [(earlier.age_s, earlier.view.scores) for earlier in seen.earlier] == [(5.5, (2, 0))]


def test_without_motion_everything_has_been_there_for_ever():
    seen = scene(table_store(), Desk(motion=False))
    assert (seen.age_s, seen.earlier) == (math.inf, ())


def test_the_clock_is_drawn_anew_when_its_next_second_begins():
    _, drawing = drawn(table_store(war_table(war_view(), time_left_s=10.0)), now=0.75)
    assert drawing.again_s == 0.25
    assert drawn(table_store())[1].again_s is None


def test_a_table_without_a_server_still_shows_what_was_known():
    lines, _ = drawn(table_store(link=Link("down")))
    assert "SPACE to flip" in "".join(lines)
    assert Store().seated is None


def _flip():
    return m.Play(room="KQFM", number=1, ply=0, move="flip")


def asking(seat=1, left_s=30.0):
    request = m.Request(kind="takeback", seat=0, agreed=(), time_left_s=left_s)
    before = table_store(sums_table(sums(2), seat))
    moved = fold(before, sums_table(sums(2, 1), seat, seq=2), 1.0)
    return fold(moved, sums_table(sums(2, 1), seat, seq=3, request=request), 2.0)


def test_a_question_opens_at_the_lower_right_and_counts_down():
    lines, drawing = drawn(asking(), now=4.25, size=(80, 24))
    assert "ana asks for a takeback: y agrees, n declines, 28 s." in lines[-2]
    assert "┌─ Take back a move? " in lines[13]
    assert {line[:42].strip() for line in lines[12:21]} == {""}
    assert drawing.again_s == 0.75
    lines, _ = drawn(asking(0), now=4.25)
    assert "You asked for a takeback. Waiting for ben, 28 s." in lines[-2]


def test_where_there_is_no_place_beside_the_board_a_question_stands_above_the_keys_alone():
    lines, _ = drawn(asking(), Desk(hint="A hint."), 4.25, (60, 20))
    assert "ana asks for a takeback: y agrees, n declines, 28 s." in lines[-2]
    assert "Take back a move?" not in "".join(lines)


def test_what_came_of_it_stands_above_the_keys():
    declined = fold(asking(0), sums_table(sums(2, 1), seq=4, verdict=verdict("declined", 1)), 5.0)
    assert "ben declined." in drawn(declined)[0][-2]
    granted = fold(asking(0), sums_table(sums(2), seq=4, verdict=verdict("granted")), 5.0)
    assert drawn(granted)[0][-2].strip() == "You took back your last move. It is your turn."


def test_nothing_moves_backwards():
    seen = scene(fold(asking(0), sums_table(sums(2), seq=4, verdict=verdict("granted")), 5.0), now=5.1)
    assert (seen.age_s, seen.earlier) == (math.inf, ())


def test_news_that_change_nothing_on_the_board_leave_its_newest_events_there():
    store = fold(table_store(sums_table(sums(2))), sums_table(sums(2, 1), seq=2), 1.0)
    again = fold(store, sums_table(sums(2, 1), seq=3), 2.0)
    assert "Added: (1,)." in drawn(again)[0][-2]


def test_a_table_that_is_as_usual_waits_under_its_games_name_alone():
    chairs = (person("ana"), person(""))
    waiting = war_table(None, phase="waiting", number=0, chairs=chairs, game="tower_blaster", options=TOWER_OPTIONS)
    lines, _ = drawn(table_store(waiting, games=(TOWER,)))
    assert any(line.strip() == "Tower Blaster" for line in lines)
