"""The table in every size and at every stage: drawn whole, and showing no more than may be seen."""

import pytest

from client.games.tower_blaster.draw import draw
from tests.support.builders.scenes import is_whole
from tests.support.games.tower_tables import lines, scene, seen, state
from tests.support.games.towers import STABLE, UPSIDE_DOWN, bricks, play, table

pytestmark = pytest.mark.slow

SIZES = ((100, 27), (80, 19), (60, 15), (140, 40), (90, 30), (100, 19))
STAGES = {
    "fresh": state(),
    "drawn": play(state(), "take pile"),
    "taken": play(state(), "take discard"),
    "opened": table(dealt=bricks(UPSIDE_DOWN)),
    "emptied": play(table(discard="1"), "take discard"),
    "over": state(second=STABLE),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("pane", [0, 1, 2])
def test_the_table_is_exactly_as_large_as_asked(size, stage, seat, pane):
    assert is_whole(draw(scene(seen(STAGES[stage], seat), *size, pane=pane)), size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pane", [0, 1])
def test_a_spectator_sees_no_tower(size, pane):
    drawing = draw(scene(seen(play(state(), "take pile"), None), *size, pane=pane))
    assert not drawing.regions
    assert not any("▓" in line or "!" in line for line in lines(drawing))


@pytest.mark.parametrize(
    ("stage", "begins"),
    [("fresh", [" Your tower", " 10 face down", " Your tower"]), ("over", [" You", " careful", "┌─ Turns", " You"])],
)
def test_on_a_small_screen_the_panes_take_turns(stage, begins):
    panes = [lines(draw(scene(seen(STAGES[stage]), 60, 15, pane=pane))) for pane in range(len(begins))]
    assert [pane[0][: len(begin)] for pane, begin in zip(panes, begins, strict=True)] == begins
    assert panes[-1] == panes[0]
