"""`parlour history`: one list of this machine's games and the server's."""

import json

import msgspec
import pytest
from msgspec.structs import replace

from client.cli.queries.history import PAGES, HistoryQuery
from client.cli.queries.query import QueryAnswer, QueryRequest
from client.history.history_text import NOTHING
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


def reread(after=0, after_s=0.0):
    return QueryRequest((m.GetPastGame(ref=0, past=1, after=after),), after_s)


def refused(code, about="reread", retry_after_s=None):
    return m.Refused(code=code, text="No.", about=about, ref=0, room=None, retry_after_s=retry_after_s)


def follow(query, *events):
    """What follows from each event."""
    return [query.follow(event, STORE) for event in events]


@pytest.fixture
def mine(folder):
    """The game kept here, as its server tells of it."""
    (past,) = read_saved_games(folder)
    return record_of(past, past=2, rated=True)


@pytest.fixture
def elsewhere(mine):
    """A game that its server alone keeps."""
    return replace(mine, past=1, number=4, commitment="ab" * 32)


@pytest.fixture
def export(tmp_path):
    return tmp_path / "games.json"


def test_the_server_is_asked_for_page_after_page_and_each_game_is_told_once(folder, mine, elsewhere):
    *requests, answer = follow(listing(folder), welcome(WAR), page(mine, more=True), page(elsewhere))
    assert requests == [asked(None), asked(2)]
    assert [answer.text.count(game) for game in ("KQFM-1 ", "KQFM-4")] == [1, 1]


def test_no_more_is_asked_for_than_would_be_kept(folder, mine):
    answers = follow(listing(folder), *[page(mine, more=True)] * PAGES)
    assert [isinstance(answer, QueryAnswer) for answer in answers] == [False] * (PAGES - 1) + [True]


def test_the_games_of_one_kind_are_asked_for(folder):
    assert follow(listing(folder, "blocky"), welcome(WAR)) == [asked(None, "blocky")]


def test_lines_of_json_tell_of_every_game(folder, mine):
    (told,) = follow(listing(folder, json=True), page(mine))
    assert [json.loads(line)["rated"] for line in told.text.splitlines()] == [True]


def test_games_are_written_into_a_file_with_transcripts_that_only_the_server_keeps(folder, export, elsewhere):
    whole = saved().transcript
    half = len(whole.events) // 2
    told = [
        page(elsewhere),
        replace(whole, events=whole.events[:half]),
        refused("too-many", retry_after_s=0.5),
        replace(whole, after=half, events=whole.events[half:]),
    ]
    written = QueryAnswer(f"Saved 2 games in {export}.")
    assert follow(listing(folder, export=export), *told) == [reread(), reread(half), reread(half, 0.5), written]
    games = json.loads(export.read_text())
    assert [len(game["transcript"]["transcript"]["events"]) for game in games] == [whole.count] * 2
    assert msgspec.convert(games[1]["transcript"], SavedGame) == replace(saved(), server="ws://there")


def test_a_game_whose_transcript_the_server_does_not_give_is_written_without(folder, export, elsewhere):
    request, answer = follow(listing(folder, export=export), page(elsewhere), refused("unavailable"))
    assert (request, type(answer)) == (reread(), QueryAnswer)
    assert [game["transcript"] is None for game in json.loads(export.read_text())].count(True) == 1


def test_a_list_without_a_file_asks_for_no_transcripts(folder, elsewhere):
    assert isinstance(follow(listing(folder), page(elsewhere))[0], QueryAnswer)


def test_who_has_played_nothing_is_told_so(tmp_path):
    assert follow(listing(tmp_path), page()) == [QueryAnswer(NOTHING)]
    assert listing(tmp_path, json=True).text_of_kept() == ""


def test_where_the_server_refuses_what_is_kept_can_still_be_told(folder):
    here = listing(folder)
    assert follow(here, refused("unavailable", "look-back")) == [QueryAnswer("No.", ExitCode.FAILURE)]
    assert "KQFM-1" in here.text_of_kept()
