"""`python -m bench.computers.towers`: how many turns Tower Blaster's computer players need alone."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from multiprocessing import get_context
from statistics import mean

from engines.chance import Chance, derive_key
from engines.intervals import around_mean
from engines.tower_blaster import rules
from engines.tower_blaster.bots.levels import LEVELS
from engines.tower_blaster.view import Move, Options, Reject, Take, View, is_stable

SEED = b"parlour towers alone, number 1"
GAMES = 2000
PATIENCE = 400
"""Turns, both seats' together, after which a player counts as frozen."""

Player = Callable[[View, Chance], Move | None]

PLAYERS: Mapping[str, Player] = {bot.name: bot.choose for bot in LEVELS}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.computers.towers", description=__doc__)
    parser.add_argument("level", nargs="*", default=list(PLAYERS), help=f"of {', '.join(PLAYERS)}")
    parser.add_argument("--games", type=int, default=GAMES, help="of each level (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="(default: %(default)s)")
    chosen = parser.parse_args()
    print("| level | games | frozen | mean turns, 95 % interval | most |", "|---|---|---|---|---|", sep="\n")
    with get_context("spawn").Pool(chosen.processes) as pool:
        for level in chosen.level:
            turns = pool.map(partial(_turns_needed, level), range(chosen.games), chunksize=10)
            print(_row(level, turns), flush=True)
    return 0


def build_alone(choose: Player, key: bytes) -> tuple[View, ...]:
    """What the player in seat 0 sees before each of its turns, and at the end; the other only draws and rejects."""
    state, seen = rules.setup(Options(turn_limit=PATIENCE), 2, Chance(key)), []
    number = 0
    while turn := rules.turn(state):
        number += 1
        view = rules.view(state, turn[0])
        if view.seat == 0 and view.source is None:
            seen.append(view)
        move = (choose, _idle)[turn[0]](view, Chance(derive_key(key, "player"), number))
        assert move is not None
        state = rules.apply(state, turn[0], move, Chance(key, number))
    return (*seen, rules.view(state, 0))


def is_finished(end: View) -> bool:
    return end.towers[0] is not None and is_stable(end.towers[0])


def _idle(view: View, chance: Chance) -> Move:  # noqa: ARG001 - every computer player is given both
    return Take("pile") if view.source is None else Reject()


def _turns_needed(level: str, number: int) -> int | None:
    """The turns a level needs in one game; None if it freezes."""
    *seen, end = build_alone(PLAYERS[level], derive_key(SEED, str(number)))
    return len(seen) if is_finished(end) else None


def _row(level: str, turns: list[int | None]) -> str:
    done = [needed for needed in turns if needed is not None]
    low, high = around_mean(done)
    return (
        f"| {level} | {len(turns)} | {len(turns) - len(done)} "
        f"| {mean(done):.2f} ({low:.2f} to {high:.2f}) | {max(done)} |"
    )


if __name__ == "__main__":
    sys.exit(main())
