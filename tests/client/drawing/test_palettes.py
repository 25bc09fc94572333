from colorsys import rgb_to_hsv
from itertools import pairwise

import pytest

from client.drawing.colours import contrast
from client.drawing.palettes import (
    LINES,
    PALETTES,
    SHADES,
    TEXTURE_COLOURS,
    TEXTURES,
    lines_on,
    next_palette,
    shades_at,
)
from client.drawing.theme import terminal_shades
from client.drawing.themes import THEMES
from tests.support.colour_vision import SIGHTS, difference, least_difference

DEPTHS = (4, 8, 24)
LEAST = {4: 13, 8: 20, 24: 20}
"""The least difference (CIEDE2000) of two safe shades by colour depth; about 2 is what people notice at all."""
HUES = {"blue": (195, 245), "red": (350, 20), "green": (60, 170), "yellow": (40, 66)}
"""The hues in degrees that have each name; the original green is an olive one."""
COLOURED = tuple(SHADES)


def test_the_palettes_go_round():
    assert [next_palette(palette) for palette in PALETTES] == ["original", "texture", "safe"]
    assert all(before != after for before, after in pairwise(PALETTES))


def test_every_palette_tells_four_colours_apart():
    assert [len(set(shades)) for shades in SHADES.values()] == [4, 4]
    assert (len(set(TEXTURES)), len(set(TEXTURE_COLOURS))) == (4, 4)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", THEMES)
def test_the_mark_stands_out_from_every_ground_at_the_boards_edge_from_the_lines_and_from_the_colours(name, depth):
    ground = terminal_shades(THEMES[name], depth)["ground"]
    lines = lines_on(THEMES[name]["ground"], depth)
    mark = lines["line-marked"]
    assert contrast(mark, ground) >= 3
    assert contrast(mark, lines["line"]) >= 3
    assert mark not in (*shades_at("safe", depth), *shades_at("original", depth), lines["line-changed"])


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("sight", SIGHTS)
def test_everybody_tells_the_safe_colours_apart_at_every_depth(sight, depth):
    assert least_difference(shades_at("safe", depth), sight) >= LEAST[depth]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("palette", COLOURED)
def test_the_shades_deserve_their_names(palette, depth):
    for shade, (low, high) in zip(shades_at(palette, depth), HUES.values(), strict=True):
        hue = 360 * rgb_to_hsv(*(int(shade[at : at + 2], 16) / 255 for at in (1, 3, 5)))[0]
        assert low <= hue <= high if low < high else hue >= low or hue <= high


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("palette", COLOURED)
def test_lines_between_blocks_stand_out_from_every_colour_and_the_mark_from_the_lines(palette, depth):
    assert min(contrast(shade, LINES["line"]) for shade in shades_at(palette, depth)) >= 3
    assert all(contrast(shade, LINES["line"]) >= 7 for name, shade in LINES.items() if name != "line")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ],
)
def test_differences_are_those_that_the_standard_publishes(one, other, expected):
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)
