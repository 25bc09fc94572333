"""One PostgreSQL server for all processes of one run of the tests.

PARLOUR_TEST_POSTGRES may name another one.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
from filelock import FileLock

from tests.support.postgres.server import PostgresServer

RUN = "PARLOUR_TEST_RUN"
"""The environment variable with the folder of a run, for the processes that it starts."""
SERVER = "postgres"
"""Where in it the server is."""


def begin_run() -> bool:
    """Whether this process begins a run, which it then has to end, rather than be part of one."""
    if RUN in os.environ:
        return False
    run = Path(tempfile.mkdtemp(prefix=f"parlour-tests-{os.getpid()}-"))
    run.chmod(0o755)  # whoever PostgreSQL runs as has to get there
    os.environ[RUN] = str(run)
    return True


def end_run() -> None:
    """End the run's server, if there is one, and remove its files."""
    run = Path(os.environ.pop(RUN))
    if (run / SERVER).exists():
        PostgresServer(run / SERVER).remove()
    shutil.rmtree(run)


def shared_server() -> str:
    """The address of the run's server, which whoever asks first starts."""
    if given := os.environ.get("PARLOUR_TEST_POSTGRES"):
        return given
    run = Path(os.environ[RUN])
    with FileLock(run / "lock"):
        is_first = not (run / SERVER).exists()
        server = PostgresServer(run / SERVER, owner=int(run.name.split("-")[2]))
        if is_first:
            server.start()
        return server.url


@contextmanager
def empty_schema(server: str) -> Iterator[str]:
    """The address of an empty schema, which is a database to whoever uses that; it is removed at the end."""
    name = f"test_{secrets.token_hex(8)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
        yield f"{server}{'&' if '?' in server else '?'}options={quote(f'-csearch_path={name}')}"
        connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


def socket_of(server: str) -> tuple[str, int] | str:
    """Where the server of an address listens: its socket's file, or its host and port."""
    with psycopg.connect(server) as connection:
        host, port = connection.info.host, connection.info.port
    return f"{host}/.s.PGSQL.{port}" if host.startswith("/") else (host, port)
