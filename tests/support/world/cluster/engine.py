"""A model of the PostgreSQL of a cluster: what it stores, whom it lets store, and who hears whom through it.

A transaction happens at one moment, all of it or nothing, and only for a server that has a row in `writers`. Whether
those who asked for it hear of that is another matter: their connection may break before or afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from server.cluster.membership import NodeRow
from server.cluster.rooms.directory import SPEAKS
from server.room.journal import StorageUnavailableError
from server.storage.database import Job, JobResult
from server.storage.postgres.session import FencedError, UndoneError
from tests.support.world.cluster.connection import ModelConnection
from tests.support.world.cluster.weather import ClusterWeather
from tests.support.world.disk import REFUSES
from tests.support.world.loop import Timing

if TYPE_CHECKING:
    from tests.support.world.cluster.bus import ModelBus

HAS_DUE = "SELECT EXISTS (SELECT 1 FROM directory WHERE node IS NULL AND speaks <= ? AND (due IS NULL OR due <= ?))"
CHANNEL = "parlour"

Kept = Callable[[str, int, tuple[bytes, ...], float, int], None]
Evicted = Callable[[int, float], None]
Swamped = Callable[[int, int], None]


class ModelBeatAnswer(NamedTuple):
    """The cluster's clock, all nodes, and whether any room is to be claimed."""

    clock: float
    rows: tuple[NodeRow, ...]
    has_due: bool


class Engine:
    """What all nodes share; mutable as a database is.

    Attributes:
        nodes: the rows of all nodes.
        gone: the servers whose processes have ended, so that their connections are closed.
        buses: those that listen, by their nodes.
        weather: how long everything takes, and how often an answer is lost.
        kept: is called with each room's entries once they are stored, and who has stored them.
        evicted: is called with each node that is evicted while its process is there, and how long it has not beaten.
        swamped: is called with each node that packets come to faster than it hears them, and how many are under way.
    """

    def __init__(self, timing: Timing, chance: Random, weather: ClusterWeather) -> None:
        self.timing = timing
        self.chance = chance
        self.weather = weather
        self.connection = ModelConnection()
        self.nodes: dict[int, NodeRow] = {}
        self.gone: set[int] = set()
        self.buses: dict[int, ModelBus] = {}
        self.kept: Kept = lambda *_: None
        self.evicted: Evicted = lambda *_: None
        self.swamped: Swamped = lambda *_: None
        self.away_until = self.refuses_until = self.hangs_until = 0.0
        self._clock = 0.0
        self._beat_at: dict[int, float] = {}
        self._cut_until: dict[int, float] = {}

    def is_reached(self, server: int) -> bool:
        """Whether what a server says comes here, and what is said to it comes there."""
        return self.timing.time() >= max(self.away_until, self._cut_until.get(server, 0.0))

    def is_away(self) -> bool:
        """Whether it answers nobody, and takes no connections."""
        return self.timing.time() < self.away_until

    def leave(self, seconds: float) -> None:
        """Be away for so long: all connections break."""
        self.away_until = self.timing.time() + seconds
        self._break_buses(self.buses)

    def cut_off(self, server: int, seconds: float) -> None:
        """Let nothing through to a server, nor from it, for so long."""
        self._cut_until[server] = self.timing.time() + seconds
        self._break_buses([server])

    def heal(self) -> None:
        """Answer everybody from now on, at once."""
        self.away_until = self.refuses_until = self.hangs_until = 0.0
        self._cut_until.clear()

    # Who stores.

    def join(self) -> int:
        """A new server's number. Raises StorageUnavailableError."""
        if self.is_away():
            raise StorageUnavailableError("the engine is away")
        return int(self.connection.raw.execute("INSERT INTO writers DEFAULT VALUES").lastrowid or 0)

    def may_write(self, writer: int) -> bool:
        """Whether a server still stores here."""
        query = "SELECT 1 FROM writers WHERE writer = ?"
        return self.connection.raw.execute(query, (writer,)).fetchone() is not None

    def owner(self, room: str) -> int | None:
        """Whose a room is; None for one that is nobody's, or is not there."""
        row = self.connection.raw.execute("SELECT node FROM directory WHERE room = ?", (room,)).fetchone()
        return None if row is None else row[0]

    def commit(self, writer: int, batch: Sequence[Job], heads: dict[str, int]) -> list[JobResult]:
        """Do a server's jobs in one transaction. Raises FencedError or StorageUnavailableError."""
        if not self.may_write(writer):
            raise FencedError(f"server {writer} has no row")
        if self.timing.time() < self.refuses_until:
            heads.clear()
            raise StorageUnavailableError(REFUSES)
        try:
            results = self._do(batch)
        except UndoneError:
            heads.clear()
            results = self._do(batch)
        stored, self.connection.stored = self.connection.stored, []
        for room, seq, entries in stored:
            self.kept(room, seq, entries, self.timing.time(), writer)
        return results

    def _do(self, batch: Sequence[Job]) -> list[JobResult]:
        with self.connection.transaction():
            return [self._attempt(job) for job in batch]

    def _attempt(self, job: Job) -> JobResult:
        self.connection.is_ordered = False
        try:
            with self.connection.transaction():
                if job.work is not None:
                    return JobResult(job.work(self.connection), None)
                assert job.together is not None
                return JobResult(job.together(self.connection, [job.item])[0], None)
        except UndoneError:
            raise
        except Exception as error:  # noqa: BLE001 - handed to whoever asked
            return JobResult(None, error)

    # Who lives.

    def add_node(self, node: int, name: str) -> None:
        self.nodes[node] = NodeRow(node, 0, name, speaks=SPEAKS)

    def drain(self, node: int) -> None:
        """Note that a node takes no more rooms."""
        if (row := self.nodes.get(node)) is not None:
            self.nodes[node] = replace(row, is_draining=True)

    def beat(self, node: int, clock: float) -> ModelBeatAnswer:
        """Raise a node's counter, if it is there, and the clock."""
        if (row := self.nodes.get(node)) is not None:
            self.nodes[node] = replace(row, beat=row.beat + 1)
            self._beat_at[node] = self.timing.time()
        self._clock = self.later(self._clock, clock)
        rows = tuple(replace(row, is_connected=row.node not in self.gone) for _, row in sorted(self.nodes.items()))
        (has_due,) = self.connection.raw.execute(HAS_DUE, (SPEAKS, self._clock)).fetchone()
        return ModelBeatAnswer(self._clock, rows, bool(has_due))

    def later(self, clock: float, told: float) -> float:
        """The cluster's clock, which never goes back."""
        return max(clock, told)

    def evict(self, row: NodeRow) -> bool:
        """Remove a node if its counter is still what was seen."""
        if not self.is_still(row):
            return False
        if row.node not in self.gone:
            self.evicted(row.node, self.timing.time() - self._beat_at.get(row.node, 0.0))
        self.remove(row.node)
        return True

    def is_still(self, row: NodeRow) -> bool:
        """Whether a node's counter is what was seen."""
        known = self.nodes.get(row.node)
        return known is not None and known.beat == row.beat

    def remove(self, node: int) -> None:
        """A node is none any more: it stores nothing, and its rooms are anybody's."""
        self.nodes.pop(node, None)
        self.connection.raw.execute("DELETE FROM writers WHERE writer = ?", (node,))
        self._break_buses([node])

    # Who hears whom.

    def notify(self, channel: str, text: str) -> bool:
        """Send a text to all who listen there; whether it is on its way to every one."""
        buses = [bus for node, bus in self.buses.items() if channel in (CHANNEL, f"{CHANNEL}_{node}")]
        return not [bus for bus in buses if not bus.deliver(channel, text)]

    def _break_buses(self, nodes: Iterable[int]) -> None:
        for node in nodes:
            if (bus := self.buses.get(node)) is not None:
                bus.break_off()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query finds now."""
        return self.connection.raw.execute(query).fetchall()
