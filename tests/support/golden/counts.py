"""The golden counts: how many different sequences of moves a deal has, by their length.

Another implementation of the same rules gets the same numbers, or one of the two has a move too many or too few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engines import catalog
from engines.chance import Chance
from engines.game import Game
from tests.support import facts

SEED = bytes(range(32))


def golden() -> Iterable[tuple[str, str]]:
    """Every file of golden counts: its path under `golden/` and its text. As few seats play as may, and as many."""
    for name, known in facts.games().items():
        game = catalog.find(name)
        rows = [
            f"{game.title}, version {game.version}, seed {SEED.hex()}",
            "table, seats: sequences of 1, 2, ... moves",
        ]
        for table, options in known.tables.items():
            for seats in sorted({game.seats[0], game.seats[-1]}):
                numbers = counts(game, options, seats, known.count_depth)
                rows.append(f"{table}, {seats}: {' '.join(map(str, numbers))}")
        yield f"counts/{name}.txt", "\n".join(rows) + "\n"


def counts(game: Game[Any, Any, Any], options: Any, seats: int, depth: int) -> Iterator[int]:
    """The numbers of sequences of 1 to `depth` legal moves; a move has the chance of its place."""
    reached = [game.rules.setup(options, seats, Chance.from_seed(SEED, "setup"))]
    for number in range(depth):
        reached = [
            game.rules.apply(state, seat, move, Chance.from_seed(SEED, "apply", number))
            for state in reached
            for seat in game.rules.turn(state)
            for move in game.rules.legal(game.rules.view(state, seat))
        ]
        yield len(reached)
