"""Runs nodes as processes of their own, and has PostgreSQL note which of them stored what, and when."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from traceback import print_exc
from typing import ParamSpec

import psycopg

from server.storage.postgres.journal import READ
from tests.support.garbage import uncollected
from tests.support.patience import PATIENCE_S
from tests.support.postgres.server import PostgresServer
from tests.support.processes.running import RunningServer, start_server
from torture.cluster.nomads import Nomad
from torture.finding import Finding
from torture.tools.chronicle import Chronicle

LOOK_EVERY_S = 0.02
WITNESS = """
ALTER TABLE entries ADD COLUMN stored_by TEXT DEFAULT current_setting('application_name'),
    ADD COLUMN stored_at TIMESTAMPTZ DEFAULT clock_timestamp();
CREATE TABLE departures (node BIGINT, name TEXT);
CREATE TABLE fences (writer BIGINT, at TIMESTAMPTZ DEFAULT clock_timestamp());
CREATE FUNCTION note_departure() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO departures VALUES (OLD.node, OLD.name); RETURN OLD; END $$;
CREATE FUNCTION note_fence() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO fences (writer) VALUES (OLD.writer); RETURN OLD; END $$;
CREATE TRIGGER departs AFTER DELETE ON nodes FOR EACH ROW EXECUTE FUNCTION note_departure();
CREATE TRIGGER is_fenced AFTER DELETE ON writers FOR EACH ROW EXECUTE FUNCTION note_fence();
"""
"""A row of `writers` can be deleted once its node's last commit is through, so that a fence is noted after that."""
BY_ZOMBIES = """
SELECT count(*) FROM entries JOIN departures ON name = stored_by JOIN fences ON writer = node WHERE stored_at > at
"""
CLUSTER = "--cluster"

P = ParamSpec("P")


@dataclass(slots=True)
class NodeProcess:
    """A node: its data folder, the server that runs or has ended, and its number in the cluster."""

    data: Path
    server: RunningServer
    number: int


class RunningCluster:
    """Nodes that share a database; `urls` is where those listen that are not known to have ended."""

    def __init__(self, folder: Path, database: str) -> None:
        self.database = database
        self.nodes: list[NodeProcess] = []
        self.urls: list[str] = []
        self._folder = folder
        self._chronicle = Chronicle(folder)

    async def start(self, address: str = "", program: str = "server") -> NodeProcess:
        """Start another node, which reaches the database by an address of its own where one is given.

        `program` is the module that is run.
        """
        data = self._folder / str(len(self.nodes))
        data.mkdir()
        node = NodeProcess(data, *await self._run(data, 0, address, program))
        self.nodes.append(node)
        if len(self.nodes) == 1:
            self._ask_nothing(WITNESS)
        return node

    async def start_again(self, node: NodeProcess, program: str = "server") -> None:
        """Start a node that has ended, where it was."""
        node.server, node.number = await self._run(node.data, node.server.port, "", program)

    async def rejoined(self, node: NodeProcess, others: set[int]) -> None:
        """Wait until a node that was evicted is another one; `others` are the numbers of all but that."""
        async with asyncio.timeout(PATIENCE_S):
            while not (new := self.live() - others):  # noqa: ASYNC110 - only the database knows
                await asyncio.sleep(LOOK_EVERY_S)
        node.number = max(new)
        self.urls.append(node.server.url)

    async def kill(self, node: NodeProcess) -> None:
        """End it as a power cut would."""
        self.urls.remove(node.server.url)
        await asyncio.to_thread(node.server.kill)

    async def stop(self, node: NodeProcess) -> int:
        """Ask it to stop; its exit code."""
        self.urls.remove(node.server.url)
        return await asyncio.to_thread(node.server.terminate)

    async def pause(self, node: NodeProcess, seconds: float) -> None:
        """Let the process stand still for a while, by a process of its own, as this one may be late."""
        number = node.server.process.pid
        stop_and_go_on = f"kill -STOP {number}; sleep {seconds}; kill -CONT {number}"
        await (await asyncio.create_subprocess_shell(stop_and_go_on)).wait()

    def owners(self) -> dict[str, int | None]:
        """The node of each room, by its code."""
        return dict(self._ask("SELECT code, node FROM directory"))

    def node(self, number: int | None) -> NodeProcess | None:
        return next((node for node in self.nodes if node.number == number), None)

    def live(self) -> set[int]:
        """The numbers of the nodes that live, as the database has it."""
        return {number for (number,) in self._ask("SELECT node FROM nodes")}

    def departed(self) -> int:
        """How many nodes have left the cluster, or were evicted."""
        return int(self._ask("SELECT count(*) FROM departures")[0][0])

    def stored_by_zombies(self) -> int:
        """How many entries a node has stored after it was fenced."""
        return int(self._ask(BY_ZOMBIES)[0][0])

    def audit(self, people: Sequence[Nomad]) -> Audit:
        """Compare what everyone remembers with what is stored; they forget the Tables that were looked at."""
        with psycopg.connect(self.database) as connection:
            names = connection.execute("SELECT room FROM rooms ORDER BY opened").fetchall()

            def entries_after(name: str, seq: int) -> list[bytes]:
                query = READ.replace("?", "%s").encode()
                return [entry for (entry,) in connection.execute(query, (name, seq, None), binary=True)]

            self._chronicle.read_rooms((name for (name,) in names), entries_after)
        looked_at = sum(len(nomad.seen) for nomad in people)
        return Audit(
            sum(len(nomad.acknowledged) for nomad in people),
            len(self._chronicle.find_lost(people)),
            len(self._chronicle.find_doubled()),
            looked_at,
            len(self._chronicle.find_unfounded(people)),
        )

    def close(self) -> None:
        """Kill what still runs."""
        for node in self.nodes:
            if node.server.process.poll() is None:
                node.server.process.send_signal(signal.SIGCONT)
                node.server.kill()

    async def _run(self, data: Path, port: int, address: str, program: str) -> tuple[RunningServer, int]:
        before = self.live() if self.nodes else set()
        arguments = ("--store", address or self.database, CLUSTER)
        server = await asyncio.to_thread(start_server, data, *arguments, port=port, program=program)
        self.urls.append(server.url)
        async with asyncio.timeout(PATIENCE_S):
            while not (new := self.live() - before):  # noqa: ASYNC110 - only the database knows
                await asyncio.sleep(LOOK_EVERY_S)
        return server, max(new)

    def _ask(self, query: str) -> list[tuple]:  # type: ignore[type-arg]
        with psycopg.connect(self.database, autocommit=True) as connection:
            return connection.execute(query.encode()).fetchall()

    def _ask_nothing(self, text: str) -> None:
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute(text.encode())


@dataclass(slots=True)
class Audit:
    """What players remember, against the journal; `looked_at` are Tables, of which some are not borne out."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    looked_at: int = 0
    unfounded: int = 0

    @property
    def is_faultless(self) -> bool:
        return self.lost == self.doubled == self.unfounded == 0

    def add(self, later: Audit) -> None:
        """Take in a later look, which knows all moves, and the Tables since the one before."""
        self.acknowledged, self.lost, self.doubled = later.acknowledged, later.lost, later.doubled
        self.looked_at += later.looked_at
        self.unfounded += later.unfounded

    def __str__(self) -> str:
        return (
            f"{self.acknowledged:,} acknowledged moves, {self.lost} lost, {self.doubled} stored twice; "
            f"{self.looked_at:,} Tables, {self.unfounded} not borne out"
        )


async def prove_all(
    proofs: Iterable[Callable[P, Awaitable[list[Finding]]]], *args: P.args, **kwargs: P.kwargs
) -> list[Finding]:
    """What proofs find, one after the other; that one fails is a finding too, and no reason not to try the next."""
    found: list[Finding] = []
    for proof in proofs:
        try:
            with uncollected():
                found += await proof(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - whatever it is
            print_exc()
            claim = proof.__name__.replace("_", " ")
            found.append(Finding("P16", claim, f"failed: {error!r}", "to be proved at all", holds=False))
    return found


@contextmanager
def running_cluster(folder: Path, engine: PostgresServer) -> Iterator[RunningCluster]:
    """A cluster without any node yet, on an empty database; all its nodes are killed on the way out."""
    name = f"parlour_{secrets.token_hex(4)}"
    home = folder / name
    home.mkdir()
    cluster = RunningCluster(home, engine.make_database(name))
    try:
        yield cluster
    finally:
        cluster.close()
        if keep := os.environ.get("PARLOUR_KEEP_LOGS"):
            for node in cluster.nodes:
                (Path(keep) / f"{name}.{node.data.name}.log").write_bytes((node.data / "server.log").read_bytes())
