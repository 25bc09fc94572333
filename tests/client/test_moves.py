import pytest

from client.moves import move_of, moves, table_here
from tests.support.stores import lobby_store, table_store
from tests.support.tables import war_table, war_view


def test_a_text_becomes_a_move_in_the_game_on_screen():
    play = move_of("f", table_store(war_table(war_view(), number=3, ply=7)))
    assert (play.room, play.number, play.ply, play.move) == ("KQFM", 3, 7, "flip")


def test_the_moves_are_those_of_ones_turn():
    assert moves(table_store()) == ("flip",)
    assert moves(table_store(war_table(war_view(), turn=(1,)))) == ()
    assert moves(lobby_store()) == ()


def test_a_game_nobody_here_knows_has_no_moves():
    assert moves(table_store(war_table(war_view(), game="chess"))) == ()


def test_in_the_lobby_there_is_no_table():
    with pytest.raises(ValueError, match="at no table"):
        table_here(lobby_store())
