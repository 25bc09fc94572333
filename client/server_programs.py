"""How the client starts a program of the server's side."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def server_command(module: str) -> tuple[str, ...]:
    """How a program of the server's side is started."""
    # -P keeps a folder called "server" in the working directory from being taken for ours.
    return sys.executable, "-P", "-m", module


def server_environment() -> dict[str, str]:
    """An environment in which the server is found from any working directory."""
    known = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{known}" if known else str(ROOT)}
