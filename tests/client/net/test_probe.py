import asyncio
import socket
from http import HTTPStatus

import pytest

from client.net.probe import ServerNotFoundError, probe
from protocol.errors import CloseCode
from tests.support.fakes.fake_server import fake_server


async def test_a_server_that_takes_clients_like_this_one_is_welcome_and_tells_its_time():
    async with fake_server() as server:
        answer = await asyncio.to_thread(probe, server.url)
    assert answer.is_welcome
    assert answer.ahead_s is not None
    assert abs(answer.ahead_s) < 5


async def test_a_server_of_another_kind_is_not():
    async with fake_server(subprotocol=None) as server:
        answer = await asyncio.to_thread(probe, server.url)
    assert not answer.is_welcome


@pytest.mark.parametrize(
    ("refusal", "text"),
    [
        ((CloseCode.WRONG_VERSION, "Too old."), "Too old."),
        ((CloseCode.BUSY, "Full."), "Full."),
        ((HTTPStatus.TOO_MANY_REQUESTS, "Too many."), "Too many."),
        ((HTTPStatus.BAD_GATEWAY, "Bad gateway"), "That is a web server (HTTP 502), not a Parlour server."),
    ],
)
async def test_a_server_that_lets_nobody_in_says_why(refusal, text):
    async with fake_server() as server:
        server.refusal = refusal
        answer = await asyncio.to_thread(probe, server.url)
    assert (answer.is_welcome, answer.text) == (False, text)


@pytest.mark.parametrize("url", ["ws://127.0.0.1:1", "wss://127.0.0.1:1"])
def test_where_nobody_answers_it_says_why(url):
    with pytest.raises(ServerNotFoundError, match="refused"):
        probe(url)


def test_who_listens_and_says_nothing_is_not_waited_for_long():
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(ServerNotFoundError, match="timed out"):
        probe(f"ws://127.0.0.1:{silent.getsockname()[1]}", limit_s=0.1)
