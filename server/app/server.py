"""Puts the server together: all its parts, its periodic work, its figures, and how it stops."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from protocol import RELEASE
from protocol.errors import CloseCode
from server.cluster.member import ClusterMember
from server.cluster.metrics import collect_cluster
from server.cluster.node import Node
from server.computers.players import ComputerPlayers
from server.config import Config
from server.dispatching.dispatcher import Dispatcher
from server.hosting.host import Host
from server.hosting.services import RoomServices
from server.lobby.publisher import PROGRESS_EVERY_S, LobbyPublisher
from server.moderation.moderation import Moderation
from server.net.gateway import Gateway
from server.net.handshake import ListenerPolicy
from server.net.origins import AllowedOrigins
from server.net.proxies import Networks, TrustedProxies
from server.ops.garbage import CollectionPauses
from server.ops.http_pages import HttpPages
from server.ops.server_clock import ServerClock
from server.ops.tasks import Tasks
from server.ops.watchdog import Watchdog
from server.players.results.result_feed import ResultFeed
from server.players.sessions import leaving
from server.room.journal import StorageUnavailableError
from server.storage.disk_space import DiskSpace, measure_space
from server.storage.stores import Storage

if TYPE_CHECKING:
    from prometheus_client.core import Metric
    from prometheus_client.registry import Collector

CHECK_EVERY_S = 2.5
"""How often silent connections and deserted tables are looked for."""
CLEAN_UP_EVERY_S = 86_400.0

_log = logging.getLogger("parlour.server")


class Server:
    """All parts of a server, put together here and nowhere else; `url` says where it listens, once it does.

    What differs between a program and a simulation is passed in: storage, the clock, who thinks for computers, and
    through `gateway` the sockets.
    """

    def __init__(
        self,
        config: Config,
        storage: Storage,
        clock: ServerClock | None = None,
        computers: ComputerPlayers | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        limits, records, clock = config.limits, storage.records, clock or ServerClock()
        self.url = ""
        self.config = config
        self.clock = clock
        self.storage = storage
        self.tls = tls
        self.tasks = Tasks()
        self.watchdog = Watchdog()
        self.pauses = CollectionPauses()
        self.computers = computers or ComputerPlayers(config.computers)
        self.publisher = LobbyPublisher(limits)
        self.space: DiskSpace | None = None
        results = ResultFeed(records, self.tasks, self.publisher.set_rating)
        self.services = RoomServices(
            storage.journal,
            records,
            storage.accounts.archive,
            self.computers,
            self.tasks,
            clock.now,
            self.publisher.relist,
            limits,
            results.renew,
            self.publisher.reserve_again,
        )
        self.host = Host(self.services, clock)
        self.moderation = Moderation(storage.moderation)
        self.dispatcher = Dispatcher(
            storage.accounts,
            records,
            self.host,
            self.services.transcripts,
            self.publisher,
            results,
            self.moderation,
            self.tasks,
            HttpPages(
                cast("Collector", self), self.describe_trouble, self.describe_space, Networks(config.metrics_from)
            ),
            RELEASE,
            limits,
            config.public_urls,
        )
        self.member: ClusterMember | None = None
        if storage.cluster is not None:
            sessions, publisher = self.dispatcher.sessions, self.publisher
            self.member = ClusterMember(
                storage.cluster, clock, self.host, self.services, sessions, publisher, results, limits
            )
        self.gateway = Gateway(
            self.dispatcher,
            limits,
            ListenerPolicy(TrustedProxies(config.proxies), AllowedOrigins(config.origins), tls),
        )
        if self.node is not None:
            self.gateway.addresses.elsewhere = self.node.presence.connections

    @property
    def node(self) -> Node | None:
        """What the server is in its cluster now, if it is in one."""
        return None if self.member is None else self.member.node

    def describe_trouble(self) -> str:
        """Why nobody should come here now, in a sentence, or nothing."""
        if not self.storage.is_alive:
            return "The database has failed. Restart the server."
        return "The database does not answer." if self.dispatcher.sessions.is_restrained else ""

    def measure_space(self) -> None:
        """Look how full the disk is, and make no more rooms where it is nearly so."""
        file = self.storage.file
        self.space = None if file is None else measure_space(file)
        is_full = self.space is not None and self.space.free_bytes < self.config.limits.disk_free_bytes
        self.publisher.set_full(is_full=is_full)

    def describe_space(self) -> str:
        """A line on how much the database takes and what its disk has left, in bytes; empty where that is not known."""
        return "" if self.space is None else f"stored {self.space.stored_bytes}\nfree {self.space.free_bytes}\n"

    def work(self) -> asyncio.Task[None]:
        """Start the server's periodic work; the task ends when every room from before the start is loaded."""
        self.measure_space()
        self.tasks.start(self._check_always())
        self.tasks.start(self._update_progress_always())
        rooms = self.tasks.start(self._take_up_all())
        self.tasks.start(self._clean_up_always(rooms))
        return rooms

    async def stop(self) -> None:
        """Finish every room's work and say goodbye; cut off whoever does not answer in time."""
        self.dispatcher.let_nobody_in()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.stop_within_s / 2):
                if self.node is not None:
                    await self.node.drain()
        if len(self.host) or self.node is None:
            self.dispatcher.tell_all("The server is stopping. Your games are saved; come back in a moment.")
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.stop_within_s / 2):
                await self.host.aclose()
                if self.node is not None:
                    await self.node.stop()
        for connection in tuple(self.gateway.connections):
            connection.close(CloseCode.STOPPING, "The server has stopped. Your games are saved.")
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.stop_within_s / 2):
                await self.gateway.emptied()
        for connection in tuple(self.gateway.connections):
            connection.abort()

    async def aclose(self) -> None:
        """End the computers and every task."""
        if self.member is not None:
            await self.member.aclose()
        self.services.scheduler.close()
        await self.computers.aclose()
        await self.tasks.aclose()

    def collect(self) -> Iterator[Metric]:
        """The server's figures at this moment, as a `Collector` gives them to Prometheus."""
        from prometheus_client.core import CounterMetricFamily as Counter
        from prometheus_client.core import GaugeMetricFamily as Gauge
        from prometheus_client.core import HistogramMetricFamily

        services, database = self.services, self.storage.database
        computers, workers = self.computers, self.computers.workers
        yield Gauge("parlour_connections", "Open connections", len(self.gateway.connections))
        yield Gauge("parlour_players", "Connected players who are signed in", self.dispatcher.online)
        yield Gauge("parlour_rooms", "Open tables", len(self.host))
        yield Gauge("parlour_rooms_parked", "Open tables that are on disk only", len(self.host.hibernation))
        yield Counter("parlour_moves", "Moves accepted and stored", services.moves)
        refusals = Counter("parlour_refusals", "Inputs refused by tables", labels=["code"])
        for code, number in services.refusals.items():
            refusals.add_metric([code], number)
        yield refusals
        yield Counter("parlour_malformed", "Frames that held no valid message", self.dispatcher.malformed)
        yield Counter("parlour_rooms_rebuilt", "Tables rebuilt after a fault of the server", services.rebuilt)
        yield Counter("parlour_commits", "Journal commits", database.commits if database else 0)
        yield Counter("parlour_stored", "Pieces of work stored by those commits", database.jobs if database else 0)
        yield Gauge(
            "parlour_database_away", "Whether the database does not answer", database.is_away if database else 0
        )
        yield Counter("parlour_bans_refused", "Connections refused because of a ban", self.moderation.turned_away)
        yield Gauge("parlour_reports_waiting", "Player reports not cleared yet", self.moderation.waiting)
        if self.space is not None:
            yield Gauge("parlour_database_bytes", "Size of the database and its log", self.space.stored_bytes)
            yield Gauge("parlour_disk_free_bytes", "Free space on the disk with the database", self.space.free_bytes)
        yield Gauge("parlour_thinking", "Computer moves and hints being worked out", workers.thinking)
        yield Gauge("parlour_computers_waiting", "Computer moves and hints waiting for a process", workers.waiting)
        decisions = HistogramMetricFamily(
            "parlour_decision_seconds", "How long computers took to choose a move", labels=["game", "level"]
        )
        for labels, durations in computers.durations.items():
            decisions.add_metric(labels, *durations.totals())
        yield decisions
        yield Counter("parlour_decision_failures", "Times a computer failed to choose a move", computers.failures)
        yield Counter(
            "parlour_decisions_skipped", "Default moves made because too many computers waited", computers.skipped
        )
        yield Gauge("parlour_loop_late_seconds", "How late the event loop was at the last check", self.watchdog.late_s)
        yield Gauge("parlour_loop_worst_seconds", "How late the event loop has been at worst", self.watchdog.worst_s)
        yield HistogramMetricFamily(
            "parlour_collection_seconds", "How long garbage collections took", *self.pauses.durations.totals()
        )
        yield Gauge("parlour_collection_longest_seconds", "The longest garbage collection", self.pauses.longest_s)
        if self.node is not None:
            yield from collect_cluster(self.node)

    async def _take_up_all(self) -> None:
        """Load every room that was open when the server last stopped, while people come and play."""
        await self.host.hibernation.take_up_all()
        with suppress(StorageUnavailableError):  # the disk has been logged, and the next start does it
            self.host.forget(await self.storage.accounts.archive.removed())
        _log.info("event=rooms-taken-up rooms=%d", len(self.host))

    async def _check_always(self) -> None:
        """Enforce the time limits of connections and close deserted tables, every CHECK_EVERY_S."""
        while True:
            await asyncio.sleep(CHECK_EVERY_S)
            now = asyncio.get_running_loop().time()
            for connection in tuple(self.gateway.connections):
                connection.check(now)
                self.dispatcher.check(connection, now)
            self.gateway.addresses.forget(now)
            self.dispatcher.sessions.forget(now)
            self.host.clear_deserted()
            self.measure_space()

    async def _clean_up_always(self, rooms: asyncio.Task[None]) -> None:
        """Remove accounts that were never used, every CLEAN_UP_EVERY_S, once it is known who sits where."""
        await asyncio.wait([rooms])
        archive, limits = self.storage.accounts.archive, self.config.limits
        while True:
            try:
                expired = await leaving.clean_up(archive, limits.account_unused_s, self.dispatcher.sessions.is_here)
            except StorageUnavailableError:
                pass  # the disk has been logged, and tomorrow is another day
            else:
                _log.info("event=accounts-expired accounts=%d", expired)
            await asyncio.sleep(CLEAN_UP_EVERY_S)

    async def _update_progress_always(self) -> None:
        """Update how far games are in the lobby, every PROGRESS_EVERY_S."""
        while True:
            await asyncio.sleep(PROGRESS_EVERY_S)
            self.publisher.update_progress(self.services.moves, self.host.progress)
