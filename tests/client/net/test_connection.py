import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client.history.saved.keeper import Keeper
from client.net import connection as connection_file
from client.net.connection import FULL, MAX_WAITING, NO_LINK, Connection
from client.net.identity import Identity, identity
from client.state.store import Happening, Link, Said, Sent
from protocol import messages as m
from protocol.dealing import pledge
from protocol.errors import CloseCode
from protocol.saved_game import SavedGame
from tests.support.builders.tables import war_table, war_view
from tests.support.fakes.fake_server import FakeServer, fake_server
from tests.support.golden.deal_story import deals, transcript

pytestmark = pytest.mark.slow

PLAY = m.Play(room="KQFM", number=1, ply=0, move="flip")


@dataclass
class Heard:
    """What a client heard, in order."""

    queue: asyncio.Queue[Happening] = field(default_factory=asyncio.Queue)

    def __call__(self, happening: Happening) -> None:
        self.queue.put_nowait(happening)

    async def next(self, kind: type[Any], fits: Callable[[Any], bool] = lambda _: True) -> Any:
        while True:
            happening = await self.queue.get()
            if isinstance(happening, kind) and fits(happening):
                return happening

    async def link(self, state: str) -> Link:
        found: Link = await self.next(Link, lambda link: link.state == state)
        return found


@pytest.fixture
async def server() -> AsyncIterator[FakeServer]:
    async with fake_server() as running:
        yield running


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def ana(tmp_path: Path) -> Identity:
    return identity(tmp_path, "here", "ana")


@asynccontextmanager
async def connected(
    find: Any, who: Identity, heard: Heard, unanswered: Callable[[], Iterable[m.Play]] = tuple
) -> AsyncIterator[Connection]:
    connection = Connection(find, who, heard, unanswered)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(connection.run())
        try:
            yield connection
        finally:
            await connection.aclose()


async def test_a_client_says_hello_and_keeps_the_token_of_the_welcome(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    async with connected(server.url, ana, heard):
        hello = await (await server.visit()).welcome("fresh")
        assert (hello.name, hello.token) == ("ana", None)
        await heard.link("up")
        assert (await heard.next(m.Welcome)).name == "ana"
        assert ana.load().token == "fresh"


async def test_a_new_name_is_kept_with_the_token(server: FakeServer, ana: Identity, heard: Heard) -> None:
    async with connected(server.url, ana, heard) as connection:
        visit = await server.visit()
        await visit.welcome("fresh")
        await heard.link("up")
        connection.send(m.Rename(name="eva"))
        await visit.next(m.Rename)
        await visit.tell(m.Named(name="eva"))
        await heard.next(m.Named)
        assert (ana.load().name, ana.load().token) == ("eva", "fresh")


async def test_commands_and_events_keep_their_order(server: FakeServer, ana: Identity, heard: Heard) -> None:
    async with connected(server.url, ana, heard) as connection:
        visit = await server.visit()
        await visit.welcome()
        await heard.link("up")
        for ref in range(20):
            connection.send(m.Join(ref=ref, room="KQFM"))
        assert [(await visit.next(m.Join)).ref for _ in range(20)] == list(range(20))
        await visit.tell(*(war_table(war_view(), seq=seq) for seq in range(20)))
        assert [(await heard.next(m.Table)).seq for _ in range(20)] == list(range(20))


async def test_latency_is_measured(server: FakeServer, ana: Identity, heard: Heard, quick_pings: None) -> None:
    async with connected(server.url, ana, heard):
        await (await server.visit()).welcome()
        link = await heard.next(Link, lambda link: link.latency_ms is not None)
        assert 0 < link.latency_ms < 1000


async def test_a_cut_client_comes_back_by_itself_with_its_token(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    async with connected(server.url, ana, heard):
        for token in ("one", "two", "three"):
            visit = await server.visit()
            await visit.welcome(token)
            await heard.link("up")
            visit.cut()
            down = await heard.link("down")
            assert down.retry_in_s is not None
            assert down.retry_in_s <= 0.4
        assert (await (await server.visit()).welcome()).token == "three"


async def test_who_was_welcomed_stays_the_same_player_whatever_becomes_of_the_file(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    async with connected(server.url, ana, heard):
        visit = await server.visit()
        await visit.welcome("mine")
        await heard.link("up")
        ana.keep("eva", "another's")
        visit.cut()
        assert (await (await server.visit()).welcome()).token == "mine"


async def test_a_return_repeats_what_is_unanswered_watched_and_browsed(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    async with connected(server.url, ana, heard, lambda: (PLAY,)) as connection:
        visit = await server.visit()
        await visit.welcome()
        await heard.link("up")
        await visit.next(m.Play)
        connection.send(m.Browse(on=True))
        connection.send(m.Watch(ref=1, room="AAAA"))
        connection.send(m.Watch(ref=2, room="BBBB"))
        connection.send(m.Leave(room="BBBB"))
        for kind in (m.Browse, m.Watch, m.Watch, m.Leave):
            await visit.next(kind)
        await visit.tell(m.Left(room="BBBB", reason="You stopped watching."))
        await heard.next(m.Left)
        visit.cut()
        again = await server.visit()
        await again.welcome()
        assert await again.next(m.Browse) == m.Browse(on=True)
        assert (await again.next(m.Watch)).room == "AAAA"
        assert await again.next(m.Play) == PLAY


async def test_a_room_whose_leaving_was_not_confirmed_is_watched_again_as_it_is_still_on_the_screen(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    async with connected(server.url, ana, heard) as connection:
        visit = await server.visit()
        await visit.welcome()
        await heard.link("up")
        connection.send(m.Watch(ref=1, room="AAAA"))
        connection.send(m.Leave(room="AAAA"))
        visit.cut()
        again = await server.visit()
        await again.welcome()
        assert (await again.next(m.Watch)).room == "AAAA"


async def test_a_room_that_was_left_and_is_watched_again_is_watched_after_a_return(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    async with connected(server.url, ana, heard) as connection:
        visit = await server.visit()
        await visit.welcome()
        await heard.link("up")
        connection.send(m.Leave(room="AAAA"))
        connection.send(m.Watch(ref=1, room="AAAA"))
        await visit.tell(m.Left(room="AAAA", reason="You left."), m.Entered(ref=1, room="AAAA", seat=None))
        await heard.next(m.Entered)
        visit.cut()
        again = await server.visit()
        await again.welcome()
        assert await again.next(m.Watch) == m.Watch(ref=1, room="AAAA")


async def test_a_room_that_cannot_be_watched_is_not_asked_for_again(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    refusal = m.Refused(code="unknown-room", text="No.", about="watch", ref=1, room="AAAA", retry_after_s=None)
    async with connected(server.url, ana, heard) as connection:
        visit = await server.visit()
        await visit.welcome()
        await heard.link("up")
        connection.send(m.Watch(ref=1, room="AAAA"))
        await visit.next(m.Watch)
        await visit.tell(refusal)
        await heard.next(m.Refused)
        visit.cut()
        again = await server.visit()
        await again.welcome()
        await heard.next(m.Welcome)
        connection.send(m.Browse(on=True))
        await again.next(m.Browse)


async def test_a_move_made_while_the_link_is_down_is_kept_and_other_commands_are_refused(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    async with connected(server.url, ana, heard) as connection:
        assert connection.send(PLAY) == (Sent(PLAY),)
        assert connection.send(m.Resign(room="KQFM")) == (Said(NO_LINK),)


async def test_a_server_that_takes_nothing_never_makes_the_queue_grow(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    async with connected(server.url, ana, heard) as connection:
        visit = await server.visit()
        await visit.welcome()
        await heard.link("up")
        for ref in range(2 * MAX_WAITING):
            told = connection.send(m.Join(ref=ref, room="KQFM"))
        assert told == (Said(FULL),)
        visit.cut()


async def test_who_is_replaced_does_not_come_back(server: FakeServer, ana: Identity, heard: Heard) -> None:
    async with connected(server.url, ana, heard):
        visit = await server.visit()
        await visit.welcome()
        await visit.socket.close(CloseCode.REPLACED, "elsewhere")
        assert (await heard.link("replaced")).reason
    assert server.visits.empty()


@pytest.mark.parametrize("status", [HTTPStatus.UPGRADE_REQUIRED, HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN])
async def test_a_refused_handshake_gives_the_servers_reason_and_ends(
    server: FakeServer, ana: Identity, heard: Heard, status: HTTPStatus
) -> None:
    server.refusal = (status, "Get\x1b[31m a newer\nParlour.")
    connection = Connection(server.url, ana, heard)
    await connection.run()
    assert (await heard.link("refused")).reason == "Get�[31m a newer Parlour."


async def test_a_busy_server_turns_a_newcomer_away(server: FakeServer, ana: Identity, heard: Heard) -> None:
    server.refusal = (HTTPStatus.SERVICE_UNAVAILABLE, "Full.")
    await Connection(server.url, ana, heard).run()
    assert (await heard.link("refused")).reason == "Full."


async def test_a_guest_waits_for_a_busy_server(server: FakeServer, ana: Identity, heard: Heard) -> None:
    async with connected(server.url, ana, heard):
        visit = await server.visit()
        await visit.welcome()
        await heard.link("up")
        server.refusal = (HTTPStatus.SERVICE_UNAVAILABLE, "Restarting.")
        visit.cut()
        await heard.next(Link, lambda link: link.state == "down" and link.reason == "Restarting.")
        server.refusal = None
        await (await server.visit()).welcome()
        await heard.link("up")


async def test_a_stopping_server_is_waited_for(server: FakeServer, ana: Identity, heard: Heard) -> None:
    async with connected(server.url, ana, heard):
        visit = await server.visit()
        await visit.welcome()
        await visit.socket.close(CloseCode.STOPPING, "Restarting.")
        assert (await heard.link("down")).reason == "Restarting."
        await (await server.visit()).welcome()


@pytest.mark.parametrize("frame", [b"\xc1", b"\x81\xa4type\xa5table", "text"])
async def test_an_event_that_is_none_ends_the_connection_with_a_reason(
    server: FakeServer, ana: Identity, heard: Heard, frame: bytes | str
) -> None:
    async with connected(server.url, ana, heard):
        visit = await server.visit()
        await visit.welcome()
        await visit.socket.send(frame)
        assert "does not understand" in (await heard.link("refused")).reason


async def test_a_server_of_another_kind_is_recognised(ana: Identity, heard: Heard) -> None:
    async with fake_server(subprotocol=None) as other:
        await Connection(other.url, ana, heard).run()
    assert "not a Parlour server" in (await heard.link("refused")).reason


async def test_nothing_listening_is_said_and_tried_again(ana: Identity, heard: Heard) -> None:
    async with fake_server() as gone:
        pass
    async with connected(gone.url, ana, heard):
        assert "nothing listens there" in (await heard.link("down")).reason
        async with fake_server(port=int(gone.url.rsplit(":", 1)[1])) as back:
            await (await back.visit()).welcome()
            await heard.link("up")


async def test_where_the_server_is_is_asked_before_each_attempt(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    answers = iter([OSError("it did not start"), server.url])

    async def find() -> str:
        answer = next(answers)
        if isinstance(answer, OSError):
            raise answer
        return answer

    async with connected(find, ana, heard):
        assert "it did not start" in (await heard.link("down")).reason
        await (await server.visit()).welcome()
        assert (await heard.link("up")).server == server.url


async def test_a_dead_link_is_noticed(ana: Identity, heard: Heard, quick_pings: None) -> None:
    """A server that reads nothing any more: the TCP connection stands, and no pong comes."""
    async with fake_server() as server, connected(server.url, ana, heard):
        visit = await server.visit()
        await visit.welcome()
        await heard.link("up")
        visit.socket.transport.pause_reading()  # type: ignore[attr-defined]
        await heard.link("down")
        visit.cut()


async def test_a_server_that_welcomes_nobody_is_left_and_tried_again(
    server: FakeServer, ana: Identity, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_file, "WELCOME_LIMIT_S", 0.05)
    async with connected(server.url, ana, heard):
        await server.visit()
        assert "does not answer" in (await heard.link("down")).reason
        await (await server.visit()).welcome()
        await heard.link("up")


async def test_closing_sends_what_waits_and_says_goodbye(server: FakeServer, ana: Identity, heard: Heard) -> None:
    async with connected(server.url, ana, heard) as connection:
        visit = await server.visit()
        await visit.welcome()
        await heard.link("up")
        connection.send(m.Leave(room="KQFM"))
    assert await visit.next(m.Leave)
    await visit.socket.wait_closed()
    assert visit.socket.close_code == 1000


async def test_an_identity_that_cannot_be_kept_is_said_and_play_goes_on(
    server: FakeServer, tmp_path: Path, heard: Heard
) -> None:
    (tmp_path / "players").write_text("in the way")
    async with connected(server.url, identity(tmp_path, "here", "ana"), heard):
        await (await server.visit()).welcome()
        assert "safe only while" in (await heard.next(Said)).text
        await heard.link("up")


@pytest.fixture
def quick_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_file, "PING_EVERY_S", 0.02)
    monkeypatch.setattr(connection_file, "PONG_LIMIT_S", 0.2)


# Tokens.


def forgetful(ana: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk refuse to keep who one is."""

    def full_disk(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)


async def test_a_new_token_is_kept_in_place_of_the_old_one(server: FakeServer, ana: Identity, heard: Heard) -> None:
    ana.keep("ana", "old")
    async with connected(server.url, ana, heard):
        assert (await (await server.visit()).welcome("new")).token == "old"
        await heard.link("up")
        assert ana.load().token == "new"


async def test_a_file_that_cannot_be_read_any_more_costs_nobody_their_seat(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    ana.keep("eva", "old")
    async with connected(server.url, ana, heard):
        visit = await server.visit()
        await visit.welcome("new")
        await heard.link("up")
        ana.path.unlink()
        ana.path.mkdir()
        visit.cut()
        hello = await (await server.visit()).welcome()
        assert (hello.name, hello.token) == ("eva", "new")


async def test_who_one_is_has_to_be_readable_or_nobody_comes(server: FakeServer, ana: Identity, heard: Heard) -> None:
    ana.path.mkdir(parents=True)
    async with connected(server.url, ana, heard):
        assert (await heard.link("refused")).reason == f"{ana.path} cannot be read: Is a directory."


async def test_a_client_killed_before_it_was_welcomed_comes_back_with_the_old_token(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    ana.keep("ana", "old")
    async with connected(server.url, ana, heard):
        visit = await server.visit()
        assert (await visit.next(m.Hello)).token == "old"
        visit.cut()
        assert (await (await server.visit()).welcome("new")).token == "old"


async def test_a_token_that_cannot_be_stored_is_not_shown(
    server: FakeServer, ana: Identity, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana.keep("ana", "old")
    forgetful(ana, monkeypatch)
    async with connected(server.url, ana, heard):
        for token in ("one", "two"):
            visit = await server.visit()
            assert (await visit.welcome(token)).token == "old"
            await heard.link("up")
            visit.cut()
        assert ana.load().token == "old"


async def test_a_newcomer_whose_token_cannot_be_stored_keeps_it_in_mind(
    server: FakeServer, ana: Identity, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgetful(ana, monkeypatch)
    async with connected(server.url, ana, heard):
        visit = await server.visit()
        await visit.welcome("mine")
        await heard.link("up")
        visit.cut()
        assert (await (await server.visit()).welcome()).token == "mine"


async def test_a_void_token_is_said_to_be_and_where_it_is_and_not_shown_again(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    ana.keep("ana", "stolen")
    async with connected(server.url, ana, heard):
        visit = await server.visit()
        await visit.next(m.Hello)
        await visit.socket.close(CloseCode.VOID, "This token is void.")
        link = await heard.link("refused")
        assert link.reason == f"This token is void. To come as somebody new, remove {ana.path}."
        assert ana.load().token == "stolen"


async def test_the_one_token_that_is_good_after_signing_out_everywhere_is_kept(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    async with connected(server.url, ana, heard) as connection:
        visit = await server.visit()
        await visit.welcome("old")
        await heard.link("up")
        connection.send(m.SignOut())
        await visit.next(m.SignOut)
        await visit.tell(m.Token(token="good"))
        await heard.next(m.Token)
        assert (ana.load().name, ana.load().token) == ("ana", "good")
        visit.cut()
        assert (await (await server.visit()).welcome()).token == "good"


async def test_a_file_that_was_open_to_others_is_told_of(server: FakeServer, ana: Identity, heard: Heard) -> None:
    ana.keep("ana", "old")
    ana.path.chmod(0o644)
    async with connected(server.url, ana, heard):
        await (await server.visit()).welcome("new")
        said = await heard.next(Said)
        assert said.text == f"Others could read {ana.path} until now. Type 'signout' if they may have."


async def test_a_keeper_takes_part_in_dealing_and_nobody_is_bothered_with_it(server, heard, ana):
    kept: list[SavedGame] = []
    connection = Connection(server.url, ana, heard, keeper=Keeper(kept.append, bytes))
    running = asyncio.create_task(connection.run())
    visit = await server.visit()
    assert (await visit.welcome(seated=("KQFM",))).deals
    pledging = deals("KQFM")[0][1]
    await visit.tell(pledging)
    assert (await visit.next(m.CommitShare)).hash == pledge(bytes(16)).hex()
    await visit.tell(
        m.Refused(code="not-now", text="Too late.", about="pledge", ref=None, room="KQFM", retry_after_s=None)
    )
    await visit.tell(m.Notice(text="So much for that."))
    assert isinstance(await heard.next((m.Refused, m.Notice)), m.Notice)  # type: ignore[arg-type]
    await connection.aclose()
    await running


async def test_what_is_on_its_way_to_be_kept_is_waited_for_on_the_way_out(server, heard, ana):
    kept: list[SavedGame] = []
    connection = Connection(server.url, ana, heard, keeper=Keeper(kept.append, bytes))
    running = asyncio.create_task(connection.run())
    visit = await server.visit()
    await visit.welcome(seated=("KQFM",))
    ending = m.Ending(scores=(), winners=(0,), reason="ben resigned.")
    await visit.tell(deals("KQFM")[-1][1], war_table(war_view(), phase="over", turn=(), ending=ending))
    await visit.next(m.GetTranscript)
    closing = asyncio.create_task(connection.aclose())
    await visit.tell(replace(transcript("KQFM", {}, ending), ref=0))
    await closing
    await running
    assert len(kept) == 1


async def test_who_keeps_nothing_takes_no_part(server, heard, ana):
    connection = Connection(server.url, ana, heard)
    running = asyncio.create_task(connection.run())
    visit = await server.visit()
    assert not (await visit.welcome()).deals
    await heard.link("up")
    await connection.aclose()
    await running


async def test_what_was_won_today_is_asked_again_on_a_new_connection_and_before_the_first(
    server: FakeServer, ana: Identity, heard: Heard
) -> None:
    async with connected(server.url, ana, heard) as connection:
        connection.send(m.WatchScore(since=1_699_916_400))
        for _ in range(2):
            visit = await server.visit()
            await visit.welcome()
            assert (await visit.next(m.WatchScore)).since == 1_699_916_400
            visit.cut()


async def test_a_program_says_that_it_is_one(server: FakeServer, ana: Identity, heard: Heard) -> None:
    for is_bot in (False, True):
        connection = Connection(server.url, ana, heard, bot=is_bot)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(connection.run())
            hello = await (await server.visit()).welcome()
            await connection.aclose()
        assert hello.bot is is_bot
