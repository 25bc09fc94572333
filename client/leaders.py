"""Who plays best, for the command line."""

from __future__ import annotations

from client import ratings
from client.exits import Exit
from client.inquiry import Answer, Ask
from client.lines import clean
from client.output import line_of
from client.store import Happening, Store
from client.tables import title
from protocol import messages as m

REF = 0


def follow(happening: Happening, store: Store, *, game: str, json: bool) -> Ask | Answer | None:
    """Ask who plays a game best, or with an empty name every game, and tell of them once all are there."""
    games = (game,) if game else tuple(sheet.name for sheet in store.games)
    match happening:
        case m.Welcome() if not games:
            return Answer("This server has no games.", Exit.FAILURE)
        case m.Welcome():
            return Ask(tuple(m.Rank(ref=REF, game=each) for each in games))
        case m.Leaders() if all(each in store.leaders for each in games):
            told = [store.leaders[each] for each in games]
            return Answer("\n".join(map(_json, told) if json else _sentences(told, store, game)))
        case m.Refused(text=text):
            return Answer(text, Exit.FAILURE)
    return None


def _json(told: m.Leaders) -> str:
    return line_of(told)


def _sentences(told: list[m.Leaders], store: Store, game: str) -> list[str]:
    """Tell of the game that was asked for, and else of those in which anybody is rated."""
    lines = [
        clean(line)
        for each in told
        if each.leaders or game
        for line in ratings.sentences(each, title(store, each.game))
    ]
    return lines or [f"Nobody has played a rated game yet. {ratings.RATED}"]
