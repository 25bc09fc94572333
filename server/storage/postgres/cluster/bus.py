"""The bus between nodes by LISTEN and NOTIFY: no ports, keys or addresses between nodes, only the database they share.

A notification is sent by a connection of its own that waits for no disk, never with anything that is stored: commits
that notify wait for one another. One statement is under way at a time, and the next not at once: it takes along what
has come meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable

import psycopg

from server.cluster.bus import Hear, Missed, PacketError, Receiver, Sender, group_by_receiver, read_packet
from server.room.journal import StorageUnavailableError
from server.storage.postgres.cluster.link import Link, connected, unavailable_if_broken
from server.storage.postgres.values import TextArray

WAITING_BYTES_MAX = 8 * 1024 * 1024
"""How much may wait to be sent; whatever comes on top is dropped with it, and its receivers notice."""
STATEMENT_BYTES = 512 * 1024
"""How much one statement sends, and somewhat more: whatever waits, unless PostgreSQL was away."""
GATHER_S = 0.002
"""How long at least from one statement to the next: under load, what is sent meanwhile goes together."""
RETRY_S = 0.1
CHANNEL = "SELECT 'parlour_' || to_regnamespace(current_schema())::oid"
"""Notifications reach all of a database, of which a schema may be all that a cluster has."""
NOTIFY = "SELECT count(pg_notify(channel, text)) FROM unnest(%b::text[], %b::text[]) AS new(channel, text)"

_log = logging.getLogger("parlour.cluster")


class PostgresBus:
    """Sends to all nodes, or one, and hears both; mutable because messages wait and connections break.

    `is_listening` is set once everything that is sent from then on is heard.
    """

    def __init__(self, url: str, node: int, name: str) -> None:
        """Be the bus of a node, beside its database's session of a name."""
        self._url = url
        self._node = node
        self._name = name
        self._waiting: deque[tuple[int | None, bytes]] = deque()
        self._waiting_bytes = 0
        self._woken = asyncio.Event()
        self._senders: dict[int | None, Sender] = {}
        self._said = ""
        self.is_listening = asyncio.Event()

    def send(self, node: int | None, message: bytes) -> None:
        """Have a message sent to a node, or to all others; never waits."""
        self._waiting.append((node, message))
        self._waiting_bytes += len(message)
        if self._waiting_bytes > WAITING_BYTES_MAX:
            _log.warning("event=bus-full messages=%d", len(self._waiting))
            self._lose({receiver for receiver, _ in self._waiting})
            self._waiting.clear()
            self._waiting_bytes = 0
        self._woken.set()

    async def run(self, hear: Hear, missed: Missed) -> None:
        """Send and hear, until this is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._send_always(missed))
            group.create_task(self._listen_always(hear, missed))

    # Inside.

    async def _send_always(self, missed: Missed) -> None:
        has_failed = False
        while True:
            try:
                async with connected(self._url, self._name) as link:
                    channel = await _channel(link)
                    if has_failed:  # what was lost may have been what was said of something missed
                        missed(None)
                    while True:
                        await self._woken.wait()
                        self._woken.clear()
                        while self._waiting or any(sender.has_lost for sender in self._senders.values()):
                            await self._send_some(link, channel)
                        await asyncio.sleep(GATHER_S)
            except StorageUnavailableError as error:
                self._log_away(error)
                self._woken.set()
                has_failed = True
                await asyncio.sleep(RETRY_S)

    async def _send_some(self, link: Link, channel: str) -> None:
        batch: list[tuple[int | None, bytes]] = []
        left = STATEMENT_BYTES
        while self._waiting and left > 0:
            node, message = self._waiting.popleft()
            left -= len(message)
            self._waiting_bytes -= len(message)
            batch.append((node, message))
        groups: list[tuple[int | None, list[bytes]]] = []
        groups += ((node, []) for node, sender in self._senders.items() if sender.has_lost)
        groups += group_by_receiver(batch)
        channels, texts = [], []
        for node, messages in groups:
            for text in self._sender(node).pack(messages):
                channels.append(channel if node is None else f"{channel}_{node}")
                texts.append(text)
        try:
            with unavailable_if_broken():
                await link.execute(NOTIFY, (TextArray(channels), TextArray(texts)))
        except BaseException:
            self._lose({node for node, _ in groups})  # or it was sent, and is only thought lost
            raise

    def _sender(self, node: int | None) -> Sender:
        return self._senders.setdefault(node, Sender(self._node))

    def _lose(self, nodes: Iterable[int | None]) -> None:
        for node in nodes:
            self._sender(node).lose()

    async def _listen_always(self, hear: Hear, missed: Missed) -> None:
        receiver = Receiver()
        while True:
            try:
                async with connected(self._url, self._name) as link:
                    channel = await _channel(link)
                    with unavailable_if_broken():
                        await link.execute(f"LISTEN {channel}; LISTEN {channel}_{self._node}".encode())
                        receiver.forget()
                        missed(None)
                        self.is_listening.set()
                        self._said = ""
                        async for notification in link.notifies():
                            self._receive(receiver, notification, hear, missed)
            except StorageUnavailableError as error:
                self._log_away(error)
            self.is_listening.clear()
            await asyncio.sleep(RETRY_S)

    def _log_away(self, error: Exception) -> None:
        """Log that the bus is away, once for each thing that is said of it."""
        if self._said != (said := str(error)):
            self._said = said
            _log.warning("event=bus-away error=%s", ascii(said))

    def _receive(self, receiver: Receiver, notification: psycopg.Notify, hear: Hear, missed: Missed) -> None:
        try:
            packet = read_packet(notification.payload)
        except PacketError:
            _log.warning("event=bus-unreadable")
            return
        if packet.sender == self._node:
            return
        messages, is_missed = receiver.unpack(notification.channel, packet)
        if is_missed:
            missed(packet.sender)
        for message in messages:
            hear(packet.sender, message)


async def _channel(link: Link) -> str:
    with unavailable_if_broken():
        row = await (await link.execute(CHANNEL)).fetchone()
    assert row is not None
    return str(row[0])
