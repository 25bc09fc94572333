import subprocess
import sys

import pytest

from bench.load import SETTLE_S, Sample, combined, measure, percentile
from bench.process import Listening
from bench.wire import Traffic


@pytest.mark.parametrize(
    ("percent", "value"),
    [(50, 5), (90, 9), (91, 10), (99, 10), (100, 10), (0, 1)],
)
def test_a_percentile_is_the_nearest_rank(percent, value):
    assert percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], percent) == value


def test_the_percentile_of_nothing_is_nothing():
    assert percentile([], 99) == 0


def test_runs_are_combined_figure_by_figure():
    runs = [Sample(1, 9, 20, 0.1, 1.0, 0.0), Sample(2, 7, 60, 0.2, 0.8, 0.5), Sample(3, 8, 40, 0.3, 0.9, 0.1)]
    assert combined(runs) == Sample(2, 8, 40, 0.2, 0.9, 0.1)


@pytest.mark.parametrize(
    ("load", "server", "is_load_bound"),
    [(0.99, 0.7, True), (0.99, 0.99, False), (0.5, 0.99, False)],
)
def test_the_load_is_the_limit_where_it_alone_can_do_no_more(load, server, is_load_bound):
    assert Sample(1, 1, 1, load, server, 0.0).is_load_bound is is_load_bound


def test_other_programs_spoil_a_run_when_they_take_a_good_part_of_a_core():
    assert Sample(1, 1, 1, 0.5, 0.9, 0.6).is_disturbed
    assert not Sample(1, 1, 1, 0.5, 0.9, 0.1).is_disturbed


def test_the_cost_of_a_move_is_the_servers_time_over_the_moves():
    assert Sample(10_000, 1, 1, 0.5, 0.9, 0.0).cost_us == pytest.approx(90)


@pytest.fixture
def server():
    """A process that does nothing until it hears something."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield Listening(process, "", 0.0)
        process.communicate(b"done\n")


class Settling:
    """A connection to which something comes slowly while the load settles, and fast once it counts."""

    def __init__(self) -> None:
        self.eager = True
        self.ended = None
        self._late = iter((9.0, 0.001))

    @property
    def traffic(self) -> Traffic:
        return self._traffic

    @traffic.setter
    def traffic(self, traffic: Traffic) -> None:
        self._traffic = traffic
        traffic.latencies.append(next(self._late))


@pytest.mark.slow
async def test_what_comes_while_the_load_settles_does_not_count(server):
    sample = await measure([Settling()], server, SETTLE_S)
    assert sample.p99_ms == pytest.approx(1)
