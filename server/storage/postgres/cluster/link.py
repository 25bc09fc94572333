"""A node's connections beside its database's: for its beats, and for either way of the bus."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from server.room.journal import StorageUnavailableError
from server.storage.postgres.session import CONNECTION
from server.storage.postgres.values import adapt_values

Link = psycopg.AsyncConnection[tuple[Any, ...]]

SETUP = "SET synchronous_commit = off"
"""What a node says of itself may be lost in a crash: it soon says it again."""


async def connect(url: str, name: str) -> Link:
    """Connect beside the session of a name. Raises StorageUnavailableError."""
    own = {"application_name": side_name(name), "client_encoding": "utf8"}
    with unavailable_if_broken():
        link = await psycopg.AsyncConnection.connect(autocommit=True, **{**CONNECTION, **conninfo_to_dict(url), **own})
        try:
            adapt_values(link)
            await link.execute(SETUP)
        except BaseException:
            await link.close()
            raise
    return link


@asynccontextmanager
async def connected(url: str, name: str) -> AsyncIterator[Link]:
    """Connect as `connect` does, and close on the way out, even if that is cancelled: there is nothing to commit."""
    link = await connect(url, name)
    try:
        yield link
    finally:
        await link.close()


def side_name(name: str) -> str:
    """What PostgreSQL knows the connections beside a session by."""
    return f"{name} side"


@contextmanager
def unavailable_if_broken() -> Iterator[None]:
    """Raise StorageUnavailableError in place of whatever says that PostgreSQL does not answer."""
    try:
        yield
    except (psycopg.Error, OSError) as error:
        raise StorageUnavailableError(" ".join(str(error).split())) from error
