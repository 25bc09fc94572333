"""What one has played and won."""

from __future__ import annotations

from collections.abc import Iterator

from client import records
from client.exits import Exit
from client.inquiry import Answer, Ask
from client.lines import clean
from client.output import line_of
from client.store import Happening, Store
from client.tables import title
from protocol import messages as m

NOTHING = "You have played no game to its end yet."


def follow(happening: Happening, store: Store, *, game: str, json: bool) -> Ask | Answer | None:
    """Ask for the records of a game, or with an empty name of all games, and tell of them once all are there."""
    games = (game,) if game else tuple(sheet.name for sheet in store.games)
    match happening:
        case m.Welcome() if not games:
            return Answer("This server has no games.", Exit.FAILURE)
        case m.Welcome():
            return Ask(tuple(m.Recall(ref=records.REF, game=each, deal=None) for each in games))
        case m.Records() if all(each in store.records for each in games):
            told = [store.records[each] for each in games]
            return Answer("\n".join(map(_json, told) if json else _sentences(told, store, game)))
        case m.Refused(text=text):
            return Answer(text, Exit.FAILURE)
    return None


def _json(told: m.Records) -> str:
    return line_of(told)


def _sentences(told: list[m.Records], store: Store, game: str) -> list[str]:
    """Tell of the game that was asked for, and else of those that were played."""
    return list(_told(told, store, game)) or [NOTHING]


def _told(told: list[m.Records], store: Store, game: str) -> Iterator[str]:
    for each in told:
        if each.played or game:
            yield from map(clean, records.sentences(each, title(store, each.game)))
