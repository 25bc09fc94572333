"""Tables of the page: figures as they are written, and rows as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from bench.strength.run import Aim
from engines.intervals import around_mean, wilson
from server.tools.offline.series import ResultTally, ThinkingTime


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table under its title, each line as soon as its row is known."""
    yield from ("", f"### {title}", "", _line(columns), _line(["---"] * len(columns)))
    yield from map(_line, rows)


def mean(values: Sequence[float]) -> str:
    """A mean with its 95 % interval: "9.62 (9.60 to 9.64)"."""
    low, high = around_mean(values)
    return f"{fmean(values):.2f} ({low:.2f} to {high:.2f})"


def share(part: int, whole: int) -> str:
    """A share with its 95 % interval: "50.0% (40.4% to 59.6%)"."""
    return _rate(part / whole, wilson(part / whole, whole))


def won(tally: ResultTally) -> str:
    """How often somebody won, a tie counting half."""
    return "-" if tally.rate is None or tally.interval is None else _rate(tally.rate, tally.interval)


def decision_columns(limit_ms: Aim) -> tuple[str, str]:
    return f"decision, p95 ({limit_ms.words})", "slowest"


def decision(thinking: ThinkingTime, limit_ms: Aim) -> tuple[str, str]:
    """What nineteen in twenty decisions took at most, whether that is little enough, and what the slowest took."""
    return f"{thinking.p95_ms:.3g} ms: {limit_ms.verdict(thinking.p95_ms)}", f"{thinking.slowest_ms:.3g} ms"


def _rate(rate: float, interval: tuple[float, float]) -> str:
    return "{:.1%} ({:.1%} to {:.1%})".format(rate, *interval)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
