import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client.bots.bot import RESIGN, Bot, BotTurn, Chooser, Info, PythonBot
from client.bots.results import Results
from client.bots.series import BotSeries
from client.net.connection import Connection
from client.net.identity.identity import identity
from client.state.exit_codes import ExitCode
from engines.war.view import View
from protocol import messages as m
from tests.support.builders.tables import war_table, war_view
from tests.support.fakes.fake_server import FakeServer, Visit, fake_server
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table

ROOM = "KQFM"
START = war_table(war_view())
LATER = war_table(war_view(), seq=5, ply=1)
FLIP, FLIP_AGAIN = (m.Play(room=ROOM, number=1, ply=ply, move="flip") for ply in (0, 1))
LEAVE, REMATCH = m.Leave(room=ROOM), m.Rematch(room=ROOM)


def over(number: int = 1, seq: int = 9, **changes: Any) -> m.Table:
    ending = m.Ending(scores=(30, 22), winners=(0,), reason="Both hands are empty.")
    return war_table(
        war_view(left=(0, 0)), number=number, seq=seq, phase="over", turn=(), **{"ending": ending, **changes}
    )


def refused(about: str, code: m.RefusalCode = "too-many", retry_after_s: float | None = 0.05) -> m.Refused:
    return m.Refused(code=code, text="No.", about=about, ref=None, room=ROOM, retry_after_s=retry_after_s)


class Recorder(Bot):
    """Makes the move it is given, or else the first legal one, and keeps what it was asked."""

    def __init__(self, move: str = "") -> None:
        self.move = move
        self.asked: list[tuple[Any, tuple[str, ...], Info]] = []

    def choose(self, view: Any, legal: tuple[str, ...], info: Info) -> str:
        self.asked.append((view, legal, info))
        return self.move or legal[0]


class Ponderer:
    """Makes a move once it may; keeps the plies at which it was asked."""

    def __init__(self, move: str) -> None:
        self.move = move
        self.plies: list[int] = []
        self.was_asked, self.may_move = asyncio.Event(), asyncio.Event()

    async def choose(self, turn: BotTurn) -> str:
        self.plies.append(turn.info.ply)
        self.was_asked.set()
        await self.may_move.wait()
        return self.move

    async def aclose(self) -> None:
        pass


class Match:
    """A series whose program is welcome at a server, and the server's side of it."""

    def __init__(
        self, server: FakeServer, home: Path, chooser: Chooser, games: int, opening: str, game: str | None
    ) -> None:
        self.server = server
        self.out, self.log = io.StringIO(), io.StringIO()
        self.series = BotSeries(chooser, opening, games, Results(self.out, self.log, json=False), game=game)
        connection = Connection(server.url, identity(home, "here", "bot"), self.series.hear, self.series.unanswered)
        self.ends = asyncio.create_task(self.series.run(connection))
        self.visit: Visit

    async def sit(self, table: m.Table) -> None:
        join = await self.visit.next(m.Join)
        await self.tell(m.Entered(ref=join.ref, room=ROOM, seat=0), table)

    async def tell(self, *events: m.Event) -> None:
        """Send events, and wait until the client has them."""
        await self.visit.tell(*events)
        await (await self.visit.socket.ping())

    async def hears(self, command: m.Command) -> None:
        """Claim that this is the next command."""
        assert await self.visit.next(type(command)) == command


@asynccontextmanager
async def playing(
    server: FakeServer,
    home: Path,
    chooser: Chooser | Bot | None = None,
    *,
    games: int = 1,
    opening: str = f"join {ROOM}",
    game: str | None = "war",
    table: m.Table | None = None,
    ends: ExitCode = ExitCode.OK,
) -> AsyncIterator[Match]:
    """A match that ends so; its program has sat down if there is a table."""
    chooser = PythonBot(chooser or Bot()) if chooser is None or isinstance(chooser, Bot) else chooser
    match = Match(server, home, chooser, games, opening, game)
    match.visit = await server.visit()
    await match.visit.welcome()
    if table is not None:
        await match.sit(table)
    try:
        yield match
        assert await asyncio.wait_for(match.ends, 5) is ends
    finally:
        match.ends.cancel()


Play = Callable[..., AbstractAsyncContextManager[Match]]


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    async with fake_server() as server:
        yield partial(playing, server, tmp_path)


@pytest.mark.parametrize(
    "story",
    [
        pytest.param([FLIP, war_table(war_view(), seq=2, ply=1, turn=(1,)), LATER, FLIP_AGAIN], id="its-turns-alone"),
        pytest.param([FLIP, refused("play"), FLIP], id="a-move-refused-for-now-again"),
        pytest.param([FLIP, refused("play"), LATER, FLIP_AGAIN], id="no-refused-move-whose-position-has-passed"),
    ],
)
async def test_a_bot_makes_its_move_in_each_of_its_positions_and_in_no_other(
    play: Play, story: list[m.Message]
) -> None:
    bot = Recorder()
    async with play(bot, table=START) as match:
        for each in story:
            await (match.hears(each) if isinstance(each, m.Command) else match.tell(each))
        await match.tell(over())
        await match.hears(LEAVE)
    assert match.series.results.tally.won == 1
    plies = [info.ply for _, _, info in bot.asked]
    assert plies == sorted(set(plies))


async def test_a_bot_sees_the_games_own_view_and_what_it_needs_to_know(play: Play) -> None:
    bot = Recorder()
    async with play(bot, table=war_table(war_view(), time_left_s=9.5)) as match:
        await match.hears(FLIP)
        await match.tell(over())
    ((view, legal, info),) = bot.asked
    assert view == war_view()
    assert isinstance(view, View)
    assert legal == ("flip",)
    assert (info.room, info.seat, info.ply, info.names) == (ROOM, 0, 0, ("ana", "ben"))
    assert 9 < info.time_left_s <= 9.5


@pytest.mark.parametrize(("game", "named"), [("blocky", ("blocky",)), (None, ())])
async def test_a_bot_sits_down_at_its_own_game_or_without_one_at_all_that_server_and_client_know(
    play: Play, game: str | None, named: tuple[str, ...]
) -> None:
    async with play(game=game) as match:
        join = await match.visit.next(m.Join)
        assert join.games == named  # this server tells of no game
        await match.tell(m.Entered(ref=join.ref, room=ROOM, seat=0), over())
        await match.hears(LEAVE)


async def test_a_match_goes_on_at_the_same_table_until_every_game_is_played(play: Play) -> None:
    async with play(games=2, table=over(1)) as match:
        await match.hears(REMATCH)
        await match.tell(over(1, seq=10, rematch=(0,)), over(2, seq=11, seat=1))
        await match.hears(LEAVE)
    assert match.out.getvalue() == "Game 1: won, 30 to 22.\nGame 2: lost, 22 to 30.\n"
    assert match.log.getvalue().startswith("Won 1, tied 0, lost 1 of 2: 50.0%")


async def test_a_bot_lets_others_take_back_their_moves_and_chooses_anew(play: Play) -> None:
    moved, asked = sums(2, 1), m.Offer(kind="takeback", seat=0, agreed=(), time_left_s=30.0)
    bot = Ponderer("add 2")
    async with play(bot, table=sums_table(moved, 1)) as match:
        await bot.was_asked.wait()
        await match.tell(sums_table(moved, 1, seq=2, request=asked))
        await match.hears(m.AnswerOffer(room=ROOM, agree=True))
        taken_back = (sums_table(sums(2), 1, seq=3, ply=1), sums_table(sums(2, 2), 1, seq=4, ply=1))
        await match.tell(refused("answer", "not-now", None), *taken_back)
        bot.may_move.set()
        await match.hears(m.Play(room=ROOM, number=1, ply=1, move="add 2"))
        await match.tell(sums_table(sums(2, 2, 2, 1, 1, 1, 1), 1, seq=5))
    assert bot.plies == [0, 1]


async def test_a_choice_that_came_too_late_is_not_sent(play: Play) -> None:
    bot = Ponderer("flip")
    async with play(bot, table=START) as match:
        await bot.was_asked.wait()
        await match.tell(LATER)
        bot.may_move.set()
        await match.hears(FLIP_AGAIN)
        await match.tell(over())


async def test_a_bot_that_fails_keeps_its_seat(play: Play) -> None:
    async with play(Recorder("castle"), table=START, ends=ExitCode.FAILURE) as match:
        await match.visit.socket.wait_closed()
        assert match.visit.socket.close_code == 1000
    assert "not legal" in match.log.getvalue()
    assert "parlour resume" in match.log.getvalue()


async def test_a_bot_may_give_a_game_up_and_is_asked_no_more(play: Play) -> None:
    bot = Recorder(RESIGN)
    async with play(bot, table=START) as match:
        await match.hears(m.Resign(room=ROOM))
        await match.tell(m.Presence(room=ROOM, present=(True, True), watchers=0, spectators=()))
        await match.tell(over(ending=m.Ending(scores=(), winners=(1,), reason="bot resigned.")))
    assert match.series.results.tally.lost == 1
    assert len(bot.asked) == 1


async def test_a_match_goes_on_after_a_lost_connection(play: Play) -> None:
    async with play(table=START) as match:
        await match.hears(FLIP)
        match.visit.cut()
        match.visit = await match.server.visit()
        await match.visit.welcome(seated=(ROOM,))
        await match.hears(FLIP)
        await match.tell(over())


async def test_a_game_that_this_program_does_not_know_ends_the_match(play: Play) -> None:
    async with play(table=replace(START, view={"something": "newer"}), ends=ExitCode.FAILURE) as match:
        pass
    assert match.log.getvalue().startswith("The server plays a newer version of war.")


async def test_a_table_that_cannot_be_had_ends_the_match(play: Play) -> None:
    async with play(ends=ExitCode.FAILURE) as match:
        assert (await match.visit.next(m.Join)).games == ("war",), "a program sits down at its own game alone"
        await match.visit.tell(refused("join", "unknown-room", None))
    assert match.log.getvalue().startswith("No.\n")


@pytest.mark.parametrize("opening", ["play chess", "play war level=9", "join nowhere"])
async def test_an_opening_that_cannot_be_done_ends_the_match(play: Play, opening: str) -> None:
    async with play(opening=opening, ends=ExitCode.USAGE) as match:
        pass
    assert match.series.results.games == 0


async def test_whatever_is_refused_for_a_while_is_sent_again_then_and_not_before(play: Play) -> None:
    loop = asyncio.get_running_loop()
    async with play(games=2) as match:
        await match.visit.next(m.Join)
        refused_at = loop.time()
        await match.tell(refused("join", retry_after_s=0.2))
        await match.sit(over(1))
        assert loop.time() - refused_at >= 0.19
        await match.hears(REMATCH)
        await match.tell(refused("rematch"))
        await match.hears(REMATCH)
        await match.tell(over(2, seq=11))
        await match.hears(LEAVE)
