from client.orders import Habits
from protocol import messages as m


def test_habits_keep_each_games_options_and_the_last_game():
    def create(game, **options):
        return m.Create(ref=0, game=game, options=options, seats=("me",), listed=False)

    habits = Habits().after(create("war", variant="suits")).after(create("streets", cells=0))
    assert habits.game == "streets"
    assert habits.options == {"war": {"variant": "suits"}, "streets": {"cells": 0}}
