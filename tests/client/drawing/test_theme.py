import re
from itertools import combinations, product
from pathlib import Path

import pytest
from prompt_toolkit.styles.style import Style

from client.drawing.colours import READABLE, SIXTEEN, contrast
from client.drawing.palettes import LINES, SHADES, TEXTURE_ENDS
from client.drawing.theme import LOOKS, MONO, ON_CARDS, classes, style
from client.drawing.themes import THEMES

NIGHT = THEMES["night"]
COLOURFUL = style(NIGHT, 24)
DRAWN_BY = [
    *Path("client/fullscreen").rglob("*.py"),
    *Path("client/games").rglob("*.py"),
    Path("client/drawing/cards.py"),
    Path("client/fullscreen/app.py"),
]
DEPTHS = (4, 8, 24)
DECORATION = {"rule", "frame", "card-edge", "slot", "cursor", "card-shade"}
"""Styles in which nothing is read: lines, edges and places."""
CARD_GROUNDS = ("card-shade", "picked", "aimed", "found")
NAMED = {name: shade for shade, name in SIXTEEN.items()}


def look(worn: Style, names: str) -> tuple[str, str]:
    """The ink and the ground that the toolkit draws names with, where the theme's own ground lies beneath."""
    attrs = worn.get_attrs_for_style_str(classes(f"ground {names}"))
    return (_shade(attrs.color), _shade(attrs.bgcolor))


def _shade(name: str) -> str:
    return NAMED.get(name) or f"#{name}"


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", THEMES)
def test_every_text_of_every_theme_can_be_read_in_as_many_colours_as_there_are(name, depth):
    worn = style(THEMES[name], depth)
    on_cards = [f"{suit} {ground}" for suit, ground in product(("card", *ON_CARDS[1:]), CARD_GROUNDS)]
    texts = [text for text in LOOKS if text not in DECORATION | set(CARD_GROUNDS)]
    poor = {text: look(worn, text) for text in (*texts, *on_cards) if contrast(*look(worn, text)) < READABLE}
    assert poor == {}


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", THEMES)
def test_lines_and_frames_are_seen_on_every_ground(name, depth):
    worn = style(THEMES[name], depth)
    assert contrast(*look(worn, "frame")) >= 3.0
    assert contrast(*look(worn, "rule")) > 1.5


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("palette", SHADES)
def test_a_palettes_four_colours_and_the_lines_between_them_stay_apart(palette, depth):
    worn, stems = style(NIGHT, depth), (*(f"{palette}-{colour}" for colour in range(4)), *LINES)
    assert len({look(worn, f"{stem}-ground")[1] for stem in stems}) == len(stems)
    assert all(look(worn, f"{stem}-ground")[1] == look(worn, f"{stem}-ink")[0] for stem in stems)


def test_no_colour_is_no_colour():
    assert not re.search("#|ansi|bg:", " ".join(MONO.values()))


def test_style_names_are_written_as_the_toolkit_wants_them():
    assert classes("bright mine") == "class:bright class:mine"
    assert classes("") == ""


@pytest.mark.parametrize("name", THEMES)
def test_the_four_suits_differ(name):
    theme = THEMES[name]
    suits = [theme[suit] for suit in ("clubs", "spades", "diamonds", "hearts")]
    assert all(one != other for one, other in combinations(suits, 2))


def test_every_style_without_colour_is_one_of_those_with_colour():
    assert set(MONO) <= {*LOOKS, *TEXTURE_ENDS}


@pytest.mark.parametrize(("depth", "colour"), [(24, THEMES["night"]["warn"].removeprefix("#")), (1, "")])
def test_a_game_adds_styles_of_its_own_in_the_shades_of_the_theme(depth, colour):
    own = style(THEMES["night"], depth, {"sign": "bold {warn}"}).get_attrs_for_style_str("class:sign")
    assert (own.color, own.bold) == (colour, True)


def test_every_style_is_drawn_somewhere():
    written = " ".join(path.read_text(encoding="utf-8") for path in DRAWN_BY)
    assert [name for name in LOOKS if f'"{name}"' not in written and f" {name}" not in written] == []


@pytest.mark.parametrize("palette", SHADES)
def test_a_half_block_has_the_ink_of_one_colour_and_the_ground_of_another(palette):
    shades = [shade.removeprefix("#") for shade in SHADES[palette]]
    for ink, ground in product(range(4), repeat=2):
        for names in (
            f"{palette}-{ink}-ink {palette}-{ground}-ground",
            f"{palette}-{ground}-ground {palette}-{ink}-ink",
        ):
            attrs = COLOURFUL.get_attrs_for_style_str(classes(names))
            assert (attrs.color, attrs.bgcolor) == (shades[ink], shades[ground])


def test_textures_take_the_terminals_own_colours_and_none_without_colour():
    inks = [COLOURFUL.get_attrs_for_style_str(classes(f"texture-{colour}")).color for colour in range(4)]
    assert inks == ["ansiblue", "ansired", "ansigreen", "ansiyellow"]
    assert style(NIGHT, 1).get_attrs_for_style_str(classes("texture-1")).color == ""
