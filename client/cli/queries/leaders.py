"""Who plays best, for the command line."""

from __future__ import annotations

from collections.abc import Iterable

from client.cli.queries import per_game
from client.cli.queries.query import QueryAnswer, QueryRequest
from client.drawing.canvas import clean
from client.drawing.output import line_of
from client.state.phrases import ratings
from client.state.phrases.records import REF
from client.state.store import Happening, Store
from client.state.table_view import title
from protocol import messages as m


def follow(happening: Happening, store: Store, *, game: str, json: bool) -> QueryRequest | QueryAnswer | None:
    """Ask who plays a game best, or with an empty name every game, and tell of them once all are there."""

    def ask(named: str) -> m.GetLeaders:
        return m.GetLeaders(ref=REF, game=named)

    def tell(told: list[m.Leaders]) -> Iterable[str]:
        return map(line_of, told) if json else _sentences(told, store, game)

    return per_game.follow(happening, store, game, ask, store.leaders, tell)


def _sentences(told: list[m.Leaders], store: Store, game: str) -> list[str]:
    """Tell of the game that was asked for, and else of those in which anybody is rated."""
    shown = [each for each in told if each.leaders or game]
    lines = [clean(line) for each in shown for line in ratings.sentences(each, title(store, each.game))]
    return lines or [f"Nobody has played a rated game yet. {ratings.RATED}"]
