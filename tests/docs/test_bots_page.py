import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest

from client.bots.bot import Info
from engines import catalog
from tests.support.processes.running import running_server
from tests.support.processes.talking import run_client

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


def listed(heading: str) -> list[str]:
    """The names in the first column of the table under a heading."""
    section = PAGE.partition(f"# {heading}\n")[2].partition("\n#")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_every_field_of_every_view_is_listed() -> None:
    for game in catalog.games().values():
        assert f"\n### {game.title}\n" in PAGE, f"docs/bots.md has no section on {game.title}: `make golden` drafts it"
        assert listed(game.title) == [field.name for field in fields(game.rules.View)], f"docs/bots.md, {game.title}"
    assert listed("Info") == [field.name for field in fields(Info)]


def test_the_moves_named_can_be_read() -> None:
    for game in catalog.games().values():
        section = PAGE.partition(f"### {game.title}\n")[2].partition("\n#")[0].rpartition("|\n")[2]
        named = [move for move in re.findall(r"`([^`]+)`", section) if move not in {"board", "time_limit_s"}]
        assert named, f"docs/bots.md names no move of {game.title} below its table"
        assert [game.rules.text(game.rules.read(move)) for move in named] == named


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("parlour ")]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs_as_printed(command: str, tmp_path: Path) -> None:
    with running_server(tmp_path) as url:
        program, *words = shlex.split(command)
        assert program == "parlour"
        done = run_client(tmp_path / "home", *words, url=url)
    assert done.returncode == 0, done.stderr
    games = int(re.findall(r"--games (\d+)", command)[0])
    assert len(done.stdout.splitlines()) == games + ("--json" in command)
    assert "95 % interval" in done.stderr
