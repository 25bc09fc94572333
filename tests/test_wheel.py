"""The wheel has in it all that the program needs and nothing else, and its version is written in one place."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

from client.cli.completion_scripts import FILES
from protocol import RELEASE

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]
PACKAGES = ("engines", "protocol", "server", "client")
SHARED = {
    "share/man/man1/parlour.1": "install/man/parlour.1",
    "share/man/man1/parlour-serve.1": "install/man/parlour-serve.1",
    "share/bash-completion/completions/parlour.bash": f"client/cli/completions/{FILES['bash']}",
    "share/zsh/site-functions/_parlour": f"client/cli/completions/{FILES['zsh']}",
    "share/fish/vendor_completions.d/parlour.fish": f"client/cli/completions/{FILES['fish']}",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The wheel of what is here, built with nothing but what is installed, and away from this folder."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for name in (*PACKAGES, "install"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "--no-index"]
    done = subprocess.run([*build, "-w", built, source], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (found,) = built.iterdir()
    return ZipFile(found)


def _files(package: str) -> set[str]:
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT / package).rglob("*") if path.is_file()}
    return {path for path in found if "__pycache__" not in path}


def test_every_file_of_the_packages_is_in_it_and_no_other(wheel: ZipFile):
    inside = {name for name in wheel.namelist() if ".dist-info/" not in name and ".data/" not in name}
    assert inside == {path for package in PACKAGES for path in _files(package)}


def test_man_pages_and_completion_are_installed_where_they_are_looked_for(wheel: ZipFile):
    start = f"parlour-{RELEASE}.data/data/"
    shared = {name.removeprefix(start): wheel.read(name) for name in wheel.namelist() if name.startswith(start)}
    assert shared == {name: (ROOT / source).read_bytes() for name, source in SHARED.items()}


def test_it_has_the_version_that_the_program_says_and_runs_on_every_system(wheel: ZipFile):
    info = f"parlour-{RELEASE}.dist-info"
    about = Parser().parsestr(wheel.read(f"{info}/METADATA").decode())
    assert (about["Name"], about["Version"]) == ("parlour", RELEASE)
    assert "Tag: py3-none-any" in wheel.read(f"{info}/WHEEL").decode()
    assert "parlour = client.__main__:main" in wheel.read(f"{info}/entry_points.txt").decode()


def test_the_version_is_written_in_one_place_and_the_changelog_is_at_it_or_before_it():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'version = { attr = "protocol.RELEASE" }' in project
    assert not re.search(r'^version = "', project, re.MULTILINE)
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] in ("Unreleased", RELEASE)
