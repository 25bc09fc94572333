"""The key bar: what stands there, in which form, and what a click does."""

from __future__ import annotations

from client.drawing.canvas import Canvas
from client.fullscreen.screens.keybar import entry_of, put_keys
from client.fullscreen.ui.active_keys import active_keys
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.games.blocky import KEYS
from tests.support.builders.scenes import lines
from tests.support.builders.stores import lobby_store, table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.golden.sentences import for_each, golden_test


def bar(width, store, ui=None):
    put_keys(canvas := Canvas(width, 6), Keymap(store, ui or UiState()), ui or UiState())
    return canvas.done()


def test_every_entry_of_the_key_bar_can_be_clicked_on_each_of_its_cells():
    drawing = bar(200, lobby_store())
    text = lines(drawing)[-1]
    for key in active_keys(lobby_store(), UiState()):
        if key.label:
            shared = key.shown if key.presses == ("up",) else f"{key.shown} {key.label}"
            start = text.index(shared)
            for x in range(start, start + len(shared)):
                assert drawing.at(x, 5).command == f"press {key.presses[0]}"


def test_keys_that_are_called_the_same_share_the_word_and_tell_which_of_them_works():
    bigger, smaller = KEYS[1:3]
    shown = {works: entry_of((bigger, smaller), works) for works in ((True, True), (True, False), (False, False))}
    assert [entry.width for entry in shown.values()] == [len(" W/S level "), len(" W/(S) level "), len("(W/S level)")]
    assert shown[True, False].shown == (("W", "key"), ("(S)", "key-off"))


FLIPPED = table_store(war_table(war_view(flipped=(True, False)), turn=(1,)))

SAID = {
    "keys that do not work stand in brackets or give way and help stays longest then the way back": lambda: for_each(
        lambda width: lines(bar(width, FLIPPED))[-1], [140, 80, 60, 40, 30, 12]
    ),
    "while something is typed its keys are shown": lambda: lines(
        bar(80, lobby_store(), UiState(typing=TextInput("command")))
    )[-1],
}

test_said = golden_test(__name__, SAID)
