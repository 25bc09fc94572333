"""Lists a server's best players, for the command line."""

from __future__ import annotations

from collections.abc import Iterable

from client.cli.queries import per_game
from client.cli.queries.query import QueryAnswer, QueryRequest
from client.drawing.canvas import clean
from client.drawing.output import line_of
from client.state.defaults import REF
from client.state.phrases import ratings
from client.state.store import Happening, Store
from client.state.table_view import game_title
from protocol import messages as m


def follow(happening: Happening, store: Store, *, game: str, json: bool) -> QueryRequest | QueryAnswer | None:
    """Ask for a game's leaders, or with an empty name for every game's, and answer once all have arrived."""

    def ask(named: str) -> m.GetLeaders:
        return m.GetLeaders(ref=REF, game=named)

    def format_lines(answers: list[m.Leaders]) -> Iterable[str]:
        return map(line_of, answers) if json else _sentences(answers, store, game)

    return per_game.follow(happening, store, game, ask, store.leaders, format_lines)


def _sentences(answers: list[m.Leaders], store: Store, game: str) -> list[str]:
    """The game that was asked for, or else those with rated players."""
    shown = [each for each in answers if each.leaders or game]
    lines = [clean(line) for each in shown for line in ratings.sentences(each, game_title(store, each.game))]
    return lines or [f"Nobody has played a rated game yet. {ratings.RATED}"]
