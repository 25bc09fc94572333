"""What older programs have kept is read, played on and verified by this one just as by themselves."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from client.history.positions import replay_of
from client.history.saved.entry import VERIFIED
from client.history.saved.keeper import FOLDER
from client.history.verify import verify_file
from engines import catalog
from protocol import messages as m
from server.storage.sqlite.database import VERSION, SqliteDatabase
from server.storage.stores import DATABASE_NAME, SCHEMA, UPGRADES
from tests.support.golden.files import GOLDEN
from tests.support.processes.hosting import hosting
from tests.support.processes.players import over, sign_in
from tests.support.stored.answers import EXPECTED, answers_about, differences

pytestmark = pytest.mark.slow

STORED = GOLDEN / "stored"
LAYOUTS = STORED / "layouts"
"""A database of each layout there was, as SQL: one game over, and one under way that a player sits at. The first line
is a comment with that player's token and the code of the table, as JSON."""
GAMES_THEN = 1
"""How many games were over."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A server's folder as version 0.1.0 left it."""
    shutil.copy(STORED / DATABASE_NAME, tmp_path)
    return tmp_path


def recorded() -> dict:
    """What the programs that made the files said of them."""
    return json.loads((STORED / EXPECTED).read_text(encoding="utf-8"))


def rows(file: Path) -> Iterator[tuple[str, list[tuple]]]:
    """Each stored table's rows in a file, of the columns that were stored."""
    with closing(sqlite3.connect(file)) as connection:
        for table, columns in stored_columns().items():
            yield table, connection.execute(f"SELECT {columns} FROM {table}").fetchall()


def stored_columns() -> dict[str, str]:
    with closing(sqlite3.connect(f"{(STORED / DATABASE_NAME).as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        return {
            name: ", ".join(column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})"))
            for (name,) in tables
        }


def version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


async def test_everything_is_said_of_stored_files_that_was_said_of_them_before():
    assert list(differences(recorded(), await answers_about(STORED))) == []


async def test_a_stored_database_is_upgraded_in_place_and_loses_no_row(data):
    before = dict(rows(data / DATABASE_NAME))
    assert version(data / DATABASE_NAME) == 0
    await SqliteDatabase(data / DATABASE_NAME, SCHEMA, *UPGRADES).aclose()
    assert version(data / DATABASE_NAME) == VERSION
    assert dict(rows(data / DATABASE_NAME)) == before


async def test_a_server_only_ever_adds_to_a_stored_journal(data):
    before = dict(rows(data / DATABASE_NAME))["entries"]
    async with hosting(store="sqlite", data=data) as hosted:
        assert len(hosted.server.host) == sum(not said["closed"] for said in journals().values())
    assert set(before) <= set(dict(rows(data / DATABASE_NAME))["entries"])


@pytest.mark.parametrize("layout", sorted(LAYOUTS.iterdir()), ids=lambda file: file.stem)
async def test_a_database_of_every_layout_seats_its_player_who_ends_the_game(tmp_path, layout):
    sql = layout.read_text(encoding="utf-8")
    known = json.loads(sql.partition("\n")[0].removeprefix("-- "))
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as connection:
        connection.executescript(sql)
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        player = await sign_in(hosted.wires, "somebody else", known["token"])
        assert (player.welcome.name, player.welcome.seated) == (known["name"], (known["room"],))
        table = await player.next(m.Table)
        assert (table.room, table.ply, table.number) == (known["room"], known["ply"], 1)
        await player.play_on(table, over)
        player.send(m.GetStats(ref=1, game="war", deal=None))
        assert (await player.next(m.Stats)).played == GAMES_THEN + 1


def test_there_is_a_database_of_every_layout_with_a_number():
    numbered = {version_of(layout) for layout in LAYOUTS.iterdir()}
    assert numbered >= set(range(VERSION))


def version_of(layout: Path) -> int:
    return int(layout.read_text(encoding="utf-8").rpartition("=")[2].strip(" ;\n"))


def journals() -> dict[str, dict]:
    return {title: said for title, said in recorded().items() if title.startswith("room ")}


def test_the_stored_files_hold_every_game_under_way_and_over_and_rooms_of_every_kind():
    shown = [said["tables"][0] for said in journals().values()]
    assert {(table["game"], table["phase"]) for table in shown} >= {
        (game, phase) for game in catalog.games() for phase in ("playing", "over")
    }
    wars = {(table["options"]["variant"], table["phase"]) for table in shown if table["game"] == "war"}
    assert wars >= {(variant, phase) for variant in ("normal", "suits", "scouts") for phase in ("playing", "over")}
    assert {said["closed"] for said in journals().values()} == {0, 1}
    assert "waiting" in {table["phase"] for table in shown}
    kept = [said["kept"] for said in journals().values()]
    assert sum(said.startswith("the same") for said in kept) == 2


async def test_a_client_steps_through_a_stored_game_and_has_it_verified(tmp_path):
    file = Path(shutil.copy(next((STORED / "client" / FOLDER).glob("YYUL-*.json")), tmp_path))
    said = recorded()[f"saved {file.name}"]
    replay, verdict = await asyncio.gather(replay_of(file), verify_file(file))
    assert len(replay.positions) == said["count"]
    shown = [json.loads(replay.positions[0]), json.loads(replay.positions[-1])]
    assert list(differences(said["positions"], shown)) == []
    assert not verdict.is_refusal
    assert file.with_suffix(VERIFIED).exists()


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, []),
        ({"a": {"b": 1}}, {"a": {}}, ["/a/b is gone"]),
        ([1, 2], [1], [": [1, 2] is now [1]"]),
        ([1, [2]], [1, [3]], ["/1/0: 2 is now 3"]),
    ],
)
def test_a_difference_is_what_is_said_no_more_or_otherwise(before, now, found):
    assert list(differences(before, now)) == found
