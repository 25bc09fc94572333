import pytest

from client.drawing.palettes import SHADES, TEXTURES
from client.drawing.theme import classes, style
from client.drawing.themes import THEMES
from client.games.blocky.colours import NAMES, fill_cells, fill_halves, line_style
from engines.blocky.block import COLOURS
from tests.support.games.blocky_tables import PALETTES


def look(styles):
    return style(THEMES["night"], 24).get_attrs_for_style_str(classes(styles))


def test_every_colour_has_a_name_in_every_palette():
    assert all(len(NAMES[palette]) == len(COLOURS) for palette in PALETTES)


@pytest.mark.parametrize("palette", ["safe", "original"])
@pytest.mark.parametrize("colour", COLOURS)
def test_cells_and_lines_on_them_have_the_palettes_shades(palette, colour):
    styles, text = fill_cells(palette, colour, 3)
    line = look(line_style(palette, colour))
    assert text == "   "
    assert f"#{look(styles).bgcolor}" == f"#{line.bgcolor}" == SHADES[palette][colour]
    assert line.color in ("000000", "ffffff")


@pytest.mark.parametrize("upper", COLOURS)
@pytest.mark.parametrize("lower", COLOURS)
def test_a_halved_cell_shows_both_its_colours(upper, lower):
    styles, text = fill_halves("safe", upper, lower)
    shown = look(styles)
    assert f"#{shown.bgcolor}" == SHADES["safe"][lower]
    assert text == " " if upper == lower else (text == "▀" and f"#{shown.color}" == SHADES["safe"][upper])


def test_textures_show_by_themselves():
    assert [fill_cells("texture", colour, 2)[1] for colour in COLOURS] == [texture * 2 for texture in TEXTURES]


def test_lines_are_light_on_dark_colours_and_dark_on_light_ones():
    assert [look(line_style("safe", colour)).color for colour in COLOURS] == ["ffffff", "000000", "000000", "000000"]
