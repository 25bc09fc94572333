"""Serves the plain HTTP pages of a server: /healthz for watchers and balancers, /metrics for Prometheus.

The port is the players' own, so /metrics answers only this machine and the networks that the operator names: writing
the metrics takes the event loop's time, and they are nobody else's business.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING

from server.net.handshake import HttpResponse
from server.net.proxies import Networks

if TYPE_CHECKING:
    from prometheus_client.core import CollectorRegistry
    from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def load_metrics() -> None:
    """Import what writes the metrics. In a thread, so that neither a start nor the first request waits for that."""
    import prometheus_client  # noqa: F401


class HttpPages:
    """The pages by their paths."""

    def __init__(
        self, metrics: Collector, trouble: Callable[[], str], describe: Callable[[], str], readers: Networks
    ) -> None:
        """Show `readers` the metrics.

        `trouble` says why nobody should come here now, or nothing, and `describe` how much is stored, and what is left
        of its disk.
        """
        self._collector = metrics
        self._trouble = trouble
        self._describe = describe
        self._readers = readers

    def __call__(self, path: str, address: str) -> HttpResponse | None:
        """The page at a path for a client's address, or None where there is none."""
        match path:
            case "/healthz" if trouble := self._trouble():
                return HttpResponse(HTTPStatus.SERVICE_UNAVAILABLE, f"{trouble}\n")
            case "/healthz":
                return HttpResponse(HTTPStatus.OK, f"ok\n{self._describe()}")
            case "/metrics" if address not in self._readers:
                return HttpResponse(
                    HTTPStatus.FORBIDDEN, "Your address may not read this; see --metrics-from of this server.\n"
                )
            case "/metrics":
                return HttpResponse(HTTPStatus.OK, self._metrics(), CONTENT_TYPE)
        return None

    def _metrics(self) -> str:
        from prometheus_client import generate_latest

        return generate_latest(self._registry).decode()

    @cached_property
    def _registry(self) -> CollectorRegistry:
        """What is collected."""
        from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector

        registry = CollectorRegistry()
        registry.register(self._collector)
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        return registry
