import math
from dataclasses import replace

import pytest

from client.drawing.canvas import Canvas
from client.fullscreen.screens import page
from client.fullscreen.screens.table import screen
from client.fullscreen.ui.state import AutoPilot, UiState
from client.state.fold import fold
from client.state.store import Arrival, FollowedTable, Link, Sent
from client.state.table_view import read_table
from protocol import messages as m
from tests.support.builders.scenes import lines
from tests.support.builders.stores import RACE, lobby_store, records, table_store
from tests.support.builders.tables import left_by, person, verdict, war_table, war_view
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table
from tests.support.games.tower_tables import OPTIONS as TOWER_OPTIONS
from tests.support.games.tower_tables import SHEET as TOWER
from tests.support.golden.deal_story import deals
from tests.support.golden.sentences import for_each, golden_test

FLIP = m.Play(room="KQFM", number=1, ply=0, move="flip")


def drawn(store, ui=None, now=0.0, size=(100, 32)):
    canvas = Canvas(*size)
    screen.draw(canvas, store, ui or UiState(), now)
    drawing = canvas.done()
    return lines(drawing), drawing


def ends(store, *given):
    """The first row, and the one above the keys."""
    shown, _ = drawn(store, *given)
    return shown[0].rstrip(), shown[-2].rstrip()


def whole(store, size=(60, 20), **given):
    """Every row in which something stands."""
    return [line.rstrip() for line in drawn(store, size=size, **given)[0] if line.strip()]


def open_table(*names, **changes):
    chairs = tuple(map(person, names))
    return war_table(None, **{"phase": "waiting", "number": 0, "chairs": chairs, **changes})


def of_three(**changes):
    """The Store at a table of three after a change."""
    return fold(table_store(sums_table(sums(3))), sums_table(sums(3), seq=2, **changes), 1.0)


def with_presence(store, *present, watchers=0, spectators=()):
    here = tuple(map(bool, present))
    return fold(store, m.Presence(room="KQFM", present=here, watchers=watchers, spectators=spectators), 1.0)


def scene(store, ui=None, now=0.0):
    return screen.scene(read_table(store.seated), store, ui or UiState(), (100, 32), now)


def test_the_game_draws_from_what_is_known():
    told = records(won=4)
    known = {"records": {"war": told, "chess": records("chess")}}
    store = fold(table_store(war_table(war_view(), time_left_s=10.0, lasted_s=60.0), **known), Sent(FLIP), 1.0)
    seen = scene(store, UiState(pilot=AutoPilot(4, "over"), pane=1, scroll=2), now=3.0)
    assert (seen.names, seen.seat, seen.present) == (("ana", "ben"), 0, (True, True))
    assert (seen.pending, seen.pace, seen.time_left_s) == ("flip", 4, 7.0)
    assert (seen.width, seen.height, seen.pane, seen.scroll) == (100, 27, 1, 2)
    assert (seen.lasted_s, seen.records) == (63.0, told)
    assert scene(table_store()).records is None


@pytest.mark.parametrize(("panel", "rows"), [("", 2), ("menu", 0), ("help", 0)])
def test_what_moves_in_an_open_panel_moves_nothing_of_the_table_behind_it(panel, rows):
    assert scene(table_store(war_table(war_view())), UiState(panel=panel, scroll=2)).scroll == rows


def test_who_watches_reads_in_the_first_row_who_leads():
    def first_row(seat):
        return ends(table_store(war_table(war_view(scores=(4, 10), seat=seat), seat=seat)))[0]

    assert ("ben leads by 6" in first_row(None), "leads" in first_row(0)) == (True, False)


def test_a_few_spectators_are_named_where_there_is_room_and_more_are_counted():
    def first_row(columns, *names, watchers=0):
        store = with_presence(table_store(), 1, 1, watchers=watchers or len(names), spectators=names)
        return whole(store, size=(columns, 32))[0]

    assert first_row(100, "dora", "eve").endswith("dora and eve watching")
    assert first_row(80, "dora", "eve").endswith("2 watching")
    assert first_row(100, "dora", "eve", "fay").endswith("3 watching")
    assert first_row(100, "dora", watchers=2).endswith("2 watching")
    assert "watching" not in first_row(100)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 32)])
def test_a_spectator_reads_in_the_first_row_that_they_watch(size):
    view = war_view(seat=None)
    store = with_presence(table_store(war_table(view, seat=None)), 1, 1, watchers=3)
    assert "watching ●" in whole(store, size=size)[0]
    assert whole(store, size=size)[0].endswith("2 more watching") is (size > (60, 20))
    assert "table KQFM" in whole(store, size=size)[0]
    assert "you ●" not in whole(store, size=size)[0]


def test_a_spectator_is_told_of_the_others_alone():
    store = replace(table_store(war_table(war_view(seat=None), seat=None)), name="dora")
    first_rows = [
        whole(with_presence(store, 1, 1, watchers=len(names), spectators=names), size=(100, 32))[0]
        for names in (("dora",), ("dora", "eve"))
    ]
    assert [row.count("watching") for row in first_rows] == [1, 2]
    assert first_rows[1].endswith("eve watching")


def test_time_is_left_only_while_the_game_goes_on():
    assert scene(table_store(war_table(war_view(), time_left_s=10.0, phase="over"))).time_left_s is None


def test_only_what_was_on_screen_a_moment_ago_moves():
    first, second, third = (war_table(war_view(scores=(n, 0)), seq=n) for n in (1, 2, 3))
    seated = FollowedTable(third, 10.0, (Arrival(1.0, first), Arrival(5.0, second)))
    store = lobby_store(rooms={"KQFM": seated}, room="KQFM")
    seen = scene(store, now=10.5)
    assert seen.age_s == 0.5
    assert [(earlier.age_s, earlier.view.scores) for earlier in seen.earlier] == [(5.5, (2, 0))]


def test_without_motion_everything_has_been_there_for_ever():
    seen = scene(table_store(), UiState(motion=False))
    assert (seen.age_s, seen.earlier) == (math.inf, ())


def test_a_running_time_is_drawn_anew_when_its_next_second_begins():
    _, drawing = drawn(table_store(war_table(war_view(), time_left_s=10.0)), now=0.75)
    assert drawing.again_s == 0.25
    assert drawn(asking(), now=4.25, size=(80, 24))[1].again_s == 0.75
    assert drawn(table_store())[1].again_s is None


def test_a_move_on_its_way_is_drawn_only_once_the_answer_is_slow():
    before = table_store()
    sent, at = fold(before, Sent(FLIP), 7.0), [page.draw(before, UiState(), (80, 24), 7.0)]
    at += [page.draw(sent, UiState(), (80, 24), 7.0 + after_s) for after_s in (0.0625, page.HIDDEN_S)]
    assert at[0].lines == at[1].lines != at[2].lines
    assert [drawing.again_s for drawing in at] == [None, pytest.approx(page.HIDDEN_S - 0.0625), None]
    elsewhere = page.draw(replace(sent, room=None), UiState(), (80, 24), 7.0)
    assert elsewhere.lines == page.draw(lobby_store(rooms=sent.rooms), UiState(), (80, 24), 7.0).lines


def asking(seat=1, left_s=30.0):
    request = m.Offer(kind="takeback", seat=0, agreed=(), time_left_s=left_s)
    before = table_store(sums_table(sums(2), seat))
    moved = fold(before, sums_table(sums(2, 1), seat, seq=2), 1.0)
    return fold(moved, sums_table(sums(2, 1), seat, seq=3, request=request), 2.0)


def pages(store, now=0.0):
    """The whole screen at its sizes."""
    return for_each(lambda columns, rows: whole(store, (columns, rows), now=now), [(80, 24), (60, 20)])


def left_by_ben(left_s, seat=0):
    gone = m.Absence(seat=1, left_s=left_s, level=None, by=None)
    return fold(table_store(sums_table(sums(2), seat)), sums_table(sums(2), seat, seq=2, away=(gone,)), 1.0)


def test_nothing_moves_backwards():
    seen = scene(fold(asking(0), sums_table(sums(2), seq=4, verdict=verdict("granted")), 5.0), now=5.1)
    assert (seen.age_s, seen.earlier) == (math.inf, ())


SAID = {
    "the first row says what is played where by whom": lambda: ends(table_store()),
    "the first row names everybody": lambda: for_each(
        lambda seats: ends(table_store(sums_table(sums(seats)))), [1, 2, 3]
    ),
    "a seat left during the game keeps its player's name": lambda: ends(
        of_three(chairs=(person("ana"), left_by("ben"), person("cleo")))
    ),
    "who gave up and stays is named so while the others play on": lambda: (
        ends(of_three(gave_up=(1,))),
        ends(table_store(sums_table(sums(3), phase="over", gave_up=(1,)))),
    ),
    "of several others only those away are named": lambda: for_each(
        lambda present: ends(with_presence(table_store(sums_table(sums(3))), *present))[0],
        [[1, 1, 1], [1, 0, 1], [1, 0, 0], [0, 1, 1]],
    ),
    "a computer needs no connection": lambda: ends(
        table_store(war_table(war_view(), chairs=(person("ana"), m.SeatInfo(kind="computer", name="flipper", won=0))))
    ),
    "those who are away and those who watch are shown": lambda: ends(with_presence(table_store(), 1, 0, watchers=3)),
    "a refusal stands there until there is news": lambda: ends(table_store(sentence="No.", refused=True)),
    "a lost connection is explained there": lambda: ends(table_store(link=Link("down", reason="It broke."))),
    "news that change nothing on the board leave its newest events there": lambda: ends(
        fold(
            fold(table_store(sums_table(sums(2))), sums_table(sums(2, 1), seq=2), 1.0),
            sums_table(sums(2, 1), seq=3),
            2.0,
        )
    ),
    "a table on its way is awaited": lambda: whole(lobby_store(room="K7QF")),
    "a table that cannot be read is explained": lambda: whole(
        table_store(war_table(war_view(), game="chess")), (100, 32)
    ),
    "an open seat is waited for and given to a computer by who may": lambda: (
        whole(table_store(open_table("ana", ""))),
        whole(table_store(open_table("ana", "", seat=None))),
    ),
    "what to do while one waits is said whole on a large screen too": lambda: whole(
        table_store(open_table("ana", "")), (100, 32)
    ),
    "open seats are given to computers where there are any": lambda: (
        whole(table_store(open_table("ana", "", ""))),
        whole(table_store(open_table("ana", "", "", game="race"), games=(RACE,))),
    ),
    "a table that is as usual waits under its games name alone": lambda: whole(
        table_store(open_table("ana", "", game="tower_blaster", options=TOWER_OPTIONS), games=(TOWER,))
    ),
    "the newest event stands above the keys": lambda: (
        drawn(table_store())[0][-2],
        drawn(table_store(war_table(war_view(seat=None), seat=None)))[0][-2],
        drawn(table_store(war_table(war_view(flipped=(False, True)))))[0][-2],
    ),
    "a hint stands there while the pointer is over something": lambda: drawn(table_store(), UiState(hint="A hint."))[0][
        -2
    ],
    "a rematch asked for is said": lambda: drawn(
        table_store(war_table(war_view(left=(0, 0)), phase="over", turn=(), rematch=(1,)))
    )[0][-2],
    "a question opens beside the board or stands above the keys alone and counts down": lambda: for_each(
        lambda seat: pages(asking(seat), 4.25), [1, 0]
    ),
    "who is away opens beside the board or stands above the keys alone": lambda: for_each(
        lambda left_s: pages(left_by_ben(left_s), 2.0), [60.0, 0.0]
    ),
    "the first row shows what the server bound itself to where there is room": lambda: for_each(
        lambda width: drawn(fold(table_store(), next(iter(deals("KQFM")))[1], 0.0), size=(width, 32))[0][0], [120, 60]
    ),
    "a table without a server still shows what was known": lambda: whole(table_store(link=Link("down"))),
    "what came of it stands above the keys": lambda: (
        drawn(fold(asking(0), sums_table(sums(2, 1), seq=4, verdict=verdict("declined", 1)), 5.0))[0][-2],
        drawn(fold(asking(0), sums_table(sums(2), seq=4, verdict=verdict("granted")), 5.0))[0][-2].strip(),
    ),
}

test_said = golden_test(__name__, SAID)


def test_the_proof_ends_with_the_final_head_once_the_game_is_over():
    sealed = {"seals": {"KQFM": "9f3c" + "00" * 29 + "e1"}}
    ending = m.Ending(scores=(), winners=(0,), reason="ben resigned.")
    for changes, proof in (
        ({}, "proof 9f3c..e1"),
        ({"phase": "over", "turn": (), "ending": ending}, "proof 9f3c..e1 d5df 3350 af9f d98c"),
    ):
        store = table_store(war_table(war_view(), head="d5df3350af9fd98c", **changes), **sealed)
        shown, _ = drawn(store, size=(140, 32))
        assert f"{proof}  " in shown[0]


def test_the_menu_of_a_table_that_waits_cuts_no_sentence():
    store = table_store(open_table("ana", ""))
    closed, opened = (page.draw(store, UiState(panel=panel), (60, 20), 0.0) for panel in ("", "menu"))
    body = ["\n".join(lines(drawing)[2:-3]) for drawing in (closed, opened)]
    assert ["Waiting" in body[0], "computer" in body[0]] == [True, True]
    assert ["Waiting" in body[1], "computer" in body[1]] == [False, False]
