"""War: two seats flip their cards once through the deck, and the better card takes the round."""

from __future__ import annotations

from dataclasses import dataclass

from engines.cards import DECK, Card
from engines.chance import Chance
from engines.game import IllegalMoveError, Outcome, Seat
from engines.war.variants import VARIANTS, Hand
from engines.war.view import Draw, Flip, Options, Round, Variant, View, is_over, may_flip

SEATS = (0, 1)
NOBODY = (False, False)


@dataclass(frozen=True, slots=True)
class State:
    """The whole table: what the View shows and, beyond it, the cards of the hands.

    Attributes:
        hands: the cards not drawn yet, each hand's next one first.
    """

    variant: Variant
    hands: tuple[Hand, Hand]
    scores: tuple[int, int]
    flipped: tuple[bool, bool]
    war: tuple[Draw, ...]
    rounds: tuple[Round, ...]

    @property
    def left(self) -> tuple[int, int]:
        first, second = self.hands
        return len(first), len(second)


def setup(options: Options, seats: int, chance: Chance) -> State:  # noqa: ARG001 - War has two seats whatever is said
    return State(options.variant, deal(chance.shuffle(DECK)), (0, 0), NOBODY, (), ())


def deal(cards: tuple[Card, ...]) -> tuple[Hand, Hand]:
    """Deal the cards in turn, the first to seat 0, who gets one more when their number is odd."""
    return cards[0::2], cards[1::2]


def turn(state: State) -> tuple[Seat, ...]:
    """The seats still to flip for the coming draw: both at once at first."""
    return () if is_over(state) else tuple([seat for seat in SEATS if not state.flipped[seat]])


def apply(state: State, seat: Seat, move: Flip, chance: Chance) -> State:  # noqa: ARG001 - the cards lie dealt already
    """Flip for a seat; the second of two flips turns the cards over."""
    if not may_flip(state, seat):
        raise IllegalMoveError("The game is over." if is_over(state) else "You have already flipped.")
    if state.flipped[1 - seat]:
        return _draw(state)
    return State(state.variant, state.hands, state.scores, (seat == 0, seat == 1), state.war, state.rounds)


def _draw(state: State) -> State:
    """Draw for both seats, which ends the round or starts a war."""
    rules = VARIANTS[state.variant]
    first, second = state.hands
    first_cards, first_value = rules.draw(first)
    second_cards, second_value = rules.draw(second)
    hands = first[len(first_cards) :], second[len(second_cards) :]
    draws = (*state.war, Draw((first_cards, second_cards), (first_value, second_value)))
    winner = rules.winner(first_value, second_value)
    if winner is None and all(hands):
        return State(state.variant, hands, state.scores, NOBODY, draws, state.rounds)
    finished = _round(draws, winner)
    scores = _add_points(state.scores, finished)
    return State(state.variant, hands, scores, NOBODY, (), (*state.rounds, finished))


def _round(draws: tuple[Draw, ...], winner: Seat | None) -> Round:
    """The finished round: a point for every card drawn in it, to its winner if it has one."""
    points = 0 if winner is None else sum([len(first) + len(second) for (first, second), _ in draws])
    return Round(draws, winner, points)


def _add_points(scores: tuple[int, int], finished: Round) -> tuple[int, int]:
    first, second = scores
    return first + finished.points * (finished.winner == 0), second + finished.points * (finished.winner == 1)


def view(state: State, seat: Seat | None) -> View:
    return View(seat, state.variant, state.left, state.scores, state.flipped, state.war, state.rounds)


def outcome(state: State) -> Outcome | None:
    """The end, once a hand is empty after a round. The higher score wins."""
    if not is_over(state):
        return None
    best = max(state.scores)
    winners = tuple(seat for seat in SEATS if state.scores[seat] == best)
    return Outcome(state.scores, winners, "A hand is empty." if any(state.hands) else "Both hands are empty.")


def redeal(view: View, chance: Chance) -> State:
    """Some table that looks like this view: the cards never seen, dealt anew into hands of the same sizes."""
    seen = {card for draw in _draws(view) for cards in draw.cards for card in cards}
    unseen = chance.shuffle([card for card in DECK if card not in seen])
    first = view.left[0]
    return State(view.variant, (unseen[:first], unseen[first:]), view.scores, view.flipped, view.war, view.rounds)


def _draws(view: View) -> list[Draw]:
    return [draw for finished in view.rounds for draw in finished.draws] + list(view.war)
