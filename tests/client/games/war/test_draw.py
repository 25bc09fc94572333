"""The drawing of War, in every size and state."""

import math
from dataclasses import replace

import pytest

from client.drawing.canvas import width_of
from client.games.spec import EarlierView, Scene
from client.games.war.draw import BANNER_S, EDGE_S, FACE_DOWN_S, FLASH_S, draw
from engines.cards import Card
from engines.war.view import Draw, Round
from tests.support.builders.tables import war_view
from tests.support.golden.sentences import golden_test

pytestmark = pytest.mark.slow

SIZES = [(100, 27), (140, 40), (80, 19), (99, 27), (60, 15), (79, 30)]


def cards(written):
    return tuple(Card.read(card) for card in written.split())


def a_draw(first, second, *values):
    return Draw((cards(first), cards(second)), values)


TENS = a_draw("10H", "10D", 10, 10)
ACE = Round((a_draw("AC", "8H", 14, 8),), 0, 2)
START = war_view()
AFTER_ACE = war_view(left=(25, 25), scores=(2, 0), rounds=(ACE,))
AT_WAR = war_view(left=(24, 24), scores=(2, 0), rounds=(ACE,), war=(TENS,))
SCOUTED = war_view(variant="scouts", rounds=(Round((a_draw("2D 7D", "4H KH", 9, 17),), 1, 4),), left=(24, 24))
SUITS = war_view(variant="suits", rounds=(Round((a_draw("6C", "2S", 0, 1),), 1, 2),), left=(25, 25))
OVER = war_view(left=(0, 0), scores=(8, 44), rounds=(ACE,))
STATES = [START, AFTER_ACE, AT_WAR, SCOUTED, SUITS, OVER, war_view(flipped=(True, True))]


def scene(view, width=100, height=27, **changes):
    usual = Scene(view, math.inf, (), ("ana", "ben"), view.seat, (True, True), 7.2, None, None, width, height, 0, 0)
    return replace(usual, **changes)


def drawn(a_scene):
    return "\n".join("".join(text for _, text in line) for line in draw(a_scene).lines)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", STATES)
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("pane", [0, 1])
def test_the_drawing_is_exactly_as_large_as_asked(view, size, seat, pane):
    view = replace(view, seat=seat)
    lines = draw(scene(view, *size, pane=pane, names=("a" * 40, "漢字漢字漢字漢字漢字"))).lines
    assert [sum(width_of(text) for _, text in line) for line in lines] == [size[0]] * size[1]


@pytest.mark.parametrize("size", SIZES)
def test_what_has_to_be_known_stands_in_every_size(size):
    text = drawn(scene(AT_WAR, *size))
    for known in (
        "W A R !",
        "2 cards at stake: 10 against 10",
        "x24",
        "10",
        "♥",
        "♦",
        "ben 0",
        "2 ana",
        "SPACE to flip",
    ):
        assert known in text


def test_ones_own_side_is_below():
    text = drawn(scene(AFTER_ACE))
    assert text.index("ben   score") < text.index("ana   score")
    text = drawn(scene(replace(AFTER_ACE, seat=1)))
    assert text.index("ana   score") < text.index("ben   score")


def test_a_round_is_told_with_its_comparison():
    assert "You win +2: A against 8" in drawn(scene(AFTER_ACE))
    assert "ana wins +2: A against 8" in drawn(scene(replace(AFTER_ACE, seat=1)))
    assert "ben wins +4: 4 + 13 = 17 against 2 + 7 = 9" in drawn(scene(SCOUTED))
    assert "ben wins +2: spades against clubs" in drawn(scene(SUITS))


def test_a_war_that_ended_a_round_is_counted():
    view = war_view(rounds=(Round((TENS, a_draw("5C", "QH", 5, 12)), 1, 4),))
    assert "after 1 war" in drawn(scene(view))
    tie = war_view(left=(0, 0), scores=(26, 26), rounds=(Round((TENS,), None, 0),))
    assert "A TIE at 26" in drawn(scene(tie))
    assert "The war could not go on: nobody scores" in drawn(scene(replace(tie, left=(1, 1))))


def test_the_end_names_the_winner():
    assert "ben WINS  44 to 8" in drawn(scene(OVER))
    assert "YOU WIN  44 to 8" in drawn(scene(replace(OVER, seat=1)))
    assert "SPACE" not in drawn(scene(OVER))


def test_who_has_flipped_lies_face_down_once_one_has_flipped_oneself():
    flipped = replace(AFTER_ACE, flipped=(True, False))
    assert "● you flipped" in drawn(scene(flipped))
    assert drawn(scene(flipped)).count("╎") == 10
    waiting = replace(AFTER_ACE, flipped=(False, True))
    assert "● has flipped" in drawn(scene(waiting))
    assert "│8      │" in drawn(scene(waiting))


def test_how_soon_a_card_flips_by_itself():
    assert "Auto-flip in 8 s" in drawn(scene(AFTER_ACE))
    assert "Auto-flip" not in drawn(scene(AFTER_ACE, time_left_s=None))
    assert "Auto-flip" not in drawn(scene(replace(AFTER_ACE, flipped=(True, False))))
    assert "Flipping by itself at speed 4; a stops" in drawn(scene(AFTER_ACE, pace=4))
    assert "at speed 5" in drawn(scene(AFTER_ACE, pace=6))


def test_a_click_on_ones_own_pile_flips():
    drawing = draw(scene(AFTER_ACE))
    lines = drawn(scene(AFTER_ACE)).split("\n")
    own = [row for row, line in enumerate(lines) if "░" in line[:12]][-1]
    assert drawing.at(5, own).command == "flip"
    top = next(row for row, line in enumerate(lines) if "░" in line[:12])
    assert drawing.at(5, top) is None


def motion(age_s, view=AFTER_ACE, before=START):
    return scene(view, age_s=age_s, earlier=(EarlierView(age_s + 1.0, before),))


def test_a_card_turns_over_step_by_step_and_then_rests():
    down, edge, up = (drawn(motion(age)) for age in (0.0, FACE_DOWN_S, EDGE_S))
    assert "│A" not in down
    assert "▐█▌" not in down
    assert "▐█▌" in edge
    assert "│A" in up
    assert "You win" not in edge
    assert draw(motion(0.0)).again_s < EDGE_S
    assert draw(motion(EDGE_S)).again_s is None


def test_a_quick_answer_does_not_cut_the_motion_short():
    flipped = replace(AFTER_ACE, flipped=(False, True))
    turning = scene(flipped, age_s=0.0, earlier=(EarlierView(1.0, START), EarlierView(FACE_DOWN_S, AFTER_ACE)))
    assert "▐█▌" in drawn(turning)


def test_a_war_grows_glows_and_rests():
    def banner(age_s):
        return next(line for line in drawn(motion(age_s, AT_WAR, AFTER_ACE)).split("\n") if "W A R !" in line)

    def styles(age_s):
        return {
            style for line in draw(motion(age_s, AT_WAR, AFTER_ACE)).lines for style, text in line if "W A R" in text
        }

    assert banner(EDGE_S).count("━") < banner(BANNER_S).count("━")
    assert styles(EDGE_S) == {"war-flash"}
    assert styles(FLASH_S) == {"war"}
    assert draw(motion(FLASH_S, AT_WAR, AFTER_ACE)).again_s is None


SAID = {
    "a scout lies over the card that sent it": lambda: drawn(scene(SCOUTED, 80, 19)),
    "before the first draw the places are empty": lambda: (drawn(scene(START)).count("╎"), drawn(scene(START))),
    "a game that was given up does not end with its last round": lambda: drawn(scene(AFTER_ACE, is_over=True)),
    "a move on its way shows as such": lambda: drawn(scene(AFTER_ACE, pending="flip")),
    "who is away shows": lambda: drawn(scene(AFTER_ACE, present=(True, False))),
    "a spectator has nothing to click": lambda: draw(scene(replace(AFTER_ACE, seat=None))).regions,
    "what was there when one came does not move": lambda: drawn(scene(AFTER_ACE, age_s=0.0)),
}

test_said = golden_test(__name__, SAID)
