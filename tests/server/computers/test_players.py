"""Computers think elsewhere, from what their seat may know, and whatever becomes of them the game goes on."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from dataclasses import replace

import msgspec
import msgspec.structs
import pytest

from engines.cards import Card
from engines.catalog import find
from engines.chance import Chance
from engines.game import Bots, Hint
from engines.war.view import Flip, View
from server.computers import worker
from server.computers.players import ComputerPlayers, ThinkingFailedError, ThinkingLimits, WorkersBusyError
from server.computers.worker import AdviceTask, MoveTask
from server.computers.worker_pool import WorkerPool
from server.room.match.occupants import Computer
from server.room.step import Room
from tests.support.builders.changed_games import bots
from tests.support.builders.rooms import ANN, BEN, begun, flipped, person, playing
from tests.support.fakes import echoes, stumblers
from tests.support.processes.offspring import pids, until

pytestmark = pytest.mark.slow

AT_ONCE = (0.0, 0.0)
WAR = find("war")
VIEW = WAR.rules.view(playing().sitting.state, 1)
KEY = bytes(range(32))


@pytest.fixture
async def hire():
    """Computers with some limits, ended with the test; without `work` they think as they do."""
    hired: list[ComputerPlayers] = []

    def make(work=None, **changes) -> ComputerPlayers:
        limits = ThinkingLimits(**{"processes": 1, "pace_s": AT_ONCE, **changes})
        pools = [WorkerPool(limits.processes, limits.waiting, limits.line_s, work) for _ in range(2 if work else 0)]
        hired.append(ComputerPlayers(limits, *pools))
        return hired[-1]

    yield make
    for each in hired:
        await each.aclose()
    for process in multiprocessing.active_children():
        process.join()


@pytest.fixture
def war():
    return begun(person(ANN), Computer("flipper"))


def levels(room: Room, *names: str, **changes) -> Room:
    """The same room, where the game has these levels of `stumblers`, weakest first."""
    players = {name: stumblers.PLAYERS[name] for name in names}
    return changed(room, bots=bots(**players), **changes)


def changed(room: Room, **changes) -> Room:
    """The same room, where the game is a little different."""
    setting = replace(room.setting, game=replace(room.setting.game, **changes))
    return msgspec.structs.replace(room, setting=setting)


def paced(seconds: float) -> Bots[View, Flip]:
    """War's computer player at this pace."""
    return Bots((replace(WAR.bots["flipper"], pace_s=seconds),))


def two_ways(view: View) -> tuple[Flip, Flip]:
    return (Flip(), Flip())


async def test_a_computer_thinks_in_another_process_and_how_long_is_counted(hire, war):
    thinking = hire()
    assert await thinking.think(war, 1, "flipper") == "flip"
    assert len(pids()) == 1
    assert dict(thinking.durations["war", "flipper"].totals()[0])["+Inf"] == 1
    assert (thinking.failures, thinking.skipped) == (0, 0)


async def test_the_processes_start_with_the_server_or_with_the_first_thought(hire):
    hire(starts_early=False).start()
    hire().start()
    await until(lambda: bool(pids()))
    assert len(pids()) == 1


async def test_those_who_help_start_with_the_server_behind_those_who_choose(hire):
    early = hire()
    early.start()
    await early.advisers.until_free()
    assert len(pids()) == 2


# What crosses over.


async def test_nothing_crosses_over_but_the_game_the_level_the_seats_view_and_a_key(hire):
    thinking, room = hire(echoes.work), flipped(playing(), ANN, BEN, ANN)
    given = bytes.fromhex(await thinking.think(room, 1, "flipper"))
    task = msgspec.msgpack.decode(given, type=MoveTask)
    assert (task.game, task.level, len(task.key)) == ("war", "flipper", 32)
    view = WAR.rules.view(room.sitting.state, 1)
    assert task.view == msgspec.msgpack.encode(view)
    assert given == msgspec.msgpack.encode(MoveTask("war", "flipper", msgspec.msgpack.encode(view), task.key))


async def test_a_view_that_crosses_over_shows_no_hidden_card(hire):
    thinking, room = hire(echoes.work), flipped(playing(), ANN, BEN, ANN)
    task = msgspec.msgpack.decode(bytes.fromhex(await thinking.think(room, 1, "flipper")), type=MoveTask)
    view = msgspec.msgpack.decode(task.view, type=View)
    shown = {card for draws, _, _ in view.rounds for cards, _ in draws for side in cards for card in side}
    drawn = {Card(rank, suit) for rank in range(13) for suit in range(4)}.difference(*room.sitting.state.hands)
    assert shown | {card for cards, _ in view.war for side in cards for card in side} <= drawn


async def test_two_truths_that_look_the_same_cross_over_as_the_same_bytes(hire):
    thinking, room = hire(echoes.work), flipped(playing(), ANN, BEN, ANN)
    other = WAR.rules.redeal(WAR.rules.view(room.sitting.state, 1), Chance(KEY))
    assert other != room.sitting.state
    twin = msgspec.structs.replace(room, sitting=replace_state(room, other))
    assert await thinking.think(room, 1, "flipper") == await thinking.think(twin, 1, "flipper")
    views = [WAR.rules.view(each.sitting.state, 1) for each in (room, twin)]
    hints = [await thinking.consult(WAR, view, "hint", KEY) for view in views]
    assert hints[0] == hints[1]


def replace_state(room: Room, state):
    return msgspec.structs.replace(room.sitting, state=state)


async def test_a_key_that_crosses_over_is_derived_for_one_decision_alone(hire):
    thinking, room = hire(echoes.work), playing()
    later = flipped(room, ANN, BEN)
    asked = [(room, 0), (room, 1), (later, 0), (later, 1), (room, 0)]
    tasks = [bytes.fromhex(await thinking.think(at, seat, "flipper")) for at, seat in asked]
    keys = [msgspec.msgpack.decode(task, type=MoveTask).key for task in tasks]
    assert len(set(keys)) == 4
    assert keys[0] == keys[-1]
    assert room.setting.seed not in keys
    drawn = [Chance(key, number).below(2**256) for key in keys for number in range(10)]
    assert not {Chance(room.setting.seed, number).below(2**256) for number in range(10)} & set(drawn)


async def test_nothing_crosses_over_for_a_person_but_the_game_the_question_the_view_and_the_key(hire):
    hint = await hire(echoes.work).consult(WAR, VIEW, "hint", KEY)
    assert bytes.fromhex(hint.move) == msgspec.msgpack.encode(
        AdviceTask("war", "hint", msgspec.msgpack.encode(VIEW), KEY)
    )


# Failures.


@pytest.mark.parametrize(
    ("level", "error"),
    [("stumbler", "RuntimeError at="), ("dier", "the process has ended, twice"), ("cheat", "IllegalMoveError at=")],
)
async def test_for_a_computer_that_fails_the_level_below_decides(hire, war, caplog, level, error):
    thinking = hire(stumblers.work)
    assert await thinking.think(levels(war, "quitter", level), 1, level) is None
    assert thinking.failures == 1
    assert f"event=computer-failed game=war level={level}" in caplog.text
    assert error in caplog.text


async def test_for_a_computer_that_takes_too_long_the_level_below_decides(hire, war, caplog):
    thinking = hire(stumblers.work, think_s=0.2)
    assert await thinking.think(levels(war, "quitter", "dreamer"), 1, "dreamer") is None
    assert "event=computer-failed game=war level=dreamer error='not done in 0.2 s'" in caplog.text


async def test_where_all_levels_fail_the_default_move_is_made_and_each_failure_is_told(hire, war, caplog):
    thinking = hire(stumblers.work)
    assert await thinking.think(levels(war, "cheat", "stumbler", "flipper"), 1, "stumbler") == "flip"
    assert [record.args[1] for record in caplog.records if "computer-failed" in record.msg] == ["stumbler", "cheat"]
    assert thinking.failures == 2
    assert not any(durations.totals()[1] for durations in thinking.durations.values())


async def test_for_a_level_there_is_no_more_the_weakest_decides(hire, war):
    thinking = hire(stumblers.work)
    assert await thinking.think(levels(war, "quitter", "flipper"), 1, "grandmaster") is None
    assert thinking.failures == 1


async def test_everyone_who_waits_for_a_process_that_dies_gets_an_answer(hire, war):
    thinking = hire()
    await thinking.think(war, 1, "flipper")
    (worker,) = pids()
    os.kill(worker, signal.SIGSTOP)
    waiting = [asyncio.ensure_future(thinking.think(war, 1, "flipper")) for _ in range(20)]
    await until(lambda: thinking.workers.waiting == 19)
    os.kill(worker, signal.SIGKILL)
    assert await asyncio.gather(*waiting) == ["flip"] * 20
    assert thinking.failures == 0


async def test_where_too_many_wait_the_default_move_is_made_at_once(hire, war):
    thinking = hire(stumblers.work, waiting=0)
    assert await thinking.think(levels(war, "quitter"), 1, "quitter") == "flip"
    assert (thinking.skipped, thinking.failures) == (1, 0)


async def test_where_no_game_is_played_there_is_nothing_to_think_about(hire):
    with pytest.raises(ValueError, match="no game is played"):
        await hire().think(begun(), 0, "flipper")


# Help.


async def test_a_hint_and_a_prospect_come_from_the_game(hire):
    thinking = hire(stumblers.work)
    assert await thinking.consult(WAR, VIEW, "hint", KEY) == stumblers.hint(VIEW, Chance(KEY))
    assert await thinking.consult(WAR, VIEW, "prospect", KEY) == Hint(None, "Anything can still happen.")


async def test_help_starts_from_what_the_last_answer_remembered(hire):
    told = await hire(stumblers.work).consult(WAR, VIEW, "hint", KEY, memory="the way")
    assert told == Hint(None, "You knew the way.", "the way+")


async def test_help_that_cannot_be_given_is_said_to_have_failed(hire):
    with pytest.raises(ThinkingFailedError, match="LookupError at="):
        await hire().consult(WAR, VIEW, "hint", KEY)


@pytest.mark.parametrize(("is_private", "nice"), [(True, worker.NICE_ALONE), (False, worker.NICE_BEHIND)])
async def test_on_a_players_own_server_help_gives_way_to_little_so_that_it_comes_on_a_busy_machine(
    hire, is_private, nice
):
    with pytest.raises(ThinkingFailedError):
        await hire(is_private=is_private).consult(WAR, VIEW, "hint", KEY)
    (helper,) = pids()
    assert os.getpriority(os.PRIO_PROCESS, helper) == min(os.getpriority(os.PRIO_PROCESS, 0) + nice, 19)


async def test_when_too_many_ask_for_help_the_next_is_told_so(hire):
    thinking = hire(stumblers.work, consults=2)
    asking = [asyncio.ensure_future(thinking.consult(WAR, VIEW, "hint", KEY)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(WorkersBusyError, match="too many ask already"):
        await thinking.consult(WAR, VIEW, "hint", KEY)
    assert [hint.move for hint in await asyncio.gather(*asking)] == ["flip", "flip"]
    assert (await thinking.consult(WAR, VIEW, "hint", KEY)).move == "flip"


def consulting(thinking: ComputerPlayers, address: str, done: list[str]) -> asyncio.Future[None]:
    """Somebody of an address who asks for help; the address is noted once they are answered."""

    async def ask() -> None:
        await thinking.consult(WAR, VIEW, "hint", KEY, address)
        done.append(address)

    return asyncio.ensure_future(ask())


async def test_however_many_ask_for_help_a_computer_waits_for_none_of_them(hire, war):
    thinking = hire(stumblers.work)
    await thinking.consult(WAR, VIEW, "hint", KEY)
    (helper,) = pids()
    os.kill(helper, signal.SIGSTOP)
    done: list[str] = []
    asking = [consulting(thinking, f"192.0.2.{number}", done) for number in range(10)]
    await until(lambda: thinking.advisers.thinking == 1)
    assert await thinking.think(war, 1, "flipper") == "flip"
    assert done == []
    os.kill(helper, signal.SIGCONT)
    await asyncio.gather(*asking)
    assert len(done) == 10


async def test_addresses_are_helped_by_turns(hire):
    thinking, done = hire(stumblers.work), []
    asking = [consulting(thinking, address, done) for address in ("a", "a", "a", "a", "b", "c", "b")]
    await asyncio.gather(*asking)
    assert done == ["a", "a", "b", "c", "a", "b", "a"]


async def test_few_of_one_address_may_wait_for_help_and_others_still_may(hire):
    thinking, done = hire(stumblers.work), []
    asking = [consulting(thinking, "a", done) for _ in range(ThinkingLimits().consults_of_address)]
    await asyncio.sleep(0)
    with pytest.raises(WorkersBusyError, match="of that address"):
        await thinking.consult(WAR, VIEW, "hint", KEY, "a")
    await thinking.consult(WAR, VIEW, "hint", KEY, "b")
    await asyncio.gather(*asking)
    assert (await thinking.consult(WAR, VIEW, "hint", KEY, "a")).move == "flip"


async def test_who_gives_up_waiting_for_help_leaves_their_turn_to_the_next(hire):
    thinking, done = hire(stumblers.work), []
    first, second, third = (consulting(thinking, address, done) for address in "abc")
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(first, third)
    assert done == ["a", "c"]


# The pace.


async def test_a_choice_takes_the_pace_people_see_however_easy_it_was(hire, war):
    loop = asyncio.get_running_loop()
    thinking = hire(pace_s=(0.05, 0.05), waiting=0)
    began = loop.time()
    await thinking.think(changed(war, rules=replace(WAR.rules, legal=two_ways)), 1, "flipper")
    assert loop.time() - began >= 0.05


async def test_where_there_is_but_one_move_a_computer_does_not_seem_to_think(hire, war):
    thinking = hire(pace_s=(3600.0, 3600.0), waiting=0)
    assert await thinking.think(war, 1, "flipper") == "flip"


@pytest.mark.parametrize("legal", [WAR.rules.legal, two_ways])
async def test_where_the_game_has_a_pace_a_choice_takes_about_that_whatever_there_is_to_choose(hire, war, legal):
    loop = asyncio.get_running_loop()
    thinking = hire(pace_s=(3600.0, 3600.0), waiting=0)
    began = loop.time()
    await thinking.think(changed(war, rules=replace(WAR.rules, legal=legal), bots=paced(0.04)), 1, "flipper")
    assert 0.03 <= loop.time() - began < 5


def test_a_games_pace_varies_by_a_quarter_either_way(war):
    thinking = ComputerPlayers(ThinkingLimits())
    game = replace(WAR, bots=paced(8.0))
    pauses = [thinking._pause_s(game, "flipper", VIEW) for _ in range(1000)]
    assert 6.0 <= min(pauses) < 6.2
    assert 9.8 < max(pauses) <= 10.0


async def test_where_the_server_has_no_pace_no_game_has_one(hire, war):
    thinking = hire(waiting=0)
    room = changed(war, rules=replace(WAR.rules, legal=two_ways), bots=paced(3600.0))
    assert await thinking.think(room, 1, "flipper") == "flip"
