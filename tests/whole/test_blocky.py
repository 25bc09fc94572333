"""Whole games of Blocky between real clients over a real server: in windows, in lines, and by bots."""

import json
import re
from itertools import cycle
from pathlib import Path

import pytest

from tests.support.laws.depth import sample
from tests.support.processes.running import PATIENT, RunningServer, start_server
from tests.support.processes.talking import Client, client, code_in
from tests.support.terminal.blocky_windows import (
    OVER,
    TAB,
    await_turn,
    let_go_by_mouse,
    marked_at,
    move,
    move_by_mouse,
    moves_left,
    place,
    same_board,
    smash,
)
from tests.support.terminal.windows import Desktop, Window

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SMALL = {"columns": 80, "rows": 24}
SIDE = 8
"""How many cells a board of depth 3 is wide."""
NAMES = ("ana", "ben", "cleo")
TURNS = ("wd", "we", TAB + TAB, "wq", "wa")
"""Moves that can always be made: at most the whole board is turned or swapped."""


def open_table(desktop: Desktop, server: RunningServer, *words: str, **size: int) -> Window:
    """Ana's window, with a table of depth 3 unless the words say otherwise."""
    table = ("play", "blocky", "depth=3", *words)
    return desktop.window("--server", server.url, "--name", "ana", *table, **size)


def people(desktop: Desktop, server: RunningServer, count: int, *words: str) -> tuple[Window, ...]:
    """Ana in a wide window makes a table, and the others come to it in smaller ones."""
    ana = open_table(desktop, server, *["--vs", "human"] * (count - 1), *words)
    desktop.expect(ana, "Waiting for somebody")
    windows = [ana]
    for name in NAMES[1:count]:
        windows.append(desktop.window("join", server.url, ana.code, "--name", name, **SMALL))
        desktop.expect(windows[-1], f"table {ana.code}")
    for window in windows:
        desktop.until(lambda window=window: moves_left(window) is not None and "? help" in window.lines[-1])
    return tuple(windows)


def play_on(desktop: Desktop, *windows: Window) -> None:
    """Move in every window in turn until the game is over in all of them."""
    turns = cycle(TURNS)
    while not all(OVER in window.text for window in windows):
        for window in windows:
            if await_turn(desktop, window):
                move(desktop, window, next(turns))


def standings(desktop: Desktop, window: Window) -> dict[str, int]:
    """The scores that the window gives at the end of a game of more than two, by name."""
    desktop.until(lambda: "r rematch" in window.lines[-1])
    return {name: int(score) for name, score in re.findall(r"[★ ] (\S+) +(-?\d+)  (?:\d won|resigned)", window.text)}


def result(desktop: Desktop, window: Window) -> list[int]:
    """The scores that the window gives at the end of a game of two."""
    desktop.until(lambda: "r rematch" in window.lines[-1])
    scores = [int(score) for score in re.findall(r"score (-?\d+) =", window.text)]
    assert len(scores) == 2, window.text
    return sorted(scores)


def test_two_people_finish_a_game_by_keys_and_swap_sides_for_the_next(desktop: Desktop, server: RunningServer) -> None:
    ana, ben = people(desktop, server, 2, "moves=5")
    same_board(desktop, SIDE, ana, ben)
    play_on(desktop, ana, ben)
    assert result(desktop, ana) == result(desktop, ben)
    same_board(desktop, SIDE, ana, ben)
    for window in (ana, ben):
        window.press("r")
    for window in (ana, ben):
        desktop.expect(window, "ben vs ana", "5 left")
    desktop.expect(ben, "The game begins: it's your turn.")
    move(desktop, ben)
    desktop.expect(ana, "ben turned the whole board to the right", "YOUR TURN")


@pytest.mark.parametrize("size", sample([SMALL, {}], 1), ids=["normal", "wide"])
def test_a_game_is_finished_by_mouse_alone(desktop: Desktop, server: RunningServer, size: dict[str, int]) -> None:
    window = open_table(desktop, server, "moves=3", "--vs", "computer:random", **size)
    for name in ("turn right", "swap top-bottom", "pass"):
        assert await_turn(desktop, window)
        move_by_mouse(desktop, window, SIDE, name)
        if await_turn(desktop, window):
            let_go_by_mouse(desktop, window, SIDE)
    result(desktop, window)
    window.click_on("rematch")
    desktop.until(lambda: moves_left(window) == 3)


def test_a_locked_block_stays_marked_wherever_the_pointer_goes(desktop: Desktop, server: RunningServer) -> None:
    window = open_table(desktop, server, "--vs", "solo")
    assert await_turn(desktop, window)
    first, last = place(window, SIDE, 0, 0), place(window, SIDE, SIDE // 2, SIDE // 2)
    window.click(*first)
    desktop.expect(window, "Pinned: level 1")
    window.point_at(*last)
    window.click_on("pass")
    desktop.expect(window, "Press Tab again to pass.")
    assert marked_at(window, SIDE) == first
    window.click(*last)
    desktop.until(lambda: marked_at(window, SIDE) == last)


def test_three_people_of_whom_one_resigns_and_the_others_play_to_the_end(
    desktop: Desktop, server: RunningServer
) -> None:
    ana, ben, cleo = people(desktop, server, 3, "moves=2")
    move(desktop, ana)
    assert await_turn(desktop, ben)
    ben.press(":resign\ry")
    desktop.expect(ben, "You resigned.")
    for window in (ana, cleo):
        desktop.expect(window, "ben resigned.")
    ben.press(TAB)
    desktop.expect(ben, "You resigned; the others play on.")
    play_on(desktop, cleo, ana)
    scores = [standings(desktop, window) for window in (ana, ben, cleo)]
    assert [set(each) for each in scores] == [{"you", "ben", "cleo"}, {"ana", "you", "cleo"}, {"ana", "ben", "you"}]
    assert len({tuple(sorted(each.values())) for each in scores}) == 1
    assert all("resigned" in window.text for window in (ana, ben, cleo))
    same_board(desktop, SIDE, ana, ben, cleo)


def test_two_people_and_two_computers_of_different_levels_finish_a_game(
    desktop: Desktop, server: RunningServer
) -> None:
    computers = ("random", "wise-4")
    ana, ben = people(desktop, server, 2, *[f"--vs=computer:{level}" for level in computers], "moves=2")
    play_on(desktop, ana, ben)
    scores = [standings(desktop, window) for window in (ana, ben)]
    assert [set(each) for each in scores] == [{"you", "ben", *computers}, {"ana", "you", *computers}]
    assert sorted(scores[0].values()) == sorted(scores[1].values())
    same_board(desktop, SIDE, ana, ben)


def test_the_lobby_leads_to_a_game_against_the_computer_and_to_another(desktop: Desktop, server: RunningServer) -> None:
    window = desktop.window("--server", server.url, **SMALL)
    desktop.expect(window, "Play now", "online")
    window.press(":play blocky wise-4 depth=2 moves=2\r")
    play_on(desktop, window)
    result(desktop, window)
    window.press("\r")
    desktop.expect(window, "Play now", "You left")
    window.press("\x1b[B\x1b[A")
    desktop.expect(window, "Enter starts Blocky (depth 2, 2 moves) against wise-4 (medium).")
    window.press("\r")
    assert await_turn(desktop, window)
    assert moves_left(window) == 2


def test_alone_moves_are_taken_back_but_for_a_smash(desktop: Desktop, server: RunningServer) -> None:
    window = open_table(desktop, server, "depth=4", "moves=3", "--vs", "solo")
    assert await_turn(desktop, window)
    before = same_board(desktop, 2 * SIDE, window)
    for keys in ("wd", TAB + TAB):
        move(desktop, window, keys)
        move(desktop, window, "z")
        desktop.expect(window, "You took back your last move. It's your turn.", "None yet.")
        assert same_board(desktop, 2 * SIDE, window) == before
    smash(desktop, window)
    desktop.expect(window, "penalty 3")
    window.press("z")
    desktop.expect(window, "A smash can't be taken back: its colours have been seen.")
    play_on(desktop, window)
    desktop.expect(window, "All moves are made.", "r play again")


def test_a_takeback_is_asked_for_agreed_to_and_declined(desktop: Desktop, server: RunningServer) -> None:
    ana, ben = people(desktop, server, 2)
    before = same_board(desktop, SIDE, ana, ben)
    move(desktop, ana)
    ana.press("z")
    desktop.expect(ana, "Waiting for ben")
    desktop.expect(ben, "Take back a move?", "ana turned the whole board", "y agree", "n decline")
    ben.press("y")
    desktop.expect(ana, "You took back your last move. It's your turn.", "YOUR TURN")
    desktop.expect(ben, "ana took back their last move.", "It's ana's turn")
    assert same_board(desktop, SIDE, ana, ben) == before
    move(desktop, ana)
    turned = same_board(desktop, SIDE, ana, ben)
    ana.press("z")
    desktop.expect(ben, "Take back a move?")
    ben.press("n")
    desktop.expect(ana, "ben declined.", "It's ben's turn")
    desktop.expect(ben, "ana can't take back their last move.", "YOUR TURN")
    assert same_board(desktop, SIDE, ana, ben) == turned


def test_a_secret_goal_is_seen_by_nobody_else_before_the_end(
    desktop: Desktop, server: RunningServer, home: Path
) -> None:
    ana, ben = people(desktop, server, 2, "goals=secret", "moves=2")
    with client(home, server.url, "watch", ana.code, "--json", "--name", "eva") as eva:
        eva.read_until('"phase":"playing"')
        for window, other in ((ana, "ben"), (ben, "ana")) * 2:
            assert await_turn(desktop, window)
            desktop.until(lambda: hides(ana, "ben") and hides(ben, "ana"))
            move(desktop, window)
            desktop.until(lambda window=window, other=other: OVER in window.text or hides(window, other))
        assert result(desktop, ana) == result(desktop, ben)
        heard = [json.loads(line) for line in eva.read_until('"phase":"over"')]
    assert "?" not in re.sub(r"\? help|[Rr]ating \d+\?", "", ana.text + ben.text)
    *_, over = views = [table["view"] for table in heard if table["type"] == "table"]
    for view in views[:-1]:
        assert (view["colours"], view["scores"]) == ([None, None], [None, None])
        assert {gain for *_, gain, _ in view["log"]} <= {None}
    assert None not in (*over["colours"], *over["scores"], *(gain for *_, gain, _ in over["log"]))


def hides(window: Window, name: str) -> bool:
    """Whether nothing on the screen tells the goal of the player of that name, nor how far it has come."""
    lines = window.lines
    at = next(at for at, line in enumerate(lines) if re.search(rf"[▸ ] {name} +(edge|biggest)", line))
    moves = [line.rstrip(" │") for line in lines if re.search(rf"\d {name} ", line)]
    told = "?? secret" in lines[at] and "score ?   penalty 0" in lines[at + 1]
    return told and all(line.endswith("?") for line in moves)


def test_a_client_and_the_server_are_killed_and_both_people_finish_with_the_same_board(
    desktop: Desktop, server: RunningServer, data: Path
) -> None:
    ana, ben = people(desktop, server, 2, "moves=3")
    for window in (ana, ben):
        assert await_turn(desktop, window)
        move(desktop, window)
    ana.kill()
    desktop.expect(ben, "away")
    again = desktop.window("--server", server.url, "--name", "ana")
    desktop.expect(again, f"table {ben.code}", "YOUR TURN", "2 left")
    same_board(desktop, SIDE, again, ben)
    move(desktop, again)
    desktop.expect(ben, "YOUR TURN")
    before = same_board(desktop, SIDE, again, ben)
    server.kill()
    for window in (again, ben):
        desktop.expect(window, "reconnecting")
    with start_server(data, port=server.port, program=PATIENT):
        desktop.until(lambda: all("reconnecting" not in window.text for window in (again, ben)))
        assert same_board(desktop, SIDE, again, ben) == before
        play_on(desktop, ben, again)
        assert result(desktop, again) == result(desktop, ben)
        same_board(desktop, SIDE, again, ben)


def test_without_colours_the_board_is_made_of_textures_and_a_game_ends(desktop: Desktop, server: RunningServer) -> None:
    table = ("play", "blocky", "depth=3", "moves=2", "--vs", "computer:random")
    window = desktop.window("--server", server.url, *table, environ={"NO_COLOR": "1"}, **SMALL)
    desktop.expect(window, "█ blue ▒ red ▚ green ░ yellow")
    assert {window.ground(column, row) for column in range(80) for row in range(24)} == {"default"}
    assert len(set(re.sub("[^█▒▚░]", "", "".join(line[:33] for line in window.lines[3:19])))) > 1
    play_on(desktop, window)
    result(desktop, window)


LEGENDS = {"original": "blue   red   green   yellow", "texture": "█ blue ▒ red ▚ green ░ yellow"}


@pytest.mark.parametrize("palette", sample(LEGENDS, 0))
def test_a_game_is_finished_in_another_palette(desktop: Desktop, server: RunningServer, palette: str) -> None:
    window = open_table(desktop, server, "moves=2", "--vs", "computer:random", "--palette", palette, **SMALL)
    desktop.until(lambda: LEGENDS[palette] in re.sub(" {3,}", "   ", window.text))
    play_on(desktop, window)
    result(desktop, window)


def test_a_game_is_played_by_typed_lines_alone(server: RunningServer, home: Path) -> None:
    with client(home, server.url, "play", "blocky", "depth=2", "moves=4", "--vs", "human", "--plain") as ana:
        code = code_in(ana.read_until("Table "))
        with client(home, server.url, "join", code, "--plain", "--name", "ben") as ben:
            ana.read_until("It's your turn, with 4 moves left.")
            ben.write("pass")
            ana.write("turn left")
            assert "Turn left which block?" in ana.read_until("which block")[-1]
            typed_by_path_and_by_cell(ana)
            ana.write("turn left board", "swap lr 0,0 0", "rotate clockwise whole", "pass")
            ben.write(*["tb board"] * 3)
            over = ["\n".join(one.read_until(f"{OVER}: ")) for one in (ana, ben)]
            assert "You turned the whole board to the left" in over[0]
            assert "ben swapped the top and bottom of the whole board" in over[0]
            assert "You swapped the left and right" not in over[1]
            ana.write("say")
            assert f"{OVER}: " in ana.read_until(OVER)[-1]
            for one in (ana, ben):
                one.finish()
            assert [one.process.returncode for one in (ana, ben)] == [0, 0]


def typed_by_path_and_by_cell(ana: Client) -> None:
    """Read the same block by its path and by a cell of it, and the board as `say` reads it."""
    ana.write("show 1", "show 0,0 1", "say")
    for _ in ("by its path", "by a cell"):
        assert ana.read_until("level 1")[-1] == "The upper left quarter: level 1 of 2, columns 0 to 1, rows 0 to 1."
    said = ana.read_until("It's your turn")
    assert len([line for line in said if line.startswith("Row ")]) == 4
