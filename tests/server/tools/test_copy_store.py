"""All that a server stores goes to PostgreSQL and back, the same on both sides, or stays where it is."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from client.net.identity.device_key import DeviceKey
from server.storage import copying
from server.storage.postgres import copying as postgres_copying
from server.storage.postgres import journal as journal_postgres
from server.storage.postgres.copying import PostgresEntries
from server.storage.sqlite.copying import SqliteEntries
from server.storage.stores import DATABASE_NAME, SCHEMA, open_database
from server.tools.copy_store import main
from tests.support.processes.hosting import hosting
from tests.support.processes.players import over, pair, sign_in, sign_in_by_key, table_for_two

pytestmark = pytest.mark.slow


async def in_thread(*places: str | Path) -> int:
    """What the program exits with, which has an event loop of its own."""
    return await asyncio.to_thread(main, [str(place) for place in places])


async def play(store: str, folder: Path, token: str | None = None) -> str:
    """Play a game to its end and begin another, and come with a key; ann's newest token."""
    async with hosting(store=store, data=folder) as hosted:
        ann = await sign_in(hosted.wires, "ann", token)
        ben, cleo, bens, cleos = await pair(hosted.wires)
        await asyncio.gather(ben.play_on(bens, over), cleo.play_on(cleos, over))
        table = await ann.ask(table_for_two(ref=5))
        await sign_in_by_key(hosted.wires, DeviceKey.fresh(), "dora")
        assert table.seat is not None
        return ann.welcome.token


def dumped(folder: Path) -> dict[str, list[tuple]]:
    """Every row of the tables that both engines have."""
    with closing(sqlite3.connect(folder / DATABASE_NAME)) as file:
        rows = {table: file.execute(f"SELECT * FROM {table} ORDER BY {key}") for table, key in copying.TABLES.items()}
        return {table: found.fetchall() for table, found in rows.items()}


async def test_a_server_moves_to_postgresql_and_back_and_nobody_notices(tmp_path, postgres_url, capsys, monkeypatch):
    monkeypatch.setattr(copying, "ROWS_AT_ONCE", 7)
    here, back = tmp_path / "here", tmp_path / "back"
    token = await play("sqlite", here)
    assert await in_thread(here, postgres_url) == 0
    said = capsys.readouterr().out
    assert re.fullmatch(r"Copied 4 players, 1 finished game and 2 tables with \d+ moves and other entries, .*\n", said)
    assert await in_thread(postgres_url, back) == 0
    assert capsys.readouterr().out == said
    assert dumped(back) == dumped(here)
    assert sorted(file.name for file in back.iterdir()) == ["lock", DATABASE_NAME]
    token = await play(postgres_url, tmp_path / "other", token)
    assert await in_thread(postgres_url, tmp_path / "again") == 0
    assert re.match(r"Copied 7 players, 2 finished games and 4 tables ", capsys.readouterr().out)
    await play("sqlite", tmp_path / "again", token)


def test_every_table_is_copied():
    tables = set(re.findall(r"CREATE TABLE IF NOT EXISTS (\w+)", SCHEMA + journal_postgres.SCHEMA))
    assert tables - set(copying.TABLES) == {"entries", "slots", "chunks"}


async def test_what_is_there_already_is_not_written_over(tmp_path, postgres_url, capsys):
    here = tmp_path / "here"
    await play("sqlite", here)
    assert await in_thread(here, postgres_url) == 0
    assert await in_thread(here, postgres_url) == 1
    assert await in_thread(postgres_url, here) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert (
        first == "parlour copy-store: nothing was copied: the target has players or tables already: take an empty one"
    )
    assert second.endswith(f"{here / DATABASE_NAME} exists already: take an empty folder")


async def test_nothing_is_copied_from_or_to_a_server_that_runs(tmp_path, postgres_url, capsys):
    here, other = tmp_path / "here", tmp_path / "other"
    async with hosting(store="sqlite", data=here) as hosted:
        await sign_in(hosted.wires)
        assert await in_thread(here, postgres_url) == 3
    async with hosting(store=postgres_url, data=other) as hosted:
        await sign_in(hosted.wires)
        assert await in_thread(here, postgres_url) == 3
        assert await in_thread(postgres_url, tmp_path / "back") == 3
    assert all("already using" in line and "Stop it first" in line for line in capsys.readouterr().err.splitlines())
    assert not (tmp_path / "back" / DATABASE_NAME).exists()


async def test_a_copy_that_differs_is_none(tmp_path, postgres_url, capsys, monkeypatch):
    here = tmp_path / "here"
    await play("sqlite", here)
    with monkeypatch.context() as patch:
        patch.setattr(postgres_copying, "STORE", postgres_copying.STORE.replace("(?, ?, ?, ?)", "(?, ?, ?, ? * 0)"))
        assert await in_thread(here, postgres_url) == 1
    assert re.search(r"nothing was copied: the entries of \w+-\w+: \d+ in the source", capsys.readouterr().err)
    with psycopg.connect(postgres_url) as connection:
        assert all(connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,) for table in copying.TABLES)
    assert await in_thread(here, postgres_url) == 0
    with monkeypatch.context() as patch:
        patch.setattr(SqliteEntries, "write", lambda *_: None)
        assert await in_thread(postgres_url, tmp_path / "back") == 1
    assert [file.name for file in (tmp_path / "back").iterdir()] == ["lock"]


async def test_a_copy_that_is_interrupted_is_none(tmp_path, postgres_database, monkeypatch):
    monkeypatch.setattr(copying, "ROWS_AT_ONCE", 1)
    await play("sqlite", tmp_path)
    file, loop = open_database(tmp_path), asyncio.get_running_loop()
    target = copying.CopySide(postgres_database, PostgresEntries())
    copied = asyncio.ensure_future(copying.copy(copying.CopySide(file, SqliteEntries(file.commit_log)), target))
    monkeypatch.setattr(PostgresEntries, "write", lambda *_: loop.call_soon_threadsafe(copied.cancel))
    with pytest.raises(asyncio.CancelledError):
        await copied
    players = "SELECT count(*) FROM players"
    assert await postgres_database.run(lambda connection: connection.execute(players).fetchone()) == (0,)
    await file.aclose()


async def test_a_folder_without_a_server_is_said_to_be_one(tmp_path, postgres_url, capsys):
    assert await in_thread(tmp_path / "nowhere", postgres_url) == 1
    assert capsys.readouterr().err.endswith(f"{tmp_path / 'nowhere' / DATABASE_NAME} doesn't exist\n")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("places", "said"),
    [
        (("a", "b"), "one of the two must be a server's folder"),
        (("postgresql://a/b", "postgres://c/d"), "one of the two must be a server's folder"),
        (("a", "postgresql://ann:tiger@db/games"), "the command line may hold no password"),
        (("a", "PARLOUR_STORE"), "PARLOUR_STORE is not set"),
    ],
)
def test_two_places_that_do_not_fit_are_refused(places, said, capsys, monkeypatch):
    monkeypatch.delenv("PARLOUR_STORE", raising=False)
    with pytest.raises(SystemExit) as ended:
        main(list(places))
    told = capsys.readouterr().err
    assert (ended.value.code, said in told, "tiger" in told) == (2, True, False)


async def test_the_address_may_be_in_the_variable(tmp_path, postgres_url, monkeypatch):
    here = tmp_path / "here"
    await play("sqlite", here)
    monkeypatch.setenv("PARLOUR_STORE", postgres_url)
    assert await in_thread(here, "PARLOUR_STORE") == 0
