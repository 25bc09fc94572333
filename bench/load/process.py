"""Server processes under measurement: started on a core of their own, watched through `/proc`, and always ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from operator import sub
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.load.echo import ECHOES

SERVES = "Parlour is listening on "
STOP_LIMIT_S = 20.0
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") / 1024


class Usage(NamedTuple):
    """What a process has used: seconds of processor time, those of the processes it started that still live, bytes
    written to disk, and how often one of its threads went to sleep or was made to wait for another.
    """

    cpu_s: float
    workers_s: float
    written_bytes: int
    voluntary: int
    involuntary: int

    def since(self, before: Usage) -> Usage:
        """What was used from one look to the next."""
        return Usage(*map(sub, self, before))


@dataclass(frozen=True, slots=True)
class Listening:
    """A server process that listens at `url`, `start_s` seconds after it was started."""

    process: subprocess.Popen[str]
    url: str
    start_s: float

    def usage(self) -> Usage:
        """What it has used so far, all its threads together."""
        place = Path(f"/proc/{self.process.pid}")
        threads = [*(place / "task").iterdir()]
        workers = [int(child) for children in place.glob("task/*/children") for child in children.read_text().split()]
        states = [_fields(thread / "status") for thread in threads]
        return Usage(
            cpu_s=_cpu_s(self.process.pid),
            workers_s=sum(map(_cpu_s, workers)),
            written_bytes=int(_fields(place / "io")["write_bytes"]),
            voluntary=sum(int(state["voluntary_ctxt_switches"]) for state in states),
            involuntary=sum(int(state["nonvoluntary_ctxt_switches"]) for state in states),
        )

    def rss_kib(self) -> float:
        """Memory it holds now, in KiB."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE_KIB

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ask it to stop; one that does not is killed."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_LIMIT_S)
        self.kill()


UNLIMITED = tuple(
    f"{name}=1000000000"
    for name in (
        "connections-per-address", "arrivals-per-s", "arrivals-burst",
        "address-accounts-per-s", "address-accounts-burst", "inbound-bytes-per-s", "inbound-burst-bytes",
        "commands-per-s", "commands-burst", "moves-per-s", "moves-burst", "chat-per-s", "chat-burst",
        "rooms-per-address", "rooms-per-player", "rooms-per-s", "rooms-burst", "joins-per-s", "joins-burst",
        "address-rooms-per-s",
        "address-rooms-burst", "misses-per-s", "misses-burst", "replays-per-s", "replays-burst",
        "address-bytes-per-s", "address-bytes-burst", "control-per-s", "control-burst", "address-control-per-s",
        "address-control-burst", "address-commands-per-s", "address-commands-burst", "address-moves-per-s",
        "address-moves-burst", "address-stored-bytes-per-day", "address-stored-burst-bytes", "refused-per-s",
        "refused-burst", "reports-per-s", "reports-burst", "address-reports-per-s", "address-reports-burst",
        "renames-per-s", "renames-burst",
    )
)  # fmt: skip
"""What lets one machine be a crowd."""


@contextmanager
def run_parlour(
    data: Path, cores: Iterable[int], *more: str, port: int = 0, connections: int = 10_000
) -> Iterator[Listening]:
    """Run a Parlour server on a data folder; its computers answer at once, and no benchmark reaches its limits."""
    limits = [f"--limit={limit}" for limit in (*UNLIMITED, f"connections={connections}")]
    arguments = ["server", "--port", str(port), "--data", str(data), "--pace", "0", *limits, *more]
    with run([sys.executable, "-m", *arguments], SERVES, cores) as server:
        yield server


@contextmanager
def run_echo(cores: Iterable[int]) -> Iterator[Listening]:
    with run([sys.executable, "-m", "bench.load.echo"], ECHOES, cores) as server:
        yield server


@contextmanager
def run(command: list[str], says: str, cores: Iterable[int]) -> Iterator[Listening]:
    """Run a server on these cores, whose first line is its address behind what it `says`."""
    began = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            pin(process.pid, cores)
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line.startswith(says):
                raise RuntimeError(f"{' '.join(command)} said {line!r} and ended with {process.wait(STOP_LIMIT_S)}")
            server = Listening(process, line.removeprefix(says).strip(), perf_counter() - began)
            yield server
            server.stop()
        finally:
            process.kill()


def busy_s() -> float:
    """Seconds that all cores together have been busy since the machine started, with any process."""
    user, nice, system, _, _, *rest = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:])
    return (user + nice + system + sum(rest[:3])) / TICKS_PER_S  # then irq, softirq, steal (proc(5))


def pin(process: int, cores: Iterable[int]) -> None:
    """Let a process run on these cores only; on any, where there is no choice."""
    if allowed := set(cores):
        os.sched_setaffinity(process, allowed)


def _fields(path: Path) -> dict[str, str]:
    """A file of lines such as `write_bytes: 4096` (proc(5))."""
    return dict(line.split(":", 1) for line in path.read_text().splitlines())


def _cpu_s(process: int) -> float:
    """Seconds of processor time a process has used; none where it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S  # utime and stime (proc(5))
