"""The table in every size and at every stage: drawn whole, and showing no more than may be seen."""

import pytest

from client.drawing.canvas import width_of
from client.games.tower_blaster.draw import draw
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
    drawing = draw(scene(seen(STAGES[stage], seat), *size, pane=pane))
    assert [width_of(line) for line in lines(drawing)] == [size[0]] * size[1]
    for region in drawing.regions:
        assert region.x + region.width <= size[0]
        assert region.y + region.height <= size[1]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pane", [0, 1])
def test_a_spectator_sees_no_tower(size, pane):
    drawing = draw(scene(seen(play(state(), "take pile"), None), *size, pane=pane))
    assert not drawing.regions
    assert not any("▓" in line or "!" in line for line in lines(drawing))


def test_on_a_small_screen_the_panes_take_turns():
    panes = ["\n".join(lines(draw(scene(seen(state()), 60, 15, pane=pane)))) for pane in range(3)]
    assert "Your tower" in panes[0]
    assert "Turns" in panes[1]
    assert panes[2] == panes[0]


def test_at_the_end_each_tower_has_a_pane():
    over = scene(seen(state(second=STABLE)), 60, 15)
    panes = ["\n".join(lines(draw(scene(over.view, 60, 15, pane=pane)))) for pane in range(4)]
    assert "You" in panes[0].splitlines()[0][:8]
    assert "careful" in panes[1].splitlines()[0][:10]
    assert "Turns" in panes[2]
    assert panes[3] == panes[0]
    assert "2 7 13 20 26 31 38 44 50 57" in panes[1]
