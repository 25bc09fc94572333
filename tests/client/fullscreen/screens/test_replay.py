"""A game that is over, as it is drawn while one steps through it."""

import pytest

from client.drawing.canvas import width_of
from client.fullscreen.screens import page
from client.fullscreen.ui.state import UiState
from client.history.replay import go_to, set_running
from client.state.store import Store
from tests.support.builders.stores import table_store
from tests.support.golden.reviews import games, reviewed
from tests.support.golden.sentences import for_each, golden_test

SIZES = ((100, 32), (80, 24), (60, 20))


def drawn(replay, store=None, size=(100, 32), **ui):
    return page.draw(store or Store(), UiState(replay=replay, **ui), size, 0.0)


def text(drawing):
    return "\n".join("".join(text for _, text in line) for line in drawing.lines)


@pytest.mark.slow
@pytest.mark.parametrize(("stem", "number"), [*games()])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_position_of_every_game_fills_every_screen(stem, number, seat):
    replay = reviewed(stem, number, seat)
    for at in range(replay.last + 1):
        for width, height in SIZES:
            lines = drawn(go_to(replay, at), size=(width, height)).lines
            assert [sum(width_of(text) for _, text in line) for line in lines] == [width] * height


def test_the_place_and_the_eyes_are_said():
    replay = reviewed()
    assert f"as ann saw it   event 7 of {replay.last}" in text(drawn(go_to(replay, 7)))
    assert f"as watched   event 0 of {replay.last}" in text(drawn(reviewed(seat=None)))
    assert f"▶ event 0 of {replay.last}" in text(drawn(set_running(replay)))


def test_the_sentence_is_that_of_the_event():
    replay = reviewed("war-normal", 2)
    assert "The game begins." in text(drawn(replay))
    assert "You resigned." in text(drawn(go_to(replay, replay.last)))


def test_the_end_is_told_at_the_end_alone():
    replay = reviewed()
    assert "The game is over" in text(drawn(go_to(replay, replay.last)))
    assert "┌─ The game is over" not in text(drawn(go_to(replay, replay.last - 1)))


def test_nothing_is_offered_that_only_a_player_can_do():
    assert "SPACE to flip" not in text(drawn(reviewed()))
    assert "YOUR TURN" not in text(drawn(reviewed("blocky-takebacks")))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_game_of_blocky_shows_its_board_and_moves_but_nothing_to_do(size, seat):
    replay = go_to(reviewed("blocky-takebacks", seat=seat), 4)
    shown = text(drawn(replay, size=size))
    for effect in ("turn right", "combine", "smash", "Marked:", "W bigger"):
        assert effect not in shown
    assert "turn left board" in shown


SAID = {
    "whose turn it was is said from where one looks": lambda: for_each(
        lambda seat: text(drawn(go_to(reviewed("blocky-takebacks", seat=seat), 4))), [0, 1, None]
    ),
    "the wheel goes through the events and a click does nothing": lambda: for_each(
        lambda stem: ((region := drawn(reviewed(stem)).at(40, 12)).command, region.wheel),
        ["war-normal", "blocky-three", "streets_and_alleys", "tower_blaster"],
    ),
    "it lies over the table that one sits at": lambda: text(drawn(reviewed(), table_store())).splitlines()[0],
    "a refusal is read first": lambda: text(drawn(reviewed(), Store(sentence="No such thing.", refused=True))),
}

test_said = golden_test(__name__, SAID)
