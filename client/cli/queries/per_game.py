"""Queries that ask about one game or about each, and answer once everything has arrived."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from client.cli.queries.query import QueryAnswer, QueryRequest
from client.state.exit_codes import ExitCode
from client.state.store import Happening, Store
from protocol import messages as m

Answer = TypeVar("Answer", m.Stats, m.Leaders)


def follow(
    happening: Happening,
    store: Store,
    game: str,
    ask: Callable[[str], m.Command],
    known: Mapping[str, Answer],
    format_lines: Callable[[list[Answer]], Iterable[str]],
) -> QueryRequest | QueryAnswer | None:
    """Ask about a game, or with an empty name about every game; answer in lines once all are in `known`."""
    games = (game,) if game else tuple(sheet.name for sheet in store.games)
    match happening:
        case m.Welcome() if not games:
            return QueryAnswer("This server has no games.", ExitCode.FAILURE)
        case m.Welcome():
            return QueryRequest(tuple(map(ask, games)))
        case m.Stats() | m.Leaders() | m.Score() if all(each in known for each in games):
            return QueryAnswer("\n".join(format_lines([known[each] for each in games])))
        case m.Refused(text=text):
            return QueryAnswer(text, ExitCode.FAILURE)
    return None
