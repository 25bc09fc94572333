import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from client import arguments, values
from client.shells import BASH, SCRIPTS, words
from client.themes import THEMES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ([], sorted(arguments.COMMANDS)),
        ([""], sorted(arguments.COMMANDS)),
        (["wat"], ["watch"]),
        (["play", ""], list(values.games())),
        (["play", "t"], ["tower_blaster"]),
        (["play", "war", "variant=s"], ["variant=scouts", "variant=suits"]),
        (["play", "blocky", "depth=3", "dep"], ["depth=2", "depth=3", "depth=4", "depth=5"]),
        (["play", "--vs", ""], ["computer", "human", "solo"]),
        (["play", "--watch=any"], ["--watch=anyone"]),
        (["--theme", ""], sorted(THEMES)),
        (["rooms", "--pal"], ["--palette"]),
        (["--palette", "o"], ["original"]),
        (["completion", ""], ["bash", "fish", "zsh"]),
        (["completion", "bash", ""], []),
        (["stats", "b"], ["blocky"]),
        (["bot", "mine.py", "--game", "w"], ["war"]),
        (["join", ""], []),
        (["serve", "--p"], []),
        (["nonsense", "--nonsense", "="], []),
    ],
)
def test_a_word_is_completed_by_where_it_stands(typed, offered):
    assert words(typed) == offered


def test_there_is_a_script_for_every_shell():
    assert set(SCRIPTS) == set(arguments.SHELLS)
    assert all("parlour completion --words" in script or "completion --words" in script for script in SCRIPTS.values())


@pytest.mark.whole
@pytest.mark.parametrize(
    ("line", "replies"),
    [
        ("parlour wat", ["watch"]),
        ("parlour play ", list(values.games())),
        ("parlour play blocky depth=", ["2", "3", "4", "5"]),
        ("parlour play war --watch=no", ["nobody"]),
        ("parlour join ", []),
    ],
)
def test_real_bash_completes_a_line(tmp_path: Path, line: str, replies: list[str]):
    program = tmp_path / "parlour"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m client "$@"\n')
    program.chmod(0o755)
    script = (
        f"source <(parlour completion bash); complete -p parlour >&2; COMP_LINE={shlex.quote(line)};"
        'COMP_POINT=${#COMP_LINE}; _parlour; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    environ = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", script], env=environ, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, replies), done.stderr
    assert "_parlour parlour" in done.stderr


def test_the_script_is_bash_that_can_be_read():
    assert subprocess.run(["bash", "-n"], input=BASH, text=True).returncode == 0
