import pytest

from client.games import Spots
from client.moves import move_of, moves, spots, table_here
from client.store import Sent, fold
from engines.game import IllegalMove
from tests.support.stores import lobby_store, table_store
from tests.support.tables import war_table, war_view
from tests.support.tower_tables import seen, state, tower_table


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


def test_a_move_that_follows_too_soon_hears_that_one_is_on_its_way():
    store = table_store(tower_table(seen(state())))
    sent = fold(store, Sent(move_of("take pile", store)), 0.0)
    for typed in ("take pile", "place 4"):
        with pytest.raises(IllegalMove, match="on its way"):
            move_of(typed, sent)
    with pytest.raises(IllegalMove, match="Take a brick first"):
        move_of("place 4", store)


def test_the_places_to_mark_are_those_of_the_game_on_screen():
    assert len(spots(table_store(tower_table(seen(state())))).commands) == 10
    for nowhere in (
        lobby_store(),
        table_store(),
        table_store(war_table(None, game="chess")),
        table_store(war_table(None)),
    ):
        assert spots(nowhere) == Spots()
