"""The interface to finished games that the user interfaces use; `Library` implements it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from client.history.positions import GameUnavailableError
from client.history.replay import Replay
from client.history.saved.entry import PlayedGame
from client.state.store import Said

Verify = Callable[[str], Coroutine[Any, Any, Said]]
Review = Callable[[str, str], Coroutine[Any, Any, Replay]]
Recall = Callable[[str], Coroutine[Any, Any, tuple[PlayedGame, ...]]]


async def _cannot_verify(named: str) -> Said:
    return Said(f"There's no saved game {named} here.", is_refusal=True)


async def _cannot_review(named: str, eyes: str) -> Replay:  # noqa: ARG001 - every Review takes both
    raise GameUnavailableError(f"There's no saved game {named} here.")


async def _list_none(game: str) -> tuple[PlayedGame, ...]:  # noqa: ARG001 - every Recall takes it
    return ()


@dataclass(frozen=True, slots=True)
class GameArchive:
    """Three ways to look at finished games. The default knows no games.

    A game is named by its table, as in KQFM, or with its number, as in KQFM-2.

    Attributes:
        verify: says whether a game was dealt fairly.
        review: gives a game to step through, named so or by its file, as seen by a seat that `replay.seat_of` reads;
            an empty text means the player's own. Raises GameUnavailableError.
        recall: lists the games, newest first; an empty name means every game.
    """

    verify: Verify = _cannot_verify
    review: Review = _cannot_review
    recall: Recall = _list_none


BARE = GameArchive()
