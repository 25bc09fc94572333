"""Two people play, and each verifies on their own machine that they were dealt fairly."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes.running import RunningServer
from tests.support.terminal.windows import ROOT, Desktop

pytestmark = pytest.mark.slow

FAST = "5"
OVER = "The game is over"


def verify(*files: Path) -> tuple[int, dict[str, object]]:
    """What `parlour verify` says of a file or two, and what it exits with."""
    command = [sys.executable, "-m", "client", "verify", *map(str, files), "--json"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    return run.returncode, json.loads(run.stdout)


def test_two_people_verify_a_game_of_war_and_what_is_tampered_with_is_refused(
    desktop: Desktop, server: RunningServer, tmp_path: Path
) -> None:
    table = ("play", "war", "--vs", "human", "--auto-flip", "0")
    ana = desktop.window("--server", server.url, "--name", "ana", "--no-motion", *table)
    desktop.expect(ana, "Waiting for somebody")
    ben = desktop.window("join", server.url, ana.code, "--name", "ben", "--no-motion", columns=80, rows=24)
    for window in (ana, ben):
        desktop.expect(window, "SPACE to flip")
        window.press(FAST)
    for window in (ana, ben):
        desktop.expect(window, OVER)
        window.press("v")
        desktop.expect(window, "Verified: fairly dealt, and played by the rules.")
    files = sorted((tmp_path / "home" / "transcripts").glob("*.json"))
    assert [file.name.split("-")[2] for file in files] == ["ana", "ben"]
    for file in files:
        code, verdict = verify(file)
        assert (code, verdict["verified"], verdict["notes"]) == (0, True, [])
    code, together = verify(*files)
    assert (code, together["verified"], together["head"]) == (0, True, verdict["head"])
    shares = [json.loads(file.read_text())["witness"]["share"] for file in files]
    assert None not in shares
    assert shares[0] != shares[1]
    tampered = tmp_path / "tampered.json"
    tampered.write_text(files[0].read_text().replace(shares[1], shares[0]))
    code, verdict = verify(tampered)
    assert (code, verdict["verified"]) == (1, False)
    assert "is not the one it committed to" in str(verdict["reason"])
