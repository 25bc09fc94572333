"""What is not seen is not formatted: a list takes no longer to draw because it is longer."""

import pytest

from client.drawing.canvas import Canvas
from client.fullscreen.screens import chat
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.games.war import rounds
from client.games.widgets import move_list
from client.games.widgets.rectangles import Rectangle
from client.state.chat import MAX_LINES
from client.state.fold import fold
from client.state.store import Store
from engines.war.view import Round
from protocol import messages as m
from tests.support.builders.scenes import scene_of
from tests.support.builders.stores import number_of
from tests.support.builders.tables import war_draw, war_view

MANY = 1000
WIDTH, HEIGHT = 60, 10
SEEN = HEIGHT - 2


class CountedText(str):
    """A text that counts how often it is formatted."""

    __slots__ = ()
    formatted = 0

    def __format__(self, spec):
        CountedText.formatted += 1
        return super().__format__(spec)


@pytest.fixture
def count(monkeypatch):
    """Counts the calls of a module's function."""

    def counting(module, name):
        calls, do = [], getattr(module, name)

        def called(*arguments, **more):
            calls.append(arguments)
            return do(*arguments, **more)

        monkeypatch.setattr(module, name, called)
        return calls

    return counting


@pytest.mark.parametrize("scroll", [0, 500, MANY])
def test_of_a_thousand_rounds_of_war_those_in_the_frame_are_formatted(count, scroll):
    formatted = count(rounds, "_pieces")
    finished = (Round((war_draw("5C", "QH", 5, 12),), 1, 2),) * MANY
    scene = scene_of(war_view(rounds=finished), ("ana", "ben"), (WIDTH, HEIGHT), scroll=scroll)
    rounds.put_rounds(Canvas(WIDTH, HEIGHT), scene, Rectangle(0, 0, WIDTH, HEIGHT))
    assert len(formatted) == SEEN


@pytest.mark.parametrize("mark", [None, 0, 500, MANY - 1])
def test_of_a_thousand_moves_those_in_the_frame_are_formatted(mark):
    moves = tuple(CountedText(f"move{number}") for number in range(MANY))
    scene = scene_of(war_view(), ("ana", "ben"), (WIDTH, HEIGHT), mark=None if mark is None else moves[mark])
    CountedText.formatted = 0
    move_list.draw_moves(Canvas(WIDTH, HEIGHT), Rectangle(0, 0, WIDTH, HEIGHT), moves, scene)
    # Each is numbered, and stands in the commands of its row: to make it, and to mark it.
    assert 0 < CountedText.formatted <= 3 * SEEN


def test_of_all_that_was_said_the_lines_in_the_frame_are_broken_into_rows(count):
    broken = count(chat, "break_text")
    store = Store()
    for number in range(MAX_LINES):
        line = m.Line(who="ben", player=number_of("ben"), text=str(number), manner="player", age_s=0.0, yours=False)
        store = fold(store, m.Heard(room=None, line=line), 0.0)
    chat.put_lobby_chat(Canvas(WIDTH, HEIGHT), store, UiState(), (0, 0, WIDTH, HEIGHT))
    assert [text for text, *_ in broken] == [str(number) for number in reversed(range(MAX_LINES - SEEN + 1, MAX_LINES))]
    broken.clear()
    chat.put_open(Canvas(WIDTH, 24), store, UiState(typing=TextInput("say")), 21)
    assert len(broken) == chat.OPEN_ROWS - 2
