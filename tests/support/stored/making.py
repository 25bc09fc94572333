"""What a server and a client keep, made by playing: `python -m tests.support.stored.making FOLDER`.

`tests/golden/stored/` was made by the programs of version 0.1.0, and is read by all that come after. Do not make it
again where it cannot be read any more: what people keep could not be either. People, moves, secrets and tokens are
the same each time; the times are those of the day.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import msgspec

from client.history.saved.entry import mark_verified
from client.history.saved.keeper import FOLDER, Keeper, save_into
from client.net.identity import identity
from client.state.chat import MutedPlayer
from client.state.habits import HABITS_FILE, Habits, HabitsFile
from engines.catalog import find
from engines.chance import Chance
from protocol import messages as m
from protocol.saved_game import SavedGame
from server.app import DATABASE_NAME
from server.tools.backup import copy
from tests.support.games import streets_lines
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, room_of
from tests.support.processes.wire import Wires
from tests.support.stored.answers import EXPECTED, SERVER, answers_about, written

T = TypeVar("T")
KEY = b"the stored games' 32-byte key..."
STRONG = {"war": "flipper", "blocky": "smart-2", "tower_blaster": "tidy"}
LONG_MOVES, SHORT_MOVES = 1030, 260
"""So many entries that a room is kept in the middle of a game, and as its next game begins."""
BLOCKY: dict[str, Any] = {"depth": 3, "moves": 4}


@dataclass
class Person:
    """A client that plays, takes part in dealing and keeps games."""

    player: Player
    keeper: Keeper
    tables: dict[str, m.Table] = field(default_factory=dict)
    heard: list[m.Event] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def name(self) -> str:
        return self.player.welcome.name

    def send(self, command: m.Command) -> None:
        self.player.send(command)

    def hear(self, event: m.Event) -> None:
        for command in self.keeper.hear(event, SERVER):
            self.send(command)
        if isinstance(event, m.Table):
            self.tables[event.room] = event
        self.heard.append(event)
        self.news.set()

    async def listen(self) -> None:
        while True:
            self.hear(await self.player.read())

    async def wait(self, shown: Callable[[], T | None]) -> T:
        """What `shown` says, once it says something."""
        while not (found := shown()):
            self.news.clear()
            await self.news.wait()
        return found

    async def make(self, create: m.Create) -> str:
        """A room of one's own."""
        known = set(self.tables)
        self.send(create)
        return await self.wait(lambda: next(iter(self.tables.keys() - known), None))

    async def join(self, room: str) -> None:
        self.send(m.Join(ref=1, room=room))
        await self.wait(lambda: self.tables.get(room))

    async def until(self, room: str, fits: Callable[[m.Table], bool]) -> m.Table:
        """The room, once it is as said."""
        return await self.wait(lambda: self.tables[room] if fits(self.tables[room]) else None)


class Fair:
    """The people, who sign in one after the other, and what they do together."""

    def __init__(self, wires: Wires, listening: asyncio.TaskGroup) -> None:
        self.wires = wires
        self.listening = listening
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, name: str, save: Callable[[SavedGame], None], draw: Callable[[int], bytes]) -> Person:
        player = Player(await self.wires.open())
        player.send(m.Hello(name=name, token=None, client="test", deals=True, bot=False))
        player.welcome = await player.next(m.Welcome)
        person = Person(player, Keeper(save, draw))
        person.hear(player.welcome)
        self.tasks.append(self.listening.create_task(person.listen()))
        return person

    def end(self) -> None:
        for task in self.tasks:
            task.cancel()


async def begin(create: m.Create, first: Person, *others: Person) -> str:
    """A room with a game under way."""
    room = await first.make(create)
    for other in others:
        await other.join(room)
    for person in (first, *others):
        await person.until(room, lambda table: table.phase == "playing")
    return room


async def play(room: str, people: Iterable[Person], moves: int = 10_000) -> None:
    """So many moves, or all until the game is over, each as a computer would make it."""
    people = tuple(people)
    for _ in range(moves):
        table = people[0].tables[room]
        if table.phase == "over":
            return
        person = next(each for each in people if each.tables[room].seat in table.turn)
        await move(room, person, choice(person.tables[room]), people)


async def move(room: str, person: Person, text: str, seen_by: Iterable[Person]) -> None:
    """One move, once everybody has seen it."""
    table = person.tables[room]
    person.send(m.Play(room=room, number=table.number, ply=table.ply, move=text))
    moved = await person.until(room, lambda seen: seen.seq > table.seq)
    for other in seen_by:
        await other.until(room, lambda seen: seen.seq >= moved.seq)


def choice(table: m.Table) -> str:
    game = find(table.game)
    chosen = game.bots[STRONG[table.game]](msgspec.convert(table.view, game.View), Chance(KEY, table.seq))
    assert chosen is not None, table
    return game.text(chosen)


async def give_up(room: str, person: Person, *others: Person) -> None:
    """The game, which ends for everybody."""
    person.send(m.Resign(room=room))
    for each in (person, *others):
        await each.until(room, lambda table: table.phase == "over")


async def live(ann: Person, ben: Person, cleo: Person) -> None:
    """All that is in the database: every game under way and over, rooms open, waiting and closed."""
    for variant in ("normal", "suits", "scouts"):
        over = await begin(room_of("war", "me", "open", variant=variant, auto_flip_s=0), ann, ben)
        await play(over, (ann, ben), 30 if variant != "normal" else 10_000)
        if ann.tables[over].phase != "over":
            await give_up(over, ben, ann)
        under_way = await begin(room_of("war", "open", "me", variant=variant, auto_flip_s=0), ben, ann)
        await play(under_way, (ann, ben), 9)
    kinds: tuple[tuple[str, dict[str, Any]], ...] = (("tower_blaster", {"turn_limit": 12}), ("blocky", BLOCKY))
    for game, options in kinds:
        over = await begin(room_of(game, "me", "open", **options), ann, ben)
        await play(over, (ann, ben))
        under_way = await begin(room_of(game, "me", "open", **options), ben, ann)
        await play(under_way, (ann, ben), 5)
    await races(ann, ben)
    await corners(ann, ben, cleo)


async def races(ann: Person, ben: Person) -> None:
    """Streets and Alleys: a deal that is won, a race that is lost, one that goes on, and two rooms of many moves."""
    solo = room_of("streets_and_alleys", "me", deal=streets_lines.DEAL)
    line = streets_lines.commands()
    won = await begin(solo, ann)
    for text in line:
        await move(won, ann, text, ())
    race = await begin(room_of("streets_and_alleys", "me", "open", deal=streets_lines.DEAL), ann, ben)
    for person in (ann, ben, ann):
        await move(race, person, line[person.tables[race].ply], (ann, ben))
    await give_up(race, ben, ann)
    for person in (ann, ben):
        person.send(m.Rematch(room=race))
    for person in (ann, ben):
        await person.until(race, lambda table: table.number == 2)
    await move(race, ben, line[0], (ann, ben))
    long, twice = await begin(solo, ann), await begin(solo, ben)
    for number in range(LONG_MOVES):
        await move(long, ann, line[0] if number % 2 == 0 else "U", ())
    for number in range(SHORT_MOVES):
        await move(twice, ben, line[0] if number % 2 == 0 else "U", ())
    await give_up(twice, ben)
    ben.send(m.Rematch(room=twice))
    await ben.until(twice, lambda table: table.number == 2)
    await move(twice, ben, line[0], ())


async def corners(ann: Person, ben: Person, cleo: Person) -> None:
    """Clocks, requests, computers, secret goals, talk that is kept nowhere, and rooms that wait or are closed."""
    three = msgspec.structs.replace(
        room_of("blocky", "me", "open", "open", goals="secret", **BLOCKY),
        watch="invited",
        clock=m.TimeControl(move_s=86_400, total_s=86_400, increment_s=5),
    )
    timed = await begin(three, cleo, ann, ben)
    await play(timed, (ann, ben, cleo), 4)
    asking = next(each for each in (ann, ben, cleo) if each.tables[timed].seat in cleo.tables[timed].turn)
    asking.send(m.OfferDraw(room=timed))
    await cleo.until(timed, lambda table: table.request is not None)
    serious = msgspec.structs.replace(room_of("blocky", "me", "computer:random", "open", **BLOCKY), serious=True)
    against = await begin(serious, ben, cleo)
    ben.send(m.Leave(room=against))
    await cleo.until(against, lambda table: table.chairs[0].kind == "open")
    shut = await begin(room_of("tower_blaster", "me", "open"), cleo, ann)
    await give_up(shut, ann, cleo)
    cleo.send(m.CloseTable(room=shut))
    await ann.wait(lambda: any(isinstance(event, m.Left) and event.room == shut for event in ann.heard))
    await cleo.make(room_of("war", "me", "open", listed=False, auto_flip_s=10))
    await ann.make(room_of("tower_blaster", "open", "me"))


async def make(folder: Path) -> None:
    """Play, and keep what is kept of it in a folder: a server's database and a client's files."""
    random = Random(1)
    home = folder / "client"
    with TemporaryDirectory() as place:
        data = Path(place)
        async with hosting(store="sqlite", data=data) as hosted, asyncio.TaskGroup() as listening:
            fair = Fair(hosted.wires, listening)
            ann = await fair.come("ann", save_into(home / FOLDER, "ann"), random.randbytes)
            ben = await fair.come("ben", lambda _: None, random.randbytes)
            cleo = await fair.come("clio", lambda _: None, random.randbytes)
            cleo.send(m.Rename(name="cleo"))
            await cleo.wait(lambda: any(isinstance(event, m.Named) for event in cleo.heard))
            await live(ann, ben, cleo)
            ben.send(m.SignOut())
            token = await ben.wait(lambda: next((each for each in ben.heard if isinstance(each, m.Token)), None))
            await ann.keeper.settle()
            for name, shown in ("ann", ann.player.welcome), ("ben", token), ("cleo", cleo.player.welcome):
                identity(home, SERVER, name).keep(name, shown.token)
            fair.end()
        copy(data / DATABASE_NAME, folder / DATABASE_NAME)
    mark_verified(min((home / FOLDER).glob("*.json")))
    habits = Habits().after(room_of("blocky", "me", "computer:smart-2", **BLOCKY))
    habits = habits.after(room_of("war", "me", "open", variant="scouts", auto_flip_s=3))
    HabitsFile(home / HABITS_FILE).keep(replace(habits, muted=frozenset({MutedPlayer("dan", 7, SERVER)})))


def main() -> None:
    """Make the files, and write what these programs say of them beside."""
    folder, random = Path(sys.argv[1]), Random(2)
    folder.mkdir(parents=True, exist_ok=True)
    # Whoever reads the files knows every secret in them; so none of them is drawn from the machine.
    secrets.token_bytes = lambda nbytes=None: random.randbytes(nbytes or 32)
    secrets.token_hex = secrets.token_urlsafe = lambda nbytes=None: random.randbytes(nbytes or 32).hex()
    asyncio.run(make(folder))
    (folder / EXPECTED).write_text(written(asyncio.run(answers_about(folder))), encoding="utf-8")


if __name__ == "__main__":
    main()
