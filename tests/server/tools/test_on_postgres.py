"""What an operator does with a server's data where that is in PostgreSQL."""

from __future__ import annotations

import asyncio
import sys

import psycopg
import pytest

from protocol import messages as m
from protocol.errors import CloseCode
from server.storage import postgres
from server.tools import backup, prune, revoke
from server.tools.prune import DAY_S
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, finish_game, sign_in, table_for_two

pytestmark = pytest.mark.slow


def rooms(address: str) -> list[tuple]:
    with psycopg.connect(address) as connection:
        query = "SELECT DISTINCT opened, room FROM rooms JOIN entries USING (room) ORDER BY opened"
        return connection.execute(query).fetchall()


async def test_old_records_are_removed_once_the_server_has_stopped(tmp_path, postgres_url, capsys):
    words = ["--older", "90d", "--store", postgres_url, "--data", str(tmp_path)]
    async with hosting(store=postgres_url, data=tmp_path) as hosted:
        for _ in range(2):
            ann = await finish_game(hosted.wires)
        ann.send(m.GetHistory(ref=5, game=None, room=None, before=None))
        assert len((await ann.next(m.PastGames)).games) == 1, "so that both are stored"
        await ann.ask(table_for_two(ref=6))
        (_, old), *others = rooms(postgres_url)
        with psycopg.connect(postgres_url) as connection:
            connection.execute("UPDATE games SET kept_at = kept_at - %s WHERE room = %s", (91 * DAY_S, old))
        assert await asyncio.to_thread(prune.main, [*words, "--dry-run"]) == 0
        assert await asyncio.to_thread(prune.main, words) == 3
        assert len(rooms(postgres_url)) == 3
    assert await asyncio.to_thread(prune.main, words) == 0
    assert rooms(postgres_url) == others
    said = capsys.readouterr()
    what = "the records of 1 game at 1 table that closed more than 90 days ago."
    assert said.out.splitlines() == [f"Would remove {what}", f"Removed {what}"]
    assert said.err == "parlour prune: Another server is already using this database. Stop it first; no move is lost.\n"


async def test_a_stolen_token_is_void_and_its_owner_comes_back_with_a_code(tmp_path, postgres_url, monkeypatch, capsys):
    async with hosting(store=postgres_url, data=tmp_path) as hosted:
        token = (await sign_in(hosted.wires)).welcome.token
    monkeypatch.setenv("PARLOUR_STORE", postgres_url)
    assert await asyncio.to_thread(revoke.main, ["ben"]) == 1
    assert await asyncio.to_thread(revoke.main, ["ann", "--give-new"]) == 0
    said = capsys.readouterr()
    assert ("no player there is called ben" in said.err, "parlour link " in said.out) == (True, True)
    async with hosting(store=postgres_url, data=tmp_path) as hosted:
        thief = Player(await hosted.wires.open())
        thief.send(m.Hello(name="ann", token=token, client="test", deals=False, bot=False))
        assert (await thief.gone()).code == CloseCode.VOID


def test_a_copy_is_left_to_pg_dump(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PARLOUR_STORE", "postgresql://ann:tiger@db/games")
    assert backup.main([str(tmp_path / "copy")]) == 1
    said = capsys.readouterr().err
    assert ("pg_dump" in said, "tiger" in said, (tmp_path / "copy").exists()) == (True, False, False)


@pytest.mark.parametrize(
    "command", [[prune, "--older", "90d", "--dry-run"], [prune, "--older", "90d"], [revoke, "ann"]]
)
def test_a_database_that_is_not_there_changes_nothing_and_no_password_is_said(tmp_path, monkeypatch, capsys, command):
    program, *words = command
    for address in ("postgresql://ann:tiger@127.0.0.1:1/games", "postgresql://ann:tiger@[/"):
        monkeypatch.setenv("PARLOUR_STORE", address)
        assert program.main([*words, "--data", str(tmp_path)]) == 1
        said = capsys.readouterr()
        assert (said.err.startswith("parlour "), "tiger" in said.err + said.out) == (True, False)


def test_without_psycopg_it_says_how_to_install_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "server.storage.postgres.pruning", None)
    monkeypatch.delattr(postgres, "pruning", raising=False)
    assert prune.main(["--older", "90d", "--dry-run", "--store", "postgresql://localhost/games"]) == 1
    assert "pip install 'parlour[postgres]'" in capsys.readouterr().err
