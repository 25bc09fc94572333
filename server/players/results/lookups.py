"""Answers what players ask about results: their statistics, past games, and who leads."""

from __future__ import annotations

from engines import catalog
from protocol import messages as m
from server.players.results import queries
from server.players.results.records import ResultStore
from server.players.sessions.client_session import ClientSession
from server.players.sessions.refusals import UNAVAILABLE
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse

Query = m.GetStats | m.GetHistory | m.GetLeaders


async def answer(records: ResultStore, session: ClientSession, query: Query) -> None:
    """Answer a query, or refuse one about a game that is not played here or while nothing can be read."""
    if query.game is not None and query.game not in catalog.games():
        session.deny(Refuse("unknown-game", f"This server has no game called {query.game!r}."), query)
        return
    try:
        found = await _look_up(records, session.player, query)
    except StorageUnavailableError:
        session.deny(UNAVAILABLE, query)
    else:
        session.tell(found)


async def _look_up(records: ResultStore, player: int, query: Query) -> m.Event:
    """Look up the answer. Raises StorageUnavailableError."""
    match query:
        case m.GetHistory():
            return queries.history_answer(query, await records.games(player, query))
        case m.GetLeaders(game=game):
            return queries.leaders_answer(query, await records.leaders(game), player)
        case m.GetStats(game=game, deal=deal):
            stats = await records.standing(player, game)
            solution = await records.solution(game, deal, player) if deal else None
            rating, met = await records.rank(player, game), await records.encounters(player, game)
            return queries.stats_answer(query, stats, solution, rating, met)
