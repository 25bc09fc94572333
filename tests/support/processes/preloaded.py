"""Processes forked from one that has imported the programs already, as most of what a start costs is imports.

Such a process is the test's child all the same, with its own environment, terminal, signals and exit code. What the
interpreter reads as it starts, such as the variables PYTHON*, it does not heed. Elsewhere than on Linux it is started.
"""

import atexit
import ctypes
import gc
import json
import os
import runpy
import socket
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, AnyStr

ROOT = Path(__file__).parents[3]
REQUEST_BYTES = 1 << 17
SET_CHILD_SUBREAPER = 36
"""An option of prctl(2): whether a process becomes the parent of its orphaned grandchildren."""
PROGRAMS = ("client.__main__", "server.__main__", "tests.support.processes.patient_server")
LATER = ("client.fullscreen.app", "client.linemode.console", "client.commands.dialogue", "server.app.serving", "uvloop")


class PreloadedProcess(subprocess.Popen[AnyStr]):
    """A process that runs the module of `[sys.executable, "-m", module, *arguments]`."""

    def _execute_child(self, args: list[str], *rest: Any) -> None:
        """Have a child forked, instead of a program executed, where the system has the means."""
        if sys.platform != "linux":
            super()._execute_child(args, *rest)  # type: ignore[misc]
            return
        _, _, _, _, cwd, env, _, _, _, *pipes, _, _, _, _, _, is_leader, _ = rest
        streams = [own if fd < 0 else fd for own, fd in enumerate((pipes[0], pipes[3], pipes[5]))]
        request = json.dumps([args[2:], str(cwd or Path.cwd()), dict(env or os.environ), is_leader])
        prctl, source = ctypes.CDLL(None).prctl, _source()
        prctl(SET_CHILD_SUBREAPER, 1)
        socket.send_fds(source, [request.encode()], streams)
        self.pid = int(source.recv(REQUEST_BYTES))
        source.recv(1)  # The process between has ended.
        prctl(SET_CHILD_SUBREAPER, 0)
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


@cache
def _source() -> socket.socket:
    """The socket to the process that is forked, which ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen([sys.executable, "-m", __name__], stdin=theirs.fileno(), cwd=ROOT)
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def _fork_on_request(requests: socket.socket) -> tuple[bytes, list[int]]:
    """Fork for each request; returns it, and its streams, in the child."""
    while True:
        request, streams, _, _ = socket.recv_fds(requests, REQUEST_BYTES, 3)
        if not request:
            sys.exit()
        if not (between := os.fork()):
            if child := os.fork():  # An orphan at once, and so its grandparent's.
                os._exit(not requests.send(b"%d" % child))
            return request, streams
        os.waitpid(between, 0)
        requests.send(b".")
        for fd in streams:
            os.close(fd)


def _become(request: bytes, streams: list[int]) -> None:
    """Run a module as `python -m` does."""
    words, cwd, environ, is_leader = json.loads(request)
    for own, fd in enumerate(streams):
        os.dup2(fd, own)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    if is_leader:
        os.setsid()
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environ)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = words
    sys.path.insert(0, cwd)
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    for name in (*PROGRAMS, *LATER):
        import_module(name)
    import_module("engines.catalog").games()
    for name in PROGRAMS:
        del sys.modules[name]
    gc.freeze()
    _become(*_fork_on_request(socket.socket(fileno=os.dup(0))))
