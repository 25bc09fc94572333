import sys
from pathlib import Path

import pytest

from client.bots import pipes
from client.bots import subprocess_bot as program_file
from client.bots.bot import BotFailedError
from client.bots.subprocess_bot import SubprocessBot
from tests.client.bots.test_bot import TURN

pytestmark = pytest.mark.slow

ECHO = """
import json, sys
for line in sys.stdin:
    turn = json.loads(line)
    assert turn["view"] == {"left": [26, 26]} and turn["info"]["ply"] == 3, turn
    print(json.dumps({"move": turn["legal"][-1]}), flush=True)
"""


def program(tmp_path: Path, text: str) -> SubprocessBot:
    path = tmp_path / "program.py"
    path.write_text(text)
    return SubprocessBot(f"{sys.executable} '{path}'")


async def test_a_program_in_another_language_reads_and_writes_lines_of_json(tmp_path: Path) -> None:
    bot = program(tmp_path, ECHO)
    assert [await bot.choose(TURN) for _ in range(3)] == ["wait"] * 3
    await bot.aclose()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("raise SystemExit(7)", "exit code 7 instead of making|stopped reading"),
        ("input(); print('hello', flush=True); input()", "'hello', which is no"),
        ("input(); print('{\"move\": 3}', flush=True); input()", "not legal"),
        ("input(); print('[]', flush=True); input()", "which is no"),
        ("input(); print('x' * 100000, flush=True); input()", "a line longer than"),
    ],
)
async def test_a_program_that_fails_is_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    bot = program(tmp_path, text)
    with pytest.raises(BotFailedError, match=sentence):
        await bot.choose(TURN)
    await bot.aclose()


async def test_a_silent_program_is_given_up_and_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_file, "ANSWER_LIMIT_S", 0.3)
    monkeypatch.setattr(pipes, "GOODBYE_LIMIT_S", 0.1)
    bot = program(tmp_path, "import signal; signal.pause()")
    with pytest.raises(BotFailedError, match="was silent"):
        await bot.choose(TURN)
    await bot.aclose()


@pytest.mark.parametrize("command", ["", "'", "/no/such/program", "."])
async def test_a_program_that_cannot_be_started_is_a_sentence(command: str) -> None:
    with pytest.raises(BotFailedError, match="can't be started"):
        await SubprocessBot(command).choose(TURN)
