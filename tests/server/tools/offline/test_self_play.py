"""One game between computers, without a room."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from engines import catalog
from engines.chance import Chance
from engines.game import Bots, IllegalMoveError
from server.tools.offline.self_play import GameResult, LocalPlayer, make_local_player, play

KEY = bytes(32)
TOWER = catalog.find("tower_blaster")
STREETS = catalog.find("streets_and_alleys")
LEVELS = [(game, level) for game in catalog.games().values() for level in game.bots.names]


def give_up(view: Any, chance: Chance) -> None:
    """Play nothing."""


def last_legal(view: Any, chance: Chance) -> Any:
    """Change as little as may be: in Tower Blaster nobody ever finishes so."""
    return TOWER.timing.default(view)


def first_legal(view: Any, chance: Chance) -> Any:
    return next(iter(STREETS.rules.legal(view)))


def tower(*choosers, **limits) -> GameResult:
    return play(TOWER, TOWER.rules.Options(), [LocalPlayer(chooser) for chooser in choosers], KEY, **limits)


def race(*players: LocalPlayer, seconds: int = 0, **limits) -> GameResult:
    return play(STREETS, STREETS.rules.Options(deal=1, time_limit_s=seconds), players, KEY, **limits)


def test_a_game_goes_to_its_end_and_every_decision_is_counted() -> None:
    course = tower(TOWER.bots["careful"].choose, TOWER.bots["drawing"].choose)
    assert course.outcome == TOWER.rules.outcome(course.state)
    assert course.outcome is not None
    assert course.decisions == 2 * TOWER.rules.view(course.state, None).turns
    assert all(took >= 0 for seconds in course.seconds for took in seconds)


def test_a_game_that_nobody_ends_is_broken_off() -> None:
    course = tower(last_legal, last_legal, moves_max=50)
    assert (course.outcome, course.decisions) == (None, 50)


def test_who_gives_up_loses_where_the_rules_say_nothing_of_it() -> None:
    course = tower(TOWER.bots["careful"].choose, give_up)
    assert course.outcome is not None
    assert (course.outcome.winners, course.gave_up, len(course.seconds[1])) == ((0,), (1,), 1)


def test_the_others_play_on_where_the_rules_say_so() -> None:
    blocky = catalog.find("blocky")
    players = [
        LocalPlayer(give_up),
        LocalPlayer(blocky.bots["random"].choose),
        LocalPlayer(blocky.bots["random"].choose),
    ]
    course = play(blocky, blocky.rules.Options(depth=2, moves=3), players, KEY)
    assert course.gave_up == (0,)
    assert [len(seconds) for seconds in course.seconds] == [1, 3, 3]
    assert course.outcome is not None
    assert 0 not in course.outcome.winners


def test_a_move_that_the_rules_refuse_is_no_move() -> None:
    with pytest.raises(IllegalMoveError):
        tower(lambda view, chance: TOWER.rules.read("place 3"), give_up)


def test_who_is_faster_moves_more_often_where_several_may_move() -> None:
    course = race(LocalPlayer(first_legal, pace_s=3.0), LocalPlayer(first_legal, pace_s=1.0), moves_max=40)
    assert [len(seconds) for seconds in course.seconds] == [10, 30]


def test_a_game_is_over_when_its_time_is_up() -> None:
    course = race(LocalPlayer(first_legal, pace_s=4.0), LocalPlayer(first_legal, pace_s=7.0), seconds=29)
    assert [len(seconds) for seconds in course.seconds] == [7, 4]
    assert course.outcome is not None


def test_a_level_plays_at_its_own_pace() -> None:
    game = replace(TOWER, bots=Bots((replace(TOWER.bots["tidy"], pace_s=5.0), TOWER.bots["careful"])))
    assert [make_local_player(game, level).pace_s for level in ("tidy", "careful")] == [5.0, 1.0]


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_every_level_can_be_sent_to_another_process(game, level) -> None:
    assert pickle.loads(pickle.dumps(make_local_player(game, level))).pace_s > 0
