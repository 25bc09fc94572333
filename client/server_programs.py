"""How the client starts a program of the server's side."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def server_command(module: str) -> tuple[str, ...]:
    """The command that runs a module of the server."""
    # -P keeps a folder called "server" in the working directory from being imported in place of ours.
    return sys.executable, "-P", "-m", module


def server_environment() -> dict[str, str]:
    """An environment in which the server's modules are found from any working directory."""
    existing = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{existing}" if existing else str(ROOT)}
