import pytest

from client.games.war import CLIENT
from engines.cards import Card
from engines.war.view import Draw, Options, Round
from tests.support.builders.tables import war_view
from tests.support.golden.sentences import for_each, golden_test

TENS = Draw(((Card(8, 0),), (Card(8, 1),)), (10, 10))
ACE = Draw(((Card(12, 0),), (Card(6, 3),)), (14, 8))


@pytest.mark.parametrize("typed", ["flip", "f", "", " FLIP ", "space"])
def test_a_flip_is_typed_in_many_ways(typed):
    assert CLIENT.parse(typed, war_view()) == "flip"


@pytest.mark.parametrize(
    ("typed", "view", "sentence"),
    [
        ("fold", war_view(), "'fold' is not a move of War; the only one is 'flip'."),
        ("flip", war_view(flipped=(True, False)), "You have flipped already; the other side is to flip."),
        ("flip", war_view(left=(0, 3)), "The game is over."),
        ("flip", war_view(seat=None), "You are watching; only the players flip."),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(typed, view, sentence):
    with pytest.raises(ValueError, match=r"\.$") as refusal:
        CLIENT.parse(typed, view)
    assert str(refusal.value) == sentence


def test_every_legal_move_needs_no_thought():
    assert CLIENT.legal(war_view()) == ("flip",)
    assert CLIENT.forced(war_view()) == "flip"
    assert CLIENT.forced(war_view(flipped=(True, False))) is None


def test_a_war_is_a_moment_even_where_it_cannot_go_on():
    assert CLIENT.moment(war_view(), war_view(war=(TENS,)))
    assert CLIENT.moment(war_view(war=(TENS,)), war_view(war=(TENS, TENS)))
    assert CLIENT.moment(war_view(), war_view(rounds=(Round((TENS,), None, 0),)))
    assert not CLIENT.moment(war_view(), war_view(rounds=(Round((ACE,), 0, 2),)))
    assert not CLIENT.moment(war_view(war=(TENS,)), war_view(rounds=(Round((TENS, ACE), 0, 4),)))


SAID = {
    "options are described where they are not the usual": lambda: for_each(
        CLIENT.describe, [Options(), Options("scouts"), Options("suits", 0), Options(auto_flip_s=37)]
    )
}

test_said = golden_test(__name__, SAID)
