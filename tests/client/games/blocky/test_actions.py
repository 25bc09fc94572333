import pytest

from client.games.blocky.actions import ACTIONS, action_of, keys_for, moves_at
from tests.support.games.blocky_tables import seen, state


@pytest.mark.parametrize(
    ("move", "keys"),
    [("rotate clockwise 0.1", "D"), ("swap vertically board", "E"), ("smash 1", "Space"), ("pass", "Tab Tab")],
)
def test_a_move_on_the_marked_block_has_its_key_and_a_pass_takes_two(move, keys):
    assert keys_for(seen(state()), move) == keys


def test_every_move_is_one_of_the_deeds():
    assert tuple(map(action_of, moves_at((0, 1)))) == ACTIONS
