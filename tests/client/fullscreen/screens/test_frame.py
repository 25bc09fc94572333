from client.commands.verb_table import CommandContext
from client.drawing.canvas import Canvas
from client.fullscreen.screens.frame import (
    link_mark,
    link_sentence,
    max_sentence_length,
    put_frame,
    put_sentence,
    put_typing,
    retry_in_s,
)
from client.fullscreen.ui.text_input import TextInput
from client.state.habits import Habits
from client.state.store import Link
from tests.support.builders.scenes import lines
from tests.support.builders.stores import lobby_store
from tests.support.golden.sentences import for_each, golden_test


def rows(canvas):
    return lines(canvas.done())


def put(typing, width=60):
    canvas = Canvas(width, 6)
    put_typing(canvas, typing, CommandContext(lobby_store(), Habits()))
    return canvas.done().lines[4]


LONG = "Hint (0 1 or Enter): it makes way for the 3♣, and from there the game can be won in 80 more moves."


def told(text, style):
    canvas = Canvas(60, 5)
    canvas.rule(2)
    put_sentence(canvas, text, style)
    return [row.rstrip() for row in rows(canvas)[2:4]]


def test_a_sentence_as_long_as_may_be_has_room_and_twice_that_is_cut():
    assert len(LONG) <= max_sentence_length(60) < 2 * 58
    assert told(LONG * 2, "advice")[1].endswith("…")


def test_a_word_longer_than_a_row_is_read_as_far_as_two_rows_go():
    canvas = Canvas(60, 5)
    put_sentence(canvas, f"No game {'n' * 70}", "bad")
    assert "".join(row.strip() for row in rows(canvas)[2:4]) == f"No game {'n' * 70}"


def test_a_sentence_leaves_nothing_of_the_longer_one_before_it():
    canvas = Canvas(60, 5)
    put_sentence(canvas, LONG, "advice")
    put_sentence(canvas, "The game waits.", "advice")
    assert [row.strip() for row in rows(canvas)[2:4]] == ["─" * 60, "The game waits."]


def first_row():
    canvas = Canvas(40, 6)
    put_frame(canvas, ("War", "table K7QF", "a very long description"), "you ● 4 ms", lobby_store())
    return rows(canvas)


SAID = {
    "how the connection stands is marked": lambda: for_each(
        link_mark,
        [
            Link("up"),
            Link("up", latency_ms=17.6),
            Link("up", latency_ms=0.3),
            Link("connecting"),
            Link("down"),
            Link("replaced"),
            Link("refused"),
        ],
    ),
    "a connection that is not up is explained": lambda: for_each(
        lambda link: link_sentence(lobby_store(link=link, link_at=10.0), 10.6),
        [
            Link("up", "ws://host:1"),
            Link("connecting", "ws://host:1"),
            Link("connecting"),
            Link("down", reason="It broke.", retry_in_s=2.5),
            Link("down"),
            Link("refused", reason="The server is full."),
            Link("replaced", reason="You signed in from somewhere else."),
        ],
    ),
    "the time to the next try never goes below nothing": lambda: (
        retry_in_s((store := lobby_store(link=Link("down", retry_in_s=2.0), link_at=10.0)), 11.5),
        retry_in_s(store, 99.0),
    ),
    "what is typed shows with its cursor and what may follow": lambda: (
        (line := put(TextInput("command", "re", 1)))[1:4],
        "".join((text for _, text in line)),
    ),
    "a cursor at the end stands on a blank": lambda: put(TextInput("join", "K7", 2)),
    "of a long line the end is shown": lambda: (
        (text := "".join((text for _, text in put(TextInput("command", "x" * 90 + "end", 93), 40)))),
        len(text),
    ),
    "the first row drops what there is no room for": first_row,
    "what is only in the way keeps to its row and news and help and refusals are read to their end": lambda: for_each(
        told, [(LONG, "soft"), (LONG, "news"), (LONG, "advice"), (LONG, "bad"), ("Short.", "advice")]
    ),
}

test_said = golden_test(__name__, SAID)
