import pytest

from client.drawing.colours import BLACK, SIXTEEN, WHITE, contrast, depth, luminance, to_terminal


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({"COLORTERM": "truecolor", "TERM": "xterm"}, 24),
        ({"COLORTERM": "24bit"}, 24),
        ({"TERM": "xterm-kitty"}, 24),
        ({"TERM": "xterm-direct"}, 24),
        ({"TERM": "xterm-256color"}, 8),
        ({"TERM": "tmux-256color", "COLORTERM": ""}, 8),
        ({"TERM": "linux"}, 4),
        ({"TERM": "xterm"}, 4),
        ({}, 4),
        ({"TERM": "vt100"}, 1),
        ({"TERM": "vt220", "COLORTERM": "truecolor"}, 1),
    ],
)
def test_as_many_colours_as_the_terminal_has(environ, wanted):
    assert depth(environ) == wanted


@pytest.mark.parametrize(("forced", "wanted"), [("0", 1), ("1", 4), ("2", 8), ("3", 24), ("", 8), ("x", 8)])
def test_a_variable_can_force_a_depth(forced, wanted):
    assert depth({"TERM": "xterm-256color", "FORCE_COLOR": forced}) == wanted


def test_contrast_is_that_of_the_standard():
    assert contrast(BLACK, WHITE) == contrast(WHITE, BLACK) == 21.0
    assert contrast("#767676", WHITE) == pytest.approx(4.54, abs=0.01)
    assert (luminance(BLACK), luminance(WHITE)) == (0.0, pytest.approx(1.0))


@pytest.mark.parametrize("shade", SIXTEEN)
def test_a_colour_that_a_terminal_has_stays_as_it_is(shade):
    assert to_terminal(shade, 4) == to_terminal(shade, 24) == shade


@pytest.mark.parametrize(
    ("shade", "name"),
    [("#9ad1f5", "cyan"), ("#7fd18b", "green"), ("#11161c", "black"), ("#0b3c7d", "blue"), ("#9aa4ad", "brightblack")],
)
def test_with_few_colours_a_tint_stays_a_tint_and_a_grey_a_grey(shade, name):
    assert SIXTEEN[to_terminal(shade, 4)] == f"ansi{name}"


def test_what_has_to_stand_out_does_where_anything_can():
    assert SIXTEEN[to_terminal("#0b3c7d", 4, lambda shade: contrast(shade, BLACK) > 4.5)] != "ansiblue"
    assert SIXTEEN[to_terminal("#0b3c7d", 4, lambda _: False)] == "ansiblue"
