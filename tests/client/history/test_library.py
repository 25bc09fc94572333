"""The library finds games on this machine, waits for them, or fetches them over the existing connection."""

import asyncio

import pytest
from msgspec.structs import replace

from client.history import library as libraries
from client.history.library import UNREACHABLE, Library
from client.history.positions import GameUnavailableError
from client.history.saved.entry import read_saved_games
from client.history.saved.keeper import Keeper
from client.state.store import Link
from protocol import messages as m
from tests.client.history.saved.test_keeper import ENDED, WHOLE
from tests.support.golden.reviews import filed, record_of, saved

UP = Link("up", "ws://there")
TOLD = saved().transcript


class Server:
    """A server with some games of one's own, which tells a library of them, `page` events at a time."""

    def __init__(self, library, *records, page=20, is_silent=False):
        self.records = records
        self.page = page
        self.is_silent = is_silent
        self.asked = []
        self.others = []
        self.hear = library.intercept(self.others.append)
        library.connect(self.send)
        self.hear(UP)

    def send(self, command):
        self.asked.append(command)
        if not self.is_silent:
            asyncio.get_running_loop().call_soon(self.hear, self.answer(command))
        return ()

    def answer(self, command):
        match command:
            case m.GetHistory(ref=ref, before=before, room=room):
                fitting = [each for each in self.records if each.past < (before or 99) and room in (None, each.room)]
                return m.PastGames(ref=ref, games=tuple(fitting[:2]), more=len(fitting) > 2)
            case m.GetPastGame(ref=ref, after=after):
                told = replace(TOLD, room="KQFM", number=1, ref=ref, after=after)
                return replace(told, events=TOLD.events[after : after + self.page])


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "kept"


@pytest.fixture
def library(folder):
    return Library(folder, "ann", Keeper(lambda _: None))


@pytest.fixture
def record(tmp_path):
    """The game that is kept on another machine, as its server tells of it."""
    (past,) = read_saved_games(filed(tmp_path / "elsewhere").parent)
    return record_of(past, past=17, ended=86400)


def numbered(record, count):
    return tuple(replace(record, past=past, number=past, commitment=f"{past:064}") for past in range(count, 0, -1))


async def test_without_a_connection_the_games_kept_here_are_all_there_are(library, folder):
    filed(folder)
    assert [past.named for past in await library.recall("war")] == ["KQFM-1"]
    assert await library.recall("blocky") == ()


async def test_games_are_listed_from_here_and_from_the_server_page_after_page(library, folder, record):
    filed(folder, code="ABCD")
    server = Server(library, *numbered(record, 5))
    told = await library.recall("")
    assert [past.named for past in told if past.path is None] == [f"KQFM-{number}" for number in (5, 4, 3, 2, 1)]
    assert [command.before for command in server.asked] == [None, 4, 2]
    assert "ABCD-1" in [past.named for past in told]


async def test_nobody_else_hears_the_answers(library, record):
    server = Server(library, record)
    await library.recall("")
    stray = m.PastGames(ref=99, games=(), more=False)
    server.hear(stray)
    assert server.others == [UP, stray]


async def test_a_game_that_is_not_here_is_fetched_and_kept(library, folder, record):
    server = Server(library, record)
    with pytest.raises(GameUnavailableError, match="Nobody called 'zoe' played"):
        await library.review("KQFM-1", "zoe")
    (past,) = read_saved_games(folder)
    assert (past.named, past.seat, past.ended, past.summary.commitment) == ("KQFM-1", 0, 86400, TOLD.commitment)
    assert sum(isinstance(command, m.GetPastGame) for command in server.asked) == -(-TOLD.count // server.page)


async def test_a_game_that_nobody_has_is_said_to_be_nowhere(library):
    Server(library)
    with pytest.raises(GameUnavailableError, match="There's no game KQFM-1 of yours, here or on this server"):
        await library.review("KQFM-1", "")
    assert (await library.verify("KQFM-1")).is_refusal


async def test_a_word_that_names_no_game_is_looked_for_here_alone(library):
    server = Server(library)
    with pytest.raises(GameUnavailableError, match=r"There's no saved game none\.json"):
        await library.review("none.json", "")
    assert server.asked == []


async def test_without_a_connection_a_game_that_is_not_here_cannot_be_had(library, record):
    assert (await library.verify("KQFM-1")).text == UNREACHABLE
    server = Server(library, record, is_silent=True)
    waiting = asyncio.ensure_future(library.verify("KQFM-1"))
    await asyncio.sleep(0)
    server.hear(Link("down", "ws://there", "Cut."))
    assert (await waiting).text == UNREACHABLE


async def test_what_a_server_refuses_is_said_and_its_silence_is_waited_for_no_longer_than_that(library, monkeypatch):
    server = Server(library)
    server.answer = lambda command: m.Refused(
        code="unavailable", text="Not now.", about="look-back", ref=command.ref, room=None, retry_after_s=None
    )
    assert (await library.verify("KQFM-1")).text == "Not now."
    monkeypatch.setattr(libraries, "ANSWER_S", 0.01)
    server.is_silent = True
    assert (await library.verify("KQFM-1")).text == "The server took too long to send the game. Try again."


async def test_a_transcript_that_is_on_its_way_is_waited_for(library, folder):
    for event in ENDED:
        library.keeper.hear(event, "ws://there")
    assert library.keeper.is_waiting()
    waiting = asyncio.ensure_future(library.review("KQFM-1", "zoe"))
    await asyncio.sleep(0)
    assert not waiting.done()
    filed(folder)
    library.keeper.hear(WHOLE, "ws://there")
    with pytest.raises(GameUnavailableError, match="Nobody called 'zoe' played"):
        await waiting
