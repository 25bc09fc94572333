"""How strong Blocky's computer players are."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import get_args

from bench.computers.alone import Reached, Solo, play_alone
from bench.computers.references import REFERENCES, player
from bench.strength.contests import Contest, contests, ladder
from bench.strength.run import SEED, Aim, Run, Section
from bench.strength.table import decision, decision_columns, mean, table
from engines import catalog
from engines.blocky.goals import Kind
from server.tools.offline.series import ThinkingTime

NAME = "blocky"
MOVES = 20
MEASURE = "smart-100"
BEST, WITHOUT_PLAN = "planner", "honest"
WEAK = ("random", "smart-2", "wise-4", "wise-20")
BOARDS, BOARDS_OF_WEAK, GAMES = 500, 200, 200
LIMIT_MS = Aim(most=200, form="{:g} ms")
STEP_AIM = Aim(least=0.65, most=0.80, form="{:.0%}")
"""How often each level should beat the one below."""
SCORE_AIMS = {"perimeter": Aim(least=80), "blob": Aim(least=300)}
RATE_AIMS = {"perimeter": Aim(least=0.70, form="{:.0%}"), "blob": Aim(least=0.82, form="{:.0%}")}
"""How often the best level should beat the reference at depth 5."""
TRIED = (
    "",
    "Alone on the edge the planner overlooks nothing but what a smash really brings, which it takes for the average.",
    "To count on more or on less than that, all the time or only early, or to count the cost of a smash otherwise,",
    "was no better or worse. Not tried: to plan for each of several outcomes of a smash that are imagined beforehand.",
    "",
    "For two, who moves last has the better of it: most games come down to one large move that both make and undo by",
    "turns. For blobs planner has somewhat the better of honest, for edges neither has. Tried against honest, at",
    "depth 4, and no better beyond doubt than its 63 % of 30 games for blobs and 53 % for edges: 30 of the best moves",
    "looked at in place of 8 (63 and 53 %), 100 of them (63 and 50 %), three and five plies of greedy play (62 and",
    "53 %, 65 and 55 %); and 12 of the best moves with 8 outcomes of a smash in place of 2 (63 and 50 % of 60 games,",
    "where it wins 61 and 51 % of 100). Before, it expected any of three answers that bring the other most, and won",
    "52 and 50 % of those 30. A third ply, costs that count for more while many moves are left, and a look at answers",
    "in the last moves only were no better.",
)
"""What did not help where an aim is missed, or where a level is hardly stronger than the one below."""


def _lines(run: Run) -> Iterator[str]:
    for goal in get_args(Kind):
        yield from _alone(goal, run)
    for depth in (5, 4):
        for goal in get_args(Kind):
            options = {"goal": goal, "depth": depth, "moves": MOVES, "ties": "shared"}
            title = f"Two seats: {goal}, depth {depth}, {MOVES} moves"
            yield from contests(title, NAME, options, _pairs(goal, depth), LIMIT_MS, run)
    yield from TRIED


def _pairs(goal: Kind, depth: int) -> tuple[Contest, ...]:
    aim = RATE_AIMS[goal] if depth == 5 else None
    beside = Contest(BEST, WITHOUT_PLAN, GAMES), Contest(BEST, MEASURE, GAMES, aim)
    return *ladder(NAME, {}, GAMES, STEP_AIM), *beside


def _alone(goal: Kind, run: Run) -> Iterator[str]:
    names = (*catalog.find(NAME).bots.names, MEASURE, *REFERENCES[NAME])
    reached = {name: _play_alone(goal, name, run) for name in names}
    columns = ("player", "boards", "mean score", "aim", *decision_columns(LIMIT_MS))
    rows = (_row(name, each, SCORE_AIMS[goal] if name == BEST else None) for name, each in reached.items())
    yield from table(f"Alone: {goal}, depth 5, {MOVES} moves", columns, rows)
    more = [best - next_ for best, next_ in zip(reached[BEST].scores, reached[WITHOUT_PLAN].scores, strict=True)]
    yield from ("", f"On the same board {BEST} scores {mean(more)} more than {WITHOUT_PLAN}.")


def _play_alone(goal: Kind, name: str, run: Run) -> Reached:
    solo = Solo(NAME, {"goal": goal, "depth": 5, "moves": MOVES}, player(NAME, name))
    return play_alone(solo, run.games(BOARDS_OF_WEAK if name in WEAK else BOARDS), SEED, run.executor)


def _row(name: str, reached: Reached, aim: Aim | None) -> tuple[str, ...]:
    judged = "" if aim is None else aim.judge(fmean(reached.scores))
    times = decision(ThinkingTime.of(reached.seconds), LIMIT_MS)
    return name, str(len(reached.scores)), mean(reached.scores), judged, *times


SECTION = Section("Blocky", _lines)
