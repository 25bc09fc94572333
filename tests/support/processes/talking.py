"""Real clients in line mode: what a person types goes in line by line, what a person hears comes out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.patience import PATIENCE_S
from tests.support.processes.preloaded import PreloadedProcess

ROOT = Path(__file__).parents[3]


@dataclass
class Client:
    """A line-mode client whose input and output a test holds."""

    process: subprocess.Popen[str]

    def write(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def read_until(self, *parts: str) -> list[str]:
        """The lines up to the first with one of the `parts` in it."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if any(part in line for part in parts):
                return lines
        raise AssertionError(f"no line had {parts} in it: {lines}")

    def finish(self, text: str = "") -> str:
        """Give the last input; the rest of the output."""
        out, _ = self.process.communicate(text, timeout=PATIENCE_S)
        return out

    def end_input(self) -> None:
        """Let it know that nobody will type any more."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.stdin = None

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.communicate()


@contextmanager
def client(home: Path, url: str | None, *arguments: str) -> Iterator[Client]:
    """Start `parlour` with these arguments, on a server or on a private one, and end it on the way out."""
    process = PreloadedProcess[str](
        [sys.executable, "-m", "client", *arguments],
        cwd=home.parent,
        env=_environment(home, url),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield Client(process)
    finally:
        process.kill()
        process.communicate()


def run_client(home: Path, *arguments: str, url: str | None = None, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run `parlour` with these arguments and this input to its end."""
    command = [sys.executable, "-m", "client", *arguments]
    pipe, environ = subprocess.PIPE, _environment(home, url)
    with PreloadedProcess[str](
        command, cwd=ROOT, env=environ, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            out, errors = process.communicate(text, timeout=PATIENCE_S)
        finally:
            process.kill()
    return subprocess.CompletedProcess(command, process.returncode, out, errors)


def code_in(lines: list[str]) -> str:
    """The code in a line such as "Table KQFM, war, normal: ..."."""
    return lines[-1].removeprefix("Table ").partition(",")[0]


def _environment(home: Path, url: str | None) -> dict[str, str]:
    server = {"PARLOUR_SERVER": url} if url else {}
    return {**os.environ, "PARLOUR_HOME": str(home), "PYTHONPATH": str(ROOT), **server}
