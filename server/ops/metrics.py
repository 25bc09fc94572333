"""What the server tells of itself over plain HTTP: /healthz for whoever restarts it, /metrics for Prometheus.

The port is the players' own, so /metrics answers only this machine and whom the operator names: to write the figures
takes the event loop's time, and they are nobody else's business.
The counts are kept by the parts that know them, as plain numbers, and read when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING

from server.limits.addresses import Networks
from server.net.handshake import HttpResponse
from server.ops.counts import ServerCounts

if TYPE_CHECKING:
    from server.ops.figures import PrometheusMetrics

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class HttpPages:
    """The pages by their paths. Mutable: what writes the figures is there once somebody has asked for them."""

    def __init__(self, count: Callable[[], ServerCounts], is_storing: Callable[[], bool], readers: Networks) -> None:
        """Answer `readers` with the figures of `count`; `is_storing` says whether the database still stores."""
        self._count = count
        self._is_storing = is_storing
        self._readers = readers

    def __call__(self, path: str, address: str) -> HttpResponse | None:
        """The page at a path for who asks from an address, or None where there is none."""
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
                return HttpResponse(HTTPStatus.OK, self._figures.text(), CONTENT_TYPE)
        return None

    @cached_property
    def _figures(self) -> PrometheusMetrics:
        # What this imports takes long enough that no start should wait for it.
        from server.ops.figures import PrometheusMetrics

        return PrometheusMetrics(self._count)
