"""What Prometheus reads, and that no start waits for what it takes to write it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields

from server.ops.metrics import PrometheusMetrics, ServerCounts


def test_the_figures_are_those_of_the_moment_they_are_asked_for():
    moves = iter((7, 8))
    asked = PrometheusMetrics(
        lambda: ServerCounts(
            **{
                **{field.name: 0 for field in fields(ServerCounts)},
                "moves": next(moves),
                "refusals": {},
                "decisions": {},
            }
        )
    )
    assert "parlour_moves_total 7.0" in asked.to_text()
    assert "parlour_moves_total 8.0" in asked.to_text()


def test_a_server_is_there_before_anything_is_made_ready_for_prometheus():
    code = "import sys, server.app; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
