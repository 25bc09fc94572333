"""A finished game in the full-screen client without a server."""

import asyncio

from client.cli.replay_screen import OfflineWire
from protocol import messages as m


async def test_a_wire_to_nowhere_stays_until_it_is_let_go():
    nowhere = OfflineWire()
    running = asyncio.create_task(nowhere.run())
    nowhere.send(m.Browse(on=True))
    await nowhere.aclose()
    await running
    assert running.done()
