import pytest

from client.games.war import CLIENT
from engines.war.view import Options, Round
from tests.support.builders.tables import war_draw, war_view
from tests.support.golden.sentences import error_of, for_each, golden_test

TENS = war_draw("10C", "10D", 10, 10)
ACE = war_draw("AC", "8H", 14, 8)


@pytest.mark.parametrize("typed", ["flip", "f", "", " FLIP ", "space"])
def test_a_flip_is_typed_in_many_ways(typed):
    assert CLIENT.reading.parse(typed, war_view()) == "flip"


def test_every_legal_move_needs_no_thought():
    assert CLIENT.legal(war_view()) == ("flip",)
    assert CLIENT.reading.forced(war_view()) == "flip"
    assert CLIENT.reading.forced(war_view(flipped=(True, False))) is None


@pytest.mark.parametrize(
    ("before", "after", "is_moment"),
    [
        (war_view(), war_view(war=(TENS,)), True),
        (war_view(war=(TENS,)), war_view(war=(TENS, TENS)), True),
        (war_view(), war_view(rounds=(Round((TENS,), None, 0),)), True),
        (war_view(), war_view(rounds=(Round((ACE,), 0, 2),)), False),
        (war_view(war=(TENS,)), war_view(rounds=(Round((TENS, ACE), 0, 4),)), False),
    ],
)
def test_a_war_is_a_moment_even_where_it_cannot_go_on(before, after, is_moment):
    assert CLIENT.saying.moment(before, after) == is_moment


SAID = {
    "options are described where they are not the usual": lambda: for_each(
        CLIENT.setup.describe, [Options(), Options("scouts"), Options("suits", 0), Options(auto_flip_s=37)]
    ),
    "what cannot be played is refused in a sentence": lambda: for_each(
        lambda typed, view: error_of(lambda: CLIENT.reading.parse(typed, view)),
        [
            ("fold", war_view()),
            ("flip", war_view(flipped=(True, False))),
            ("flip", war_view(left=(0, 3))),
            ("flip", war_view(seat=None)),
        ],
    ),
}

test_said = golden_test(__name__, SAID)


@pytest.mark.parametrize(("seconds", "said"), [(10, "Cards flip by themselves after 10 s."), (0, "")])
def test_who_plays_without_a_screen_is_warned_that_cards_flip_by_themselves(seconds, said):
    assert CLIENT.setup.warn(Options(auto_flip_s=seconds)) == said
