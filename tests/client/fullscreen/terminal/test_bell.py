import asyncio

from client.fullscreen.terminal.bell import Bell

TICK_S = 0.001


class Sounds:
    """Counts, and tells when there were so many."""

    def __init__(self):
        self.count = 0
        self._heard = asyncio.Event()

    def __call__(self):
        self.count += 1
        self._heard.set()

    async def until(self, count):
        while self.count < count:
            self._heard.clear()
            await self._heard.wait()


async def test_a_ring_sounds_as_often_as_it_says_the_first_time_at_once():
    heard = Sounds()
    Bell(heard).ring((0.0, TICK_S, 2 * TICK_S))
    assert heard.count == 1
    await heard.until(3)


async def test_another_ring_takes_the_place_of_what_is_still_to_sound():
    heard, end = Sounds(), Sounds()
    bell = Bell(heard)
    bell.ring((0.0, TICK_S))
    bell.ring((0.0,))
    asyncio.get_running_loop().call_later(2 * TICK_S, end)
    await end.until(1)
    assert heard.count == 2


async def test_silence_takes_the_place_of_nothing():
    heard = Sounds()
    bell = Bell(heard)
    bell.ring((0.0, TICK_S))
    bell.ring(())
    await heard.until(2)


async def test_a_bell_that_is_stopped_sounds_no_more():
    heard, end = Sounds(), Sounds()
    bell = Bell(heard)
    bell.ring((TICK_S,))
    bell.stop()
    asyncio.get_running_loop().call_later(2 * TICK_S, end)
    await end.until(1)
    assert heard.count == 0
