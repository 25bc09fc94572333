"""Which keys there are wherever a player can be, and what each does there: all of them stand in the golden page."""

import pytest

from client import tours
from client.fullscreen.ui.active_keys import active_keys
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.keys import GLOBAL_KEYS
from client.fullscreen.ui.state import UiState
from client.games import find
from client.state.fold import fold
from protocol import messages as m
from tests.support.builders.places import PLACES
from tests.support.builders.stores import table_store
from tests.support.builders.tables import war_table
from tests.support.games import pegs
from tests.support.games.street_tables import street, street_table
from tests.support.games.streets import layout
from tests.support.golden.sentences import golden_test


def keys_of(store, ui):
    """What each active key stands for, but for those of everywhere: its label, whether it works, what it asks first."""
    keymap = Keymap(store, ui)
    return [told(key, keymap) for key in keymap.keys if key not in GLOBAL_KEYS]


def told(key, keymap):
    """A key with its label, and what it does."""
    resolved = keymap.resolve(key.presses[0])
    does = "cannot be pressed here" if resolved is None else resolved.command
    asks = resolved and keymap.question(resolved)
    works = "" if resolved is None or keymap.is_on(key) else "but not now"
    return "  ".join(filter(None, (key.shown, key.label and f"[{key.label}]", does, works, asks)))


def test_the_keys_of_everywhere_work_everywhere_but_where_there_is_no_room():
    for store, ui in PLACES.values():
        keymap = Keymap(store, ui)
        found = [keymap.resolve(press) for key in GLOBAL_KEYS for press in key.presses]
        assert all(found) is not (ui.is_cramped or ui.question is not None)


def test_a_key_that_aims_at_nothing_scrolls():
    with pegs.known():
        table = table_store(pegs.pegs_table())
        assert Keymap(table, UiState()).resolve("up").command == "up"
        assert Keymap(table, UiState(mark=("at 1 1",))).resolve("up").command == "aim up"


def test_an_entry_is_on_where_any_of_its_keys_does_something():
    key = next(key for key in find("streets_and_alleys").keys if (key.shown, key.label) == ("0-7", "move"))
    first_is_empty, won = (
        table_store(street_table(street(at))) for at in (layout("", "3D"), layout(foundations="AC - - -"))
    )
    assert Keymap(first_is_empty, UiState()).is_on(key)
    assert not Keymap(won, UiState()).is_on(key)


def test_an_entry_is_on_where_another_entry_of_its_key_does_something():
    keymap = Keymap(*PLACES["over"])
    assert keymap.resolve("enter").command == "leave over"
    assert keymap.is_on(next(key for key in find("war").keys if "enter" in key.presses))


@pytest.mark.parametrize("game", tours.names())
def test_in_a_tour_nothing_is_lost_so_no_key_asks_first(game):
    for step in tours.find(game).steps:
        for table in step.tables:
            keymap = Keymap(table_store(table, name="you"), UiState())
            assert [asks for key in keymap.keys if (asks := keymap.question(keymap.resolve(key.presses[0])))] == []


@pytest.mark.parametrize("game", tours.names())
def test_at_the_end_of_a_tour_enter_and_esc_go_to_the_lobby(game):
    tour = tours.find(game)
    over = table_store(tour.steps[-1].tables[-1], name="you")
    table = over.seated.table
    said = m.Advice(ref=0, room=table.room, number=table.number, ply=table.ply, about="hint", move=None, text=tour.end)
    for press in ("enter", "escape"):
        assert Keymap(over, UiState()).resolve(press).command != "lobby"
        assert Keymap(fold(over, said, 0.0), UiState()).resolve(press).command == "lobby"


SAID = {place: lambda place=place: keys_of(*PLACES[place]) for place in PLACES}

test_said = golden_test(__name__, SAID)


def test_in_the_invitation_c_copies_also_where_it_would_call_a_computer():
    waiting = table_store(war_table(None, phase="waiting", turn=()))
    assert Keymap(waiting, UiState()).resolve("c").command == "fill"
    keymap = Keymap(waiting, UiState(panel="invite"))
    assert keymap.resolve("c").command == "copy"
    assert [key.label for key in active_keys(waiting, UiState(panel="invite")) if "c" in key.presses] == ["copy"]
