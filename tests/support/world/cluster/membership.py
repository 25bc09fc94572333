"""A node's row in the engine, by a connection beside that of its database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

from server.cluster.membership import NodeRow
from server.room.journal import StorageUnavailableError
from tests.support.world.cluster.database import RETRY_S
from tests.support.world.cluster.engine import Engine, ModelBeatAnswer
from tests.support.world.cluster.process import Process

T = TypeVar("T")


class ModelMembership:
    """Beats, and evicts; mutable because answers are waited for."""

    def __init__(self, engine: Engine, process: Process, chance: Random, node: int, name: str) -> None:
        self._engine = engine
        self._process = process
        self._chance = chance
        self._node = node
        self._name = name
        self._unanswered: dict[asyncio.Future[Any], None] = {}
        self._is_over = False

    async def join(self) -> None:
        await self._ask(partial(self._engine.add_node, self._node, self._name))

    async def beat(self, clock: float) -> ModelBeatAnswer:
        return await self._ask(partial(self._engine.beat, self._node, clock))

    def abandon(self) -> None:
        for unanswered in self._unanswered:
            self._refuse(unanswered)

    async def evict(self, row: NodeRow) -> bool:
        await asyncio.sleep(self._chance.uniform(0, self._engine.weather.commit_s))  # by a connection of its own
        return await self._ask(partial(self._engine.evict, row))

    async def drain(self) -> None:
        await self._ask(partial(self._engine.drain, self._node))

    async def leave(self) -> None:
        await self._ask(partial(self._engine.remove, self._node))

    async def aclose(self) -> None:
        self.abandon()

    def crash(self) -> None:
        """The process is killed, and hears of nothing any more."""
        self._is_over = True

    async def _ask(self, call: Callable[[], T]) -> T:
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._unanswered[answer] = None
        self._later(self._reach, call, answer)
        try:
            return await answer
        finally:
            del self._unanswered[answer]

    def _later(self, step: Callable[..., None], *arguments: object) -> None:
        self._engine.timing.call_later(self._chance.uniform(0, self._engine.weather.bus_s), step, *arguments)

    def _reach(self, call: Callable[[], T], answer: asyncio.Future[T]) -> None:
        if self._is_over:
            return
        if self._engine.is_away():
            self._process.enter(self._refuse, answer)
        elif self._engine.is_reached(self._node):
            self._later(self._answer, answer, call())
        elif not answer.done():
            self._engine.timing.call_later(RETRY_S, self._reach, call, answer)

    def _answer(self, answer: asyncio.Future[T], value: T) -> None:
        if self._engine.is_reached(self._node):
            self._process.enter(_settle, answer, value)
        else:
            self._engine.timing.call_later(RETRY_S, self._answer, answer, value)

    def _refuse(self, answer: asyncio.Future[Any]) -> None:
        if not answer.done():
            answer.set_exception(StorageUnavailableError("the engine does not answer"))


def _settle(answer: asyncio.Future[T], value: T) -> None:
    if not answer.done():
        answer.set_result(value)
