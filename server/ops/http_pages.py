"""Serves the plain HTTP pages of a server: /healthz for whatever restarts it, /metrics for Prometheus.

The port is the players' own, so /metrics answers only this machine and the networks that the operator names: writing
the metrics takes the event loop's time, and they are nobody else's business.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from http import HTTPStatus

from server.net.handshake import HttpResponse
from server.net.proxies import Networks
from server.ops.metrics import PrometheusMetrics, ServerCounts

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class HttpPages:
    """The pages by their paths. Mutable: it prepares the metrics when they are first asked for."""

    def __init__(self, count: Callable[[], ServerCounts], is_storing: Callable[[], bool], readers: Networks) -> None:
        """Show `readers` the metrics of `count`; `is_storing` says whether the database still stores."""
        self._count = count
        self._is_storing = is_storing
        self._readers = readers

    def __call__(self, path: str, address: str) -> HttpResponse | None:
        """The page at a path for a client's address, or None where there is none."""
        match path:
            case "/healthz" if not self._is_storing():
                return HttpResponse(
                    HTTPStatus.SERVICE_UNAVAILABLE, "The database has failed: the server has to be restarted.\n"
                )
            case "/healthz":
                return HttpResponse(HTTPStatus.OK, "ok\n")
            case "/metrics" if address not in self._readers:
                return HttpResponse(HTTPStatus.FORBIDDEN, "Not from your address; see --metrics-from of this server.\n")
            case "/metrics":
                return HttpResponse(HTTPStatus.OK, self._metrics.to_text(), CONTENT_TYPE)
        return None

    @cached_property
    def _metrics(self) -> PrometheusMetrics:
        return PrometheusMetrics(self._count)
