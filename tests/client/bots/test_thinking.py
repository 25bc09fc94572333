import threading
from pathlib import Path
from traceback import FrameSummary

from client.bots.thinking import ThreadedCall, program_line

HERE = Path(__file__)


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
