"""Fixtures for whole games: a server process, and terminal windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes.preloaded import PreloadedProcess
from tests.support.processes.running import PATIENT, RunningServer, start_server
from tests.support.terminal.windows import Desktop


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def server(data: Path) -> Iterator[RunningServer]:
    running = start_server(data, program=PATIENT)
    yield running
    running.terminate()


@pytest.fixture
def desktop(home: Path) -> Iterator[Desktop]:
    windows = Desktop(home, PreloadedProcess)
    yield windows
    windows.close()
