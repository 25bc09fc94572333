"""Real sockets, and clients that behave and clients that do not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from http import HTTPStatus

import pytest

from bench.process import UNLIMITED
from protocol.codec import MAX_COMMAND_BYTES
from protocol.errors import CloseCode
from server.limits.addresses import TrustedProxies
from server.limits.settings import ServerLimits, parse_limits
from server.net.connection import UNSUPPORTED, ServerConnection
from server.net.framing import frame
from server.net.gateway import TURNED_AWAY, Gateway
from server.net.handshake import CROWDED, HttpResponse, ListenerPolicy
from server.net.tls import context
from tests.support.processes import wire
from tests.support.processes.own_certificates import FIRST, trusting
from tests.support.processes.wire import CLOSE, CONTINUATION, NO_CLOSE_FRAME, PING, PONG, TEXT, Piece, Wire, Wires

pytestmark = pytest.mark.slow

LIMITS = replace(parse_limits(UNLIMITED), close_within_s=0.1, connections=5)


class Desk:
    """A receiver that answers every frame with the same, and remembers who came. Mutable: people come."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.gone: asyncio.Queue[ServerConnection] = asyncio.Queue()
        self.refusal: HttpResponse | None = None

    def arrived(self) -> HttpResponse | None:
        return self.refusal

    def received(self, connection: ServerConnection, payload: bytes) -> None:
        self.frames.append(payload)
        connection.outbox.offer(frame(payload))

    def lost(self, connection: ServerConnection) -> None:
        self.gone.put_nowait(connection)

    def page(self, path: str, address: str) -> HttpResponse | None:
        match path:
            case "/page":
                return HttpResponse(HTTPStatus.OK, "a page\n", "text/plain; version=7")
            case "/address":
                return HttpResponse(HTTPStatus.OK, address)
        return None


class Door:
    """A gateway that is open, and the sockets of a test to it."""

    def __init__(self, desk: Desk, gateway: Gateway, wires: Wires) -> None:
        self.desk = desk
        self.gateway = gateway
        self.wires = wires

    async def enter(self, **options) -> tuple[Wire, ServerConnection]:
        """A client that has shaken hands, and its connection on this side."""
        before = set(self.gateway.connections)
        client = await self.wires.open(**options)
        (connection,) = self.gateway.connections - before
        return client, connection


@asynccontextmanager
async def door_with(limits: ServerLimits, policy: ListenerPolicy | None = None) -> AsyncIterator[Door]:
    desk = Desk()
    gateway = Gateway(desk, limits, policy)
    listener = await asyncio.get_running_loop().create_server(gateway, "127.0.0.1", 0)
    wires = Wires(f"ws://127.0.0.1:{listener.sockets[0].getsockname()[1]}")
    yield Door(desk, gateway, wires)
    listener.close()
    await wires.aclose()
    for connection in tuple(gateway.connections):
        connection.abort()
    await gateway.emptied()


@pytest.fixture
async def door():
    async with door_with(LIMITS) as opened:
        yield opened


# The handshake.


async def test_a_client_of_this_version_is_let_in(door):
    client = await door.wires.reach()
    answer = await client.upgrade()
    assert answer.status == 101
    assert answer.headers["sec-websocket-protocol"] == "parlour.1"
    # RFC 6455 section 1.3 has this answer to this key.
    assert answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    assert "sec-websocket-extensions" not in answer.headers


async def test_a_client_that_speaks_several_versions_is_answered_in_ours(door):
    client = await door.wires.reach()
    answer = await client.upgrade("parlour.7, parlour.1")
    assert answer.headers["sec-websocket-protocol"] == "parlour.1"


@pytest.mark.parametrize(
    ("subprotocol", "status", "text"),
    [
        (
            "parlour.2",
            426,
            "This server speaks parlour.1; your client speaks parlour.2. Install the version that matches.\n",
        ),
        (
            None,
            400,
            "Offer the subprotocol parlour.1 in Sec-WebSocket-Protocol; this server speaks nothing else.\n",
        ),
    ],
)
async def test_another_client_is_told_in_words_what_to_do(door, subprotocol, status, text):
    client = await door.wires.reach()
    answer = await client.upgrade(subprotocol)
    assert (answer.status, answer.body) == (status, text)
    assert await client.until_ended() == b""
    assert door.desk.gone.empty()


async def test_a_plain_request_is_answered_with_a_page_and_closed(door):
    client = await door.wires.reach()
    answer = await client.get("/page?of=mine")
    assert (answer.status, answer.body) == (200, "a page\n")
    assert answer.headers["content-type"] == "text/plain; version=7"
    assert await client.until_ended() == b""


async def test_a_page_that_is_not_there_is_refused(door):
    client = await door.wires.reach()
    assert 400 <= (await client.get("/nowhere")).status < 500


@pytest.mark.parametrize(
    "raw",
    [b"\x16\x03\x01\x02\x00\x01\x00\n", b"HELO there\r\n\r\n", b"\r\n" * 2],
    ids=["TLS", "SMTP", "nothing"],
)
async def test_what_is_no_http_is_hung_up_on(door, raw):
    client = await door.wires.reach()
    client.write(raw)
    await asyncio.wait_for(client.until_ended(), 5)
    await asyncio.wait_for(door.gateway.emptied(), 5)


async def test_a_head_without_an_end_is_hung_up_on(door):
    client = await door.wires.reach()
    client.write(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 10_000)
    await asyncio.wait_for(client.until_ended(), 5)


async def test_a_handshake_that_takes_too_long_is_cut(door):
    client = await door.wires.reach()
    client.write(b"GET / HTTP/1.1\r\n")
    full = await door.wires.open()
    now = asyncio.get_running_loop().time()
    there = tuple(door.gateway.connections)
    for connection in there:
        connection.check(now + LIMITS.handshake_s - 1)
    assert len(door.gateway.connections) == len(there) == 2
    for connection in there:
        connection.check(now + LIMITS.handshake_s + 1)
    assert await client.until_ended() == b""
    full.send(b"here")
    assert await full.read() == Piece(wire.BINARY, b"here")


async def test_a_receiver_can_turn_clients_away(door):
    door.desk.refusal = HttpResponse(HTTPStatus.SERVICE_UNAVAILABLE, "Not now.\n")
    client = await door.wires.reach()
    answer = await client.upgrade()
    assert (answer.status, answer.body) == (503, "Not now.\n")
    assert door.desk.gone.empty()


async def test_a_full_server_says_so_and_has_room_again_when_somebody_goes(door):
    inside = [await door.wires.open() for _ in range(LIMITS.connections)]
    late = await door.wires.reach()
    answer = await late.upgrade()
    assert (answer.status, answer.body) == (503, "This server is full. Come back later.\n")
    inside[0].cut()
    await door.desk.gone.get()
    await late.until_ended()
    late.cut()
    assert (await (await door.wires.reach()).upgrade()).status == 101


async def test_sockets_far_beyond_the_limit_are_cut_off(door):
    crowd = [await door.wires.reach() for _ in range(LIMITS.connections + TURNED_AWAY + 3)]
    assert [await client.until_ended() for client in crowd[-3:]] == [b""] * 3
    assert len(door.gateway.connections) == LIMITS.connections + TURNED_AWAY


# Frames.


@pytest.mark.parametrize("payload", [b"", b"x", b"x" * 125, b"x" * 126, b"x" * MAX_COMMAND_BYTES], ids=len)
async def test_a_frame_of_any_size_up_to_the_limit_arrives_whole(door, payload):
    client, _ = await door.enter()
    client.send(payload)
    assert await client.read() == Piece(wire.BINARY, payload)
    assert door.desk.frames == [payload]


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536, 250_000])
async def test_a_frame_to_the_client_is_read_as_it_was_written(door, size):
    client, connection = await door.enter()
    connection.outbox.offer(frame(b"y" * size))
    assert await client.read() == Piece(wire.BINARY, b"y" * size)


async def test_many_frames_at_once_are_many_frames(door):
    client, _ = await door.enter()
    client.write(b"".join(wire.frame(b"%d" % number) for number in range(500)))
    assert [(await client.read()).payload for _ in range(500)] == [b"%d" % number for number in range(500)]


async def test_a_frame_may_come_byte_by_byte(door):
    client, _ = await door.enter()
    for byte in wire.frame(b"slowly"):
        client.write(bytes([byte]))
        await client.drain()
        await asyncio.sleep(0)
    assert (await client.read()).payload == b"slowly"


async def test_fragments_make_one_message_even_with_pings_between_them(door):
    client, _ = await door.enter()
    client.send(b"one ", fin=False)
    client.send(b"are you there", PING)
    client.send(b"two ", CONTINUATION, fin=False)
    client.send(b"three", CONTINUATION)
    answers = {await client.read(), await client.read()}
    assert answers == {Piece(PONG, b"are you there"), Piece(wire.BINARY, b"one two three")}
    assert door.desk.frames == [b"one two three"]


async def test_a_text_frame_is_refused_in_words(door):
    client, _ = await door.enter()
    client.send(b"hello", TEXT)
    closed = await client.until_closed()
    assert closed == (UNSUPPORTED, "Messages are binary frames; a text frame has no place here.")
    assert door.desk.frames == []


@pytest.mark.parametrize("size", [MAX_COMMAND_BYTES + 1, 2**20])
async def test_a_frame_over_the_limit_is_refused_by_its_size_alone(door, size):
    client, _ = await door.enter()
    client.send(b"x" * size)
    closed = await client.until_closed()
    assert closed.code == CloseCode.TOO_BIG
    assert str(MAX_COMMAND_BYTES) in closed.reason
    assert door.desk.frames == []


async def test_fragments_over_the_limit_together_are_refused(door):
    client, _ = await door.enter()
    client.send(b"x" * 4000, fin=False)
    client.send(b"x" * 4000, CONTINUATION, fin=False)
    assert (await client.until_closed()).code == CloseCode.TOO_BIG


async def test_empty_fragments_without_end_take_no_room(door):
    client, _ = await door.enter()
    client.send(b"x", fin=False)
    flood = wire.frame(b"", CONTINUATION, fin=False) * 1000
    for _ in range(50):
        client.write(flood)
        await client.drain()
    client.send(b"y", CONTINUATION)
    assert await client.read() == Piece(wire.BINARY, b"xy")


BROKEN = {
    "not masked": b"\x82\x01x",
    "a continuation of nothing": wire.frame(b"x", CONTINUATION),
    "a reserved bit": bytes([0xC2]) + wire.frame(b"x")[1:],
    "an opcode nobody knows": wire.frame(b"x", 3),
    "a ping that is too long": wire.frame(b"x" * 126, PING),
    "a ping in pieces": wire.frame(b"x", PING, fin=False),
    "a new message within a message": wire.frame(b"x", fin=False) + wire.frame(b"y"),
    "a close with half a code": wire.frame(b"\x03", CLOSE),
}


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN)
async def test_what_breaks_the_websocket_protocol_is_closed_with_its_code(door, raw):
    client, _ = await door.enter()
    client.write(raw)
    assert (await client.until_closed()).code == 1002
    assert door.desk.frames == []
    await asyncio.wait_for(door.desk.gone.get(), 5)


# Closing.


async def test_a_client_that_closes_is_answered_with_its_own_code(door):
    client, connection = await door.enter()
    client.send((1000).to_bytes(2) + b"bye", CLOSE)
    assert await client.until_closed() == (1000, "bye")
    assert await client.until_ended() == b""
    assert await door.desk.gone.get() is connection


async def test_a_client_that_vanishes_is_lost_once(door):
    client, connection = await door.enter()
    client.cut()
    assert await door.desk.gone.get() is connection
    assert door.gateway.connections == set()
    assert door.desk.gone.empty()


async def test_the_server_closes_with_its_reason_and_says_nothing_more(door):
    client, connection = await door.enter()
    connection.close(4409, "elsewhere")
    connection.close(4400, "a second reason")
    connection.outbox.offer(frame(b"too late"))
    assert await client.read() == Piece(CLOSE, (4409).to_bytes(2) + b"elsewhere")
    client.send((4409).to_bytes(2), CLOSE)
    assert await client.until_ended() == b""
    assert await door.desk.gone.get() is connection


async def test_what_a_client_says_while_it_is_closed_is_heard_by_nobody(door):
    client, connection = await door.enter()
    connection.close(4409, "elsewhere")
    client.send(b"too late")
    await client.until_closed()
    client.send((4409).to_bytes(2), CLOSE)
    await door.desk.gone.get()
    assert door.desk.frames == []


async def test_a_client_that_does_not_answer_a_close_is_cut(door):
    client, connection = await door.enter()
    connection.close(4409, "elsewhere")
    assert (await client.until_closed()).code == 4409
    assert await asyncio.wait_for(door.desk.gone.get(), 5) is connection
    assert await client.until_ended() == b""


@pytest.mark.parametrize("reason", ["x" * 500, "ü" * 100, "💥" * 50], ids=["one byte each", "two", "four"])
async def test_a_long_reason_is_cut_between_letters(door, reason):
    client, connection = await door.enter()
    connection.close(4400, reason)
    closed = await client.until_closed()
    assert reason.startswith(closed.reason)
    assert 115 < len(closed.reason.encode()) <= 123


# Who does not read, who does not answer.


async def test_who_does_not_read_is_cut_off_before_much_waits(door):
    _, connection = await door.enter(buffer_bytes=4096)
    sent = 0
    while connection in door.gateway.connections:
        connection.outbox.offer(frame(b"x" * 8000))
        sent += 8000
        assert connection.outbox.waiting <= LIMITS.outbound_bytes + 10_000
        assert sent < 20_000_000, "nobody was cut off"
        await asyncio.sleep(0)
    assert await door.desk.gone.get() is connection


async def test_who_does_not_read_tables_is_kept_and_gets_the_newest_in_the_end(door):
    client, connection = await door.enter(buffer_bytes=4096)
    for number in range(3000):
        connection.outbox.offer(frame(b"%08d" % number * 1000), "table")
        await asyncio.sleep(0)
    assert connection in door.gateway.connections
    assert connection.outbox.waiting < 10_000
    newest = b""
    while newest != b"%08d" % 2999:
        newest = (await client.read()).payload[:8]


async def test_who_takes_nothing_of_what_is_sent_is_cut_off_in_time_however_little_that_is():
    async with door_with(replace(LIMITS, unread_s=0.2)) as door:
        _, connection = await door.enter(buffer_bytes=4096)
        connection.outbox.offer(frame(b"x" * 40_000))
        assert await asyncio.wait_for(door.desk.gone.get(), 20) is connection
        assert connection.outbox.waiting == 0


async def test_pings_that_nobody_reads_the_answers_of_end_the_connection(door):
    client, connection = await door.enter(buffer_bytes=4096)
    flood = wire.frame(b"x" * 125, PING) * 1000
    for _ in range(1000):
        if connection not in door.gateway.connections:
            break
        client.write(flood)
        await asyncio.sleep(0)
    assert await asyncio.wait_for(door.desk.gone.get(), 10) is connection


async def test_a_silent_client_is_asked_whether_it_is_there_and_then_cut(door):
    client, connection = await door.enter()
    now = asyncio.get_running_loop().time()
    connection.check(now + LIMITS.ping_every_s - 1)
    connection.check(now + LIMITS.ping_every_s + 1)
    assert await client.read() == Piece(PING, b"")
    connection.check(now + LIMITS.ping_every_s + LIMITS.pong_within_s)
    assert connection in door.gateway.connections
    connection.check(now + LIMITS.ping_every_s + LIMITS.pong_within_s + 2)
    assert await client.until_closed() == (NO_CLOSE_FRAME, "")
    assert await door.desk.gone.get() is connection


async def test_a_client_that_answers_stays(door):
    client, connection = await door.enter()
    now = asyncio.get_running_loop().time()
    for _ in range(3):
        connection.check(now + LIMITS.ping_every_s + 1)
        assert (await client.read()).opcode == PING
        client.send(b"", PONG)
        client.send(b"there")
        assert (await client.read()).payload == b"there"
    connection.check(now + LIMITS.ping_every_s - 1)
    assert connection in door.gateway.connections


async def test_a_connection_knows_its_clients_address(door):
    _, connection = await door.enter()
    assert connection.address == "127.0.0.1"


# Where they come from.


@pytest.mark.parametrize("path", ["/", "/page", "/nowhere"])
@pytest.mark.parametrize("origin", ["https://evil.example.org", "null", "http://localhost", ""])
async def test_a_web_page_is_let_in_nowhere(door, path, origin):
    client = await door.wires.reach()
    answer = await client.get(path, Origin=origin)
    assert (answer.status, answer.body) == (403, "Web pages are not let in here; play from a terminal.\n")
    other = await door.wires.reach()
    assert (await other.upgrade(Origin=origin)).status == 403
    assert door.desk.gone.empty()


async def test_a_web_page_that_was_named_is_let_in_and_no_other():
    async with door_with(LIMITS, ListenerPolicy(origins=frozenset({"https://play.example.org"}))) as door:
        assert (await (await door.wires.reach()).upgrade(Origin="https://play.example.org")).status == 101
        assert (await (await door.wires.reach()).upgrade(Origin="https://play.example.org.evil.com")).status == 403
        assert (await (await door.wires.reach()).upgrade(Origin="http://play.example.org")).status == 403
        both = "https://play.example.org\r\nOrigin: https://evil.example.org"
        assert (await (await door.wires.reach()).upgrade(Origin=both)).status == 403


FEW = replace(LIMITS, connections=100, connections_per_address=3)


async def test_an_address_has_so_many_connections_and_the_next_is_told_so_before_it_asks():
    async with door_with(FEW) as door:
        inside = [await door.wires.open() for _ in range(3)]
        late = await door.wires.reach()
        told = await late.until_ended()
        assert told.startswith(b"HTTP/1.1 429 ")
        assert CROWDED.text.encode() in told
        inside[0].cut()
        await door.desk.gone.get()
        await door.wires.open()


async def test_connections_that_never_ask_count_from_the_first_moment():
    async with door_with(FEW) as door:
        silent = [await door.wires.reach() for _ in range(3)]
        assert (await (await door.wires.reach()).until_ended()).startswith(b"HTTP/1.1 429 ")
        silent[0].write(b"GET / HTTP/1.1\r\n")
        assert len(door.gateway.connections) == 3


async def test_an_address_that_comes_too_often_waits():
    limits = replace(FEW, connections_per_address=1000, arrivals_per_s=0.001, arrivals_burst=4)
    async with door_with(limits) as door:
        for _ in range(4):
            (await door.wires.open()).cut()
            await door.desk.gone.get()
        assert (await (await door.wires.reach()).until_ended()).startswith(b"HTTP/1.1 429 ")
        door.gateway.addresses.forget(asyncio.get_running_loop().time())
        assert len(door.gateway.addresses) == 1


async def test_behind_a_proxy_everyone_is_counted_for_themselves():
    async with door_with(FEW, ListenerPolicy(TrustedProxies(["127.0.0.1"]))) as door:

        async def come(forwarded: str) -> int:
            return (await (await door.wires.reach()).upgrade(**{"X-Forwarded-For": forwarded})).status

        assert [await come("198.51.100.7") for _ in range(4)] == [101, 101, 101, 429]
        assert [await come(f"2001:db8::{host}") for host in range(4)] == [101, 101, 101, 429]
        assert await come("198.51.100.7, 198.51.100.8") == 101
        assert {connection.address for connection in door.gateway.connections} >= {"198.51.100.7", "198.51.100.8"}


async def test_who_is_no_proxy_cannot_be_somebody_else():
    async with door_with(FEW, ListenerPolicy(TrustedProxies(["10.0.0.1"]))) as door:
        for number in range(3):
            client = await door.wires.reach()
            await client.upgrade(**{"X-Forwarded-For": f"198.51.100.{number}"})
        assert {connection.address for connection in door.gateway.connections} == {"127.0.0.1"}
        assert (await (await door.wires.reach()).until_ended()).startswith(b"HTTP/1.1 429 ")


async def test_a_page_knows_who_asks_for_it_behind_a_proxy_too():
    async with door_with(LIMITS, ListenerPolicy(TrustedProxies(["127.0.0.1"]))) as door:

        async def asked(**headers: str) -> str:
            return (await (await door.wires.reach()).get("/address", **headers)).body

        assert await asked(**{"X-Forwarded-For": "127.0.0.1, 198.51.100.7"}) == "198.51.100.7"
        assert await asked() == "127.0.0.1"


# Who sends too much.

SLOW = replace(LIMITS, inbound_bytes_per_s=1000, inbound_burst_bytes=20_000)


FLOODS = {
    "frames": wire.frame(b"x" * 1000),
    "pings": wire.frame(b"x" * 125, PING),
    "empty pings": wire.frame(b"", PING),
    "pongs": wire.frame(b"x" * 125, PONG),
    "fragments": wire.frame(b"", CONTINUATION, fin=False),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_a_flood_is_answered_with_its_reason_and_cut(flood):
    async with door_with(SLOW) as door:
        client, connection = await door.enter()
        client.send(b"x", fin=False) if flood == FLOODS["fragments"] else None
        client.write(flood * (40_000 // len(flood)))
        closed = await asyncio.wait_for(client.until_closed(), 5)
        assert closed == (CloseCode.FLOODING, "More came from you than 1000 bytes a second; less is read here.")
        assert await asyncio.wait_for(door.desk.gone.get(), 5) is connection


async def test_a_flood_that_nobody_reads_the_end_of_is_cut_all_the_same():
    async with door_with(SLOW) as door:
        client, connection = await door.enter(buffer_bytes=4096)
        client.write(wire.frame(b"x" * 125, PING) * 1000)
        assert await asyncio.wait_for(door.desk.gone.get(), 5) is connection
        assert not door.gateway.connections


async def test_a_flood_before_the_handshake_is_cut():
    async with door_with(SLOW) as door:
        client = await door.wires.reach()
        client.write(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 10_000)
        assert await asyncio.wait_for(client.until_ended(), 5) == b""
        await asyncio.wait_for(door.gateway.emptied(), 5)


async def test_who_sends_as_much_as_may_be_at_once_is_heard():
    async with door_with(SLOW) as door:
        client, _ = await door.enter()
        for _ in range(15):
            client.send(b"x" * 1000)
        for _ in range(15):
            assert (await client.read()).payload == b"x" * 1000


# Behind encryption.


async def encrypted(door: Door) -> Wire:
    """A client that has shaken hands twice, for TLS and for the websocket."""
    host = door.wires.url.rpartition("/")[2]
    port = int(host.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting(FIRST))
    client = Wire(reader, writer, host)
    assert (await client.upgrade()).status == 101
    return client


@pytest.fixture
async def vault():
    async with door_with(replace(LIMITS, connections_per_address=3), ListenerPolicy(tls=context(FIRST))) as opened:
        yield opened


@pytest.mark.parametrize("size", [0, 1000, MAX_COMMAND_BYTES])
async def test_frames_go_through_encryption_both_ways(vault, size):
    client = await encrypted(vault)
    client.send(b"x" * size)
    assert await client.read() == Piece(wire.BINARY, b"x" * size)
    await client.aclose()


async def test_a_close_is_understood_through_encryption(vault):
    client = await encrypted(vault)
    (connection,) = vault.gateway.connections
    connection.close(4409, "elsewhere")
    assert await client.until_closed() == (4409, "elsewhere")
    client.send((4409).to_bytes(2), CLOSE)
    assert await client.until_ended() == b""
    await client.aclose()
    await asyncio.wait_for(vault.gateway.emptied(), 5)


async def test_who_speaks_plainly_where_encryption_is_spoken_is_cut(vault):
    client = await vault.wires.reach()
    client.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b"HTTP" not in await asyncio.wait_for(client.until_ended(), 5)
    await asyncio.wait_for(vault.gateway.emptied(), 5)


async def test_addresses_are_counted_before_encryption_begins(vault):
    for _ in range(3):
        await vault.wires.reach()
    assert await asyncio.wait_for((await vault.wires.reach()).until_ended(), 5) == b""
    assert len(vault.gateway.connections) == 3


async def test_encryption_that_never_begins_is_cut_in_time(vault):
    client = await vault.wires.reach()
    client.write(b"\x16\x03\x01")
    await client.drain()
    quick = await encrypted(vault)
    for connection in tuple(vault.gateway.connections):
        connection.check(asyncio.get_running_loop().time() + LIMITS.handshake_s + 1)
    assert await asyncio.wait_for(client.until_ended(), 5) == b""
    await quick.aclose()
