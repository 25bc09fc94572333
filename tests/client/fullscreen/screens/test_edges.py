"""Nothing written on a screen runs over its edge: in all games, on the largest boards, with the longest names."""

from dataclasses import replace
from itertools import product

import msgspec
import pytest

from client.drawing.canvas import Canvas
from client.fullscreen.screens import page
from client.fullscreen.ui.state import UiState
from engines import catalog
from protocol import messages as m
from tests.support import facts
from tests.support.builders.stores import records, table_store
from tests.support.fakes.table_server import Room
from tests.support.laws.depth import sample
from tests.support.laws.edges import LONG_NAMES, edges
from tests.support.laws.walks import walk

pytestmark = pytest.mark.slow

SIZES = ((200, 60), (140, 45), (100, 32), (80, 24), (60, 20))
UIS = (
    UiState(),
    *(UiState(pane=pane) for pane in (1, 2)),
    *(UiState(panel=panel, topic="war") for panel in ("help", "invite", "stats", "rules")),
    UiState(palette="texture", has_colour=False),
)
REQUESTS = (None, *(m.Offer(kind=kind, seat=0, agreed=(), time_left_s=30.0) for kind in ("takeback", "draw")))
ALONE = [*((None, ui) for ui in UIS), *((request, UIS[0]) for request in REQUESTS[1:])]
"""Each request and each state of the screen by itself."""
TOGETHER = [*product(REQUESTS[1:], UIS[1:])]
SEED = bytes(32)
FINISHED = 12_345.0
"""How long a game has lasted, in seconds, and more than any does."""
USUAL = [(name, next(iter(known.tables))) for name, known in facts.games().items()]
OTHERS = [(name, table) for name, known in facts.games().items() for table in [*known.tables][1:]]
CASES = {f"{name}-{table}": (name, table) for name, table in (*USUAL, *OTHERS)}


@pytest.fixture
def cut():
    """What was written over an edge, as it is drawn."""
    with edges() as found:
        yield found


def tables(name, table, naming):
    """A table of a game at its beginning, in its middle and at its end, with people of long names on every seat."""
    game, known = catalog.games()[name], facts.find(name)
    seats = game.seats[-1]
    states = walk(game, known, known.tables[table], seats, SEED).states
    chairs = tuple(m.SeatInfo(kind="person", name=naming.format(seat), won=99) for seat in range(seats))
    options = msgspec.to_builtins(known.tables[table])
    for state in (states[0], states[len(states) // 2], states[-1]):
        for seat in (0, None):
            room = Room("WWWW", options, chairs, seat, state, seq=999, number=99, plies=(99,) * seats, name=name)
            yield msgspec.structs.replace(room.table(), lasted_s=FINISHED, host=chairs[0].name)


def drawn_over_the_edge(cut, table, looks):
    for request, ui in looks:
        store = table_store(msgspec.structs.replace(table, request=request), records={table.game: records(table.game)})
        for size in SIZES:
            page.draw(replace(store, name=table.host), ui, size, 1.0)
    return cut


@pytest.mark.parametrize("looks", sample([ALONE, TOGETHER], 1), ids=["alone", "together"])
@pytest.mark.parametrize("naming", LONG_NAMES, ids=["narrow", "wide"])
@pytest.mark.parametrize("case", sample(CASES.values(), len(USUAL)), ids=CASES)
def test_nothing_at_a_table_runs_over_the_edge(cut, case, naming, looks):
    for shown in tables(*case, naming):
        assert drawn_over_the_edge(cut, shown, looks) == []


def test_what_runs_over_the_edge_would_be_noticed(cut):
    canvas = Canvas(10, 2)
    canvas.put(0, 0, "ten of them")
    canvas.put(0, 1, "just ten..")
    canvas.put(9, 1, "漢")
    assert cut == ["ten of them", "漢"]
