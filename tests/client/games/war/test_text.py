"""What is said of War, checked against positions written out by hand."""

from client.games.war.text import say, sentences, status
from engines.cards import Card
from engines.war.view import Draw, Round, View
from tests.support.golden.sentences import golden_test

NAMES = ("ana", "cleo")


def cards(written):
    return tuple(Card.read(card) for card in written.split())


def draw(first, second, values):
    return Draw((cards(first), cards(second)), values)


def position(seat=None, variant="normal", left=(26, 26), scores=(0, 0), flipped=(False, False), war=(), rounds=()):
    return View(seat, variant, left, scores, flipped, war, rounds)


ACE_OVER_EIGHT = Round((draw("AC", "8H", (14, 8)),), 0, 2)
TENS = draw("10H", "10D", (10, 10))
TWOS = draw("2C", "2D", (2, 2))
LONG_WAR = Round((TENS, TWOS, draw("5C", "QH", (5, 12))), 1, 6)


def test_a_scout_is_told_with_its_sum():
    scouted = Round((draw("9C", "5H KS", (9, 18)),), 1, 3)
    told = sentences(position(variant="scouts"), position(variant="scouts", rounds=(scouted,)), NAMES, None)
    assert told[1:3] == ("cleo drew 5♥ and scouted K♠.", "9 against 5 + 13 = 18.")


def test_a_picture_card_shows_its_value_where_sums_are_compared():
    scouted = Round((draw("2D 7D", "QD", (9, 12)),), 1, 3)
    told = sentences(position(variant="scouts"), position(variant="scouts", rounds=(scouted,)), NAMES, None)
    assert "2 + 7 = 9 against Q (12)." in told


def test_suits_are_compared_by_name():
    lost = Round((draw("6C", "2S", (0, 1)),), 1, 2)
    told = sentences(position(variant="suits"), position(variant="suits", rounds=(lost,)), NAMES, 0)
    assert told[2] == "Clubs against spades."


def test_a_first_view_is_no_news():
    assert sentences(None, position(rounds=(ACE_OVER_EIGHT,)), NAMES, 0) == ()


def test_the_status_is_the_score_with_ones_own_first():
    assert status(position(scores=(11, 14)), 1) == "14-11"
    assert status(position(scores=(11, 14)), None) == "11-14"


SAID = {
    "a round is told card by card": lambda: sentences(position(), position(rounds=(ACE_OVER_EIGHT,)), NAMES, None),
    "ones own part is told to you and compared first": lambda: sentences(
        position(1), position(1, rounds=(ACE_OVER_EIGHT,)), NAMES, 1
    ),
    "a war that breaks out is told with what is at stake": lambda: sentences(
        position(), position(war=(TENS,)), NAMES, None
    ),
    "a war goes on from what was told already": lambda: (
        (told := sentences(position(war=(TENS,)), position(rounds=(LONG_WAR,)), NAMES, None))[:5],
        told[5:],
    ),
    "a war that cannot go on is a tie": lambda: sentences(
        position(left=(1, 1)), position(left=(0, 0), scores=(20, 30), rounds=(Round((TENS,), None, 0),)), NAMES, 0
    )[-2:],
    "a flip is told once": lambda: (
        sentences(position(), (one := position(flipped=(False, True))), NAMES, 0),
        sentences(one, one, NAMES, 0),
    ),
    "a flip for the next round is told though the last one stood flipped": lambda: sentences(
        position(flipped=(False, True)), position(flipped=(False, True), rounds=(ACE_OVER_EIGHT,)), NAMES, 0
    )[-1],
    "the position is said with the war that is on": lambda: say(
        position(0, left=(13, 1), scores=(1, 14), war=(TENS,), flipped=(False, True), rounds=(ACE_OVER_EIGHT,)),
        NAMES,
        0,
    ),
    "a finished game says who won": lambda: say(position(left=(0, 0), scores=(8, 8)), NAMES, None)[-1],
}

test_said = golden_test(__name__, SAID)
