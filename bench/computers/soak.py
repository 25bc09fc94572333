"""`python -m bench.computers.soak`: every level plays thousands of games of every kind, and nothing may go wrong.

The options, how many sit at the table, who else and in which seats are drawn for each game. What a computer sees comes
to it in bytes, and what it does goes back as a text, as it does on a server. Exits with 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import astuple, dataclass
from functools import partial
from itertools import chain
from math import inf
from time import monotonic
from typing import Any

import msgspec

from bench.computers.soak_tables import company, options
from engines import catalog
from engines.chance import Chance, derive_key
from engines.game import Game, IllegalMoveError, UnreadableMoveError
from server.tools.offline.self_play import Choose, LocalPlayer, make_local_player, play
from server.tools.offline.series import worker_processes

SEED = b"parlour soak, number 1"
GAMES = 2000
SERVING = 40
"""How many games are started before the next look at the clock."""
SAMPLE = (0, 24)
"""Places of the numbers that stand for all: `smart-1` and `smart-25`."""
CHUNK = 5
"""Games that one process plays before it reports."""
EXIT_FAILURE = 1
EXIT_INTERRUPTED = 130
COLUMNS = ("games", "moves", "illegal", "exceptions", "unfinished", "given up")
ROW = "{:<32}" + "{:>12}" * len(COLUMNS)


@dataclass(frozen=True, slots=True)
class Soaked:
    """Counts of what happened in some games.

    Attributes:
        moves: what computers decided, in the games in which nothing was raised.
        illegal: games in which a computer made a move that the rules refuse, or that is none.
        broken: games in which anything else was raised.
        unfinished: games that nobody ended.
        given_up: how often a computer gave a game up, which is no mistake.
        troubles: what was raised, in words.
    """

    games: int = 0
    moves: int = 0
    illegal: int = 0
    broken: int = 0
    unfinished: int = 0
    given_up: int = 0
    troubles: tuple[str, ...] = ()

    def __add__(self, other: Soaked) -> Soaked:
        return Soaked(*(mine + more for mine, more in zip(astuple(self), astuple(other), strict=True)))

    @property
    def is_clean(self) -> bool:
        return not (self.illegal or self.broken or self.unfinished)

    def counts(self) -> tuple[str, ...]:
        """All that is counted, in the order of `COLUMNS`."""
        return tuple(f"{count:,}" for count in astuple(self)[: len(COLUMNS)])


def main(arguments: list[str] | None = None) -> int:
    """Soak the levels of the games asked for, or of all, and print a line for each."""
    chosen = _arguments().parse_args(arguments)
    numbers = range(chosen.first, chosen.first + chosen.games)
    print(ROW.format("level", *COLUMNS))
    is_clean = True
    try:
        with worker_processes(chosen.processes) as executor:
            for name, level in levels(chosen.game):
                found = soak_level(name, level, numbers, executor, chosen.seconds)
                is_clean = is_clean and found.is_clean
                print(ROW.format(f"{name} {level}", *found.counts()), *found.troubles, sep="\n", flush=True)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return 0 if is_clean else EXIT_FAILURE


def levels(names: list[str]) -> Iterator[tuple[str, str]]:
    """Every level with its game's name, of the named games or of all; of those that differ by a number, a sample."""
    for game in map(catalog.find, names or catalog.games()):
        numbered = [f"{bot.name}-{bot.numbers[place]}" for bot in game.bots.numbered for place in SAMPLE]
        yield from ((game.name, level) for level in (*game.bots.names, *numbered))


def soak_level(name: str, level: str, numbers: range, executor: Executor, seconds: float = inf) -> Soaked:
    """Play the level's games of these numbers, or as many of them as can begin in so many seconds."""
    numbered, servings = partial(_numbered, name, level), _batches(numbers, seconds)
    return sum(chain.from_iterable(executor.map(numbered, serving, chunksize=CHUNK) for serving in servings), Soaked())


def _batches(numbers: range, seconds: float) -> Iterator[range]:
    deadline = monotonic() + seconds
    for start in range(0, len(numbers), SERVING):
        if monotonic() > deadline:
            return
        yield numbers[start : start + SERVING]


def _numbered(name: str, level: str, number: int) -> Soaked:
    return play_once(catalog.find(name), level, number)


def play_once(game: Game[Any, Any, Any], level: str, number: int) -> Soaked:
    """Play the game of that number, with the level somewhere at its table."""
    key = derive_key(SEED, f"{game.name}|{level}|{number}")
    chance = Chance(derive_key(key, "table"))
    table, at = options(game, chance), company(game, level, chance)
    players = [_over_wire(game, make_local_player(game, each)) for each in at]
    try:
        course = play(game, table, players, key)
    except Exception as error:  # noqa: BLE001 - whatever a computer may do wrong is looked for
        trouble = f"  number {number}, {', '.join(at)} under {table}: {error!r}"
        is_illegal = isinstance(error, IllegalMoveError | UnreadableMoveError)
        return Soaked(games=1, illegal=is_illegal, broken=not is_illegal, troubles=(trouble,))
    unfinished = course.outcome is None
    return Soaked(games=1, moves=course.decisions, unfinished=unfinished, given_up=len(course.gave_up))


def _over_wire(game: Game[Any, Any, Any], player: LocalPlayer) -> LocalPlayer:
    """The player as it is asked and answers on a server."""
    return LocalPlayer(partial(_answer, game, player.choose), player.pace_s)


def _answer(game: Game[Any, Any, Any], choose: Choose, view: object, chance: Chance) -> Any:  # noqa: ANN401 - the game's own Move
    seen = msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=game.rules.View)
    move = choose(seen, chance)
    return None if move is None else game.rules.read(game.rules.text(move))


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.computers.soak", description=__doc__)
    parser.add_argument("game", nargs="*", type=_game, help=f"of {', '.join(catalog.games())} (default: all)")
    parser.add_argument("--games", type=int, default=GAMES, help="for each level (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, metavar="NUMBER", help="where to go on after other games")
    parser.add_argument("--seconds", type=float, default=inf, help="after which a level begins no more games")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="(default: all cores)")
    return parser


def _game(written: str) -> str:
    try:
        return catalog.find(written).name
    except catalog.UnknownGameError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


if __name__ == "__main__":
    sys.exit(main())
