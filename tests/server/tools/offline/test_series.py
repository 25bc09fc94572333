"""Matches between computer players."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

from engines import catalog
from server.tools.offline.self_play import LocalPlayer, make_local_player
from server.tools.offline.series import Pairing, ResultTally, Series, ThinkingTime, play_series, worker_processes

SEED = bytes(32)
TOWER = catalog.find("tower_blaster")
WAR = catalog.find("war")
UNEVEN = Pairing("tower_blaster", {}, (make_local_player(TOWER, "drawing"), make_local_player(TOWER, "counting")))


def never(view, chance):
    """Change as little as may be, so that no tower is ever finished."""
    return TOWER.timing.default(view)


def played(pairing: Pairing, games: int) -> Series:
    with ThreadPoolExecutor(1) as executor:
        return play_series(pairing, games, SEED, executor)


def test_every_deal_is_played_once_from_either_seat() -> None:
    done = played(UNEVEN, 24)
    assert [tally.games for tally in done.seatings] == [12, 12]
    assert done.both.games == 24


def test_the_first_player_is_the_one_that_is_counted_for() -> None:
    there, back = played(UNEVEN, 20), played(Pairing("tower_blaster", {}, UNEVEN.players[::-1]), 20)
    assert there.both.won < there.both.lost
    assert there.both == ResultTally(back.both.lost, back.both.tied, back.both.won)
    # Who came first sat in the first seat exactly when the other sat in the last.
    assert there.seatings[0].won == back.seatings[1].lost


def test_equal_players_fare_equally() -> None:
    flipper = make_local_player(WAR, "flipper")
    done = played(Pairing("war", {}, (flipper, flipper)), 20)
    assert done.both.won == done.both.lost
    assert done.seatings[0].won == done.seatings[1].lost


def test_a_game_that_nobody_ends_is_counted_but_neither_won_nor_lost() -> None:
    done = played(Pairing("tower_blaster", {}, (LocalPlayer(never), LocalPlayer(never))), 2)
    assert done.both == ResultTally(unfinished=2)
    assert (done.both.games, done.both.rate, done.both.interval) == (0, None, None)


def test_the_time_of_each_decision_goes_to_who_made_it() -> None:
    done = played(UNEVEN, 10)
    drawing, counting = map(ThinkingTime.of, done.seconds)
    assert drawing.decisions == len(done.seconds[0])
    assert drawing.mean_ms < counting.mean_ms


def test_a_tie_is_half_a_win() -> None:
    assert ResultTally(won=1, tied=2, lost=1, unfinished=5).rate == 0.5


def test_what_decisions_took_is_told_by_its_mean_its_slowest_and_what_nineteen_in_twenty_take_at_most() -> None:
    thinking = ThinkingTime.of(number / 1000 for number in range(100, 0, -1))
    assert thinking.decisions == 100
    assert (thinking.mean_ms, thinking.p95_ms, thinking.slowest_ms) == pytest.approx((50.5, 95, 100))
    assert ThinkingTime.of([]) == ThinkingTime(0, 0.0, 0.0, 0.0)


@pytest.mark.slow
def test_who_is_interrupted_does_not_wait_for_the_games_that_are_played() -> None:
    begun: list[Future[None]] = []
    with pytest.raises(KeyboardInterrupt):
        _interrupted(begun)
    assert isinstance(begun[0].exception(), BrokenProcessPool)


def _interrupted(begun: list[Future[None]]) -> None:
    with worker_processes(1) as executor:
        begun.append(executor.submit(time.sleep, 3600))
        raise KeyboardInterrupt
