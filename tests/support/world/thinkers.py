"""Whoever thinks for computers and people in a world: in no process of its own, and about nothing."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec

from engines import catalog
from engines.chance import Chance
from server.computers.worker import AdviceTask, MoveTask, Task, ThinkingFault, Thought
from server.computers.worker_pool import WorkerDiedError, WorkerPool
from tests.support.world.weather import Weather


class Thinkers(WorkerPool):
    """Workers that choose any legal move after a while, and now and then fail."""

    def __init__(self, chance: Random, weather: Weather) -> None:
        super().__init__(number=0, waiting_max=0, line_s=0.0)
        self.weather = weather
        self._chance = chance

    def start(self) -> None:
        """There's nothing to start."""

    async def answer(self, task: bytes, within_s: float) -> bytes:
        """The answer, as a worker's process would give it. Raises Died or TimeoutError."""
        await asyncio.sleep(self._chance.uniform(0.01, self.weather.think_s + 0.01))
        if self._chance.random() >= self.weather.broken:
            return msgspec.msgpack.encode(_answer(msgspec.msgpack.decode(task, type=Task)))
        match self._chance.choice(("died", "late", "broken")):
            case "died":
                raise WorkerDiedError("the world ended its process")
            case "late":
                raise TimeoutError
            case _:
                return msgspec.msgpack.encode(ThinkingFault("the world broke it"))


def _answer(task: Task) -> Thought:
    """Any legal move, which follows from the key; for whoever asks for help, a word of comfort."""
    match task:
        case AdviceTask():
            return Thought(None, "Try something.", 0.0)
        case MoveTask(game=name, view=seen, key=key):
            game = catalog.find(name)
            view = msgspec.msgpack.decode(seen, type=game.rules.View)
            return Thought(game.rules.text(Chance(key).choice(tuple(game.rules.legal(view)))), "", 0.0)
