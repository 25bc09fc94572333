import asyncio

from client.fullscreen.terminal.throttle import BURST, EVERY_S, PER_SECOND, Throttle
from tests.support.terminal.terminal import Clock


async def test_a_burst_is_done_at_once_and_the_rest_once_later():
    clock, done = Clock(), []
    drawn = asyncio.Event()

    def draw():
        done.append(clock.now)
        drawn.set()

    throttle = Throttle(draw, clock)
    for _ in range(100):
        throttle.ask()
    assert len(done) == BURST
    drawn.clear()
    clock.now = EVERY_S
    await drawn.wait()
    assert len(done) == BURST + 1


async def test_no_more_is_done_in_a_second_than_the_limit():
    clock, done = Clock(), []
    throttle = Throttle(lambda: done.append(clock.now), clock)
    for millisecond in range(1000):
        clock.now = millisecond / 1000
        throttle.ask()
        throttle.stop()
    assert BURST < len(done) <= PER_SECOND


async def test_after_a_pause_it_is_done_at_once_again():
    clock, done = Clock(), []
    throttle = Throttle(lambda: done.append(clock.now), clock)
    for _ in range(9):
        throttle.ask()
    throttle.stop()
    clock.now = 60.0
    throttle.ask()
    assert done[-1] == 60.0
