"""A whole game of each kind through a pipe: nobody asks for lines, and nothing but lines comes."""

import json
import re
from pathlib import Path

import pytest

from tests.support.laws.depth import sample
from tests.support.processes.running import running_server
from tests.support.processes.talking import client

pytestmark = pytest.mark.slow

GAMES = {
    "war": (["war"], "say\nshow rounds\n" + "flip\n" * 60, "The game is over"),
    "blocky": (["blocky", "depth=2", "moves=3"], "say\nshow board\n" + "pass\n" * 5, "The game is over"),
    "tower": (["tower", "turn_limit=6"], "say\nshow all\n" + "p\nx\n" * 10, "The game is over"),
    "streets": (["streets", "--deal", "48213"], "say\nshow 2\nMTF 0 0\nresign\n", "The game was given up"),
}


@pytest.fixture(autouse=True)
def dumb(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that can do nothing, for somebody who wants no colour."""
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.parametrize("game", GAMES)
def test_a_script_finishes_a_game_of_each_kind_and_reads_nothing_but_sentences(tmp_path: Path, game: str) -> None:
    words, script, end = GAMES[game]
    with running_server(tmp_path) as url, client(tmp_path / "home", url, "play", *words) as ana:
        out = ana.finish(script)
        assert ana.process.returncode == 0
    assert len(re.findall(end, out)) == 1
    for line in out.splitlines():
        assert line.strip()
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]|^> ", line)


@pytest.mark.parametrize("game", sample(GAMES, 1))
def test_the_same_in_json_is_nothing_but_events_with_their_sentences(tmp_path: Path, game: str) -> None:
    words, script, end = GAMES[game]
    with running_server(tmp_path) as url, client(tmp_path / "home", url, "play", *words, "--json") as ana:
        events = [json.loads(line) for line in ana.finish(script).splitlines()]
        assert ana.process.returncode == 0
    sentences = [sentence for event in events for sentence in event["sentences"]]
    assert len([sentence for sentence in sentences if end in sentence]) == 1
    assert [event for event in events if event["type"] == "table"][-1]["ending"] is not None


def test_json_says_word_for_word_what_lines_do(tmp_path: Path) -> None:
    words, script, _ = GAMES["streets"]
    said = {}
    with running_server(tmp_path) as url:
        for form in ("--plain", "--json"):
            with client(tmp_path / "home", url, "play", *words, form) as ana:
                said[form] = re.sub(r"\bTable [A-Z]{4}", "Table", ana.finish(script))
    in_json = [sentence for line in said["--json"].splitlines() for sentence in json.loads(line)["sentences"]]
    assert in_json == said["--plain"].splitlines()
