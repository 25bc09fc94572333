"""What the programs for people want of games that are over, wherever they are kept: a `Library` has it all."""

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


async def _unverified(named: str) -> Said:
    return Said(f"No game is saved here, nor {named}.", is_refusal=True)


async def _unsaved(named: str, eyes: str) -> Replay:  # noqa: ARG001 - every Review takes both
    raise GameUnavailableError(f"No game is saved here, nor {named}.")


async def _forgotten(game: str) -> tuple[PlayedGame, ...]:  # noqa: ARG001 - every Recall takes it
    return ()


@dataclass(frozen=True, slots=True)
class GameArchive:
    """Three ways to look at games that are over; a program that saves none has nothing to show.

    Games are named by their table as in KQFM, or with their number as in KQFM-2.

    Attributes:
        verify: says whether a game was dealt fairly.
        review: gives a game to step through, named so or by its file, and then whose eyes to look through, as
            `replay.seat_of` reads it; nothing for one's own. Raises Irretrievable.
        recall: lists the games, of one game or with an empty name of all, the newest first.
    """

    verify: Verify = _unverified
    review: Review = _unsaved
    recall: Recall = _forgotten


BARE = GameArchive()
