import pytest

from client.commands import Place
from client.habits import Habits
from client.lines import Canvas
from client.screens.frame import (
    link_mark,
    link_sentence,
    most,
    put_frame,
    put_sentence,
    put_typing,
    retry_in_s,
)
from client.store import Link
from client.typed import Typing
from tests.support.stores import lobby_store


def rows(canvas):
    return ["".join(text for _, text in line) for line in canvas.done().lines]


@pytest.mark.parametrize(
    ("link", "mark"),
    [
        (Link("up"), "●"),
        (Link("up", latency_ms=17.6), "● 18 ms"),
        (Link("up", latency_ms=0.3), "● <1 ms"),
        (Link("connecting"), "○ connecting"),
        (Link("down"), "○ reconnecting"),
        (Link("replaced"), "○ not connected"),
        (Link("refused"), "○ not connected"),
    ],
)
def test_how_the_connection_stands_is_marked(link, mark):
    assert link_mark(link) == mark


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        (Link("up", "ws://host:1"), ""),
        (Link("connecting", "ws://host:1"), "Connecting to host:1."),
        (Link("connecting"), "Connecting to the server."),
        (Link("down", reason="It broke.", retry_in_s=2.5), "It broke. Trying again in 2 s; what is yours is kept."),
        (Link("down"), "The connection is lost. Trying again now; what is yours is kept."),
        (Link("refused", reason="The server is full."), "The server is full. Ctrl-Q leaves."),
        (
            Link("replaced", reason="You signed in from somewhere else."),
            "You signed in from somewhere else. Ctrl-Q leaves.",
        ),
    ],
)
def test_a_connection_that_is_not_up_is_explained(link, sentence):
    assert link_sentence(lobby_store(link=link, link_at=10.0), 10.6) == sentence


def test_the_time_to_the_next_try_never_goes_below_nothing():
    store = lobby_store(link=Link("down", retry_in_s=2.0), link_at=10.0)
    assert retry_in_s(store, 11.5) == 0.5
    assert retry_in_s(store, 99.0) == 0.0


def test_the_first_row_drops_what_there_is_no_room_for():
    canvas = Canvas(40, 6)
    put_frame(canvas, ("War", "table K7QF", "a very long description"), "you ● 4 ms", lobby_store())
    assert rows(canvas)[0] == " War   table K7QF            you ● 4 ms "
    assert rows(canvas)[1] == rows(canvas)[3] == "─" * 40


def test_a_sentence_too_long_is_cut():
    canvas = Canvas(20, 6)
    put_sentence(canvas, "x" * 50, "news")
    assert rows(canvas)[4] == f" {'x' * 17}… "


def put(typing, width=60):
    canvas = Canvas(width, 6)
    put_typing(canvas, typing, Place(lobby_store(), Habits()))
    return canvas.done().lines[4]


def test_what_is_typed_shows_with_its_cursor_and_what_may_follow():
    line = put(Typing("command", "re", 1))
    assert line[1:4] == (("key", ":"), ("typing", "r"), ("cursor", "e"))
    assert "redraw  refuse  rematch  repeat  replay  resign" in "".join(text for _, text in line)


def test_a_cursor_at_the_end_stands_on_a_blank():
    assert ("cursor", " ") in put(Typing("join", "K7", 2))


def test_of_a_long_line_the_end_is_shown():
    text = "".join(text for _, text in put(Typing("command", "x" * 90 + "end", 93), 40))
    assert "xend " in text
    assert len(text) == 40


LONG = "Hint (0 1 or Enter): it makes way for the 3♣, and from there the game can be won in 80 more moves."


def told(text, style, width=60):
    canvas = Canvas(width, 5)
    canvas.rule(2)
    put_sentence(canvas, text, style)
    return [row.rstrip() for row in rows(canvas)[2:4]]


def test_help_and_refusals_are_read_to_their_end_as_the_rule_gives_way():
    first, second = told(LONG, "advice")
    assert f"{first.strip()} {second.strip()}" == LONG
    assert told(LONG, "bad") == [first, second]
    assert told("Short.", "advice") == ["─" * 60, " Short."]


def test_news_keep_to_their_row():
    assert told(LONG, "news")[0] == "─" * 60
    assert told(LONG, "news")[1].endswith("…")


def test_what_has_no_room_even_so_is_cut():
    assert told(LONG * 2, "advice")[1].endswith("…")
    assert len(LONG) <= most(60) < 2 * 58
