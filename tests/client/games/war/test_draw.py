"""The drawing of War, in every size and state."""

from dataclasses import replace

import pytest

from client.games.spec import EarlierView
from client.games.war.draw import BANNER_S, EDGE_S, FACE_DOWN_S, FLASH_S, draw
from engines.war.view import Round
from tests.support.builders.scenes import lines, scene_of
from tests.support.builders.tables import war_draw, war_view
from tests.support.golden.sentences import for_each, golden_test

pytestmark = pytest.mark.slow

SIZES = [(100, 27), (140, 40), (200, 55), (80, 19), (99, 27), (60, 15), (79, 30)]
TENS = war_draw("10H", "10D", 10, 10)
ACE = Round((war_draw("AC", "8H", 14, 8),), 0, 2)
START = war_view()
AFTER_ACE = war_view(left=(25, 25), scores=(2, 0), rounds=(ACE,))
AT_WAR = war_view(left=(24, 24), scores=(2, 0), rounds=(ACE,), war=(TENS,))
SCOUTED = war_view(variant="scouts", rounds=(Round((war_draw("2D 7D", "4H KH", 9, 17),), 1, 4),), left=(24, 24))
SUITS = war_view(variant="suits", rounds=(Round((war_draw("6C", "2S", 0, 1),), 1, 2),), left=(25, 25))
OVER = war_view(left=(0, 0), scores=(8, 44), rounds=(ACE,))
TIE = war_view(left=(0, 0), scores=(26, 26), rounds=(Round((TENS,), None, 0),))
AFTER_WAR = war_view(rounds=(Round((TENS, war_draw("5C", "QH", 5, 12)), 1, 4),))


def scene(view, width=100, height=27, names=("ana", "ben"), **changes):
    return scene_of(view, names, (width, height), **{"time_left_s": 7.2, **changes})


def drawn(a_scene):
    return "\n".join(lines(draw(a_scene)))


def middle(view, **changes):
    """What stands between the two sides."""
    return [line[:62].strip() for line in lines(draw(scene(view, **changes)))[12:15]]


@pytest.mark.parametrize("size", SIZES)
def test_what_has_to_be_known_stands_in_every_size(size):
    text = drawn(scene(AT_WAR, *size))
    known = (
        "W A R !",
        "2 cards at stake: 10 against 10",
        "24 cards",
        "10",
        "♥",
        "♦",
        "ben 0",
        "2 ana",
        "SPACE to flip",
    )
    assert [part for part in known if part not in text] == []


@pytest.mark.parametrize(("seat", "order"), [(0, ["ben", "ana"]), (1, ["ana", "ben"]), (None, ["ben", "ana"])])
def test_ones_own_side_is_below(seat, order):
    text = [
        line for row, line in enumerate(lines(draw(scene(replace(AFTER_ACE, seat=seat))))) if row not in range(11, 16)
    ]
    rows = {word: row for row, line in enumerate(text) for name in order for word in [name] if name in line[30:62]}
    assert sorted(order, key=lambda name: rows[name]) == order


def test_a_click_on_ones_own_pile_flips():
    drawing = draw(scene(AFTER_ACE))
    piles = [row for row, line in enumerate(lines(drawing)) if "░" in line[:12]]
    assert drawing.at(5, piles[-1]).command == "flip"
    assert drawing.at(5, piles[0]) is None


def test_cards_grow_with_the_screen():
    def high(size):
        rows = [at for at, line in enumerate(lines(draw(scene(START, *size)))) if line[: size[0] // 2].count("░") > 2]
        return len(rows)

    heights = [high(size) for size in ((60, 15), (80, 19), (100, 27), (140, 40))]
    assert heights == sorted(set(heights))


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


def test_a_war_grows_glows_and_rests():
    def banner(age_s):
        drawing = draw(motion(age_s, AT_WAR, AFTER_ACE))
        return next((style, text) for line in drawing.lines for style, text in line if "W A R" in text)

    assert banner(EDGE_S)[1].count("━") < banner(BANNER_S)[1].count("━")
    assert (banner(EDGE_S)[0], banner(FLASH_S)[0]) == ("war-flash", "war")
    assert draw(motion(FLASH_S, AT_WAR, AFTER_ACE)).again_s is None


SAID = {
    "who has flipped lies face down once one has flipped oneself": lambda: for_each(
        lambda mine, theirs: drawn(scene(replace(AFTER_ACE, flipped=(mine, theirs)), 80, 19)),
        [(True, False), (False, True)],
    ),
    "a quick answer does not cut the motion short": lambda: drawn(
        scene(
            replace(AFTER_ACE, flipped=(False, True)),
            *(80, 19),
            age_s=0.0,
            earlier=(EarlierView(1.0, START), EarlierView(FACE_DOWN_S, AFTER_ACE)),
        )
    ),
    "a round is told with its comparison and its wars": lambda: for_each(
        lambda number, view: middle(view),
        enumerate((AFTER_ACE, replace(AFTER_ACE, seat=1), SCOUTED, SUITS, AFTER_WAR, replace(TIE, left=(1, 1)))),
    ),
    "the end names the winner": lambda: (middle(OVER), middle(replace(OVER, seat=1)), middle(TIE)),
    "how soon a card flips by itself is told": lambda: [
        "\n".join(line[40:62].strip() for line in lines(draw(each))[16:27] if line[40:62].strip())
        for each in (
            scene(AFTER_ACE),
            scene(AFTER_ACE, time_left_s=None),
            scene(replace(AFTER_ACE, flipped=(True, False))),
            scene(AFTER_ACE, pace=4),
            scene(AFTER_ACE, pace=6),
        )
    ],
    "a scout lies over the card that sent it": lambda: drawn(scene(SCOUTED, 80, 19)),
    "before the first draw the places are empty": lambda: (drawn(scene(START)).count("╎"), drawn(scene(START))),
    "a game that was given up does not end with its last round": lambda: drawn(scene(AFTER_ACE, is_over=True)),
    "a move on its way shows as such": lambda: drawn(scene(AFTER_ACE, pending="flip")),
    "who is away shows": lambda: drawn(scene(AFTER_ACE, present=(True, False))),
    "a spectator has nothing to click": lambda: draw(scene(replace(AFTER_ACE, seat=None))).regions,
    "what was there when one came does not move": lambda: drawn(scene(AFTER_ACE, age_s=0.0)),
}

test_said = golden_test(__name__, SAID)


def test_the_end_covers_no_card():
    end = war_view(variant="scouts", left=(0, 0), rounds=(Round((war_draw("5C 2H", "4C", 7, 4),), 0, 3),))
    assert draw(scene(end, 60, 15, is_over=True)).is_full
    assert not draw(scene(end, 80, 19, is_over=True)).is_full
    assert not draw(scene(end, 60, 15)).is_full


@pytest.mark.parametrize(("size", "is_beside"), [((104, 16), True), ((80, 19), True), ((99, 16), False)])
def test_the_rounds_stand_beside_the_table_where_it_is_wide_or_high_enough(size, is_beside):
    assert any("Rounds" in line for line in lines(draw(scene(war_view(), *size)))) is is_beside
