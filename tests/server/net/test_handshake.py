"""HTTP before the websocket: who is let in, and what everybody else reads."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import pytest

from protocol.errors import CloseCode
from server.net.handshake import FULL, HandshakeRefusal, ListenerPolicy, select_version
from server.net.origins import AllowedOrigins
from tests.support.fakes.gateways import LIMITS, run_gateway
from tests.support.processes import wire
from tests.support.processes.node import run_node
from tests.support.processes.wire import CLOSE, Piece

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
    ("offered", "selected"),
    [
        (["parlour.3", "parlour.4"], "parlour.4"),
        (["parlour.3"], "parlour.3"),
        (["parlour.2", "parlour.5", "chat"], "parlour.2"),
        (["chat", "parlour.9"], "chat"),
        ([], None),
    ],
    ids=["both", "the one before", "neither", "nothing of ours", "nothing at all"],
)
def test_the_newest_version_that_both_know_is_spoken(offered, selected):
    assert select_version(offered, ["parlour.4", "parlour.3"]) == selected


@pytest.mark.parametrize(
    ("subprotocol", "closed"),
    [
        (
            "parlour.2",
            (4426, "This server speaks parlour.1; your client speaks parlour.2. Install the version that matches."),
        ),
        (
            "chat" * 10,
            (4426, f"This server speaks parlour.1; your client speaks {'chat' * 6}. Install the version that matches."),
        ),
        (None, (4400, "This server speaks parlour.1 only: offer that subprotocol in Sec-WebSocket-Protocol.")),
    ],
    ids=["a newer one", "something else", "nothing"],
)
async def test_another_client_is_told_in_words_what_to_do(running, subprotocol, closed):
    client = await running.wires.reach()
    assert await client.turned_away(subprotocol) == closed
    await asyncio.wait_for(running.gateway.emptied(), 5)
    assert running.handler.gone.empty()


@pytest.mark.parametrize("subprotocol", ["parlour.1", "parlour.2", "chat"])
async def test_who_is_turned_away_is_answered_in_what_they_offered_as_browsers_require(running, subprotocol):
    running.handler.refusal = FULL
    answer = await (await running.wires.reach()).upgrade(subprotocol)
    assert answer.headers["sec-websocket-protocol"] == subprotocol


CLOSES = """
const [url] = process.argv.slice(1), page = { protocols: "parlour.1", headers: { Origin: "https://evil.example.org" } };
for (const offer of ["parlour.9", "chat", [], page]) {
  const socket = new WebSocket(url, offer);
  const { code, wasClean } = await new Promise((closed) => (socket.onclose = closed));
  console.log(code, wasClean);
}
"""


async def test_the_websocket_of_browsers_reads_the_code_of_whoever_is_turned_away(running):
    told = await asyncio.to_thread(run_node, ["--input-type=module", "--eval", CLOSES, running.wires.url])
    assert told.splitlines() == ["4426 true", "4426 true", "4400 true", "4405 true"]


async def test_who_is_turned_away_is_heard_no_more_and_cut_off_if_they_stay(running):
    running.handler.refusal = FULL
    client = await running.wires.reach()
    await client.upgrade()
    client.send(b"still here")
    assert await client.until_closed() == (FULL.code, FULL.text)
    assert await asyncio.wait_for(client.until_ended(), 5) == b""
    assert running.handler.frames == []
    assert running.handler.gone.empty()
    assert running.gateway.connections == set()


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
    running.handler.refusal = HandshakeRefusal(CloseCode.BUSY, HTTPStatus.SERVICE_UNAVAILABLE, "Not now.")
    client = await running.wires.reach()
    assert await client.turned_away() == (CloseCode.BUSY, "Not now.")
    assert running.handler.gone.empty()


@pytest.mark.parametrize("path", ["/", "/page", "/nowhere"])
@pytest.mark.parametrize("origin", ["https://evil.example.org", "null", "http://localhost"])
async def test_a_web_page_is_let_in_nowhere(running, path, origin):
    client = await running.wires.reach()
    answer = await client.get(path, Origin=origin)
    told = f"This server doesn't let in pages of {origin}: see --allow-origin."
    assert (answer.status, answer.body) == (403, f"{told}\n")
    assert await (await running.wires.reach()).turned_away(Origin=origin) == (CloseCode.FOREIGN_PAGE, told)
    assert running.handler.gone.empty()


async def test_what_a_page_calls_itself_is_repeated_harmlessly_and_not_at_length(running):
    for origin in ("", "https://a\u202eb.example.org", "https://" + "x" * 500):
        closed = await (await running.wires.reach()).turned_away(Origin=origin)
        assert closed.code == CloseCode.FOREIGN_PAGE
        assert closed.reason.isascii()
        assert closed.reason.endswith(": see --allow-origin.")


async def test_a_web_page_that_was_named_is_let_in_and_no_other():
    policy = ListenerPolicy(origins=AllowedOrigins(["https://play.example.org"]))
    async with run_gateway(LIMITS, policy) as running:

        async def closed(origin: str) -> int:
            client = await running.wires.reach()
            await client.upgrade(Origin=origin)
            client.send((1000).to_bytes(2), CLOSE)
            return (await client.until_closed()).code

        assert await closed("https://play.example.org") == 1000
        assert await closed("https://play.example.org.evil.com") == CloseCode.FOREIGN_PAGE
        assert await closed("http://play.example.org") == CloseCode.FOREIGN_PAGE
        both = "https://play.example.org\r\nOrigin: https://evil.example.org"
        assert (await (await running.wires.reach()).upgrade(Origin=both)).status == 403
