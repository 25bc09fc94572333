"""Runs a server, from its settings to a clean stop: what `parlour serve` does."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace

from engines import catalog
from server.app.server import Server
from server.cluster.links import Incarnation
from server.config import Config
from server.moderation.owner_acts import OwnerActs
from server.moderation.owner_channel import answer_owner
from server.net import tls as encryption
from server.net.gateway import Gateway
from server.ops.garbage import collect_nothing_until
from server.ops.http_pages import load_metrics
from server.ops.store_address import is_postgres
from server.ops.supervisor import BACKLOG, stop_with_supervisor
from server.private.server import run_private, stop_when_idle, take_port_of_killed
from server.room.journal import StorageUnavailableError
from server.storage.stores import (
    Storage,
    lock_data_folder,
    open_as_node,
    open_in_memory,
    open_on_disk,
    open_on_postgres,
)

LEAVE_WITHIN_S = 5.0
"""How long a node that stops tells its database so."""

_log = logging.getLogger("parlour.server")


async def serve(config: Config) -> None:
    """Run a server until it is told to stop, or until its database has failed, so that it is started again.

    Raises DataFolderInUseError, StorageUnavailableError, CertificateError, or OSError when it cannot listen.
    """
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    async with start_server(config) as server:
        loop.add_signal_handler(signal.SIGHUP, encryption.renew_and_log, server.tls, config.certificate)
        print(f"Parlour is listening on {server.url}", flush=True)
        _log.info("event=listening url=%s rooms=%d", server.url, len(server.host))
        if config.private:
            server.tasks.start(stop_when_idle(server.gateway, stopping))
        if config.node is not None:
            server.tasks.start(stop_with_supervisor(stopping))
        database, member = server.storage.database, server.member
        if database is not None:
            server.tasks.start(_stop_when(database.failed if member is None else member.is_lost, stopping))
        await stopping.wait()
        _log.info("event=stopping connections=%d", len(server.gateway.connections))
    if database is not None and not database.is_alive:
        raise StorageUnavailableError(database.why)


@asynccontextmanager
async def start_server(config: Config) -> AsyncIterator[Server]:
    """A server that listens, and is stopped on the way out: every move stored, every client told, in bounded time."""
    tls = encryption.make_context(config.certificate) if config.certificate else None
    async with AsyncExitStack() as stack:
        if config.store != "memory":
            stack.enter_context(lock_data_folder(config.data))
        storage = _open(config)
        if storage.cluster is not None:
            stack.push_async_callback(leave_cluster, storage.cluster.incarnation)
        stack.push_async_callback(storage.journal.aclose)
        server = Server(config, storage, tls=tls)
        stack.push_async_callback(server.aclose)
        catalog.games()  # now, while nobody waits
        await (server.host.restore() if server.node is None else server.node.start())
        await server.moderation.restore()
        listener = await _listen(server.gateway, config)
        stack.callback(listener.close)
        if config.node is not None:
            own = await _listen_alone(server.gateway, config, config.node)
            stack.callback(own.close)
        server.url = _url(config, listener.sockets[0].getsockname()[1])
        collect_nothing_until(server.work())
        server.tasks.start(server.watchdog.run())
        if server.member is not None:
            server.tasks.start(server.member.run())
        elif is_postgres(config.store):
            server.tasks.start(server.clock.stop_while_late(lambda: storage.waits_s))
        stack.enter_context(server.pauses.measured())
        async with _listen_to_owner(server):
            server.computers.start()
            if not config.private:
                server.tasks.start(asyncio.to_thread(load_metrics))
            yield server
        listener.close()
        await server.stop()


def _open(config: Config) -> Storage:
    """The storage that the settings name. Raises StorageUnavailableError."""
    if is_postgres(config.store):
        return open_as_node(config.store) if config.cluster else open_on_postgres(config.store)
    return open_in_memory() if config.store == "memory" else open_on_disk(config.data)


async def leave_cluster(node: Incarnation) -> None:
    """Give up what is this node's; where the database gives no answer, the others find out by themselves."""
    with suppress(StorageUnavailableError, TimeoutError):
        async with asyncio.timeout(LEAVE_WITHIN_S):
            await node.leave()


async def _listen(gateway: Gateway, config: Config) -> asyncio.Server:
    """Listen where the settings say; in place of a private server that was killed, on its port if that is free."""
    loop = asyncio.get_running_loop()
    if config.listening is not None:
        shared = socket.socket(fileno=config.listening)
        shared.set_inheritable(False)
        return await loop.create_server(gateway, sock=shared, backlog=BACKLOG)
    if config.private and (port := take_port_of_killed(config.data)):
        with suppress(OSError):
            return await loop.create_server(gateway, config.host, port, backlog=BACKLOG)
    return await loop.create_server(gateway, config.host, config.port, backlog=BACKLOG)


async def _listen_alone(gateway: Gateway, config: Config, node: int) -> asyncio.Server:
    """Listen for whoever on this machine wants this very node of those behind a port, such as to read its metrics."""
    port = config.port and config.port + node
    own = await asyncio.get_running_loop().create_server(gateway, "127.0.0.1", port)
    _log.info("event=listening-alone url=%s", _url(replace(config, host="127.0.0.1"), own.sockets[0].getsockname()[1]))
    return own


async def _stop_when(failed: asyncio.Event, stopping: asyncio.Event) -> None:
    """Stop a server that can store nothing any more: once started again, it has all that anybody was shown."""
    await failed.wait()
    stopping.set()


@asynccontextmanager
async def _listen_to_owner(server: Server) -> AsyncIterator[None]:
    """Do what the owner asks of the server through its folder; where that is not its own alone, nobody can ask."""
    config, gateway, tasks = server.config, server.gateway, server.tasks
    acts = OwnerActs(server.moderation, gateway, server.dispatcher.sessions.get, server.host, config.limits)
    if server.member is not None:
        acts.cluster, server.member.node.listener.hear_owner = server.member, acts.repeat
    async with AsyncExitStack() as stack:
        if config.private:
            await stack.enter_async_context(run_private(config.data, server.url, gateway, tasks))
        elif config.store != "memory":
            await stack.enter_async_context(answer_owner(config.data, acts.carry_out, tasks))
        yield


def _url(config: Config, port: int) -> str:
    host = f"[{config.host}]" if ":" in config.host else config.host
    return f"{'wss' if config.certificate else 'ws'}://{host}:{port}"
