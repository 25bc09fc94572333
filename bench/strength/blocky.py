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
    "Alone on the edge, the planner overlooks only what a smash will really bring: it reckons with the average. It",
    "played neither better nor worse when it expected more or less than that, throughout or only early, or when it",
    "counted the cost of a smash differently. We haven't tried planning for each of several imagined outcomes of",
    "a smash.",
    "",
    "With two players, whoever moves last has the advantage: most games come down to one large move that both players",
    "make and undo in turn. The planner is about as strong as honest. Before it avoided moves that were undone, at",
    "depth 4, it won 63 % of 30 games against honest for blobs, and 53 % for edges. No variant was clearly better: 30",
    "of the best moves in place of 8 won 63 and 53 %, 100 of them 63 and 50 %, and three and five plies of greedy",
    "play 62 and 53 %, and 65 and 55 %. With 12 of the best moves, and 8 outcomes of a smash in place of 2, it won 63",
    "and 50 % of 60 games, where it won 61 and 51 % of 100. An earlier version, which expected any of the three",
    "answers that help the other player most, won 52 and 50 % of those 30. A third ply, costs that count for more",
    "while many moves are left, and looking at answers only in the last moves were no better.",
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
