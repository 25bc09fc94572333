"""Lists what the player has played and won, for the command line."""

from __future__ import annotations

from collections.abc import Iterable

from client.cli.queries import per_game
from client.cli.queries.query import QueryAnswer, QueryRequest
from client.drawing.canvas import clean
from client.drawing.output import line_of
from client.history.history_text import NOTHING
from client.state.defaults import REF
from client.state.exit_codes import ExitCode
from client.state.phrases import records, today
from client.state.store import Happening, Store
from client.state.table_view import game_title
from protocol import messages as m


def follow(
    happening: Happening, store: Store, *, game: str, since: int, json: bool
) -> QueryRequest | QueryAnswer | None:
    """Ask for the player's statistics in a game, or with an empty name in all games; answer once all have arrived.

    For all games, the score `since` the day began is part of the answer.
    """

    def ask(named: str) -> m.GetStats:
        return m.GetStats(ref=REF, game=named, deal=None)

    def format_lines(answers: list[m.Stats]) -> Iterable[str]:
        day = () if store.day is None else (store.day,)
        return map(line_of, (*answers, *day)) if json else _sentences(answers, store, game)

    match per_game.follow(happening, store, game, ask, store.records, format_lines):
        case QueryRequest(commands) if not game:
            return QueryRequest((*commands, m.WatchScore(since=since)))
        case QueryAnswer(exit=ExitCode.OK) if not game and store.day is None:
            return None
        case result:
            return result


def _sentences(answers: list[m.Stats], store: Store, game: str) -> list[str]:
    """The game that was asked for, or else those that were played."""
    shown = [each for each in answers if each.played or game]
    lines = [clean(line) for each in shown for line in records.sentences(each, game_title(store, each.game))]
    day = today.describe_score(store.day)
    return [*(lines or [NOTHING]), *([f"{day}."] if day else ())]
