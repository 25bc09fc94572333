"""The server's figures, and how Prometheus reads them (https://prometheus.io/docs/concepts/metric_types).

Each part of the server keeps its own counts as plain numbers; they are collected when somebody asks for them.
`prometheus_client` is imported only then, as it takes long enough that no start should wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from server.ops.histogram import Histogram

if TYPE_CHECKING:
    from prometheus_client.core import Metric
    from prometheus_client.registry import Collector


@dataclass(frozen=True, slots=True)
class ServerCounts:
    """The server's figures at one moment. Whatever only grows counts from the server's start.

    `decisions` are the thinking times of computer players, by game and level; `late_s` and `worst_s` say how late the
    event loop was when last measured, and the most it ever was.
    """

    connections: int
    players: int
    rooms: int
    parked: int
    moves: int
    refusals: dict[str, int]
    malformed: int
    rebuilt: int
    commits: int
    stored: int
    thinking: int
    waiting: int
    decisions: Mapping[tuple[str, str], Histogram]
    failures: int
    skipped: int
    late_s: float
    worst_s: float


class PrometheusMetrics:
    """Writes the server's figures and those of its process. Mutable: it holds a registry of collectors."""

    def __init__(self, count: Callable[[], ServerCounts]) -> None:
        """Write the figures that `count` gives."""
        from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector

        self._registry = CollectorRegistry()
        self._registry.register(cast("Collector", _CountsCollector(count)))
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def to_text(self) -> str:
        """The figures as they are now."""
        from prometheus_client import generate_latest

        return generate_latest(self._registry).decode()


class _CountsCollector:
    """A `Collector`, which it cannot inherit from before `prometheus_client` is imported."""

    def __init__(self, count: Callable[[], ServerCounts]) -> None:
        self._count = count

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        now = self._count()
        yield GaugeMetricFamily("parlour_connections", "Sockets open", now.connections)
        yield GaugeMetricFamily("parlour_players", "Players signed in and connected", now.players)
        yield GaugeMetricFamily("parlour_rooms", "Rooms open", now.rooms)
        yield GaugeMetricFamily("parlour_rooms_parked", "Rooms among them that are on disk alone", now.parked)
        yield CounterMetricFamily("parlour_moves", "Moves accepted and stored", now.moves)
        refusals = CounterMetricFamily("parlour_refusals", "Inputs refused by rooms", labels=["code"])
        for code, number in now.refusals.items():
            refusals.add_metric([code], number)
        yield refusals
        yield CounterMetricFamily("parlour_malformed", "Frames that were no message", now.malformed)
        yield CounterMetricFamily("parlour_rooms_rebuilt", "Rooms rebuilt after a fault of the server", now.rebuilt)
        yield CounterMetricFamily("parlour_commits", "Commits of the journal", now.commits)
        yield CounterMetricFamily("parlour_stored", "Pieces of work those commits made durable", now.stored)
        yield GaugeMetricFamily("parlour_thinking", "Thoughts being thought, for computers and people", now.thinking)
        yield GaugeMetricFamily("parlour_computers_waiting", "Thoughts waiting for a process", now.waiting)
        decisions = HistogramMetricFamily(
            "parlour_decision_seconds", "How long computers thought about a move", labels=["game", "level"]
        )
        for labels, durations in now.decisions.items():
            decisions.add_metric(labels, durations.buckets(), durations.sum_s)
        yield decisions
        yield CounterMetricFamily("parlour_decision_failures", "Times a computer failed to decide", now.failures)
        yield CounterMetricFamily(
            "parlour_decisions_skipped", "Default moves made because too many computers waited", now.skipped
        )
        yield GaugeMetricFamily("parlour_loop_late_seconds", "How late the event loop was a moment ago", now.late_s)
        yield GaugeMetricFamily("parlour_loop_worst_seconds", "The latest the event loop ever was", now.worst_s)
