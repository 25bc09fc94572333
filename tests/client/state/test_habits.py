from client.state.habits import Habits
from protocol import messages as m


def test_habits_keep_each_games_options_and_the_last_game():
    def create(game, **options):
        return m.Create(
            ref=0,
            game=game,
            options=options,
            seats=("me",),
            listed=False,
            serious=False,
            watch="anyone",
            clock=m.NO_CLOCK,
        )

    habits = Habits().after(create("war", variant="suits")).after(create("streets", cells=0))
    assert habits.game == "streets"
    assert habits.options == {"war": {"variant": "suits"}, "streets": {"cells": 0}}


def test_habits_keep_whom_each_game_began_against_at_once():
    def create(game, *seats):
        return m.Create(
            ref=0, game=game, options={}, seats=seats, listed=False, serious=False, watch="anyone", clock=m.NO_CLOCK
        )

    habits = Habits().after(create("war", "computer:oracle", "me")).after(create("streets", "me"))
    assert habits.opponents == {"war": ("computer:oracle",), "streets": ()}
    waited = habits.after(create("war", "me", "open"))
    assert waited.opponents == habits.opponents
