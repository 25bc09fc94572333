from dataclasses import replace

from client.drawing.canvas import Canvas
from client.fullscreen.screens.lobby.panes import (
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
from client.fullscreen.screens.lobby.rows import LISTS, LIVE, OPEN, PEOPLE, rows
from client.fullscreen.ui.state import UiState
from tests.support.builders.lobbies import TABLES, lines
from tests.support.builders.stores import listing, lobby_store
from tests.support.golden.sentences import golden_test

STORE = lobby_store(lobby=TABLES)
FOOT = (Foot("/ filters", "press /"),)


def drawn(pane, ui=None, size=(60, 8), feet=(), store=STORE, also=None):
    ui, canvas = ui or UiState(), Canvas(*size)
    put_pane(canvas, ui, rows(store, ui), pane, (0, 0, *size), feet, also)
    return canvas.done()


def test_a_foot_stands_below_the_lines_or_else_in_the_edge_and_can_be_clicked():
    below = drawn(OPEN_PANE, feet=FOOT)
    assert lines(below)[6].startswith("│ / filters ")
    assert below.at(3, 6).command == "press /"
    within = drawn(OPEN_PANE, feet=FOOT, size=(60, 5))
    assert lines(within)[4].startswith("└─ / filters ──")
    assert within.at(4, 4).command == "press /"


def test_a_long_list_is_scrolled_to_its_marked_line_and_tells_how_much_is_not_shown():
    many = tuple(listing(f"A{number:03}", "ben") for number in range(50))
    store = lobby_store(
        lobby=TABLES.__class__(open=many, live=(), people=(), ratings=(), rooms=50, online=50, bots=(), moves=0)
    )
    shown = lines(drawn(OPEN_PANE, UiState(pane=OPEN, row=40), store=store))
    assert shown[6].startswith("│ ▸ A040")
    assert shown[2].startswith("│   A036")
    assert shown[7].endswith("─ ↑ 36 ↓ 9 ─┘")
    assert lines(drawn(OPEN_PANE, store=store))[7].endswith("─ ↓ 45 ─┘")


def test_the_tabs_lead_to_every_pane_of_a_small_screen():
    canvas = Canvas(60, 1)
    put_tabs(canvas, UiState(pane=OPEN), 0)
    drawing = canvas.done()
    assert lines(drawing) == ["  Play now   Your games  [Tables]  Live   People   More     "]
    assert [region.command for region in drawing.regions] == [f"mark {pane} 0" for pane in range(LISTS)]


def test_every_list_is_in_one_pane_of_each_layout():
    for panes in PANES.values():
        assert sorted(each for pane in panes for each in pane.lists) == list(range(LISTS))
    assert pane_of(replace(UiState(), pane=LIVE), "normal") is TABLES_PANE
    assert pane_of(replace(UiState(), pane=LIVE), "wide") is LIVE_PANE


SAID = {
    "a pane has headings over its columns and a mark at its line": lambda: lines(
        drawn(OPEN_PANE, UiState(pane=OPEN, row=1))
    )[:4],
    "a pane of two lists has one above the other": lambda: (
        lines(drawing := drawn(TABLES_PANE, UiState(pane=LIVE)))[1:5],
        [drawing.at(5, y).command for y in (2, 3, 4)],
        drawing.at(5, 4).twice,
        drawing.at(5, 4).hint,
    ),
    "other ways to play stand apart where there is room": lambda: (
        lines(drawn(PLAY_PANE, size=(40, 9)))[2:6],
        lines(drawn(PLAY_PANE, size=(40, 8)))[3],
    ),
    "what else can be seen there stands in the upper edge": lambda: (
        lines(drawing := drawn(TABLES_PANE, also=Foot("Tab: people (3)", f"mark {PEOPLE} 0")))[0],
        drawing.at(50, 0).command,
    ),
    "an empty pane says why and a filter that hides everything too": lambda: (
        lines(drawn(LIVE_PANE, store=lobby_store()))[1],
        (hidden := lines(drawn(OPEN_PANE, UiState(filter="chess"))))[0],
        hidden[1],
    ),
}

test_said = golden_test(__name__, SAID)
