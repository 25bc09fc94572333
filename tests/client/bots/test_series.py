import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client.bots.bot import Bot, Info, PythonBot
from client.bots.results import Results
from client.bots.series import BotSeries
from client.net.connection import Connection
from client.net.identity import identity
from client.state.exit_codes import ExitCode
from engines.war.view import View
from protocol import messages as m
from tests.support.builders.tables import war_table, war_view
from tests.support.fakes.fake_server import FakeServer, Visit, fake_server
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table

WON = m.Ending(scores=(30, 22), winners=(0,), reason="Both hands are empty.")


def over(number: int = 1, seq: int = 9, **changes: Any) -> m.Table:
    return war_table(war_view(left=(0, 0)), number=number, seq=seq, phase="over", turn=(), **{"ending": WON, **changes})


@pytest.fixture
async def server() -> AsyncIterator[FakeServer]:
    async with fake_server() as running:
        yield running


@asynccontextmanager
async def playing(
    server: FakeServer, home: Path, bot: Bot | None = None, games: int = 1, opening: str = "join KQFM", **options: Any
) -> AsyncIterator[tuple[Visit, BotSeries, "asyncio.Task[ExitCode]"]]:
    """A match whose program has just sat down, and the server's side of it."""
    out, log = options.pop("out", io.StringIO()), options.pop("log", io.StringIO())
    match = BotSeries(PythonBot(bot or Bot()), opening, games, Results(out, log, json=options.get("json", False)))
    connection = Connection(server.url, identity(home, "here", "bot"), match.hear, match.unanswered)
    task = asyncio.create_task(match.run(connection))
    visit = await server.visit()
    await visit.welcome()
    try:
        yield visit, match, task
        await asyncio.wait_for(task, 5)
    finally:
        task.cancel()


async def sit(visit: Visit, table: m.Table) -> None:
    join = await visit.next(m.Join)
    await visit.tell(m.Entered(ref=join.ref, room="KQFM", seat=0), table)


async def test_a_bot_plays_its_turns_and_no_others(server: FakeServer, tmp_path: Path) -> None:
    async with playing(server, tmp_path) as (visit, match, task):
        await sit(visit, war_table(war_view()))
        assert await visit.next(m.Play) == m.Play(room="KQFM", number=1, ply=0, move="flip")
        await visit.tell(war_table(war_view(flipped=(True, False)), seq=2, ply=1, turn=(1,)))
        await visit.tell(war_table(war_view(), seq=3, ply=1))
        assert (await visit.next(m.Play)).ply == 1
        await visit.tell(over())
        assert await visit.next(m.Leave) == m.Leave(room="KQFM")
        assert await task is ExitCode.OK
        assert match.results.tally.won == 1


async def test_a_bot_sees_the_games_own_view_and_what_it_needs_to_know(server: FakeServer, tmp_path: Path) -> None:
    seen: list[tuple[Any, ...]] = []

    class Curious(Bot):
        def choose(self, view: Any, legal: tuple[str, ...], info: Info) -> str:
            seen.append((view, legal, info))
            return legal[0]

    async with playing(server, tmp_path, Curious()) as (visit, _, task):
        await sit(visit, war_table(war_view(), time_left_s=9.5))
        await visit.next(m.Play)
        await visit.tell(over())
        await task
    ((view, legal, info),) = seen
    assert view == war_view()
    assert isinstance(view, View)
    assert legal == ("flip",)
    assert (info.room, info.seat, info.ply, info.names) == ("KQFM", 0, 0, ("ana", "ben"))
    assert 9 < info.time_left_s <= 9.5


async def test_a_match_goes_on_at_the_same_table_until_every_game_is_played(server: FakeServer, tmp_path: Path) -> None:
    out, log = io.StringIO(), io.StringIO()
    async with playing(server, tmp_path, games=2, out=out, log=log) as (visit, _, task):
        await sit(visit, over(1))
        assert await visit.next(m.Rematch) == m.Rematch(room="KQFM")
        await visit.tell(over(1, seq=10, rematch=(0,)))
        await visit.tell(over(2, seq=11, seat=1))
        await visit.next(m.Leave)
        await task
    assert out.getvalue() == "Game 1: won, 30 to 22.\nGame 2: lost, 30 to 22.\n"
    assert log.getvalue().startswith("Won 1, tied 0, lost 1 of 2: 50.0%")


async def test_json_is_one_object_a_game(server: FakeServer, tmp_path: Path) -> None:
    out = io.StringIO()
    async with playing(server, tmp_path, out=out, json=True) as (visit, _, task):
        await sit(visit, over())
        await task
    line, summary = out.getvalue().splitlines()
    assert json.loads(summary)["games"] == 1
    assert json.loads(line) == {
        "game": 1, "room": "KQFM", "seat": 0, "players": ["ana", "ben"], "scores": [30, 22], "winners": [0],
        "reason": "Both hands are empty.", "result": "won",
    }  # fmt: skip


async def test_games_alone_are_told_by_their_scores(server: FakeServer, tmp_path: Path) -> None:
    out, log = io.StringIO(), io.StringIO()
    async with playing(server, tmp_path, games=2, out=out, log=log) as (visit, match, task):
        await sit(visit, sums_table(sums(1, 2, 2, 2)))
        await visit.next(m.Rematch)
        await visit.tell(sums_table(sums(1, 1, 1, 2), number=2, seq=2))
        await task
    assert out.getvalue() == "Game 1: score 6.\nGame 2: score 4.\n"
    assert log.getvalue() == "Mean score 5.0 over 2 games, best 6 (95 % interval 3.0 to 7.0).\n"
    assert match.results.tally.won == 2


async def test_a_bot_lets_others_take_back_their_moves_and_chooses_anew(server: FakeServer, tmp_path: Path) -> None:
    moved, asked = sums(2, 1), m.Offer(kind="takeback", seat=0, agreed=(), time_left_s=30.0)
    thinking, done = asyncio.Event(), asyncio.Event()
    plies: list[int] = []

    class Slow:
        async def choose(self, turn: Any) -> str:
            plies.append(turn.info.ply)
            thinking.set()
            await done.wait()
            return "add 2"

        async def aclose(self) -> None:
            pass

    match = BotSeries(Slow(), "join KQFM", 1, Results(io.StringIO(), io.StringIO(), json=False))
    connection = Connection(server.url, identity(tmp_path, "here", "bot"), match.hear, match.unanswered)
    async with asyncio.TaskGroup() as tasks:
        task = tasks.create_task(match.run(connection))
        visit = await server.visit()
        await visit.welcome()
        await sit(visit, sums_table(moved, 1))
        await thinking.wait()
        await visit.tell(sums_table(moved, 1, seq=2, request=asked))
        assert await visit.next(m.AnswerOffer) == m.AnswerOffer(room="KQFM", agree=True)
        late = m.Refused(code="not-now", text="No.", about="answer", ref=None, room="KQFM", retry_after_s=None)
        await visit.tell(late, sums_table(sums(2), 1, seq=3, ply=1), sums_table(sums(2, 2), 1, seq=4, ply=1))
        await (await visit.socket.ping())
        done.set()
        assert await visit.next(m.Play) == m.Play(room="KQFM", number=1, ply=1, move="add 2")
        assert plies == [0, 1]
        await visit.tell(sums_table(sums(2, 2, 2, 1, 1, 1, 1), 1, seq=5))
        assert await task is ExitCode.OK


async def test_a_bot_that_fails_keeps_its_seat(server: FakeServer, tmp_path: Path) -> None:
    class Broken(Bot):
        def choose(self, view: Any, legal: tuple[str, ...], info: Info) -> str:
            raise KeyError("no plan")

    log = io.StringIO()
    async with playing(server, tmp_path, Broken(), log=log) as (visit, _, task):
        await sit(visit, war_table(war_view()))
        assert await task is ExitCode.FAILURE
        await visit.socket.wait_closed()
        assert visit.socket.close_code == 1000
    assert "The bot failed" in log.getvalue()
    assert "parlour resume" in log.getvalue()


async def test_a_bot_may_give_a_game_up_and_is_asked_no_more(server: FakeServer, tmp_path: Path) -> None:
    asked: list[int] = []

    class Gloomy(Bot):
        def choose(self, view: Any, legal: tuple[str, ...], info: Info) -> str:
            asked.append(info.ply)
            return "resign"

    async with playing(server, tmp_path, Gloomy()) as (visit, match, task):
        await sit(visit, war_table(war_view()))
        assert await visit.next(m.Resign) == m.Resign(room="KQFM")
        await visit.tell(m.Presence(room="KQFM", present=(True, True), watchers=0))
        await (await visit.socket.ping())
        await visit.tell(over(ending=m.Ending(scores=(), winners=(1,), reason="bot resigned.")))
        assert await task is ExitCode.OK
        assert match.results.tally.lost == 1
    assert asked == [0]


async def test_a_game_that_this_program_does_not_know_ends_the_match(server: FakeServer, tmp_path: Path) -> None:
    log = io.StringIO()
    async with playing(server, tmp_path, log=log) as (visit, _, task):
        await sit(visit, replace(war_table(war_view()), view={"something": "newer"}))
        assert await task is ExitCode.FAILURE
    assert log.getvalue().startswith("The server plays a newer war than this program knows")


async def test_a_choice_that_came_too_late_is_not_sent(server: FakeServer, tmp_path: Path) -> None:
    thinking, done = asyncio.Event(), asyncio.Event()

    class Slow:
        async def choose(self, turn: Any) -> str:
            thinking.set()
            await done.wait()
            return "flip"

        async def aclose(self) -> None:
            pass

    match = BotSeries(Slow(), "join KQFM", 1, Results(io.StringIO(), io.StringIO(), json=False))
    connection = Connection(server.url, identity(tmp_path, "here", "bot"), match.hear, match.unanswered)
    async with asyncio.TaskGroup() as tasks:
        task = tasks.create_task(match.run(connection))
        visit = await server.visit()
        await visit.welcome()
        await sit(visit, war_table(war_view()))
        await thinking.wait()
        await visit.tell(war_table(war_view(), seq=2, ply=1))
        await (await visit.socket.ping())
        done.set()
        assert (await visit.next(m.Play)).ply == 1
        await visit.tell(over())
        assert await task is ExitCode.OK


async def test_a_match_goes_on_after_a_lost_connection(server: FakeServer, tmp_path: Path) -> None:
    async with playing(server, tmp_path) as (visit, _, task):
        await sit(visit, war_table(war_view()))
        play = await visit.next(m.Play)
        visit.cut()
        again = await server.visit()
        await again.welcome(seated=("KQFM",))
        assert await again.next(m.Play) == play
        await again.tell(over())
        assert await task is ExitCode.OK


async def test_a_table_that_cannot_be_had_ends_the_match(server: FakeServer, tmp_path: Path) -> None:
    log = io.StringIO()
    async with playing(server, tmp_path, log=log) as (visit, _, task):
        join = await visit.next(m.Join)
        await visit.tell(
            m.Refused(code="unknown-room", text="No.", about="join", ref=join.ref, room="KQFM", retry_after_s=None)
        )
        assert await task is ExitCode.FAILURE
    assert log.getvalue().startswith("No.\n")


async def test_a_refusal_for_now_is_waited_out(server: FakeServer, tmp_path: Path) -> None:
    busy = m.Refused(code="too-many", text="Wait.", about="play", ref=None, room="KQFM", retry_after_s=0.01)
    async with playing(server, tmp_path) as (visit, _, task):
        await sit(visit, war_table(war_view()))
        play = await visit.next(m.Play)
        await visit.tell(busy)
        assert await visit.next(m.Play) == play
        await visit.tell(over())
        assert await task is ExitCode.OK


@pytest.mark.parametrize("opening", ["play chess", "play war level=9", "join nowhere"])
async def test_an_opening_that_cannot_be_done_ends_the_match(server: FakeServer, tmp_path: Path, opening: str) -> None:
    async with playing(server, tmp_path, opening=opening) as (_, _, task):
        assert await task is ExitCode.USAGE


def too_many(about: str, retry_after_s: float = 0.05, room: str | None = "KQFM", ref: int | None = None) -> m.Refused:
    return m.Refused(code="too-many", text="Too fast.", about=about, ref=ref, room=room, retry_after_s=retry_after_s)


async def test_a_move_refused_for_a_while_is_sent_again_then_and_not_before(server: FakeServer, tmp_path: Path) -> None:
    asked = []

    class Counting(Bot):
        def choose(self, view: Any, legal: tuple[str, ...], info: Info) -> str:
            asked.append(info.ply)
            return legal[0]

    loop = asyncio.get_running_loop()
    async with playing(server, tmp_path, Counting()) as (visit, _, task):
        await sit(visit, war_table(war_view()))
        play = await visit.next(m.Play)
        refused_at = loop.time()
        await visit.tell(too_many("play", 0.2))
        assert await visit.next(m.Play) == play
        assert loop.time() - refused_at >= 0.19
        await visit.tell(over())
        await task
    assert asked == [0]


async def test_a_move_whose_position_has_passed_meanwhile_is_not_sent_again(server: FakeServer, tmp_path: Path) -> None:
    async with playing(server, tmp_path) as (visit, _, task):
        await sit(visit, war_table(war_view()))
        await visit.next(m.Play)
        await visit.tell(too_many("play"), war_table(war_view(), seq=5, ply=1))
        assert (await visit.next(m.Play)).ply == 1
        await visit.tell(over())
        await visit.next(m.Leave)
        await task


@pytest.mark.parametrize("games", [1, 2])
async def test_whatever_is_refused_for_a_while_is_sent_again(server: FakeServer, tmp_path: Path, games: int) -> None:
    async with playing(server, tmp_path, games=games) as (visit, _, task):
        join = await visit.next(m.Join)
        await visit.tell(too_many("join", ref=join.ref))
        await sit(visit, over(1))
        if games == 2:
            await visit.next(m.Rematch)
            await visit.tell(too_many("rematch"))
            await visit.next(m.Rematch)
            await visit.tell(over(2, seq=11))
        assert await visit.next(m.Leave) == m.Leave(room="KQFM")
        assert await task is ExitCode.OK
