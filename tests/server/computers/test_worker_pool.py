"""Workers think one thing at a time each, in the order they are asked, and none suffers by another's end."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal

import msgspec
import pytest

from engines.catalog import find
from server.computers import worker as thinking
from server.computers import worker_pool
from server.computers.worker import MoveTask, Thought
from server.computers.worker_pool import WorkerDiedError, WorkerPool, WorkersBusyError
from tests.support.builders.rooms import playing
from tests.support.fakes import stumblers
from tests.support.processes.offspring import pids, until

pytestmark = pytest.mark.slow

VIEW = msgspec.msgpack.encode(find("war").rules.view(playing().sitting.state, 1))
LONG_S = 60.0
WITHOUT_A_NAME = lambda _: None  # noqa: E731 - what has no name cannot be sent to another process


@pytest.fixture
async def hire():
    """Some workers, ended with the test."""
    hired: list[WorkerPool] = []

    def make(
        number: int = 1, *, waiting_max: int = 100, line_s: float = LONG_S, work=stumblers.work, sleep=asyncio.sleep
    ):
        hired.append(WorkerPool(number, waiting_max, line_s, work, sleep))
        return hired[-1]

    yield make
    for each in hired:
        await each.aclose()
    for process in multiprocessing.active_children():
        process.join()


def task(level: str) -> bytes:
    return msgspec.msgpack.encode(MoveTask("war", level, VIEW, bytes(32)))


def read(answer: bytes) -> str | None:
    return msgspec.msgpack.decode(answer, type=Thought).move


def asked(those: WorkerPool, level: str, within_s: float = LONG_S) -> asyncio.Task[bytes]:
    return asyncio.create_task(those.answer(task(level), within_s))


async def test_a_worker_answers_in_a_process_of_its_own_again_and_again(hire):
    those = hire()
    assert [read(await those.answer(task("flipper"), LONG_S)) for _ in range(3)] == ["flip"] * 3
    assert len(pids()) == 1
    assert (those.waiting, those.thinking) == (0, 0)


async def test_as_many_think_at_once_as_there_are_workers_and_the_others_wait(hire):
    those = hire(2)
    dreams = [asked(those, "dreamer") for _ in range(5)]
    await until(lambda: those.thinking == 2)
    assert (those.waiting, len(pids())) == (3, 2)
    for dream in dreams:
        dream.cancel()


async def test_all_start_once_and_before_anyone_asks_where_they_are_told_to(hire):
    those = hire(2)
    those.start()
    those.start()
    await until(lambda: len(pids()) == 2)
    await those.answer(task("flipper"), LONG_S)
    assert len(pids()) == 2


async def test_ending_a_thought_that_nobody_waits_for_leaves_the_other_workers_alone(hire):
    those = hire(2)
    dropped, kept = asked(those, "dreamer"), asked(those, "dreamer")
    await until(lambda: those.thinking == 2)
    before = pids()
    dropped.cancel()
    assert read(await those.answer(task("flipper"), LONG_S)) == "flip"
    assert len(pids() & before) == 1
    assert not kept.done()
    kept.cancel()


async def test_a_thought_that_has_not_begun_leaves_the_line_and_costs_no_process(hire):
    those = hire()
    await those.answer(task("flipper"), LONG_S)
    before = pids()
    dreaming, waiting = asked(those, "dreamer"), asked(those, "dreamer")
    await until(lambda: those.waiting == 1)
    waiting.cancel()
    await until(lambda: those.waiting == 0)
    assert pids() == before
    assert not dreaming.done()
    dreaming.cancel()


async def test_a_thoughts_time_runs_from_when_it_is_begun(hire):
    those = hire()
    await those.answer(task("flipper"), LONG_S)
    dreaming, waiting = asked(those, "dreamer", 0.4), asked(those, "flipper", 0.3)
    with pytest.raises(TimeoutError):
        await dreaming
    assert read(await waiting) == "flip"


async def test_whoever_came_first_is_served_first(hire):
    those, served = hire(), []

    async def ask(number: int) -> None:
        await those.answer(task("flipper"), LONG_S)
        served.append(number)

    await asyncio.gather(*map(ask, range(20)))
    assert served == list(range(20))


async def test_where_too_many_wait_already_nobody_else_may(hire):
    those = hire(waiting_max=1)
    await those.answer(task("flipper"), LONG_S)
    thoughts = [asked(those, "dreamer"), asked(those, "dreamer")]
    await until(lambda: those.thinking == those.waiting == 1)
    with pytest.raises(WorkersBusyError, match="too many wait already"):
        await those.answer(task("flipper"), LONG_S)
    for thought in thoughts:
        thought.cancel()


async def test_where_nobody_may_wait_a_free_worker_answers_all_the_same(hire):
    those = hire()
    await those.answer(task("flipper"), LONG_S)
    those._waiting_max = 0
    assert read(await those.answer(task("flipper"), LONG_S)) == "flip"


async def test_nobody_waits_in_line_for_ever(hire):
    those = hire(line_s=0.01)
    with pytest.raises(WorkersBusyError, match="nobody was free"):
        await those.answer(task("flipper"), LONG_S)
    assert those.waiting == 0


async def test_a_process_that_dies_in_a_thought_or_before_one_is_replaced(hire):
    those = hire()
    with pytest.raises(WorkerDiedError):
        await those.answer(task("dier"), LONG_S)
    assert read(await those.answer(task("flipper"), LONG_S)) == "flip"
    (worker,) = pids()
    os.kill(worker, signal.SIGKILL)
    with pytest.raises(WorkerDiedError):
        await those.answer(task("flipper"), LONG_S)
    assert read(await those.answer(task("flipper"), LONG_S)) == "flip"


async def test_where_no_process_can_be_started_it_is_tried_again(hire, monkeypatch, caplog):
    those = hire(work=stumblers.refuse)
    monkeypatch.setattr(worker_pool, "RESTART_S", 0.0)
    those.start()
    await until(lambda: "event=worker-not-started error=WorkerDiedError(" in caplog.text)
    those._work = stumblers.work
    assert read(await those.answer(task("flipper"), LONG_S)) == "flip"


async def test_whatever_keeps_a_process_from_starting_it_is_tried_again_after_longer_rests(hire, caplog):
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        those._work = WITHOUT_A_NAME if len(rests) < 8 else stumblers.work

    those = hire(work=WITHOUT_A_NAME, sleep=rest)
    assert read(await those.answer(task("flipper"), LONG_S)) == "flip"
    assert rests == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]
    assert caplog.text.count("event=worker-not-started") == 8


async def test_a_process_gives_way_to_the_server_and_has_a_session_of_its_own(hire):
    those = hire(work=thinking.work)
    await those.answer(task("flipper"), LONG_S)
    (worker,) = pids()
    assert os.getpriority(os.PRIO_PROCESS, worker) == min(os.getpriority(os.PRIO_PROCESS, 0) + thinking.NICE, 19)
    assert os.getsid(worker) == worker


async def test_closing_ends_every_process_even_in_the_middle_of_a_thought_and_starts_none(hire):
    those = hire(2)
    thoughts = [asked(those, "dreamer") for _ in range(2)]
    await until(lambda: those.thinking == 2)
    await those.aclose()
    assert [type(result) for result in await asyncio.gather(*thoughts, return_exceptions=True)] == [
        WorkerDiedError,
        WorkerDiedError,
    ]
    await until(lambda: not pids())


async def test_closing_while_processes_start_leaves_none(hire):
    those = hire(2)
    those.start()
    await until(lambda: len(pids()) == 2)
    await those.aclose()
    await until(lambda: not pids())
