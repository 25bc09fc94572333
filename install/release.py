"""Makes a release: `make release` builds and checks it into `dist/`, and `make release ARGS=--tag` also tags it.

`make release ARGS="--version 0.2.0"` prepares one: it writes the version and heads the changelog, for a commit of
one's own. Nothing here pushes or uploads anything: what would do so is printed, to be typed by a person.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from protocol import RELEASE

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
CHANGELOG = ROOT / "CHANGELOG.md"
VERSION_FILE = ROOT / "protocol" / "__init__.py"
UNRELEASED = "## [Unreleased]"
VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+((a|b|rc)[0-9]+)?")
TESTS = ("tests/test_wheel.py", "tests/whole/test_installed.py")
BUILD = "import sys; from setuptools import build_meta; print(build_meta.{step}(sys.argv[1]))"


class ReleaseError(Exception):
    """What stands in the way of a release, in a sentence."""


def main() -> int:
    """Prepare, or build and check; the exit code is 1 where something is in the way."""
    parser = argparse.ArgumentParser(prog="make release", description="Build, check and tag a release.")
    parser.add_argument("--version", help="prepare this version instead: write it, and head the changelog with it")
    parser.add_argument("--tag", action="store_true", help="also tag the commit, if everything is in order")
    chosen = parser.parse_args()
    try:
        prepare(chosen.version) if chosen.version else release(tags=chosen.tag)
    except ReleaseError as error:
        print(f"make release: {error}", file=sys.stderr)
        return 1
    return 0


def prepare(version: str) -> None:
    """Write a version into the program and the changelog. Raises ReleaseError."""
    if not VERSION.fullmatch(version):
        raise ReleaseError(f"{version!r} is not a version: write 0.2.0, or 0.2.0rc1 for a candidate")
    changelog = CHANGELOG.read_text(encoding="utf-8")
    CHANGELOG.write_text(headed(changelog, version, date.today()), encoding="utf-8")
    source = VERSION_FILE.read_text(encoding="utf-8")
    VERSION_FILE.write_text(source.replace(f'RELEASE = "{RELEASE}"', f'RELEASE = "{version}"'), encoding="utf-8")
    print("Run 'make golden' and 'make test', read the changelog once more, and commit.")


def headed(changelog: str, version: str, day: date) -> str:
    """A changelog whose unreleased changes are those of a version, with an empty heading for the next ones.

    Raises ReleaseError.
    """
    if f"## [{version}]" in changelog:
        raise ReleaseError(f"the changelog already has {version}")
    if not changes_of(changelog, "Unreleased"):
        raise ReleaseError("the changelog has nothing that is unreleased")
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n\n## [{version}] - {day.isoformat()}", 1)


def changes_of(changelog: str, heading: str) -> str:
    """What a changelog says under a heading; empty if it has none, or says nothing there."""
    found = re.search(rf"^## \[{re.escape(heading)}\].*?\n(.*?)(?=^## \[|\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def release(*, tags: bool) -> None:
    """Build and check what is committed, and tag it if asked to. Raises ReleaseError."""
    obstacles = list(find_obstacles())
    built = build()
    print(f"Built from the last commit: {', '.join(path.name for path in built)}, in {DIST}.")
    if _run([sys.executable, "-m", "pytest", "-q", "-n", "0", *TESTS], PARLOUR_WHEEL=str(built[1])):
        raise ReleaseError("what was built does not pass its tests")
    if obstacles:
        raise ReleaseError(f"it can't be released yet: {'; '.join(obstacles)}")
    if tags and _run(["git", "tag", "-a", f"v{RELEASE}", "-m", f"Parlour {RELEASE}"]):
        raise ReleaseError("git did not tag it")
    made = "Tagged" if tags else "It can be tagged, with 'make release ARGS=--tag',"
    print(f"{made} as v{RELEASE}. Nothing was published. To do so:")
    print(f"  git push origin v{RELEASE}\n  uv publish {' '.join(f'dist/{path.name}' for path in built)}")


def find_obstacles() -> Iterator[str]:
    """What stands in the way of tagging the last commit."""
    if _output(["git", "status", "--porcelain"]):
        yield "there are changes that are not committed"
    if _output(["git", "tag", "--list", f"v{RELEASE}"]):
        yield f"v{RELEASE} is tagged already"
    if not changes_of(CHANGELOG.read_text(encoding="utf-8"), RELEASE):
        yield f"the changelog has no {RELEASE}: 'make release ARGS=\"--version {RELEASE}\"' heads it"


def build() -> tuple[Path, Path]:
    """Build the source archive of the last commit, and the wheel from that alone, into `dist/`."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    with tempfile.TemporaryDirectory() as folder:
        committed, unpacked = Path(folder, "committed"), Path(folder, "unpacked")
        _unpack(subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout, committed)
        source = DIST / _build("build_sdist", committed)
        with tarfile.open(source) as archive:
            archive.extractall(unpacked, filter="data")
        (inner,) = unpacked.iterdir()
        return source, DIST / _build("build_wheel", inner)


def _unpack(archive: bytes, folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(folder, filter="data")


def _build(step: str, source: Path) -> str:
    """Run one step of the build backend that is installed, and return the name of what it made."""
    # The time of the commit in all files makes the same commit the same wheel.
    environ = {**os.environ, "SOURCE_DATE_EPOCH": _output(["git", "log", "-1", "--format=%ct"])}
    command = [sys.executable, "-c", BUILD.format(step=step), str(DIST)]
    done = subprocess.run(command, cwd=source, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"{step} failed:\n{done.stderr}")
    return done.stdout.split()[-1]


def _output(command: list[str]) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def _run(command: list[str], **variables: str) -> int:
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **variables}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
