"""Runs what `install/cluster.yaml` runs, without containers, to try a cluster on one machine.

`python -m install.cluster` starts a PostgreSQL of its own, whose files are gone when it ends, two nodes on free ports,
and Caddy as their balancer, where it is installed. With `--store` the nodes use that database instead.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

CADDYFILE = Path(__file__).with_name("Caddyfile.cluster")
LISTENS = "Parlour is listening on "
START_WITHIN_S = 30.0
STOP_WITHIN_S = 15.0


def main() -> int:
    """Run everything until told to stop; the nodes stop one after the other."""
    parser = argparse.ArgumentParser(prog="python -m install.cluster", description="Try a cluster on this machine.")
    parser.add_argument("--nodes", type=int, default=2, help="how many nodes (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8765, help="the balancer's port (default: %(default)s)")
    parser.add_argument("--store", metavar="URL", help="the PostgreSQL database (default: one that ends with this)")
    args = parser.parse_args()
    for told in (signal.SIGTERM, signal.SIGINT):
        signal.signal(told, lambda *_: sys.exit())
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="parlour-cluster-")))
        store = args.store or stack.enter_context(postgres())
        urls = [stack.enter_context(node(data / str(number), store)) for number in range(1, args.nodes + 1)]
        for number, url in enumerate(urls, 1):
            print(f"node {number} at {url}", flush=True)
        if caddy := shutil.which("caddy"):
            stack.enter_context(balancer(caddy, args.port, urls, data))
            print(f"{LISTENS}ws://127.0.0.1:{args.port}", flush=True)
        else:
            print("There is no Caddy here to be the balancer: use the nodes' own addresses.", flush=True)
        while True:
            signal.pause()


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database that is gone afterwards."""
    from tests.support.postgres.server import PostgresServer

    server = PostgresServer()
    try:
        server.start()
        yield server.url
    finally:
        server.remove()


@contextmanager
def node(data: Path, store: str) -> Iterator[str]:
    """A server on a free port, and its address."""
    command = [sys.executable, "-m", "server", "--port", "0", "--data", str(data), "--cluster", "--behind-proxy"]
    with running(command, {"PARLOUR_STORE": store}) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.startswith(LISTENS):
            sys.exit(1)  # it has said why
        yield line.removeprefix(LISTENS).strip()


@contextmanager
def balancer(caddy: str, port: int, urls: Sequence[str], home: Path) -> Iterator[None]:
    """Caddy in front of the nodes, as containers have it, but for the encryption; it answers when this returns."""
    settings = {
        "DOMAIN": f"http://127.0.0.1:{port}",
        "NODES": " ".join(url.removeprefix("ws://") for url in urls),
        "XDG_DATA_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
    }
    with running([caddy, "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"], settings) as process:
        deadline = time.monotonic() + START_WITHIN_S
        while True:
            with socket.socket() as trial:
                if not trial.connect_ex(("127.0.0.1", port)):
                    break
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"Caddy does not listen on port {port}.")
            time.sleep(0.05)
        yield


@contextmanager
def running(command: Sequence[str], variables: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A process, which is told to stop on the way out, and waited for."""
    process = subprocess.Popen(
        command, env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
