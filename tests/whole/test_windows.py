"""Whole games between real clients in terminal windows, over a real server, by keys alone and by mouse alone."""

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from client.state.exit_codes import ExitCode
from tests.support.laws.depth import sample
from tests.support.patience import PATIENCE_S
from tests.support.processes.running import PATIENT, RunningServer, start_server
from tests.support.processes.talking import run_client
from tests.support.terminal.war_windows import OVER, cards_left, flip, press_space
from tests.support.terminal.windows import Desktop, Window

pytestmark = pytest.mark.slow

VARIANTS = ("scouts", "suits", "normal")
ENTER = "\r"
WIDE, NORMAL = (100, 32), (80, 24)


def two_people(desktop: Desktop, server: RunningServer, variant: str = "normal") -> tuple[Window, Window]:
    """Ana in a wide window makes a table, and ben comes to it in a smaller one; cards turn over at once."""
    table = ("play", "war", "--vs", "human", "--variant", variant, "--auto-flip", "0")
    ana = desktop.window("--server", server.url, "--name", "ana", "--no-motion", *table)
    desktop.expect(ana, "Waiting for somebody")
    ben = desktop.window("join", server.url, ana.code, "--name", "ben", "--no-motion", columns=80, rows=24)
    for window in (ana, ben):
        desktop.expect(window, "SPACE to flip")
    return ana, ben


def click_own_pile(window: Window) -> None:
    window.click(5, max(row for row, line in enumerate(window.lines) if "░░░░░" in line[:10]))


def play_on(desktop: Desktop, windows: tuple[Window, ...], how: Callable[[Window], None]) -> None:
    """Flip in every window in turn until the game is over in all of them."""
    while not all(OVER in window.text for window in windows):
        for window in windows:
            desktop.until(lambda window=window: any(text in window.text for text in ("SPACE to flip", OVER)))
            if OVER not in window.text:
                flip(desktop, window, how)


def go_to_war(desktop: Desktop, *windows: Window) -> None:
    """Flip until a war is on, in the next game if there is none in this one."""
    while not all("W A R" in window.text for window in windows):
        is_over = all(OVER in window.text for window in windows)
        for window in windows:
            if is_over:
                window.press("r")
            else:
                flip(desktop, window)
        if is_over:
            desktop.until(lambda: not any(OVER in window.text for window in windows))
        desktop.until(lambda: _all_show("SPACE to flip", windows) or _all_show(OVER, windows))


def _all_show(text: str, windows: tuple[Window, ...]) -> bool:
    return all(text in window.text for window in windows)


def results(desktop: Desktop, window: Window) -> list[int]:
    """The points that the window gives at the end, the winner's first; one number for a tie."""
    desktop.until(lambda: "r rematch" in window.lines[-1])
    found = re.search(r"(\d+) to (\d+)|TIE at (\d+)", window.text)
    assert found, window.text
    return sorted(int(points) for points in found.groups() if points)


@pytest.mark.parametrize("how", sample([press_space, click_own_pile], 1), ids=["keys", "mouse"])
@pytest.mark.parametrize("variant", sample(VARIANTS, 1))
def test_two_people_finish_a_game_in_two_windows(
    desktop: Desktop, server: RunningServer, variant: str, how: Callable[[Window], None]
) -> None:
    windows = two_people(desktop, server, variant)
    play_on(desktop, windows, how)
    assert results(desktop, windows[0]) == results(desktop, windows[1])


@pytest.mark.parametrize("how", sample([click_own_pile, press_space], 1), ids=["mouse", "keys"])
def test_the_lobby_leads_to_a_finished_game_against_the_computer_and_to_another(
    desktop: Desktop, server: RunningServer, how: Callable[[Window], None]
) -> None:
    by_keys = how is press_space
    columns, rows = NORMAL if by_keys else WIDE
    window = desktop.window("--server", server.url, columns=columns, rows=rows)
    desktop.expect(window, "Play now", "online")
    if by_keys:
        window.press(ENTER)
    else:
        for _ in range(2):
            window.click_on("War  ")
    desktop.expect(window, "SPACE to flip")
    play_on(desktop, (window,), how)
    desktop.expect(window, "r rematch")
    if by_keys:
        window.press("r")
    else:
        window.click_on("rematch")
    desktop.until(lambda: OVER not in window.text and "SPACE to flip" in window.text)


def test_two_people_finish_a_game_of_tower_blaster_and_swap_sides_for_the_next(
    desktop: Desktop, server: RunningServer
) -> None:
    ana = desktop.window("--server", server.url, "--name", "ana", "play", "tower", "--vs", "human")
    desktop.expect(ana, "Waiting for somebody")
    ben = desktop.window("join", server.url, ana.code, "--name", "ben", columns=80, rows=24)
    while OVER not in ana.text:
        for window in (ana, ben):
            desktop.until(lambda window=window: "YOUR TURN" in window.text or OVER in window.text)
            if OVER not in window.text:
                take_a_turn(desktop, window)
    for window in (ana, ben):
        desktop.expect(window, OVER, "A tower is stable.")
        window.press("r")
    for window in (ana, ben):
        desktop.expect(window, "ben vs ana")
    desktop.expect(ben, "YOUR TURN")
    ben.press(":resign\ry")
    for window, said in ((ana, "ben resigned. You won."), (ben, "You resigned. ana won.")):
        desktop.expect(window, OVER)
        desktop.until(lambda window=window: window.text.count("to fix") == 2)  # both towers are in sight
        desktop.until(lambda window=window, said=said: window.lines[-2].strip() == said)


def take_a_turn(desktop: Desktop, window: Window) -> None:
    """Draw a brick, and put it where it does most."""
    window.press("p")
    desktop.expect(window, "PLACE ")
    window.press(ENTER)
    desktop.until(lambda: "PLACE " not in window.text)


def test_a_client_killed_in_the_middle_comes_back_to_its_table_with_no_key_pressed(
    desktop: Desktop, server: RunningServer
) -> None:
    ana, ben = two_people(desktop, server)
    for window in (ana, ben, ana):
        flip(desktop, window)
    before = cards_left(ana)
    ana.kill()
    desktop.expect(ben, "away")
    again = desktop.window("--server", server.url, "--name", "ana", "--no-motion")
    desktop.expect(again, f"table {ben.code}", "you flipped")
    assert cards_left(again) == before
    flip(desktop, ben)
    play_on(desktop, (again, ben), press_space)
    assert results(desktop, again) == results(desktop, ben)


def test_who_plays_several_games_comes_back_to_the_one_on_the_screen(desktop: Desktop, server: RunningServer) -> None:
    ana = desktop.window("--server", server.url, "--name", "ana", "--no-motion")
    desktop.expect(ana, "Play now", "online")
    ana.press("1")
    desktop.expect(ana, "SPACE to flip")
    flip(desktop, ana)
    ana.press("\x1b\x1b")
    desktop.expect(ana, "Your games")
    ana.press("4")
    desktop.expect(ana, "Tower Blaster   table")
    ana.press("\x1b\x1b")
    desktop.expect(ana, "Your games")
    ana.press("1")
    desktop.expect(ana, "SPACE to flip")
    before = cards_left(ana)
    ana.kill()
    again = desktop.window("--server", server.url, "--name", "ana", "--no-motion")
    desktop.expect(again, "SPACE to flip")
    assert cards_left(again) == before


def test_a_second_window_of_a_player_asks_before_it_goes_on_there(desktop: Desktop, server: RunningServer) -> None:
    ana, ben = two_people(desktop, server)
    again = desktop.window("--server", server.url, "--name", "ana", "--no-motion")
    desktop.expect(again, "another window", "take over here")
    flip(desktop, ana)
    again.press(ENTER)
    desktop.expect(again, f"table {ben.code}", "you flipped")
    desktop.expect(ana, "moved to another window")
    flip(desktop, ben)
    ana.press(ENTER)
    desktop.expect(ana, "SPACE to flip")
    desktop.expect(again, "moved to another window")
    flip(desktop, ana)


def test_whatever_is_asked_from_a_shell_the_window_plays_on(desktop: Desktop, server: RunningServer, tmp_path: Path):
    ana, ben = two_people(desktop, server)
    flip(desktop, ana)
    for words in (
        ("stats",),
        ("history",),
        ("tables",),
        ("leaders", "blocky"),
        ("levels", "war"),
        ("devices",),
        ("account", "export"),
    ):
        done = run_client(desktop.home, *words, "--name", "ana", url=server.url)
        assert (done.returncode, done.stdout.strip() != "") == (ExitCode.OK, True), done.stderr
    for words in (("resume",), ("play", "war"), ("bot", "examples/steady.py", "--vs", "computer")):
        done = run_client(desktop.home, *words, "--name", "ana", url=server.url)
        assert (done.returncode, "--guest" in done.stdout + done.stderr) == (ExitCode.OTHER_WINDOW, True)
    flip(desktop, ben)
    desktop.expect(ana, "SPACE to flip")
    flip(desktop, ana)


def test_a_guest_plays_beside_the_first_window(desktop: Desktop, server: RunningServer) -> None:
    ana, _ = two_people(desktop, server)
    again = desktop.window("--server", server.url, "--name", "ana", "--no-motion")
    desktop.expect(again, "another window")
    again.press("g")
    desktop.expect(again, "guest", "Play now")
    again.press("1")
    desktop.expect(again, "guest vs flipper", "SPACE to flip")
    flip(desktop, ana)


def test_a_server_whose_name_nobody_knows_ends_the_program_at_once(desktop: Desktop) -> None:
    window = desktop.window("join", "nosuch.invalid", "KQFM")
    desktop.until(lambda: window.is_at_end)
    assert window.process.wait() == ExitCode.UNREACHABLE
    assert "nosuch.invalid" in window.text


@pytest.mark.parametrize("end", sample([RunningServer.kill, RunningServer.terminate], 1), ids=["killed", "stopped"])
def test_a_server_that_ends_in_the_middle_of_a_war_is_come_back_to_by_both(
    desktop: Desktop, server: RunningServer, data: Path, end: Callable[[RunningServer], object]
) -> None:
    ana, ben = two_people(desktop, server, "suits")
    go_to_war(desktop, ana, ben)
    flip(desktop, ana)
    at_war = cards_left(ana)
    end(server)
    for window in (ana, ben):
        desktop.expect(window, "reconnecting")
    with start_server(data, port=server.port, program=PATIENT):
        desktop.until(lambda: all("reconnecting" not in window.text for window in (ana, ben)))
        desktop.expect(ana, "W A R", "you flipped")
        assert cards_left(ana) == at_war
        flip(desktop, ben)
        play_on(desktop, (ana, ben), press_space)
        assert results(desktop, ana) == results(desktop, ben)


def test_who_resigns_has_lost_and_both_see_it(desktop: Desktop, server: RunningServer) -> None:
    ana, ben = two_people(desktop, server)
    flip(desktop, ana)
    ana.press(":resign\ry")
    desktop.expect(ben, OVER, "You won.", "ana resigned.")
    desktop.expect(ana, OVER, "ben won.", "You resigned.")
    desktop.until(lambda: "SPACE to flip" not in ana.text + ben.text)


def test_a_window_left_by_ctrl_c_says_how_to_come_back(desktop: Desktop, server: RunningServer) -> None:
    ana, _ = two_people(desktop, server)
    ana.press("\x03")
    desktop.expect(ana, "parlour resume")
    assert ana.process.wait(timeout=PATIENCE_S) == 128 + signal.SIGINT


def test_a_lobby_left_by_ctrl_c_tells_of_no_seat(desktop: Desktop, server: RunningServer) -> None:
    ana = desktop.window("--server", server.url, "--name", "ana")
    desktop.expect(ana, "Play now", "online")
    ana.press("\x03")
    desktop.until(lambda: ana.is_at_end)
    assert ana.process.wait(timeout=PATIENCE_S) == 128 + signal.SIGINT
    assert "resume" not in ana.text
