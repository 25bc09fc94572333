import pytest

from client.drawing.palettes import LINES, SHADES, TEXTURES
from client.drawing.theme import classes, style
from client.drawing.themes import THEMES
from client.games.blocky.colours import LINE, NAMES, fill_cells, pixel, pixel_pair, texture
from engines.blocky.block import COLOURS


def look(styles, depth=24):
    return style(THEMES["night"], depth).get_attrs_for_style_str(classes(styles))


@pytest.mark.parametrize("palette", ["safe", "original"])
@pytest.mark.parametrize("colour", COLOURS)
def test_cells_have_the_palettes_shades(palette, colour):
    styles, text = fill_cells(palette, colour, 3)
    assert text == "   "
    assert f"#{look(styles).bgcolor}" == SHADES[palette][colour]


PIXELS = {pixel("safe", 0): SHADES["safe"][0], pixel("original", 3): SHADES["original"][3], **LINES}


@pytest.mark.parametrize("upper", PIXELS)
@pytest.mark.parametrize("lower", PIXELS)
def test_a_cell_shows_both_its_pixels(upper, lower):
    styles, text = pixel_pair(upper, lower)
    shown = look(styles)
    assert f"#{shown.bgcolor}" == PIXELS[lower]
    assert text == " " if upper == lower else (text == "▀" and f"#{shown.color}" == PIXELS[upper])


def test_below_the_last_pixel_there_is_nothing():
    styles, text = pixel_pair(LINE, None)
    assert (f"#{look(styles).color}", text) == (LINES[LINE], "▀")
    assert not look(styles).bgcolor


def test_textures_show_by_themselves():
    assert [fill_cells("texture", colour, 2)[1] for colour in COLOURS] == [texture * 2 for texture in TEXTURES]


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("depth", [1, 4, 8, 24])
def test_the_end_of_a_texture_is_underlined_and_a_full_one_is_so_in_reverse(colour, depth):
    styles, text = texture(colour, is_end=True)
    shown = look(styles, depth)
    assert shown.underline
    assert bool(shown.reverse) == (TEXTURES[colour] == "█") == (text == " ")


def test_the_names_are_the_same_everywhere():
    assert NAMES == ("blue", "red", "green", "yellow")
