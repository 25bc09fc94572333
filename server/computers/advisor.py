"""The shell around consulting: has somebody think about what a player asks, one question of theirs at a time."""

from __future__ import annotations

from typing import Any

from engines.game import Game, Hint
from protocol import messages as m
from server.computers.players import ComputerPlayers, ThinkingFailedError, WorkersBusyError
from server.room.outputs import GiveAdvice, Refuse

AGAIN_S = 1.0
"""After how long a second question may find the first one answered."""
BUSY_S = 5.0
"""After how long there may be somebody to think about a question, where too many people ask."""


class Advisor:
    """Those who think for people. Mutable: it knows for whom somebody thinks just now."""

    def __init__(self) -> None:
        """Begin with nobody asking."""
        self._asking: set[int] = set()

    async def answer(
        self, computers: ComputerPlayers, game: Game[Any, Any, Any], asked: GiveAdvice, player: int
    ) -> Hint | Refuse:
        """What to tell a player about a position they see, or why there is nothing to tell.

        A thought that is begun is thought to its end, even for a player who is gone: somebody who comes and goes keeps
        no more than one of those who think busy.
        """
        if player in self._asking:
            return Refuse("too-many", "What you asked is being thought about. One question at a time.", AGAIN_S)
        self._asking.add(player)
        try:
            return await computers.consult(game, asked.view, asked.about, asked.key)
        except WorkersBusyError:
            return Refuse("too-many", "Too many people ask for help now. Try again in a moment.", BUSY_S)
        except ThinkingFailedError:
            return Refuse("unavailable", "No answer was found in time. The game is as it was.")
        finally:
            self._asking.discard(player)


def advice(code: str, ref: int | None, asked: GiveAdvice, hint: Hint) -> m.Advice:
    """An answer as the player in that room gets it."""
    return m.Advice(
        ref=ref or 0,
        room=code,
        number=asked.number,
        ply=asked.ply,
        about=asked.about,
        move=hint.move,
        text=hint.reason,
    )
