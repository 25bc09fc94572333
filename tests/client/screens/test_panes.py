from dataclasses import replace

from client.desk import Desk
from client.lines import Canvas
from client.screens.panes import (
    LIVE_PANE,
    OPEN_PANE,
    PANES,
    PLAY_PANE,
    TABLES_PANE,
    Foot,
    pane_of,
    put_pane,
    put_tabs,
)
from client.screens.rows import LISTS, LIVE, OPEN, PEOPLE, rows
from tests.support.halls import TABLES, lines
from tests.support.stores import listing, lobby_store

STORE = lobby_store(lobby=TABLES)
FOOT = (Foot("/ filters", "press /"),)


def drawn(pane, desk=None, size=(60, 8), feet=(), store=STORE, also=None):
    desk, canvas = desk or Desk(), Canvas(*size)
    put_pane(canvas, desk, rows(store, desk), pane, (0, 0, *size), feet, also)
    return canvas.done()


def test_a_pane_has_headings_over_its_columns_and_a_mark_at_its_line():
    assert lines(drawn(OPEN_PANE, Desk(pane=OPEN, row=1)))[:4] == [
        "┌─ Open tables ────────────────────────────────────────────┐",
        "│   Code  Game  Host  Seats  Options                       │",
        "│   K7QF  War   ben   1/2    normal                        │",
        "│ ▸ M3XA  War   cleo  1/2    scouts                        │",
    ]


def test_a_pane_of_two_lists_has_one_above_the_other():
    drawing = drawn(TABLES_PANE, Desk(pane=LIVE))
    assert lines(drawing)[1:5] == [
        "│   Code  Game  Who        State                           │",
        "│   K7QF  War   ben        open 1/2  normal                │",
        "│   M3XA  War   cleo       open 1/2  scouts                │",
        "│ ▸ LIVE  War   gus - hal  live  suits                     │",
    ]
    assert [drawing.at(5, y).command for y in (2, 3, 4)] == ["mark 2 0", "mark 2 1", "mark 3 0"]
    assert drawing.at(5, 4).twice == "choose"
    assert drawing.at(5, 4).hint == "Enter watches gus - hal play War (suits)."


def test_other_ways_to_play_stand_apart_where_there_is_room():
    assert lines(drawn(PLAY_PANE, size=(40, 9)))[2:6] == [
        "│   2  Streets & Alleys           solo │",
        "│                                      │",
        "│   3  Quick match       whoever comes │",
        "│   4  Learn: 60-second tours          │",
    ]
    assert "Quick match" in lines(drawn(PLAY_PANE, size=(40, 8)))[3]


def test_a_foot_stands_below_the_lines_or_else_in_the_edge_and_can_be_clicked():
    below = drawn(OPEN_PANE, feet=FOOT)
    assert lines(below)[6].startswith("│ / filters ")
    assert below.at(3, 6).command == "press /"
    within = drawn(OPEN_PANE, feet=FOOT, size=(60, 5))
    assert lines(within)[4].startswith("└─ / filters ──")
    assert within.at(4, 4).command == "press /"


def test_what_else_can_be_seen_there_stands_in_the_upper_edge():
    drawing = drawn(TABLES_PANE, also=Foot("Tab: people (3)", f"mark {PEOPLE} 0"))
    assert lines(drawing)[0].endswith("─ Tab: people (3) ─┐")
    assert drawing.at(50, 0).command == "mark 4 0"


def test_a_long_list_is_scrolled_to_its_marked_line_and_tells_how_much_is_not_shown():
    many = tuple(listing(f"A{number:03}", "ben") for number in range(50))
    store = lobby_store(
        lobby=TABLES.__class__(open=many, live=(), people=(), ratings=(), rooms=50, online=50, bots=(), moves=0)
    )
    shown = lines(drawn(OPEN_PANE, Desk(pane=OPEN, row=40), store=store))
    assert shown[6].startswith("│ ▸ A040")
    assert shown[2].startswith("│   A036")
    assert shown[7].endswith("─ ↑ 36 ↓ 9 ─┘")
    assert lines(drawn(OPEN_PANE, store=store))[7].endswith("─ ↓ 45 ─┘")


def test_an_empty_pane_says_why_and_a_filter_that_hides_everything_too():
    empty = lobby_store()
    assert "No game is going on that can be watched." in lines(drawn(LIVE_PANE, store=empty))[1]
    hidden = lines(drawn(OPEN_PANE, Desk(filter="chess")))
    assert hidden[0].startswith("┌─ Open tables matching “chess” ─")
    assert "Nothing matches." in hidden[1]


def test_the_tabs_lead_to_every_pane_of_a_small_screen():
    canvas = Canvas(60, 1)
    put_tabs(canvas, Desk(pane=OPEN), 0)
    drawing = canvas.done()
    assert lines(drawing) == ["  Play now   Your games  [Open tables]  Live now   People   "]
    assert [region.command for region in drawing.regions] == [f"mark {pane} 0" for pane in range(LISTS)]


def test_every_list_is_in_one_pane_of_each_layout():
    for panes in PANES.values():
        assert sorted(each for pane in panes for each in pane.lists) == list(range(LISTS))
    assert pane_of(replace(Desk(), pane=LIVE), "normal") is TABLES_PANE
    assert pane_of(replace(Desk(), pane=LIVE), "wide") is LIVE_PANE
