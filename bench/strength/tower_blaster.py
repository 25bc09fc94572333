"""How strong Tower Blaster's computer players are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from statistics import fmean
from time import process_time

from bench.computers.references import REFERENCES, player
from bench.computers.towers import PATIENCE, build_alone, is_finished
from bench.strength.contests import Contest, contests, ladder
from bench.strength.run import SEED, Aim, Run, Section
from bench.strength.table import decision, decision_columns, mean, table
from engines import catalog
from engines.chance import Chance, derive_key
from engines.tower_blaster.view import Move, View
from server.tools.offline.self_play import Choose
from server.tools.offline.series import ThinkingTime

NAME = "tower_blaster"
BEST = "foreseeing"
TOWERS, TOWERS_OF_BEST, GAMES = 2000, 10_000, 1000
BATCH = 25
"""Towers that one process builds before it reports."""
LIMIT_MS = Aim(most=20, form="{:g} ms")
TURNS_AIM = Aim(most=9.7, form="{:g} turns")
STEP_AIM = Aim(0.60, 0.75, form="{:.0%}")
REFERENCE_AIMS = {"sorting": Aim(least=0.85, form="{:.0%}"), "expecting": Aim(least=0.50, form="{:.0%}")}


@dataclass(frozen=True, slots=True)
class Built:
    """A tower built alone: the turns it took, None where it never stood, and the seconds of each decision."""

    turns: int | None
    seconds: tuple[float, ...]


def _lines(run: Run) -> Iterator[str]:
    yield from _alone(run)
    measured = tuple(Contest(BEST, reference, GAMES, aim) for reference, aim in REFERENCE_AIMS.items())
    pairs = (*ladder(NAME, {}, GAMES, STEP_AIM), *measured)
    yield from contests("Races", NAME, {}, pairs, LIMIT_MS, run)


def _alone(run: Run) -> Iterator[str]:
    columns = ("player", "towers", "never finished", "mean turns", "most", "aim", *decision_columns(LIMIT_MS))
    names = (*catalog.find(NAME).bots.names, *REFERENCES[NAME])
    yield from table("Alone: turns until the tower stands", columns, (_row(name, run) for name in names))
    yield from ("", f"The other seat draws and rejects. After {PATIENCE // 2} turns a tower counts as never finished.")


def _row(name: str, run: Run) -> tuple[str, ...]:
    built = _towers(name, run.games(TOWERS_OF_BEST if name == BEST else TOWERS), run)
    turns = [tower.turns for tower in built if tower.turns is not None]
    thinking = ThinkingTime.of(chain.from_iterable(tower.seconds for tower in built))
    return (
        *(name, f"{len(built):,}", str(len(built) - len(turns)), mean(turns), str(max(turns))),
        *(TURNS_AIM.judge(fmean(turns)) if name == BEST else "", *decision(thinking, LIMIT_MS)),
    )


def _towers(name: str, number: int, run: Run) -> tuple[Built, ...]:
    return tuple(run.executor.map(partial(_build_tower, player(NAME, name).choose), range(number), chunksize=BATCH))


def _build_tower(choose: Choose, number: int) -> Built:
    seconds: list[float] = []

    def timed(view: View, chance: Chance) -> Move:
        began = process_time()
        move: Move = choose(view, chance)
        seconds.append(process_time() - began)
        return move

    *seen, end = build_alone(timed, derive_key(SEED, f"towers|{number}"))
    return Built(len(seen) if is_finished(end) else None, tuple(seconds))


SECTION = Section("Tower Blaster", _lines)
