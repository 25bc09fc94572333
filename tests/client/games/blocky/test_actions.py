import pytest

from client.games.blocky.actions import keys_for
from tests.support.games.blocky_tables import seen, state


@pytest.mark.parametrize(
    ("move", "keys"),
    [("rotate clockwise 0.1", "D"), ("swap vertically board", "E"), ("smash 1", "Space"), ("pass", "Tab Tab")],
)
def test_a_move_on_the_marked_block_has_its_key_and_a_pass_takes_two(move, keys):
    assert keys_for(seen(state()), move) == keys
