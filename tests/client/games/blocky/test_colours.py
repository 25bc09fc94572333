import pytest

from client.drawing.palettes import SHADES, TEXTURES
from client.drawing.theme import classes, style
from client.drawing.themes import NIGHT
from client.games.blocky.colours import NAMES, fill_cells, fill_halves, line_style
from engines.blocky.block import COLOURS
from tests.support.games.blocky_tables import PALETTES


def look(styles):
    return style(NIGHT, 24).get_attrs_for_style_str(classes(styles))


def test_every_colour_has_a_name_in_every_palette():
    assert all(len(NAMES[palette]) == len(COLOURS) for palette in PALETTES)


@pytest.mark.parametrize("palette", ["safe", "original"])
@pytest.mark.parametrize("colour", COLOURS)
def test_cells_have_the_palettes_shades(palette, colour):
    assert fill_cells(palette, colour, 3)[1] == "   "
    assert f"#{look(fill_cells(palette, colour)[0]).bgcolor}" == SHADES[palette][colour]


@pytest.mark.parametrize("upper", COLOURS)
@pytest.mark.parametrize("lower", COLOURS)
def test_a_halved_cell_shows_both_its_colours(upper, lower):
    styles, text = fill_halves("safe", upper, lower)
    shown = look(styles)
    assert f"#{shown.bgcolor}" == SHADES["safe"][lower]
    assert text == " " if upper == lower else (text == "▀" and f"#{shown.color}" == SHADES["safe"][upper])


@pytest.mark.parametrize("colour", COLOURS)
def test_textures_show_by_themselves(colour):
    assert fill_cells("texture", colour, 2)[1] == TEXTURES[colour] * 2


@pytest.mark.parametrize("palette", ["safe", "original"])
@pytest.mark.parametrize("colour", COLOURS)
def test_a_line_stands_out_from_the_colour_beneath_it(palette, colour):
    shown = look(line_style(palette, colour))
    assert f"#{shown.bgcolor}" == SHADES[palette][colour]
    assert shown.color in ("000000", "ffffff")


def test_lines_are_light_on_dark_colours_and_dark_on_light_ones():
    assert [look(line_style("safe", colour)).color for colour in COLOURS] == ["ffffff", "000000", "000000", "000000"]
