"""`parlour arena`: computer players against each other, both seatings of every deal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from engines import catalog
from server.tools.arena_arguments import ArenaOptions, read_arguments
from server.tools.offline.self_play import of_level
from server.tools.offline.series import Pairing, ResultTally, Series, ThinkingTime, play_series, worker_processes

EXIT_INTERRUPTED = 130
ROW = "{:<24}{:>8}{:>8}{:>8}{:>8}{:>12}   {}"
TIMES = "{:<24}{:>8}{:>8}{:>8}{:>12}"


def main(arguments: list[str] | None = None) -> int:
    """Play the match and print how it went."""
    asked = read_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        with worker_processes(asked.processes) as executor:
            played = play_series(_pairing(asked), asked.games, asked.seed.encode(), executor)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    if asked.json:
        print(json.dumps(to_json(asked, played)))
    else:
        print(*to_lines(asked, played), sep="\n")
    return 0


def to_json(asked: ArenaOptions, played: Series) -> dict[str, Any]:
    """The match as one JSON object."""
    return {
        "game": asked.game,
        "options": asked.options,
        "seed": asked.seed,
        **_counts(played.both),
        "first_seat": _counts(played.seatings[0]),
        "last_seat": _counts(played.seatings[1]),
        "a": _player_told(asked.levels[0], played.seconds[0]),
        "b": _player_told(asked.levels[1], played.seconds[1]),
    }


def to_lines(asked: ArenaOptions, played: Series) -> Iterator[str]:
    """The match as lines."""
    first, second = asked.levels
    options = "".join(f", {name}={value}" for name, value in asked.options.items())
    yield f"{catalog.find(asked.game).title}: {first} against {second}, {asked.games} games, seed {asked.seed}{options}"
    yield ROW.format("", "games", "won", "tied", "lost", "unfinished", "rate")
    tallies = (played.both, *played.seatings)
    for title, tally in zip(("both seatings", "in the first seat", "in the last seat"), tallies, strict=True):
        yield ROW.format(title, tally.games, tally.won, tally.tied, tally.lost, tally.unfinished, rate(tally))
    yield TIMES.format("milliseconds a decision", "mean", "p95", "slowest", "decisions")
    for level, seconds in zip(asked.levels, played.seconds, strict=True):
        spent = ThinkingTime.of(seconds)
        times = (f"{each_ms:.3g}" for each_ms in (spent.mean_ms, spent.p95_ms, spent.slowest_ms))
        yield TIMES.format(level, *times, spent.decisions)


def rate(tally: ResultTally) -> str:
    """How often it won, and how sure that is."""
    if tally.rate is None or tally.interval is None:
        return "no game was finished"
    return "{:.1%} ({:.1%} to {:.1%})".format(tally.rate, *tally.interval)


def _counts(tally: ResultTally) -> dict[str, Any]:
    return {"games": tally.games, **asdict(tally), "rate": tally.rate, "interval": tally.interval}


def _player_told(level: str, seconds: Iterable[float]) -> dict[str, Any]:
    return {"level": level, **asdict(ThinkingTime.of(seconds))}


def _pairing(asked: ArenaOptions) -> Pairing:
    first, second = (of_level(catalog.find(asked.game), level) for level in asked.levels)
    return Pairing(asked.game, asked.options, (first, second))


if __name__ == "__main__":
    sys.exit(main())
