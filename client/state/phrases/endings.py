"""The end of a game in words: who won, the final standings, and who wants a rematch."""

from __future__ import annotations

from typing import NamedTuple

from client.drawing.grammar import Names, join_words, mid_sentence, names_in_list, names_with_you
from client.state.phrases.players import departures, reason
from client.state.reading import known_game
from client.state.table_view import ended_untouched
from engines.game import Seat
from protocol import messages as m

DRAWN, UNCOUNTED = "A draw.", "It doesn't count: you didn't move."


class FinalStanding(NamedTuple):
    """One seat at the end: its name, score and games won at this table, whether it won, and why it gave this one up."""

    name: str
    score: int
    won: int
    is_winner: bool
    gone: str


def result(table: m.Table, names: Names) -> str:
    """Who won, in a sentence; empty while the game goes on. For a player alone it is their score."""
    ending = table.ending
    if ending is None:
        return ""
    who = names_with_you(names, table.seat)
    match ending.winners:
        case _ if is_solved(table):
            return "You won!" if table.seat == 0 else f"{who[0]} won."
        case _ if len(names) == 1:
            return f"Score {ending.scores[0]}." if ending.scores else reason(table, names)
        case ():
            return "Nobody won."
        case (winner,):
            return f"{who[winner]} won{_points(table, ending, winner)}."
        case _ if not ending.scores and len(ending.winners) == len(names):
            return DRAWN
        case (first, *others) if not ending.scores:
            return f"{join_words((who[first], *(mid_sentence(who[winner]) for winner in others)))} won."
        case (_, _) if len(names) == 2:
            return f"A tie, {' to '.join(map(str, ending.scores))}."
    return f"A tie between {join_words(mid_sentence(who[winner]) for winner in ending.winners)}."


def why_and_who(table: m.Table, names: Names) -> tuple[str, ...]:
    """Why a game ended and who won, each once; of a draw how it came says both."""
    why, who = reason(table, names), result(table, names)
    return (why,) if why and who == DRAWN else tuple(dict.fromkeys((why, who)))


def is_solved(table: m.Table) -> bool:
    """Whether a player alone has won a game that deals something to solve."""
    if table.ending is None or len(table.chairs) > 1 or not table.ending.winners:
        return False
    game = known_game(table.game)
    return game is not None and game.setup.deal is not None


def standings(table: m.Table, names: Names) -> tuple[FinalStanding, ...]:
    """The final standings, best first, of a game of more than two with scores; else empty."""
    ending = table.ending
    if ending is None or not ending.scores or len(names) <= 2:
        return ()
    order = sorted(range(len(names)), key=lambda seat: -ending.scores[seat])
    who, gone = names_in_list(names, table.seat), departures(table)
    return tuple(
        FinalStanding(
            name=who[seat],
            score=ending.scores[seat],
            won=table.chairs[seat].won,
            is_winner=seat in ending.winners,
            gone=gone.get(seat, ""),
        )
        for seat in order
    )


def games_won(table: m.Table, names: Names) -> str:
    """How many games each player has won at this table, or that this one counts for nothing.

    Empty where nobody else sits there, and where the standings tell who won how many.
    """
    if ended_untouched(table):
        return UNCOUNTED
    who = names_in_list(names, table.seat)
    won = [f"{name} {chair.won}" for name, chair in zip(who, table.chairs, strict=True) if chair.kind != "open"]
    return f"Games won here: {', '.join(won)}" if len(won) > 1 and not standings(table, names) else ""


def describe_rematch_request(table: m.Table, names: Names) -> str:
    """Which of the others ask for a rematch; empty if none does, or the player has agreed already."""
    seats = [seat for seat in table.rematch if seat != table.seat]
    if not seats or table.seat in table.rematch:
        return ""
    return f"{join_words(names[seat] for seat in seats)} {'ask' if len(seats) > 1 else 'asks'} for a rematch."


def describe_rematch_wait(table: m.Table, names: Names) -> str:
    """What the player waits for after asking for a rematch; empty if they have not asked, or all have agreed."""
    if table.seat not in table.rematch:
        return ""
    people = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person" and seat not in table.rematch]
    if people:
        return f"You asked for a rematch. Waiting for {join_words(names[seat] for seat in people)}."
    is_open = any(chair.kind == "open" for chair in table.chairs)
    return "The rematch begins when somebody takes the open seat." if is_open else ""


def _points(table: m.Table, ending: m.Ending, winner: Seat) -> str:
    """The winner's score and the other's; empty if the scores did not decide, or there are more than two players."""
    if len(ending.scores) != 2 or table.gave_up or ending.scores[0] == ending.scores[1]:
        return ""
    return f" {ending.scores[winner]} to {ending.scores[1 - winner]}"
