"""Two people at real clients of a real server: one vanishes, runs out of time, offers a draw, or is sent away."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.processes.running import PATIENT, running_server, start_server
from tests.support.processes.talking import Client, client, code_in

pytestmark = pytest.mark.slow

GRACE_S = 1.5


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running_server(tmp_path, f"--limit=grace-s={GRACE_S}") as url:
        yield url


@contextmanager
def seated(home: Path, url: str, game: str, *flags: str, form: str = "--plain") -> Iterator[tuple[Client, Client, str]]:
    """ana and ben at her table, the game begun, and its code."""
    with client(home, url, "play", game, "--vs", "human", "--plain", "--name", "ana", *flags) as ana:
        code = code_in(ana.read_until("Table "))
        with client(home, url, "join", code, form, "--name", "ben") as ben:
            ana.read_until("Game 1 begins.")
            yield ana, ben, code


def test_who_is_killed_and_does_not_come_back_has_given_up_once_the_other_says_so(home: Path, url: str) -> None:
    with seated(home, url, "tower") as (ana, ben, _):
        ana.write("claim win")
        ana.read_until("Nobody is away.")
        ben.kill()
        ana.read_until("ben is away and has 2 seconds to come back.")
        ana.write("claim win")
        ana.read_until("They still have time to come back.")
        ana.read_until("ben did not come back in time.")
        ana.read_until("Type 'claim win' or 'claim computer', or keep waiting.")
        ana.write("claim win")
        assert "ben did not come back." in ana.read_until("did not come back.")[-1]


def test_a_computer_plays_on_for_who_is_killed_until_they_are_back(home: Path, url: str) -> None:
    with seated(home, url, "blocky") as (ana, ben, _):
        ben.kill()
        ana.read_until("Type 'claim win'")
        ana.write("claim computer random")
        ana.read_until("You let a computer (random) play on for ben.")
        ana.write("pass")
        ana.read_until("ana passes", "You pass", "passed")
        ana.read_until("ben ")
        with client(home, url, "resume", "--plain", "--name", "ben") as again:
            again.read_until("Blocky")
            ana.read_until("ben is back.")
            ana.write("pass")
            again.write("resign anyway")
            ana.read_until("ben resigned.")


def test_whose_time_is_up_has_lost(home: Path, url: str) -> None:
    with seated(home, url, "tower", "--clock", "0.03+0") as (ana, ben, _):
        ana.read_until("You have 0:02 left.")
        ana.read_until("Your time is up.")
        ben.read_until("ana's time is up.")


def test_a_move_that_is_late_is_made_by_itself(home: Path, url: str) -> None:
    with seated(home, url, "tower", "--move-time", "1") as (ana, ben, _):
        ana.read_until("You have 0:01 left.")
        ben.read_until("You have 0:01 left.")
        ana.read_until("You have 0:01 left.")


def test_while_the_server_is_down_clocks_stand_still(home: Path, tmp_path: Path) -> None:
    began = time.monotonic()
    server = start_server(tmp_path, program=PATIENT)
    with seated(home, server.url, "tower", "--clock", "1+0", form="--json") as (ana, ben, _):
        ana.read_until("You have 1:00 left.")
        server.kill()
        down = time.monotonic()
        ana.read_until("Trying again.")
        time.sleep(down - began)  # as long as all before, so that it would be noticed if it counted
        down_s = time.monotonic() - down
        with start_server(tmp_path, port=server.port, program=PATIENT):
            ana.read_until("Connected again.")
            for state in ("down", "up"):
                ben.read_until(f'"state":"{state}"')
            while (seen := json.loads(ben.read_until('"type":"table"')[-1]))["away"]:
                pass
            assert 60.0 - seen["totals"][0] <= time.monotonic() - began - down_s
            assert seen["phase"] == "playing"


def test_a_draw_is_declined_and_then_agreed(home: Path, url: str) -> None:
    with seated(home, url, "tower") as (ana, ben, _):
        ana.write("offer draw")
        ben.read_until("ana offers a draw.")
        ben.write("decline")
        ana.read_until("ben declined the draw.")
        ana.write("offer draw")
        ana.read_until("You have already offered a draw")
        ben.write("offer draw")
        ana.read_until("ben offers a draw")
        ana.write("agree")
        for one in (ana, ben):
            one.read_until("Drawn by agreement.")


def test_the_host_sends_somebody_away_and_closes_the_table(home: Path, url: str) -> None:
    with seated(home, url, "blocky") as (ana, ben, code):
        ben.write("kick ana")
        ben.read_until("Only the host, ana, can do that.")
        ana.write("kick ben")
        ana.read_until("Send ben away for good? That counts as resigning. ben wins.")
        ana.write("yes")
        ben.read_until(f"ana sent you away from table {code}.")
        ana.read_until("You resigned by sending ben away.")
        ben.write(f"join {code}")
        ben.read_until(f"The host sent you away from table {code}")
        ben.write(f"watch {code}")
        ben.read_until(f"Table {code}")
        ana.write("close table")
        for one in (ana, ben):
            one.read_until(f"ana closed table {code}.")
