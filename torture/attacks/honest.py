"""What honest players do, none of which a limit refuses: somebody quick, a family, a match of bots, a tournament."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing, asynccontextmanager
from os import environ
from pathlib import Path
from subprocess import DEVNULL, PIPE

from protocol import messages as m
from tests.support.processes.players import Player, over, sign_in, table_for_two
from tests.support.processes.running import RunningServer, start_server
from tests.support.processes.wire import Wires
from torture.attacks.mover import Mover
from torture.finding import Finding
from torture.scale import Scale

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
EXAMPLE = Path(__file__).parents[2] / "examples" / "steady.py"
QUICK_PER_S = 10
FAMILY = ("ann", "ben", "cleo", "dan", "eve", "finn", "gwen", "hugo")
FAMILY_GAMES, EVERYDAY_FAMILY_GAMES = 10, 1
"""How many games each two of them play."""
BOTS, EVERYDAY_BOTS = 40, 8
MATCH, EVERYDAY_MATCH = 200, 1
"""How many games two bots of one machine play."""


async def prove(scale: Scale) -> list[Finding]:
    """Play as they do, with the default limits or those that the page on operations names."""
    return [await _prove_quick(scale), await _prove_family(scale), await _prove_match(scale), await _prove_many(scale)]


async def _prove_quick(scale: Scale) -> Finding:
    seconds = scale.of(1, 60)
    with scale.folder() as data, start_server(data, limits=()) as server:
        async with aclosing(Wires(server.url)) as wires:
            player = await sign_in(wires)
            mover = await Mover.begin(player)
            for _ in range(QUICK_PER_S * seconds):
                pause = asyncio.create_task(asyncio.sleep(1 / QUICK_PER_S))
                await mover.move()
                await pause
    return _finding(
        f"somebody quick plays Streets and Alleys, {QUICK_PER_S} moves a second for {seconds} s",
        [player],
        f"{QUICK_PER_S * seconds} moves",
    )


async def _prove_family(scale: Scale) -> Finding:
    games = scale.of(EVERYDAY_FAMILY_GAMES, FAMILY_GAMES)
    pause_s = 1 / QUICK_PER_S if scale.size == "full" else 0.0
    with scale.folder() as data, start_server(data, limits=()) as server:
        async with aclosing(Wires(server.url)) as wires:
            people = [await sign_in(wires, name) for name in FAMILY]
            await asyncio.gather(*(_spend_an_evening(*two, games, pause_s) for two in _pairs(people)))
    return _finding(
        f"a family of {len(FAMILY)} behind one address comes at once, looks around, plays {games} games in each two, "
        f"each {QUICK_PER_S} moves a second, talks, and asks for every transcript",
        people,
        f"{games * len(FAMILY) // 2} games",
    )


async def _prove_match(scale: Scale) -> Finding:
    games = scale.of(EVERYDAY_MATCH, MATCH)
    with scale.folder() as data, start_server(data, limits=()) as server:
        async with _bot(server, data, "b1", games, "--vs", "human") as first:
            async with aclosing(Wires(server.url)) as wires:
                code = await _listed_code(await sign_in(wires))
            async with _bot(server, data, "b2", games, "--join", code) as second:
                said = [(await bot.communicate())[0].splitlines()[-1] for bot in (first, second)]
    played = [json.loads(line)["games"] for line in said]
    return Finding(
        "P11",
        f"two bots of one machine play {games} games as fast as they may: `parlour bot` twice",
        f"{min(played)} games, exit codes {first.returncode} and {second.returncode}",
        f"{games} games, 0 and 0",
        holds=played == [games, games] and (first.returncode, second.returncode) == (0, 0),
    )


async def _prove_many(scale: Scale) -> Finding:
    bots = scale.of(EVERYDAY_BOTS, BOTS)
    command = re.search(r"parlour serve .*--limit address-moves.*", PAGE.read_text(encoding="utf-8"))
    assert command, "the page says how a tournament is hosted"
    limits = re.findall(r"--limit (\S+)", command[0])
    with scale.folder() as data, start_server(data, limits=limits) as server:
        async with aclosing(Wires(server.url)) as wires:
            players = [await sign_in(wires, f"bot{number}") for number in range(bots)]
            await asyncio.gather(*(_play(*two, scale.of(1, 5)) for two in _pairs(players)))
    return _finding(
        f"a tournament of {bots} bots of one machine, as fast as the server answers, with the {len(limits)} limits "
        "raised that the page on operations names",
        players,
        f"{scale.of(1, 5) * bots // 2} games",
    )


def _finding(claim: str, players: Iterable[Player], done: str) -> Finding:
    """What was done, and how often one of them was refused anything."""
    refused = [event for player in players for event in player.heard if isinstance(event, m.Refused)]
    words = f" ({refused[0].about}: {refused[0].text})" if refused else ""
    return Finding("P11", claim, f"{done}, {len(refused)} refusals{words}", "no refusal", holds=not refused)


def _pairs(players: list[Player]) -> Iterable[tuple[Player, Player]]:
    return zip(players[::2], players[1::2], strict=True)


async def _spend_an_evening(host: Player, guest: Player, games: int, pause_s: float) -> None:
    """Look around and play; talk and ask for the transcript after every game."""
    for player in (host, guest):
        player.send(m.Browse(on=True))
        player.send(m.GetStats(ref=1, game="war", deal=None))
        player.send(m.GetLeaders(ref=2, game="blocky"))
        await player.next(m.Leaders)
        player.send(m.Browse(on=False))
    room = await _sit_down(host, guest)
    for number in range(1, games + 1):
        await _play_one(host, guest, room, number, pause_s)
        for player in (host, guest):
            player.send(m.Say(room=room, text="Good game."))
            player.send(m.GetTranscript(ref=number, room=room, number=number, after=0))
            await player.next(m.Message, lambda event: isinstance(event, (m.Transcript, m.Refused)))


async def _play(host: Player, guest: Player, games: int) -> None:
    """Play games of War at one table."""
    room = await _sit_down(host, guest)
    for number in range(1, games + 1):
        await _play_one(host, guest, room, number)


async def _sit_down(host: Player, guest: Player) -> str:
    """A table of War for the two of them, by its code."""
    room = (await host.ask(table_for_two())).room
    await guest.ask(m.Join(ref=2, room=room, games=None))
    return room


async def _play_one(host: Player, guest: Player, room: str, number: int, pause_s: float = 0.0) -> None:
    """Play their game of this number to its end, each move after a pause."""
    if number > 1:
        for player in (host, guest):
            player.send(m.Rematch(room=room))
    await asyncio.gather(*(_flip(player, number, pause_s) for player in (host, guest)))


async def _flip(player: Player, number: int, pause_s: float) -> None:
    table = await player.next(m.Table, lambda table: table.number == number and table.phase == "playing")
    await player.play_on(table, over, pause_s)


async def _listed_code(player: Player) -> str:
    """The code of the first table in the list."""
    player.send(m.Browse(on=True))
    lobby = await player.next(m.Lobby, lambda lobby: bool(lobby.open))
    return lobby.open[0].room


@asynccontextmanager
async def _bot(
    server: RunningServer, folder: Path, name: str, games: int, *arguments: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Have the example play War under a name, its own files in the folder."""
    command = ["-m", "client", "bot", str(EXAMPLE), "--games", str(games), "--json", "--name", name]
    environment = {**environ, "PARLOUR_HOME": str(folder / name)}
    bot = await asyncio.create_subprocess_exec(
        sys.executable, *command, "--server", server.url, *arguments, stdout=PIPE, stderr=DEVNULL, env=environment
    )
    try:
        yield bot
    finally:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()
