"""Computers think elsewhere, from what their seat may know, and whatever becomes of them the game goes on."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from dataclasses import replace

import msgspec
import msgspec.structs
import pytest

from engines.cards import Card
from engines.catalog import find
from engines.chance import Chance
from engines.war.view import Flip, View
from server import computers
from server.computers import Computers, Limits, choose
from server.inputs import Computer
from tests.support import echoes
from tests.support.rooms import ANN, BEN, begun, flipped, person, playing

pytestmark = pytest.mark.thorough

FLIPPER = Computer("flipper")
AT_ONCE = (0.0, 0.0)


@pytest.fixture
def hire():
    """Computers with some limits, ended with the test."""
    hired: list[Computers] = []

    def make(**limits) -> Computers:
        hired.append(Computers(Limits(**{"pace_s": AT_ONCE, **limits})))
        return hired[-1]

    yield make
    for each in hired:
        each.close()
    for process in multiprocessing.active_children():
        process.kill()
        process.join()


@pytest.fixture
def war():
    return begun(person(ANN), FLIPPER)


def workers() -> list[int]:
    return [process.pid for process in multiprocessing.active_children()]


async def until(fits: Callable[[], bool]) -> None:
    """Wait for something about a process, which nobody is told of."""
    while not fits():  # noqa: ASYNC110 - processes set no events
        await asyncio.sleep(0.005)


def test_a_choice_is_a_moves_text():
    view = msgspec.msgpack.encode(find("war").view(playing().sitting.state, 1))
    assert choose("war", "flipper", view, bytes(32)) == "flip"


async def test_a_computer_thinks_in_another_process(hire, war):
    thinking = hire()
    assert await thinking.think(war, 1, "flipper") == "flip"
    assert len(workers()) == 1
    assert (thinking.decisions, thinking.failures, thinking.thinking) == (1, 0, 0)


async def test_nothing_crosses_over_but_the_seats_view_and_a_key_of_its_own(hire, monkeypatch):
    monkeypatch.setattr(computers, "choose", echoes.choose)
    thinking, room = hire(), flipped(playing(), ANN, BEN, ANN)
    given = echoes.read(await thinking.think(room, 1, "flipper"))
    state = room.sitting.state
    assert (given.game, given.level) == ("war", "flipper")
    view = msgspec.msgpack.decode(given.view, type=View)
    assert view == find("war").view(state, 1)
    shown = {card for draws, _, _ in view.rounds for cards, _ in draws for side in cards for card in side}
    assert shown | {card for cards, _ in view.war for side in cards for card in side} <= set(cards_drawn(state))
    assert Chance(given.key, 1).shuffle(range(52)) != Chance(room.setting.key, 1).shuffle(range(52))


def cards_drawn(state) -> set[Card]:
    return {Card(rank, suit) for rank in range(13) for suit in range(4)} - {*state.hands[0], *state.hands[1]}


async def test_every_decision_has_a_key_of_its_own_and_the_same_decision_the_same(hire, monkeypatch):
    monkeypatch.setattr(computers, "choose", echoes.choose)
    thinking, room = hire(), playing()
    later = flipped(room, ANN, BEN)
    asked = [(room, 0), (room, 1), (later, 0), (later, 1), (room, 0)]
    keys = [echoes.read(await thinking.think(at, seat, "flipper")).key for at, seat in asked]
    assert len(set(keys)) == 4
    assert keys[0] == keys[-1]


async def test_a_computer_that_fails_makes_the_default_move(hire, war, caplog):
    thinking = hire()
    assert await thinking.think(war, 1, "grandmaster") == "flip"
    assert thinking.failures == 1
    assert "event=computer-failed game=war level=grandmaster" in caplog.text
    assert await thinking.think(war, 1, "flipper") == "flip"
    assert thinking.failures == 1


async def test_a_computer_that_takes_too_long_makes_the_default_move_and_the_next_one_thinks_again(hire, war):
    thinking = hire(think_s=5.0)
    await thinking.think(war, 1, "flipper")
    (worker,) = workers()
    os.kill(worker, signal.SIGSTOP)
    impatient = asyncio.ensure_future(thinking.think(war, 1, "flipper"))
    thinking.limits = Limits(pace_s=AT_ONCE, think_s=0.05)
    assert await asyncio.wait_for(impatient, 10) == "flip"
    failures = thinking.failures
    thinking.limits = Limits(pace_s=AT_ONCE, think_s=10.0)
    assert await thinking.think(war, 1, "flipper") == "flip"
    assert thinking.failures == failures == 1
    assert worker not in workers()


async def test_a_process_that_dies_is_replaced(hire, war):
    thinking = hire()
    await thinking.think(war, 1, "flipper")
    (worker,) = workers()
    os.kill(worker, signal.SIGKILL)
    assert await thinking.think(war, 1, "flipper") == "flip"
    assert thinking.failures == 0
    assert worker not in workers()


async def test_everyone_who_waited_for_a_process_that_dies_gets_an_answer(hire, war):
    thinking = hire()
    await thinking.think(war, 1, "flipper")
    (worker,) = workers()
    os.kill(worker, signal.SIGSTOP)
    waiting = [asyncio.ensure_future(thinking.think(war, 1, "flipper")) for _ in range(20)]
    await until(lambda: thinking.thinking == 20)
    os.kill(worker, signal.SIGKILL)
    assert await asyncio.gather(*waiting) == ["flip"] * 20
    assert thinking.failures == 0


async def test_where_too_many_think_already_the_default_move_is_made_at_once(hire, war):
    thinking, others = hire(waiting=0), set(workers())
    assert await thinking.think(war, 1, "flipper") == "flip"
    assert set(workers()) <= others


async def test_a_choice_takes_the_pace_people_see_however_easy_it_was(hire, war):
    loop = asyncio.get_running_loop()
    thinking = hire(pace_s=(0.05, 0.05), waiting=0)
    began = loop.time()
    await thinking.think(with_a_choice(war), 1, "flipper")
    assert loop.time() - began >= 0.05


async def test_where_there_is_but_one_move_a_computer_does_not_seem_to_think(hire, war):
    thinking = hire(pace_s=(3600.0, 3600.0), waiting=0)
    assert await thinking.think(war, 1, "flipper") == "flip"


def with_a_choice(war):
    """The same room, where one may flip in two ways."""
    game = replace(war.setting.game, legal=lambda view: (Flip(), Flip()))
    return msgspec.structs.replace(war, setting=replace(war.setting, game=game))


async def test_where_no_game_is_played_there_is_nothing_to_think_about(hire):
    with pytest.raises(ValueError, match="no game is played"):
        await hire().think(begun(), 0, "flipper")


async def test_closing_ends_the_processes_even_in_the_middle_of_a_thought(hire, war):
    thinking = hire()
    await thinking.think(war, 1, "flipper")
    (worker,) = workers()
    os.kill(worker, signal.SIGSTOP)
    thought = asyncio.ensure_future(thinking.think(war, 1, "flipper"))
    await until(lambda: thinking.thinking == 1)
    thinking.close()
    thought.cancel()
    await asyncio.wait_for(until(lambda: worker not in workers()), 10)
    await asyncio.gather(thought, return_exceptions=True)
