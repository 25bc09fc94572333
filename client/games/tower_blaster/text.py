"""Tower Blaster in words: each turn as a sentence, the position, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from client.drawing.grammar import (
    YOU,
    Names,
    count,
    entry_sentences,
    join_words,
    mid_sentence,
    names_with_you,
    turn_of,
    whose,
)
from client.games.tower_blaster.ascending import bricks_to_fix, helpful_slots
from engines.game import Seat
from engines.tower_blaster.view import (
    HEIGHT,
    Brick,
    FinishedTurn,
    Place,
    Reject,
    Take,
    Tower,
    View,
    is_over,
    is_stable,
    read,
    run,
)

SEATS = (0, 1)


def sentences(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """A sentence for every turn that ended; about an unfinished one, only its own player hears at once."""
    return () if before is None else tuple(_news(before, after, names_with_you(names, seat), seat))


def newest(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """The brick in hand and what to do with it, or else the last turn; at the end who won."""
    who = names_with_you(names, seat)
    if is_over(after):
        return (*_last(before, after, who), _game_end(after, who))
    if is_holding(after):
        return (_in_hand(after),)
    return tuple(_last(before, after, who))


def say(view: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    who = names_with_you(names, seat)
    return (
        f"Tower Blaster, turn {turn_number(view)}.",
        *(sentence for at in SEATS for sentence in _tower(view, at, who)),
        *([] if is_over(view) else _on_the_table(view, who)),
    )


def show(view: View, names: Names, seat: Seat | None, words: str) -> tuple[str, ...]:
    who = names_with_you(names, seat)
    return entry_sentences({turn.number: (f"Turn {turn.number}.", *_turn(turn, who)) for turn in view.log}, words)


def status(view: View, seat: Seat | None) -> str:  # noqa: ARG001 - every game's `status` takes both
    return f"turn {turn_number(view)}"


def turn_number(view: View) -> int:
    """The current turn, counted from 1; when the game is over, the last one."""
    return max(1, view.turns + (not is_over(view)))


def keys_for(view: View, move: str) -> str:  # noqa: ARG001 - every game's `keys_for` takes both
    match read(move):
        case Take(source):
            return source[0]
        case Place(slot):
            return str(slot % HEIGHT)
        case Reject():
            return "x"


def standing(view: View, names: Names, seat: Seat | None) -> str:
    """How the game stands, in a few words: what is left to do, or for a spectator whose turn it is."""
    if seat is None or is_over(view):
        return "" if is_over(view) else f"turn {turn_number(view)}, {names[view.mover]} to play"
    left = bricks_to_fix(_visible_tower(view, seat))
    return f"you need {count(left, 'brick')}" if left else "your tower is stable"


def in_words(view: View, names: Names) -> Iterator[str]:
    """What everybody knows of a game under way, in sentences."""
    yield f"Turn {turn_number(view)}: {names[view.mover]} {'to play' if view.source is None else 'holds a brick'}."
    who = names_with_you(names, None)
    for seat, name in enumerate(who):
        if taken := taken_by(view, seat):
            yield f"{name} openly took {join_words(taken)}."
    for seat, name in enumerate(who):
        if (many := _rejected_in_a_row(view, seat)) > 1:
            yield f"{name} has rejected {many} bricks in a row."


def deeds(view: View, seat: Seat) -> str:
    """How often a seat kept what it drew, took the discard pile's top, and rejected, as far as the turns are known."""
    turns = [turn for turn in view.log if turn.seat == seat]
    rejected = sum(turn.rejected for turn in turns)
    took = sum(turn.source == "discard" for turn in turns)
    when = "lately " if len(view.log) < view.turns else ""
    return f"{when}kept {len(turns) - rejected - took}, took {took}, rejected {rejected}"


def _rejected_in_a_row(view: View, seat: Seat) -> int:
    """How many of a seat's last turns ended with the drawn brick thrown away."""
    mine = (turn for turn in reversed(view.log) if turn.seat == seat)
    return sum(1 for _ in takewhile(lambda turn: turn.rejected, mine))


def is_holding(view: View) -> bool:
    return view.seat is not None and view.seat == view.mover and view.source is not None and not is_over(view)


def taken_by(view: View, seat: Seat) -> tuple[Brick, ...]:
    """The bricks that a seat openly took from the discard pile and has not thrown away, oldest first."""
    return tuple(seen.brick for seen in view.taken if seen.seat == seat)


def known_bricks(view: View, seat: Seat) -> tuple[Brick, ...]:
    """The bricks that everybody knows to be in a hidden tower, without the one in hand."""
    in_hand = view.hand if seat == view.mover else None
    return tuple(brick for brick in taken_by(view, seat) if brick != in_hand)


def dealt_tower(view: View, seat: Seat) -> Tower | None:
    """The tower that a seat was dealt, while everybody sees that."""
    return view.opened if seat == 0 else None


def helps(tower: Tower, brick: Brick) -> str:
    """Where a brick would leave less to fix, in a sentence."""
    slots = [slot + 1 for slot in helpful_slots(tower, brick)]
    match slots:
        case []:
            return f"{brick} doesn't help in any slot."
        case [slot]:
            return f"{brick} helps only in slot {slot}."
        case _:
            return f"{brick} helps in slots {join_words(slots)}."


def _news(before: View, after: View, who: Names, seat: Seat | None) -> Iterator[str]:
    for turn in after.log:
        if turn.number > before.turns:
            was_told = turn.seat == seat and turn.number == before.turns + 1 and before.source is not None
            yield from _rest_of_turn(turn, before, after, who) if was_told else _turn(turn, who)
    if is_over(after):
        if _is_decided(after):
            yield _game_end(after, who)
        yield from (sentence for at in SEATS for sentence in _tower(after, at, who))
    elif is_holding(after):
        yield _took(after)
        yield _to_place(after)
    elif after.seat == after.mover and after.turns > before.turns:
        yield "It's your turn."


def _turn(turn: FinishedTurn, who: Names) -> Iterator[str]:
    name, out = who[turn.seat], turn.thrown
    if turn.rejected:
        yield f"{name} drew {out} from the pile and rejected it."
    elif turn.source == "discard":
        yield f"{name} took {turn.brick} from the discard pile and threw away {out}."
    else:
        yield f"{name} drew {turn.brick or 'a brick'}, kept it and threw away {out}."
    yield from _refill(turn)


def _rest_of_turn(turn: FinishedTurn, before: View, after: View, who: Names) -> Iterator[str]:
    """The end of the player's own turn, whose beginning was a sentence before."""
    old, new = before.towers[turn.seat], after.towers[turn.seat]
    if turn.rejected:
        yield f"{who[turn.seat]} rejected {turn.thrown}."
    elif old and new and turn.brick in new:
        yield f"{who[turn.seat]} put {turn.brick} into slot {new.index(turn.brick) + 1} and threw away {turn.thrown}."
    yield from _refill(turn)


def _refill(turn: FinishedTurn) -> Iterator[str]:
    if turn.turned is not None:
        yield f"The discard pile was shuffled into the main pile, and {turn.turned} was turned over."


def _last(before: View | None, after: View, who: Names) -> Iterator[str]:
    """The turn that ended last, if any; the player's own with the slot that it filled."""
    if not after.log:
        return
    turn = after.log[-1]
    if before is not None and turn.seat == after.seat and turn.number == before.turns + 1:
        yield from _rest_of_turn(turn, before, after, who)
    else:
        yield from _turn(turn, who)


def _in_hand(view: View) -> str:
    if view.source == "discard":
        return f"You took {view.hand}. Choose a slot for it."
    return f"You drew {view.hand}. Choose a slot, or press x to reject it."


def _took(view: View) -> str:
    if view.source == "discard":
        return f"You took {view.hand} from the discard pile."
    return f"You drew {view.hand} from the pile."


def _to_place(view: View) -> str:
    return "Choose a slot for it." if view.source == "discard" else "Choose a slot for it, or reject it."


def _is_decided(view: View) -> bool:
    """Whether a finished game was played to its end, and not given up."""
    return any(tower and is_stable(tower) for tower in view.towers) or 0 < view.turn_limit <= view.turns


def _game_end(view: View, who: Names) -> str:
    for at in SEATS:
        if is_stable(_visible_tower(view, at)):
            return f"The game is over: {mid_sentence(who[at])} won with a stable tower."
    first, second = (run(_visible_tower(view, at)) for at in SEATS)
    if first == second:
        return f"The game is over after {count(view.turns, 'turn')}: a tie, with {count(first, 'brick')} in order each."
    winner = who[0 if first > second else 1]
    more, less = count(max(first, second), "brick"), min(first, second)
    turns = count(view.turns, "turn")
    return f"The game is over after {turns}: {mid_sentence(winner)} won with {more} in order, against {less}."


def _visible_tower(view: View, at: Seat) -> Tower:
    tower = view.towers[at]
    assert tower is not None, "all towers are shown when the game is over"
    return tower


def _tower(view: View, at: Seat, who: Names) -> Iterator[str]:
    """A seat's tower, or what is known of it."""
    tower = view.towers[at]
    if tower is not None:
        left = bricks_to_fix(tower)
        state = "It's stable." if not left else f"{count(left, 'brick')} left to fix."
        yield f"{whose(who[at])} tower from the top: {_bricks(tower)}. {state}"
        return
    if at == 0 and view.opened:
        yield f"{who[at]} was dealt, from the top: {_bricks(view.opened)}."
    if taken := taken_by(view, at):
        yield f"{who[at]} took {join_words(taken)} from the discard pile."


def _on_the_table(view: View, who: Names) -> Iterator[str]:
    top = "The discard pile is empty" if view.top is None else f"{view.top} lies on the discard pile"
    yield f"{top}, and the main pile has {count(view.pile, 'brick')}."
    mover = who[view.mover]
    if is_holding(view):
        tower = view.towers[view.mover]
        yield _took(view)
        yield from [helps(tower, view.hand)] if tower and view.hand else []
        yield _to_place(view)
    elif mover == YOU:
        yield "It's your turn: take discard, or take pile."
    else:
        yield f"{turn_of(mover)}." if view.source is None else f"{mover} holds {view.hand or 'a brick'}."


def _bricks(tower: Tower) -> str:
    return ", ".join(map(str, tower))
