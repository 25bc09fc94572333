"""An operator removes the records of old games, and nobody loses anything else."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from protocol import messages as m
from server.storage.sql import pruning as sql_pruning
from server.storage.sqlite import pruning
from server.storage.sqlite.database import VERSION
from server.storage.stores import DATABASE_NAME
from server.tools.prune import DAY_S, main
from tests.support.fakes.disks import files_of_at_most
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, finish_game, sign_in, table_for_two
from tests.support.stored.journals import stored_entries

pytestmark = pytest.mark.slow

REMOVED = "That game ended long ago, and its record has been removed."


async def in_thread(folder: Path, *words: str) -> int:
    """What the program exits with, which has an event loop of its own."""
    return await asyncio.to_thread(main, [*words, "--data", str(folder)])


def age(file: Path, days: float, names: tuple[str, ...]) -> None:
    """Have the games of these rooms ended so many days earlier."""
    with closing(sqlite3.connect(file)) as connection:
        marks = ",".join("?" * len(names))
        connection.execute(f"UPDATE games SET kept_at = kept_at - ? WHERE room IN ({marks})", (days * DAY_S, *names))
        connection.commit()


async def play_and_leave(folder: Path) -> list[str]:
    """Two tables where a game ended and that closed, one that closed before anybody moved, and one that is open.

    The tokens of who played at the first and at the second, and the names of the rooms.
    """
    async with hosting(store="sqlite", data=folder) as hosted:
        first, ann = await finish_game(hosted.wires), await finish_game(hosted.wires)
        empty = await ann.ask(table_for_two(ref=5))
        ann.send(m.Leave(room=empty.room))
        await ann.next(m.Left)
        await ann.ask(table_for_two(ref=6))
    return [first.welcome.token, ann.welcome.token, *stored_entries(folder / DATABASE_NAME)]


async def past_game(player: Player) -> m.PastGame:
    """The one game that a player has played."""
    player.send(m.GetHistory(ref=1, game=None, room=None, before=None))
    (game,) = (await player.next(m.PastGames)).games
    return game


async def test_what_ended_long_ago_is_gone_but_for_its_results(tmp_path, capsys):
    file = tmp_path / DATABASE_NAME
    first, second, old, new, _empty, still_open = await play_and_leave(tmp_path)
    age(file, 91, (old,))
    kept = {name: entries for name, entries in stored_entries(file).items() if name in (new, still_open)}
    assert await in_thread(tmp_path, "--older", "90d", "--dry-run") == 0
    assert len(stored_entries(file)) == 4
    assert await in_thread(tmp_path, "--older", "90d") == 0
    said = capsys.readouterr().out.splitlines()
    what = "the records of 1 game at 2 tables that closed more than 90 days ago."
    assert said[:2] == [f"Would remove {what}", f"Removed {what}"]
    assert stored_entries(file) == kept
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        ann = await sign_in(hosted.wires, "ann", first)
        refused = await ann.refused(m.GetPastGame(ref=3, past=(await past_game(ann)).past, after=0))
        assert (refused.code, refused.text) == ("unavailable", REMOVED)
        ann.send(m.GetStats(ref=9, game="war", deal=None))
        assert (await ann.next(m.Stats)).played == 1
        ann = await sign_in(hosted.wires, "ann", second)
        ann.send(m.GetPastGame(ref=4, past=(await past_game(ann)).past, after=0))
        assert (await ann.next(m.Transcript)).events
        ann.send(m.Leave(room=ann.welcome.seated[0]))
        await ann.next(m.Left)
    assert len(stored_entries(file)) == 2


async def test_rooms_go_in_many_small_steps_and_the_rest_can_be_written_on(tmp_path, monkeypatch):
    monkeypatch.setattr(sql_pruning, "ROOMS_AT_ONCE", 1)
    _, _, *names, still_open = await play_and_leave(tmp_path)
    age(tmp_path / DATABASE_NAME, 2, tuple(names))
    assert await in_thread(tmp_path, "--older", "1d") == 0
    assert list(stored_entries(tmp_path / DATABASE_NAME)) == [still_open]
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        await finish_game(hosted.wires)
    assert len(stored_entries(tmp_path / DATABASE_NAME)) == 2


async def test_nothing_is_removed_while_the_server_runs_but_is_counted(tmp_path, capsys):
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        await finish_game(hosted.wires)
        assert await in_thread(tmp_path, "--older", "1d") == 3
        assert "Stop it first" in capsys.readouterr().err
        assert await in_thread(tmp_path, "--older", "1d", "--dry-run") == 0
        assert capsys.readouterr().out.startswith("Would remove the records of 0 games at 0 tables ")
    assert len(stored_entries(tmp_path / DATABASE_NAME)) == 1


async def test_where_there_is_no_space_to_give_any_back_it_is_free_within_the_file(tmp_path, capsys):
    _, _, *names = await play_and_leave(tmp_path)
    age(tmp_path / DATABASE_NAME, 2, tuple(names))
    prune = pruning.give_back

    def give_back(file: Path) -> None:
        with files_of_at_most(file.stat().st_size // 4):
            prune(file)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pruning, "give_back", give_back)
        assert await in_thread(tmp_path, "--older", "1d") == 1
    told = capsys.readouterr()
    assert "Removed the records of 2 games at 3 tables" in told.out
    assert "the database will reuse the space" in told.err
    assert len(stored_entries(tmp_path / DATABASE_NAME)) == 1


@pytest.mark.parametrize("older", ["90", "0d", "d", "-3d", "1.5d", "99999d", "ninety days"])
def test_an_age_is_a_number_of_days(older, tmp_path, capsys):
    with pytest.raises(SystemExit) as exited:
        main([f"--older={older}", "--data", str(tmp_path)])
    assert exited.value.code == 2
    assert "write it like 90d" in capsys.readouterr().err


@pytest.mark.parametrize("words", [(), ("--dry-run",)])
async def test_a_folder_without_games_and_a_newer_file_are_said_to_be_one(tmp_path, capsys, words):
    assert await in_thread(tmp_path, "--older", "90d", *words) == 1
    assert " doesn't exist" in capsys.readouterr().err
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as newer:
        newer.execute(f"PRAGMA user_version={VERSION + 1}")
    assert await in_thread(tmp_path, "--older", "90d", *words) == 1
    assert "use a newer Parlour" in capsys.readouterr().err
