"""War in words: what happened, the position, and the values of a draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from types import MappingProxyType

from client.drawing.grammar import Names, capitalize, count, entry_sentences, mid_sentence, names_with_you, verb
from engines.cards import RANKS, Card
from engines.game import Seat
from engines.war.view import Draw, Round, Variant, View, is_over

SEATS = (0, 1)
SUITS = ("clubs", "spades", "diamonds", "hearts")
NOTHING_DRAWN: tuple[Draw, ...] = ()
WINS: Mapping[Variant, tuple[str, ...]] = MappingProxyType(
    {
        "normal": ("The higher card wins.", "Equal cards are a war."),
        "suits": ("♥ beats ♠ and ♦", "♠ beats ♦ and ♣", "♦ beats ♣", "♣ beats ♥", "Equal suits are a war."),
        "scouts": ("The higher sum wins.", "Up to 5 adds the next card.", "Equal sums are a war."),
    }
)
"""What wins a round, in lines."""


def sentences(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """A sentence for every draw of a seat, comparison, WAR, round won and flip."""
    return () if before is None else tuple(_news(before, after, names_with_you(names, seat), seat))


def newest(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:  # noqa: ARG001
    """The last draw and its result, or before the first one who has flipped; the newest view has it all."""
    who = names_with_you(names, seat)
    draws = last_draws(after)
    return (
        *_draws(draws, max(0, len(draws) - 1), after.variant, who, seat),
        *([_round_end(after.rounds[-1], who)] if after.rounds and not after.war else ()),
        *([_game_end(after, who)] if is_over(after) else [] if draws else _flip_sentences(after, who)),
    )


def say(view: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    who = names_with_you(names, seat)
    return (
        f"War, {view.variant} variant, round {round_number(view)}.",
        *[_hand_sentence(view, who[at], at) for at in SEATS],
        *(_at_war(view.war, view.variant, seat) if view.war else ()),
        *_to_flip(view, who, seat),
    )


def show(view: View, names: Names, seat: Seat | None, words: str) -> tuple[str, ...]:
    """The finished round of that number, or all of them, told as when they were played. Raises ValueError."""
    who = names_with_you(names, seat)
    rounds = {
        number: (f"Round {number}.", *_draws(finished.draws, 0, view.variant, who, seat), _round_end(finished, who))
        for number, finished in enumerate(view.rounds, 1)
    }
    return entry_sentences(rounds, words)


def status(view: View, seat: Seat | None) -> str:
    mine = seat or 0
    return f"{view.scores[mine]}-{view.scores[1 - mine]}"


def standing(view: View, names: Names, seat: Seat | None) -> str:
    """Who leads, in a few words."""
    first, second = view.scores
    if first == second:
        return f"level at {first}"
    who = names_with_you(names, seat)[0 if first > second else 1]
    return f"{verb(who, 'lead', 'leads')} by {abs(first - second)}"


def leads(view: View, seat: Seat) -> tuple[int, ...]:
    """By how much a seat led after each round; less than 0 where it was behind."""
    gains = (0 if each.winner is None else each.points if each.winner == seat else -each.points for each in view.rounds)
    return tuple(accumulate(gains))


def notes(view: View, names: Names, seat: Seat | None) -> Iterator[str]:
    """What wins under the rules of the table, and how the game has gone so far, a line each."""
    yield from WINS[view.variant]
    if view.rounds:
        won = [sum(each.winner == at for each in view.rounds) for at in SEATS]
        first, second = (mid_sentence(name) for name in names_with_you(names, seat))
        wars = sum(len(each.draws) - 1 + (each.winner is None) for each in view.rounds) + len(view.war)
        yield f"Rounds won: {first} {won[0]}, {second} {won[1]}"
        yield f"Wars: {wars}"


def still_to_win(view: View) -> str:
    """How many points are left at most, as each card is worth one, or that they cannot turn the game any more."""
    points = sum(view.left) + at_stake(view.war)
    is_decided = abs(view.scores[0] - view.scores[1]) > points
    return "The lead can't be made up any more." if is_decided else f"Points still to win: {points}"


def round_number(view: View) -> int:
    """The current round, counted from 1; when the game is over, the last one."""
    return len(view.rounds) + (not is_over(view))


def last_draws(view: View) -> tuple[Draw, ...]:
    """The draws of the war under way or, between rounds, of the round before."""
    return view.war or (view.rounds[-1].draws if view.rounds else NOTHING_DRAWN)


def at_stake(draws: tuple[Draw, ...]) -> int:
    """How many cards were drawn: a point each for the winner."""
    return sum(len(cards) for draw in draws for cards in draw.cards)


def comparison(draw: Draw, variant: Variant, seat: Seat | None) -> str:
    """The two values compared, the player's own first: `10 against 3 + 7 = 10`."""
    mine = seat or 0
    first, second = (worth(draw.cards[at], draw.values[at], variant) for at in (mine, 1 - mine))
    return f"{first} against {second}"


def worth(cards: tuple[Card, ...], value: int, variant: Variant) -> str:
    """The value of a seat's cards: `K`, `hearts`, `K (13)` or `3 + 7 = 10`, as the variant counts."""
    match variant:
        case "suits":
            return SUITS[value]
        case "scouts" if len(cards) > 1:
            return f"{' + '.join(str(card.value) for card in cards)} = {value}"
        case "scouts" if RANKS[cards[0].rank] != str(value):
            return f"{RANKS[cards[0].rank]} ({value})"
        case _:
            return RANKS[cards[0].rank]


def _news(before: View, after: View, who: Names, seat: Seat | None) -> Iterator[str]:
    known = before.war
    for finished in after.rounds[len(before.rounds) :]:
        yield from _draws(finished.draws, len(known), after.variant, who, seat)
        yield _round_end(finished, who)
        known = NOTHING_DRAWN
    yield from _draws(after.war, len(known), after.variant, who, seat)
    if is_over(after):
        yield _game_end(after, who)
    yield from _flips(before, after, who)


def _draws(draws: tuple[Draw, ...], known: int, variant: Variant, who: Names, seat: Seat | None) -> Iterator[str]:
    """The new draws of a round. A draw that leaves both equal is a WAR, also the last one that cannot go on."""
    for number, draw in enumerate(draws[known:], known + 1):
        for at in SEATS:
            yield f"{who[at]} drew {_cards(draw.cards[at])}."
        yield f"{capitalize(comparison(draw, variant, seat))}."
        if draw.values[0] == draw.values[1]:
            yield "WAR!"
            yield f"{count(at_stake(draws[:number]), 'card')} at stake."


def _cards(cards: tuple[Card, ...]) -> str:
    card, *scouts = map(str, cards)
    return f"{card} and scouted {scouts[0]}" if scouts else card


def _round_end(finished: Round, who: Names) -> str:
    if finished.winner is None:
        return "The war can't go on: a hand is empty, so nobody scores."
    return f"{who[finished.winner]} won the round, scoring {count(finished.points, 'point')}."


def _game_end(view: View, who: Names) -> str:
    first, second = view.scores
    if first == second:
        return f"The game is over: a tie at {first}."
    winner = who[0 if first > second else 1]
    return f"The game is over: {mid_sentence(winner)} won {max(view.scores)} to {min(view.scores)}."


def _flips(before: View, after: View, who: Names) -> Iterator[str]:
    drawn = (len(before.rounds), len(before.war)) != (len(after.rounds), len(after.war))
    for at in SEATS:
        if after.flipped[at] and (drawn or not before.flipped[at]):
            yield f"{verb(who[at], 'have', 'has')} flipped."


def _flip_sentences(view: View, who: Names) -> Iterator[str]:
    return (f"{verb(who[at], 'have', 'has')} flipped." for at in SEATS if view.flipped[at])


def _hand_sentence(view: View, who: str, at: Seat) -> str:
    return f"{verb(who, 'have', 'has')} {count(view.left[at], 'card')} left and {count(view.scores[at], 'point')}."


def _at_war(war: tuple[Draw, ...], variant: Variant, seat: Seat | None) -> tuple[str, ...]:
    return "WAR!", f"{capitalize(comparison(war[-1], variant, seat))}.", f"{count(at_stake(war), 'card')} at stake."


def _to_flip(view: View, who: Names, seat: Seat | None) -> Iterator[str]:
    if is_over(view):
        yield _game_end(view, who)
        return
    yield from _flip_sentences(view, who)
    if seat is not None and not view.flipped[seat]:
        yield "You can flip now."
