"""Answers players' questions about a position: has a worker think, about one question of each player at a time."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from engines.game import Game, Hint
from protocol import messages as m
from server.computers.players import ComputerPlayers, ThinkingFailedError, WorkersBusyError
from server.room.outputs import GiveAdvice, Refuse

AGAIN_S = 1.0
"""When a player whose question is not yet answered may try another, in seconds."""
BUSY_S = 5.0
"""When to try again where too many players ask, in seconds."""


class Advisor:
    """Answers questions of many players, one of each at a time."""

    def __init__(self) -> None:
        self._players: set[int] = set()

    async def answer(
        self,
        computers: ComputerPlayers,
        game: Game[Any, Any, Any],
        asked: GiveAdvice,
        player: int,
        address: Hashable,
        memory: str = "",
    ) -> Hint | Refuse:
        """The answer to a question of a player, who came from `address`, about a position they see, or a refusal.

        The memory is that of the last answer at the table.

        A worker finishes its thought even after the player has left, so that a player who comes and goes keeps no more
        than one worker busy.
        """
        if player in self._players:
            return Refuse("too-many", "Still working on your last question. One at a time.", AGAIN_S)
        self._players.add(player)
        try:
            return await computers.consult(game, asked.view, asked.about, asked.key, address, memory)
        except WorkersBusyError:
            return Refuse("too-many", "Too many people are asking for help. Try again in a moment.", BUSY_S)
        except ThinkingFailedError:
            return Refuse("unavailable", "No answer in time. The game is unchanged.")
        finally:
            self._players.discard(player)


def advice(code: str, ref: int | None, asked: GiveAdvice, hint: Hint) -> m.Advice:
    return m.Advice(
        ref=ref or 0,
        room=code,
        number=asked.number,
        ply=asked.ply,
        about=asked.about,
        move=hint.move,
        text=hint.reason,
    )
