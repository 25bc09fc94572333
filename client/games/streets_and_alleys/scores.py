"""Each player's progress in a race, in words, and the winner."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.grammar import YOU, Names, count, join_words, mid_sentence, verb
from engines.cards import DECK
from engines.game import Seat
from engines.streets_and_alleys.view import View, places, scores

CARDS = len(DECK)


def standings(view: View) -> tuple[Seat, ...]:
    return tuple(sorted(range(len(view.moves)), key=lambda seat: places(view)[seat]))


def progress(view: View, seat: Seat) -> str:
    return f"{scores(view)[seat]} of {CARDS} cards up in {count(view.moves[seat], 'move')}"


def standing(view: View, seat: Seat, who: Names) -> str:
    return f"{verb(who[seat], 'have', 'has')} {progress(view, seat)}{', out of the race' if seat in view.gone else ''}."


def lead(view: View, who: Names) -> str:
    """Who is ahead, and by how much, in a sentence."""
    first, *others = (seat for seat in standings(view) if seat not in view.gone)
    if not others:
        return f"{verb(who[first], 'are', 'is')} the last one in the race."
    ahead = scores(view)[first] - scores(view)[others[0]]
    if ahead:
        return f"{verb(who[first], 'lead', 'leads')} by {count(ahead, 'card')}."
    fewer = view.moves[others[0]] - view.moves[first]
    level = f"{who[first]} and {mid_sentence(who[others[0]])} are level at {count(scores(view)[first], 'card')}"
    return f"{level}; {mid_sentence(who[first])} made {count(fewer, 'fewer move')}." if fewer else f"{level}."


def game_end(view: View, who: Names) -> Iterator[str]:
    """How the race ended: for the winner in the words of the rules."""
    winners = [who[seat] for seat in standings(view) if _has_won(view, seat)]
    match view.over:
        case "won" if winners == [YOU]:
            yield "You won!"
        case "won":
            yield f"{join_words(winners)} won: all {CARDS} cards are up."
        case _ if len(who) == 1:
            why = "The time is up" if view.over == "time" else f"{who[0]} resigned"
            yield f"{why}: {progress(view, 0)}."
        case "time" if len(winners) == 1:
            yield f"The time is up: {mid_sentence(winners[0])} won."
        case "time":
            yield f"The time is up: a tie between {join_words(map(mid_sentence, winners))}."
        case _ if winners:
            yield f"{winners[0]} won."
        case _:
            yield "Nobody is left in the race."


def _has_won(view: View, seat: Seat) -> bool:
    if view.over == "won":
        return scores(view)[seat] == CARDS
    return len(view.moves) > 1 and seat not in view.gone and places(view)[seat] == 1
