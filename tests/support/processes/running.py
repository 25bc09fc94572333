"""Real servers for tests: processes of their own, on free ports of this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bench.load.process import UNLIMITED
from tests.support.patience import PATIENCE_S
from tests.support.processes.preloaded import PreloadedProcess

LISTENS = "Parlour is listening on "
PATIENT = "tests.support.processes.patient_server"


@dataclass
class RunningServer:
    """A server process, killed at the end of a `with` block if it still runs; `url` is where it listens."""

    process: subprocess.Popen[str]
    url: str

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._end()

    def terminate(self) -> int:
        """Ask it to stop, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        code = self.process.wait(timeout=PATIENCE_S)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


def start_server(
    data: Path, *arguments: str, port: int = 0, limits: Iterable[str] = UNLIMITED, program: str = "server"
) -> RunningServer:
    """Start a server on a data folder, its computers playing at once, and wait until it listens.

    One test is as busy as many people, so that limits are raised as far as they are not what it is about. `program` is
    the module that is run, with arguments of its own behind it where it takes some.
    """
    command = [sys.executable, "-m", *program.split(), "--port", str(port), "--data", str(data), "--pace", "0"]
    command += [*arguments, *(f"--limit={limit}" for limit in limits)]
    with (data / "server.log").open("a") if data.is_dir() else open(os.devnull, "w") as log:  # noqa: PTH123
        popen = PreloadedProcess if program == PATIENT else subprocess.Popen
        process: subprocess.Popen[str] = popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith(LISTENS), f"the server said {line!r} and ended with {process.poll()}"
    return RunningServer(process, line.removeprefix(LISTENS).strip())


@contextmanager
def running_server(data: Path, *arguments: str) -> Iterator[str]:
    """The address of a patient server that is stopped on the way out."""
    server = start_server(data, *arguments, program=PATIENT)
    try:
        yield server.url
    finally:
        server.terminate()
