"""One query: sent after the welcome, its answer printed, and how it ends without one."""

import asyncio
import io
from pathlib import Path

import pytest

from client.cli.queries.query import Query, QueryAnswer, QueryRequest
from client.net.connection import Connection
from client.net.identity.identity import identity
from client.state.exit_codes import ExitCode
from client.state.store import Happening, Store
from protocol import messages as m
from protocol.errors import CloseCode
from tests.support.fakes.fake_server import FakeServer, Visit, fake_server

ENTERED = m.Entered(ref=1, room="ABCD", seat=0)


def follow(happening: Happening, store: Store) -> QueryRequest | QueryAnswer | None:
    """Ask two things when welcome, and tell where one has come."""
    match happening:
        case m.Welcome():
            return QueryRequest((m.Browse(on=True), m.Browse(on=False)))
        case m.Entered():
            return QueryAnswer(f"{store.name} is in {store.room}.")
        case m.Refused(text=text):
            return QueryAnswer(text, ExitCode.FAILURE)
    return None


async def inquired(server: FakeServer, home: Path, *answers: m.Event) -> tuple[ExitCode, str, str]:
    """How it ends, what it prints and what it complains of, given a server's answers."""
    out, log = io.StringIO(), io.StringIO()
    inquiry = Query(follow, out, log)
    task = asyncio.create_task(inquiry.run(Connection(server.url, identity(home, "here", "ana"), inquiry.hear)))
    if answers:
        visit: Visit = await server.visit()
        await visit.welcome()
        assert [(await visit.next(m.Browse)).on for _ in range(2)] == [True, False]
        await visit.tell(*answers)
    return await task, out.getvalue(), log.getvalue()


REFUSED = m.Refused(code="unknown-room", text="No.", about="browse", ref=0, room=None, retry_after_s=None)


@pytest.mark.parametrize(
    ("answers", "ending"),
    [
        pytest.param([ENTERED], (ExitCode.OK, "ana is in ABCD.\n", ""), id="the-answer-is-printed"),
        pytest.param([m.Notice(text="Hm."), ENTERED], (ExitCode.OK, "ana is in ABCD.\n", ""), id="others-are-not"),
        pytest.param([ENTERED, ENTERED], (ExitCode.OK, "ana is in ABCD.\n", ""), id="nothing-after-it-is"),
        pytest.param([REFUSED], (ExitCode.FAILURE, "", "No.\n"), id="a-failure-is-said-on-stderr"),
    ],
)
async def test_what_is_wanted_is_asked_for_and_its_answer_alone_is_told(tmp_path: Path, answers, ending) -> None:
    async with fake_server() as server:
        assert await inquired(server, tmp_path, *answers) == ending


async def test_a_refusal_of_the_connection_is_said_on_stderr(tmp_path: Path) -> None:
    async with fake_server() as server:
        server.refusal = (CloseCode.WRONG_VERSION, "Too old.")
        assert await inquired(server, tmp_path) == (ExitCode.REFUSED, "", "Too old.\n")


async def test_a_server_that_is_not_there_is_said_on_stderr(tmp_path: Path) -> None:
    async with fake_server() as gone:
        pass
    ended, out, log = await inquired(gone, tmp_path)
    assert (ended, out) == (ExitCode.UNREACHABLE, "")
    assert "no server is running there" in log


async def test_nothing_can_be_asked_before_it_runs(tmp_path: Path) -> None:
    inquiry = Query(follow, io.StringIO(), io.StringIO())
    with pytest.raises(AssertionError):
        inquiry.hear(m.Welcome(name="ana", token="token", server="fake", games=(), seated=()))


class Terminal(io.StringIO):
    """An output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("folds", "printed"), [(True, "ana is in\nABCD.\n"), (False, "ana is in ABCD.\n")])
async def test_on_a_terminal_a_long_answer_is_folded_unless_it_is_json(tmp_path: Path, monkeypatch, folds, printed):
    monkeypatch.setenv("COLUMNS", "10")
    async with fake_server() as server:
        inquiry = Query(follow, out := Terminal(), io.StringIO(), folds=folds)
        task = asyncio.create_task(inquiry.run(Connection(server.url, identity(tmp_path, "h", "ana"), inquiry.hear)))
        visit: Visit = await server.visit()
        await visit.welcome()
        await visit.tell(ENTERED)
        assert await task == ExitCode.OK
    assert out.getvalue() == printed
