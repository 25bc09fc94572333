"""Whatever is typed, by hand or through a pipe: no traceback, a whole screen, and an end in good order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from client.cli.values import games
from tests.support.laws.depth import sample
from tests.support.processes.running import running_server
from tests.support.processes.talking import client
from tests.support.terminal.monkey import Monkey, lines, type_at

pytestmark = pytest.mark.slow

OPENINGS = ("", *(f"play {game}" for game in games()), "learn blocky")
BURSTS = 40
LINES = 100


@pytest.mark.parametrize("seed", sample(range(len(OPENINGS)), 2), ids=OPENINGS)
async def test_whatever_is_typed_and_clicked_the_screen_stays_whole(seed: int) -> None:
    monkey = Monkey(seed)
    await type_at(monkey, BURSTS, OPENINGS[seed])
    assert monkey.bursts == BURSTS
    assert len(monkey.seen) > 4, "it got nowhere"


@pytest.mark.parametrize(("seed", "form"), [(1, "--plain"), (2, "--json")])
def test_whatever_comes_through_a_pipe_is_answered_and_the_end_is_in_good_order(
    tmp_path: Path, seed: int, form: str
) -> None:
    with running_server(tmp_path) as url, client(tmp_path / "home", url, form) as ana:
        out = ana.finish("\n".join((*lines(seed, LINES), "leave anyway", "quit", "")))
        assert ana.process.returncode == 0
    assert "Traceback" not in out
    assert len(out.splitlines()) > LINES
    if form == "--json":
        assert all(json.loads(line)["type"] for line in out.split("\n") if line.startswith("{"))
