"""A process under measurement is told apart from those it started."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bench.process import Listening

pytestmark = pytest.mark.slow

CHILD = """
from time import process_time
while process_time() < 0.3: pass
print("tired", flush=True)
input()
"""
PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"


def test_the_time_of_those_it_started_counts_apart():
    command = [sys.executable, "-c", PARENT, CHILD]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "tired\n"
        server = Listening(process, "", 0.0)
        assert server.workers_s() >= 0.25
        assert server.cpu_s() < server.workers_s()
        process.communicate("done\n")
