"""The server's figures in the words of Prometheus, see https://prometheus.io/docs/concepts/metric_types."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from server.ops.counts import ServerCounts


class PrometheusMetrics:
    """All that is counted, here and by the process itself. Mutable: it is counted on."""

    def __init__(self, count: Callable[[], ServerCounts]) -> None:
        """Write the figures that `count` gives."""
        self._registry = CollectorRegistry()
        self._registry.register(_Collector(count))
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def text(self) -> str:
        """The figures as they are now."""
        return generate_latest(self._registry).decode()


class _Collector(Collector):
    def __init__(self, count: Callable[[], ServerCounts]) -> None:
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
