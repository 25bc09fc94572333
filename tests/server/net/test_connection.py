"""Real sockets, and clients that behave and clients that do not."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import replace

import pytest
from websockets.http11 import Request

from protocol.codec import MAX_COMMAND_BYTES
from protocol.errors import CloseCode
from protocol.messages import SUBPROTOCOL
from server.net.connection import LEAST_READ_BYTES, UNSUPPORTED
from server.net.framing import frame
from server.net.handshake import ListenerPolicy
from server.net.tls import make_context
from tests.support.fakes.gateways import LIMITS, RunningGateway, run_gateway
from tests.support.processes import wire
from tests.support.processes.own_certificates import FIRST, trusting
from tests.support.processes.wire import CLOSE, CONTINUATION, NO_CLOSE_FRAME, PING, PONG, TEXT, Piece, Wire

pytestmark = pytest.mark.slow

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: " + SUBPROTOCOL.encode() + b"\r\n\r\n"
)


# Frames.


@pytest.mark.parametrize("payload", [b"", b"x", b"x" * 125, b"x" * 126, b"x" * MAX_COMMAND_BYTES], ids=len)
async def test_a_frame_of_any_size_up_to_the_limit_arrives_whole(running, payload):
    client, _ = await running.enter()
    client.send(payload)
    assert await client.read() == Piece(wire.BINARY, payload)
    assert running.handler.frames == [payload]


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536, 250_000])
async def test_a_frame_to_the_client_is_read_as_it_was_written(running, size):
    client, connection = await running.enter()
    connection.outbox.offer(frame(b"y" * size))
    assert await client.read() == Piece(wire.BINARY, b"y" * size)


async def test_many_frames_at_once_are_many_frames(running):
    client, _ = await running.enter()
    client.write(b"".join(wire.frame(b"%d" % number) for number in range(500)))
    assert [(await client.read()).payload for _ in range(500)] == [b"%d" % number for number in range(500)]


async def test_a_frame_may_come_byte_by_byte(running):
    client, _ = await running.enter()
    for byte in wire.frame(b"slowly"):
        client.write(bytes([byte]))
        await client.drain()
        await asyncio.sleep(0)
    assert (await client.read()).payload == b"slowly"


async def test_a_frame_right_behind_the_request_is_read_and_all_after_it(running):
    client = await running.wires.reach()
    client.write(REQUEST + wire.frame(b"early"))
    heard = b""
    while not heard.endswith(frame(b"early")):
        heard += (news := await client.sip(4096))
        assert news, heard
    assert heard.startswith(b"HTTP/1.1 101 ")
    client.send(b"later")
    assert (await client.read()).payload == b"later"


async def test_a_request_is_forgotten_once_the_client_is_let_in(running):
    await running.enter()
    gc.collect()
    assert [each for each in gc.get_objects() if isinstance(each, Request)] == []


async def test_fragments_make_one_message_even_with_pings_between_them(running):
    client, _ = await running.enter()
    client.send(b"one ", fin=False)
    client.send(b"are you there", PING)
    client.send(b"two ", CONTINUATION, fin=False)
    client.send(b"three", CONTINUATION)
    answers = {await client.read(), await client.read()}
    assert answers == {Piece(PONG, b"are you there"), Piece(wire.BINARY, b"one two three")}
    assert running.handler.frames == [b"one two three"]


async def test_a_text_frame_is_refused_in_words(running):
    client, _ = await running.enter()
    client.send(b"hello", TEXT)
    closed = await client.until_closed()
    assert closed == (UNSUPPORTED, "Send messages as binary frames, not as text.")
    assert running.handler.frames == []


@pytest.mark.parametrize("size", [MAX_COMMAND_BYTES + 1, 2**20])
async def test_a_frame_over_the_limit_is_refused_by_its_size_alone(running, size):
    client, _ = await running.enter()
    client.send(b"x" * size)
    closed = await client.until_closed()
    assert closed.code == CloseCode.TOO_BIG
    assert str(MAX_COMMAND_BYTES) in closed.reason
    assert running.handler.frames == []


async def test_fragments_over_the_limit_together_are_refused(running):
    client, _ = await running.enter()
    client.send(b"x" * 4000, fin=False)
    client.send(b"x" * 4000, CONTINUATION, fin=False)
    assert (await client.until_closed()).code == CloseCode.TOO_BIG


async def test_empty_fragments_without_end_take_no_room(running):
    client, _ = await running.enter()
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
async def test_what_breaks_the_websocket_protocol_is_closed_with_its_code(running, raw):
    client, _ = await running.enter()
    client.write(raw)
    assert (await client.until_closed()).code == 1002
    assert running.handler.frames == []
    await asyncio.wait_for(running.handler.gone.get(), 5)


# Closing.


async def test_a_client_that_closes_is_answered_with_its_own_code(running):
    client, connection = await running.enter()
    client.send((1000).to_bytes(2) + b"bye", CLOSE)
    assert await client.until_closed() == (1000, "bye")
    assert await client.until_ended() == b""
    assert await running.handler.gone.get() is connection


async def test_a_client_that_vanishes_is_lost_once(running):
    client, connection = await running.enter()
    client.cut()
    assert await running.handler.gone.get() is connection
    assert running.gateway.connections == set()
    assert running.handler.gone.empty()


async def test_the_server_closes_with_its_reason_and_says_nothing_more(running):
    client, connection = await running.enter()
    connection.close(4409, "elsewhere")
    connection.close(4400, "a second reason")
    connection.outbox.offer(frame(b"too late"))
    assert await client.read() == Piece(CLOSE, (4409).to_bytes(2) + b"elsewhere")
    client.send((4409).to_bytes(2), CLOSE)
    assert await client.until_ended() == b""
    assert await running.handler.gone.get() is connection


async def test_what_a_client_says_while_it_is_closed_is_heard_by_nobody(running):
    client, connection = await running.enter()
    connection.close(4409, "elsewhere")
    client.send(b"too late")
    await client.until_closed()
    client.send((4409).to_bytes(2), CLOSE)
    await running.handler.gone.get()
    assert running.handler.frames == []


async def test_a_client_that_does_not_answer_a_close_is_cut(running):
    client, connection = await running.enter()
    connection.close(4409, "elsewhere")
    assert (await client.until_closed()).code == 4409
    assert await asyncio.wait_for(running.handler.gone.get(), 5) is connection
    assert await client.until_ended() == b""


@pytest.mark.parametrize("reason", ["x" * 500, "ü" * 100, "💥" * 50], ids=["one byte each", "two", "four"])
async def test_a_long_reason_is_cut_between_letters(running, reason):
    client, connection = await running.enter()
    connection.close(4400, reason)
    closed = await client.until_closed()
    assert reason.startswith(closed.reason)
    assert 115 < len(closed.reason.encode()) <= 123


# Who does not read, who does not answer.


async def test_who_does_not_read_is_cut_off_before_much_waits(running):
    _, connection = await running.enter(buffer_bytes=4096)
    sent = 0
    while connection in running.gateway.connections:
        connection.outbox.offer(frame(b"x" * 8000))
        sent += 8000
        assert connection.outbox.waiting <= LIMITS.outbound_bytes + 10_000
        assert sent < 20_000_000, "nobody was cut off"
        await asyncio.sleep(0)
    assert await running.handler.gone.get() is connection


async def test_who_does_not_read_tables_is_kept_and_gets_the_newest_in_the_end(running):
    client, connection = await running.enter(buffer_bytes=4096)
    for number in range(3000):
        connection.outbox.offer(frame(b"%08d" % number * 1000), "table")
        await asyncio.sleep(0)
    assert connection in running.gateway.connections
    assert connection.outbox.waiting < 10_000
    newest = b""
    while newest != b"%08d" % 2999:
        newest = (await client.read()).payload[:8]


async def test_who_takes_nothing_of_what_is_sent_is_cut_off_in_time_however_little_that_is():
    async with run_gateway(replace(LIMITS, unread_s=0.2)) as running:
        _, connection = await running.enter(buffer_bytes=4096)
        connection.outbox.offer(frame(b"x" * 40_000))
        assert await asyncio.wait_for(running.handler.gone.get(), 20) is connection
        assert connection.outbox.waiting == 0


async def test_pings_that_nobody_reads_the_answers_of_end_the_connection(running):
    client, connection = await running.enter(buffer_bytes=4096)
    flood = wire.frame(b"x" * 125, PING) * 1000
    for _ in range(1000):
        if connection not in running.gateway.connections:
            break
        client.write(flood)
        await asyncio.sleep(0)
    assert await asyncio.wait_for(running.handler.gone.get(), 10) is connection


async def test_a_silent_client_is_asked_whether_it_is_there_and_then_cut(running):
    client, connection = await running.enter()
    now = asyncio.get_running_loop().time()
    connection.check(now + LIMITS.ping_every_s - 1)
    connection.check(now + LIMITS.ping_every_s + 1)
    assert await client.read() == Piece(PING, b"")
    connection.check(now + LIMITS.ping_every_s + LIMITS.pong_within_s)
    assert connection in running.gateway.connections
    connection.check(now + LIMITS.ping_every_s + LIMITS.pong_within_s + 2)
    assert await client.until_closed() == (NO_CLOSE_FRAME, "")
    assert await running.handler.gone.get() is connection


async def test_a_client_that_answers_stays(running):
    client, connection = await running.enter()
    now = asyncio.get_running_loop().time()
    for _ in range(3):
        connection.check(now + LIMITS.ping_every_s + 1)
        assert (await client.read()).opcode == PING
        client.send(b"", PONG)
        client.send(b"there")
        assert (await client.read()).payload == b"there"
    connection.check(now + LIMITS.ping_every_s - 1)
    assert connection in running.gateway.connections


# What comes behind a request in the same read.

PAGE = b"GET /page HTTP/1.1\r\nHost: x\r\n"
BEHIND = {
    "a page twice": (PAGE + b"\r\n" + PAGE + b"\r\n", 200, None),
    "a page and some bytes": (PAGE + b"\r\nxy", 200, None),
    "a page and many bytes": (PAGE + b"\r\n" + b"x" * 5000, 200, None),
    "no websocket and some bytes": (b"GET / HTTP/1.1\r\nHost: x\r\n\r\nxy", 426, None),
    "a page with a body": (PAGE + b"Content-Length: 2\r\n\r\nxy", 400, None),
    "a page in chunks": (PAGE + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, None),
    "no lines as they should be": (b"GET /page HTTP/1.1\nHost: x\n\n", 400, None),
    "an unknown opcode": (REQUEST + b"\x83\x80mask", 101, 1002),
    "a reserved bit": (REQUEST + b"\xc2\x80mask", 101, 1002),
    "a frame without a mask": (REQUEST + b"\x82\x01x", 101, 1002),
    "a text": (REQUEST + wire.frame(b"x", TEXT), 101, UNSUPPORTED),
    "an end and a faulty frame": (REQUEST + wire.frame(b"\x03\xe8", CLOSE) + b"\x83\x80mask", 101, 1000),
    "a text and a faulty frame": (REQUEST + wire.frame(b"x", TEXT) + b"\x83\x80mask", 101, UNSUPPORTED),
}


@pytest.mark.parametrize(("sent", "status", "code"), BEHIND.values(), ids=BEHIND)
@pytest.mark.parametrize("cut", [None, 3, -3], ids=["at once", "cut early", "cut late"])
async def test_a_request_is_answered_whatever_comes_behind_it(running, caplog, sent, status, code, cut):
    client = await running.wires.reach()
    client.write(sent[:cut])
    if cut is not None:
        await client.drain()
        await asyncio.sleep(0)
        client.write(sent[cut:])
    answer = await asyncio.wait_for(client.read_answer(), 5)
    assert answer.status == status
    if code is not None:
        assert (await asyncio.wait_for(client.until_closed(), 5)).code == code
    else:
        assert await asyncio.wait_for(client.until_ended(), 5) == b""
    assert caplog.text == ""


async def test_what_ends_a_connection_is_told_even_where_worse_comes_in_the_same_read(running):
    client, _ = await running.enter()
    client.write(wire.frame(b"early") + wire.frame(b"x", TEXT) + b"\x83\x80mask")
    assert (await client.read()).payload == b"early"
    assert (await asyncio.wait_for(client.until_closed(), 5)).code == UNSUPPORTED


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
    async with run_gateway(SLOW) as running:
        client, connection = await running.enter()
        client.send(b"x", fin=False) if flood == FLOODS["fragments"] else None
        client.write(flood * (40_000 // len(flood)))
        closed = await asyncio.wait_for(client.until_closed(), 5)
        assert closed == (CloseCode.FLOODING, "You sent more than 1000 bytes a second.")
        assert await asyncio.wait_for(running.handler.gone.get(), 5) is connection


@pytest.mark.parametrize("opcode", [PING, PONG], ids=["pings", "pongs"])
@pytest.mark.parametrize("limit", ["control", "address_control"])
async def test_control_frames_in_few_bytes_are_a_flood_as_well(limit, opcode):
    limits = replace(LIMITS, **{f"{limit}_per_s": 0.1, f"{limit}_burst": 50})
    async with run_gateway(limits) as running:
        client, connection = await running.enter()
        client.write(wire.frame(b"", opcode) * 50 + wire.frame(b"still there"))
        while (await client.read()).payload != b"still there":
            pass
        client.write(wire.frame(b"", opcode) * 10_000)
        closed = await asyncio.wait_for(client.until_closed(), 5)
        assert closed == (CloseCode.FLOODING, "You sent too many pings.")
        assert await asyncio.wait_for(running.handler.gone.get(), 5) is connection


async def test_of_a_long_read_no_more_is_looked_at_once_it_is_a_flood():
    limits = replace(LIMITS, control_per_s=0.1, control_burst=50)
    async with run_gateway(limits) as running:
        client, _ = await running.enter()
        client.write(wire.frame(b"", PING) * 10_000 + wire.frame(b"behind"))
        await asyncio.wait_for(running.handler.gone.get(), 5)
        assert running.handler.frames == []


async def test_connections_of_one_address_share_its_bytes():
    limits = replace(LIMITS, address_bytes_per_s=1, address_bytes_burst=10_000)
    async with run_gateway(limits) as running:
        clients = [(await running.enter())[0] for _ in range(3)]
        for client in clients:
            client.send(b"x" * 4000)
        answered = 0
        for client in clients:
            if (await client.read()).opcode == wire.BINARY:
                answered += 1
        assert answered == 2


async def test_what_comes_in_small_pieces_counts_as_more():
    limits = replace(LIMITS, inbound_bytes_per_s=1, inbound_burst_bytes=100 * LEAST_READ_BYTES)
    async with run_gateway(limits) as running:
        client, connection = await running.enter()
        for byte in wire.frame(b"x" * 125, PING):
            connection.data_received(bytes([byte]))
        assert (await asyncio.wait_for(client.until_closed(), 5)).code == CloseCode.FLOODING


async def test_a_flood_that_nobody_reads_the_end_of_is_cut_all_the_same():
    async with run_gateway(SLOW) as running:
        client, connection = await running.enter(buffer_bytes=4096)
        client.write(wire.frame(b"x" * 125, PING) * 1000)
        assert await asyncio.wait_for(running.handler.gone.get(), 5) is connection
        assert not running.gateway.connections


async def test_a_flood_before_the_handshake_is_cut():
    async with run_gateway(SLOW) as running:
        client = await running.wires.reach()
        client.write(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 10_000)
        assert await asyncio.wait_for(client.until_ended(), 5) == b""
        await asyncio.wait_for(running.gateway.emptied(), 5)


async def test_who_sends_as_much_as_may_be_at_once_is_heard():
    async with run_gateway(SLOW) as running:
        client, _ = await running.enter()
        for _ in range(15):
            client.send(b"x" * 1000)
        for _ in range(15):
            assert (await client.read()).payload == b"x" * 1000


# Behind encryption.


async def encrypted(running: RunningGateway) -> Wire:
    """A client that has shaken hands twice, for TLS and for the websocket."""
    host = running.wires.url.rpartition("/")[2]
    port = int(host.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting(FIRST))
    client = Wire(reader, writer, host)
    assert (await client.upgrade()).status == 101
    return client


@pytest.fixture
async def encrypted_gateway():
    async with run_gateway(
        replace(LIMITS, connections_per_address=3), ListenerPolicy(tls=make_context(FIRST))
    ) as opened:
        yield opened


@pytest.mark.parametrize("size", [0, 1000, MAX_COMMAND_BYTES])
async def test_frames_go_through_encryption_both_ways(encrypted_gateway, size):
    client = await encrypted(encrypted_gateway)
    client.send(b"x" * size)
    assert await client.read() == Piece(wire.BINARY, b"x" * size)
    await client.aclose()


async def test_a_close_is_understood_through_encryption(encrypted_gateway):
    client = await encrypted(encrypted_gateway)
    (connection,) = encrypted_gateway.gateway.connections
    connection.close(4409, "elsewhere")
    assert await client.until_closed() == (4409, "elsewhere")
    client.send((4409).to_bytes(2), CLOSE)
    assert await client.until_ended() == b""
    await client.aclose()
    await asyncio.wait_for(encrypted_gateway.gateway.emptied(), 5)


async def test_who_speaks_plainly_where_encryption_is_spoken_is_cut(encrypted_gateway):
    client = await encrypted_gateway.wires.reach()
    client.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b"HTTP" not in await asyncio.wait_for(client.until_ended(), 5)
    await asyncio.wait_for(encrypted_gateway.gateway.emptied(), 5)


async def test_addresses_are_counted_before_encryption_begins(encrypted_gateway):
    for _ in range(3):
        await encrypted_gateway.wires.reach()
    assert await asyncio.wait_for((await encrypted_gateway.wires.reach()).until_ended(), 5) == b""
    assert len(encrypted_gateway.gateway.connections) == 3


async def test_encryption_that_never_begins_is_cut_in_time(encrypted_gateway):
    client = await encrypted_gateway.wires.reach()
    client.write(b"\x16\x03\x01")
    await client.drain()
    quick = await encrypted(encrypted_gateway)
    for connection in tuple(encrypted_gateway.gateway.connections):
        connection.check(asyncio.get_running_loop().time() + LIMITS.handshake_s + 1)
    assert await asyncio.wait_for(client.until_ended(), 5) == b""
    await quick.aclose()
