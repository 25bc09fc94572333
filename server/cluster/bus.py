"""The bus between nodes: what it promises, and how messages are packed for one that takes short texts only.

Messages from a node arrive in the order they were sent in, each at most once, and nothing on the bus is the truth: it
may lose any of them. Whoever misses something from a node is told so, and asks that node for all it had to say.

Packets to one receiver, or to all, are numbered, and a number is missing where something was lost. Several short
messages share a packet, and a long one goes on in the next.
"""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

MAX_PACKET_CHARS = 7_900
"""PostgreSQL takes less than 8,000 bytes."""
CHUNK_BYTES = MAX_PACKET_CHARS * 3 // 4 - 64
"""How many bytes of messages a packet takes, in base 64, beside its own fields."""
MESSAGE_FIELDS = 5
"""How many bytes a message takes in a packet beside its own, at most."""

Hear = Callable[[int, bytes], None]
Missed = Callable[[int | None], None]


class Bus(Protocol):
    """Carries messages between nodes. All implementations pass one suite of tests."""

    @property
    def is_listening(self) -> asyncio.Event:
        """Set once all that is sent from then on is heard."""

    def send(self, node: int | None, message: bytes) -> None:
        """Send a message to a node, or to all others; never waits, and drops what is too much."""

    async def run(self, hear: Hear, missed: Missed) -> None:
        """Call `hear` with each message and the node it came from, and `missed` with a node of which some were lost.

        None stands for all nodes, which may have missed something from this one as well. Runs until it is cancelled.
        """


class Packet(msgspec.Struct, frozen=True, array_like=True):
    """One text on the bus: who sent it, its number among those to the same receivers, and messages.

    The first of them may be the rest of a long message, and the last may go on in the next packet. The rest of nothing
    says that something was lost.
    """

    sender: int
    number: int
    is_rest: bool
    is_unfinished: bool
    messages: tuple[bytes, ...]


class PacketError(ValueError):
    """A text on the bus is no packet of ours."""


def write_packet(packet: Packet) -> str:
    return b64encode(msgspec.msgpack.encode(packet)).decode()


def read_packet(text: str) -> Packet:
    """Read a packet. Raises PacketError."""
    try:
        return msgspec.msgpack.decode(b64decode(text, validate=True), type=Packet)
    except (ValueError, Error, msgspec.MsgspecError) as error:
        raise PacketError("this is no packet") from error


class Sender:
    """Packs the messages to some receivers; mutable because packets are numbered.

    `has_lost` says that something to them was lost, or may be, of which they have not been told yet.
    """

    def __init__(self, me: int) -> None:
        self._me = me
        self._number = 0
        self.has_lost = False

    def pack(self, messages: Sequence[bytes]) -> Iterator[str]:
        """The packets that carry some messages, after one that tells what was lost, if anything was."""
        is_rest = False
        if self.has_lost:
            self.has_lost = False
            self._number += 1
            yield self._write(is_rest=True, is_unfinished=False, messages=(b"",))
        for is_unfinished, group in _groups(messages):
            yield self._write(is_rest=is_rest, is_unfinished=is_unfinished, messages=group)
            is_rest = is_unfinished

    def lose(self) -> None:
        """Note that something to these receivers was lost, or may be."""
        self.has_lost = True

    def _write(self, *, is_rest: bool, is_unfinished: bool, messages: tuple[bytes, ...]) -> str:
        self._number += 1
        return write_packet(Packet(self._me, self._number, is_rest, is_unfinished, messages))


@dataclass(slots=True)
class _Stream:
    """What has come of the packets of one sender to the same receivers."""

    number: int
    rest: bytes | None = None


class Receiver:
    """Unpacks what comes in, and notices what is missing; mutable because it remembers numbers and unfinished parts."""

    def __init__(self) -> None:
        self._streams: dict[tuple[int, str], _Stream] = {}

    def unpack(self, channel: str, packet: Packet) -> tuple[list[bytes], bool]:
        """The messages that a packet completes, and whether some before it were missed.

        Before the first packet from a sender nothing counts as missed, but the beginning of a message.
        """
        stream = self._streams.get((packet.sender, channel))
        is_missed = stream is not None and packet.number != stream.number + 1
        begun = stream.rest if stream is not None and not is_missed else None
        messages = list(packet.messages)
        if packet.is_rest:
            rest = messages.pop(0)
            if begun is not None:
                messages.insert(0, begun + rest)
            else:
                is_missed = True
        unfinished = None
        if packet.is_unfinished and messages:
            unfinished = messages.pop()
        self._streams[packet.sender, channel] = _Stream(packet.number, unfinished)
        return messages, is_missed

    def forget(self, sender: int | None = None) -> None:
        """Forget a node that has gone, or all: what is heard next is the first from them."""
        self._streams = {key: stream for key, stream in self._streams.items() if sender not in (None, key[0])}


def group_by_receiver(
    messages: Iterable[tuple[int | None, bytes]],
) -> Iterator[tuple[int | None, list[bytes]]]:
    """Messages to a node or to all, None, grouped so that each receiver hears them in their order."""
    groups: dict[int | None, list[bytes]] = {}
    for receiver, message in messages:
        if receiver is None and groups.keys() - {None}:  # those may not hear this before what was said to them alone
            yield from groups.items()
            groups = {}
        groups.setdefault(receiver, []).append(message)
    yield from groups.items()


def _groups(messages: Sequence[bytes]) -> Iterator[tuple[bool, tuple[bytes, ...]]]:
    """Messages as they share packets, and whether the last of a packet goes on in the next."""
    group: list[bytes] = []
    free = CHUNK_BYTES
    for message in messages:
        *cut, last = _cut(message)
        if group and (cut or len(last) + MESSAGE_FIELDS > free):
            yield False, tuple(group)
            group, free = [], CHUNK_BYTES
        for part in cut:
            yield True, (part,)
        group.append(last)
        free -= len(last) + MESSAGE_FIELDS
    if group:
        yield False, tuple(group)


def _cut(message: bytes) -> list[bytes]:
    """A message in parts that fill a packet, but for the last."""
    size = CHUNK_BYTES - MESSAGE_FIELDS
    return [message[at : at + size] for at in range(0, len(message) or 1, size)]
