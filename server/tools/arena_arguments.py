"""The command line of the arena: what may be asked for, read into one value."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from engines import catalog
from engines.game import Game
from server.ops.command_line import ServerArgumentParser, whole_number

GAMES = 100
MAX_GAMES = 1_000_000
MAX_PROCESSES = 64
DESCRIPTION = """Let two computer players play each other: every deal twice, once with either in the first seat.
A tie counts half, and what is left unfinished does not count; intervals are of 95 % (Wilson). A decision's time is the
processor's. The same command tells the same results, but for the times."""


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """What a command line asks for."""

    game: str
    levels: tuple[str, str]
    options: Mapping[str, Any]
    games: int
    seed: str
    processes: int
    json: bool


def read_arguments(arguments: list[str]) -> ArenaOptions:
    """What is asked for. Leaves the program with code 2 and a sentence where it is nothing that can be played."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        game = _game(given.game)
        levels = _level(game, given.a), _level(game, given.b)
        options = _options(game, given.option)
    except ValueError as error:
        parser.error(str(error))
    if given.games % 2:
        print(f"{given.games} games would leave a deal half played, so {given.games + 1} are.", file=sys.stderr)
    games = given.games + given.games % 2
    return ArenaOptions(game.name, levels, options, games, given.seed, given.processes, given.json)


def _parser() -> ServerArgumentParser:
    levels = "\n".join(f"  {game.name}: {', '.join(game.bots)}" for game in catalog.games().values())
    parser = ServerArgumentParser(
        prog="parlour arena",
        description=DESCRIPTION,
        epilog=f"games and their levels:\n{levels}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="by its name, or the beginning of it")
    parser.add_argument("--a", required=True, metavar="LEVEL", help="who is counted for")
    parser.add_argument("--b", required=True, metavar="LEVEL", help="who plays against it")
    parser.add_argument(
        "--games", type=_games, default=GAMES, metavar="N", help="an even number (default: %(default)s)"
    )
    parser.add_argument("--seed", default="1", help="any text: another one, other deals (default: %(default)s)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game, as in depth=5"
    )
    parser.add_argument(
        "--processes", type=_processes, default=os.cpu_count() or 1, metavar="N", help="(default: all cores)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def _games(written: str) -> int:
    return whole_number(written, range(1, MAX_GAMES + 1))


def _processes(written: str) -> int:
    return whole_number(written, range(1, MAX_PROCESSES + 1))


def _game(written: str) -> Game[Any, Any, Any]:
    """The game of that name, or of one that begins so. Raises ValueError."""
    meant = [name for name in catalog.games() if name == written]
    meant = meant or [name for name in catalog.games() if name.startswith(written)]
    if len(meant) != 1:
        raise ValueError(f"there is no game {written!r}{_nearest(written, catalog.games())}")
    game = catalog.find(meant[0])
    if 2 not in game.seats:
        raise ValueError(f"{game.title} is not played by two")
    return game


def _level(game: Game[Any, Any, Any], written: str) -> str:
    if written not in game.bots:
        raise ValueError(f"{game.title} has no computer player {written!r}{_nearest(written, game.bots)}")
    return written


def _options(game: Game[Any, Any, Any], written: Iterable[str]) -> dict[str, Any]:
    """The options, checked. Raises ValueError."""
    kinds = get_type_hints(game.Options)
    options = dict(_option(game, kinds, each) for each in written)
    try:
        msgspec.convert(options, game.Options)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    return options


def _option(game: Game[Any, Any, Any], kinds: Mapping[str, Any], written: str) -> tuple[str, Any]:
    name, _, value = written.partition("=")
    if name not in kinds:
        raise ValueError(f"{game.title} has no option {name!r}{_nearest(name, kinds)}")
    try:
        return name, msgspec.convert(value, kinds[name], strict=False)
    except msgspec.ValidationError:
        raise ValueError(f"{name} is {_kind(kinds[name])}, not {value!r}") from None


def _kind(kind: Any) -> str:  # noqa: ANN401 - an option's type is any
    if get_origin(kind) is Literal:
        return f"one of {', '.join(get_args(kind))}"
    return {bool: "true or false", int: "a whole number"}.get(kind, f"of the type {kind}")


def _nearest(written: str, known: Iterable[str]) -> str:
    names = tuple(known)
    near = get_close_matches(written.lower(), names, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; there is {', '.join(names)}"
