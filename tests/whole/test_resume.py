"""Servers are killed and sockets are cut at any moment: everyone comes back to where they were, and no flip is lost."""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol import messages as m
from protocol.codec import decode_event, encode
from server.app import open_database
from server.room import replay
from server.room.inputs import Play
from server.room.player_view import table
from server.storage.sqlite.journal import SqliteJournal
from tests.support.golden.files import GOLDEN
from tests.support.laws.depth import sample
from tests.support.processes import wire
from tests.support.processes.hosting import hosting
from tests.support.processes.players import over, table_for_two
from tests.support.processes.returning import Returning
from tests.support.processes.running import start_server
from tests.support.processes.wire import Wires

ROOT = Path(__file__).parents[2]
KILLS = 10
CUTS = 60
UNHEARD_S = 0.004
"""A move is stored and answered in about this time, so a random moment within it is a moment of every kind."""


async def seated(wires: Wires) -> tuple[Returning, Returning]:
    """ann and ben, with a game before them."""
    ann, ben = Returning("ann"), Returning("ben")
    for person in (ann, ben):
        await person.come(wires)
    await ann.ask(table_for_two())
    await ben.ask(m.Join(ref=1, room=ann.table.room))
    await ann.see(2)
    return ann, ben


async def play(people: Iterable[Returning], steps: int, order: random.Random) -> None:
    """Moves of either, each seen by both."""
    ann, ben = people
    for _ in range(steps):
        able = [person for person in (ann, ben) if can_move(person)]
        mover = order.choice(able)
        seq = mover.table.seq
        mover.send_move()
        for person in (ann, ben):
            await person.see(seq + 1)


def can_move(person: Returning) -> bool:
    seen = person.table
    return seen.seat in (seen.turn if seen.phase == "playing" else {0, 1} - set(seen.rematch))


async def back(person: Returning, wires: Wires) -> None:
    """The person comes back to the room and the seat, at a position no older than any seen before."""
    room, chairs, seq = person.table.room, person.table.chairs, max(seen.seq for seen in person.seen)
    assert await person.come(wires) == (room,)
    assert person.table.seq >= seq
    assert person.table.chairs[person.table.seat].name == person.name
    assert {chair.name for chair in person.table.chairs} == {chair.name for chair in chairs}


async def both_see_the_same(ann: Returning, ben: Returning) -> None:
    newest = max(ann.table.seq, ben.table.seq)
    for person in (ann, ben):
        await person.see(newest)


async def stored(data: Path) -> list[bytes]:
    """The entries of the one room in a server's folder."""
    journal = SqliteJournal(open_database(data))
    (room,) = await journal.open_rooms()
    entries = await journal.read(room)
    await journal.aclose()
    return entries


def assert_all_that_was_seen_is_stored(person: Returning, entries: list[bytes]) -> None:
    rooms = [replay.replay(entries[:count])[0] for count in range(1, len(entries) + 1)]
    for seen in person.seen:
        room = rooms[seen.seq - 1]
        seat = next(seat for seat, chair in enumerate(room.chairs) if getattr(chair, "name", "") == person.name)
        again = decode_event(encode(table(room, seat, 0.0)))
        assert [absence.seat for absence in again.away] == [absence.seat for absence in seen.away]
        assert replace(again, lasted_s=seen.lasted_s, away=seen.away) == seen


def assert_no_flip_is_doubled(entries: list[bytes]) -> None:
    events = [replay.unpack(entry)[1] for entry in entries]
    plays = Counter((event.player, event.number, event.ply) for event in events if isinstance(event, Play))
    assert set(plays.values()) == {1}


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(range(1, 7), 1))
async def test_a_server_killed_in_the_middle_of_a_war_loses_no_flip(seed: int, tmp_path: Path):
    order = random.Random(seed)
    server = start_server(tmp_path)
    wires = Wires(server.url)
    try:
        ann, ben = await seated(wires)
        for _ in range(KILLS // 2):
            await play((ann, ben), order.randrange(12), order)
            for person in order.sample((ann, ben), 2):
                person.send_move()
            await asyncio.sleep(order.uniform(0, UNHEARD_S))
            server.kill()
            for person in (ann, ben):
                await person.lose()
            server = start_server(tmp_path, port=server.port)
            for person in order.sample((ann, ben), 2):
                await back(person, wires)
            await both_see_the_same(ann, ben)
        while not over(ann.table):
            await play((ann, ben), 1, order)
        assert ann.table.ending == ben.table.ending
    finally:
        await wires.aclose()
        server.terminate()
    entries = await stored(tmp_path)
    for person in (ann, ben):
        assert_all_that_was_seen_is_stored(person, entries)
    assert_no_flip_is_doubled(entries)


async def test_a_player_cut_off_at_any_moment_comes_back_to_the_present_position():
    order = random.Random(3)
    async with hosting() as hosted:
        ann, ben = await seated(hosted.wires)
        for _ in range(CUTS):
            await play((ann, ben), order.randrange(4), order)
            unlucky, other = order.sample((ann, ben), 2)
            other.send_move()
            unlucky.send_move()
            for _ in range(order.randrange(12)):
                await asyncio.sleep(0)
            unlucky.player.socket.cut()
            await back(unlucky, hosted.wires)
            await both_see_the_same(ann, ben)
        assert ann.table.number > 1


async def test_a_flip_cut_after_any_of_its_bytes_is_made_once_or_not_at_all():
    async with hosting() as hosted:
        ann, ben = await seated(hosted.wires)
        flip = wire.frame(encode(m.Play(room=ann.table.room, number=1, ply=0, move="flip")))
        for sent in range(len(flip) + 1):
            ann.player.socket.write(flip[:sent])
            await ann.player.socket.drain()
            ann.player.socket.cut()
            await back(ann, hosted.wires)
            assert ann.table.ply == 0 or sent == len(flip)
        for _ in range(3):
            ann.player.socket.write(flip)
            await ann.see_that(lambda table: table.ply == 1)
        ben.send_move()
        await ann.see_that(lambda table: table.turn == (0, 1))
        assert (ann.table.ply, ann.table.view["left"]) == (1, [25, 25])


REPLAY = """
import hashlib, sys
from pathlib import Path
from tests.support.golden import journals
for path in sys.argv[1:]:
    again = journals.written(journals.read(Path(path).read_text(encoding="utf-8")))
    print(hashlib.sha256(again.encode()).hexdigest())
"""


@pytest.mark.slow
@pytest.mark.parametrize("options", sample([("-OO",), ("-O",), ()], 1), ids=["-OO", "-O", "plain"])
@pytest.mark.parametrize("hash_seed", sample(["4242", "0"], 1))
def test_a_journal_replays_to_the_same_end_on_every_interpreter(options: tuple[str, ...], hash_seed: str):
    files = sorted((GOLDEN / "journals").iterdir())
    done = subprocess.run(
        [sys.executable, *options, "-c", REPLAY, *map(str, files)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
