"""The server put together: what `parlour serve` runs, from the settings to a clean stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from engines import catalog
from protocol import RELEASE
from protocol.errors import CloseCode
from server import accounts_sqlite, encryption, journal_sqlite, records_sqlite, today
from server.accounts import Accounts, MemoryAccounts
from server.accounts_sqlite import SqliteAccounts
from server.addresses import Networks, Proxies
from server.computers import Computers
from server.config import Config
from server.database import Database
from server.gateway import Gateway, Trust
from server.hall import LOOK_EVERY_S, Hall
from server.host import Clock, Host
from server.journal import Journal, MemoryJournal, Unwritable
from server.journal_sqlite import SqliteJournal
from server.metrics import Counts, Pages
from server.private import private
from server.reception import Reception
from server.reckoner import Reckoner
from server.records import MemoryRecords, Records
from server.records_sqlite import SqliteRecords
from server.renown import Renown
from server.runner import House
from server.tasks import Tasks
from server.watchdog import Watchdog

DATABASE_NAME = "parlour.db"
SCHEMA = journal_sqlite.SCHEMA + accounts_sqlite.SCHEMA + records_sqlite.SCHEMA
UPGRADES = accounts_sqlite.upgrade, records_sqlite.upgrade
CHECK_EVERY_S = 2.5
"""How often connections are held to their time limits, and empty tables looked for."""
PRIVATE_START_S = 15.0
"""How long a private server waits for its first player, and then, after the last has gone, for the next."""
PRIVATE_IDLE_S = 5.0
BACKLOG = 1024
GC_THRESHOLD = (50_000, 50, 100)
"""Garbage collections are rare, because each stops every room: what is freed at once by its count needs none."""

_log = logging.getLogger("parlour.server")


class InUse(Exception):  # noqa: N818 - says what is the case
    """Another server runs on the same data folder."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: where it listens, how it encrypts, and its parts."""

    url: str
    tls: ssl.SSLContext | None
    gateway: Gateway
    reception: Reception
    host: Host
    tasks: Tasks


async def serve(config: Config) -> None:
    """Run a server until it is told to stop.

    Raises InUse, Unwritable, encryption.BadCertificate, or OSError when it cannot listen.
    """
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    async with running(config) as server:
        loop.add_signal_handler(signal.SIGHUP, _renew, config, server)
        print(f"Parlour listens on {server.url}", flush=True)
        _log.info("event=listening url=%s rooms=%d", server.url, len(server.host))
        if config.private:
            server.tasks.start(_stop_when_idle(server, stopping))
        await stopping.wait()
        _log.info("event=stopping connections=%d", len(server.gateway.connections))


@asynccontextmanager
async def running(config: Config) -> AsyncIterator[Server]:
    """A server that listens, and is stopped on the way out: every move stored, every client told, in bounded time."""
    tls = encryption.context(config.certificate) if config.certificate else None
    with claimed(config.data) if config.store == "sqlite" else nullcontext(), ExitStack() as stack:
        journal, accounts, records, database = _opened(config)
        tasks, computers, watchdog = Tasks(), Computers(config.computers), Watchdog()
        hall = Hall(config.limits)
        renown = Renown(records, tasks, hall.rank)
        clock = Clock()
        house = House(journal, records, computers, tasks, clock.now, hall.relist, config.limits)
        reckoner = Reckoner(records, tasks)
        house.renew = _renewing(renown, reckoner)
        host = Host(house, clock)
        readers = Networks(config.metrics_from)
        pages = Pages(lambda: _counts(gateway, reception, house, host, database, watchdog), readers)
        reception = Reception(accounts, records, host, hall, renown, reckoner, tasks, pages, RELEASE, config.limits)
        gateway = Gateway(reception, config.limits, Trust(Proxies(config.proxies), config.origins, tls))
        try:
            catalog.games()  # now, while nobody waits
            await host.restore()
            loop = asyncio.get_running_loop()
            listener = await loop.create_server(gateway, config.host, config.port, backlog=BACKLOG)
            stack.callback(listener.close)
            tasks.start(_take_up_all(host))
            tasks.start(_check_always(gateway, reception, host))
            tasks.start(_look_always(hall, house, host))
            tasks.start(watchdog.run())
            url = _url(config, listener.sockets[0].getsockname()[1])
            with private(config.data, url, gateway, tasks) if config.private else nullcontext():
                server = Server(url, tls, gateway, reception, host, tasks)
                computers.start()
                yield server
            await _stop(config, listener, server)
        finally:
            await computers.aclose()
            await tasks.aclose()
            await journal.aclose()


async def _stop(config: Config, listener: asyncio.Server, server: Server) -> None:
    """Finish every room's work and say goodbye; whoever does not answer in time is cut off."""
    listener.close()
    server.reception.stop("The server stops now. Every move is kept; come back in a moment.")
    with suppress(TimeoutError):
        async with asyncio.timeout(config.stop_within_s / 2):
            await server.host.aclose()
    for connection in tuple(server.gateway.connections):
        connection.close(CloseCode.STOPPING, "The server stops. Every move is kept.")
    with suppress(TimeoutError):
        async with asyncio.timeout(config.stop_within_s / 2):
            await server.gateway.emptied()
    for connection in tuple(server.gateway.connections):
        connection.abort()


async def _take_up_all(host: Host) -> None:
    """Take up every room that was open when the server last stopped, while people come and play."""
    with _nothing_collected():
        await host.take_up_all()
    _log.info("event=rooms-taken-up rooms=%d", len(host))


async def _check_always(gateway: Gateway, reception: Reception, host: Host) -> None:
    """Hold connections to their time limits, and clear deserted tables, now and then."""
    while True:
        await asyncio.sleep(CHECK_EVERY_S)
        now = asyncio.get_running_loop().time()
        for connection in tuple(gateway.connections):
            connection.check(now)
            reception.check(connection, now)
        gateway.addresses.forget(now)
        reception.forget(now)
        host.clear_deserted()


async def _look_always(hall: Hall, house: House, host: Host) -> None:
    """Let the hall see now and then how far games are."""
    while True:
        await asyncio.sleep(LOOK_EVERY_S)
        hall.look(house.moves, host.progress)


async def _stop_when_idle(server: Server, stopping: asyncio.Event) -> None:
    """Stop a private server when it has been alone for a while."""
    await asyncio.sleep(PRIVATE_START_S)
    while True:
        await server.gateway.emptied()
        await asyncio.sleep(PRIVATE_IDLE_S)
        if not server.gateway.connections:
            stopping.set()
            return


def _opened(config: Config) -> tuple[Journal, Accounts, Records, Database | None]:
    match config.store:
        case "memory":
            return MemoryJournal(), MemoryAccounts(), MemoryRecords(today.now), None
        case "sqlite":
            database = Database(config.data / DATABASE_NAME, SCHEMA, *UPGRADES)
            return SqliteJournal(database), SqliteAccounts(database), SqliteRecords(database), database


def _renewing(renown: Renown, reckoner: Reckoner) -> Callable[[str, Iterable[int]], None]:
    """What hears of each game that is kept: whoever tells the players what has become of it."""

    def renew(game: str, players: Iterable[int]) -> None:
        renown.renew(game, players)
        reckoner.renew(players)

    return renew


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Rooms taken up from the journal are no garbage: they are not looked through now, and never again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def claimed(data: Path) -> Iterator[None]:
    """The data folder is this program's alone. Raises InUse when it is another's, and Unwritable where it cannot be."""
    lock = FileLock(data / "lock", timeout=0)
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise InUse(f"Another server runs on {data} already.") from None
    except OSError as error:
        raise Unwritable(f"{data} cannot be written to: {error.strerror or error}") from error
    with lock:
        yield


def _url(config: Config, port: int) -> str:
    host = f"[{config.host}]" if ":" in config.host else config.host
    return f"{'wss' if config.certificate else 'ws'}://{host}:{port}"


def _renew(config: Config, server: Server) -> None:
    """Read the certificate anew, as after the authority has prolonged it."""
    if server.tls is None or config.certificate is None:
        return
    try:
        encryption.renew(server.tls, config.certificate)
    except encryption.BadCertificate as error:
        _log.error("event=certificate-not-renewed error=%s", ascii(str(error)))
    else:
        _log.info("event=certificate-renewed")


def _counts(
    gateway: Gateway, reception: Reception, house: House, host: Host, database: Database | None, watchdog: Watchdog
) -> Counts:
    return Counts(
        connections=len(gateway.connections),
        players=reception.online,
        rooms=len(host),
        parked=host.parked,
        moves=house.moves,
        refusals=dict(house.refusals),
        malformed=reception.malformed,
        rebuilt=house.rebuilt,
        commits=database.commits if database else 0,
        stored=database.jobs if database else 0,
        thinking=house.computers.workers.thinking,
        waiting=house.computers.workers.waiting,
        decisions=house.computers.durations,
        failures=house.computers.failures,
        skipped=house.computers.skipped,
        late_s=watchdog.late_s,
        worst_s=watchdog.worst_s,
    )
