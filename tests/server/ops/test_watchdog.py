"""Whether the event loop goes round is noticed, and where it stands when it does not."""

from __future__ import annotations

import asyncio
import logging
import time

from server.ops.watchdog import Watchdog


async def watched(caplog, watchdog, busy_s):
    """What is written while something keeps the loop busy."""
    with caplog.at_level(logging.WARNING):
        watching = asyncio.create_task(watchdog.run())
        await asyncio.sleep(0)
        time.sleep(busy_s)  # noqa: ASYNC251 - to keep the loop busy
        await asyncio.sleep(0.02)
        watching.cancel()
        await asyncio.wait({watching})
    return caplog.text


async def test_a_loop_that_is_kept_busy_is_late_and_that_is_written_down(caplog):
    watchdog = Watchdog(beat_s=0.01)
    written = await watched(caplog, watchdog, 0.4)
    assert watchdog.worst_s > 0.3
    assert "event=loop-late" in written
    assert "event=loop-stuck" not in written


async def test_where_a_loop_stands_is_told_once_while_it_stands(caplog):
    written = await watched(caplog, Watchdog(beat_s=0.01, stuck_s=0.1), 0.5)
    assert written.count("event=loop-stuck") == 1
    assert "at=tests/server/ops/test_watchdog.py:" in written


async def test_a_loop_that_goes_round_is_not_written_about(caplog):
    watchdog = Watchdog(beat_s=0.001)
    with caplog.at_level(logging.WARNING):
        watching = asyncio.create_task(watchdog.run())
        await asyncio.sleep(0.02)
        watching.cancel()
        await asyncio.wait({watching})
    assert not caplog.records
