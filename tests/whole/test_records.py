"""Servers are killed as games end: each game that ended is counted once, for everyone who played it."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise
from pathlib import Path

import pytest

from protocol import messages as m
from server.players.results.results import finishers
from server.room import replay
from server.storage.sqlite.journal import SqliteJournal
from server.storage.stores import open_database
from tests.support.laws.depth import sample
from tests.support.processes.running import PATIENT, start_server
from torture.tools.regulars import WAR, Regular, gather, until

pytestmark = pytest.mark.slow

KILLS = 12
UNHEARD_S = 0.004
"""An end is stored, told and kept in about this time, so a random moment within it is a moment of every kind."""


async def begin(people: list[Regular]) -> None:
    """A game in which somebody has moved, the next one where the last is over."""
    await until(lambda: all(person.table for person in people))
    for person in people:
        if person.table.phase == "over":
            person.act()
    await until(lambda: all(person.table.phase == "playing" for person in people))
    if not people[0].table.ply:
        people[0].act()
        await until(lambda: people[0].is_answered)


async def ended(data: Path) -> int:
    """How many games have ended in the one room, by its journal."""
    journal = SqliteJournal(open_database(data))
    (room,) = await journal.open_rooms()
    history = list(replay.history(await journal.read(room)))
    await journal.aclose()
    return sum(bool(finishers(before, after)) for (before, _), (after, _) in pairwise(history))


@pytest.mark.parametrize("seed", sample(range(1, 7), 1))
async def test_a_server_killed_as_games_end_counts_every_game_once(seed: int, tmp_path: Path):
    order = random.Random(seed)
    server = start_server(tmp_path, program=PATIENT)
    try:
        people = await gather(server.url, order, (WAR,))
        for number in range(KILLS):
            await begin(people)
            order.choice(people).say(m.Resign(room=people[0].table.room))
            if number == 0:  # one game at least ends, however slow the machine
                await until(lambda: people[0].table.phase == "over")
            await asyncio.sleep(order.uniform(0, UNHEARD_S))
            server.kill()
            await until(lambda: all(person.line is None for person in people))
            server = start_server(tmp_path, port=server.port, program=PATIENT)
            for person in people:
                await person.come()
        told, kept = [], []
        for person in people:
            person.say(m.GetStats(ref=1, game="war", deal=None))
            told.append(await person.next(m.Stats))
            person.say(m.GetHistory(ref=2, game="war", room=None, before=None))
            kept.append(await person.next(m.PastGames))
    finally:
        server.terminate()
    games = await ended(tmp_path)
    assert 0 < games <= KILLS
    assert [records.played for records in told] == [games, games]
    assert sum(records.won for records in told) == games
    assert [len({game.number for game in past.games}) for past in kept] == [games, games]
    assert [len(past.games) for past in kept] == [games, games]
