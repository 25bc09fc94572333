"""A bus through the engine: packets of the real kind, which come late and in order, or not at all."""

from __future__ import annotations

import asyncio
from collections import deque
from random import Random

from server.cluster.bus import Hear, Missed, Receiver, Sender, group_by_receiver, read_packet
from tests.support.world.cluster.database import RETRY_S
from tests.support.world.cluster.engine import CHANNEL, Engine
from tests.support.world.cluster.process import Process

TELL_WITHIN_S = 2.0
"""How long it takes at most until receivers are told that something was lost, by a packet of its own."""
UNDER_WAY_MAX = 1000
"""How many packets may be on their way to a node, which is fifty times what was ever seen where nothing was wrong."""


class ModelBus:
    """Sends to all nodes, or one, and hears both; mutable because messages wait and connections break."""

    def __init__(self, engine: Engine, process: Process, chance: Random, node: int) -> None:
        self.is_listening = asyncio.Event()
        self._engine = engine
        self._process = process
        self._chance = chance
        self._node = node
        self._waiting: deque[tuple[int | None, bytes]] = deque()
        self._senders: dict[int | None, Sender] = {}
        self._receiver = Receiver()
        self._is_sending = False
        self._is_over = False
        self._broken = asyncio.Event()
        self._connection = 0
        self._last = 0.0
        self._under_way = 0

    def send(self, node: int | None, message: bytes) -> None:
        self._waiting.append((node, message))
        self._send_soon(self._engine.weather.bus_s)

    async def run(self, hear: Hear, missed: Missed) -> None:
        self._hear, self._missed = hear, missed
        self._engine.buses[self._node] = self
        try:
            await self._connect_always()
        finally:
            self.crash()

    async def _connect_always(self) -> None:
        while True:
            while not self._engine.is_reached(self._node):  # noqa: ASYNC110 - as the real one tries again
                await asyncio.sleep(RETRY_S)
            self._connection += 1
            self._receiver.forget()
            self._missed(None)
            self.is_listening.set()
            await self._broken.wait()
            self._broken.clear()
            self.is_listening.clear()
            await asyncio.sleep(RETRY_S)

    def crash(self) -> None:
        """The process has ended, or is another node."""
        self._is_over = True
        self._engine.buses.pop(self._node, None)

    # From the engine.

    def deliver(self, channel: str, text: str) -> bool:
        """A packet is on its way here, behind those that came before it; False where it is dropped."""
        if not self.is_listening.is_set():  # and so told that something was missed once it is
            return True
        if self._chance.random() < self._engine.weather.dropped:
            return False
        now = self._engine.timing.time()
        if self._under_way == UNDER_WAY_MAX:
            self._engine.swamped(self._node, self._under_way)
            return False
        self._under_way += 1
        self._last = max(self._last, now + self._chance.uniform(0, self._engine.weather.bus_s))
        self._engine.timing.call_later(self._last - now, self._come, self._connection, channel, text)
        return True

    def break_off(self) -> None:
        """The connection breaks: what is under way is lost."""
        self._connection += 1
        self._process.enter(self._broken.set)

    def _come(self, connection: int, channel: str, text: str) -> None:
        self._under_way -= 1
        if connection == self._connection and not self._is_over:
            self._process.enter(self._receive, channel, text)

    # In the process.

    def _send_soon(self, within_s: float) -> None:
        if not self._is_sending:
            self._is_sending = True
            delay_s = self._chance.uniform(0, within_s)
            self._engine.timing.call_later(delay_s, self._process.enter, self._send_all)

    def _send_all(self) -> None:
        self._is_sending = False
        if self._is_over:
            return
        groups: list[tuple[int | None, list[bytes]]] = []
        groups += ((node, []) for node, sender in self._senders.items() if sender.has_lost)
        groups += group_by_receiver(self._waiting)
        self._waiting.clear()
        is_reached = self._engine.is_reached(self._node)
        for node, messages in groups:
            sender = self._senders.setdefault(node, Sender(self._node))
            channel = CHANNEL if node is None else f"{CHANNEL}_{node}"
            lost = [text for text in sender.pack(messages) if not (is_reached and self._engine.notify(channel, text))]
            if lost:
                sender.lose()
        if not is_reached and groups:
            self._send_soon(RETRY_S)
        elif any(sender.has_lost for sender in self._senders.values()):
            delay_s = self._chance.uniform(0, TELL_WITHIN_S)
            self._engine.timing.call_later(delay_s, self._process.enter, self._send_all)

    def _receive(self, channel: str, text: str) -> None:
        packet = read_packet(text)
        if packet.sender == self._node:
            return
        messages, is_missed = self._receiver.unpack(channel, packet)
        if is_missed:
            self._missed(packet.sender)
        for message in messages:
            self._hear(packet.sender, message)
