"""Keys pressed before the first screen is there."""

import pytest

from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.fullscreen.ui.type_ahead import MAX_KEYS, TypeAhead
from client.state.fold import fold
from client.state.store import Opened, Said, Store
from tests.support.builders.stores import lobby_store, table_store

NOWHERE = Store()


def pressed(ahead, *keys, store=NOWHERE, ui=None):
    return [ahead.hold(key, key, ui or UiState(), Keymap(store, ui or UiState())) for key in keys]


def due(ahead, store, awaits_table=False):
    ahead.awaits_table = awaits_table
    return [key for key, _ in ahead.release(store)]


def test_keys_wait_for_the_lobby_and_are_pressed_there_in_their_order_once():
    ahead = TypeAhead()
    assert pressed(ahead, "down", "enter", "n") == [True] * 3
    assert due(ahead, NOWHERE) == []
    assert due(ahead, lobby_store()) == ["down", "enter", "n"]
    assert due(ahead, lobby_store()) == []
    assert pressed(ahead, "enter", store=lobby_store()) == [False]


def test_who_has_come_for_a_table_meant_that():
    ahead = TypeAhead()
    pressed(ahead, "space")
    assert due(ahead, lobby_store(), awaits_table=True) == []
    assert due(ahead, table_store(), awaits_table=True) == ["space"]


def test_where_that_table_is_refused_the_lobby_is_what_there_is():
    ahead = TypeAhead()
    pressed(ahead, "1")
    refused = fold(lobby_store(), Said("There's no table QQQQ.", is_refusal=True), 1.0)
    assert due(ahead, refused, awaits_table=True) == ["1"]


def test_a_seat_whose_table_is_still_to_come_is_waited_for():
    ahead = TypeAhead()
    pressed(ahead, "space")
    assert due(ahead, fold(lobby_store(), Opened("KQFM"), 1.0)) == []


def test_only_so_many_are_kept():
    ahead = TypeAhead()
    pressed(ahead, *"abcdefghijkl")
    assert len(due(ahead, lobby_store())) == MAX_KEYS


@pytest.mark.parametrize("key", ["?", "c-q", "c-c", "c-l", ":"])
def test_the_keys_of_everywhere_work_at_once(key):
    ahead = TypeAhead()
    assert pressed(ahead, "enter", key) == [True, False]
    assert due(ahead, lobby_store()) == ["enter"]


def test_whoever_goes_back_wants_nothing_of_it_any_more():
    ahead = TypeAhead()
    assert pressed(ahead, "enter", "escape") == [True, False]
    assert due(ahead, lobby_store()) == []


@pytest.mark.parametrize("ui", [UiState(typing=TextInput("command")), UiState(panel="help"), UiState(is_cramped=True)])
def test_what_is_open_already_has_its_keys(ui):
    assert pressed(TypeAhead(), "a", ui=ui) == [False]
