"""Installs the other servers with npm, and runs them with Node."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.load import process
from bench.load.process import Listening

FOLDER = Path(__file__).parent
INSTALLED = FOLDER / "node_modules"
QUIETLY = ("--no-save", "--omit=optional", "--no-audit", "--no-fund", "--ignore-scripts")
OLDEST = 20
"""The major version of Node from which on these servers run."""
SERVES = "Peer listens on "


class PeersMissingError(Exception):
    """The other servers cannot be run here; the message says why."""


def install() -> str:
    """Install what the lock file names, unless that is there; the versions of Node and of the two servers.

    Raises PeersMissingError.
    """
    version = _node_version()
    locked, marker = FOLDER / "package-lock.json", INSTALLED / ".package-lock.json"
    if not marker.exists() or marker.stat().st_mtime < locked.stat().st_mtime:
        # `npm ci` insists on optional packages too, which nobody needs here.
        done = subprocess.run(["npm", "install", *QUIETLY], cwd=FOLDER, capture_output=True, text=True, check=False)
        if done.returncode:
            raise PeersMissingError(f"npm cannot install the other servers:\n{done.stderr.strip()}")
    return f"Node {version}, " + ", ".join(
        f"{name} {_installed_version(name)}" for name in ("@colyseus/core", "@colyseus/schema", "boardgame.io")
    )


@contextmanager
def run_peer(name: str, cores: Iterable[int]) -> Iterator[Listening]:
    """Run one of the scripts of this folder."""
    command = ["env", "NODE_ENV=production", "node", str(FOLDER / f"{name}.js")]
    with process.run(command, SERVES, cores) as server:
        yield server


def _node_version() -> str:
    wanted = f"Node {OLDEST} or newer, with npm, is needed to run the other servers"
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise PeersMissingError(f"{wanted}, and is not on the path.")
    version = (
        subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip().lstrip("v")
    )
    if int(version.split(".")[0]) < OLDEST:
        raise PeersMissingError(f"{wanted}; this is {version}.")
    return version


def _installed_version(name: str) -> str:
    found = re.search(r'"version": *"([^"]+)"', (INSTALLED / name / "package.json").read_text())
    return found[1] if found else "unknown"
