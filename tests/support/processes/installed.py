"""Builds the wheel of what is here, and installs it as a person would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PACKAGES = ("engines", "protocol", "server", "client")


def build_wheel(folder: Path) -> Path:
    """Build the wheel in an empty folder, from a copy, with nothing but what is installed.

    Where PARLOUR_WHEEL names one that was built, as for a release, it is that one.
    """
    if built_already := os.environ.get("PARLOUR_WHEEL"):
        return Path(built_already)
    source, built = folder / "source", folder / "built"
    for name in (*PACKAGES, "install"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    _run(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w", built, source)
    (wheel,) = built.iterdir()
    return wheel


def install_wheel(wheel: Path, environment: Path) -> Path:
    """Install a wheel into a fresh virtual environment with what it requires, in the versions that are pinned.

    Returns the folder of its programs.
    """
    _run(sys.executable, "-m", "venv", environment)
    pinned = environment / "pinned.txt"
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    names = [line.removesuffix(" \\") for line in lines if not line.startswith(" ")]
    pinned.write_text("\n".join(names))
    programs = environment / "bin"
    _run(programs / "python", "-m", "pip", "install", "-c", pinned, wheel)
    return programs


def _run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
