"""The wheel has in it all that the program needs and nothing else, and its version is written in one place."""

from __future__ import annotations

import re
from email.parser import Parser
from zipfile import ZipFile

import pytest

from client.cli.completion_scripts import FILES
from protocol import RELEASE
from tests.support.processes.installed import PACKAGES, ROOT, build_wheel

pytestmark = pytest.mark.slow
SHARED = {
    "share/man/man1/parlour.1": "install/man/parlour.1",
    "share/man/man1/parlour-serve.1": "install/man/parlour-serve.1",
    "share/man/man1/parlour-portal.1": "install/man/parlour-portal.1",
    "share/bash-completion/completions/parlour.bash": f"client/cli/completions/{FILES['bash']}",
    "share/zsh/site-functions/_parlour": f"client/cli/completions/{FILES['zsh']}",
    "share/fish/vendor_completions.d/parlour.fish": f"client/cli/completions/{FILES['fish']}",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    return ZipFile(build_wheel(tmp_path_factory.mktemp("wheel")))


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


def test_the_version_is_written_in_one_place():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'version = { attr = "protocol.RELEASE" }' in project
    assert not re.search(r'^version = "', project, re.MULTILINE)
