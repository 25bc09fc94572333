"""A player asks for help in a room that runs: they alone hear the answer, and only while it is of use."""

from __future__ import annotations

import pytest

from protocol import messages as m
from server.computers.players import ThinkingFailedError, WorkersBusyError
from server.limits.settings import ServerLimits
from server.room.inputs import Consult, Play
from server.room.match.occupants import Computer
from tests.support.builders.rooms import ANN, BEN, CODE, opened, person
from tests.support.fakes.held_computers import HeldComputers
from tests.support.fakes.running_rooms import world

pytestmark = pytest.mark.usefixtures("climb")


@pytest.fixture
async def here():
    async with world() as made:
        made.house.computers = HeldComputers()
        yield made


@pytest.fixture
async def ann(here):
    """She climbs alone."""
    return await here.open(opened(person(ANN), game="climb"))


async def entries(here):
    (name,) = await here.journal.open_rooms()
    return len(await here.journal.read(name))


def answers(visitor):
    return [event for event in visitor.heard if isinstance(event, m.Advice | m.Refused)]


async def test_who_asks_is_answered_and_nobody_else_and_nothing_is_stored(here, ann):
    ben = here.visitor(BEN)
    here.watch(ben, CODE, ref=1)
    await ben.next(m.Table)
    seq = await entries(here)
    before = len(ben.heard)
    here.house.computers.release()
    here.ask(ann, Consult(ANN, "hint"))
    assert await ann.next(m.Advice) == m.Advice(
        ref=7,
        room=CODE,
        number=1,
        ply=0,
        about="hint",
        move="2",
        text="From step 0 nobody climbs further than 2 at a time.",
    )
    await here.until_idle()
    assert len(ben.heard) == before
    assert await entries(here) == seq
    assert here.house.moves == 0


async def test_whether_the_game_can_be_won_is_answered_without_a_move(here, ann):
    here.house.computers.release()
    here.ask(ann, Consult(ANN, "prospect"))
    advice = await ann.next(m.Advice)
    assert (advice.about, advice.move, advice.text) == ("prospect", None, "You can still win: nobody is at the top.")


async def test_a_question_behind_a_move_is_about_what_the_move_led_to_and_waits_until_that_is_stored(here, ann):
    here.house.computers.release()
    asked = here.journal.asked
    here.journal.hold()
    here.ask(ann, Play(ANN, 1, 0, "2"))
    here.ask(ann, Consult(ANN, "hint"))
    await here.journal.until_asked(asked + 1)
    await here.until_idle()
    assert here.house.computers.consulted == []
    here.journal.release()
    advice = await ann.next(m.Advice)
    assert (advice.ply, advice.text) == (1, "From step 2 nobody climbs further than 2 at a time.")


async def test_who_moves_meanwhile_is_told_that_the_question_has_passed(here, ann):
    here.ask(ann, Consult(ANN, "hint"))
    await here.until_idle()
    here.ask(ann, Play(ANN, 1, 0, "1"))
    await ann.next(m.Table, lambda table: table.ply == 1)
    here.house.computers.release()
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.about, refused.ref, refused.room) == ("stale", "consult", 7, CODE)
    assert here.house.refusals == {"stale": 1}


async def test_each_answer_at_a_table_is_remembered_for_the_next(here, ann):
    here.house.computers.release()
    for about in ("hint", "prospect", "hint"):
        here.ask(ann, Consult(ANN, about))
        await ann.next(m.Advice)
    ben = await here.open(opened(person(BEN), game="climb", code="BCDE"))
    here.ask(ben, Consult(BEN, "hint"), "BCDE")
    await ben.next(m.Advice)
    assert here.house.computers.memories == ["", "+", "++", ""]


async def test_what_was_remembered_outlasts_a_rest_of_the_table(here, ann):
    here.house.limits = ServerLimits(park_after_s=1)
    here.house.computers.release()
    here.ask(ann, Consult(ANN, "hint"))
    await ann.next(m.Advice)
    here.disconnect(ann)
    await here.until_idle()
    here.clock.at += 5
    here.host.clear_deserted()
    assert len(here.host.hibernation) == 1
    back = here.visitor(ANN)
    await back.next(m.Table)
    here.ask(back, Consult(ANN, "hint"))
    await back.next(m.Advice)
    assert here.house.computers.memories == ["", "+"]


async def test_one_question_at_a_time(here, ann):
    here.ask(ann, Consult(ANN, "hint"))
    await here.until_idle()
    here.ask(ann, Consult(ANN, "prospect"))
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.retry_after_s) == ("too-many", 1.0)
    here.house.computers.release()
    assert (await ann.next(m.Advice)).about == "hint"
    here.ask(ann, Consult(ANN, "prospect"))
    assert (await ann.next(m.Advice)).about == "prospect"
    assert [about for about, _ in here.house.computers.consulted] == ["hint", "prospect"]


async def test_one_question_at_a_time_in_all_rooms_of_a_player_together(here, ann):
    await here.open(opened(person(ANN), game="climb", code="BCDE"))
    again = here.visitor(ANN)
    for code in (CODE, "BCDE"):
        here.ask(again, Consult(ANN, "hint"), code)
    assert (await again.next(m.Refused)).room == "BCDE"
    assert ann.heard


async def test_others_ask_at_the_same_time(here, ann):
    ben = await here.open(opened(person(BEN), game="climb", code="BCDE"))
    here.ask(ann, Consult(ANN, "hint"))
    here.ask(ben, Consult(BEN, "hint"), "BCDE")
    await here.until_idle()
    assert len(here.house.computers.consulted) == 2
    here.house.computers.release()
    assert [(await each.next(m.Advice)).room for each in (ann, ben)] == [CODE, "BCDE"]


@pytest.mark.parametrize(
    ("fault", "code", "retry_after_s"),
    [(WorkersBusyError("too many"), "too-many", 5.0), (ThinkingFailedError("it broke"), "unavailable", None)],
)
async def test_where_no_answer_comes_one_is_told_so_and_may_ask_again(here, ann, fault, code, retry_after_s):
    here.house.computers.fault = fault
    here.house.computers.release()
    here.ask(ann, Consult(ANN, "hint"))
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.retry_after_s) == (code, retry_after_s)
    here.house.computers.fault = None
    here.ask(ann, Consult(ANN, "hint"))
    await ann.next(m.Advice)


async def test_who_is_gone_when_the_answer_comes_hears_nothing_and_leaves_nothing_behind(here, ann):
    here.ask(ann, Consult(ANN, "hint"))
    await here.until_idle()
    here.host.disconnect(ann)
    back = here.visitor(ANN)
    await back.next(m.Table)
    here.house.computers.release()
    await here.until_idle()
    assert answers(ann) == answers(back) == []
    here.ask(back, Consult(ANN, "hint"))
    assert (await back.next(m.Advice)).move == "2"


async def test_what_may_not_be_asked_is_not_thought_about(here):
    ann = await here.open(opened(person(ANN), Computer("plodder"), game="climb", serious=True))
    here.ask(ann, Consult(ANN, "hint"))
    refused = await ann.next(m.Refused)
    assert refused.code == "not-now"
    assert here.house.computers.consulted == []
