"""Runs several nodes on one machine behind one port: a process for each, started again when it ends by itself.

The processes share the socket that listens, so that a connection is taken by whichever node is free, and none is lost
with a node that dies before it took it. Each has a pipe from here: where that is closed, because this process was
killed, the node stops.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress

BACKLOG = 1024
RESTART_AFTER_S = 1.0
"""How soon a node that has ended is started again."""
STOP_WITHIN_S = 20.0
"""How long a node may take to stop before it is killed."""

_log = logging.getLogger("parlour.supervisor")


class NodeProcesses:
    """The processes of the nodes by their numbers from 1; mutable because they end and are started again."""

    def __init__(self, arguments: Sequence[str], listening: socket.socket, nodes: int) -> None:
        """`arguments` are those of `parlour serve`, which each node is given with its number and the socket."""
        self._command = (sys.executable, "-m", "server", *arguments, "--listening", str(listening.fileno()))
        self._listening = listening
        self._numbers = range(1, nodes + 1)
        self._running: dict[int, Process] = {}

    async def run(self) -> int:
        """Run the nodes until this process is told to stop; the exit code.

        They start one after the other. Where the first cannot, there are no others, and its code is the answer.
        """
        stopping = asyncio.Event()
        loop = asyncio.get_running_loop()
        for told in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(told, stopping.set)
        loop.add_signal_handler(signal.SIGHUP, self._renew)
        watching: list[asyncio.Task[None]] = []
        waiting = asyncio.create_task(stopping.wait())
        try:
            for number in self._numbers:
                process, url = await self._start(number)
                if not url and number == self._numbers[0] and not stopping.is_set():
                    return await process.wait()
                watching.append(asyncio.create_task(self._keep(number, process)))
                if stopping.is_set():
                    break
            else:
                print(f"Parlour is listening on {url}", flush=True)
                _log.info("event=all-nodes-started url=%s nodes=%d", url, len(self._numbers))
            await waiting
        finally:
            waiting.cancel()
            await self._stop(watching)
        return 0

    async def _start(self, number: int) -> tuple[Process, str]:
        """Start a node, and wait until it listens or has ended: its address, or nothing."""
        process = await asyncio.create_subprocess_exec(
            *self._command,
            "--node",
            str(number),
            stdin=PIPE,
            stdout=PIPE,
            pass_fds=[self._listening.fileno()],
            start_new_session=True,  # Ctrl-C is for this process, which then stops them one after the other
        )
        self._running[number] = process
        _log.info("event=node-started node=%d pid=%d", number, process.pid)
        assert process.stdout is not None
        said = (await process.stdout.readline()).decode()
        return process, said.rpartition(" ")[2].strip()

    async def _keep(self, number: int, process: Process) -> None:
        """Start a node again whenever it has ended."""
        while True:
            code = await process.wait()
            _log.warning("event=node-ended node=%d code=%d", number, code)
            await asyncio.sleep(RESTART_AFTER_S)
            process, _ = await self._start(number)

    async def _stop(self, watching: Sequence[asyncio.Task[None]]) -> None:
        """Stop the nodes one after the other, so that each leaves its tables to those that still run."""
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        for number, process in sorted(self._running.items()):
            with suppress(ProcessLookupError):
                process.terminate()
            try:
                async with asyncio.timeout(STOP_WITHIN_S):
                    await process.wait()
            except TimeoutError:
                _log.warning("event=node-killed node=%d", number)
                process.kill()
                await process.wait()

    def _renew(self) -> None:
        """Have each node read its certificate again."""
        for process in self._running.values():
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGHUP)


async def run_nodes(arguments: Sequence[str], host: str, port: int, nodes: int) -> int:
    """Run nodes that listen on a port, until this process is told to stop; the exit code. Raises OSError."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    with socket.create_server((host, port), family=family, backlog=BACKLOG) as listening:
        return await NodeProcesses(arguments, listening, nodes).run()


async def stop_with_supervisor(stopping: asyncio.Event) -> None:
    """Stop this node once the process is gone that runs it, and that holds the other end of the standard input."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    await reader.read()
    stopping.set()
