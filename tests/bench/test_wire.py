import asyncio
from http import HTTPStatus

import pytest
from websockets.asyncio.server import serve

from bench.echo import Echoer
from bench.wire import Traffic


async def test_what_is_sent_comes_back_and_is_counted():
    async def echo_twice(connection):
        await connection.send(await connection.recv())
        await connection.send(await connection.recv())

    async with listening(echo_twice) as server:
        echoer = await Echoer.open(url(server))
        echoer.traffic = traffic = Traffic()
        echoer.eager = True
        echoer.begin(b"hello")
        await until(lambda: echoer.ended)
    assert len(traffic.latencies) == 2
    assert traffic.heard >= 2


async def test_a_ping_is_answered():
    answered = asyncio.Event()

    async def ping(connection):
        await (await connection.ping())
        answered.set()

    async with listening(ping) as server:
        await Echoer.open(url(server))
        assert await asyncio.wait_for(answered.wait(), 5)


async def test_a_connection_says_why_the_server_closed_it():
    async def close(connection):
        await connection.close(4409, "signed in elsewhere")

    async with listening(close) as server:
        echoer = await Echoer.open(url(server))
        await until(lambda: echoer.ended)
    assert echoer.ended == "signed in elsewhere"


async def test_a_server_that_lets_nobody_in_is_an_error():
    def refuse(connection, request):
        return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "full\n")

    async with listening(None, process_request=refuse) as server:
        with pytest.raises(OSError, match="503"):
            await Echoer.open(url(server))


def listening(take, **options):
    return serve(take, "127.0.0.1", 0, compression=None, **options)


def url(server):
    return f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"


async def until(holds):
    async with asyncio.timeout(5):
        while not holds():  # noqa: ASYNC110 - a connection of the load tells nobody of its end
            await asyncio.sleep(0)
