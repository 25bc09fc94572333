"""Seeks at several nodes: what each knows of the others', and that each seek ends in one game."""

from __future__ import annotations

import random
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import messages as m
from server.lobby import matchmaking, shared_seeks
from server.lobby.seeks import AnswerElsewhere, MakeOffer, MakePair, PendingSeek, SeekPool, SeekStep, TellSeeker
from server.room.match.occupants import Person

ANN, BEN, CLEO = Person(1, "ann"), Person(2, "ben"), Person(3, "cleo")
ASKED = m.Challenge(ref=1, whom="ben", game="war", options={}, serious=False, clock=m.NO_CLOCK)


def quick(*games: str) -> m.Quick:
    return m.Quick(ref=1, games=games or ("war",))


def seeking(node: int, *who: Person, games: tuple[str, ...] = ("war",)) -> SeekPool:
    """The pool of a node where these seek, one after the other, none of whom would do for another."""
    pool = shared_seeks.empty_pool(node)
    for each in who:
        pool = matchmaking.seek(pool, 0.0, each, quick(*games)).pool
    return pool


def heard(pool: SeekPool, node: int, other: SeekPool) -> SeekStep:
    """A node hears all that another has to tell."""
    return shared_seeks.with_others(pool, node, other.own(), (), is_all=True)


def test_a_seek_is_offered_to_the_node_of_the_lower_number_and_is_nobody_elses_meanwhile() -> None:
    first, second = seeking(1, ANN), seeking(2, BEN)
    assert shared_seeks.make_offers(heard(first, 2, second).pool).outputs == ()
    (offer,) = shared_seeks.make_offers(heard(second, 1, first).pool).outputs
    assert isinstance(offer, MakeOffer)
    assert (offer.player, offer.to.who, offer.to.node) == (BEN.player, ANN, 1)
    pool = shared_seeks.make_offers(heard(second, 1, first).pool).pool
    assert shared_seeks.make_offers(pool).outputs == ()
    assert matchmaking.seek(pool, 0.0, CLEO, quick()).pool.seek_of(CLEO.player) is not None
    assert matchmaking.check_time(pool, 1e6, lambda _player, _games: "ABCD") == SeekStep(pool)


def test_an_offer_pairs_both_where_the_older_seek_still_stands() -> None:
    first, second = seeking(1, ANN), seeking(2, BEN)
    pool = heard(first, 2, second).pool
    mine, other = pool.seeks
    step = shared_seeks.accept_offer(pool, mine.number, other.number)
    assert step == SeekStep(SeekPool(made=pool.made), (MakePair(mine, "war", BEN, quick()),))
    assert shared_seeks.accept_offer(step.pool, mine.number, other.number) is None
    assert shared_seeks.accept_offer(pool, other.number, mine.number) is None


@pytest.mark.parametrize("is_paired", [True, False])
def test_a_seek_is_over_or_stands_again_once_its_offer_was_answered(is_paired: bool) -> None:
    first, second = seeking(1, ANN), seeking(2, BEN)
    pool = shared_seeks.make_offers(heard(second, 1, first).pool).pool
    number = next(pool.own()).number
    ended = shared_seeks.end_offer(pool, number, is_paired=is_paired)
    assert [each.who for each in ended.own()] == ([] if is_paired else [BEN])
    assert (shared_seeks.make_offers(ended).outputs == ()) is is_paired
    assert shared_seeks.end_offer(ended, number, is_paired=True) is ended


def test_seeks_of_one_node_that_could_not_be_paired_at_once_are_paired_later() -> None:
    first, second = seeking(1, ANN), seeking(2, BEN)
    pool = shared_seeks.make_offers(heard(second, 1, first).pool).pool
    pool = matchmaking.seek(pool, 0.0, CLEO, quick()).pool
    pool = shared_seeks.without_node(pool, 1).pool
    pool = shared_seeks.end_offer(pool, next(pool.own()).number, is_paired=False)
    (paired,) = shared_seeks.make_offers(pool).outputs
    assert isinstance(paired, MakePair)
    assert (paired.pending.who, paired.guest) == (BEN, CLEO)


def test_nobody_is_paired_with_the_seek_they_left_at_another_node() -> None:
    assert shared_seeks.make_offers(heard(seeking(2, ANN), 1, seeking(1, ANN)).pool).outputs == ()


def test_what_changed_is_told_and_what_was_offered_is_no_change() -> None:
    before, after = shared_seeks.empty_pool(2), seeking(2, BEN)
    (ben,) = after.seeks
    assert shared_seeks.changes(before, after) == ((ben,), ())
    assert shared_seeks.changes(after, before) == ((), (ben.number,))
    offered = shared_seeks.make_offers(heard(after, 1, seeking(1, ANN)).pool).pool
    assert shared_seeks.changes(after, offered) == ((), ())


def test_a_challenge_from_another_node_is_answered_there() -> None:
    there = matchmaking.challenge(shared_seeks.empty_pool(1), 0.0, ANN, ASKED, BEN).pool
    here = heard(shared_seeks.empty_pool(2), 1, there)
    assert here.outputs == (TellSeeker(BEN.player),)
    (challenge,) = here.pool.challenges_to(BEN.player)
    answer = m.Respond(ref=2, challenge=challenge.number, agree=True)
    put = matchmaking.respond(here.pool, BEN, answer)
    assert put == SeekStep(here.pool, (AnswerElsewhere(BEN.player, challenge, answer),))
    (pair,) = (each for each in matchmaking.respond(there, BEN, answer).outputs if isinstance(each, MakePair))
    assert (pair.pending.who, pair.guest, pair.command) == (ANN, BEN, answer)


def test_who_is_challenged_from_a_node_that_has_gone_is_told() -> None:
    there = matchmaking.challenge(shared_seeks.empty_pool(1), 0.0, ANN, ASKED, BEN).pool
    gone = shared_seeks.without_node(heard(seeking(2, CLEO), 1, there).pool, 1)
    assert gone.outputs == (TellSeeker(BEN.player, "ann has left, so the challenge is off."),)
    assert [each.who for each in gone.pool.seeks] == [CLEO]


Event = tuple[int, int, bool]
"""At which node something happens, to whom of those there, and whether they seek; else they withdraw."""


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 4), st.booleans()), max_size=60), st.integers(0, 2**32))
def test_every_seek_ends_in_one_game_at_most_and_none_is_left_that_would_do_for_another(
    events: list[Event], seed: int
) -> None:
    """Three nodes, whose messages arrive in any order but that of their sender."""
    nodes, chance = {node: _Node(node) for node in (1, 2, 3)}, random.Random(seed)
    for node, who, seeks in events:
        nodes[node].happen(Person(10 * node + who, "p"), seeks=seeks)
        for _ in range(chance.randrange(4)):
            _deliver_one(nodes, chance)
    for _ in nodes:  # what was refused is tried again each half second
        _deliver_all(nodes, chance)
        for node in nodes.values():
            node.apply(shared_seeks.make_offers(node.pool))
    _deliver_all(nodes, chance)
    paired = [seek for node in nodes.values() for pair in node.pairs for seek in pair]
    assert len(paired) == len(set(paired))
    left = [seek for node in nodes.values() for seek in node.pool.own()]
    assert len(left) <= 1
    assert all(seek.offered_to is None for seek in left)


class _Wire:
    """What one node has sent another, in order."""

    def __init__(self) -> None:
        self.sent: deque[tuple] = deque()


class _Node:
    """The pool of a node, and the numbers of seeks that it has paired; mutable as events come."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.pool = shared_seeks.empty_pool(number)
        self.pairs: list[tuple[int, int]] = []
        self.wires = {other: _Wire() for other in (1, 2, 3) if other != number}

    def happen(self, who: Person, *, seeks: bool) -> None:
        pending = self.pool.seek_of(who.player)
        if pending is not None and pending.offered_to is not None:
            return  # what they ask for now would wait
        self.apply(
            matchmaking.seek(self.pool, 0.0, who, quick()) if seeks else matchmaking.withdraw(self.pool, who.player)
        )

    def apply(self, step: SeekStep, number: int = 0) -> None:
        before, self.pool = self.pool, step.pool
        added, ended = shared_seeks.changes(before, step.pool)
        for wire in self.wires.values() if added or ended else ():
            wire.sent.append(("sought", added, ended))
        for output in step.outputs:
            match output:
                case MakePair(pending=pending, guest=guest):
                    came = before.seek_of(guest.player)  # who is paired at once has no seek of a number
                    self.pairs.append(
                        (pending.number, number or (came.number if came else -1 - len(self.pairs) - 1000 * self.number))
                    )
                case MakeOffer(pending=PendingSeek(number=by), to=to):
                    self.wires[to.node].sent.append(("offer", to.number, by))
        if (paired := shared_seeks.make_offers(self.pool)).outputs:
            self.apply(paired)

    def hear(self, sender: int, message: tuple) -> None:
        match message:
            case "sought", added, ended:
                self.apply(shared_seeks.with_others(self.pool, sender, added, ended, is_all=False))
            case "offer", number, by:
                step = shared_seeks.accept_offer(self.pool, number, by)
                if step is not None:
                    self.apply(step, by)
                self.wires[sender].sent.append(("settled", by, step is not None))
            case "settled", by, True:
                self.apply(SeekStep(shared_seeks.end_offer(self.pool, by, is_paired=True)))
            case "settled", by, False:
                self.pool = shared_seeks.end_offer(self.pool, by, is_paired=False)


def _deliver_all(nodes: dict[int, _Node], chance: random.Random) -> None:
    while any(wire.sent for node in nodes.values() for wire in node.wires.values()):
        _deliver_one(nodes, chance)


def _deliver_one(nodes: dict[int, _Node], chance: random.Random) -> None:
    ready = [(node, to) for node in nodes.values() for to, wire in node.wires.items() if wire.sent]
    if ready:
        node, to = chance.choice(ready)
        nodes[to].hear(node.number, node.wires[to].sent.popleft())
