"""Talk on the screen: rows that fit, and the place it takes."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from client.drawing.canvas import Canvas, clean, width_of
from client.fullscreen.screens import chat, page
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.state.fold import fold
from client.state.store import Store
from protocol import messages as m
from tests.support.builders.scenes import lines
from tests.support.builders.stores import lobby_store, number_of, table_store
from tests.support.builders.tables import person, war_table
from tests.support.games.sums import after, sums_table
from tests.support.golden.sentences import for_each, golden_test

SAYING = UiState(typing=TextInput("say"))


def heard(*texts: str, who: str = "ben") -> Store:
    store = Store()
    for text in texts:
        line = m.Line(who=who, player=number_of(who), text=text, manner="player", age_s=0.0, yours=False)
        store = fold(store, m.Heard(room=None, line=line), 0.0)
    return store


def told(store: Store, size: tuple[int, int], ui: UiState | None = None) -> list[str]:
    """The screen once ben has greeted those at the table, or in the hall."""
    line = m.Line(who="ben", player=number_of("ben"), text="hello", manner="player", age_s=0.0, yours=False)
    drawing = page.draw(fold(store, m.Heard(room=store.room, line=line), 1.0), ui or UiState(is_new=False), size, 1.0)
    region = next((region for region in drawing.regions if region.command == "talk" and region.height > 1), None)
    return [*lines(drawing)[-12:], f"A click at {region and (region.x, region.y)} lets one answer."]


def drawn(store: Store, ui: UiState, spare: tuple[int, int, int, int], end: int = 18) -> list[str] | None:
    canvas = Canvas(40, 21)
    canvas.spares(*spare)
    is_drawn = chat.put_beside(canvas, store, ui, end)
    return lines(canvas.done()) if is_drawn else None


def test_the_newest_rows_are_shown():
    shown = drawn(heard(*map(str, range(20))), UiState(), (10, 2, 30, 16))
    assert shown is not None
    assert [line.strip("│ ") for line in shown[11:17]] == [f"ben  {number}" for number in range(14, 20)]


def test_a_name_that_is_no_name_stays_in_the_panel():
    shown = drawn(heard("hi", who="漢" * 60), UiState(), (10, 2, 30, 16))
    assert shown is not None
    assert all(width_of(line) == 40 for line in shown)
    assert shown[11].endswith("│")


@given(st.text(st.sampled_from("ab c漢 é")), st.integers(2, 12), st.integers(2, 12))
def test_a_line_is_broken_into_rows_that_fit_and_loses_nothing_but_spaces(text, first, others):
    pieces = chat.break_text(clean(text), first, others)
    assert width_of(pieces[0]) <= first
    assert all(width_of(piece) <= others for piece in pieces[1:])
    assert "".join(pieces).replace(" ", "") == clean(text).replace(" ", "")


SAID = {
    "talk takes the lower part of a list": lambda: (
        (shown := drawn(heard("hi"), UiState(), (10, 2, 30, 16))),
        shown[9].strip(),
    ),
    "above what else stands there it takes less": lambda: drawn(heard("hi"), UiState(), (10, 2, 30, 16), end=10),
    "where nobody speaks or the list is short it takes nothing": lambda: for_each(
        drawn, [(Store(), UiState(), (10, 2, 30, 16)), (heard("hi"), UiState(), (10, 2, 30, 6))]
    ),
    "at a table talk stands beside the board or is told below it and opens to be answered": lambda: for_each(
        told,
        [
            (table_store(), (100, 32)),
            (table_store(), (60, 20)),
            (table_store(), (60, 20), SAYING),
            (table_store(sums_table(after(2))), (100, 32)),
        ],
    ),
    "who waits at a table reads talk below its code": lambda: told(
        table_store(war_table(None, phase="waiting", chairs=(person("ana"), person("")))), (100, 32)
    ),
    "in the lobby the hall is heard and a small screen opens it to be answered": lambda: for_each(
        told, [(lobby_store(), (80, 24)), (lobby_store(), (60, 20)), (lobby_store(), (60, 20), SAYING)]
    ),
    "who begins to speak has the place at once": lambda: drawn(Store(), SAYING, (10, 2, 30, 16)),
    "nothing new is marked once it is read": lambda: (
        chat.unread_mark((store := heard("a", "b")), UiState(), None),
        chat.news(store, UiState()),
        chat.unread_mark(store, (read := replace(UiState(), read={None: 2})), None),
        chat.news(store, read),
    ),
}

test_said = golden_test(__name__, SAID)
