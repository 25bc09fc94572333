"""`parlour arena`: lets two computer players play a series, both seatings of every deal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import Any

from engines import catalog
from engines.game import Game
from engines.options import options_of, read_options
from protocol.command_line import CommandLineParser
from server.ops.command_line import EXIT_INTERRUPTED, whole_number
from server.tools.offline.self_play import make_local_player
from server.tools.offline.series import Pairing, ResultTally, Series, ThinkingTime, play_series, worker_processes

GAMES = 100
MAX_GAMES = 1_000_000
MAX_PROCESSES = 64
EXAMPLES = """examples:
  parlour arena blocky --a wise-20 --b wise-4              100 games between two levels
  parlour arena war --a flipper --b flipper --games 1000   more of them
  parlour arena blocky --a wise-4 --b smart-2 --option depth=5   with an option of the game
"""
DESCRIPTION = (
    "Let two computers play each other: every deal twice, once with each in the first seat. A tie counts half, and "
    "unfinished games don't count. Intervals are for 95 % (Wilson). Decisions are timed in processor time. The same "
    "command always gives the same results, except for the times."
)
ROW = "{:<24}{:>8}{:>8}{:>8}{:>8}{:>12}   {}"
TIMES = "{:<24}{:>8}{:>8}{:>8}{:>12}"


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """The parsed command line."""

    game: str
    levels: tuple[str, str]
    game_options: Mapping[str, Any]
    games: int
    seed: str
    processes: int
    json: bool


def main(arguments: list[str] | None = None) -> int:
    options = read_arguments(arguments)
    first, second = (make_local_player(catalog.find(options.game), level) for level in options.levels)
    pairing = Pairing(options.game, options.game_options, (first, second))
    try:
        with worker_processes(options.processes) as executor:
            played = play_series(pairing, options.games, options.seed.encode(), executor)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    if options.json:
        print(json.dumps(to_json(options, played)))
    else:
        print(*to_lines(options, played), sep="\n")
    return 0


def read_arguments(arguments: list[str] | None) -> ArenaOptions:
    """Parse the command line. Exits with code 2 and a sentence where it names nothing that can be played."""
    parser = _parser()
    parsed = parser.parse_args(arguments)
    try:
        game = _find_game(parsed.game)
        levels = _check_level(game, parsed.a), _check_level(game, parsed.b)
        options = _parse_options(game, parsed.option)
    except ValueError as error:
        parser.error(str(error))
    if parsed.games % 2:
        print(f"An odd number would play one deal only once, so this plays {parsed.games + 1} games.", file=sys.stderr)
    games = parsed.games + parsed.games % 2
    return ArenaOptions(game.name, levels, options, games, parsed.seed, parsed.processes, parsed.json)


def _parser() -> CommandLineParser:
    levels = "\n".join(f"  {game.name}: {', '.join(game.bots.choices)}" for game in catalog.games().values())
    parser = CommandLineParser(
        prog="parlour arena",
        usage="parlour arena GAME --a LEVEL --b LEVEL [options]",
        description=f"{EXAMPLES}\n{DESCRIPTION}",
        epilog=f"games and their levels:\n{levels}",
    )
    parser.add_argument("game", metavar="GAME", help="the game's name, or the beginning of it")
    parser.add_argument("--a", required=True, metavar="LEVEL", help="the computer whose wins are counted")
    parser.add_argument("--b", required=True, metavar="LEVEL", help="its opponent")
    parser.add_argument(
        "--games",
        type=whole_number(range(1, MAX_GAMES + 1)),
        default=GAMES,
        metavar="N",
        help="how many, an even number (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", default="1", metavar="TEXT", help="any text; another text gives other deals (default: %(default)s)"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game, such as depth=5"
    )
    parser.add_argument(
        "--processes",
        type=whole_number(range(1, MAX_PROCESSES + 1)),
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many to use (default: one for each core)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as a JSON object")
    return parser


def _find_game(written: str) -> Game[Any, Any, Any]:
    """Find the game of that name, or the only one whose name starts so. Raises ValueError."""
    found = [name for name in catalog.games() if name == written]
    found = found or [name for name in catalog.games() if name.startswith(written)]
    if len(found) != 1:
        raise ValueError(f"there's no game {written!r}{_suggest(written, catalog.games())}")
    game = catalog.find(found[0])
    if 2 not in game.seats:
        raise ValueError(f"{game.title} is not a game for two")
    return game


def _check_level(game: Game[Any, Any, Any], written: str) -> str:
    if game.bots.find(written) is None:
        raise ValueError(f"{game.title} has no computer called {written!r}{_suggest(written, game.bots.choices)}")
    return written


def _parse_options(game: Game[Any, Any, Any], written: Iterable[str]) -> dict[str, Any]:
    """Parse and check the game's options. Raises ValueError."""
    options = dict(_parse_option(game, each) for each in written)
    read_options(game.rules.Options, options)
    return options


def _parse_option(game: Game[Any, Any, Any], written: str) -> tuple[str, Any]:
    name, _, value = written.partition("=")
    known = {each.name: each for each in options_of(game.rules.Options)}
    if name not in known:
        raise ValueError(f"{game.title} has no option {name!r}{_suggest(name, known)}")
    return name, known[name].read(value)


def _suggest(written: str, known: Iterable[str]) -> str:
    names = tuple(known)
    near = get_close_matches(written.lower(), names, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; choose from {', '.join(names)}"


def to_json(options: ArenaOptions, played: Series) -> dict[str, Any]:
    return {
        "game": options.game,
        "options": options.game_options,
        "seed": options.seed,
        **_counts(played.both),
        "first_seat": _counts(played.seatings[0]),
        "last_seat": _counts(played.seatings[1]),
        "a": _player_json(options.levels[0], played.seconds[0]),
        "b": _player_json(options.levels[1], played.seconds[1]),
    }


def to_lines(options: ArenaOptions, played: Series) -> Iterator[str]:
    first, second = options.levels
    chosen = "".join(f", {name}={value}" for name, value in options.game_options.items())
    title = f"{catalog.find(options.game).title}: {first} against {second}"
    yield f"{title}, {options.games} games, seed {options.seed}{chosen}"
    yield ROW.format("", "games", "won", "tied", "lost", "unfinished", "rate")
    tallies = (played.both, *played.seatings)
    for title, tally in zip(("both seatings", "in the first seat", "in the last seat"), tallies, strict=True):
        yield ROW.format(title, tally.games, tally.won, tally.tied, tally.lost, tally.unfinished, rate(tally))
    yield TIMES.format("ms for a decision", "mean", "p95", "slowest", "decisions")
    for level, seconds in zip(options.levels, played.seconds, strict=True):
        spent = ThinkingTime.of(seconds)
        times = (f"{each_ms:.3g}" for each_ms in (spent.mean_ms, spent.p95_ms, spent.slowest_ms))
        yield TIMES.format(level, *times, spent.decisions)


def rate(tally: ResultTally) -> str:
    if tally.rate is None or tally.interval is None:
        return "no game finished"
    return "{:.1%} ({:.1%} to {:.1%})".format(tally.rate, *tally.interval)


def _counts(tally: ResultTally) -> dict[str, Any]:
    return {"games": tally.games, **asdict(tally), "rate": tally.rate, "interval": tally.interval}


def _player_json(level: str, seconds: Iterable[float]) -> dict[str, Any]:
    return {"level": level, **asdict(ThinkingTime.of(seconds))}


if __name__ == "__main__":
    sys.exit(main())
