import asyncio
import sys
from asyncio.subprocess import PIPE

import pytest

from client.bots import pipes
from client.bots.pipes import stop_process

pytestmark = pytest.mark.slow


async def test_a_program_that_reads_ends_when_nothing_more_comes() -> None:
    process = await asyncio.create_subprocess_exec("cat", stdin=PIPE, stdout=PIPE)
    await stop_process(process)
    assert process.returncode == 0


async def test_a_program_that_does_not_heed_that_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "GOODBYE_LIMIT_S", 0.05)
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "import signal; signal.pause()", stdin=PIPE)
    await stop_process(process)
    assert process.returncode is not None
    assert process.returncode < 0
