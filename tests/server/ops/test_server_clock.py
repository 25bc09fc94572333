"""The server's clock never jumps, and goes on from where something stored says that it was."""

from __future__ import annotations

import asyncio
from contextlib import closing

import pytest

from server.ops.server_clock import LATE_AFTER_S, LOOK_EVERY_S, ServerClock
from tests.support.world.loop import VirtualLoop


@pytest.mark.parametrize("at", [0.1, 4.394, 1e6 + 0.3, 14.281403331592303])
def test_a_clock_that_goes_on_from_somewhere_is_never_a_hair_before_it(at):
    for ticks in (0.0, 0.7, 5.9, 12.714, 1e5 / 3):
        clock = ServerClock(lambda ticks=ticks: ticks)
        clock.go_on_from(at)
        assert at <= clock.now() <= at + 1e-6


def test_the_clock_never_goes_back():
    clock = ServerClock()
    readings = [clock.now() for _ in range(3)]
    clock.go_on_from(1000.0)
    readings.append(clock.now())
    clock.go_on_from(5.0)
    readings.append(clock.now())
    assert readings == sorted(readings)
    assert 0 <= readings[0] < 1
    assert 1000 <= readings[-1] < 1001


def test_a_clock_that_stands_still_goes_on_from_there_and_hears_of_later_times_meanwhile():
    seconds = [0.0]
    clock = ServerClock(lambda: seconds[0])
    readings = []
    for passes_s, act in ((5.0, clock.stop), (20.0, clock.stop), (1.0, clock.start), (2.0, clock.start)):
        seconds[0] += passes_s
        act()
        readings.append(clock.now())
    assert readings == [5.0, 5.0, 5.0, 7.0]
    clock.stop()
    seconds[0] += 20.0
    clock.go_on_from(8.0)  # as another node's clock went on a little longer
    clock.start()
    seconds[0] += 1.0
    assert clock.now() == 9.0


def test_a_clock_counts_no_time_in_which_the_database_does_not_answer_but_the_first_two_seconds():
    async def count() -> list[float]:
        asked_at: float | None = None
        loop = asyncio.get_running_loop()
        clock = ServerClock(loop.time)
        holding = asyncio.create_task(
            clock.stop_while_late(lambda: 0.0 if asked_at is None else loop.time() - asked_at)
        )
        readings = []
        for away_s in (0.0, 1.0, 30.0):
            await asyncio.sleep(10.0)  # in which it answers
            before, asked_at = clock.now(), loop.time()
            await asyncio.sleep(away_s)
            asked_at = None
            await asyncio.sleep(1.0)
            readings.append(clock.now() - before - 1.0)
        holding.cancel()
        return readings

    with closing(VirtualLoop()) as loop:
        assert loop.run_until_complete(count()) == pytest.approx([0.0, 1.0, LATE_AFTER_S], abs=LOOK_EVERY_S + 0.01)
