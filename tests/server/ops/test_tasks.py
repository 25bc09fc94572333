"""Tasks have an owner, and none of them ends another."""

from __future__ import annotations

import asyncio
import logging

import pytest

from server.ops.tasks import Tasks


@pytest.fixture
async def tasks():
    made = Tasks()
    yield made
    await made.aclose()


async def test_a_task_that_fails_is_logged_and_ends_nobody(tasks, caplog):
    gate, through = asyncio.Event(), asyncio.Event()

    async def fails() -> None:
        raise RuntimeError("planted")

    async def goes_on() -> None:
        await gate.wait()
        through.set()

    tasks.start(goes_on())
    with caplog.at_level(logging.ERROR):
        tasks.start(fails())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert "event=task-failed" in caplog.text
    assert "planted" in caplog.text
    gate.set()
    await through.wait()


async def test_closing_ends_what_still_runs_and_waits_for_it(tasks):
    began, ended = asyncio.Event(), asyncio.Event()

    async def for_ever() -> None:
        try:
            began.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.set()

    tasks.start(for_ever())
    await began.wait()
    await tasks.aclose()
    assert ended.is_set()


async def test_a_task_can_be_ended_before_it_began(tasks):
    began: list[str] = []

    async def never() -> None:
        began.append("it did")

    task = tasks.start(never())
    await tasks.aclose()
    assert task.cancelled()
    assert began == []
