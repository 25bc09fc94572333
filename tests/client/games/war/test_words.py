"""What is said of War, checked against positions written out by hand."""

from client.games.war.words import say, sentences, status
from engines.cards import Card
from engines.war.view import Draw, Round, View

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


def test_a_round_is_told_card_by_card():
    assert sentences(position(), position(rounds=(ACE_OVER_EIGHT,)), NAMES, None) == (
        "ana drew A♣.",
        "cleo drew 8♥.",
        "A against 8.",
        "ana won the round, scoring 2 points.",
    )


def test_ones_own_part_is_told_to_you_and_compared_first():
    assert sentences(position(1), position(1, rounds=(ACE_OVER_EIGHT,)), NAMES, 1) == (
        "ana drew A♣.",
        "You drew 8♥.",
        "8 against A.",
        "ana won the round, scoring 2 points.",
    )


def test_a_war_that_breaks_out_is_told_with_what_is_at_stake():
    assert sentences(position(), position(war=(TENS,)), NAMES, None) == (
        "ana drew 10♥.",
        "cleo drew 10♦.",
        "10 against 10.",
        "WAR!",
        "2 cards at stake.",
    )


def test_a_war_goes_on_from_what_was_told_already():
    told = sentences(position(war=(TENS,)), position(rounds=(LONG_WAR,)), NAMES, None)
    assert told[:5] == ("ana drew 2♣.", "cleo drew 2♦.", "2 against 2.", "WAR!", "4 cards at stake.")
    assert told[5:] == ("ana drew 5♣.", "cleo drew Q♥.", "5 against Q.", "cleo won the round, scoring 6 points.")


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


def test_a_war_that_cannot_go_on_is_a_tie():
    tie = Round((TENS,), None, 0)
    told = sentences(position(left=(1, 1)), position(left=(0, 0), scores=(20, 30), rounds=(tie,)), NAMES, 0)
    assert told[-2:] == (
        "The war cannot go on: a hand is empty, and nobody scores.",
        "The game is over: cleo won 30 to 20.",
    )


def test_a_flip_is_told_once():
    one = position(flipped=(False, True))
    assert sentences(position(), one, NAMES, 0) == ("cleo has flipped.",)
    assert sentences(one, one, NAMES, 0) == ()


def test_a_flip_for_the_next_round_is_told_though_the_last_one_stood_flipped():
    after = position(flipped=(False, True), rounds=(ACE_OVER_EIGHT,))
    assert sentences(position(flipped=(False, True)), after, NAMES, 0)[-1] == "cleo has flipped."


def test_a_first_view_is_no_news():
    assert sentences(None, position(rounds=(ACE_OVER_EIGHT,)), NAMES, 0) == ()


def test_the_position_is_said_with_the_war_that_is_on():
    view = position(0, left=(13, 1), scores=(1, 14), war=(TENS,), flipped=(False, True), rounds=(ACE_OVER_EIGHT,))
    assert say(view, NAMES, 0) == (
        "War, normal variant, round 2.",
        "You have 13 cards left and 1 point.",
        "cleo has 1 card left and 14 points.",
        "WAR!",
        "10 against 10.",
        "2 cards at stake.",
        "cleo has flipped.",
        "You may flip.",
    )


def test_a_finished_game_says_who_won():
    assert say(position(left=(0, 0), scores=(8, 8)), NAMES, None)[-1] == "The game is over: a tie at 8."


def test_the_status_is_the_score_with_ones_own_first():
    assert status(position(scores=(11, 14)), 1) == "14-11"
    assert status(position(scores=(11, 14)), None) == "11-14"
