"""Quick matches and challenges between people at different nodes of a cluster."""

from __future__ import annotations

import asyncio

import pytest

from protocol import messages as m
from server.cluster import matches
from server.cluster.messages import Message, Proposed, Settled
from server.lobby import matchmaker, matchmaking
from tests.support.patience import PATIENCE_S
from tests.support.processes.cluster import Start, cut, is_there, until
from tests.support.processes.hosting import Hosted
from tests.support.processes.players import Player, sign_in

pytestmark = pytest.mark.slow

QUICK = m.Quick(ref=5, games=("war",))


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchmaker, "POLL_EVERY_S", 0.05)
    monkeypatch.setattr(matches, "REPEAT_EVERY_S", 0.1)


async def at_two(start: Start) -> tuple[Hosted, Hosted, Player, Player]:
    """Ann at one node, and ben at another, of whom both nodes know."""
    first, second = await start(), await start()
    ann, ben = await sign_in(first.wires, "ann"), await sign_in(second.wires, "ben")
    await until(lambda: is_there(first, "ben") and is_there(second, "ann"))
    return first, second, ann, ben


async def waiting(player: Player, command: m.Command) -> m.Matching:
    player.send(command)
    return await player.next(m.Matching, lambda told: told.seeking is not None)


async def seated(player: Player) -> m.Table:
    async with asyncio.timeout(PATIENCE_S):
        await player.next(m.Entered)
        return await player.next(m.Table)


async def challenged(player: Player) -> m.Challenged:
    return (await player.next(m.Matching, lambda told: bool(told.challenges))).challenges[0]


def challenge(whom: str) -> m.Challenge:
    return m.Challenge(ref=7, whom=whom, game="war", options={}, serious=True, clock=m.NO_CLOCK)


def lose(hosted: Hosted, kind: type[Message]) -> None:
    """Have the bus lose the next message of a kind that a node's matches send."""
    ours = hosted.server.node.matches
    send = ours._send

    def lose_one(node: int | None, message: Message) -> None:
        if isinstance(message, kind):
            ours._send = send
        else:
            send(node, message)

    ours._send = lose_one


def seekers(hosted: Hosted) -> list[str]:
    return [pending.who.name for pending in hosted.server.dispatcher.sessions.matchmaker.pool.seeks]


@pytest.mark.parametrize("begins", ["ann", "ben"])
async def test_two_who_seek_at_different_nodes_play_each_other(start: Start, begins: str) -> None:
    first, second, *pair = await at_two(start)
    early, late = pair if begins == "ann" else reversed(pair)
    await waiting(early, QUICK)
    late.send(QUICK)
    tables = await asyncio.gather(*map(seated, pair))
    assert tables[0].room == tables[1].room
    assert {table.seat for table in tables} == {0, 1}
    await until(lambda: not seekers(first) and not seekers(second))
    assert [len(hosted.server.host) for hosted in (first, second)] == [1, 0]


@pytest.mark.parametrize(("by", "kind"), [("second", Proposed), ("first", Settled)])
async def test_an_offer_or_its_answer_that_is_lost_is_sent_again_and_acts_once(
    start: Start, by: str, kind: type[Message]
) -> None:
    first, second, ann, ben = await at_two(start)
    lose({"first": first, "second": second}[by], kind)
    await waiting(ann, QUICK)
    ben.send(QUICK)
    anns, bens = await asyncio.gather(seated(ann), seated(ben))
    assert anns.room == bens.room
    await until(lambda: not seekers(first) and not seekers(second))
    ben.send(m.Withdraw())
    await ben.next(m.Matching)
    assert len(first.server.host) == 1


async def test_who_seeks_plays_somebody_else_when_the_node_of_the_other_is_cut(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, ann, ben = await at_two(start)
    monkeypatch.setattr(first.server.node.matches, "_hear_proposed", lambda _node, _proposed: None)
    await waiting(ann, QUICK)
    await until(lambda: seekers(second) == ["ann"])
    await waiting(ben, QUICK)
    ben.send(m.Withdraw())  # which waits until it is known what became of the offer
    ben.send(QUICK)
    await cut(first)
    await ben.next(m.Matching, lambda told: told.seeking is None)
    cat = await sign_in(second.wires, "cat")
    assert (await cat.ask(QUICK)).room == (await seated(ben)).room


async def test_who_was_paired_by_a_node_that_is_cut_before_it_says_so_has_one_table(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "REPEAT_EVERY_S", PATIENCE_S)
    first, second, ann, ben = await at_two(start)
    lose(first, Settled)
    await waiting(ann, QUICK)
    await until(lambda: seekers(second) == ["ann"])
    ben.send(QUICK)
    anns = await seated(ann)
    await cut(first)
    await until(lambda: seekers(second) == [])
    assert (await ben.next(m.Table)).room == anns.room
    await until(lambda: second.server.host.seats_of(ben_number(second)) == (anns.room,))


def ben_number(hosted: Hosted) -> int:
    return next(number for number, each in hosted.server.services.online.items() if each.name == "ben")


async def test_a_challenge_to_somebody_at_another_node_is_accepted_there(start: Start) -> None:
    first, second, ann, ben = await at_two(start)
    assert (await waiting(ann, challenge("BEN"))).seeking.whom == "ben"
    asked = await challenged(ben)
    assert (asked.who, asked.serious) == ("ann", True)
    ben.send(m.Respond(ref=8, challenge=asked.challenge, agree=True))
    anns, bens = await asyncio.gather(seated(ann), seated(ben))
    assert (anns.room, anns.seat, bens.seat) == (bens.room, 0, 1)
    assert not seekers(first)
    await until(lambda: not seekers(second))
    refusal = await ben.refused(m.Respond(ref=9, challenge=asked.challenge, agree=True))
    assert refusal.text == "That challenge has expired."


async def test_a_challenge_to_somebody_at_another_node_is_declined_withdrawn_or_expires(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, ann, ben = await at_two(start)
    await waiting(ann, challenge("ben"))
    asked = await challenged(ben)
    ben.send(m.Respond(ref=8, challenge=asked.challenge, agree=False))
    assert (await ben.next(m.Matching)).challenges == ()
    assert (await ann.next(m.Matching)).news == "ben declined your challenge."
    await waiting(ann, challenge("ben"))
    await challenged(ben)
    ann.send(m.Withdraw())
    withdrawn = await ben.next(m.Matching, lambda told: bool(told.news))
    assert (withdrawn.news, withdrawn.challenges) == ("ann withdrew the challenge.", ())
    monkeypatch.setattr(matchmaking, "ANSWER_S", 0.1)
    await waiting(ann, challenge("ben"))
    await challenged(ben)
    assert (await ann.next(m.Matching, lambda told: bool(told.news))).news == "ben didn't answer your challenge."
    expired = await ben.next(m.Matching, lambda told: bool(told.news))
    assert (expired.news, expired.challenges) == ("ann's challenge has expired.", ())


async def test_who_leaves_takes_challenges_of_and_to_other_nodes_along(start: Start) -> None:
    first, _, ann, ben = await at_two(start)
    cat = await sign_in(first.wires, "cat")
    await waiting(ann, challenge("ben"))
    await challenged(ben)
    ann.socket.cut()
    assert (await ben.next(m.Matching, lambda told: bool(told.news))).news == "ann has left, so the challenge is off."
    await waiting(cat, challenge("ben"))
    await challenged(ben)
    ben.socket.cut()
    assert (await cat.next(m.Matching, lambda told: bool(told.news))).news == "ben has left."
    assert (await cat.refused(challenge("ben"))).code == "unknown-player"


async def test_a_node_that_comes_is_told_who_seeks(start: Start) -> None:
    first, _, ann, _ = await at_two(start)
    await waiting(ann, QUICK)
    third = await start()
    cat = await sign_in(third.wires, "cat")
    await until(lambda: seekers(third) == ["ann"])
    cat.send(QUICK)
    assert (await seated(cat)).room == (await seated(ann)).room
    assert len(first.server.host) == 1
