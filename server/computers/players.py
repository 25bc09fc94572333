"""Computer players and the help people ask for: how either is thought of, at which pace, and what if it fails.

Thinking is done by `workers`, from the bytes of a View and a key that nothing else uses; see `thinking`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec

from engines.chance import derive_key
from engines.game import Game, Hint, Seat
from protocol.messages import Question
from server.computers.worker import AdviceTask, MoveTask, Task, ThinkingFault, Thought
from server.computers.worker_pool import WorkerDiedError, WorkerPool, WorkersBusyError
from server.ops.histogram import Histogram
from server.room.match.match import Match
from server.room.step import Room

__all__ = ["ComputerPlayers", "ThinkingFailedError", "ThinkingLimits", "WorkersBusyError", "choice_key"]

PROCESSES_MAX = 4
PACE_SPREAD = (0.75, 1.25)

_log = logging.getLogger("parlour.computers")
_read: Callable[[bytes], Thought | ThinkingFault] = msgspec.msgpack.Decoder(Thought | ThinkingFault).decode


class ThinkingFailedError(Exception):
    """The thought came to nothing: it broke, took too long, or its process died twice."""


def spare_processes() -> int:
    """One process for each core but the server's, and not too many."""
    return min(max(1, (os.cpu_count() or 1) - 1), PROCESSES_MAX)


@dataclass(frozen=True, slots=True)
class ThinkingLimits:
    """How computers think, and how long they seem to.

    Where a game has a pace for a level, a choice takes 0.75 to 1.25 of it, and else `pace_s`: the shortest and longest
    time a person sees. Either is drawn without a look at what there is to choose from, so that it gives nothing away;
    but in a game without paces nobody waits where there is but one thing to do. A longest time of 0 is no pause
    anywhere.

    Attributes:
        processes: how many computers think at the same time.
        waiting: how many more may stand in line.
        line_s: how many seconds each of them may stand there.
        consults: how many people may wait for help.
        think_s: how many seconds a thought may take, from when somebody begins to think of it.
    """

    processes: int = field(default_factory=spare_processes)
    waiting: int = 1000
    line_s: float = 60.0
    consults: int = 20
    think_s: float = 10.0
    pace_s: tuple[float, float] = (0.4, 1.2)


class ComputerPlayers:
    """Whoever thinks on the server. Mutable: it owns the workers, and counts.

    Attributes:
        durations: how long choices took, by game and level.
        failures: how many choices somebody else had to make.
        skipped: how many were not thought about at all, because too many waited.
    """

    def __init__(self, limits: ThinkingLimits, workers: WorkerPool | None = None) -> None:
        """Start nothing yet."""
        self.limits = limits
        self.workers = workers or WorkerPool(limits.processes, limits.waiting, limits.line_s)
        self.durations: defaultdict[tuple[str, str], Histogram] = defaultdict(Histogram)
        self.failures = 0
        self.skipped = 0
        self._consulting = 0
        # People who ask for help wait among themselves, so that few of them ever stand in line before a computer.
        self._consults = asyncio.Semaphore(max(1, limits.processes // 2))

    def start(self) -> None:
        """Start the processes, so that they are warm when somebody asks."""
        self.workers.start()

    async def aclose(self) -> None:
        """End the processes, whatever they think about."""
        await self.workers.aclose()

    async def think(self, room: Room, seat: Seat, level: str) -> str | None:
        """The text of the move that the computer in `seat` makes, after the pace people see; None to give up.

        For a computer that fails the level below makes this move, and so on down; at last it is the default move.
        """
        game, sitting = room.setting.game, room.sitting
        if sitting is None:
            raise ValueError("nobody is on turn where no game is played")
        view = game.view(sitting.state, seat)
        key = choice_key(room, sitting, seat)
        pause = asyncio.sleep(self._pause_s(game, level, view))
        move, _ = await asyncio.gather(self._chosen(game, level, view, key), pause)
        return move

    async def consult(self, game: Game[Any, Any, Any], view: object, about: Question, key: bytes) -> Hint:
        """What to tell a person who sees this and asks for help. Raises Busy or Failed."""
        if self._consulting >= self.limits.consults:
            raise WorkersBusyError("too many ask already")
        self._consulting += 1
        try:
            async with self._consults:
                answer = await self._asked(AdviceTask(game.name, about, msgspec.msgpack.encode(view), key))
        finally:
            self._consulting -= 1
        return Hint(answer.move, answer.text)

    def _pause_s(self, game: Game[Any, Any, Any], level: str, view: object) -> float:
        """How long the computer seems to think."""
        if not self.limits.pace_s[1]:
            return 0.0
        if level in game.paces:
            return game.paces[level] * random.uniform(*PACE_SPREAD)  # noqa: S311 - a pace is no secret
        is_forced = len(tuple(islice(game.legal(view), 2))) < 2
        return 0.0 if is_forced else random.uniform(*self.limits.pace_s)  # noqa: S311

    async def _chosen(self, game: Game[Any, Any, Any], level: str, view: object, key: bytes) -> str | None:
        seen = msgspec.msgpack.encode(view)
        for able in _downwards(tuple(game.bots), level):
            try:
                answer = await self._asked(MoveTask(game.name, able, seen, key))
            except WorkersBusyError:
                self.skipped += 1
                break
            except ThinkingFailedError as error:
                self.failures += 1
                _log.error("event=computer-failed game=%s level=%s error=%a", game.name, able, str(error))
            else:
                self.durations[game.name, able].add(answer.took_s)
                return answer.move
        return game.text(game.default(view))

    async def _asked(self, task: Task) -> Thought:
        """The answer of a worker, or of another one where that one died. Raises Busy or Failed."""
        encoded = msgspec.msgpack.encode(task)
        try:
            try:
                answer = _read(await self.workers.answer(encoded, self.limits.think_s))
            except WorkerDiedError:
                answer = _read(await self.workers.answer(encoded, self.limits.think_s))
        except WorkerDiedError as error:
            raise ThinkingFailedError(f"{error}, twice") from None
        except TimeoutError:
            raise ThinkingFailedError(f"not done in {self.limits.think_s:g} s") from None
        if isinstance(answer, ThinkingFault):
            raise ThinkingFailedError(answer.error)
        return answer


def choice_key(room: Room, sitting: Match, seat: Seat) -> bytes:
    """What the computer in a seat draws its next choice from, which nothing else uses."""
    return derive_key(room.setting.seed, f"computer|{sitting.number}|{seat}|{sitting.plies[seat]}")


def _downwards(levels: Sequence[str], level: str) -> Sequence[str]:
    """A level and all below it, strongest first; alone where it is none of them."""
    return levels[levels.index(level) :: -1] if level in levels else (level,)
