"""A database that could lose what it says is stored is refused, with what has to be changed."""

from __future__ import annotations

import psycopg
import pytest

from server.room.journal import StorageUnavailableError
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.safety import SETTINGS, refuse_unsafe

pytestmark = pytest.mark.slow

SAFE = dict(zip(SETTINGS, ("150004", "on", "on", "on", "UTF8"), strict=True))


async def test_a_safe_database_is_taken(postgres_url):
    database = PostgresDatabase(f"{postgres_url}%20-csynchronous_commit%3Dremote_apply", "")
    assert database.is_alive
    await database.aclose()


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("server_version_num", "140011", "Parlour needs PostgreSQL 15 or newer"),
        ("fsync", "off", "fsync must be on"),
        ("full_page_writes", "off", "full_page_writes must be on"),
        ("synchronous_commit", "off", "synchronous_commit must be on or remote_apply"),
        ("synchronous_commit", "local", "synchronous_commit must be on or remote_apply"),
        ("synchronous_commit", "remote_write", "synchronous_commit must be on or remote_apply"),
        ("server_encoding", "LATIN1", "encoding UTF8"),
    ],
)
def test_an_unsafe_one_is_refused(setting, value, sentence):
    with pytest.raises(StorageUnavailableError, match=sentence):
        refuse_unsafe({**SAFE, setting: value})


async def test_a_server_that_does_not_wait_for_the_disk_is_refused(postgres_url):
    with pytest.raises(StorageUnavailableError, match="synchronous_commit must be on"):
        PostgresDatabase(f"{postgres_url}%20-csynchronous_commit%3Doff", "")


async def test_a_database_of_another_encoding_is_refused(postgres):
    with psycopg.connect(postgres, autocommit=True) as server:
        server.execute("DROP DATABASE IF EXISTS ascii")
        server.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
        with pytest.raises(StorageUnavailableError, match="encoding UTF8"):
            PostgresDatabase(postgres.replace("/postgres?", "/ascii?"), "")
        server.execute("DROP DATABASE ascii WITH (FORCE)")
