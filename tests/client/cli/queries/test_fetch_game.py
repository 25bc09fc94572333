"""A game that is not saved here is fetched from its server."""

import pytest
from msgspec.structs import replace

from client.cli.queries.fetch_game import FetchGame
from client.cli.queries.query import QueryAnswer, QueryRequest
from client.history.saved.entry import read_saved_games
from client.history.saved.game_id import GameId
from client.state.exit_codes import ExitCode
from client.state.store import Store
from protocol import messages as m
from tests.support.builders.stores import WAR, welcome
from tests.support.golden.reviews import filed, record_of, saved

TOLD = saved().transcript
STORE = Store()
REFUSED = m.Refused(code="not-now", text="No.", about="transcribe", ref=0, room="KQFM", retry_after_s=None)
NONE = m.PastGames(ref=0, games=(), more=False)


def page(after, upto):
    return replace(TOLD, after=after, events=TOLD.events[after:upto])


def asked(number, after):
    return QueryRequest((m.GetTranscript(ref=0, room="KQFM", number=number, after=after),))


def reread(past, after):
    return QueryRequest((m.GetPastGame(ref=0, past=past, after=after),))


@pytest.fixture
def records(tmp_path):
    """Three games of the table KQFM, the newest first, as its server tells of them."""
    (past,) = read_saved_games(filed(tmp_path / "kept").parent)
    return tuple(record_of(past, past=20 - ago, number=3 - ago, ended=86400) for ago in range(3))


def test_a_game_is_sought_among_ones_own_first_even_at_a_table_that_one_sits_at(records):
    fetching = FetchGame(GameId("KQFM"))
    sought = QueryRequest((m.GetHistory(ref=0, game=None, room="KQFM", before=None),))
    assert fetching.follow(welcome(WAR), STORE) == sought
    assert fetching.follow(m.PastGames(ref=0, games=records, more=False), STORE) == reread(20, 0)


@pytest.mark.parametrize(("wanted", "past"), [(GameId("KQFM", 2), 19), (GameId("KQFM", 1, 18), 18)])
def test_a_game_that_is_named_is_the_one_that_is_asked_for(records, wanted, past):
    assert FetchGame(wanted).follow(m.PastGames(ref=0, games=records, more=False), STORE) == reread(past, 0)


def test_of_others_the_table_tells_which_of_its_games_is_the_newest_that_is_over():
    fetching = FetchGame(GameId("KQFM"))
    assert fetching.follow(NONE, STORE) == asked(0, 0)
    assert fetching.follow(page(0, 20), STORE) == asked(TOLD.number, 20)


def test_page_after_page_is_asked_for_until_all_is_there_and_it_is_kept_as_old_as_it_is(records, tmp_path):
    fetching = FetchGame(GameId("KQFM", 1))
    fetching.follow(m.PastGames(ref=0, games=records, more=False), STORE)
    assert fetching.follow(page(0, 20), STORE) == reread(18, 20)
    assert fetching.follow(page(20, TOLD.count), STORE) == QueryAnswer("")
    path = fetching.keep(tmp_path / "fetched", "ws://there", "ann")
    (kept,) = read_saved_games(tmp_path / "fetched")
    assert (kept.path, kept.summary.commitment, kept.seat, kept.ended) == (path, TOLD.commitment, 0, 86400)


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(page(20, 20), id="an-empty-page"),
        pytest.param(page(30, 40), id="a-page-too-far"),
        pytest.param(replace(page(20, 40), count=60_000), id="too-long-a-game"),
        pytest.param(REFUSED, id="a-refusal"),
    ],
)
def test_what_does_not_come_whole_is_given_up(broken):
    fetching = FetchGame(GameId("KQFM", 1))
    fetching.follow(NONE, STORE)
    fetching.follow(page(0, 20), STORE)
    follows = fetching.follow(broken, STORE)
    assert isinstance(follows, QueryAnswer)
    assert follows.exit is ExitCode.FAILURE
