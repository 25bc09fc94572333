"""What collecting garbage costs is measured, and what was loaded at the start is never looked through again."""

from __future__ import annotations

import asyncio
import gc

import pytest

from server.ops.garbage import CollectionPauses, collect_nothing_until


@pytest.fixture(autouse=True)
def _as_before():
    yield
    gc.unfreeze()
    gc.enable()


def test_each_collection_is_measured_while_measuring_goes_on():
    pauses = CollectionPauses()
    with pauses.measured():
        gc.collect()
        gc.collect()
    gc.collect()
    buckets, sum_s = pauses.durations.totals()
    assert buckets[-1] == ("+Inf", 2)
    assert 0 < pauses.longest_s < sum_s


async def test_nothing_is_collected_until_all_is_loaded_and_then_what_was_loaded_is_frozen():
    loading = asyncio.Event()
    loaded = asyncio.create_task(_wait(loading))
    collect_nothing_until(loaded)
    assert not gc.isenabled()
    loading.set()
    await loaded
    await asyncio.sleep(0)
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


async def _wait(event: asyncio.Event) -> None:
    await event.wait()
