"""`parlour history`: one list of this machine's games and the server's."""

import json

import msgspec
import pytest
from msgspec.structs import replace

from client.cli.queries.history import PAGES, HistoryQuery
from client.cli.queries.query import QueryAnswer, QueryRequest
from client.history.saved.entry import read_saved_games
from client.state.exit_codes import ExitCode
from client.state.store import Link, Store
from protocol import messages as m
from protocol.saved_game import SavedGame
from tests.support.builders.stores import WAR, welcome
from tests.support.golden.reviews import filed, record_of, saved

STORE = Store(link=Link("up", "ws://there"))


@pytest.fixture
def folder(tmp_path):
    filed(tmp_path / "kept")
    return tmp_path / "kept"


def listing(folder, game="", **how):
    return HistoryQuery(folder, game, **{"json": False, "export": None, **how})


def asked(before, game=None):
    return QueryRequest((m.GetHistory(ref=0, game=game, room=None, before=before),))


def page(*games, more=False):
    return m.PastGames(ref=0, games=games, more=more)


def test_the_server_is_asked_for_page_after_page_and_each_game_is_told_once(folder):
    (past,) = read_saved_games(folder)
    mine, other = record_of(past, past=2, rated=True), record_of(past, past=1, number=4, commitment="ab" * 32)
    here = listing(folder)
    assert here.follow(welcome(WAR), STORE) == asked(None)
    assert here.follow(page(mine, more=True), STORE) == asked(2)
    answer = here.follow(page(other), STORE)
    assert isinstance(answer, QueryAnswer)
    first, second = sorted(line.split()[-1] for line in answer.text.splitlines())
    assert (first, second) != ("", "")
    assert answer.text.count("KQFM-1 ") == 1
    assert "KQFM-4" in answer.text


def test_no_more_is_asked_for_than_would_be_kept(folder):
    (past,) = read_saved_games(folder)
    here = listing(folder)
    answers = [here.follow(page(record_of(past, past=99 - number), more=True), STORE) for number in range(PAGES)]
    assert [isinstance(answer, QueryAnswer) for answer in answers] == [False] * (PAGES - 1) + [True]


def test_the_games_of_one_kind_are_asked_for(folder):
    assert listing(folder, "blocky").follow(welcome(WAR), STORE) == asked(None, "blocky")


def test_lines_of_json_tell_of_every_game(folder):
    (past,) = read_saved_games(folder)
    told = listing(folder, json=True).follow(page(replace(record_of(past), rated=True)), STORE)
    assert [json.loads(line)["rated"] for line in told.text.splitlines()] == [True]


def test_games_are_written_into_a_file(folder, tmp_path):
    told = listing(folder, export=tmp_path / "games.json").follow(page(), STORE)
    assert told == QueryAnswer(f"1 game written to {tmp_path / 'games.json'}.")
    assert len(json.loads((tmp_path / "games.json").read_text())) == 1


def reread(after=0, past=1, after_s=0.0):
    return QueryRequest((m.GetPastGame(ref=0, past=past, after=after),), after_s)


def refused(code, retry_after_s=None):
    return m.Refused(code=code, text="No.", about="reread", ref=0, room=None, retry_after_s=retry_after_s)


@pytest.fixture
def elsewhere(folder):
    """A game that its server alone keeps."""
    (past,) = read_saved_games(folder)
    return record_of(past, number=4, commitment="ab" * 32)


def test_transcripts_that_only_the_server_keeps_are_asked_for_and_written_with_the_others(folder, tmp_path, elsewhere):
    whole = saved().transcript
    half = len(whole.events) // 2
    here = listing(folder, export=tmp_path / "games.json")
    assert here.follow(page(elsewhere), STORE) == reread()
    assert here.follow(replace(whole, events=whole.events[:half]), STORE) == reread(half)
    assert here.follow(refused("too-many", 0.5), STORE) == reread(half, after_s=0.5)
    told = here.follow(replace(whole, after=half, events=whole.events[half:]), STORE)
    assert told == QueryAnswer(f"2 games written to {tmp_path / 'games.json'}.")
    written = json.loads((tmp_path / "games.json").read_text())
    assert [len(game["transcript"]["transcript"]["events"]) for game in written] == [whole.count] * 2
    assert msgspec.convert(written[1]["transcript"], SavedGame) == replace(saved(), server="ws://there")


def test_a_game_whose_transcript_the_server_does_not_give_is_written_without(folder, tmp_path, elsewhere):
    here = listing(folder, export=tmp_path / "games.json")
    assert here.follow(page(elsewhere), STORE) == reread()
    assert isinstance(here.follow(refused("unavailable"), STORE), QueryAnswer)
    written = json.loads((tmp_path / "games.json").read_text())
    assert [game["transcript"] is None for game in written].count(True) == 1


def test_a_list_without_a_file_asks_for_no_transcripts(folder, elsewhere):
    assert isinstance(listing(folder).follow(page(elsewhere), STORE), QueryAnswer)


def test_who_has_played_nothing_is_told_so(tmp_path):
    assert listing(tmp_path).follow(page(), STORE) == QueryAnswer("You have played no game to its end yet.")
    assert listing(tmp_path, json=True).text_of_kept() == ""


def test_where_the_server_refuses_what_is_kept_can_still_be_told(folder):
    refused = m.Refused(code="unavailable", text="No.", about="look-back", ref=0, room=None, retry_after_s=None)
    here = listing(folder)
    assert here.follow(refused, STORE) == QueryAnswer("No.", ExitCode.FAILURE)
    assert "KQFM-1" in here.text_of_kept()
