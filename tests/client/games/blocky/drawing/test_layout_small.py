"""The table on a small screen."""

import pytest

from client.games.blocky.drawing.draw import draw
from client.games.blocky.drawing.layout_small import END_WIDTH
from client.games.blocky.scores import end_rows
from tests.support.games.blocky_tables import STAGES, lines, scene, seen, shown

pytestmark = pytest.mark.slow


def test_on_a_small_screen_the_panes_take_turns_and_say_how():
    panes = [shown(draw(scene(seen(STAGES["crowd"]), 60, 15, pane=pane))) for pane in range(3)]
    assert "o more" in panes[0]
    assert "Moves, o shows the board" in panes[1]
    assert panes[2] == panes[0]


def test_on_a_narrow_but_high_screen_the_moves_stand_below_the_list():
    assert " 11 cleo " in shown(draw(scene(seen(STAGES["crowd"]), 79, 40)))
    assert " 11 cleo " not in shown(draw(scene(seen(STAGES["crowd"]), 60, 15)))


def test_where_tab_is_free_it_shows_the_other_pane():
    watching, over = seen(STAGES["fresh"], None), seen(STAGES["over"])
    assert "Tab more" in shown(draw(scene(watching, 60, 15)))
    for view in (watching, over):
        assert "Moves, Tab shows the board" in shown(draw(scene(view, 60, 15, pane=1)))


@pytest.mark.parametrize("stage", ["over", "given up"])
@pytest.mark.parametrize("pane", [0, 1])
def test_the_panel_that_ends_a_game_hides_no_player_and_no_move(stage, pane):
    view = seen(STAGES[stage])
    covered = [line[-END_WIDTH:] for line in lines(draw(scene(view, 60, 15, pane=pane)))[-end_rows(view) :]]
    assert not "".join(covered).strip()
