"""The rules of Blocky: seats in turn change one block of the board they share, each for the sake of its own colour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from engines.blocky import goals, moves
from engines.blocky.block import COLOURS, Block, Colour, at, smash_block, text
from engines.blocky.goals import Kind
from engines.blocky.moves import Combine, Move, Paint
from engines.blocky.past import undo_move
from engines.blocky.view import (
    LOG_TURNS,
    Goals,
    MoveMade,
    Options,
    Ties,
    View,
    lasting,
    lasting_through,
    newest_turns,
)
from engines.chance import Chance
from engines.game import IllegalMoveError, Outcome, Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    Attributes:
        colours: each seat's target colour.
        worth: what the board is worth to each seat, costs not taken off.
        log: every turn, oldest first. In a state that was imagined, a gain may be None: nobody who imagines it knows.
        depth, moves, kind, goals, ties, made, costs, painted, gone: as in the View.
    """

    depth: int
    moves: int
    kind: Kind
    goals: Goals
    ties: Ties
    board: Block
    made: tuple[int, ...]
    costs: tuple[int, ...]
    colours: tuple[Colour, ...]
    painted: tuple[Colour | None, ...]
    worth: tuple[int, ...]
    gone: tuple[Seat, ...]
    log: tuple[MoveMade, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(worth - cost for worth, cost in zip(self.worth, self.costs, strict=True))

    @property
    def playing(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(len(self.made)) if seat not in self.gone)

    @property
    def mover(self) -> Seat | None:
        """The seat on turn: the first of those that have made the fewest moves. None when the game is over."""
        return None if _is_over(self) else min(self.playing, key=self.made.__getitem__)


def setup(options: Options, seats: int, chance: Chance) -> State:
    """Deal a kind of goal, a colour for each seat and a board."""
    kind: Kind = chance.choice(("blob", "perimeter")) if options.goal == "random" else options.goal
    colours = chance.shuffle(COLOURS)[:seats]
    return begin(options, kind, colours, smash_block(0, options.depth, chance))


def begin(options: Options, kind: Kind, colours: tuple[Colour, ...], board: Block) -> State:
    none = (0,) * len(colours)
    return State(
        depth=options.depth,
        moves=options.moves,
        kind=kind,
        goals=options.goals,
        ties=options.ties,
        board=board,
        made=none,
        costs=none,
        colours=colours,
        painted=(None,) * len(colours),
        worth=_worth(kind, board, options.depth, colours),
        gone=(),
        log=(),
    )


def _worth(kind: Kind, board: Block, depth: int, colours: tuple[Colour, ...]) -> tuple[int, ...]:
    """What the board is worth to each of these colours."""
    planes = goals.planes(board, depth)
    return tuple(goals.score(kind, planes[colour], depth) for colour in colours)


def turn(state: State) -> tuple[Seat, ...]:
    return () if state.mover is None else (state.mover,)


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """Change the board by one move. What a smash brings is left to chance."""
    if refused := _refusal(state, seat, move):
        raise IllegalMoveError(refused)
    colour, cost = state.colours[seat], moves.cost(move)
    changed = _with_board(state, moves.apply_move(state.board, state.depth, colour, move, chance))
    gain = changed.worth[seat] - state.worth[seat] - cost
    latest = MoveMade(sum(state.made) + 1, seat, moves.text(move), cost, gain, _text_replaced(state.board, move))
    return replace(
        changed,
        made=_with_value(state.made, seat, state.made[seat] + 1),
        costs=_with_value(state.costs, seat, state.costs[seat] + cost),
        painted=_with_value(state.painted, seat, colour) if isinstance(move, Paint) else state.painted,
        log=(*state.log, latest),
    )


def _refusal(state: State, seat: Seat, move: Move) -> str | None:
    if state.mover is None:
        return "The game is over."
    if seat != state.mover:
        return "It's not your turn."
    return moves.refusal(state.board, state.depth, state.colours[seat], move)


def _with_board(state: State, board: Block) -> State:
    return replace(state, board=board, worth=_worth(state.kind, board, state.depth, state.colours))


def _text_replaced(board: Block, move: Move) -> str:
    """The text of the block that a move replaces, where it does not follow from the board after it."""
    return text(at(board, move.path)) if isinstance(move, Paint | Combine) else ""


def _with_value(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def takeback(state: State, seat: Seat) -> State:
    """The table before the newest turn, which must be that seat's. A colour it was seen to paint with stays known."""
    if refused := lasting(view(state, seat)):
        raise IllegalMoveError(refused)
    return _without_newest(state)


def takeback_through(state: State, seat: Seat) -> State:
    """The table before that seat's last turn, and so before all turns since."""
    if refused := lasting_through(view(state, seat)):
        raise IllegalMoveError(refused)
    for _ in newest_turns(state.log, seat):
        state = _without_newest(state)
    return state


def _without_newest(state: State) -> State:
    newest = state.log[-1]
    return replace(
        _with_board(state, undo_move(state.board, newest)),
        made=_with_value(state.made, newest.seat, state.made[newest.seat] - 1),
        costs=_with_value(state.costs, newest.seat, state.costs[newest.seat] - newest.cost),
        log=state.log[:-1],
    )


def give_up(state: State, seat: Seat) -> State:
    """The table once a seat has given up; the others play on while they are several. Raises IllegalMove."""
    if state.mover is None:
        raise IllegalMoveError("The game is over.")
    if seat in state.gone:
        raise IllegalMoveError("You have already resigned.")
    return replace(state, gone=(*state.gone, seat))


def outcome(state: State) -> Outcome | None:
    """The end: all moves are made, and the highest score of those who did not give up wins; or nobody plays on."""
    if not _is_over(state):
        return None
    scores, playing = state.scores, state.playing
    if _is_deserted(state):
        return Outcome(scores, playing, "Everyone else has given up." if playing else "The game was given up.")
    best = max(scores[seat] for seat in playing)
    winners = tuple(seat for seat in playing if scores[seat] == best)
    if len(scores) == 1:
        return Outcome(scores, winners, "All moves are made.")
    if len(winners) == 1:
        return Outcome(scores, winners, "The highest score wins.")
    if state.ties == "lowest_seat":
        return Outcome(scores, winners[:1], "A tie, won by the lowest seat.")
    return Outcome(scores, winners, "The highest scores are equal.")


def _is_over(state: State) -> bool:
    return _is_deserted(state) or all(state.made[seat] == state.moves for seat in state.playing)


def _is_deserted(state: State) -> bool:
    """Whether nobody is left to play, or of several seats one only."""
    return len(state.playing) < min(2, len(state.made))


def view(state: State, seat: Seat | None) -> View:
    """What a seat may know: everything, but for the secret goals of others until the game is over."""
    return _view(state, seat, everything=state.goals == "open" or _is_over(state))


def final(state: State, seat: Seat | None) -> View:
    """A seat's view of a game that was given up: all goals, as at any end."""
    return replace(_view(state, seat, everything=True), mover=None)


def _view(state: State, seat: Seat | None, *, everything: bool) -> View:
    def known(values: Iterable[T]) -> tuple[T | None, ...]:
        return tuple(value if everything or owner == seat else None for owner, value in enumerate(values))

    return View(
        seat=seat,
        depth=state.depth,
        moves=state.moves,
        kind=state.kind,
        goals=state.goals,
        ties=state.ties,
        board=text(state.board),
        made=state.made,
        costs=state.costs,
        colours=known(state.colours),
        painted=state.painted,
        scores=known(state.scores),
        mover=state.mover,
        gone=state.gone,
        log=tuple(
            past if everything or past.seat == seat else past._replace(gain=None) for past in state.log[-LOG_TURNS:]
        ),
    )
