import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engines.war.view import View
from tests.support.running import running_server

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


def test_the_turn_shown_is_one() -> None:
    turn = json.loads(blocks("json")[0])
    assert msgspec.convert(turn["view"], View).left == (26, 26)
    assert turn["legal"] == ["flip"]


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("parlour ")]


@pytest.mark.whole
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs_as_printed(command: str, tmp_path: Path) -> None:
    with running_server(tmp_path) as url:
        program, *arguments = shlex.split(command)
        assert program == "parlour"
        done = subprocess.run(
            [sys.executable, "-m", "client", *arguments],
            cwd=ROOT,
            env={**os.environ, "PARLOUR_HOME": str(tmp_path / "home"), "PARLOUR_SERVER": url},
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3
    assert "95 % interval" in done.stderr
