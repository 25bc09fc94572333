"""A process forked from a preloaded one is, to the test that starts it, a process like any other."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes.preloaded import PreloadedProcess

SAYS = """
import os, sys
print(sys.stdin.read(), sys.argv[1:], os.getcwd(), os.environ["SAID"], end=" ")
print(os.getpid(), os.getppid(), os.getsid(0), flush=True)
print("an error", file=sys.stderr)
sys.exit(7)
"""


@pytest.fixture(params=[subprocess.Popen, PreloadedProcess], ids=["started", "forked"])
def popen(request):
    return request.param


def start(popen, folder: Path, text: str, **options) -> subprocess.Popen[str]:
    (folder / "said.py").write_text(text)
    command = [sys.executable, "-m", "said", "a b"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return popen(command, cwd=folder, env={**os.environ, "SAID": "so"}, **pipes, **options)


@pytest.mark.parametrize("is_leader", [False, True])
def test_it_has_its_own_words_streams_folder_variables_and_exit_code(popen, tmp_path, is_leader):
    process = start(popen, tmp_path, SAYS, stderr=subprocess.STDOUT, start_new_session=is_leader)
    said, errors = process.communicate("typed")
    session = process.pid if is_leader else os.getsid(0)
    assert said == f"typed ['a b'] {tmp_path} so {process.pid} {os.getpid()} {session}\nan error\n"
    assert (errors, process.returncode) == (None, 7)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_ends_by_a_signal(popen, tmp_path, number):
    process = start(popen, tmp_path, "print('here', flush=True); input()", stderr=subprocess.DEVNULL)
    assert process.stdout.readline() == "here\n"
    process.send_signal(number)
    process.communicate()
    assert process.returncode == -number
