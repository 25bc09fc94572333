import io
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import msgspec
import pytest

from client.bots.bot import RESIGN, Info
from client.bots.results import Results
from client.cli import arguments
from engines import catalog
from engines.war.view import View
from protocol import messages as m
from server.limits.settings import ServerLimits
from tests.support.builders.tables import war_table, war_view
from tests.support.patience import PATIENCE_S
from tests.support.processes.running import running_server

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/bots.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def without_comments(source: str) -> str:
    return "\n".join(line for line in source.splitlines() if line.strip() and not line.lstrip().startswith("#"))


def test_the_python_example_is_the_file() -> None:
    shown, file = blocks("python")[0], (ROOT / "examples/steady.py").read_text()
    assert "return legal[0]" in shown
    assert "return legal[0]" in file
    assert re.findall(r"class \w+\(Bot\)", shown) == re.findall(r"class \w+\(Bot\)", file)


def test_the_shell_example_is_the_file() -> None:
    shown = next(block for block in blocks("sh") if block.startswith("#!"))
    assert without_comments(shown) == without_comments((ROOT / "examples/steady.sh").read_text())


LINES = [json.loads(line) for block in blocks("json") for line in block.splitlines()]


def test_every_kind_of_line_is_shown_and_is_one() -> None:
    turn, *moves, result, summary, refusal = LINES
    assert set(turn) == {"view", "legal", "info"}
    assert msgspec.convert(turn["view"], View).left == (26, 26)
    assert [field.name for field in fields(Info)] == list(turn["info"])
    assert [move["move"] for move in moves] == [*turn["legal"], RESIGN]
    assert msgspec.convert(refusal, m.Refused).retry_after_s is None
    told = io.StringIO()
    results = Results(told, io.StringIO(), json=True)
    ending = m.Ending(scores=(30, 22), winners=(0,), reason="Both hands are empty.")
    over = war_table(war_view(), room="KQFM", phase="over", ending=ending, chairs=CHAIRS)
    assert results.count(over)
    results.conclude()
    first, last = map(json.loads, told.getvalue().splitlines())
    assert first == result
    assert {**last, "interval": [round(bound, 4) for bound in last["interval"]]} == summary


CHAIRS = (m.SeatInfo(kind="person", name="ana", won=1), m.SeatInfo(kind="computer", name="flipper", won=0))


def listed(heading: str) -> list[str]:
    """The names in the first column of the table under a heading."""
    section = PAGE.partition(f"# {heading}\n")[2].partition("\n#")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_every_field_of_every_view_is_listed() -> None:
    for game in catalog.games().values():
        assert listed(game.title) == [field.name for field in fields(game.View)], game.title
    assert listed("Info") == [field.name for field in fields(Info)]


def test_the_moves_named_can_be_read() -> None:
    for game in catalog.games().values():
        section = PAGE.partition(f"### {game.title}\n")[2].partition("\n#")[0].rpartition("|\n")[2]
        named = [move for move in re.findall(r"`([^`]+)`", section) if move not in {"board", "time_limit_s"}]
        assert named
        assert [game.text(game.read(move)) for move in named] == named


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("parlour ")]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs_as_printed(command: str, tmp_path: Path) -> None:
    with running_server(tmp_path) as url:
        program, *words = shlex.split(command)
        assert program == "parlour"
        done = subprocess.run(
            [sys.executable, "-m", "client", *words],
            cwd=ROOT,
            env={**os.environ, "PARLOUR_HOME": str(tmp_path / "home"), "PARLOUR_SERVER": url},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
    assert done.returncode == 0, done.stderr
    games = int(re.findall(r"--games (\d+)", command)[0])
    assert len(done.stdout.splitlines()) == games + ("--json" in command)
    assert "95 % interval" in done.stderr


@pytest.mark.parametrize("command", re.findall(r"^    parlour (.+)$", PAGE, re.MULTILINE))
def test_what_needs_a_friend_is_understood(command: str) -> None:
    assert arguments.read(shlex.split(command)).command == "bot"


def test_the_moves_a_second_are_the_usual() -> None:
    assert f"takes {ServerLimits().moves_per_s:.0f} moves a second" in PAGE
