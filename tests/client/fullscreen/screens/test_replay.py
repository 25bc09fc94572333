"""A game that is over, as it is drawn while one steps through it."""

import pytest

from client.drawing.canvas import width_of
from client.fullscreen.screens import page
from client.fullscreen.ui.state import UiState
from client.history.replay import go_to, set_running
from client.state.store import Store
from tests.support.builders.scenes import lines
from tests.support.builders.scenes import text_of as text
from tests.support.builders.stores import table_store
from tests.support.golden.reviews import games, reviewed
from tests.support.golden.sentences import for_each, golden_test

SIZES = ((100, 32), (80, 24), (60, 20))


def drawn(replay, store=None, size=(100, 32), **ui):
    return page.draw(store or Store(), UiState(replay=replay, **ui), size, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize(("stem", "number"), [*games()])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_position_of_every_game_fills_every_screen(stem, number, seat):
    replay = reviewed(stem, number, seat)
    for at in range(replay.last + 1):
        for width, height in SIZES:
            lines = drawn(go_to(replay, at), size=(width, height)).lines
            assert [sum(width_of(text) for _, text in line) for line in lines] == [width] * height


def told(stem, number, seat, at):
    """The first row, the sentence, and the list of the end."""
    replay = reviewed(stem, number, seat)
    rows = lines(drawn(go_to(replay, at % (replay.last + 1))))
    start = next((row for row, line in enumerate(rows) if "─ The game is over" in line), len(rows))
    return [rows[0], rows[-2], *(line[-40:] for line in rows[start:-3])]


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
    assert "turn left" in shown


SAID = {
    "the first row says the place and the eyes and the last the event": lambda: for_each(
        told, [("war-normal", 1, 0, 7), ("war-normal", 1, None, 0), ("war-normal", 2, 0, 0)]
    ),
    "the end is told at the end alone": lambda: for_each(
        told, [("war-normal", 1, 0, -1), ("war-normal", 1, 0, -2), ("war-normal", 2, 0, -1)]
    ),
    "a replay that goes on by itself says so": lambda: lines(drawn(set_running(reviewed())))[0],
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
