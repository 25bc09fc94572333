"""Stepping through finished games in real terminal windows, and reading them line by line."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.support.golden.reviews import filed, saved
from tests.support.laws.depth import sample
from tests.support.processes.running import RunningServer
from tests.support.processes.talking import run_client
from tests.support.terminal.windows import Desktop, Window

pytestmark = pytest.mark.slow

LEFT, RIGHT, HOME, END, PAGE_UP, PAGE_DOWN = "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"
SPACE, ENTER, ESC = " ", "\r", "\x1b"
SIZES = ((100, 32), (80, 24))


def kept(home: Path, stem: str, seat: int = 0) -> int:
    """Have a game kept as its players' programs keep it; gives how many events it has."""
    home.mkdir(exist_ok=True)
    filed(home / "transcripts", stem, seat=seat)
    return saved(stem).transcript.count


def at(window: Window) -> int:
    """The place that the window shows."""
    found = re.search(r"event (\d+) of \d+", window.lines[0])
    return int(found[1]) if found else -1


def count(window: Window) -> int:
    """How many places the window says there are."""
    found = re.search(r"event \d+ of (\d+)", window.lines[0])
    return int(found[1]) if found else -2


def go(desktop: Desktop, window: Window, keys: str, place: int) -> None:
    window.press(keys)
    desktop.until(lambda: at(window) == place)


@pytest.mark.parametrize("size", sample(SIZES, 1))
@pytest.mark.parametrize("stem", sample(["blocky-takebacks", "war-normal", "tower_blaster", "streets_and_alleys"], 1))
def test_a_finished_game_is_stepped_through_by_arrow_keys(desktop, tmp_path, stem, size):
    columns, rows = size
    last = kept(tmp_path / "home", stem)
    window = desktop.window("replay", "KQFM", columns=columns, rows=rows)
    desktop.expect(window, "event 0 of", "The game begins.")
    for place in range(1, last + 1):
        go(desktop, window, RIGHT, place)
    desktop.until(lambda: any(said in window.text for said in ("The game is over", "You won.")))
    go(desktop, window, LEFT, last - 1)
    go(desktop, window, HOME, 0)
    go(desktop, window, END, last)
    go(desktop, window, PAGE_UP, max(0, last - 10))
    go(desktop, window, PAGE_DOWN, min(last, max(0, last - 10) + 10))
    window.turn_wheel(10, 10, down=False)
    desktop.until(lambda: at(window) == last - 1)
    window.press(ESC)
    desktop.until(lambda: window.process.poll() is not None)
    assert window.process.returncode == 0


def test_a_game_goes_on_by_itself_and_is_seen_with_other_eyes(desktop, tmp_path):
    kept(tmp_path / "home", "tower_blaster")
    window = desktop.window("replay", "KQFM", "--from", "3")
    desktop.expect(window, "as ann saw it   event 3 of")
    window.press(SPACE)
    desktop.until(lambda: at(window) >= 5)
    window.press(SPACE)
    desktop.until(lambda: "▶" not in window.lines[0])
    window.press("v")
    desktop.expect(window, "as ben saw it")
    window.press("v")
    desktop.expect(window, "as a spectator")


@pytest.mark.parametrize("game", sample(["blocky", "war"], 1))
def test_after_a_game_it_is_stepped_through_and_found_again_in_the_list(
    desktop: Desktop, server: RunningServer, game: str
) -> None:
    window = desktop.window("--server", server.url, "--name", "ana", "play", game, columns=80, rows=24)
    desktop.expect(window, "SPACE to flip" if game == "war" else "YOUR TURN")
    window.press(":flip" + ENTER if game == "war" else ":pass" + ENTER)
    desktop.expect(window, "Rounds" if game == "war" else "passed")  # an untouched game would leave no trace
    window.press(":resign" + ENTER + "y")
    desktop.expect(window, "p replay")
    go(desktop, window, "p", 0)
    window.press(END)
    desktop.until(lambda: at(window) == count(window))  # the computer may have flipped before
    desktop.expect(window, "You resigned.")
    window.press(ESC)
    desktop.expect(window, "r rematch")
    window.press(ENTER)
    desktop.expect(window, "Play now")
    window.press("h")
    desktop.expect(window, "Finished games", "against")
    window.press(ENTER)
    desktop.expect(window, "event 0 of ")


def test_a_game_that_is_not_kept_here_is_listed_replayed_and_verified_all_the_same(
    desktop: Desktop, server: RunningServer, tmp_path: Path
) -> None:
    home, ana = tmp_path / "home", ("--server", server.url, "--name", "ana")
    window = desktop.window(*ana, "play", "war", "--auto-flip", "0")
    desktop.expect(window, "SPACE to flip")
    window.press(SPACE)
    desktop.expect(window, "Rounds", " 1 ")
    window.press(":resign" + ENTER + "y")
    desktop.expect(window, "p replay")
    code = window.code
    go(desktop, window, "p", 0)
    shutil.rmtree(home / "transcripts")
    listed = json.loads(run_client(home, "history", "--json", *ana).stdout)
    assert (listed["table"], listed["transcript"], listed["verified"]) == (code, None, False)
    told = run_client(home, "verify", code, *ana)
    assert told.returncode == 0
    assert "This program saw nothing of the game itself." in told.stdout
    assert "as seen by ana." in run_client(home, "replay", code, "--plain", *ana).stdout
    assert "; lost; verified." in run_client(home, "history", *ana).stdout


def test_a_game_is_read_line_by_line(tmp_path):
    last = kept(tmp_path / "home", "war-normal")
    told = run_client(tmp_path / "home", "replay", "KQFM", "--plain")
    assert told.returncode == 0
    heading, *lines = told.stdout.splitlines()
    assert heading == "War, game 1 at table KQFM: ann against ben; as seen by ann."
    assert [int(line.partition(".")[0]) for line in lines] == list(range(last + 1))


def test_a_game_is_read_as_json_as_somebody_else_saw_it(tmp_path):
    last = kept(tmp_path / "home", "tower_blaster")
    told = run_client(tmp_path / "home", "replay", "KQFM", "--json", "--seat", "ben", "--from", "2")
    events = [json.loads(line) for line in told.stdout.splitlines()]
    assert [event["event"] for event in events] == list(range(2, last + 1))
    assert {event["view"]["seat"] for event in events} == {1}


def test_the_games_that_are_over_are_listed_and_written_into_a_file(tmp_path):
    home = tmp_path / "home"
    assert run_client(home, "history").stdout == "You haven't finished a game yet.\n"
    kept(home, "war-normal")
    assert "KQFM-1  War, normal; against ben" in run_client(home, "history", "war").stdout
    assert json.loads(run_client(home, "history", "--json").stdout)["table"] == "KQFM"
    told = run_client(home, "history", "--export", str(tmp_path / "games.json"))
    assert told.stdout == f"Saved 1 game in {tmp_path / 'games.json'}.\n"
    (game,) = json.loads((tmp_path / "games.json").read_text())
    assert game["transcript"]["form"] == "parlour transcript 1"


def test_nobody_watches_a_table_where_nobody_may(desktop: Desktop, server: RunningServer) -> None:
    table = ("play", "war", "--vs", "human", "--watch", "nobody")
    ana = desktop.window("--server", server.url, "--name", "ana", *table)
    desktop.expect(ana, "Waiting for somebody", "unwatched")
    cleo = desktop.window("watch", server.url, ana.code, "--name", "cleo")
    desktop.expect(cleo, f"Table {ana.code} allows no spectators.")
