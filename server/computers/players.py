"""Chooses computers' moves and answers requests for help: with which worker, at which pace, and what on failure.

Workers think, from the encoded View of one seat and a key that nothing else uses; see `worker`. People who ask for help
have workers of their own, which run behind those that choose moves, and a line in which addresses take turns. On a
player's own server nothing runs behind anything, or a machine that is busy otherwise would never get to an answer.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec

from engines.chance import derive_key
from engines.game import Game, Hint, Seat
from protocol.messages import Question
from server.computers.fair_line import FairLine
from server.computers.worker import AdviceTask, MoveTask, Task, ThinkingFault, Thought, work, work_alone, work_behind
from server.computers.worker_pool import WorkerDiedError, WorkerPool, WorkersBusyError
from server.ops.histogram import Histogram
from server.ops.tasks import Tasks
from server.room.match.match import Match
from server.room.step import Room

__all__ = ["ComputerPlayers", "ThinkingFailedError", "ThinkingLimits", "WorkersBusyError", "choice_key"]

PROCESSES_MAX = 4
PACE_SPREAD = (0.75, 1.25)

_log = logging.getLogger("parlour.computers")
_decode: Callable[[bytes], Thought | ThinkingFault] = msgspec.msgpack.Decoder(Thought | ThinkingFault).decode


class ThinkingFailedError(Exception):
    """There is no answer: the computer player broke or took too long, or its process died twice."""


def spare_processes() -> int:
    """How many worker processes to run: one for each core but the server's, up to PROCESSES_MAX."""
    return min(max(1, (os.cpu_count() or 1) - 1), PROCESSES_MAX)


@dataclass(frozen=True, slots=True)
class ThinkingLimits:
    """How many thoughts run and wait at once, how long each may take, and how long a computer seems to think.

    Where a game has a pace for a level, a move takes 0.75 to 1.25 times that, and otherwise a time between the two of
    `pace_s`. Both are drawn at random without regard to the choices, so that the pause gives nothing away; but in a
    game without paces a forced move comes at once. Where the longer time is 0, there are no pauses at all.

    Attributes:
        processes: how many thoughts run at the same time.
        waiting: how many more may wait in line.
        line_s: how many seconds each of them may wait.
        consults: how many people may wait for help.
        consults_of_address: how many of them may be of one address.
        think_s: how many seconds a thought may take from when a worker starts it.
        starts_early: whether the processes start with the server, to be warm before the first thought, or with that.
        is_private: whether the server is one player's own, who waits for whatever it thinks.
    """

    processes: int = field(default_factory=spare_processes)
    waiting: int = 1000
    line_s: float = 60.0
    consults: int = 20
    consults_of_address: int = 4
    think_s: float = 10.0
    starts_early: bool = True
    is_private: bool = False
    pace_s: tuple[float, float] = (0.4, 1.2)


class ComputerPlayers:
    """Thinks for computer players and for people who ask for help; owns the workers.

    Attributes:
        workers: those that choose moves.
        advisers: those that help people, half as many.
        durations: how long moves took to find, by game and level; by one name for all levels that differ by a number.
        failures: how many times a level failed, so that the level below it had to move.
        skipped: how many moves were made by default because too many thoughts waited.
    """

    def __init__(
        self, limits: ThinkingLimits, workers: WorkerPool | None = None, advisers: WorkerPool | None = None
    ) -> None:
        """Think in these workers; where none are given, in processes of its own."""
        self.limits = limits
        helping = max(1, limits.processes // 2)
        choosing, advising = (work_alone, work_alone) if limits.is_private else (work, work_behind)
        self.workers = workers or WorkerPool(limits.processes, limits.waiting, limits.line_s, choosing)
        self.advisers = advisers or WorkerPool(helping, limits.waiting, limits.line_s, advising)
        self.durations: defaultdict[tuple[str, str], Histogram] = defaultdict(Histogram)
        self.failures = 0
        self.skipped = 0
        self._starts = Tasks()
        self._consulting: Counter[Hashable] = Counter()
        self._consults = FairLine(helping)

    def start(self) -> None:
        """Start the processes, if they start early, so that they are warm before the first thought.

        Those that help people start behind the others, so that a server that starts on a busy machine is not slowed.
        """
        if self.limits.starts_early:
            self.workers.start()
            self._starts.start(self._start_advisers())

    async def _start_advisers(self) -> None:
        await self.workers.until_free()
        self.advisers.start()

    async def aclose(self) -> None:
        """Kill the processes, even in the middle of a thought."""
        await self._starts.aclose()
        await self.workers.aclose()
        await self.advisers.aclose()

    async def think(self, room: Room, seat: Seat, level: str) -> str | None:
        """The text of the move that the computer in `seat` makes, after its pause; None to give up.

        Where a level fails, the level below it makes this move, and so on down; below the last it is the default move.
        """
        game, match = room.setting.game, room.sitting
        if match is None:
            raise ValueError("nobody is on turn where no game is played")
        view = game.rules.view(match.state, seat)
        key = choice_key(room, match, seat)
        pause = asyncio.sleep(self._pause_s(game, level, view))
        move, _ = await asyncio.gather(self._choose(game, level, view, key), pause)
        return move

    async def consult(
        self,
        game: Game[Any, Any, Any],
        view: object,
        about: Question,
        key: bytes,
        address: Hashable = None,
        memory: str = "",
    ) -> Hint:
        """The answer for a person of an `address` who sees `view`. Raises WorkersBusyError or ThinkingFailedError."""
        if self._consulting[address] >= self.limits.consults_of_address:
            raise WorkersBusyError("too many of that address ask already")
        if self._consulting.total() >= self.limits.consults:
            raise WorkersBusyError("too many ask already")
        self._consulting[address] += 1
        try:
            async with self._consults.place(address):
                task = AdviceTask(game.name, about, msgspec.msgpack.encode(view), key, memory)
                answer = await self._run(task, self.advisers)
        finally:
            self._consulting[address] -= 1
            if not self._consulting[address]:
                del self._consulting[address]
        return Hint(answer.move, answer.text, answer.memory)

    def _pause_s(self, game: Game[Any, Any, Any], level: str, view: object) -> float:
        """How long the computer seems to think, in seconds."""
        if not self.limits.pace_s[1]:
            return 0.0
        if (bot := game.bots.find(level)) and bot.pace_s:
            return bot.pace_s * random.uniform(*PACE_SPREAD)  # noqa: S311 - a pace is no secret
        is_forced = len(tuple(islice(game.rules.legal(view), 2))) < 2
        return 0.0 if is_forced else random.uniform(*self.limits.pace_s)  # noqa: S311

    async def _choose(self, game: Game[Any, Any, Any], level: str, view: object, key: bytes) -> str | None:
        encoded = msgspec.msgpack.encode(view)
        for able in game.bots.fall_back(level):
            try:
                answer = await self._run(MoveTask(game.name, able, encoded, key), self.workers)
            except WorkersBusyError:
                self.skipped += 1
                break
            except ThinkingFailedError as error:
                self.failures += 1
                _log.error("event=computer-failed game=%s level=%s error=%a", game.name, able, str(error))
            else:
                self.durations[game.name, game.bots.group_of(able)].add(answer.took_s)
                return answer.move
        return game.rules.text(game.timing.default(view))

    async def _run(self, task: Task, workers: WorkerPool) -> Thought:
        """A worker's answer, or another's where that one died. Raises WorkersBusyError or ThinkingFailedError."""
        encoded = msgspec.msgpack.encode(task)
        try:
            try:
                answer = _decode(await workers.answer(encoded, self.limits.think_s))
            except WorkerDiedError:
                answer = _decode(await workers.answer(encoded, self.limits.think_s))
        except WorkerDiedError as error:
            raise ThinkingFailedError(f"{error}, twice") from None
        except TimeoutError:
            raise ThinkingFailedError(f"not done in {self.limits.think_s:g} s") from None
        if isinstance(answer, ThinkingFault):
            raise ThinkingFailedError(answer.error)
        return answer


def choice_key(room: Room, match: Match, seat: Seat) -> bytes:
    """The key that all randomness of a computer's next choice comes from, and nothing else."""
    return derive_key(room.setting.seed, f"computer|{match.number}|{seat}|{match.plies[seat]}")
