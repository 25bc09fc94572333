"""What is said of War, checked against positions written out by hand."""

from client.games.war.text import leads, notes, say, sentences, standing, status, still_to_win
from engines.war.view import Round
from tests.support.builders.tables import war_draw, war_view
from tests.support.golden.sentences import for_each, golden_test

NAMES = ("ana", "cleo")


ACE_OVER_EIGHT = Round((war_draw("AC", "8H", 14, 8),), 0, 2)
TENS = war_draw("10H", "10D", 10, 10)
TWOS = war_draw("2C", "2D", 2, 2)
LONG_WAR = Round((TENS, TWOS, war_draw("5C", "QH", 5, 12)), 1, 6)


def told(finished, variant, seat=None):
    return sentences(war_view(variant=variant), war_view(variant=variant, rounds=(finished,)), NAMES, seat)


def test_who_leads_and_by_how_much_is_told_and_counted_round_by_round():
    assert [standing(war_view(scores=(11, 14)), NAMES, seat) for seat in (None, 1)] == [
        "cleo leads by 3",
        "You lead by 3",
    ]
    assert standing(war_view(scores=(12, 12)), NAMES, None) == "level at 12"
    view = war_view(rounds=(ACE_OVER_EIGHT, LONG_WAR))
    assert (leads(view, 0), leads(view, 1)) == ((2, -4), (-2, 4))


def test_a_lead_is_safe_once_it_is_larger_than_all_that_can_still_be_won():
    def told(scores, *war):
        return still_to_win(war_view(scores=scores, left=(6, 6), war=war))

    assert told((20, 8)) == "Points still to win: 12"
    assert told((20, 6)) == "The lead can't be made up any more."
    assert told((20, 6), TENS) == "Points still to win: 14"


SAID = {
    "what wins and how the game went is noted": lambda: for_each(
        lambda variant: list(notes(war_view(variant=variant, rounds=(ACE_OVER_EIGHT, LONG_WAR)), NAMES, 1)),
        ["normal", "suits", "scouts"],
    ),
    "the status is the score with ones own first": lambda: for_each(
        lambda seat: status(war_view(scores=(11, 14)), seat), [1, None]
    ),
    "a scout is told with its sum": lambda: told(Round((war_draw("9C", "5H KS", 9, 18),), 1, 3), "scouts")[1:3],
    "a picture card shows its value where sums are compared": lambda: told(
        Round((war_draw("2D 7D", "QD", 9, 12),), 1, 3), "scouts"
    )[2],
    "suits are compared by name": lambda: told(Round((war_draw("6C", "2S", 0, 1),), 1, 2), "suits", 0)[2],
    "a round is told card by card": lambda: sentences(war_view(), war_view(rounds=(ACE_OVER_EIGHT,)), NAMES, None),
    "ones own part is told to you and compared first": lambda: sentences(
        war_view(seat=1), war_view(seat=1, rounds=(ACE_OVER_EIGHT,)), NAMES, 1
    ),
    "a war that breaks out is told with what is at stake": lambda: sentences(
        war_view(), war_view(war=(TENS,)), NAMES, None
    ),
    "a war goes on from what was told already": lambda: (
        (told := sentences(war_view(war=(TENS,)), war_view(rounds=(LONG_WAR,)), NAMES, None))[:5],
        told[5:],
    ),
    "a war that cannot go on is a tie": lambda: sentences(
        war_view(left=(1, 1)), war_view(left=(0, 0), scores=(20, 30), rounds=(Round((TENS,), None, 0),)), NAMES, 0
    )[-2:],
    "a flip is told once": lambda: (
        sentences(war_view(), (one := war_view(flipped=(False, True))), NAMES, 0),
        sentences(one, one, NAMES, 0),
    ),
    "a flip for the next round is told though the last one stood flipped": lambda: sentences(
        war_view(flipped=(False, True)), war_view(flipped=(False, True), rounds=(ACE_OVER_EIGHT,)), NAMES, 0
    )[-1],
    "the position is said with the war that is on": lambda: say(
        war_view(left=(13, 1), scores=(1, 14), war=(TENS,), flipped=(False, True), rounds=(ACE_OVER_EIGHT,)),
        NAMES,
        0,
    ),
    "a finished game says who won": lambda: say(war_view(left=(0, 0), scores=(8, 8)), NAMES, None)[-1],
}

test_said = golden_test(__name__, SAID)
