"""What a game that is over goes by: its table's code, as in KQFM, with its number, as in KQFM-2, or as in KQFM-2#17.

The last is for one that has only its server, which has that number for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from re import compile as pattern
from typing import NamedTuple

from protocol import messages as m

_NAMED = pattern(r"([A-Z0-9]{4})(?:-([0-9]{1,7}))?(?:#([0-9]{1,15}))?")


class GameId(NamedTuple):
    """A table's game: its newest, or one of its games by number, or the one that its server has that number for."""

    room: str
    number: int | None = None
    past: int | None = None

    def __str__(self) -> str:
        number = "" if self.number is None else f"-{self.number}"
        return f"{self.room}{number}"


def parse_game_id(word: str) -> GameId | None:
    """The game that a word names; None for a word that names none.

    >>> named("kqfm-2")
    Named(room='KQFM', number=2, past=None)
    """
    found = _NAMED.fullmatch(word.upper())
    if found is None:
        return None
    room, number, past = found.groups()
    return GameId(room, None if number is None else int(number), None if past is None else int(past))


def find_request(wanted: GameId, ref: int) -> m.GetHistory:
    """What asks the server for the game among one's own."""
    before = None if wanted.past is None else wanted.past + 1
    return m.GetHistory(ref=ref, game=None, room=wanted.room, before=before)


def choose_game(wanted: GameId, games: Iterable[m.PastGame]) -> m.PastGame | None:
    """The game among those that the server told of, the newest first; None where it is not one of them."""
    fitting = (game for game in games if wanted.number in (None, game.number) and wanted.past in (None, game.past))
    return next(fitting, None)
