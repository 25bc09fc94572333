"""The server put together: it listens, keeps what it must, and stops in time."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from types import SimpleNamespace

import pytest
from prometheus_client.parser import text_string_to_metric_families

from protocol import messages as m
from protocol.errors import CloseCode
from server.app import serving
from server.app.serving import start_server
from server.computers import players
from server.config import Config
from server.limits.settings import DEFAULT, ServerLimits
from server.private.server import take_port_of_killed
from server.room.journal import StorageUnavailableError
from server.storage.stores import DataFolderInUseError, open_on_disk
from tests.support.fakes.disks import files_of_at_most
from tests.support.processes.hosting import hosting
from tests.support.processes.players import over, pair, room_of, sign_in, table_for_two
from tests.support.processes.wire import Wires
from tests.support.stored.journals import stored_entries
from tests.support.world.loop import VirtualLoop

pytestmark = pytest.mark.slow

AT_ONCE = players.ThinkingLimits(pace_s=(0.0, 0.0))


async def figures(wires: Wires) -> dict[str, float]:
    answer = await (await wires.reach()).get("/metrics")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = text_string_to_metric_families(answer.body)
    return {sample.name: sample.value for family in families for sample in family.samples}


async def test_its_figures_are_not_for_who_comes_through_a_proxy():
    async with hosting(proxies=("127.0.0.1",)) as hosted:
        answers = [
            await (await hosted.wires.reach()).get(page, **{"X-Forwarded-For": "198.51.100.7"})
            for page in ("/metrics", "/healthz")
        ]
        assert [answer.status for answer in answers] == [403, 200]
        assert await figures(hosted.wires)


async def test_it_tells_everybody_how_others_reach_it(tmp_path):
    async with hosting(public_urls=("wss://games.example.org", "ssh://games.example.org:2222")) as hosted:
        ann = await sign_in(hosted.wires, "ann")
        assert ann.welcome.public_urls == ("wss://games.example.org", "ssh://games.example.org:2222")


async def test_its_figures_follow_what_happens(tmp_path):
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        ann, ben, anns, bens = await pair(hosted.wires)
        await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
        ann.send(m.Resign(room=anns.room))
        await ann.next(m.Refused)
        counted = await figures(hosted.wires)
        assert counted["parlour_players"] == 2
        assert counted["parlour_connections"] == 3
        assert counted["parlour_rooms"] == 1
        assert 2 <= counted["parlour_moves_total"] <= 52
        assert counted["parlour_refusals_total"] == 1
        assert 0 < counted["parlour_commits_total"] <= counted["parlour_stored_total"]


async def test_every_figure_of_a_server_is_explained_and_can_be_read_by_prometheus():
    async with hosting() as hosted:
        server = hosted.server
        server.services.refusals["stale"] = 5
        server.watchdog.worst_s = 0.16
        for seconds in (0.2, 20.0):
            server.computers.durations["blocky", "planner"].add(seconds)
        families = text_string_to_metric_families((await (await hosted.wires.reach()).get("/metrics")).body)
        told = {family.name: family for family in families if family.name.startswith("parlour_")}
    assert {name.removeprefix("parlour_") for name in told} == {
        "connections", "players", "rooms", "rooms_parked", "moves", "refusals", "malformed", "rooms_rebuilt",
        "commits", "stored", "database_away", "thinking", "computers_waiting", "decision_seconds", "decision_failures",
        "decisions_skipped", "loop_late_seconds", "loop_worst_seconds", "collection_seconds",
        "collection_longest_seconds", "bans_refused", "reports_waiting",
    }  # fmt: skip
    assert all(family.documentation for family in told.values())
    (refusals,), (worst,) = told["parlour_refusals"].samples, told["parlour_loop_worst_seconds"].samples
    assert (refusals.labels, refusals.value, worst.value) == ({"code": "stale"}, 5, 0.16)
    decisions = told["parlour_decision_seconds"]
    assert (decisions.type, decisions.samples[0].labels["level"]) == ("histogram", "planner")
    values = {(sample.name.rpartition("_")[2], sample.labels.get("le")): sample.value for sample in decisions.samples}
    assert (values["sum", None], values["count", None]) == (20.2, 2)
    assert [values["bucket", bound] for bound in ("0.1", "0.3", "10.0", "+Inf")] == [0, 1, 1, 2]


def test_a_server_is_there_before_anything_is_made_ready_for_prometheus():
    code = "import sys, server.app.serving; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


async def test_a_stop_tells_everyone_and_loses_nothing(tmp_path):
    config = Config(port=0, data=tmp_path, computers=AT_ONCE, stop_within_s=1.0)
    async with start_server(config) as server:
        wires = Wires(server.url)
        ann, ben, table, _ = await pair(wires)
        ann.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
        await ben.next(m.Table, lambda seen: seen.view["flipped"] == [True, False])
        tokens = ann.welcome.token, ben.welcome.token
        stopping = asyncio.ensure_future(goodbye(ann))
    told = await stopping
    assert isinstance(told[-1], m.Notice)
    assert not any(isinstance(event, m.Left) for event in told)
    await wires.aclose()
    async with start_server(config) as server:
        wires = Wires(server.url)
        ann, ben = await sign_in(wires, "ann", tokens[0]), await sign_in(wires, "ben", tokens[1])
        assert ann.welcome.seated == ben.welcome.seated == (table.room,)
        anns, bens = await ann.next(m.Table), await ben.next(m.Table)
        assert anns.view["flipped"] == [True, False]
        ended = await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
        assert ended[0].ending == ended[1].ending
        await wires.aclose()


async def goodbye(player) -> list[m.Event]:
    gone = await player.gone()
    assert (gone.code, gone.reason) == (CloseCode.STOPPING, "The server has stopped. Your games are saved.")
    return player.heard


async def test_a_stop_waits_for_nobody_who_does_not_read():
    loop = asyncio.get_running_loop()
    config = Config(
        port=0, store="memory", computers=AT_ONCE, stop_within_s=0.4, limits=ServerLimits(close_within_s=60)
    )
    async with start_server(config) as server:
        wires = Wires(server.url)
        ann = await sign_in(wires)
        silent = await wires.open(buffer_bytes=4096)
        await ann.ask(table_for_two())
        (connection,) = [each for each in server.gateway.connections if server.dispatcher.sessions.get(each) is None]
        connection.outbox.offer(b"\x00" * 200_000)
        began = loop.time()
    assert loop.time() - began < 5
    assert server.gateway.connections == set()
    assert len(await silent.until_ended()) < 250_000
    await wires.aclose()


async def test_nobody_is_let_in_during_a_stop():
    config = Config(port=0, store="memory", computers=AT_ONCE, stop_within_s=1.0)
    async with start_server(config) as server:
        wires = Wires(server.url)
        waiting = await wires.reach()
        await sign_in(wires)
        server.dispatcher.let_nobody_in()
        assert await waiting.turned_away() == (CloseCode.BUSY, "The server is stopping. Come back in a moment.")
        await wires.aclose()


async def test_a_server_in_memory_writes_no_file(tmp_path):
    async with hosting(data=tmp_path / "data") as hosted:
        await (await sign_in(hosted.wires)).ask(table_for_two())
    assert list(tmp_path.iterdir()) == []


async def test_two_servers_do_not_share_a_folder(tmp_path):
    async with hosting(store="sqlite", data=tmp_path):
        with pytest.raises(DataFolderInUseError, match=str(tmp_path)):
            async with hosting(store="sqlite", data=tmp_path):
                pass
    async with hosting(store="sqlite", data=tmp_path):
        pass


async def test_a_port_in_use_is_an_error_and_the_folder_is_free_again(tmp_path):
    async with hosting() as hosted:
        port = int(hosted.server.url.rpartition(":")[2])
        with pytest.raises(OSError, match="address already in use"):
            async with hosting(store="sqlite", data=tmp_path, port=port):
                pass
    async with hosting(store="sqlite", data=tmp_path):
        pass


async def test_a_folder_that_cannot_be_is_said_to_be_unwritable(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StorageUnavailableError, match=r"can't write to .*: Not a directory"):
        async with hosting(store="sqlite", data=tmp_path / "file" / "data"):
            pass


async def test_a_server_that_cannot_be_put_together_lets_go_of_its_database(tmp_path):
    with pytest.raises(ValueError, match="no address"):
        async with hosting(store="sqlite", data=tmp_path, proxies=("no address",)):
            pass
    assert not [thread for thread in threading.enumerate() if thread.name == "parlour-database"]
    assert not (tmp_path / "parlour.db-wal").exists()


def _fault(connection: sqlite3.Connection, numbers: Sequence[int]) -> list[None]:
    """What no disk refuses: Python does, before SQLite hears of it."""
    connection.execute("SELECT ?", numbers)
    return [None]


async def test_it_says_that_it_stores_nothing_any_more_after_a_fault(tmp_path):
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        with pytest.raises(StorageUnavailableError):
            await hosted.server.storage.database.run_together(_fault, 2**70)
        answer = await (await hosted.wires.reach()).get("/healthz")
        assert (answer.status, answer.body) == (503, "The database has failed. Restart the server.\n")


async def test_a_server_whose_database_has_failed_ends_so_that_it_is_started_again(tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr(serving, "open_on_disk", lambda folder: opened.append(open_on_disk(folder)) or opened[-1])
    served = asyncio.ensure_future(serving.serve(Config(port=0, data=tmp_path, stop_within_s=1.0)))
    told = ""
    while "Parlour is listening on" not in told:
        await asyncio.sleep(0.01)
        told += capsys.readouterr().out
    wires = Wires(told.split()[-1])
    ann = await sign_in(wires)
    with pytest.raises(StorageUnavailableError):
        await opened[0].database.run_together(_fault, 2**70)
    assert (await ann.gone()).code == CloseCode.STOPPING
    with pytest.raises(StorageUnavailableError, match="the database has failed"):
        await served
    await wires.aclose()


async def test_a_disk_that_is_nearly_full_has_no_place_for_new_tables_and_for_moves_it_has(tmp_path, monkeypatch):
    free = 10**9
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        ann = await sign_in(hosted.wires)
        table = await ann.ask(room_of("war", "me", "computer:flipper", auto_flip_s=0))
        free = DEFAULT.disk_free_bytes - 1
        hosted.server.measure_space()
        ann.send(table_for_two(ref=7))
        refused = await ann.next(m.Refused)
        assert (refused.code, "nearly full" in refused.text) == ("unavailable", True)
        ann.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
        await ann.next(m.Table, lambda seen: seen.ply == 1)
        page = await (await hosted.wires.reach()).get("/healthz")
        assert page.body.startswith("ok\nstored ")
        assert page.body.endswith(f"\nfree {free}\n")
        page = await (await hosted.wires.reach()).get("/metrics")
        (family,) = [
            each for each in text_string_to_metric_families(page.body) if each.name == "parlour_disk_free_bytes"
        ]
        assert family.samples[0].value == free
        free = DEFAULT.disk_free_bytes
        hosted.server.measure_space()
        assert (await ann.ask(table_for_two(ref=8))).room


async def test_what_is_kept_free_of_a_disk_lets_games_be_finished_and_none_begin(tmp_path):
    limits = ServerLimits(disk_free_bytes=10**18)
    async with hosting(store="sqlite", data=tmp_path, limits=limits) as hosted:
        hosted.server.publisher.set_full(is_full=False)
        ann, ben, anns, bens = await pair(hosted.wires)
        hosted.server.measure_space()
        written = max(path.stat().st_size for path in tmp_path.glob("parlour.db*"))
        with files_of_at_most(written + 512 * 1024):
            ended, _ = await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
            refused = await ann.refused(m.Rematch(room=ended.room))
            assert (refused.code, "nearly full" in refused.text) == ("unavailable", True)
            ann.send(m.GetStats(ref=9, game="war", deal=None))
            assert (await ann.next(m.Stats)).played == 1
    assert len(stored_entries(tmp_path / "parlour.db")) == 1


async def test_the_file_is_whole_after_a_stop(tmp_path):
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        await (await sign_in(hosted.wires)).ask(table_for_two())
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (1,)
    assert not (tmp_path / "parlour.db-wal").exists()


async def test_a_private_server_says_in_its_folder_where_it_is(tmp_path):
    async with hosting(store="sqlite", data=tmp_path, private=True) as hosted:
        said = json.loads((tmp_path / "server.json").read_text())
        assert said["url"] == hosted.server.url
    assert not (tmp_path / "server.json").exists()


@pytest.mark.parametrize("is_taken", [False, True])
async def test_in_place_of_a_killed_private_server_the_next_listens_on_its_port_if_that_is_free(tmp_path, is_taken):
    async with hosting(store="sqlite", data=tmp_path, private=True) as hosted:
        left_behind = (tmp_path / "server.json").read_bytes()
        killed = hosted.server.url
    (tmp_path / "server.json").write_bytes(left_behind)
    async with AsyncExitStack() as stack:
        if is_taken:
            loop, port = asyncio.get_running_loop(), int(killed.rpartition(":")[2])
            stack.callback((await loop.create_server(asyncio.Protocol, "127.0.0.1", port)).close)
        hosted = await stack.enter_async_context(hosting(store="sqlite", data=tmp_path, private=True))
        assert (hosted.server.url == killed) is not is_taken


def test_what_a_killed_private_server_had_announced_is_gone_before_anything_listens_in_its_place(tmp_path):
    (tmp_path / "server.json").write_bytes(b'{"url": "ws://127.0.0.1:40404", "pid": 1}')
    assert take_port_of_killed(tmp_path) == 40404
    assert not (tmp_path / "server.json").exists()


@pytest.mark.parametrize("left_behind", [b"", b"{}", b'{"url": "ws://127.0.0.1:99999", "pid": 1}'])
async def test_a_private_server_starts_whatever_stands_in_the_file_of_a_killed_one(tmp_path, left_behind):
    (tmp_path / "server.json").write_bytes(left_behind)
    async with hosting(store="sqlite", data=tmp_path, private=True) as hosted:
        assert json.loads((tmp_path / "server.json").read_text())["url"] == hosted.server.url


def test_a_node_whose_database_gives_no_answer_leaves_all_the_same():
    with closing(VirtualLoop()) as loop:
        loop.run_until_complete(serving.leave_cluster(SimpleNamespace(leave=asyncio.Event().wait)))
        assert loop.time() == pytest.approx(serving.LEAVE_WITHIN_S, abs=0.1)
