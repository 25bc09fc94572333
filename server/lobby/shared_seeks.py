"""Pairs players of different nodes of a cluster, as pure functions over the pool of seeks of one node.

A seek belongs to the node of the player who seeks; the others have a copy, and pair nobody by that. Of two seeks that
would do, the one of the higher number is offered to the node of the other, and is nobody else's until that has
answered: so each seek ends in one game. Numbers are the cluster's, and as none is offered to a higher one, no two wait
for each other. A challenge is answered at the node where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from protocol import messages as m
from server.lobby.matchmaking import GONE
from server.lobby.seeks import MakeOffer, MakePair, PendingSeek, SeekPool, SeekStep, TellSeeker

NUMBERS = 2**32
"""How many numbers each node has for its seeks."""


def empty_pool(node: int) -> SeekPool:
    """The pool of a node, whose seeks have numbers that no other node's have."""
    return SeekPool(made=node * NUMBERS)


def pool_of(node: int, before: SeekPool) -> SeekPool:
    """The pool of a node in the place of another, or of none, from which the seeks of those who are here go on."""
    return replace(empty_pool(node), seeks=tuple(before.own()))


def changes(before: SeekPool, after: SeekPool) -> tuple[tuple[PendingSeek, ...], tuple[int, ...]]:
    """What others have to be told: the node's own seeks that are new, and the numbers of those that are over."""
    old, new = ({each.number: each for each in pool.own()} for pool in (before, after))
    return (
        tuple(seek for number, seek in new.items() if number not in old),
        tuple(number for number in old if number not in new),
    )


def with_others(
    pool: SeekPool, node: int, added: Iterable[PendingSeek], ended: Iterable[int], *, is_all: bool
) -> SeekStep:
    """Note what another node tells of its seeks, whose times are by this one's clock.

    Where it tells all, something may have been missed, and whoever is challenged there is told again.
    """
    over = frozenset(ended)
    before = [each for each in pool.seeks if each.node == node]
    seeks = tuple(each for each in pool.seeks if each.node != node or not (is_all or each.number in over))
    known = {each.number for each in seeks}
    heard = tuple(replace(each, node=node, offered_to=None) for each in added if each.number not in known)
    challenged = {each.whom.player: None for each in (*before, *heard) if is_all and each.whom is not None}
    return SeekStep(replace(pool, seeks=(*seeks, *heard)), tuple(map(TellSeeker, challenged)))


def without_node(pool: SeekPool, node: int) -> SeekStep:
    """Forget what stood at a node that has gone, and tell those who were challenged there."""
    gone = [each for each in pool.seeks if each.node == node]
    told = (TellSeeker(each.whom.player, GONE.format(each.who.name)) for each in gone if each.whom is not None)
    return SeekStep(replace(pool, seeks=tuple(each for each in pool.seeks if each.node != node)), tuple(told))


def make_offers(pool: SeekPool) -> SeekStep:
    """Pair each seek of this node's with the lowest that would do, or offer it to the node of that."""
    step, taken = SeekStep(pool), {each.offered_to for each in pool.seeks}
    waiting = _by_game(each for each in pool.seeks if each.is_for_anybody and each.number not in taken)
    for mine in pool.own():
        if not mine.is_for_anybody or mine.number in taken:
            continue
        lowest = ((game, _first(waiting.get(game, []), taken)) for game in mine.games)
        found = next(((game, other) for game, other in lowest if other and _would_do(other, mine)), None)
        if found is not None:
            game, other = found
            taken |= {mine.number, other.number}
            step = _pair(step, mine, other, game)
    return step


def accept_offer(pool: SeekPool, number: int, by: int) -> SeekStep | None:
    """Pair a seek of this node's with the one of another node that is offered to it; None where it no longer stands."""
    seeks = {each.number: each for each in pool.seeks}
    mine, other = seeks.get(number), seeks.get(by)
    if mine is None or other is None or mine.node is not None or not mine.is_for_anybody:
        return None
    game = next((game for game in mine.games if game in other.games), None)
    if game is None or not isinstance(other.asked, m.Quick):
        return None
    return SeekStep(pool).without(mine).without(other).with_outputs(MakePair(mine, game, other.who, other.asked))


def end_offer(pool: SeekPool, number: int | None, *, is_paired: bool) -> SeekPool:
    """The pool once an offer was answered: the seek is over, or stands again."""
    found = next((each for each in pool.own() if each.number == number and each.offered_to is not None), None)
    if found is None:
        return pool
    step = SeekStep(pool)
    return (step.without(found) if is_paired else step.with_seek(replace(found, offered_to=None))).pool


def _by_game(seeks: Iterable[PendingSeek]) -> dict[str, list[PendingSeek]]:
    """Seeks by each game that would do, the highest number first."""
    waiting: dict[str, list[PendingSeek]] = {}
    for seek in sorted(seeks, key=lambda seek: -seek.number):
        for game in seek.games:
            waiting.setdefault(game, []).append(seek)
    return waiting


def _would_do(other: PendingSeek, mine: PendingSeek) -> bool:
    return other.number < mine.number and other.who.player != mine.who.player


def _first(waiting: list[PendingSeek], taken: set[int | None]) -> PendingSeek | None:
    """The lowest seek that is not taken; those that are, are removed."""
    while waiting and waiting[-1].number in taken:
        waiting.pop()
    return waiting[-1] if waiting else None


def _pair(step: SeekStep, mine: PendingSeek, other: PendingSeek, game: str) -> SeekStep:
    if other.node is not None:
        offered = replace(mine, offered_to=other.number)
        return step.with_seek(offered).with_outputs(MakeOffer(offered, other))
    assert isinstance(mine.asked, m.Quick), "challenges are for nobody else"
    return step.without(other).without(mine).with_outputs(MakePair(other, game, mine.who, mine.asked))
