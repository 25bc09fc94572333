"""Whoever watches for flicker sees each kind of it, and none where there is none."""

import pytest

from client.fullscreen.terminal.output import BEGIN, END
from tests.support.terminal.flicker import LEFT, Watched, watched

COLUMNS, ROWS = 10, 3
HIDE, HOME, WIPE = "\x1b[?25l", "\x1b[H", "\x1b[J"


def frame(drawn):
    return f"{BEGIN}{drawn}{END}"


def seen(*frames):
    screen = Watched(COLUMNS, ROWS)
    screen.take(HIDE + frame(f"{HOME}{WIPE}flip"))
    for drawn in frames:
        screen.take(drawn)
    return screen


@pytest.mark.parametrize(
    "quiet",
    [
        frame(f"{HOME}flop"),
        frame(f"{HOME}  {HOME}\x1b[2Cop"),
        frame("\x1b[3;10Hx"),
        "\x1b]2;your move\x07\a",
        frame(f"{HOME}{WIPE}flip"),
    ],
    ids=["changed", "cleared and changed", "last cell", "title and bell", "wiped"],
)
def test_what_does_not_flicker_is_no_fault(quiet):
    assert seen(quiet).faults == []


@pytest.mark.parametrize(
    ("flickers", "complaint"),
    [
        (frame(f"{HOME}    {HOME}flip"), "in one frame"),
        (frame(f"{HOME}\x1b[K{HOME}flop"), "in one frame"),
        (frame(f"{HOME}flip"), "change nothing"),
        (f"{HOME}flop", "outside of a frame"),
        (frame(f"{HOME}\x1b[?25hflop"), "a cursor that can be seen"),
        (frame("\x1b[1;9Hxyz"), "runs over the edge"),
        (frame("\x1b[1;10H漢"), "runs over the edge"),
        (frame("\x1b[3;1H\r\nx"), "the screen scrolls"),
        (frame(f"{HOME}flop" + HOME * 200), "bytes change"),
    ],
)
def test_what_flickers_is_a_fault(flickers, complaint):
    faults = seen(flickers).faults
    assert any(complaint in fault for fault in faults), faults


def test_a_wiped_screen_is_noted():
    assert [each.wiped for each in seen(frame(f"{HOME}flop"), frame(f"{HOME}{WIPE}flip")).frames] == [True, False, True]


def test_pieces_are_put_together_and_end_where_the_screen_is_left():
    whole = (HIDE + frame(f"{HOME}flip") + frame(f"{HOME}漢")).encode()
    pieces = [whole[at : at + 7] for at in range(0, len(whole), 7)]
    screen = watched([*pieces, LEFT + b"Thank you.\r\n" * 9], COLUMNS, ROWS)
    assert screen.faults == []
    assert len(screen.frames) == 2
    assert screen.display[0].startswith("漢ip")
