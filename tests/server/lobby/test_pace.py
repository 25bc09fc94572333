"""How many moves are made in a minute, out of a counter that is looked at now and then."""

from __future__ import annotations

from server.lobby.pace import MoveRate


def looked(*looks: tuple[float, int]) -> MoveRate:
    pace = MoveRate()
    for at, moves in looks:
        pace = pace.after(at, moves)
    return pace


def test_before_the_second_look_nothing_is_known():
    assert (MoveRate().moves, looked((0.0, 12)).moves) == (0, 0)


def test_the_moves_of_the_last_minute_are_counted_and_no_others():
    looks = [(5.0 * step, 10 * step) for step in range(40)]
    assert looked(*looks[:4]).moves == 30
    assert looked(*looks).moves == 120


def test_where_nothing_moves_the_pace_goes_down_to_nothing():
    busy = [(5.0 * step, 10 * step) for step in range(13)]
    assert looked(*busy, (90.0, 120)).moves == 60
    assert looked(*busy, (90.0, 120), (120.0, 120)).moves == 0


def test_no_more_looks_are_remembered_than_a_minute_has():
    assert len(looked(*[(5.0 * step, step) for step in range(1000)]).looks) == 13
