"""What is written down: one line an event, and no word of what a fault was about."""

from __future__ import annotations

import logging

import pytest

from server.ops import logging as server_logging
from server.ops.logging import DEEPEST, BoundedHandler, LineFormatter, describe_error

SECRET = "the-ace-of-spades"


def line(message: str, *values: object, error: BaseException | None = None) -> str:
    trace = (type(error), error, error.__traceback__) if error else None
    return LineFormatter().format(logging.LogRecord("parlour.room", logging.ERROR, __file__, 1, message, values, trace))


def stumble(depth: int) -> None:
    if not depth:
        raise KeyError(SECRET)
    stumble(depth - 1)


def stumble_because() -> None:
    try:
        stumble(1)
    except KeyError as cause:
        raise RuntimeError(SECRET) from cause


def test_a_line_says_when_how_grave_and_who_and_ends_with_what_happened():
    assert line("event=room-lost room=%s", "KQFM").endswith(" level=ERROR from=parlour.room event=room-lost room=KQFM")


@pytest.mark.parametrize("text", ["a\nevent=forged", "\x1b[2J", "a\x85b", "\u202egnp"])
def test_nobody_can_write_a_line_of_their_own_or_play_with_a_terminal(text):
    assert line("event=noted name=%s", text).isprintable()
    assert line("event=noted name=%s", "zoë").endswith("name=zoë")


def test_a_fault_is_written_by_type_and_place_and_not_by_what_it_says():
    with pytest.raises(KeyError) as caught:
        stumble(1)
    written = line("event=room-failed", error=caught.value)
    assert "event=room-failed error=KeyError at=tests/server/ops/test_logging.py:" in written
    assert SECRET not in written


def test_what_a_fault_came_from_is_told_too():
    with pytest.raises(RuntimeError) as caught:
        stumble_because()
    assert describe_error(caught.value).startswith("RuntimeError<KeyError at=")
    assert SECRET not in describe_error(caught.value)


def test_a_fault_that_went_through_many_places_is_cut_to_the_innermost():
    with pytest.raises(KeyError) as caught:
        stumble(50)
    assert describe_error(caught.value).count("<") == DEEPEST - 1


@pytest.mark.parametrize(("mode", "is_bounded"), [("a+", True), ("a", False)])
def test_a_log_that_can_be_read_keeps_its_end_within_a_bound(tmp_path, monkeypatch, mode, is_bounded):
    monkeypatch.setattr(server_logging, "MAX_LOG_BYTES", 2000)
    monkeypatch.setattr(server_logging, "KEPT_LOG_BYTES", 1000)
    path = tmp_path / "server.log"
    with path.open(mode) as file:
        handler = BoundedHandler(file)
        handler.setFormatter(LineFormatter())
        for number in range(100):
            handler.emit(
                logging.LogRecord("parlour", logging.INFO, __file__, 1, f"event=odd number={number}", (), None)
            )
    lines = path.read_text().splitlines()
    assert (path.stat().st_size <= 2100) == is_bounded
    assert lines[-1].endswith("number=99")
    assert all(line.startswith("2") for line in lines)
