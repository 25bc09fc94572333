"""Which rooms are cleared where nothing happens any more, which hibernate, and which go early to make room."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import NamedTuple

from server.hosting.runner import RoomRunner
from server.limits.settings import ServerLimits
from server.room import departures

SPARE_PART = 20
"""Which part of all places for rooms is kept free by closing deserted and finished games early."""
CLOSED_AT_ONCE = 100


class Clearing(NamedTuple):
    """What to do with the rooms of a server.

    Attributes:
        lost: those to close, as nothing has happened for long.
        resting: those to hibernate, each with after how long a rest it is cleared.
        early: the codes of those to close, as there is hardly room for another.
    """

    lost: list[RoomRunner]
    resting: list[tuple[RoomRunner, float]]
    early: list[str]


def plan_clearing(
    running: list[RoomRunner],
    hibernated: Iterable[tuple[int, float, str]],
    limits: ServerLimits,
    now: float,
    count: int,
) -> Clearing:
    """Decide about all `count` rooms; of those that hibernate, by their moves and since when, they may go early.

    Where there is hardly room for another, those in which nobody is kept from a game go early: who put the least in
    first, and of finished games that somebody still looks at the oldest, but after those that nobody looks at.
    """
    lost, resting = [], []
    idle = [(moves, False, since, code) for moves, since, code in hibernated]
    for runner in running:
        is_followed = len(runner.delivery.audience) > 0
        limit = departures.max_rest_s(runner.room, limits, is_followed=is_followed)
        if limit is None:
            continue
        if now - runner.since > limit:
            lost.append(runner)
        elif now - runner.since > limits.park_after_s and runner.is_at_rest:
            resting.append((runner, limit))
        else:
            idle.append((departures.count_moves(runner.room), is_followed, runner.since, runner.code))
    spare = max(limits.rooms // SPARE_PART, 1)
    early = heapq.nsmallest(min(count + spare - limits.rooms, CLOSED_AT_ONCE), idle)
    return Clearing(lost, resting, [code for *_, code in early])
