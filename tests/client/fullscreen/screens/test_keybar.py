"""The key bar: what stands there, in which form, and what a click does."""

from __future__ import annotations

from client.drawing.canvas import Canvas
from client.fullscreen.screens.keybar import entry_of, put_keys
from client.fullscreen.ui.bindings import Keymap, active_keys
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.games.blocky import KEYS
from tests.support.builders.stores import lobby_store, table_store
from tests.support.builders.tables import war_table, war_view


def rows(canvas):
    return ["".join(text for _, text in line) for line in canvas.done().lines]


def test_the_keys_that_do_not_work_stand_in_brackets_and_help_stays_longest():
    store = table_store(war_table(war_view(flipped=(True, False)), turn=(1,)))
    for width in (140, 80, 60, 30, 12):
        canvas = Canvas(width, 6)
        put_keys(canvas, Keymap(store, UiState()), UiState())
        assert "? help" in rows(canvas)[-1]
    canvas = Canvas(140, 6)
    put_keys(canvas, Keymap(store, UiState()), UiState())
    assert rows(canvas)[-1].startswith("(Space flip) a auto  f next war (F finish) i invite ")


def test_every_entry_of_the_key_bar_can_be_clicked_on_each_of_its_cells():
    canvas = Canvas(140, 6)
    put_keys(canvas, Keymap(lobby_store(), UiState()), UiState())
    drawing = canvas.done()
    text = "".join(text for _, text in drawing.lines[-1])
    for key in active_keys(lobby_store(), UiState()):
        if key.label:
            start = text.index(f"{key.shown} {key.label}")
            for x in range(start, start + len(f"{key.shown} {key.label}")):
                assert drawing.at(x, 5).command == f"press {key.presses[0]}"


def test_while_something_is_typed_its_keys_are_shown():
    canvas = Canvas(80, 6)
    typing = UiState(typing=TextInput("command"))
    put_keys(canvas, Keymap(lobby_store(), typing), typing)
    assert rows(canvas)[-1].strip() == "Enter do it  Esc cancel  Tab complete"


def test_the_way_back_stays_longer_than_what_the_game_has():
    for width in (60, 40):
        canvas = Canvas(width, 6)
        put_keys(canvas, Keymap(table_store(war_table(war_view(), turn=(0, 1))), UiState()), UiState())
        assert "Esc back" in rows(canvas)[-1]


def test_keys_that_are_called_the_same_share_the_word_and_tell_which_of_them_works():
    bigger, smaller = KEYS[1:3]
    shown = {works: entry_of((bigger, smaller), works) for works in ((True, True), (True, False), (False, False))}
    assert [entry.width for entry in shown.values()] == [len(" W/S level "), len(" W/(S) level "), len("(W/S level)")]
    assert shown[True, False].shown == (("W", "key"), ("(S)", "key-off"))
