"""Finished games in sentences and JSON, from saved files."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from client.history.history_text import cells, export_games, game_facts, json_lines, result, sentences
from client.history.saved.entry import read_saved_games
from protocol import messages as m
from tests.support.golden.reviews import days, record_of
from tests.support.golden.sentences import for_each, golden_test

with TemporaryDirectory() as kept:
    WATCHED, THREE, PAIR = read_saved_games(days(Path(kept)))
PEOPLE = (m.TranscriptPlayer(kind="person", name="ann"), m.TranscriptPlayer(kind="person", name="ben"))


@pytest.fixture
def folder(tmp_path):
    return days(tmp_path / "kept")


def ended(winners, scores=(), seat=0, players=PEOPLE):
    """A game that ended so."""
    ending = m.Ending(scores=scores, winners=winners, reason="")
    return THREE._replace(summary=msgspec.structs.replace(THREE.summary, players=players, ending=ending), seat=seat)


def test_a_line_of_json_names_the_file_with_all_of_it(folder):
    (told, *_) = [json.loads(line) for line in json_lines(read_saved_games(folder, "blocky"))]
    assert told == game_facts(read_saved_games(folder, "blocky")[0]) | {
        "players": told["players"],
        "ending": told["ending"],
    }
    assert [player["name"] for player in told["players"]] == ["ann", "ben", "cleo"]
    assert told["transcript"] == str(folder / "ABCD-1-ann-0.json")
    assert told["seat"] == 2
    assert cells(PAIR)[0].startswith("1970-01-0")


def test_what_is_exported_holds_the_whole_transcripts(folder):
    told = json.loads(export_games(read_saved_games(folder), {}))
    assert [each["table"] for each in told] == ["WXYZ", "ABCD", "KQFM"]
    assert all(each["transcript"]["form"] == "parlour transcript 1" for each in told)
    assert all(len(each["transcript"]["transcript"]["events"]) == each["events"] for each in told)


def test_a_game_that_is_not_kept_here_is_told_without_a_file(folder):
    (one, *_) = read_saved_games(folder, "blocky")
    elsewhere = one._replace(path=None, record=record_of(one), ended=None)
    told = game_facts(elsewhere)
    assert (told["transcript"], told["ended"], told["moves"], told["rated"]) == (None, None, 9, False)
    assert json.loads(export_games([elsewhere], {}))[0]["transcript"] is None
    assert sentences([elsewhere])[0].startswith("ABCD-1  Blocky")


SAID = {
    "a game is listed with what was played by whom and how it ended": lambda: for_each(
        lambda number: cells((WATCHED, THREE, PAIR)[number])[1:], range(3)
    ),
    "the result is ones own with ones own score first": lambda: for_each(
        lambda winners, scores, seat: result(ended(winners, scores, seat)),
        [
            ((0,), (26, 20), 0),
            ((0,), (26, 20), 1),
            ((0, 1), (26, 26), 1),
            ((1,), (), 1),
            ((), (), 0),
            ((1,), (3, 4), None),
            ((), (), None),
        ],
    ),
    "who plays alone is against nobody": lambda: cells(ended((0,), (9,), players=PEOPLE[:1]))[3:],
    "a line has everything but the time": lambda: sentences([PAIR._replace(ended=None)]),
    "a game that this program does not know is listed all the same": lambda: cells(
        WATCHED._replace(summary=msgspec.structs.replace(WATCHED.summary, game="whist_drive"))
    )[2],
    "what its server tells of a game stands behind it": lambda: sentences(
        [THREE._replace(ended=None, record=record_of(THREE, serious=True, rated=True), verified=True)]
    ),
}

test_said = golden_test(__name__, SAID)
