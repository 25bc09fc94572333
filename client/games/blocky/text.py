"""Blocky in words: each move as a sentence, the position, and the board as rows of letters."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.grammar import (
    YOU,
    Names,
    count,
    join_words,
    mid_sentence,
    names_with_you,
    turn_of,
    verb,
    whose,
    whose_mid_sentence,
)
from client.games.blocky.actions import action_of
from client.games.blocky.colours import LETTERS, NAMES
from client.games.blocky.scores import COUNTS, WORTH, in_order, moves_left, signed, winners
from engines.blocky.block import grid
from engines.blocky.goals import Kind
from engines.blocky.moves import Pass, read
from engines.blocky.places import place_name
from engines.blocky.view import MoveMade, View, board_of, is_over
from engines.game import Seat

GOALS: dict[Kind, str] = {"blob": "the biggest blob of {}", "perimeter": "the most {} on the edge"}


def sentences(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """A sentence for every move, and at the end the result."""
    return () if before is None else tuple(_news(before, after, names_with_you(names, seat)))


def newest(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """The moves since the view before, or the last one; then whether it is the player's turn, or who won."""
    who = names_with_you(names, seat)
    said = tuple(_moves_since(before, after, who)) or tuple(
        turn_sentence(turn, after.depth, who) for turn in after.log[-1:]
    )
    if is_over(after):
        return (*(() if _is_deserted(after) else said), _game_end(after, who))
    if said and after.seat is not None and after.seat == after.mover:
        return (*said, _your_turn(after))
    return said


def say(view: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    who = names_with_you(names, seat)
    return (
        f"Blocky, {count(view.moves, 'move')} each; {COUNTS[view.kind]}.",
        *(sentence for at in in_order(view) for sentence in _player(view, at, who)),
        *board_sentences(view),
        _game_end(view, who) if is_over(view) else _whose_turn(view, who),
    )


def status(view: View, seat: Seat | None) -> str:
    at = view.mover if seat is None else seat
    made = max(view.made) if at is None else view.made[at]
    scores = ("?" if view.scores[other] is None else str(view.scores[other]) for other in in_order(view))
    return f"{made}/{view.moves}  {'-'.join(scores)}"


def standing(view: View, names: Names, seat: Seat | None) -> str:
    """Who leads, in a few words; empty while goals are secret, and where nobody plays against another."""
    ranked = sorted((-(score or 0), at) for at, score in enumerate(view.scores) if at not in view.gone)
    if None in view.scores or is_over(view) or len(ranked) == 1:
        return ""
    (first, leader), (second, _) = ranked[:2]
    if first == second:
        return f"level at {-first}"
    return f"{verb(names_with_you(names, seat)[leader], 'lead', 'leads')} by {second - first}"


def turn_sentence(turn: MoveMade, depth: int, who: Names) -> str:
    move = read(turn.move)
    deed = action_of(move).past
    if not isinstance(move, Pass):
        deed = deed.format(block=place_name(move.path, depth))
    gain = "" if turn.gain is None or isinstance(move, Pass) else f", {signed(turn.gain) if turn.gain else 'no change'}"
    return f"{who[turn.seat]} {deed}{gain}."


def board_sentences(view: View) -> Iterator[str]:
    side = 1 << view.depth
    letters = ", ".join(f"{letter} {name}" for letter, name in zip(LETTERS, NAMES, strict=True))
    yield f"The board has {side} rows of {side} cells, counted from 0 at the upper left: {letters}."
    for y, row in enumerate(grid(board_of(view), view.depth)):
        cells = "".join(LETTERS[colour] for colour in row)
        yield f"Row {y:>2}: {' '.join(cells[at : at + 4] for at in range(0, side, 4))}"


def _news(before: View, after: View, who: Names) -> Iterator[str]:
    yield from _moves_since(before, after, who)
    if is_over(after) and not is_over(before):
        yield _game_end(after, who)
        for seat in in_order(after):
            yield from _player(after, seat, who)
    elif after.seat is not None and after.seat == after.mover and after.made != before.made:
        yield _your_turn(after)


def _moves_since(before: View | None, after: View, who: Names) -> Iterator[str]:
    """The moves made since a view. The frame tells of takebacks and of who gives up."""
    if before is not None:
        were = set(map(_without_gain, before.log))
        yield from (turn_sentence(turn, after.depth, who) for turn in after.log if _without_gain(turn) not in were)


def _without_gain(turn: MoveMade) -> MoveMade:
    """A move without its gain, which for a secret goal is known only at the end."""
    return turn._replace(gain=None)


def _your_turn(view: View) -> str:
    return f"{turn_of(YOU)}, with {count(moves_left(view, view.seat or 0), 'move')} left."


def _whose_turn(view: View, who: Names) -> str:
    mover = who[view.mover or 0]
    return _your_turn(view) if mover == YOU else f"{turn_of(mover)}."


def _player(view: View, at: Seat, who: Names) -> Iterator[str]:
    colour, score, cost = view.colours[at], view.scores[at], view.costs[at]
    if colour is not None:
        yield f"{whose(who[at])} goal: {GOALS[view.kind].format(NAMES[colour])}."
    elif (painted := view.painted[at]) is not None:
        has_painted = f"{mid_sentence(who[at])} has painted with {NAMES[painted]}"
        yield f"{whose(who[at])} colour is secret until the end, but {has_painted}."
    else:
        yield f"{whose(who[at])} colour is secret until the end."
    if score is not None:
        less = f": {WORTH[view.kind]} {score + cost}, minus {cost} for moves" if cost else ""
        yield f"{whose(who[at])} score is {score}{less}."
    if at in view.gone:
        yield f"{verb(who[at], 'are', 'is')} out of the game."
    elif not is_over(view):
        yield f"{verb(who[at], 'have', 'has')} {count(moves_left(view, at), 'move')} left."


def _is_deserted(view: View) -> bool:
    """Whether all but one of several players resigned, which decides the game whatever the scores are."""
    return 0 < len(view.gone) == len(view.made) - 1


def _game_end(view: View, who: Names) -> str:
    won = winners(view)
    if not won:
        return f"The game is over: {'nobody is left' if len(who) > 1 else f'{mid_sentence(who[0])} resigned'}."
    best = view.scores[won[0]]
    if len(view.made) == 1:
        return f"The game is over: {whose_mid_sentence(who[0])} score is {best}."
    if len(won) > 1:
        tied = join_words(mid_sentence(who[seat]) for seat in won)
        return f"The game is over: a tie between {tied}, {best} points each."
    winner, losers = mid_sentence(who[won[0]]), [seat for seat in in_order(view) if seat not in won]
    if _is_deserted(view):
        return f"The game is over: {winner} won, as everyone else dropped out."
    scores = join_words(f"{whose_mid_sentence(who[seat])} {view.scores[seat]}" for seat in losers)
    return f"The game is over: {winner} won with {best}, against {scores}."
