"""What programs say of the files in `tests/golden/stored/`: every answer by a title, in plain values."""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from client.history.saved.entry import PlayedGame, read_saved_games
from client.history.saved.keeper import FOLDER
from client.net.identity.identity import identity
from client.state.habits import HABITS_FILE, HabitsFile
from engines import catalog
from protocol import messages as m
from server.fairness.positions import positions as tables
from server.fairness.verifier import verify
from server.room import replay, snapshot
from server.room.player_view import table
from server.storage.sqlite.database import SqliteDatabase
from server.storage.sqlite.journal import SqliteJournal
from server.storage.stores import DATABASE_NAME, SCHEMA, UPGRADES
from server.tools.verify import read_saved_game
from tests.support.games import streets_lines
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, sign_in
from tests.support.processes.wire import Wires

SERVER = "ws://localhost:8765"
PEOPLE = ("ann", "ben", "cleo")
EXPECTED = "expected.json"
"""What the programs that made the files said of them."""
PASSING = ("ref", "seq", "away", "time_left_s", "totals", "lasted_s")
"""What a running server says otherwise each time: it was gone, people come back, and time passes."""

Answers = dict[str, Any]


async def answers_about(folder: Path) -> Answers:
    """Everything that is said of the files in a folder, which stay as they are."""
    with TemporaryDirectory() as place:
        again = Path(place) / "again"
        shutil.copytree(folder, again)
        home = again / "client"
        answers = {**_identities(home), **_habits(home), **_saved(home / FOLDER)}
        answers |= {title: answer async for title, answer in _journals(again)}
        async with hosting(store="sqlite", data=again) as hosted:
            for name in PEOPLE:
                answers |= {f"{name}: {title}": said async for title, said in _told(hosted.wires, home, name)}
    again_read: Answers = json.loads(written(answers))
    return again_read


def written(answers: Answers) -> str:
    """The answers as JSON, one a line."""
    lines = [f"{json.dumps(title)}: {msgspec.json.encode(answer).decode()}" for title, answer in answers.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def differences(before: Any, now: Any, place: str = "") -> Iterator[str]:
    """Where something that was said before is said no more, or otherwise. More may be said than was."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in before.items():
            if key in now:
                yield from differences(value, now[key], f"{place}/{key}")
            else:
                yield f"{place}/{key} is gone"
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from differences(one, other, f"{place}/{number}")
    elif before != now:
        yield f"{place}: {before!r} is now {now!r}"


# What a client keeps.


def _identities(home: Path) -> Answers:
    mine = {name: identity(home, SERVER, name) for name in PEOPLE}
    return {f"{name} is": {"file": each.path.name, **msgspec.to_builtins(each.load())} for name, each in mine.items()}


def _habits(home: Path) -> Answers:
    return {"habits": msgspec.to_builtins(HabitsFile(home / HABITS_FILE).recall())}


def _saved(folder: Path) -> Answers:
    pasts = {past.path: past for past in read_saved_games(folder) if past.path}
    return {f"saved {path.name}": _replayed(path, pasts[path]) for path in sorted(pasts)}


def _replayed(path: Path, past: PlayedGame) -> Answers:
    saved = read_saved_game(path)
    positions = [msgspec.to_builtins(table) for table in tables(saved.transcript, past.seat)]
    return {
        "list": msgspec.to_builtins((past.server, past.summary, past.seat, past.verified)),
        "verdict": list(verify(saved)[:3]),
        "count": len(positions),
        "positions": positions[:1] + positions[-1:],
    }


# What a server keeps.


async def _journals(data: Path) -> AsyncIterator[tuple[str, Answers]]:
    """Every room as it was left, from all its entries and from where it was kept last."""
    journal = SqliteJournal(database := SqliteDatabase(data / DATABASE_NAME, SCHEMA, *UPGRADES))
    query = "SELECT room, closed FROM rooms ORDER BY opened"
    for name, closed in await database.run(lambda connection: connection.execute(query).fetchall()):
        entries = await journal.read(name)
        room, at = replay.replay(entries)
        shown = [msgspec.to_builtins(table(room, seat, at)) for seat in (None, *range(len(room.chairs)))]
        kept, later = await journal.recall(name)
        again = "nothing kept"
        if kept is not None:
            begun, _ = snapshot.unpack(later[0], kept)
            *_, (last, _) = replay.continue_replay(begun, later[1:])
            again = f"the same after {begun.seq}" if last == room else "another"
        yield f"room {name}", {"closed": closed, "entries": len(entries), "kept": again, "tables": shown}
    await journal.aclose()


async def _told(wires: Wires, home: Path, name: str) -> AsyncIterator[tuple[str, Any]]:
    """What a running server says to somebody who comes with the token that was kept."""
    player = await sign_in(wires, name, identity(home, SERVER, name).load().token)
    yield "welcome", [player.welcome.name, sorted(player.welcome.seated)]
    for room in sorted(player.welcome.seated):
        yield f"table {room}", await _table(player, room)
    for game in catalog.games():
        yield f"records of {game}", await _answer(player, m.GetStats(ref=1, game=game, deal=None))
        yield f"leaders of {game}", await _answer(player, m.GetLeaders(ref=2, game=game))
    deal = m.GetStats(ref=1, game="streets_and_alleys", deal=str(streets_lines.DEAL))
    yield f"the deal {deal.deal}", await _answer(player, deal)
    player.send(m.GetHistory(ref=3, game=None, room=None, before=None))
    page = await player.next(m.PastGames)
    yield "games", _lasting(page)
    for over in page.games:
        transcript = await _answer(player, m.GetPastGame(ref=4, past=over.past, after=0))
        yield f"game {over.past}", {**transcript, "events": transcript["events"][-8:]}


async def _table(player: Player, room: str) -> Any:
    shown = [event for event in player.heard if isinstance(event, m.Table) and event.room == room]
    return _lasting(shown[-1] if shown else await player.next(m.Table, lambda seen: seen.room == room))


async def _answer(player: Player, command: m.Command) -> Any:
    player.send(command)
    kinds = (m.Stats, m.Leaders, m.Transcript, m.Refused)
    while not isinstance(event := await player.read(), kinds):
        pass
    return _lasting(event)


def _lasting(told: Any) -> Any:
    """What does not pass."""
    match msgspec.to_builtins(told):
        case dict() as fields:
            return {key: _lasting(value) for key, value in fields.items() if key not in PASSING}
        case list() | tuple() as values:
            return [_lasting(value) for value in values]
        case value:
            return value
