"""What one has played and won, for the command line."""

from __future__ import annotations

from collections.abc import Iterable

from client import by_game, records
from client.history import NOTHING
from client.inquiry import Answer, Ask
from client.lines import clean
from client.output import line_of
from client.records import REF
from client.store import Happening, Store
from client.tables import title
from protocol import messages as m


def follow(happening: Happening, store: Store, *, game: str, json: bool) -> Ask | Answer | None:
    """Ask for the records of a game, or with an empty name of all games, and tell of them once all are there."""

    def ask(named: str) -> m.Recall:
        return m.Recall(ref=REF, game=named, deal=None)

    def tell(told: list[m.Records]) -> Iterable[str]:
        return map(line_of, told) if json else _sentences(told, store, game)

    return by_game.follow(happening, store, game, ask, store.records, tell)


def _sentences(told: list[m.Records], store: Store, game: str) -> list[str]:
    """Tell of the game that was asked for, and else of those that were played."""
    shown = [each for each in told if each.played or game]
    lines = [clean(line) for each in shown for line in records.sentences(each, title(store, each.game))]
    return lines or [NOTHING]
