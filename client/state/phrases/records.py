"""A player's statistics in a game: when to ask the server for them, and how they read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from client.drawing.grammar import count
from client.state.defaults import REF
from client.state.phrases import ratings
from client.state.phrases.endings import is_solved
from client.state.reading import UnreadableTableError
from client.state.store import FollowedTable, Store
from client.state.table_view import TableView, current_reading
from protocol import messages as m

HOUR_S, MINUTE_S = 3600, 60
PAIR = 2


class StatsRequest(NamedTuple):
    """A moment at a table after which the client asks for statistics again, and what it asks."""

    room: str
    number: int
    is_over: bool
    recall: m.GetStats


def stats_request(store: Store) -> StatsRequest | None:
    """The present moment at the table on screen, which changes when a game begins and when it ends.

    None for spectators and without a connection; and in a game whose deals have no names, None until a game of two that
    may be rated is over.
    """
    followed = store.seated
    deal = deal_of(followed)
    if followed is None or followed.table.seat is None or store.link.state != "up":
        return None
    table = followed.table
    if deal is None and not (table.phase == "over" and len(table.chairs) == PAIR and is_rated(store, table.game)):
        return None
    return StatsRequest(
        table.room, table.number, table.phase == "over", m.GetStats(ref=REF, game=table.game, deal=deal)
    )


def is_rated(store: Store, game: str) -> bool:
    """Whether the server rates a game of that name between two players."""
    return any(info.is_rated for info in store.games if info.name == game)


def deal_of(followed: FollowedTable | None) -> str | None:
    """The name of the deal on a table; None if it has none."""
    if followed is None or followed.table.view is None:
        return None
    try:
        reading = current_reading(followed)
        return None if reading.game.setup.deal is None else reading.game.setup.deal(reading.view)
    except UnreadableTableError:
        return None


def known_stats(store: Store) -> m.Stats | None:
    """The player's known statistics in the game on screen, without those of another deal than the one on the table."""
    followed = store.seated
    records = store.records.get(followed.table.game) if followed else None
    if records is None or records.deal == deal_of(followed):
        return records
    return replace(records, deal=None, deal_moves=None, deal_by=None, deal_line=None)


def describe_solution(table_view: TableView, records: m.Stats | None) -> tuple[str, ...]:
    """What it took to solve a deal alone, and anybody's best with it; empty after any other ending."""
    table = table_view.table
    if not is_solved(table):
        return ()
    took = f"{table_view.game.saying.status(table_view.view, table.seat)}  {duration_text(table.lasted_s or 0.0)}"
    if records is None or records.deal_moves is None:
        return (took,)
    return took, f"Deal {records.deal}: best {count(records.deal_moves, 'move')} by {records.deal_by}"


def sentences(records: m.Stats, title: str) -> tuple[str, ...]:
    (_, games), *others = rows(records)
    return (f"{title}: {games}.", *(f"{about}: {text}." for about, text in others))


def head_to_head(opponent: m.Opponent) -> str:
    """The results against one opponent.

    >>> head_to_head(m.Opponent(kind="person", name="ben", played=4, won=2, lost=1))
    '4 played, 2 won, 1 lost, 1 shared'
    """
    shared = opponent.played - opponent.won - opponent.lost
    counts = ((opponent.played, "played"), (opponent.won, "won"), (opponent.lost, "lost"), (shared, "shared"))
    return ", ".join(f"{number} {what}" for number, what in counts if number or what != "shared")


def duration_text(seconds: float) -> str:
    """A duration in words.

    >>> duration_text(42.4), duration_text(134.6), duration_text(3725)
    ('42 s', '2 min 14 s', '1 h 2 min')
    """
    whole = int(seconds)
    if whole < MINUTE_S:
        return f"{whole} s"
    if whole < HOUR_S:
        return f"{whole // MINUTE_S} min {whole % MINUTE_S} s"
    return f"{whole // HOUR_S} h {whole % HOUR_S // MINUTE_S} min"


def rows(records: m.Stats) -> Iterator[tuple[str, str]]:
    """The statistics as pairs of a heading and a text; the first is about all games.

    Moves and times count games won only, as a game given up early is not a quick one.
    """
    if records.played:
        yield "Games", f"{records.played} played, {records.won} won"
        yield "Winning streak", f"{records.streak} (best {records.longest})"
    else:
        yield "Games", "none finished yet"
    if records.best_moves is not None and records.average_moves is not None:
        yield "Moves to win", f"best {records.best_moves}, average {records.average_moves:.1f}"
    if records.best_s is not None and records.average_s is not None:
        yield "Time to win", f"best {duration_text(records.best_s)}, average {duration_text(records.average_s)}"
    if records.rating is not None:
        yield "Rating", ratings.describe_rating(records.rating)
        yield "Rated games", f"{records.rating.games}, {records.rating.change:+.0f} with the last"
    for opponent in records.opponents:
        yield f"Against {opponent.name}", head_to_head(opponent)
    if records.deal is not None and records.deal_moves is None:
        yield f"Deal {records.deal}", "not solved yet"
    elif records.deal is not None and records.deal_moves is not None:
        yield f"Deal {records.deal}", f"solved in {count(records.deal_moves, 'move')} by {records.deal_by}"
