"""A client signs in, keeps its token and its place through every loss of the link, and gives up where that is final."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from client.history.saved.keeper import Keeper
from client.net import connection as connection_file
from client.net.connection import FULL, NO_LINK, Connection
from client.net.following.rejoin import REF
from client.net.identity.identity import StoredIdentity, identity
from client.net.wire import MAX_WAITING
from client.state.store import Link, Said, Sent
from protocol import messages as m
from protocol.dealing import pledge
from protocol.errors import CloseCode
from tests.support.builders.tables import war_table, war_view
from tests.support.fakes.fake_server import FakeServer, Visit, fake_server
from tests.support.fakes.listener import Listener
from tests.support.golden.deal_story import deals, transcript

pytestmark = pytest.mark.slow

PLAY = m.Play(room="KQFM", number=1, ply=0, move="flip")
WATCH = m.Watch(ref=1, room="AAAA")
LEAVE = m.Leave(room="AAAA")
LEFT = m.Left(room="AAAA", reason="You left.")
UNKNOWN = m.Refused(code="unknown-room", text="No.", about="watch", ref=1, room="AAAA", retry_after_s=None)


class Client(Listener):
    """A connection under test, the server it visits, and what it has heard."""

    def __init__(self, server: FakeServer, url, who, **options):
        super().__init__()
        self.server = server
        self.connection = Connection(url, who, self.put, **options)

    async def welcomed(self, token="token") -> Visit:
        """The next visit to the server, once the client knows that it is welcome."""
        visit = await self.server.visit()
        await visit.welcome(token)
        await self.link("up")
        return visit


@pytest.fixture
async def server():
    async with fake_server() as running:
        yield running


@pytest.fixture
def ana(tmp_path):
    return identity(tmp_path, "here", "ana")


@asynccontextmanager
async def connected(server, who, find=None, **options):
    """A client that looks for the server at its address, or where `find` says, and closes at the end."""
    client = Client(server, find or server.url, who, **options)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(client.connection.run())
        try:
            yield client
        finally:
            await client.connection.aclose()


@pytest.fixture
async def client(server, ana):
    async with connected(server, ana) as client:
        yield client


@pytest.fixture
def quick_pings(monkeypatch):
    monkeypatch.setattr(connection_file, "PING_EVERY_S", 0.02)
    monkeypatch.setattr(connection_file, "PONG_LIMIT_S", 0.2)


@pytest.fixture
def fill_disk(monkeypatch):
    def refuse(file):
        raise OSError(28, "No space left on device")

    return lambda: monkeypatch.setattr("os.fsync", refuse)


async def test_a_client_says_hello_and_keeps_the_token_of_the_welcome(client, ana):
    hello = await (await client.server.visit()).welcome("fresh")
    assert (hello.name, hello.token, hello.deals, hello.bot, hello.updates) == ("ana", None, False, False, True)
    await client.link("up")
    assert (await client.hear(m.Welcome)).name == "ana"
    assert ana.load().token == "fresh"


async def test_updates_arrive_as_whole_tables_and_a_table_that_was_missed_is_asked_for(client):
    visit = await client.server.visit()
    await visit.welcome()
    table = war_table(war_view())
    update = m.TableUpdate(
        room=table.room, base=table.seq, seq=table.seq + 1, plies=(1, 0), turn=(1,), time_left_s=None,
        totals=(None, None), lasted_s=2.0, view={}, grown={}, events=1, head="",
    )  # fmt: skip
    for event in (table, update, update, update):
        await visit.tell(event)
    assert (await client.hear(m.Table)).seq == table.seq
    assert (await client.hear(m.Table)).seq == update.seq
    assert await visit.next(m.Watch) == m.Watch(ref=REF, room=table.room)
    await visit.tell(m.Entered(ref=REF, room=table.room, seat=0))
    await visit.tell(replace(table, seq=9))
    assert (await client.hear(m.Table)).seq == 9


async def test_a_program_says_that_it_is_one(server, ana):
    async with connected(server, ana, bot=True):
        assert (await (await server.visit()).welcome()).bot


@pytest.mark.parametrize(
    ("command", "answer", "kept"),
    [
        (m.Rename(name="eva"), m.Named(name="eva"), ("eva", "old")),
        (m.SignOut(), m.Token(token="good"), ("ana", "good")),
    ],
    ids=["a new name", "the one token that is good after signing out everywhere"],
)
async def test_what_a_client_becomes_is_kept_and_shown_after_a_return(client, ana, command, answer, kept):
    visit = await client.welcomed("old")
    client.connection.send(command)
    await visit.next(type(command))
    await visit.tell(answer)
    await client.hear(type(answer))
    assert (ana.load().name, ana.load().token) == kept
    visit.cut()
    hello = await (await client.server.visit()).welcome()
    assert (hello.name, hello.token) == kept


async def test_commands_and_events_keep_their_order(client):
    visit = await client.welcomed()
    for ref in range(20):
        client.connection.send(m.Join(ref=ref, room="KQFM", games=None))
    assert [(await visit.next(m.Join)).ref for _ in range(20)] == list(range(20))
    await visit.tell(*(war_table(war_view(), seq=seq) for seq in range(20)))
    assert [(await client.hear(m.Table)).seq for _ in range(20)] == list(range(20))


async def test_latency_is_measured(quick_pings, client):
    await client.welcomed()
    while (link := await client.hear(Link)).latency_ms is None:
        pass
    assert 0 < link.latency_ms < 1000


async def test_a_cut_client_comes_back_by_itself_with_its_token(client):
    for token in ("one", "two", "three"):
        visit = await client.welcomed(token)
        visit.cut()
        down = await client.link("down")
        assert down.retry_in_s is not None
        assert down.retry_in_s <= 0.4
    assert (await (await client.server.visit()).welcome()).token == "three"


async def test_who_was_welcomed_stays_the_same_player_whatever_becomes_of_the_file(client, ana):
    visit = await client.welcomed("mine")
    ana.keep(StoredIdentity("here", "eva", "another's"))
    visit.cut()
    assert (await (await client.server.visit()).welcome()).token == "mine"


async def test_a_return_repeats_what_is_unanswered_browsed_and_counted(server, ana):
    async with connected(server, ana, unanswered=lambda: (PLAY,)) as client:
        visit = await client.welcomed()
        await visit.next(m.Play)
        client.connection.send(m.Browse(on=True))
        await visit.next(m.Browse)
        visit.cut()
        again = await client.welcomed()
        assert await again.next(m.Browse) == m.Browse(on=True)
        assert await again.next(m.Play) == PLAY


async def test_what_the_player_looks_at_is_said_when_it_changes_and_on_each_connection(client):
    client.connection.send(m.Look(room="AAAA"))
    visit = await client.welcomed()
    assert await visit.next(m.Look) == m.Look(room="AAAA")
    client.connection.send(m.Look(room=None))
    assert await visit.next(m.Look) == m.Look(room=None)
    visit.cut()
    assert await (await client.welcomed()).next(m.Look) == m.Look(room=None)


async def test_a_look_that_is_refused_is_said_again_and_nobody_hears_of_it(client):
    client.connection.send(m.Look(room="AAAA"))
    visit = await client.welcomed()
    await visit.next(m.Look)
    wait = m.Refused(code="too-many", text="Wait.", about="look", ref=None, room="AAAA", retry_after_s=0.01)
    await visit.tell(wait, m.Notice(text="Hear!"))
    assert await visit.next(m.Look) == m.Look(room="AAAA")
    assert await client.hear(m.Notice, m.Refused) == m.Notice(text="Hear!")


async def test_the_score_of_the_day_is_asked_for_before_the_first_connection_and_on_each(client):
    client.connection.send(m.WatchScore(since=1_699_916_400))
    for _ in range(2):
        visit = await client.welcomed()
        assert (await visit.next(m.WatchScore)).since == 1_699_916_400
        visit.cut()


@pytest.mark.parametrize(
    ("sent", "told", "again"),
    [
        ([WATCH], [], [WATCH]),
        ([WATCH, LEAVE], [LEFT], []),
        ([WATCH, LEAVE], [], [WATCH]),
        ([LEAVE, WATCH], [LEFT, m.Entered(ref=1, room="AAAA", seat=None)], [WATCH]),
        ([WATCH], [UNKNOWN], []),
    ],
    ids=["watched", "left", "not yet confirmed to be left", "left and watched again", "not to be watched"],
)
async def test_a_return_watches_again_the_rooms_that_are_still_on_the_screen(client, sent, told, again):
    visit = await client.welcomed()
    for command in sent:
        client.connection.send(command)
        await visit.next(type(command))
    await visit.tell(*told)
    for event in told:
        await client.hear(type(event))
    visit.cut()
    visit = await client.welcomed()
    await client.hear(m.Welcome)
    client.connection.send(m.Browse(on=True))
    for command in (*again, m.Browse(on=True)):
        assert await visit.next(type(command)) == command


async def test_a_move_made_while_the_link_is_down_is_kept_and_other_commands_are_refused(client):
    assert client.connection.send(PLAY) == (Sent(PLAY),)
    assert client.connection.send(m.Resign(room="KQFM")) == (Said(NO_LINK),)


async def test_a_server_that_takes_nothing_never_makes_the_queue_grow(client):
    visit = await client.welcomed()
    for ref in range(2 * MAX_WAITING):
        told = client.connection.send(m.Join(ref=ref, room="KQFM", games=None))
    assert told == (Said(FULL),)
    visit.cut()


async def test_a_name_that_nobody_knows_ends_at_once_with_a_word_about_it(ana, server):
    async with connected(server, ana, "ws://nosuch.invalid:1") as client:
        assert "nosuch.invalid" in (await client.link("unreachable")).reason


@pytest.mark.parametrize(("patient", "state"), [(True, "down"), (False, "unreachable")])
async def test_only_who_has_the_patience_waits_for_a_server_that_does_not_run(ana, server, patient, state):
    async with connected(server, ana, "ws://127.0.0.1:9", patient=patient) as client:
        assert "no server is running" in (await client.link(state)).reason


async def test_who_was_welcome_once_waits_for_the_server_without_patience_too(ana, server):
    async with connected(server, ana, patient=False) as client:
        visit = await client.welcomed()
        visit.cut()
        await client.link("down")


async def test_who_is_replaced_does_not_come_back(client):
    visit = await client.welcomed()
    await visit.socket.close(CloseCode.REPLACED, "elsewhere")
    assert (await client.link("replaced")).reason
    assert client.server.visits.empty()


@pytest.mark.parametrize("code", [CloseCode.WRONG_VERSION, CloseCode.FOREIGN_PAGE, CloseCode.BUSY])
async def test_who_is_not_let_in_as_a_newcomer_is_given_the_servers_reason_and_ends(server, ana, code):
    server.refusal = (code, "Get\x1b[31m a newer Parlour.")
    async with connected(server, ana) as client:
        assert (await client.link("refused")).reason == "Get�[31m a newer Parlour."


async def test_a_guest_waits_for_a_busy_server(client):
    visit = await client.welcomed()
    client.server.refusal = (CloseCode.BUSY, "Restarting.")
    visit.cut()
    while (await client.link("down")).reason != "Restarting.":
        pass
    client.server.refusal = None
    await client.welcomed()


async def test_a_stopping_server_is_waited_for(client):
    visit = await client.welcomed()
    await visit.socket.close(CloseCode.STOPPING, "Restarting.")
    assert (await client.link("down")).reason == "Restarting."
    await client.welcomed()


@pytest.mark.parametrize("frame", [b"\xc1", b"\x81\xa4type\xa5table", "text"])
async def test_an_event_that_is_none_ends_the_connection_with_a_reason(client, frame):
    visit = await client.welcomed()
    await visit.socket.send(frame)
    assert "doesn't understand" in (await client.link("refused")).reason


async def test_a_server_of_another_kind_is_recognised(ana):
    async with fake_server(subprotocol=None) as other, connected(other, ana) as client:
        assert "not a Parlour server" in (await client.link("refused")).reason


async def test_nothing_listening_is_said_and_tried_again(ana):
    async with fake_server() as gone:
        port = int(gone.url.rsplit(":", 1)[1])
    async with connected(gone, ana) as client:
        assert "no server is running there" in (await client.link("down")).reason
        async with fake_server(port=port) as client.server:
            await client.welcomed()


async def test_where_the_server_is_is_asked_before_each_attempt(server, ana):
    async def start():
        yield OSError("it did not start")
        yield server.url

    answers = start()

    async def find():
        if isinstance(answer := await anext(answers), OSError):
            raise answer
        return answer

    async with connected(server, ana, find) as client:
        assert "it did not start" in (await client.link("down")).reason
        await (await server.visit()).welcome()
        assert (await client.link("up")).server == server.url


async def test_a_dead_link_is_noticed(quick_pings, client):
    """A server that reads nothing any more: the TCP connection stands, and no pong comes."""
    visit = await client.welcomed()
    visit.socket.transport.pause_reading()
    await client.link("down")
    visit.cut()


async def test_a_server_that_welcomes_nobody_is_left_and_tried_again(monkeypatch, client):
    monkeypatch.setattr(connection_file, "WELCOME_LIMIT_S", 0.05)
    await client.server.visit()
    assert "doesn't answer" in (await client.link("down")).reason
    await client.welcomed()


async def test_closing_sends_what_waits_and_says_goodbye(server, ana):
    async with connected(server, ana) as client:
        visit = await client.welcomed()
        client.connection.send(m.Leave(room="KQFM"))
    assert await visit.next(m.Leave)
    await visit.socket.wait_closed()
    assert visit.socket.close_code == 1000


# Tokens.


async def test_an_identity_that_cannot_be_kept_is_said_and_play_goes_on(server, tmp_path):
    (tmp_path / "players").write_text("in the way")
    async with connected(server, identity(tmp_path, "here", "ana")) as client:
        await (await server.visit()).welcome()
        assert "can't be saved" in (await client.hear(Said)).text
        await client.link("up")


async def test_a_file_that_cannot_be_read_any_more_costs_nobody_their_seat(server, ana):
    ana.keep(StoredIdentity("here", "eva", "old"))
    async with connected(server, ana) as client:
        visit = await client.welcomed("new")
        ana.path.unlink()
        ana.path.mkdir()
        visit.cut()
        hello = await (await server.visit()).welcome()
        assert (hello.name, hello.token) == ("eva", "new")


async def test_who_one_is_has_to_be_readable_or_nobody_comes(server, ana):
    ana.path.mkdir(parents=True)
    async with connected(server, ana) as client:
        assert (await client.link("refused")).reason == f"Your key in {ana.path} can't be read: Is a directory."


async def test_a_client_killed_before_it_was_welcomed_comes_back_with_the_old_token_until_there_is_a_new_one(
    server, ana
):
    ana.keep(StoredIdentity("here", "ana", "old"))
    async with connected(server, ana) as client:
        visit = await server.visit()
        assert (await visit.next(m.Hello)).token == "old"
        visit.cut()
        assert (await (await server.visit()).welcome("new")).token == "old"
        await client.link("up")
        assert ana.load().token == "new"


async def test_a_token_that_cannot_be_stored_is_not_shown(server, ana, fill_disk):
    ana.keep(StoredIdentity("here", "ana", "old"))
    fill_disk()
    async with connected(server, ana) as client:
        for token in ("one", "two"):
            visit = await server.visit()
            assert (await visit.welcome(token)).token == "old"
            await client.link("up")
            visit.cut()
        assert ana.load().token == "old"


async def test_a_newcomer_whose_token_cannot_be_stored_keeps_it_in_mind(client, fill_disk):
    fill_disk()
    visit = await client.welcomed("mine")
    visit.cut()
    assert (await (await client.server.visit()).welcome()).token == "mine"


async def test_a_void_token_is_said_to_be_and_where_it_is_and_not_shown_again(server, ana):
    ana.keep(StoredIdentity("here", "ana", "stolen"))
    async with connected(server, ana) as client:
        visit = await server.visit()
        await visit.next(m.Hello)
        await visit.socket.close(CloseCode.VOID, "This token is void.")
        assert str(ana.path) in (await client.link("refused")).reason
        assert ana.load().token == "stolen"


async def test_a_file_that_was_open_to_others_is_told_of(server, ana):
    ana.keep(StoredIdentity("here", "ana", "old"))
    ana.path.chmod(0o644)
    async with connected(server, ana) as client:
        await (await server.visit()).welcome("new")
        said = await client.hear(Said)
        assert "could read your key until now" in said.text


# Dealing.


async def test_a_keeper_takes_part_in_dealing_and_nobody_is_bothered_with_it(server, ana):
    async with connected(server, ana, keeper=Keeper([].append, bytes)) as client:
        visit = await server.visit()
        assert (await visit.welcome(seated=("KQFM",))).deals
        await visit.tell(deals("KQFM")[0][1])
        assert (await visit.next(m.CommitShare)).hash == pledge(bytes(16)).hex()
        await visit.tell(replace(UNKNOWN, about="pledge", room="KQFM"), m.Notice(text="So much for that."))
        assert isinstance(await client.hear(m.Refused, m.Notice), m.Notice)


async def test_a_player_is_warned_of_a_game_that_is_dealt_anew_again_and_again(server, ana):
    async with connected(server, ana, keeper=Keeper([].append, bytes)) as client:
        visit = await server.visit()
        await visit.welcome(seated=("KQFM",))
        begun = deals("KQFM")[0][1]
        await visit.tell(*[replace(begun, deal=number) for number in range(1, 6)])
        assert "again 4 times" in (await client.hear(Said)).text


async def test_what_is_on_its_way_to_be_kept_is_waited_for_on_the_way_out(server, ana):
    kept = []
    async with connected(server, ana, keeper=Keeper(kept.append, bytes)) as client:
        visit = await server.visit()
        await visit.welcome(seated=("KQFM",))
        ending = m.Ending(scores=(), winners=(0,), reason="ben resigned.")
        await visit.tell(deals("KQFM")[-1][1], war_table(war_view(), phase="over", turn=(), ending=ending))
        await visit.next(m.GetTranscript)
        closing = asyncio.create_task(client.connection.aclose())
        await visit.tell(replace(transcript("KQFM", {}, ending), ref=0))
        await closing
        assert len(kept) == 1


async def test_a_challenge_to_who_named_no_key_ends_the_connection_with_a_reason(server, ana, fill_disk):
    fill_disk()
    async with connected(server, ana) as client:
        visit = await server.visit()
        assert (await visit.next(m.Hello)).key is None
        await visit.tell(m.SignInChallenge(nonce="00" * 32))
        assert "doesn't understand" in (await client.link("refused")).reason
