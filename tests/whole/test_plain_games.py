"""Whole games between real processes: the line mode, bots and a real server."""

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.games.tower_blaster.ascending import helpful_slots
from client.hosting.server import running_url
from client.state.exit_codes import ExitCode
from tests.support.laws.depth import sample
from tests.support.processes.running import PATIENT, running_server, start_server
from tests.support.processes.talking import Client, client, code_in

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
VARIANTS = ("normal", "suits", "scouts")
FLIPS = "flip\n" * 200


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running_server(tmp_path) as url:
        yield url


def positions(lines: str) -> list[str]:
    return [line for line in lines.splitlines() if " left and " in line]


@pytest.mark.parametrize("variant", sample(VARIANTS, 1))
def test_two_people_finish_a_game(home: Path, url: str, variant: str) -> None:
    with client(home, url, "play", "war", "--vs", "human", "--variant", variant, "--plain", "--name", "ana") as ana:
        code = code_in(ana.read_until("Table "))
        with client(home, url, "join", code, "--plain", "--name", "ben") as ben:
            assert f"War, {variant}: ana against ben; you are player 2." in ben.read_until("Table ")[-1]
            for one in (ana, ben):
                one.write(*["flip"] * 30)
            over = [one.read_until("The game is over")[-1] for one in (ana, ben)]
            assert [one.finish() for one in (ana, ben)]
            assert [one.process.returncode for one in (ana, ben)] == [0, 0]
    assert over[0].replace(" you ", " ana ") == over[1].replace(" you ", " ben ")


def test_a_game_played_by_itself_outlasts_its_input(home: Path, url: str) -> None:
    with client(home, url, "play", "war", "--plain") as ana:
        assert "The game is over" in ana.finish("auto on\n")
        assert ana.process.returncode == 0


def test_a_spectator_sees_the_game_to_its_end(home: Path, url: str) -> None:
    with client(home, url, "play", "war", "--plain", "--name", "ana") as ana:
        code = code_in(ana.read_until("Table "))
        with client(home, url, "watch", code, "--plain", "--name", "eva") as eva:
            assert "you watch" in eva.read_until("Table ")[-1]
            eva.end_input()
            ana.finish(FLIPS)
            assert "The game is over" in eva.read_until("The game is over")[-1]
            assert eva.process.wait(30) == 0


def test_a_rematch_is_played_at_the_same_table(home: Path, url: str) -> None:
    with client(home, url, "play", "war", "--plain", "--name", "ana") as ana:
        ana.write("auto")
        ana.read_until("The game is over")
        ana.write("rematch", "auto")
        ana.read_until("Game 2 begins.")
        ana.read_until("The game is over")
        ana.finish("quit\n")
        assert ana.process.returncode == 0


@pytest.mark.parametrize("command", sample([["resume"], []], 1))
def test_a_killed_client_that_starts_again_has_its_seat_and_position(home: Path, url: str, command: list[str]) -> None:
    with client(home, url, "play", "war", "--plain", "--auto-flip", "0", "--name", "ana") as ana:
        ana.read_until("You can flip now.")
        for _ in range(3):
            ana.write("flip")
            ana.read_until(" against ")
        ana.write("say")
        code, before = code_in(ana.read_until("Table ")), positions("\n".join(ana.read_until("flipper has")))
        ana.kill()
    with client(home, url, *command, "--plain", "--name", "ana") as again:
        table = again.read_until(f"Table {code}")
        after = positions("\n".join(again.read_until("flipper has")))
    assert "you are player 1" in table[-1]
    assert after == before


def test_a_game_goes_on_over_a_server_that_is_killed_and_started_again(home: Path, tmp_path: Path) -> None:
    server = start_server(tmp_path, program=PATIENT)
    with client(home, server.url, "play", "war", "--plain", "--auto-flip", "0") as ana:
        ana.read_until("You can flip now.")
        ana.write("flip")
        ana.read_until(" against ")
        server.kill()
        ana.read_until("Trying again.")
        server.process.stdout.close()  # type: ignore[union-attr]
        server = start_server(tmp_path, port=server.port, program=PATIENT)
        ana.read_until("Connected again.")
        ana.write("auto")
        ana.read_until("The game is over")
    server.terminate()
    server.process.stdout.close()  # type: ignore[union-attr]


def test_a_second_script_of_one_player_ends_unless_it_takes_over_or_is_a_guest(home: Path, url: str) -> None:
    with client(home, url, "play", "war", "--plain") as first:
        first.read_until("Table ")
        with client(home, url, "--plain") as second:
            second.read_until("--take-over")
            assert second.process.wait(10) == ExitCode.OTHER_WINDOW
        with client(home, url, "--plain", "--guest") as guest:
            guest.read_until("You are guest")
        with client(home, url, "--plain", "--take-over") as second:
            second.read_until("Table ")
            first.read_until("moved to another window")
            assert first.process.wait(10) == ExitCode.OTHER_WINDOW


def test_bots_of_two_languages_play_each_other(home: Path, url: str) -> None:
    bot = ROOT / "examples/steady.py"
    with client(home, url, "bot", str(bot), "--vs", "human", "--games", "2", "--name", "one") as one:
        with client(home, url, "tables", "--name", "looker") as looker:
            code = _waiting(home, url, looker)
        other = [
            "bot", "--stdio", str(ROOT / "examples/steady.sh"), "--join", code, "--games", "2", "--name", "two",
        ]  # fmt: skip
        with client(home, url, *other) as two:
            results = [it.read_until("95 % interval")[-1] for it in (one, two)]
            assert [it.process.wait(20) for it in (one, two)] == [0, 0]
    assert all("of 2:" in result for result in results)


def test_a_bot_that_dies_loses_nothing(home: Path, url: str) -> None:
    with client(home, url, "bot", "--stdio", "false", "--name", "bot") as bot:
        bot.read_until("Your seat is kept")
        assert bot.process.wait(10) == 1
    with client(home, url, "resume", "--plain", "--name", "bot") as again:
        assert "you are player 1" in again.read_until("Table ")[-1]


def test_a_private_server_comes_with_the_client_and_is_shared(home: Path) -> None:
    with client(home, None, "play", "war", "--vs", "human", "--plain", "--name", "ana") as ana:
        code = code_in(ana.read_until("Table "))
        with client(home, None, "join", code, "--plain", "--name", "ben") as ben:
            ben.read_until("Table ")
            for one in (ana, ben):
                one.write("auto")
            for one in (ana, ben):
                one.read_until("The game is over")
    _stop_private(home)


def test_a_private_server_that_is_killed_is_started_again_by_the_client(home: Path) -> None:
    with client(home, None, "play", "war", "--plain", "--auto-flip", "0") as ana:
        ana.read_until("You can flip now.")
        ana.write("flip")
        ana.read_until(" against ")
        _stop_private(home)
        ana.read_until("Connected again.")
        ana.write("say")
        assert "you are player 1" in ana.read_until("Table ")[-1]
    _stop_private(home)


def test_an_interrupt_says_how_to_come_back(home: Path, url: str) -> None:
    with client(home, url, "play", "war", "--plain", "--name", "ana") as ana:
        ana.read_until("Table ")
        ana.process.send_signal(signal.SIGINT)
        assert f"parlour resume --server {url} --name ana" in ana.finish()
        assert ana.process.returncode == 130


@pytest.mark.parametrize("level", sample(["counting", "careful", "drawing"], 1))
def test_a_game_of_tower_blaster_is_played_by_what_is_said_alone(home: Path, url: str, level: str) -> None:
    with client(home, url, "play", "tower", "turn_limit=100", "--vs", f"computer:{level}", "--plain") as ana:
        assert "you are player 2" in ana.read_until("Table ")[-1]
        end = ana.read_until("It's your turn")[-1]
        while "over" not in end:
            ana.write("say")
            said = ana.read_until("It's your turn: ")
            tower = tuple(map(int, re.findall(r"\d+", _line(said, "Your tower from the top"))))[:10]
            top = int(_line(said, "lies on the discard pile").split()[0])
            ana.write("take discard" if helpful_slots(tower, top) else "take pile")
            brick = int(_line(ana.read_until("Choose a slot"), "You ").split()[2])
            slots = helpful_slots(tower, brick)
            ana.write(f"place {slots[0] + 1}" if slots else "reject")
            end = ana.read_until("It's your turn.", "The game is over")[-1]
        assert "The game is over" not in ana.finish()
        assert ana.process.returncode == 0


def test_two_people_and_a_spectator_see_a_game_of_tower_blaster(home: Path, url: str) -> None:
    with client(home, url, "play", "tower", "turn_limit=6", "--vs", "human", "--plain", "--name", "ana") as ana:
        code = code_in(ana.read_until("Table "))
        with (
            client(home, url, "join", code, "--plain", "--name", "ben") as ben,
            client(home, url, "watch", code, "--plain", "--name", "eva") as eva,
        ):
            assert "Tower Blaster, 6 turns: ana against ben; you are player 2." in ben.read_until("Table ")[-1]
            eva.read_until("It's ana's turn.", "It's ben's turn.", "ana holds a brick.", "The code is")
            eva.end_input()
            for one in (ana, ben):
                one.write(*["p", "x"] * 3)
            heard = ["\n".join(one.read_until("The game is over after 6 turns")) for one in (ana, ben, eva)]
            assert "ana drew " in heard[1]
            assert "ben drew " in heard[0]
            assert "and rejected it." in heard[2]
            for one in (ana, ben):
                one.finish()
            assert [one.process.returncode for one in (ana, ben)] == [0, 0]


def test_a_killed_client_comes_back_with_the_brick_in_its_hand(home: Path, url: str) -> None:
    with client(home, url, "play", "tower", "--plain", "--name", "ana") as ana:
        ana.read_until("It's your turn")
        ana.write("p")
        drawn = next(line for line in ana.read_until("Choose a slot") if line.startswith("You drew"))
        ana.kill()
    with client(home, url, "resume", "--plain", "--name", "ana") as again:
        assert drawn in again.read_until("Choose a slot")
        again.write("x")
        assert again.read_until("You rejected")


# Through a pipe: nobody asks for lines, and nothing but lines comes.

GAMES = {
    "war": (["war"], "say\nshow rounds\n" + "flip\n" * 60, "The game is over"),
    "blocky": (["blocky", "depth=2", "moves=3"], "say\nshow board\n" + "pass\n" * 5, "The game is over"),
    "tower": (["tower", "turn_limit=6"], "say\nshow all\n" + "p\nx\n" * 10, "The game is over"),
    "streets": (["streets", "--deal", "48213"], "say\nshow 2\nMTF 0 0\nresign\ny\n", "You resigned"),
}


@pytest.fixture
def dumb(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that can do nothing, for somebody who wants no colour."""
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.usefixtures("dumb")
@pytest.mark.parametrize("game", GAMES)
def test_a_script_finishes_a_game_of_each_kind_and_reads_nothing_but_sentences(home: Path, url: str, game: str) -> None:
    words, script, end = GAMES[game]
    with client(home, url, "play", *words) as ana:
        out = ana.finish(script)
        assert ana.process.returncode == 0
    assert len(re.findall(end, out)) == 1
    for line in out.splitlines():
        assert line.strip()
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]|^> ", line)


@pytest.mark.usefixtures("dumb")
@pytest.mark.parametrize("game", sample(GAMES, 1))
def test_the_same_in_json_is_nothing_but_events_with_their_sentences(home: Path, url: str, game: str) -> None:
    words, script, end = GAMES[game]
    with client(home, url, "play", *words, "--json") as ana:
        events = [json.loads(line) for line in ana.finish(script).splitlines()]
        assert ana.process.returncode == 0
    sentences = [sentence for event in events for sentence in event["sentences"]]
    assert len([sentence for sentence in sentences if end in sentence]) == 1
    assert [event for event in events if event["type"] == "table"][-1]["ending"] is not None


def test_json_says_word_for_word_what_lines_do(home: Path, url: str) -> None:
    words, script, _ = GAMES["streets"]
    said = {}
    for form in ("--plain", "--json"):
        with client(home, url, "play", *words, form) as ana:
            said[form] = re.sub(r"\bTable [A-Z]{4,6}", "Table", ana.finish(script))
    in_json = [sentence for line in said["--json"].splitlines() for sentence in json.loads(line)["sentences"]]
    assert in_json == said["--plain"].splitlines()


def _line(said: list[str], part: str) -> str:
    return next(line for line in said if part in line)


def _waiting(home: Path, url: str, looker: Client) -> str:
    """The code of the table that waits, once it does."""
    out = looker.finish()
    while " open: " not in out:
        with client(home, url, "tables", "--name", "looker") as again:
            out = again.finish()
    return out[:4]


def _stop_private(home: Path) -> None:
    directory = home / "private"
    os.kill(json.loads((directory / "server.json").read_text())["pid"], signal.SIGKILL)
    while running_url(directory):
        time.sleep(0.01)
