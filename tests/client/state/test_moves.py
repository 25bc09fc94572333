import pytest

from client.state.fold import fold
from client.state.moves import aim, forced_move, legal_moves, move_of, needs_decision, table_here
from client.state.store import Sent
from engines.game import IllegalMoveError
from protocol import messages as m
from tests.support.builders.stores import lobby_store, table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.games.blocky_tables import blocky_table
from tests.support.games.blocky_tables import seen as blocky_seen
from tests.support.games.blocky_tables import state as blocky
from tests.support.games.street_tables import street, street_table
from tests.support.games.streets import layout
from tests.support.games.tower_tables import mark, seen, state, tower_table
from tests.support.games.towers import play
from tests.support.golden.sentences import error_of, for_each, golden_test


def test_a_text_becomes_a_move_in_the_game_on_screen():
    play = move_of("f", table_store(war_table(war_view(), number=3, ply=7)))
    assert (play.room, play.number, play.ply, play.move) == ("KQFM", 3, 7, "flip")


def test_the_moves_are_those_of_ones_turn():
    assert legal_moves(table_store()) == ("flip",)
    assert legal_moves(table_store(war_table(war_view(), turn=(1,)))) == ()
    assert legal_moves(lobby_store()) == ()


def test_a_game_nobody_here_knows_has_no_moves():
    assert legal_moves(table_store(war_table(war_view(), game="chess"))) == ()


def test_a_move_that_follows_too_soon_hears_that_one_is_on_its_way():
    store = table_store(tower_table(seen(state())))
    sent = fold(store, Sent(move_of("take pile", store)), 0.0)
    for typed in ("take pile", "place 4"):
        with pytest.raises(IllegalMoveError, match="on its way"):
            move_of(typed, sent)
    with pytest.raises(IllegalMoveError, match="Take a brick first"):
        move_of("place 4", store)


def test_whoever_is_not_on_turn_hears_whose_turn_it_is():
    waiting = table_store(blocky_table(blocky_seen(blocky(), 1)))
    with pytest.raises(IllegalMoveError, match=r"^It's ana's turn\.$"):
        move_of("pass", waiting)


def test_words_mark_something_in_the_game_on_screen():
    view = seen(state())
    assert aim("down", table_store(tower_table(view)), mark(view, 6)) == mark(view, 7)


def test_a_move_without_a_choice_makes_itself():
    assert forced_move(table_store(war_table(war_view(), turn=(0, 1))).seated) == "flip"
    assert forced_move(table_store(street_table(street(layout("3D", "4H")))).seated) is None
    assert forced_move(table_store(war_table(war_view(), game="chess")).seated) is None


def test_whoever_waits_has_nothing_to_decide():
    assert not needs_decision(table_store(war_table(war_view(flipped=(True, False)), turn=(1,))).seated)
    sent = Sent(m.Play(room="KQFM", number=1, ply=0, move="MTT 0 1"))
    assert not needs_decision(fold(table_store(street_table(street(layout("3D", "4H")))), sent, 1.0).seated)


SAID = {
    "in the lobby there is no table": lambda: error_of(lambda: table_here(lobby_store())),
    "a move without an address is about what is marked": lambda: (
        move_of("pick", table_store(tower_table(holding := seen(play(state(), "take pile")))), mark(holding, 6)).move
    ),
    "where nothing can be marked the words are refused": lambda: for_each(
        lambda store: error_of(lambda: aim("up", store, None)),
        [lobby_store(), table_store(), table_store(war_table(None, game="chess")), table_store(war_table(None))],
    ),
}

test_said = golden_test(__name__, SAID)
