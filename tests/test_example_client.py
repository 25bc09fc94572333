"""The example client is a whole client: it plays against a real server, and says what is wrong where it cannot."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.processes.running import running_server

PROGRAM = Path(__file__).parents[1] / "docs" / "example_client.py"


def run(url: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, PROGRAM, url], capture_output=True, text=True, timeout=PATIENCE_S)


@pytest.mark.slow
def test_it_plays_a_game_of_war_to_its_end(tmp_path: Path):
    with running_server(tmp_path) as url:
        finished = run(url)
    assert finished.stderr == ""
    assert finished.returncode == 0
    score = re.fullmatch(
        r"(?P<verdict>example won|flipper won|A tie) \(example (?P<mine>\d+), flipper (?P<its>\d+)\)\. .+\n",
        finished.stdout,
    )
    assert score, finished.stdout
    mine, its = int(score["mine"]), int(score["its"])
    assert score["verdict"] == ("A tie" if mine == its else "example won" if mine > its else "flipper won")
    assert 0 < mine + its <= 52


@pytest.mark.slow
def test_it_says_so_where_no_server_is():
    finished = run("ws://127.0.0.1:1")
    assert finished.returncode == 1
    assert finished.stdout == ""
    assert finished.stderr.startswith("No Parlour server answers at ws://127.0.0.1:1: ")


def test_it_needs_two_libraries_and_sixty_lines():
    text = PROGRAM.read_text()
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name if isinstance(node, ast.Import) else node.module for node in imports for alias in node.names}
    outside = {str(name).split(".")[0] for name in names} - sys.stdlib_module_names
    assert outside == {"msgpack", "websockets"}
    assert len(text.splitlines()) <= 60
