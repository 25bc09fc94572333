import re
from pathlib import Path

import pytest
from prompt_toolkit.output import ColorDepth

from client.theme import COLOUR, MONO, classes, depth, style

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
