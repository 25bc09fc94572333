"""The table on a large screen."""

import pytest

from client.drawing.palettes import TEXTURES
from client.games.blocky.colours import NAMES
from client.games.blocky.drawing.draw import draw
from client.games.blocky.drawing.layout_small import END_WIDTH
from client.games.blocky.scores import end_rows
from tests.support.games.blocky_tables import LARGE, STAGES, lines, scene, seen, shown

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", LARGE)
def test_where_there_is_room_the_moves_and_the_colours_names_show_too(size):
    drawn = shown(draw(scene(seen(STAGES["crowd"]), *size)))
    assert " 11 cleo " in drawn
    assert all(f"{texture} {name}" in drawn for texture, name in zip(TEXTURES, NAMES["texture"], strict=True))


@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("stage", ["over", "given up"])
def test_the_panel_that_ends_a_game_hides_no_player_and_no_move(size, stage):
    view = seen(STAGES[stage])
    covered = [line[-END_WIDTH:] for line in lines(draw(scene(view, *size)))[-end_rows(view) :]]
    assert not "".join(covered).strip()
