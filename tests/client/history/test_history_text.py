"""Finished games in sentences and JSON, from saved files."""

import json

import msgspec
import pytest

from client.history.history_text import cells, export_games, game_facts, json_lines, result, sentences
from client.history.saved.entry import read_saved_games
from protocol import messages as m
from tests.support.golden.reviews import days, record_of

PEOPLE = (m.TranscriptPlayer(kind="person", name="ann"), m.TranscriptPlayer(kind="person", name="ben"))


@pytest.fixture
def folder(tmp_path):
    return days(tmp_path / "kept")


def past(folder, winners, scores=(), seat=0, players=PEOPLE):
    (one, *_) = read_saved_games(folder, "blocky")
    ending = m.Ending(scores=scores, winners=winners, reason="")
    return one._replace(summary=msgspec.structs.replace(one.summary, players=players, ending=ending), seat=seat)


def test_a_game_is_listed_with_what_was_played_by_whom_and_how_it_ended(folder):
    watched, three, pair = map(cells, read_saved_games(folder))
    assert watched[1:4] == ("WXYZ-2", "War, suits", "watched ben vs ann")
    assert three[2:4] == ("Blocky, depth 2, 3 moves, secret goals", "against ann and ben")
    assert pair[3] == "against ben"
    assert pair[0].startswith("1970-01-0")


@pytest.mark.parametrize(
    ("winners", "scores", "seat", "words"),
    [
        ((0,), (26, 20), 0, "won 26 to 20"),
        ((0,), (26, 20), 1, "lost 20 to 26"),
        ((0, 1), (26, 26), 1, "tied 26 to 26"),
        ((1,), (), 1, "won"),
        ((), (), 0, "not won"),
        ((1,), (3, 4), None, "ben won 3 to 4"),
        ((), (), None, "nobody won"),
    ],
)
def test_the_result_is_ones_own_with_ones_own_score_first(folder, winners, scores, seat, words):
    assert result(past(folder, winners, scores, seat)) == words


def test_who_plays_alone_is_against_nobody(folder):
    assert cells(past(folder, (0,), (9,), players=PEOPLE[:1]))[3:] == ("alone", "won 9")


def test_a_line_has_everything(folder):
    *_, line = sentences(read_saved_games(folder))
    assert "KQFM-1  War, normal; against ben; " in line
    assert line.endswith(".")


def test_a_line_of_json_names_the_file_with_all_of_it(folder):
    (told, *_) = [json.loads(line) for line in json_lines(read_saved_games(folder, "blocky"))]
    assert told == game_facts(read_saved_games(folder, "blocky")[0]) | {
        "players": told["players"],
        "ending": told["ending"],
    }
    assert [player["name"] for player in told["players"]] == ["ann", "ben", "cleo"]
    assert told["transcript"] == str(folder / "ABCD-1-ann-0.json")
    assert told["seat"] == 2


def test_what_is_exported_holds_the_whole_transcripts(folder):
    told = json.loads(export_games(read_saved_games(folder), {}))
    assert [each["table"] for each in told] == ["WXYZ", "ABCD", "KQFM"]
    assert all(each["transcript"]["form"] == "parlour transcript 1" for each in told)
    assert all(len(each["transcript"]["transcript"]["events"]) == each["events"] for each in told)


def test_a_game_that_this_program_does_not_know_is_listed_all_the_same(folder):
    (one, *_) = read_saved_games(folder, "war")
    foreign = one._replace(summary=msgspec.structs.replace(one.summary, game="whist_drive"))
    assert cells(foreign)[2] == "Whist drive"


def test_what_its_server_tells_of_a_game_stands_behind_it(folder):
    (one, *_) = read_saved_games(folder, "blocky")
    (line,) = sentences([one._replace(record=record_of(one, serious=True, rated=True), verified=True)])
    assert line.endswith("; serious; rated; verified.")


def test_a_game_that_is_not_kept_here_is_told_without_a_file(folder):
    (one, *_) = read_saved_games(folder, "blocky")
    elsewhere = one._replace(path=None, record=record_of(one), ended=None)
    told = game_facts(elsewhere)
    assert (told["transcript"], told["ended"], told["moves"], told["rated"]) == (None, None, 9, False)
    assert json.loads(export_games([elsewhere], {}))[0]["transcript"] is None
    assert sentences([elsewhere])[0].startswith("ABCD-1  Blocky")
