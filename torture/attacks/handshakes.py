"""Bytes behind a handshake, in the same segment: whoever sends them is answered, and nothing goes wrong inside."""

from __future__ import annotations

import asyncio

from protocol.messages import SUBPROTOCOL
from tests.support.processes.running import start_server
from tests.support.processes.wire import BINARY, CLOSE, PING, TEXT, Wire, frame
from torture.finding import Finding
from torture.scale import Scale

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: %s\r\n\r\n"
)
REQUESTS = {
    "a page": (HEALTH, 200),
    "a page that is not there": (HEALTH.replace(b"healthz", b"nothing"), 426),
    "a websocket": (UPGRADE % SUBPROTOCOL.encode(), 101),
    "a websocket of another version": (UPGRADE % b"parlour.77", 101),
}
"""What is asked for, with the status of the answer."""
BEHIND = {
    "nothing": b"",
    "two bytes": b"xy",
    "the request again": HEALTH,
    "a frame of no kind": frame(b"", 0xB),
    "a reserved bit": b"\xf2" + frame(b"", BINARY)[1:],
    "an unmasked frame": b"\x82\x00",
    "a text": frame(b"hello", TEXT),
    "half a frame": frame(bytes(100))[:50],
    "no message": frame(b"\xc1"),
    "a close": frame(b"", CLOSE),
    "a close of one byte": frame(b"x", CLOSE),
    "no message and a close": frame(b"\xc1") + frame(b"", CLOSE),
    "a long ping": frame(bytes(126), PING),
}


async def prove(scale: Scale) -> list[Finding]:
    """Send each request with each of these behind it, in one write."""
    with scale.folder() as data:
        with start_server(data, limits=("arrivals-burst=1000", "connections-per-address=1000")) as server:
            answers = [
                await _status(server.url, request + behind) == status
                for request, status in REQUESTS.values()
                for behind in BEHIND.values()
            ]
            server.terminate()
        log = (data / "server.log").read_text(encoding="utf-8")
    faults = [line for line in log.splitlines() if "level=ERROR" in line]
    found = Finding(
        "P11",
        f"{len(REQUESTS)} requests before the websocket is open, each with {len(BEHIND)} kinds of bytes behind it in "
        "one segment",
        f"{sum(answers)} of {len(answers)} answered as without them, {len(faults)} faults in the log",
        "all answered, no fault",
        holds=all(answers) and not faults,
        note="13 of them once got no answer, and wrote a fault into the log each",
    )
    return [found]


async def _status(url: str, sent: bytes) -> int | None:
    """The status of the first answer; None where there is none."""
    wire = await Wire.reach(url)
    try:
        wire.write(sent)
        return (await wire.read_answer()).status
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    finally:
        wire.cut()
