"""How many deals of Streets and Alleys the solver wins, which all of its computer players and hints come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median

from bench.computers.deals import LATE_S, SOON_S, Solved, ask_hint, solve_deal
from bench.strength.run import Aim, Run, Section
from bench.strength.table import share, table
from engines.streets_and_alleys.solver.solver import BUDGET
from server.tools.offline.series import percentile_95

DEALS = 200
HINTS = 200
SOON_AIM, LATE_AIM = Aim(least=0.40, form="{:.0%}"), Aim(least=0.47, form="{:.0%}")
MOVES_AIM = Aim(most=130, form="{:g} moves")
HINT_AIM = Aim(most=1, form="{:g} s")


def _lines(run: Run) -> Iterator[str]:
    numbers = range(1, run.games(DEALS) + 1)
    deals = tuple(run.executor.map(partial(solve_deal, positions=BUDGET), numbers))
    yield from (
        "",
        "The levels are one solver at five paces. Every line that wins was tried by the rules, move by move.",
    )
    title = f"Deals 1 to {len(deals)}, {BUDGET:,} positions for each, on one core"
    yield from table(title, ("verdict", "deals", "share", "aim"), _verdicts(deals))
    yield from table("What it took", ("", "median", "p95", "most", "aim"), _spreads(deals))
    hints = tuple(run.executor.map(ask_hint, range(1, run.games(HINTS) + 1)))
    title = f"{len(hints)} hints, somewhere on the way"
    yield from table(title, ("", "median", "p95", "most", "aim"), [_hint_row([seconds for seconds, _ in hints])])


def _verdicts(deals: Sequence[Solved]) -> Iterator[tuple[str, ...]]:
    won = [each for each in deals if each.verdict == "won"]
    for limit_s, aim in ((SOON_S, SOON_AIM), (LATE_S, LATE_AIM)):
        count = sum(each.seconds <= limit_s for each in won)
        yield f"won within {limit_s:g} s", str(count), share(count, len(deals)), aim.judge(count / len(deals))
    for verdict, title in (("lost", "lost, which is proved"), ("unknown", "unknown")):
        count = sum(each.verdict == verdict for each in deals)
        yield title, str(count), share(count, len(deals)), ""


def _spreads(deals: Sequence[Solved]) -> Iterator[tuple[str, ...]]:
    won = [each for each in deals if each.verdict == "won"]
    if moves := [each.moves for each in won]:
        yield _spread("moves of those won", moves, "{:.0f}", MOVES_AIM.judge(median(moves)))
        yield _spread("seconds of those won", [each.seconds for each in won], "{:.2f}")
    yield _spread("seconds of all", [each.seconds for each in deals], "{:.2f}")


def _hint_row(seconds: Sequence[float]) -> tuple[str, ...]:
    return _spread("seconds", seconds, "{:.2f}", HINT_AIM.judge(percentile_95(seconds)))


def _spread(title: str, figures: Sequence[float], form: str, judged: str = "") -> tuple[str, ...]:
    return title, *map(form.format, (median(figures), percentile_95(figures), max(figures))), judged


SECTION = Section("Streets and Alleys", _lines)
