"""A move on its way is drawn as such only once the answer is slow."""

from dataclasses import replace

import pytest

from client.fullscreen.screens import page
from client.fullscreen.screens.page import HIDDEN_S
from client.fullscreen.ui.state import UiState
from client.state.fold import fold
from client.state.store import Sent
from protocol import messages as m
from tests.support.builders.stores import lobby_store, table_store

SENT_AT = 7.0
SIZE = (80, 24)
FLIP = m.Play(room="KQFM", number=1, ply=0, move="flip")


def drawn(store, after_s):
    drawing = page.draw(store, UiState(), SIZE, SENT_AT + after_s)
    return "\n".join("".join(text for _, text in line) for line in drawing.lines), drawing.again_s


def test_nothing_changes_on_screen_until_the_answer_is_slow():
    before = table_store()
    after = fold(before, Sent(FLIP), SENT_AT)
    assert drawn(after, 0.0)[0] == drawn(before, 0.0)[0]
    assert drawn(after, HIDDEN_S)[0] != drawn(before, 0.0)[0]


def test_the_screen_is_drawn_anew_when_patience_ends():
    after = fold(table_store(), Sent(FLIP), SENT_AT)
    _, again_s = drawn(after, 0.0625)
    assert again_s == pytest.approx(HIDDEN_S - 0.0625)
    assert drawn(after, HIDDEN_S)[1] is None


def test_a_move_of_another_table_hides_nothing():
    elsewhere = replace(fold(table_store(), Sent(FLIP), SENT_AT), room=None)
    assert drawn(elsewhere, 0.0)[0] == drawn(lobby_store(rooms=elsewhere.rooms), 0.0)[0]
