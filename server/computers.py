"""Computer players: they think in processes of their own, from the bytes of a View, and answer with a move's text.

A process holds nothing but the engines. What it is sent is what its seat may know and randomness that nothing else
uses, so it could not cheat if it wanted to; see `choose`.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from engines import catalog
from engines.chance import Chance, derive_key
from engines.game import Game, Seat
from server.room import Room

_log = logging.getLogger("parlour.computers")


@dataclass(frozen=True, slots=True)
class Limits:
    """How computers think: in how many processes, how many at once, for how many seconds; and how long they seem to.

    `pace_s` is the shortest and longest time a person sees a computer take for a choice. It is drawn without a look at
    what there is to choose from, so that it gives nothing away.
    """

    processes: int = 1
    waiting: int = 1000
    think_s: float = 10.0
    pace_s: tuple[float, float] = (0.4, 1.2)


def choose(game_name: str, level: str, view: bytes, key: bytes) -> str:
    """The move of a computer player, in the process it runs in: all it is given stands in these arguments."""
    game = catalog.find(game_name)
    seen = msgspec.msgpack.decode(view, type=game.View)
    return game.text(game.bots[level](seen, Chance(key)))


class Computers:
    """The processes computers think in. Mutable: it owns them. They are started when first needed."""

    def __init__(self, limits: Limits) -> None:
        """Start nothing yet."""
        self.limits = limits
        self.thinking = 0
        self.decisions = 0
        self.failures = 0
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, room: Room, seat: Seat, level: str) -> str:
        """The text of the move that the computer in `seat` makes, after the pace people see.

        A computer that fails, or takes too long, makes the game's default move instead; the failure is logged.
        """
        game, sitting = room.setting.game, room.sitting
        if sitting is None:
            raise ValueError("nobody is on turn where no game is played")
        view = game.view(sitting.state, seat)
        key = derive_key(room.setting.key, f"computer|{sitting.number}|{seat}|{sitting.plies[seat]}")
        move, _ = await asyncio.gather(self._chosen(game, level, view, key), asyncio.sleep(self._pause_s(game, view)))
        return move

    def close(self) -> None:
        """End the processes, whatever they think about."""
        if self._pool is not None:
            self._end(self._pool)

    def _pause_s(self, game: Game[Any, Any, Any], view: object) -> float:
        """How long the computer seems to think: not at all where there is but one thing to do."""
        is_forced = len(tuple(islice(game.legal(view), 2))) < 2
        return 0.0 if is_forced else random.uniform(*self.limits.pace_s)  # noqa: S311 - a pace is no secret

    async def _chosen(self, game: Game[Any, Any, Any], level: str, view: object, key: bytes) -> str:
        if self.thinking >= self.limits.waiting:
            return game.text(game.default(view))
        self.thinking += 1
        try:
            async with asyncio.timeout(self.limits.think_s):
                return await self._asked(game.name, level, msgspec.msgpack.encode(view), key)
        except Exception as error:  # noqa: BLE001 - whatever a computer does wrong, the game goes on
            self.failures += 1
            _log.error("event=computer-failed game=%s level=%s error=%r", game.name, level, error)
            return game.text(game.default(view))
        finally:
            self.thinking -= 1
            self.decisions += 1

    async def _asked(self, game: str, level: str, view: bytes, key: bytes) -> str:
        """The answer of a process, or of another one where that one died."""
        try:
            return await self._answer(game, level, view, key)
        except BrokenProcessPool:
            return await self._answer(game, level, view, key)

    async def _answer(self, game: str, level: str, view: bytes, key: bytes) -> str:
        """The answer of a process, which is ended when nobody waits for it any longer."""
        pool = self._processes()
        try:
            thought = pool.submit(choose, game, level, view, key)
            return await asyncio.wrap_future(thought)
        except BrokenProcessPool:
            self._end(pool)
            raise
        except asyncio.CancelledError:
            if thought.running():
                self._end(pool)
            raise

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """End a pool's processes. Whoever else waits for them hears that they are broken, and asks others."""
        if self._pool is pool:
            self._pool = None
            # A pool alone would wait for what its processes think about, if need be for ever.
            for process in tuple(pool._processes.values()):
                process.kill()
            pool.shutdown(wait=False)

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.limits.processes, mp_context=spawn, initializer=end_with_parent)
        return self._pool


def end_with_parent() -> None:
    """Run in a new process: end it when the server does, even if that was killed and could say nothing.

    An interrupt typed at a terminal reaches this process too; what follows from it is the server's to decide.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
