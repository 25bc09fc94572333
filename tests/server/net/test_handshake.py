"""HTTP before the websocket: who is let in, and what everybody else reads."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import pytest

from server.net.handshake import HttpResponse, ListenerPolicy
from tests.support.fakes.gateways import LIMITS, run_gateway
from tests.support.processes import wire
from tests.support.processes.wire import Piece

pytestmark = pytest.mark.slow


async def test_a_client_of_this_version_is_let_in(running):
    client = await running.wires.reach()
    answer = await client.upgrade()
    assert answer.status == 101
    assert answer.headers["sec-websocket-protocol"] == "parlour.1"
    # RFC 6455 section 1.3 has this answer to this key.
    assert answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    assert "sec-websocket-extensions" not in answer.headers


async def test_a_client_that_speaks_several_versions_is_answered_in_ours(running):
    client = await running.wires.reach()
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
async def test_another_client_is_told_in_words_what_to_do(running, subprotocol, status, text):
    client = await running.wires.reach()
    answer = await client.upgrade(subprotocol)
    assert (answer.status, answer.body) == (status, text)
    assert await client.until_ended() == b""
    assert running.handler.gone.empty()


async def test_a_plain_request_is_answered_with_a_page_and_closed(running):
    client = await running.wires.reach()
    answer = await client.get("/page?of=mine")
    assert (answer.status, answer.body) == (200, "a page\n")
    assert answer.headers["content-type"] == "text/plain; version=7"
    assert await client.until_ended() == b""


async def test_a_page_that_is_not_there_is_refused(running):
    client = await running.wires.reach()
    assert 400 <= (await client.get("/nowhere")).status < 500


@pytest.mark.parametrize(
    "raw",
    [b"\x16\x03\x01\x02\x00\x01\x00\n", b"HELO there\r\n\r\n", b"\r\n" * 2],
    ids=["TLS", "SMTP", "nothing"],
)
async def test_what_is_no_http_is_hung_up_on(running, raw):
    client = await running.wires.reach()
    client.write(raw)
    await asyncio.wait_for(client.until_ended(), 5)
    await asyncio.wait_for(running.gateway.emptied(), 5)


async def test_a_handshake_that_takes_too_long_is_cut(running):
    client = await running.wires.reach()
    client.write(b"GET / HTTP/1.1\r\n")
    full = await running.wires.open()
    now = asyncio.get_running_loop().time()
    there = tuple(running.gateway.connections)
    for connection in there:
        connection.check(now + LIMITS.handshake_s - 1)
    assert len(running.gateway.connections) == len(there) == 2
    for connection in there:
        connection.check(now + LIMITS.handshake_s + 1)
    assert await client.until_ended() == b""
    full.send(b"here")
    assert await full.read() == Piece(wire.BINARY, b"here")


async def test_a_receiver_can_turn_clients_away(running):
    running.handler.refusal = HttpResponse(HTTPStatus.SERVICE_UNAVAILABLE, "Not now.\n")
    client = await running.wires.reach()
    answer = await client.upgrade()
    assert (answer.status, answer.body) == (503, "Not now.\n")
    assert running.handler.gone.empty()


@pytest.mark.parametrize("path", ["/", "/page", "/nowhere"])
@pytest.mark.parametrize("origin", ["https://evil.example.org", "null", "http://localhost", ""])
async def test_a_web_page_is_let_in_nowhere(running, path, origin):
    client = await running.wires.reach()
    answer = await client.get(path, Origin=origin)
    assert (answer.status, answer.body) == (403, "Web pages are not let in here; play from a terminal.\n")
    other = await running.wires.reach()
    assert (await other.upgrade(Origin=origin)).status == 403
    assert running.handler.gone.empty()


async def test_a_web_page_that_was_named_is_let_in_and_no_other():
    async with run_gateway(LIMITS, ListenerPolicy(origins=frozenset({"https://play.example.org"}))) as running:
        assert (await (await running.wires.reach()).upgrade(Origin="https://play.example.org")).status == 101
        assert (await (await running.wires.reach()).upgrade(Origin="https://play.example.org.evil.com")).status == 403
        assert (await (await running.wires.reach()).upgrade(Origin="http://play.example.org")).status == 403
        both = "https://play.example.org\r\nOrigin: https://evil.example.org"
        assert (await (await running.wires.reach()).upgrade(Origin=both)).status == 403
