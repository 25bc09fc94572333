"""Where a server under trial keeps everything: a data folder and, where that is asked for, a PostgreSQL of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.load.process import UNLIMITED
from server.storage.stores import DATABASE_NAME, Storage, open_on_disk, open_on_postgres
from tests.support.postgres.server import PostgresServer, running_postgres
from tests.support.processes.running import RunningServer, start_server
from torture.scale import Scale
from torture.tools.chronicle import Chronicle

BACKUP = "server.tools.backup"


@dataclass(frozen=True, slots=True)
class Home:
    """A data folder, the address of the database where that is not in there, and the PostgreSQL that has it."""

    data: Path
    database: str = ""
    engine: PostgresServer | None = None

    @property
    def store(self) -> str:
        """What the server's settings call it."""
        return self.database or "sqlite"

    def start(
        self, *arguments: str, port: int = 0, limits: Iterable[str] = UNLIMITED, program: str = "server"
    ) -> RunningServer:
        """Start a server here, as `start_server` does."""
        named = ("--store", self.database) if self.database else ()
        return start_server(self.data, *named, *arguments, port=port, limits=limits, program=program)

    def open(self) -> Storage:
        """Open what is stored here, while no server runs."""
        return open_on_postgres(self.database) if self.database else open_on_disk(self.data)

    async def stored_entries(self) -> dict[str, list[bytes]]:
        """Every open room's entries, while no server runs."""
        journal = self.open().journal
        entries = {room: await journal.read(room) for room in await journal.open_rooms()}
        await journal.aclose()
        return entries

    def chronicle(self) -> Chronicle:
        return Chronicle(self.data, self.database)

    def copy(self, place: Path) -> Home:
        """Make another home in an empty folder by a copy of the database that is taken now."""
        if self.engine is None:
            command = (sys.executable, "-m", BACKUP, str(place / DATABASE_NAME), "--data", str(self.data))
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            return Home(place)
        return Home(place, self.engine.copy_database(self.database, f"copy_{place.name}"), self.engine)


@contextmanager
def home(scale: Scale) -> Iterator[Home]:
    """An empty home, gone afterwards."""
    with scale.folder() as data:
        if scale.store == "sqlite":
            yield Home(data)
        else:
            with running_postgres() as engine:
                yield Home(data, engine.url, engine)
