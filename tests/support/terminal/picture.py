"""The README's pictures: the client on an emulated terminal in the middle of each game, drawn as SVG.

The first one moves: it shows several rounds of War. `make picture` writes them; a test says when one is out of date.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from client.settings import Settings
from engines.blocky import view as blocky
from engines.catalog import find
from engines.chance import Chance
from engines.tower_blaster import view as tower_blaster
from engines.war import view as war
from protocol import messages as m
from tests.support.fakes.table_server import KEY, Room, TableServer
from tests.support.fakes.table_server import SHEET as WAR
from tests.support.games import streets_lines
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.tower_tables import SHEET as TOWER_BLASTER
from tests.support.terminal.svg import Drawing, Frame, draw, film, picture
from tests.support.terminal.terminal import running

PICTURES = Path(__file__).resolve().parents[3] / "docs" / "pictures"
COLUMNS, ROWS = 100, 32
ROUNDS_BEFORE, ROUNDS_AFTER = 4, 3
"""How many rounds the moving picture shows before its war, and afterwards."""
ROUND_S, WAR_S = 1.4, 2.6
"""How long it shows a round, and the war."""
TURNS_PLAYED = 9
MOVES_MADE = 12
CARDS_MOVED = 44


async def pictures() -> dict[str, str]:
    """The pictures as SVG, by the names of their files."""
    return {
        "war.svg": await _moving_picture(),
        "tower_blaster.svg": await _picture(_tower_blaster(), "PLACE"),
        "blocky.svg": await _picture(_blocky(), "YOUR TURN", "s", "level 2"),
        "streets_and_alleys.svg": await _picture(_streets_and_alleys(), "44 moves"),
    }


async def _moving_picture() -> str:
    """Some rounds of War after each other; where nothing moves, its war."""
    rooms = _war()
    frames = [Frame(await _screen(room, "score"), WAR_S if room.state.war else ROUND_S) for room in rooms]
    return film(frames, still=[bool(room.state.war) for room in rooms].index(True))


async def _picture(room: Room, shown: str, keys: str = "", then: str = "") -> str:
    return picture(await _screen(room, shown, keys, then))


async def _screen(room: Room, shown: str, keys: str = "", then: str = "") -> Drawing:
    """What stands on the screen once something is shown, keys are pressed, and something more is shown."""
    settings, environ = Settings(motion=False), {"COLORTERM": "truecolor"}
    server = TableServer(seated=(room,), sheets=(WAR, TOWER_BLASTER, BLOCKY, STREETS))
    async with running(server, COLUMNS, ROWS, settings, environ=environ) as (terminal, _, _):
        await terminal.expect(shown)
        terminal.type(keys)
        await terminal.expect(then)
        return draw(terminal)


def _war() -> list[Room]:
    """Some rounds of a game between two people with a war among them: the first there is, by the game's number."""
    for number in range(1000):
        states = _play_war(number)
        wars = [place for place, state in enumerate(states) if state.war and place >= ROUNDS_BEFORE]
        if wars and len(states) - wars[0] > ROUNDS_AFTER:
            first, last = wars[0] - ROUNDS_BEFORE, wars[0] + ROUNDS_AFTER
            return [_war_room(states[plies], plies) for plies in range(first, last + 1)]
    raise AssertionError("no war in a thousand games")


def _play_war(number: int) -> list[Any]:
    """The states of a whole game, from the deal on, after each pair of flips."""
    game = find("war")
    states = [game.rules.setup(war.Options("scouts", 0), 2, Chance(KEY, number))]
    while game.rules.outcome(states[-1]) is None:
        flipped = game.rules.apply(states[-1], 0, game.rules.read("flip"), Chance(KEY))
        states.append(game.rules.apply(flipped, 1, game.rules.read("flip"), Chance(KEY)))
    return states


def _war_room(state: Any, plies: int) -> Room:
    chairs = (_person("ana", 1), _person("cleo", 0))
    options = {"variant": "scouts", "auto_flip_s": 0}
    return Room("KQFM", options, chairs, 0, state, seq=2 * plies, number=1, plies=(plies, plies))


def _tower_blaster() -> Room:
    """A game against a computer after some turns, a brick from the pile in ana's hand; she has played well."""
    game = find("tower_blaster")
    state, moves = game.rules.setup(tower_blaster.Options(), 2, Chance(KEY)), 0
    while state.turns < TURNS_PLAYED:
        (seat,) = game.rules.turn(state)
        moves += 1
        move = game.bots["counting"].choose(game.rules.view(state, seat), Chance(KEY, moves))
        state = game.rules.apply(state, seat, move, Chance(KEY, moves))
    state = game.rules.apply(state, 1, game.rules.read("take pile"), Chance(KEY))
    chairs = (m.SeatInfo(kind="computer", name="careful", won=0), _person("ana", 1))
    options = {"open_first_tower": False, "turn_limit": 0}
    return Room("RDTG", options, chairs, 1, state, seq=moves, number=1, name="tower_blaster")


def _blocky() -> Room:
    """A game of three after some turns, in which everybody has played well, and ana is on turn."""
    game, options = find("blocky"), {"goal": "blob"}
    state, moves = game.rules.setup(msgspec.convert(options, blocky.Options), 3, Chance(KEY)), 0
    while sum(state.made) < MOVES_MADE:
        (seat,) = game.rules.turn(state)
        moves += 1
        move = game.bots["wise-4"].choose(game.rules.view(state, seat), Chance(KEY, moves))
        state = game.rules.apply(state, seat, move, Chance(KEY, moves))
    chairs = (_person("ana", 1), _person("ben", 0), m.SeatInfo(kind="computer", name="wise-4", won=0))
    plies = tuple(state.made)
    return Room("BLKY", options, chairs, 0, state, seq=moves, number=1, plies=plies, name="blocky")


def _streets_and_alleys() -> Room:
    """A deal played alone, halfway along a line that wins it."""
    game, options = find("streets_and_alleys"), {"deal": streets_lines.DEAL}
    state = game.rules.setup(msgspec.convert(options, game.rules.Options), 1, Chance(KEY))
    commands = streets_lines.commands()[:CARDS_MOVED]
    for command in commands:
        state = game.rules.apply(state, 0, game.rules.read(command), Chance(KEY))
    chairs = (_person("ana", 0),)
    return Room("STRT", options, chairs, 0, state, seq=1, number=1, plies=(len(commands),), name=game.name)


def _person(name: str, won: int) -> m.SeatInfo:
    return m.SeatInfo(kind="person", name=name, won=won)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, drawn in asyncio.run(pictures()).items():
        (PICTURES / name).write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
