import re
from itertools import product
from pathlib import Path

import pytest
from prompt_toolkit.output import ColorDepth

from client.palette import SHADES
from client.theme import COLOUR, MONO, classes, depth, style

COLOURFUL = style(has_colour=True)
DRAWN_BY = [*Path("client/screens").glob("*.py"), *Path("client/games").rglob("*.py"), Path("client/cards.py")]


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({"COLORTERM": "truecolor", "TERM": "xterm"}, ColorDepth.DEPTH_24_BIT),
        ({"COLORTERM": "24bit"}, ColorDepth.DEPTH_24_BIT),
        ({"TERM": "xterm-256color"}, ColorDepth.DEPTH_8_BIT),
        ({"TERM": "linux"}, ColorDepth.DEPTH_4_BIT),
        ({}, ColorDepth.DEPTH_4_BIT),
    ],
)
def test_as_many_colours_as_the_terminal_has(environ, wanted):
    assert depth(environ, has_colour=True) is wanted


def test_no_colour_is_no_colour():
    assert depth({"COLORTERM": "truecolor"}, has_colour=False) is ColorDepth.DEPTH_1_BIT
    assert not re.search("#|ansi|bg:", " ".join(MONO.values()))


def test_both_themes_are_styles_the_toolkit_understands():
    for has_colour in (True, False):
        assert style(has_colour).style_rules


def test_style_names_are_written_as_the_toolkit_wants_them():
    assert classes("bright mine") == "class:bright class:mine"
    assert classes("") == ""


def test_the_four_suits_differ():
    suits = [COLOUR[suit] for suit in ("clubs", "spades", "diamonds", "hearts")]
    assert len(set(suits)) == 4


def test_every_style_without_colour_is_one_of_those_with_colour():
    assert set(MONO) <= set(COLOUR)


def test_every_style_is_drawn_somewhere():
    written = " ".join(path.read_text(encoding="utf-8") for path in DRAWN_BY)
    assert [name for name in COLOUR if f'"{name}"' not in written and f" {name}" not in written] == []


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


def test_a_ground_has_readable_ink_and_lines_of_their_own():
    plain = COLOURFUL.get_attrs_for_style_str(classes("safe-0-ground"))
    assert (plain.color, plain.bgcolor) == ("ffffff", "0b3c7d")
    lined = COLOURFUL.get_attrs_for_style_str(classes("safe-3-ground line-dark"))
    assert (lined.color, lined.bgcolor, lined.bold) == ("000000", "f0e442", True)
    halved = COLOURFUL.get_attrs_for_style_str(classes("original-0-ink original-2-ground line-light"))
    assert (halved.color, halved.bgcolor) == ("ffffff", "8a9747")


def test_textures_take_the_terminals_own_colours_and_none_without_colour():
    inks = [COLOURFUL.get_attrs_for_style_str(classes(f"texture-{colour}")).color for colour in range(4)]
    assert inks == ["ansiblue", "ansired", "ansigreen", "ansiyellow"]
    assert style(has_colour=False).get_attrs_for_style_str(classes("texture-1")).color == ""
