import threading
from pathlib import Path
from traceback import FrameSummary

import pytest

from client.bots.thinking import ThreadedCall, describe_error, program_line

HERE = Path(__file__)


async def test_a_thought_comes_to_a_result() -> None:
    thought = ThreadedCall(lambda: "flip")
    await thought.done.wait()
    assert (thought.result, thought.error) == ("flip", None)


async def test_a_thought_that_fails_in_whatever_way_comes_to_its_error() -> None:
    def leave() -> None:
        raise SystemExit(3)

    thought = ThreadedCall(leave)
    await thought.done.wait()
    assert isinstance(thought.error, SystemExit)
    assert describe_error(thought.error, HERE.parent).startswith("test_thinking.py, line ")


async def test_where_a_thought_is_can_be_seen_while_it_lasts() -> None:
    began, may_end = threading.Event(), threading.Event()

    def think() -> None:
        began.set()
        may_end.wait()

    thought = ThreadedCall(think)
    assert began.wait(10)
    assert program_line(thought.frames(), HERE.parent).startswith("test_thinking.py, line ")
    may_end.set()
    await thought.done.wait()
    assert thought.frames() == ()


def test_a_place_is_the_innermost_in_the_programs_own_folder_or_else_anywhere() -> None:
    frames = [
        FrameSummary(f"/{folder}/{name}.py", line, "f") for folder, name, line in (("a", "bot", 4), ("b", "x", 9))
    ]
    assert program_line(frames, Path("/a")) == "bot.py, line 4"
    assert program_line(frames) == "x.py, line 9"
    assert program_line([FrameSummary("<frozen runpy>", 1, "f")]) == ""


def test_a_syntax_error_is_told_where_it_stands() -> None:
    with pytest.raises(SyntaxError) as failed:
        compile("class", "/a/mybot.py", "exec")
    assert describe_error(failed.value) == "mybot.py, line 1: SyntaxError: invalid syntax"
