"""A timer calls once, at the time set last, or not at all."""

import asyncio

from client.net.timer import Timer

SOON_S = 0.001


async def test_it_is_done_once_at_its_time():
    done = asyncio.Queue()
    timer = Timer(lambda: done.put_nowait("done"))
    timer.set(SOON_S)
    assert timer.is_set
    assert await done.get() == "done"
    assert not timer.is_set
    assert done.empty()


async def test_a_time_takes_the_place_of_the_one_before():
    loop, done = asyncio.get_running_loop(), asyncio.Queue()
    timer = Timer(lambda: done.put_nowait(loop.time()))
    began = loop.time()
    timer.set(SOON_S)
    timer.set(20 * SOON_S)
    assert await done.get() >= began + 19 * SOON_S
    assert done.empty()


async def test_once_stopped_it_is_not_done():
    loop, done = asyncio.get_running_loop(), asyncio.Queue()
    timer = Timer(lambda: done.put_nowait("done"))
    timer.set(SOON_S)
    timer.stop()
    assert not timer.is_set
    loop.call_later(2 * SOON_S, done.put_nowait, "later")
    assert await done.get() == "later"


async def test_what_is_done_may_set_it_anew():
    done = asyncio.Queue()

    def again():
        done.put_nowait("done")
        timer.set(SOON_S)

    timer = Timer(again)
    timer.set(SOON_S)
    assert [await done.get() for _ in range(3)] == ["done"] * 3
    timer.stop()
