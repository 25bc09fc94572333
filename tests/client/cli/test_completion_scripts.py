import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from client.cli import arguments, values
from client.cli.completion_scripts import FILES, completions, script
from client.drawing.themes import THEMES

ROOT = Path(__file__).parents[3]


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
    assert completions(typed) == offered


@pytest.mark.parametrize(
    "command", ["", *(name for name in arguments.COMMANDS if name not in arguments.SERVER_PROGRAMS)]
)
def test_every_flag_and_every_choice_of_every_command_is_offered(command):
    before = [command] if command else []
    taken = [each for each in arguments.actions(arguments.parser_of(before)) if each.option_strings]
    assert completions([*before, "-"]) == sorted(name for each in taken for name in each.option_strings)
    for action in taken:
        if action.choices is not None:
            assert completions([*before, action.option_strings[-1], ""]) == sorted(map(str, action.choices))
            assert completions([*before, f"{action.option_strings[-1]}="]) == [
                f"{action.option_strings[-1]}={choice}" for choice in sorted(map(str, action.choices))
            ]


def test_every_place_with_choices_has_them_offered():
    for command in arguments.COMMANDS:
        for action in arguments.actions(arguments.parser_of([command])):
            if not action.option_strings and action.choices is not None:
                assert completions([command, ""]) == sorted(map(str, action.choices))


def test_files_are_offered_only_where_there_is_nothing_of_ours():
    assert "-o default" in script("bash")
    assert "compadd -a found || _files" in script("zsh")
    assert "-f -n __parlour -a" in script("fish")


LINES = [
    ("parlour wat", ["watch"]),
    ("parlour play ", list(values.games())),
    ("parlour play blocky depth=", ["depth=2", "depth=3", "depth=4", "depth=5"]),
    ("parlour play war --watch=no", ["--watch=nobody"]),
    ("parlour --theme p", ["paper"]),
]
"""What a line may become in any shell; bash itself keeps what stands before the last = of a word."""
ASKS = {
    "zsh": (
        "compdef() { :; }; _files() { :; }; compadd() { print -l -- $found; };"
        'source <(parlour completion zsh); words=("${(@s: :)LINE}"); CURRENT=$#words; _parlour'
    ),
    "fish": 'parlour completion fish | source; complete -C "$LINE"',
}
"""How a shell is asked that is no terminal's; bash is below."""


def _program(folder: Path) -> dict[str, str]:
    """An environment in which `parlour` is this one."""
    program = folder / "parlour"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m client "$@"\n')
    program.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "HOME": str(folder)}


@pytest.mark.slow
@pytest.mark.parametrize(("line", "replies"), LINES)
def test_the_other_shells_that_are_here_complete_a_line(tmp_path: Path, line: str, replies: list[str]):
    environ = {**_program(tmp_path), "LINE": line}
    for shell in filter(shutil.which, ASKS):
        asked = [shell, *(["-f"] if shell == "zsh" else []), "-c", ASKS[shell]]
        done = subprocess.run(asked, env=environ, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stdout.split()) == (0, replies), (shell, done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "replies"), [*LINES, ("parlour join ", [])])
def test_real_bash_completes_a_line(tmp_path: Path, line: str, replies: list[str]):
    script = (
        f"source <(parlour completion bash); complete -p parlour >&2; COMP_LINE={shlex.quote(line)};"
        'COMP_POINT=${#COMP_LINE}; _parlour; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], env=_program(tmp_path), cwd=tmp_path, capture_output=True, text=True)
    shown = [reply.rpartition("=")[2] if "=" in line else reply for reply in replies]
    assert (done.returncode, done.stdout.split()) == (0, shown), done.stderr
    assert "_parlour parlour" in done.stderr


@pytest.mark.parametrize("shell", [shell for shell in FILES if shutil.which(shell)])
def test_a_shell_can_read_its_script(shell):
    assert subprocess.run([shell, "-n"], input=script(shell), text=True).returncode == 0
