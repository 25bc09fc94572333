"""Tower Blaster: two seats put brick after brick into their towers until one is in ascending order from the top."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.chance import Chance
from engines.game import IllegalMoveError, Outcome, Seat
from engines.tower_blaster.view import (
    BRICKS,
    HEIGHT,
    LOG_TURNS,
    Brick,
    FinishedTurn,
    Move,
    Options,
    Place,
    Reject,
    Sighting,
    Source,
    Take,
    Tower,
    View,
    is_stable,
    run,
)

SEATS = (0, 1)
OPEN_TURNS = 2
"""For how many turns an opened tower is shown: until each seat has had one."""


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    Attributes:
        turns: how many turns have ended.
        pile: the main pile, its top first.
        discard: the discard pile, its top last.
        source: where the brick in hand is from; None before one is taken.
        dealt: the tower seat 0 was dealt, where the options open it; None otherwise.
        taken, thrown, refilled, log: what everyone saw, as in the View, but that a log here hides no brick.
    """

    turn_limit: int
    turns: int
    towers: tuple[Tower, Tower]
    pile: tuple[Brick, ...]
    discard: tuple[Brick, ...]
    source: Source | None
    hand: Brick | None
    dealt: Tower | None
    taken: tuple[Sighting, ...]
    thrown: tuple[Sighting, ...]
    refilled: int
    log: tuple[FinishedTurn, ...]

    @property
    def mover(self) -> Seat:
        return self.turns % len(SEATS)


def setup(options: Options, seats: int, chance: Chance) -> State:  # noqa: ARG001 - there are two seats whatever is said
    return deal(options, chance.shuffle(BRICKS))


def deal(options: Options, bricks: tuple[Brick, ...]) -> State:
    """Deal the bricks in turn, the first to seat 0, and turn over the one after them to begin the discard pile."""
    dealt, rest = bricks[: len(SEATS) * HEIGHT], bricks[len(SEATS) * HEIGHT :]
    # Each brick lands on top, so the first one dealt ends at the bottom.
    towers = dealt[0::2][::-1], dealt[1::2][::-1]
    return State(
        turn_limit=options.turn_limit,
        turns=0,
        towers=towers,
        pile=rest[1:],
        discard=rest[:1],
        source=None,
        hand=None,
        dealt=towers[0] if options.open_first_tower else None,
        taken=(),
        thrown=(Sighting(rest[0], 0, None),),
        refilled=0,
        log=(),
    )


def turn(state: State) -> tuple[Seat, ...]:
    return () if _is_over(state) else (state.mover,)


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """Take a brick, or end the turn with the one in hand; a main pile that is empty then is filled by chance."""
    if refused := _refusal(state, seat, move):
        raise IllegalMoveError(refused)
    match move:
        case Take(source):
            return _take(state, source)
        case Place(slot):
            return _end_turn(_place(state, slot), chance)
        case Reject():
            assert state.hand is not None
            return _end_turn(_throw(state, state.hand), chance)


def _refusal(state: State, seat: Seat, move: Move) -> str | None:
    """Why the move may not be made; None where it may."""
    if _is_over(state):
        return "The game is over."
    if seat != state.mover:
        return "It's not your turn."
    match move:
        case Take():
            return None if state.source is None else "You already have a brick in hand."
        case _ if state.source is None:
            return "Take a brick first, from the discard pile or from the main pile."
        case Place(slot):
            return None if 1 <= slot <= HEIGHT else f"There's no slot {slot}; slots are 1 (the top) to {HEIGHT}."
        case Reject():
            return None if state.source == "pile" else "You must place a brick from the discard pile."


def _take(state: State, source: Source) -> State:
    """Take a brick in hand; everyone sees which if it is from the discard pile."""
    if source == "pile":
        return replace(state, source=source, hand=state.pile[0], pile=state.pile[1:])
    brick = state.discard[-1]
    return replace(
        state,
        source=source,
        hand=brick,
        discard=state.discard[:-1],
        taken=(*state.taken, Sighting(brick, state.turns + 1, state.mover)),
        thrown=_without(state.thrown, brick),
    )


def _place(state: State, slot: int) -> State:
    """Put the brick in hand into the slot, and throw away the one that was there."""
    tower, hand = state.towers[state.mover], state.hand
    assert hand is not None
    built = (*tower[: slot - 1], hand, *tower[slot:])
    towers = (built, state.towers[1]) if state.mover == 0 else (state.towers[0], built)
    return _throw(replace(state, towers=towers), tower[slot - 1])


def _throw(state: State, brick: Brick) -> State:
    """Put a brick on the discard pile for everyone to see, which ends the turn."""
    number = state.turns + 1
    assert state.source is not None
    ended = FinishedTurn(number, state.mover, state.source, state.hand, brick, None)
    return replace(
        state,
        turns=number,
        discard=(*state.discard, brick),
        source=None,
        hand=None,
        taken=_without(state.taken, brick),
        thrown=(*_without(state.thrown, brick), Sighting(brick, number, state.mover)),
        log=(*state.log, ended)[-LOG_TURNS:],
    )


def _end_turn(state: State, chance: Chance) -> State:
    """End the turn; where the main pile is empty, shuffle the discard pile into it."""
    if state.pile or _is_over(state):
        return state
    turned, *pile = chance.shuffle(state.discard)
    return replace(
        state,
        pile=tuple(pile),
        discard=(turned,),
        thrown=(*_without(state.thrown, turned), Sighting(turned, state.turns, None)),
        refilled=state.turns,
        log=(*state.log[:-1], state.log[-1]._replace(turned=turned)),
    )


def _without(sightings: tuple[Sighting, ...], brick: Brick) -> tuple[Sighting, ...]:
    return tuple(seen for seen in sightings if seen.brick != brick)


def outcome(state: State) -> Outcome | None:
    """The end: a tower is stable, seat 0's looked at first; or the turns are used up, and the longer run wins."""
    if not _is_over(state):
        return None
    first, second = scores = run(state.towers[0]), run(state.towers[1])
    for seat in SEATS:
        if scores[seat] == HEIGHT:
            return Outcome(scores, (seat,), "A tower is stable.")
    if first == second:
        return Outcome(scores, SEATS, "The last turn is over, and both runs from the top are equally long.")
    return Outcome(scores, (int(second > first),), "The last turn is over, and the longer run from the top wins.")


def _is_over(state: State) -> bool:
    return any(map(is_stable, state.towers)) or 0 < state.turn_limit <= state.turns


def view(state: State, seat: Seat | None) -> View:
    """What a seat may know: its own tower and hand, and what everyone saw; when the game is over, all towers."""
    first, second = state.towers
    over = _is_over(state)
    return View(
        seat=seat,
        turn_limit=state.turn_limit,
        turns=state.turns,
        towers=(first if over or seat == 0 else None, second if over or seat == 1 else None),
        opened=state.dealt if state.turns < OPEN_TURNS else None,
        pile=len(state.pile),
        discard=len(state.discard),
        top=state.discard[-1] if state.discard else None,
        source=state.source,
        hand=state.hand if state.source == "discard" or seat == state.mover else None,
        taken=state.taken,
        thrown=state.thrown,
        refilled=state.refilled,
        log=tuple(_as_seen_by(ended, seat) for ended in state.log),
    )


def final(state: State, seat: Seat | None) -> View:
    """What a seat may know when the game was given up: all towers, as at any end."""
    return replace(view(state, seat), towers=state.towers)


def _as_seen_by(ended: FinishedTurn, seat: Seat | None) -> FinishedTurn:
    """A turn as a seat may know it: what went unseen from the main pile into a tower is its owner's secret."""
    if ended.source == "discard" or ended.rejected or ended.seat == seat:
        return ended
    return ended._replace(brick=None)
