"""What the server tells of itself over plain HTTP: /healthz for whoever restarts it, /metrics for Prometheus.

The counts are kept by the parts that know them, as plain numbers, and read when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from server.durations import Durations
from server.gateway import Page

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Counts:
    """The server's figures at one moment. Everything that only grows counts from the server's start.

    `decisions` are what computers chose, by game and level; `late_s` and `worst_s` say how late the event loop was the
    last time anybody looked, and the most it ever was.
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
    decisions: Mapping[tuple[str, str], Durations]
    failures: int
    skipped: int
    late_s: float
    worst_s: float


class _Figures(Collector):
    def __init__(self, count: Callable[[], Counts]) -> None:
        self._count = count

    def collect(self) -> Iterator[Metric]:
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


class Pages:
    """The pages by their paths."""

    def __init__(self, count: Callable[[], Counts]) -> None:
        """Answer with the figures that `count` gives."""
        self._registry = CollectorRegistry()
        self._registry.register(_Figures(count))
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def __call__(self, path: str) -> Page | None:
        """The page at a path, or None where there is none."""
        match path:
            case "/healthz":
                return Page(HTTPStatus.OK, "ok\n")
            case "/metrics":
                return Page(HTTPStatus.OK, generate_latest(self._registry).decode(), CONTENT_TYPE)
        return None
