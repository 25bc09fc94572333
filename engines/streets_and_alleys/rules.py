"""Streets and Alleys: build in the piles and bring all cards up to the foundations, alone or in a race on one deal."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.chance import Chance
from engines.game import IllegalMoveError, Outcome, Seat, SeatResult
from engines.streets_and_alleys.layout import DEALS, Layout, deal, is_won
from engines.streets_and_alleys.moves import (
    Again,
    Build,
    Lower,
    Move,
    Raise,
    Redo,
    Undo,
    apply_move,
    brief,
    invert,
    read_line,
    refusal,
)
from engines.streets_and_alleys.solver.known_wins import DEALS_OF_VERSION_1, choose_winnable_deal
from engines.streets_and_alleys.view import MAX_LINE, Ending, Options, View, places, scores


@dataclass(frozen=True, slots=True)
class SeatTable:
    """The layout of one seat, and the moves that led to it.

    Attributes:
        line: the moves that lead here from the deal, without those taken back; see `engines.streets_and_alleys.moves`.
        undone: the moves taken back that can be made again, the one taken back last at the end.
    """

    layout: Layout
    line: str = ""
    undone: str = ""

    @property
    def moves(self) -> int:
        return len(self.line) // 2


@dataclass(frozen=True, slots=True)
class State:
    """The whole race.

    Attributes:
        deal: the number of the deal.
        shown: whether the options let everyone see every table all the time.
        tables: each seat's own.
        gone: the seats that gave up.
    """

    deal: int
    shown: bool
    tables: tuple[SeatTable, ...]
    gone: tuple[Seat, ...] = ()
    time_is_up: bool = False


def setup(options: Options, seats: int, chance: Chance) -> State:
    """Deal every seat the same cards: those of the deal that the options name, or of any they allow."""
    number = options.deal or (choose_winnable_deal(chance) if options.winnable else chance.choice(DEALS))
    return State(number, options.tables == "shown", (SeatTable(deal(number)),) * seats)


def setup_of_version_1(options: Options, seats: int, chance: Chance) -> State:
    """Deal as version 1 of the rules did, which knew fewer winnable deals."""
    number = choose_winnable_deal(chance, DEALS_OF_VERSION_1) if options.winnable and not options.deal else 0
    return setup(replace(options, deal=options.deal or number), seats, chance)


def turn(state: State) -> tuple[Seat, ...]:
    """Every seat that has not given up, all at once, until the game is over."""
    return () if _ending(state) else _still_in(state)


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> State:  # noqa: ARG001 - nothing is left to chance
    """Move a card on the seat's own table, or go back or forward in what was done there."""
    if refused := _refusal(state, seat, move):
        raise IllegalMoveError(refused)
    return _with_table(state, seat, _with_move(state.tables[seat], move, state.deal))


def give_up(state: State, seat: Seat) -> State:
    """The race without a seat. One that is left of several has won; when nobody is left it is over."""
    return replace(state, gone=(*state.gone, seat))


def time_s(options: Options) -> float | None:
    """Seconds a game may last under these options, or None for no limit."""
    return options.time_limit_s or None


def time_up(state: State) -> State:
    return replace(state, time_is_up=True)


def _refusal(state: State, seat: Seat, move: Move) -> str | None:
    table = state.tables[seat]
    if _ending(state):
        return "The game is over."
    if seat in state.gone:
        return "You have resigned."
    match move:
        case Undo():
            return None if table.line else "No moves to undo."
        case Redo():
            return None if table.undone else "No moves to redo."
        case Again():
            return None if table.line or table.undone else "You haven't moved anything yet."
        case _ if table.moves >= MAX_LINE:
            return f"A deal can take {MAX_LINE} moves at most. Undo some, or restart it."
        case _:
            return refusal(table.layout, move)


def _with_move(table: SeatTable, move: Move, number: int) -> SeatTable:
    match move:
        case Undo():
            (newest,) = read_line(table.line[-2:])
            return SeatTable(apply_move(table.layout, invert(newest)), table.line[:-2], table.undone + table.line[-2:])
        case Redo():
            (undone,) = read_line(table.undone[-2:])
            return SeatTable(apply_move(table.layout, undone), table.line + table.undone[-2:], table.undone[:-2])
        case Again():
            return SeatTable(deal(number))
        case Build() | Raise() | Lower():
            return SeatTable(apply_move(table.layout, move), table.line + brief(move))


def _with_table(state: State, seat: Seat, table: SeatTable) -> State:
    return replace(state, tables=(*state.tables[:seat], table, *state.tables[seat + 1 :]))


def _still_in(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(len(state.tables)) if seat not in state.gone)


def _ending(state: State) -> Ending | None:
    if any(is_won(table.layout) for table in state.tables):
        return "won"
    if state.time_is_up:
        return "time"
    return "given up" if len(_still_in(state)) < min(2, len(state.tables)) else None


def outcome(state: State) -> Outcome | None:
    """The end. In a race the first place wins; alone, a seat wins only with all cards on the foundations."""
    seen = view(state, None)
    if seen.over is None:
        return None
    still_in = _still_in(state)
    first = tuple(seat for seat in still_in if places(seen)[seat] == 1)
    is_race = len(state.tables) > 1
    winners = first if is_race or seen.over == "won" else ()
    return Outcome(scores(seen), winners, _reason(seen.over, seen, winners))


def _reason(ending: Ending, seen: View, winners: tuple[Seat, ...]) -> str:
    match ending:
        case "won":
            return "All cards are on the foundations."
        case "time":
            return _time_reason(seen, winners)
        case "given up":
            return "Everyone else has given up." if winners else "The game was given up."


def _time_reason(seen: View, winners: tuple[Seat, ...]) -> str:
    """What decided a game whose time is up: cards, moves, or nothing."""
    if not winners:
        return "The time is up."
    if len(winners) > 1:
        return "The time is up, and nobody is ahead in cards or in moves."
    (winner,) = winners
    still_in = [score for seat, score in enumerate(scores(seen)) if seat not in seen.gone]
    if still_in.count(scores(seen)[winner]) > 1:
        return "The time is up, and of those with the most cards on the foundations, fewer moves win."
    return "The time is up, and the most cards on the foundations win."


def result(state: State, seat: Seat) -> SeatResult:
    """A seat's result: its moves from the deal on, without those taken back, and whether they win."""
    table = state.tables[seat]
    return SeatResult(str(state.deal), table.moves, is_won(table.layout), table.line)


def view(state: State, seat: Seat | None) -> View:
    """What a seat may know: its own table, of the others the foundations and the number of moves.

    All tables are shown where the options say so, when the game is over, and where there is but one.
    """
    over = _ending(state)
    return _view(state, seat, over, all_shown=state.shown or over is not None or len(state.tables) == 1)


def final(state: State, seat: Seat | None) -> View:
    """What a seat may know when the game was given up: all tables, as at any end."""
    return _view(state, seat, _ending(state) or "given up", all_shown=True)


def _view(state: State, seat: Seat | None, over: Ending | None, *, all_shown: bool) -> View:
    seen = [all_shown or own == seat for own in range(len(state.tables))]
    tables = tuple(zip(state.tables, seen, strict=True))
    return View(
        seat=seat,
        deal=state.deal,
        piles=tuple(table.layout.piles if is_seen else None for table, is_seen in tables),
        foundations=tuple(table.layout.foundations for table in state.tables),
        moves=tuple(table.moves for table in state.tables),
        lines=tuple(table.line if is_seen else None for table, is_seen in tables),
        undone="" if seat is None else state.tables[seat].undone,
        gone=state.gone,
        over=over,
    )
