"""A text is copied by the desktop's own program, and by none where it would be copied elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.hosting import clipboard
from client.hosting.clipboard import copy_by_program


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs for a desktop, which is the whole PATH."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(clipboard.sys, "platform", "linux")
    return tmp_path


def program(folder: Path, name: str, script: str = "") -> Path:
    """A program that writes what it reads into a file, with its arguments before."""
    copied = folder / f"{name}.copied"
    path = folder / name
    path.write_text(f'#!/bin/sh\n{script or f"""{{ printf "%s:" "$*"; /bin/cat; }} > {copied}"""}\n')
    path.chmod(0o755)
    return copied


@pytest.mark.parametrize(
    ("platform", "variable", "name", "arguments"),
    [
        ("linux", "WAYLAND_DISPLAY", "wl-copy", ""),
        ("linux", "DISPLAY", "xclip", "-selection clipboard"),
        ("linux", "DISPLAY", "xsel", "-bi"),
        ("darwin", None, "pbcopy", ""),
    ],
)
async def test_each_desktop_has_its_program(desktop, monkeypatch, platform, variable, name, arguments):
    monkeypatch.setattr(clipboard.sys, "platform", platform)
    if variable:
        monkeypatch.setenv(variable, "here")
    copied = program(desktop, name)
    assert await copy_by_program("ssh KQFM@games.example.org")
    assert copied.read_text() == f"{arguments}:ssh KQFM@games.example.org"


def test_windows_has_its_own(monkeypatch):
    monkeypatch.setattr(clipboard.shutil, "which", str)
    assert clipboard._command("win32", {}) == ("clip",)


async def test_nothing_is_run_on_a_machine_that_the_person_only_visits(desktop, monkeypatch):
    monkeypatch.setenv("DISPLAY", "localhost:10.0")
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 1 192.0.2.2 22")
    copied = program(desktop, "xclip")
    assert not await copy_by_program("text")
    assert not copied.exists()


async def test_without_a_desktop_or_its_program_nothing_is_copied(desktop, monkeypatch):
    program(desktop, "xclip")
    assert not await copy_by_program("text")
    monkeypatch.setenv("WAYLAND_DISPLAY", "here")
    assert not await copy_by_program("text")


async def test_a_program_that_fails_or_hangs_is_not_believed(desktop, monkeypatch):
    monkeypatch.setenv("DISPLAY", "here")
    monkeypatch.setattr(clipboard, "LIMIT_S", 0.05)
    for script in ("exit 1", "exec /bin/sleep 60"):
        program(desktop, "xclip", script)
        assert not await copy_by_program("text")
