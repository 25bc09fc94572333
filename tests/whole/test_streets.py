"""Whole games of Streets and Alleys between real processes: in the words of the rules, alone and as races."""

import json
from pathlib import Path

import pytest

from client.games.streets_and_alleys.card_names import short
from engines.streets_and_alleys.layout import deal, is_won
from engines.streets_and_alleys.moves import read_line, text
from tests.support.games.street_tables import read_faces
from tests.support.games.streets_lines import DEAL, commands
from tests.support.laws.depth import sample
from tests.support.processes.running import PATIENT, RunningServer, start_server
from tests.support.processes.talking import client, code_in
from tests.support.terminal.streets_windows import OVER, How, by_keys, by_mouse, expect_moves, play
from tests.support.terminal.windows import Desktop, Window

pytestmark = pytest.mark.slow

DEALT = ("play", "streets", "--deal", str(DEAL))
RACE = (*DEALT, "--vs", "human")
SMALL = {"columns": 80, "rows": 24}
SMALLEST = {"columns": 60, "rows": 20}
TAB = "\t"
LONG_DEAL = 9
LONG = tuple(map(text, read_line("02323232303272027272124232")))
"""Thirteen moves after which pile 2 of that deal has 19 cards, as many as a pile can have."""


def said(home: Path, url: str | None, *lines: str) -> list[str]:
    """What plain mode says to a script at the deal."""
    with client(home, url, *DEALT, "--plain", "--name", "ana") as ana:
        return ana.finish("\n".join((*lines, ""))).splitlines()


def racers(desktop: Desktop, server: RunningServer, *options: str) -> tuple[Window, Window]:
    """Ana in a wide window makes a table, and ben comes to it in a small one."""
    ana = desktop.window("--server", server.url, "--name", "ana", *RACE, *options)
    desktop.expect(ana, "Waiting for somebody")
    ben = desktop.window("join", server.url, ana.code, "--name", "ben", columns=60, rows=20)
    for window in (ana, ben):
        desktop.expect(window, "0/52 up", " left ")
    return ana, ben


def cards(window: Window) -> list[str]:
    """The rows in which cards are drawn, without what changes by itself."""
    return [line for line in window.lines[3:-4] if line.strip()]


@pytest.mark.parametrize("is_private", [False, True], ids=["over the network", "on a private server"])
def test_a_deal_is_won_by_a_script_and_another_is_dealt(
    request: pytest.FixtureRequest, home: Path, *, is_private: bool
) -> None:
    url = None if is_private else request.getfixturevalue("server").url
    assert len(commands()) >= 90
    heard = said(home, url, *commands(), "U", "mtt 9 0", "Q")
    assert sum(line.startswith("Moved ") for line in heard) == len(commands())
    won = heard.index("You won!")
    assert heard[won + 1 : won + 4] == [
        "All piles are empty.",
        "Foundations: clubs king, spades king, diamonds king, hearts king.",
        "- - - - New Game. - - - -",
    ]
    assert heard[won + 4].startswith("Streets and Alleys, deal ")
    assert not heard[won + 4].startswith(f"Streets and Alleys, deal {DEAL}.")
    end = heard.index("Thank you for playing.")
    assert heard[end - 3 : end] == ["Q: Quit the game.", "No moves to undo.", "Error in Source."]


def test_a_script_that_restarts_plays_the_next_deal(server: RunningServer, home: Path) -> None:
    first, *_ = commands()
    heard = said(home, server.url, first, "U", "Y", "again", "R", "R", "H", "Q")
    assert heard.count("- - - - New Game. - - - -") == 2
    assert f"Undo: {first}" in heard
    assert f"Redo: {first}" in heard
    assert "This deal starts over." in heard


def test_a_race_in_lines_is_won_by_the_first_with_all_cards_up(server: RunningServer, home: Path) -> None:
    with client(home, server.url, *RACE, "--plain", "--name", "ana") as ana:
        code = code_in(ana.read_until("Table "))
        with client(home, server.url, "join", code, "--plain", "--name", "ben") as ben:
            ben.read_until("possible")
            ana.write(*commands())
            assert "You won!" in ana.read_until("You won!")
            heard = ben.read_until("ana won")
            assert f"ana has 52 of 52 cards up in {len(commands())} moves." in heard
            assert heard[-1] == "ana won: all 52 cards are up."


@pytest.mark.parametrize("how", sample([by_keys, by_mouse], 1), ids=["keys", "mouse"])
@pytest.mark.parametrize("size", sample([SMALL, {}], 1), ids=["normal", "wide"])
def test_a_whole_game_is_won_in_a_window_and_followed_by_another(
    desktop: Desktop, server: RunningServer, size: dict[str, int], how: How
) -> None:
    window = desktop.window("--server", server.url, "--no-motion", *DEALT, **size)
    desktop.expect(window, "0/52 up")
    assert is_won(play(desktop, window, deal(DEAL), commands(), how))
    desktop.expect(window, "You won!", OVER, f"52/52  {len(commands())} moves", f"Deal {DEAL}: best {len(commands())}")
    if how is by_keys:
        window.press("r")
    else:
        window.click_on("new deal")
    expect_moves(desktop, window, 0)
    assert f"deal {DEAL} " not in window.text


def test_two_people_race_in_windows_until_one_gives_up(desktop: Desktop, server: RunningServer) -> None:
    ana, ben = racers(desktop, server, "time_limit_s=600")
    play(desktop, ana, deal(DEAL), commands()[:1], by_keys)
    desktop.expect(ben, "ana has 1 of 52 cards up in 1 move.")
    ben.press(TAB)
    desktop.expect(ben, "The race")  # The others' tables are hidden.
    ana.press("N")
    desktop.expect(ana, "You can start a new game only when you play alone")
    ben.press(":resign\ry")
    desktop.expect(ana, "ben resigned. You won.", OVER)
    ana.press(TAB)
    desktop.expect(ana, "ben   0/52 up")
    ana.press(":Q\r")
    desktop.expect(ana, "Thank you for playing.")


def test_a_race_with_shown_tables_is_decided_when_its_time_is_up(desktop: Desktop, server: RunningServer) -> None:
    ana, ben = racers(desktop, server, "time_limit_s=4", "tables=shown")
    play(desktop, ana, deal(DEAL), commands()[:1], by_keys)
    ben.press(TAB)
    desktop.expect(ben, "ana   1/52 up")
    ben.press(commands()[0].split()[1])  # Whoever plays on sees their own table again.
    desktop.until(lambda: "ana   1/52 up" not in ben.text)
    desktop.expect(ana, "The time is up: you won.", "You won 1 to 0.")
    desktop.expect(ben, "The time is up: ana won.", "ana won 1 to 0.")
    ben.press(TAB + TAB)
    desktop.expect(ben, "The race, deal", "won")


def test_a_game_outlives_its_client_and_its_server_with_all_that_can_be_undone(
    desktop: Desktop, server: RunningServer, data: Path
) -> None:
    first = desktop.window("--server", server.url, "--name", "ana", *DEALT, **SMALL)
    desktop.expect(first, "0/52 up", "7 moves possible.")
    at_first = cards(first)
    reached = play(desktop, first, deal(DEAL), commands()[:12], by_keys)
    desktop.expect(first, "A♦ from pile 5 to foundation 2. 3 moves possible.")
    before = cards(first)
    first.kill()
    server.kill()
    with start_server(data, port=server.port, program=PATIENT):
        again = desktop.window("--server", server.url, "--name", "ana", **SMALL)
        desktop.until(lambda: cards(again) == before)
        for made in reversed(range(12)):
            again.press("u")
            expect_moves(desktop, again, made)
        desktop.until(lambda: cards(again) == at_first)
        again.press("u")
        desktop.expect(again, "No moves to undo.")
        for made in range(1, 13):
            again.press("y")
            expect_moves(desktop, again, made)
        desktop.until(lambda: cards(again) == before)
        play(desktop, again, reached, commands()[12:15], by_keys)


def test_a_game_won_and_one_given_up_are_counted(desktop: Desktop, server: RunningServer, home: Path) -> None:
    said(home, server.url, *commands(), "Q")
    said(home, server.url, commands()[0], "resign anyway", "Q")
    with client(home, server.url, "stats", "streets", "--json", "--name", "ana") as stats:
        told = json.loads(stats.finish())
    assert (told["played"], told["won"], told["streak"], told["longest"]) == (2, 1, 0, 1)
    assert told["best_moves"] == told["average_moves"] == len(commands())
    window = desktop.window("--server", server.url, "--name", "ana", *DEALT, **SMALL)
    desktop.expect(window, f"won 1/2, best {len(commands())} moves")
    window.press(":stats\r")
    desktop.expect(window, "2 played, 1 won", f"solved in {len(commands())} moves by ana")


@pytest.mark.parametrize("size", sample([SMALLEST, SMALL, {}], 1), ids=["smallest", "normal", "wide"])
def test_a_pile_of_nineteen_shows_every_rank_and_suit(
    desktop: Desktop, server: RunningServer, size: dict[str, int]
) -> None:
    window = desktop.window("--server", server.url, "play", "streets", "--deal", str(LONG_DEAL), **size)
    desktop.expect(window, "0/52 up")
    pile = play(desktop, window, deal(LONG_DEAL), LONG, by_keys).piles[2]
    assert len(pile) == 19
    desktop.until(lambda: faces(window, 2) == [short(card) for card in pile])


def faces(window: Window, pile: int) -> list[str]:
    """The cards that a person reads in a pile on the left, in whatever rows it is drawn, each in two characters."""
    tops = [row for row, line in enumerate(window.lines) if line.lstrip().startswith(f"{pile} ")]
    rows = (line[: len(line) // 2 - 6] for top in tops for line in window.lines[top - 1 : top + 2])
    return [face for row in rows for face in read_faces(row)]
