"""War by example: every worked example of the rules, and every sentence of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cards import DECK, Card
from engines.chance import Chance
from engines.game import IllegalMoveError, Outcome
from engines.war import rules
from engines.war.rules import State
from engines.war.variants import VARIANTS
from engines.war.view import Draw, Flip, Options, Round, Variant

CHANCE = Chance.from_seed(bytes(32), "unused")


def cards(written: str) -> tuple[Card, ...]:
    return tuple(map(Card.read, written.split()))


def table(variant: Variant, first: str, second: str) -> State:
    """A table whose hands hold these cards, the next one first."""
    return State(variant, (cards(first), cards(second)), (0, 0), (False, False), (), ())


def flip(state: State, *seats: int) -> State:
    for seat in seats:
        state = rules.apply(state, seat, Flip(), CHANCE)
    return state


def draw(state: State, times: int = 1) -> State:
    return flip(state, *(0, 1) * times)


def play(state: State) -> State:
    while seats := rules.turn(state):
        state = flip(state, seats[0])
    return state


# Dealing.


def test_the_deck_is_dealt_in_turn_the_first_card_to_seat_0():
    chance = Chance.from_seed(bytes(32), "deal")
    shuffled = Chance.from_seed(bytes(32), "deal").shuffle(DECK)
    state = rules.setup(Options(), 2, chance)
    assert state.hands == (shuffled[::2], shuffled[1::2])
    assert [state.hands[0][0], state.hands[1][0], state.hands[0][1]] == list(shuffled[:3])


def test_with_an_odd_number_of_cards_seat_0_holds_one_more():
    assert rules.deal(cards("2C 3C 4C 5C 6C")) == (cards("2C 4C 6C"), cards("3C 5C"))


def test_a_game_begins_with_26_cards_each_no_score_and_both_to_flip():
    state = rules.setup(Options("suits"), 2, Chance.from_seed(bytes(32), "deal"))
    assert (state.left, state.scores, state.variant) == ((26, 26), (0, 0), "suits")
    assert rules.turn(state) == (0, 1)
    assert rules.outcome(state) is None


# Flipping.


def test_nothing_is_drawn_until_both_have_flipped():
    state = flip(table("normal", "AC 2C", "8H 2H"), 0)
    assert (state.left, state.flipped, state.rounds) == ((2, 2), (True, False), ())
    assert rules.turn(state) == (1,)


def test_the_seats_may_flip_in_either_order():
    state = table("normal", "AC 2C", "8H 2H")
    assert flip(state, 0, 1) == flip(state, 1, 0)


def test_each_draw_of_a_war_waits_for_both_to_flip_anew():
    at_war = draw(table("normal", "10H 2C 5C", "10D 2D QH"))
    assert rules.turn(at_war) == (0, 1)
    assert rules.turn(flip(at_war, 1)) == (0,)
    assert flip(at_war, 1).war == at_war.war


def test_cards_are_drawn_from_the_front_and_never_come_back():
    state = draw(table("normal", "AC 3C 4C", "8H 2H 5H"))
    assert state.hands == (cards("3C 4C"), cards("2H 5H"))


# Rounds, as the rules' worked examples have them.

WORKED_EXAMPLES = [
    ("normal", "AC", "8H", 1, 0, 2),
    ("normal", "10H 2C 5C", "10D 2D QH", 3, 1, 6),
    ("normal", "10H KC", "10D QD", 2, 0, 4),
    ("normal", "AC", "KC", 1, 0, 2),
    ("suits", "6C", "2S", 1, 1, 2),
    ("suits", "QC KC AS", "8C 9C 8D", 3, 0, 6),
    *(("suits", f"2{better}", f"A{worse}", 1, 0, 2) for better, worse in ("HS", "HD", "SD", "SC", "DC", "CH")),
    *(("suits", f"A{worse}", f"2{better}", 1, 1, 2) for better, worse in ("HS", "HD", "SD", "SC", "DC", "CH")),
    ("scouts", "9C", "5H KS", 1, 1, 3),
    ("scouts", "2D 7D", "QD", 1, 1, 3),
    ("scouts", "QH 7C", "4H 8H 3S KH", 2, 1, 6),
    ("scouts", "2S 8S 3S 9S", "10H 2H QD", 2, 1, 7),
]
"""Cards of both seats, and how many draws the round has, who wins it and for how many points. Aces are high; hearts
beat spades and diamonds, spades beat diamonds and clubs, diamonds beat clubs, and clubs beat hearts."""


@pytest.mark.parametrize(("variant", "first", "second", "draws", "winner", "points"), WORKED_EXAMPLES)
@pytest.mark.parametrize("rest", ["", " AD"], ids=["last cards", "cards left"])
def test_a_worked_example(variant, first, second, draws, winner, points, rest):
    after = draw(table(variant, first + rest, second + rest.replace("D", "H")), draws)
    (finished,) = after.rounds
    assert (len(finished.draws), finished.winner, finished.points) == (draws, winner, points)
    assert after.scores == ((points, 0) if winner == 0 else (0, points))
    assert after.war == ()


def test_equal_ranks_are_a_war_and_nobody_scores_yet():
    state = draw(table("normal", "10H 2C", "10D 3D"))
    assert state.war == (Draw((cards("10H"), cards("10D")), (10, 10)),)
    assert (state.rounds, state.scores) == ((), (0, 0))


def test_a_finished_round_keeps_every_card_in_the_order_drawn():
    state = draw(table("scouts", "QH 7C", "4H 8H 3S KH"), 2)
    first = Draw((cards("QH"), cards("4H 8H")), (12, 12))
    second = Draw((cards("7C"), cards("3S KH")), (7, 16))
    assert state.rounds == (Round((first, second), 1, 6),)


@pytest.mark.parametrize("suit", "CSDH")
def test_equal_suits_are_a_war(suit):
    state = draw(table("suits", f"2{suit} 3C", f"A{suit} 4C"))
    assert len(state.war) == 1
    assert state.rounds == ()


# Scouts.

SCOUTING = {
    **{
        f"a {low} scouts and plays the sum": (f"{low} 6D KC", "QC 2H", f"{low} 6D", "QC")
        for low in ("2S", "3S", "4S", "5S")
    },
    **{f"a {high} does not scout": (f"{high} 2D", "2C 3C 4C", high, "2C 3C") for high in ("6S", "7S", "10S", "AS")},
    "a scouted low card does not scout again": ("2S 3S KC", "9C 2H", "2S 3S", "9C"),
    "a low card plays alone when there is none to scout with": ("4S", "9C KH", "4S", "9C"),
    "both seats may scout in the same draw": ("2S 9S KS", "3H 10H KH", "2S 9S", "3H 10H"),
}


@pytest.mark.parametrize(("first", "second", "played", "others"), SCOUTING.values(), ids=SCOUTING)
def test_a_card_of_value_5_or_less_scouts(first, second, played, others):
    state = draw(table("scouts", first, second))
    (drawn,) = state.rounds[0].draws
    assert drawn.cards == (cards(played), cards(others))
    assert drawn.values == tuple(sum(card.value for card in shown) for shown in drawn.cards)
    assert state.rounds[0].points == len(played.split()) + len(others.split())
    assert state.hands[0] == cards(first)[len(played.split()) :]


def test_every_draw_of_a_war_may_scout_afresh():
    state = draw(table("scouts", "2S 8S 3S 9S KC", "10H 2H QD KH"), 2)
    assert [drawn.values for drawn in state.rounds[0].draws] == [(10, 10), (12, 14)]


@pytest.mark.parametrize("variant", ["normal", "suits"])
def test_only_scouts_scout(variant):
    assert draw(table(variant, "2S 8S", "10H KH")).rounds[0].draws[0].cards == (cards("2S"), cards("10H"))


# A war that cannot go on.


@pytest.mark.parametrize(
    ("variant", "first", "second", "draws"),
    [
        ("normal", "10H", "10D", 1),
        ("normal", "10H 2C", "10D 2S", 2),
        ("suits", "10H", "4H", 1),
        ("scouts", "10H", "10D KC", 1),
        ("scouts", "4H 6H", "10D KC", 1),
        ("scouts", "10D KC QC", "4H 6H", 1),
    ],
)
def test_a_war_with_a_hand_empty_is_a_tie_and_its_cards_are_gone(variant, first, second, draws):
    state = draw(table(variant, first, second), draws)
    (finished,) = state.rounds
    assert (finished.winner, finished.points, len(finished.draws)) == (None, 0, draws)
    assert (state.scores, state.war) == ((0, 0), ())
    assert rules.turn(state) == ()


# The end.

BOTH, ONE = "Both hands are empty.", "A hand is empty."
ENDS = {
    "when both hands are empty": ("normal", "AC", "2C", 1, Outcome((2, 0), (0,), BOTH)),
    "when seat 0's hand is empty": ("scouts", "2S 9S", "KC QC", 1, Outcome((0, 3), (1,), ONE)),
    "when seat 1's hand is empty": ("scouts", "KC QC", "2S 9S", 1, Outcome((3, 0), (0,), ONE)),
    "won by the higher score": ("normal", "2C 3C 4C", "AC KC 2D", 3, Outcome((2, 4), (1,), BOTH)),
    "tied at equal scores": ("normal", "2C AC", "AD 2D", 2, Outcome((2, 2), (0, 1), BOTH)),
    "with the scores of rounds before a war that cannot go on": (
        "normal", "AC 10H", "2C 10D", 2, Outcome((2, 0), (0,), BOTH),
    ),
    "not while cards are left": ("normal", "2C AC", "AD 2D", 1, None),
}  # fmt: skip


@pytest.mark.parametrize(("variant", "first", "second", "draws", "ended"), ENDS.values(), ids=ENDS)
def test_a_game_ends(variant, first, second, draws, ended):
    state = draw(table(variant, first, second), draws)
    assert rules.outcome(state) == ended
    assert (rules.turn(state) == ()) == (ended is not None)


@pytest.mark.parametrize(
    ("state", "seat", "why"),
    [
        (flip(table("normal", "AC 2C", "8H 2H"), 1), 1, "You have already flipped."),
        (draw(table("normal", "AC", "2C")), 0, "The game is over."),
    ],
)
def test_a_seat_flips_once_for_a_draw_and_not_after_the_end(state, seat, why):
    with pytest.raises(IllegalMoveError, match=f"^{why}$"):
        flip(state, seat)


# What everyone sees.


def test_everyone_sees_the_same_but_for_the_seat_they_look_from():
    state = flip(draw(table("scouts", "QH 7C 2C", "4H 8H 3S KH 2H")), 0)
    spectator = rules.view(state, None)
    assert [rules.view(state, seat) for seat in (0, 1)] == [replace(spectator, seat=0), replace(spectator, seat=1)]


def test_a_view_shows_flipped_cards_values_scores_and_how_many_cards_are_left():
    state = draw(table("normal", "AC 10H 3C", "8H 10D 4C"), 2)
    seen = rules.view(state, 0)
    assert seen.rounds == (Round((Draw((cards("AC"), cards("8H")), (14, 8)),), 0, 2),)
    assert seen.war == (Draw((cards("10H"), cards("10D")), (10, 10)),)
    assert (seen.left, seen.scores, seen.flipped) == ((1, 1), (2, 0), (False, False))


def test_a_view_shows_no_card_still_in_a_hand():
    state = flip(draw(table("normal", "AC 10H 3C", "8H 10D 4C")), 0)
    shown = repr(rules.view(state, 0))
    assert [repr(card) in shown for card in cards("10H 3C 10D 4C")] == [False] * 4
    assert repr(Card.read("AC")) in shown


def test_a_redealt_table_keeps_what_was_seen_and_deals_the_other_cards_anew():
    state = draw(rules.setup(Options(), 2, Chance.from_seed(bytes(32), "deal")), 5)
    other = rules.redeal(rules.view(state, 0), Chance.from_seed(bytes(32), "imagined"))
    assert rules.view(other, 0) == rules.view(state, 0)
    assert other.hands != state.hands
    assert sorted(other.hands[0] + other.hands[1]) == sorted(state.hands[0] + state.hands[1])


# Facts of the whole game, each from a sample with a fixed seed: it passes always or fails always. Every bound is five
# standard errors of its own sample, which a right engine would miss for one seed in 1.7 million.

GAMES = 2000


def sample(variant: Variant) -> list[State]:
    return [rules.setup(Options(variant), 2, Chance.from_seed(bytes(32), variant, number)) for number in range(GAMES)]


@pytest.mark.parametrize(("variant", "share"), [("normal", 3 / 51), ("suits", 12 / 51)])
def test_the_first_draw_is_a_war_as_often_as_it_should_be(variant, share):
    wars = sum(bool(draw(state).war) for state in sample(variant))
    assert wars / GAMES == pytest.approx(share, abs=5 * (share * (1 - share) / GAMES) ** 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_both_seats_win_equally_often(variant):
    ends = [rules.outcome(play(state)).winners for state in sample(variant)]
    first, second = ends.count((0,)), ends.count((1,))
    assert first + second > GAMES / 2
    assert abs(first - second) < 5 * (first + second) ** 0.5
