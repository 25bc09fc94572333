"""Help between real processes: hints asked for, marked and followed in every game that gives any, by eye and by ear."""

import re
from pathlib import Path

import pytest

from tests.support.laws.depth import sample
from tests.support.processes.running import PATIENT, RunningServer, start_server
from tests.support.processes.talking import Client, client
from tests.support.terminal.streets_windows import expect_moves
from tests.support.terminal.windows import Desktop, Window

pytestmark = pytest.mark.slow

HINTS = 20
"""How many hints are followed in a game that they do not end before."""
GAMES = {
    "streets": ("play", "streets"),
    "tower": ("play", "tower", "--vs", "drawing"),
    "blocky": ("play", "blocky", "depth=3", "--vs", "random"),
}
MARKED = {"streets": r"Enter: (\d|f\d|its)|Enter takes", "tower": "▸", "blocky": "Hinted: "}
"""What shows that something is marked."""
MINE = {"streets": "up  ", "tower": "YOUR TURN|PLACE", "blocky": "YOUR TURN"}
"""What shows that one is on turn."""
COUNTED = {"streets": r"\d+ moves?\b", "tower": r"in hand +\S+", "blocky": r"\d+ left"}
"""What shows that a move has been made: until its answer is there, the table looks as it did before."""
OVER = "The game is over"


def is_shown(window: Window, pattern: str) -> bool:
    return bool(re.search(pattern, window.text))


def follow(desktop: Desktop, window: Window, game: str) -> bool:
    """Ask for a hint, see it marked and make its move; whether the game goes on after that."""
    window.press("h")
    desktop.until(lambda: is_shown(window, r"Hint \(") and is_shown(window, MARKED[game]))
    before = re.findall(COUNTED[game], window.text)
    window.press("\r")
    desktop.until(lambda: re.findall(COUNTED[game], window.text) != before or OVER in window.text)
    desktop.until(lambda: not is_shown(window, r"Hint \(") and (is_shown(window, MINE[game]) or OVER in window.text))
    return OVER not in window.text


def heard(person: Client) -> str:
    """The move of the next hint that is read out."""
    told = person.read_until("Hint: ", OVER, "You won!")[-1]
    return re.sub(r"^(?:> )*Hint: (.*?)\. .*$", r"\1", told) if "Hint: " in told else ""


@pytest.mark.parametrize("size", sample([(60, 20), (100, 32)], 1), ids=["small", "wide"])
@pytest.mark.parametrize("game", sample(GAMES, 1))
def test_hints_are_asked_for_by_a_key_and_followed_by_enter(
    desktop: Desktop, server: RunningServer, game: str, size: tuple[int, int]
) -> None:
    window = desktop.window("--server", server.url, "--no-motion", *GAMES[game], columns=size[0], rows=size[1])
    desktop.until(lambda: is_shown(window, MINE[game]))
    for followed in range(1, HINTS + 1):
        goes_on = follow(desktop, window, game)
        if game == "streets":
            expect_moves(desktop, window, followed)
        if not goes_on:
            break


@pytest.mark.parametrize("game", sample(GAMES, 1))
def test_hints_are_asked_for_by_a_word_and_typed_as_they_are_read_out(
    server: RunningServer, home: Path, game: str
) -> None:
    with client(home, server.url, *GAMES[game], "--plain", "--name", "ana") as ana:
        for _ in range(HINTS):
            ana.write("hint")
            if not (move := heard(ana)):
                break
            ana.write(move)
        ana.write("quit")
        told = ana.finish()
        assert ana.process.returncode == 0
    assert "not a move" not in told
    assert "Error" not in told


def test_nobody_is_helped_at_a_serious_table_or_against_people(desktop: Desktop, server: RunningServer) -> None:
    alone = desktop.window("--server", server.url, "--name", "ana", "play", "blocky", "--vs", "solo", "--serious")
    desktop.expect(alone, "serious", "YOUR TURN")
    alone.press("h")
    desktop.expect(alone, "This is a serious table: no help here.")
    ben = desktop.window("--server", server.url, "--name", "ben", "play", "blocky", "--vs", "human")
    desktop.expect(ben, "Waiting for somebody")
    cleo = desktop.window("join", server.url, ben.code, "--name", "cleo")
    desktop.expect(cleo, "It's ben's turn")
    for window in (ben, cleo):
        assert "h hint" not in window.text
        window.press("h")
        desktop.expect(window, "There's no help in games with other people.")


def test_a_race_against_computers_is_over_a_deal_that_can_be_won(desktop: Desktop, data: Path) -> None:
    with start_server(data, "--pace", "1", program=PATIENT) as server:  # or they might have won before anybody looks
        window = desktop.window(
            "--server", server.url, "--name", "ana", "play", "streets", "--vs", "flying", "--vs", "flying"
        )
        desktop.expect(window, "ana, flying, flying 2", "h hint")
        window.press("h")
        desktop.expect(window, "Hint (")
        window.press("\r")
        expect_moves(desktop, window, 1)
