"""What one has done in a game: when to ask the server for it, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from client.drawing.grammar import count
from client.state.phrases import ratings
from client.state.phrases.endings import is_solved
from client.state.reading import UnreadableTableError, game_of
from client.state.store import FollowedTable, Store
from client.state.table_view import TableView, read
from protocol import messages as m

REF = 0
"""No answer is waited for by its number."""
HOUR_S, MINUTE_S = 3600, 60
PAIR = 2


class StatsRequest(NamedTuple):
    """A moment at a table from which on records are to be known anew, and what to ask for then."""

    room: str
    number: int
    is_over: bool
    recall: m.GetStats


def occasion(store: Store) -> StatsRequest | None:
    """The present moment at the table on screen: it changes when a game begins and when one ends.

    None where one only watches, and without a connection; and where the game's deals have no names, until a game of two
    is over, which may be rated.
    """
    seated = store.seated
    deal = deal_of(seated)
    if seated is None or seated.table.seat is None or store.link.state != "up":
        return None
    table = seated.table
    if deal is None and not (table.phase == "over" and len(table.chairs) == PAIR and is_rated(table.game)):
        return None
    return StatsRequest(
        table.room, table.number, table.phase == "over", m.GetStats(ref=REF, game=table.game, deal=deal)
    )


def is_rated(game: str) -> bool:
    """Whether games of two may be rated in a game of that name."""
    try:
        return game_of(game).is_rated
    except UnreadableTableError:
        return False


def deal_of(seated: FollowedTable | None) -> str | None:
    """What names the deal on a table; None where nothing does."""
    if seated is None or seated.table.view is None:
        return None
    try:
        seen = read(seated)
        return None if seen.game.deal is None else seen.game.deal(seen.view)
    except UnreadableTableError:
        return None


def known_stats(store: Store) -> m.Stats | None:
    """What the player has done in the game on screen, as far as it is known; of a deal only the one on the table."""
    seated = store.seated
    records = store.records.get(seated.table.game) if seated else None
    if records is None or records.deal == deal_of(seated):
        return records
    return replace(records, deal=None, deal_moves=None, deal_by=None, deal_line=None)


def feats(seen: TableView, records: m.Stats | None) -> tuple[str, ...]:
    """What it took to solve a deal alone, and the best that anybody did with it; nothing at any other end."""
    if not is_solved(seen.table):
        return ()
    took = f"{seen.game.status(seen.view, seen.table.seat)}  {lasting(seen.table.lasted_s or 0.0)}"
    if records is None or records.deal_moves is None:
        return (took,)
    return took, f"Deal {records.deal}: best {count(records.deal_moves, 'move')} by {records.deal_by}"


def rows(records: m.Stats) -> tuple[tuple[str, str], ...]:
    """What there is to say, each with a few words that say what it is about; the first is about all games."""
    return tuple(_rows(records))


def sentences(records: m.Stats, title: str) -> tuple[str, ...]:
    """The same in sentences."""
    (_, games), *others = _rows(records)
    return (f"{title}: {games}.", *(f"{about}: {text}." for about, text in others))


def against(opponent: m.Opponent) -> str:
    """How one stands against somebody.

    >>> against(m.Opponent(kind="person", name="ben", played=4, won=2, lost=1))
    '4 played, 2 won, 1 lost, 1 shared'
    """
    shared = opponent.played - opponent.won - opponent.lost
    counts = ((opponent.played, "played"), (opponent.won, "won"), (opponent.lost, "lost"), (shared, "shared"))
    return ", ".join(f"{number} {what}" for number, what in counts if number or what != "shared")


def lasting(seconds: float) -> str:
    """A time in words.

    >>> lasting(42.4), lasting(134.6), lasting(3725)
    ('42 s', '2 min 14 s', '1 h 2 min')
    """
    whole = int(seconds)
    if whole < MINUTE_S:
        return f"{whole} s"
    if whole < HOUR_S:
        return f"{whole // MINUTE_S} min {whole % MINUTE_S} s"
    return f"{whole // HOUR_S} h {whole % HOUR_S // MINUTE_S} min"


def _rows(records: m.Stats) -> Iterator[tuple[str, str]]:
    """Moves and times are those of games won: one that was given up early is no quick one."""
    if records.played:
        yield "Games", f"{records.played} played, {records.won} won"
        yield "Won in a row", f"{records.streak} now, {records.longest} at most"
    else:
        yield "Games", "none played to its end yet"
    if records.best_moves is not None and records.average_moves is not None:
        yield "Moves to win", f"{records.best_moves} at best, {records.average_moves:.1f} on average"
    if records.best_s is not None and records.average_s is not None:
        yield "Time to win", f"{lasting(records.best_s)} at best, {lasting(records.average_s)} on average"
    if records.rating is not None:
        yield "Rating", ratings.describe_rating(records.rating)
        yield "Rated games", f"{records.rating.games}, {records.rating.change:+.0f} with the last"
    for opponent in records.opponents:
        yield f"Against {opponent.name}", against(opponent)
    if records.deal is not None and records.deal_moves is None:
        yield f"Deal {records.deal}", "solved by nobody yet"
    elif records.deal is not None and records.deal_moves is not None:
        yield f"Deal {records.deal}", f"solved in {count(records.deal_moves, 'move')} by {records.deal_by}"
