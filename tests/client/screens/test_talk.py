"""Talk on the screen: rows that fit, and the place it takes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.desk import Desk
from client.lines import Canvas, clean, width_of
from client.screens import talk
from client.store import Store, fold
from client.typed import Typing
from protocol import messages as m
from tests.support.stores import number_of

SAYING = Desk(typing=Typing("say"))


def heard(*texts: str, who: str = "ben") -> Store:
    store = Store()
    for text in texts:
        line = m.Line(who=who, player=number_of(who), text=text, manner="player", age_s=0.0, yours=False)
        store = fold(store, m.Heard(room=None, line=line), 0.0)
    return store


def drawn(store: Store, desk: Desk, spare: tuple[int, int, int, int], end: int = 18) -> list[str] | None:
    canvas = Canvas(40, 21)
    canvas.spares(*spare)
    is_drawn = talk.put_beside(canvas, store, desk, end)
    return ["".join(text for _, text in line) for line in canvas.done().lines] if is_drawn else None


def test_talk_takes_the_lower_part_of_a_list():
    lines = drawn(heard("hi"), Desk(), (10, 2, 30, 16))
    assert lines is not None
    assert lines[9].strip() == ""
    assert lines[10] == " " * 10 + "├─ Talk ─────────────────────┤"
    assert lines[11] == " " * 10 + "│ ben  hi                    │"
    assert lines[17] == " " * 10 + "└────────────────────────────┘"


def test_above_what_else_stands_there_it_takes_less():
    lines = drawn(heard("hi"), Desk(), (10, 2, 30, 16), end=10)
    assert lines is not None
    assert lines[9].startswith(" " * 10 + "└")


@pytest.mark.parametrize(
    ("store", "desk", "spare"), [(Store(), Desk(), (10, 2, 30, 16)), (heard("hi"), Desk(), (10, 2, 30, 6))]
)
def test_where_nobody_speaks_or_the_list_is_short_it_takes_nothing(store, desk, spare):
    assert drawn(store, desk, spare) is None


def test_who_begins_to_speak_has_the_place_at_once():
    lines = drawn(Store(), SAYING, (10, 2, 30, 16))
    assert lines is not None
    assert "Enter sends what you type." in lines[11]


def test_the_newest_rows_are_shown():
    lines = drawn(heard(*map(str, range(20))), Desk(), (10, 2, 30, 16))
    assert lines is not None
    assert [line.strip("│ ") for line in lines[11:17]] == [f"ben  {number}" for number in range(14, 20)]


def test_a_name_that_is_no_name_stays_in_the_panel():
    lines = drawn(heard("hi", who="漢" * 60), Desk(), (10, 2, 30, 16))
    assert lines is not None
    assert all(width_of(line) == 40 for line in lines)
    assert lines[11].endswith("│")


def test_nothing_new_is_marked_once_it_is_read():
    store = heard("a", "b")
    assert talk.mark(store, Desk(), None) == "2 said"
    assert talk.news(store, Desk()) == "ben says: b"
    read = replace(Desk(), read={None: 2})
    assert (talk.mark(store, read, None), talk.news(store, read)) == ("", "")


@given(st.text(st.sampled_from("ab c漢 é")), st.integers(2, 12), st.integers(2, 12))
def test_a_line_is_broken_into_rows_that_fit_and_loses_nothing_but_spaces(text, first, others):
    pieces = talk.broken(clean(text), first, others)
    assert width_of(pieces[0]) <= first
    assert all(width_of(piece) <= others for piece in pieces[1:])
    assert "".join(pieces).replace(" ", "") == clean(text).replace(" ", "")
