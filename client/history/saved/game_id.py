"""What a finished game is named by: its table's code, as in KQFM, with its number, as in KQFM-2, or as in KQFM-2#17.

The number after # is the server's own, for a game that only the server has.
"""

from __future__ import annotations

from collections.abc import Iterable
from re import compile as pattern
from typing import NamedTuple

from protocol import messages as m

_NAMED = pattern(r"([A-Z0-9]{4}(?:[A-Z0-9]{2})?)(?:-([0-9]{1,7}))?(?:#([0-9]{1,15}))?")


class GameId(NamedTuple):
    """Names a table's newest game, one of its games by number, or one by the server's own number."""

    room: str
    number: int | None = None
    past: int | None = None

    def __str__(self) -> str:
        number = "" if self.number is None else f"-{self.number}"
        return f"{self.room}{number}"


def parse_game_id(word: str) -> GameId | None:
    """The game that a word names; None if it names none.

    >>> parse_game_id("kqfm-2")
    GameId(room='KQFM', number=2, past=None)
    """
    found = _NAMED.fullmatch(word.upper())
    if found is None:
        return None
    room, number, past = found.groups()
    return GameId(room, None if number is None else int(number), None if past is None else int(past))


def find_request(game_id: GameId, ref: int) -> m.GetHistory:
    """The command that asks the server for the game among the player's own."""
    before = None if game_id.past is None else game_id.past + 1
    return m.GetHistory(ref=ref, game=None, room=game_id.room, before=before)


def choose_game(game_id: GameId, games: Iterable[m.PastGame]) -> m.PastGame | None:
    """The game among those that the server listed, newest first; None if it is not there."""
    fitting = (game for game in games if game_id.number in (None, game.number) and game_id.past in (None, game.past))
    return next(fitting, None)
