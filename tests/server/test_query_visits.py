"""Who only asks the server something does so beside the window in which they play, which notices nothing."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from client.net.identity.device_key import DeviceKey
from protocol import messages as m
from protocol.errors import CloseCode
from server.players.sessions import query_visits
from tests.support.processes.players import (
    ConnectionGoneError,
    Player,
    key_refused,
    over,
    room_of,
    sign_in,
    sign_in_by_key,
    table_for_two,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def key() -> DeviceKey:
    return DeviceKey.fresh()


async def ask(hosted, key: DeviceKey | None = None, **asked) -> Player:
    """Somebody who only asks, by a key or as nobody."""
    if key is not None:
        return await sign_in_by_key(hosted.wires, key, query=True, **asked)
    player = Player(await hosted.wires.open())
    player.send(m.Hello(name="ann", token=None, client="test", deals=False, bot=False, query=True))
    player.welcome = await player.next(m.Welcome)
    return player


def stats() -> m.GetStats:
    return m.GetStats(ref=7, game="war", deal=None)


async def test_who_asks_beside_their_window_is_answered_and_the_window_hears_nothing(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    await ann.ask(table_for_two())
    await ann.next(m.Presence)
    heard = len(ann.heard)
    visit = await ask(hosted, key)
    assert (visit.welcome.name, visit.welcome.seated) == ("ann", ())
    for command, kind in (
        (stats(), m.Stats),
        (m.GetHistory(ref=1, game=None, room=None, before=None), m.PastGames),
        (m.GetLeaders(ref=2, game="blocky"), m.Leaders),
        (m.Browse(on=True), m.Lobby),
        (m.WatchScore(since=0), m.Score),
        (m.GetDevices(), m.Devices),
        (m.ExportAccount(ref=3, at=None), m.AccountPage),
    ):
        visit.send(command)
        await visit.next(kind)
    visit.socket.cut()
    assert hosted.server.dispatcher.online == 1
    assert (await ann.refused(m.Leave(room="ZZZZ"))).code == "unknown-room"
    assert [type(event) for event in ann.heard[heard:]] == [m.Refused]


async def test_the_window_still_hears_its_own_score_after_somebody_asked_for_it(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    ann.send(m.WatchScore(since=0))
    await ann.next(m.Score)
    visit = await ask(hosted, key)
    visit.send(m.WatchScore(since=0))
    await visit.next(m.Score)
    table = await ann.ask(room_of("war", "me", "computer:flipper", auto_flip_s=0))
    await ann.play_on(table, over)
    score = await ann.next(m.Score)
    assert score.won + score.tied + score.lost == 1


@pytest.mark.parametrize(
    "command",
    [
        table_for_two(),
        m.Join(ref=1, room="KQFM", games=None),
        m.Watch(ref=1, room="KQFM"),
        m.Play(room="KQFM", number=1, ply=0, move="flip"),
        m.Say(room=None, text="hello"),
        m.Rename(name="eve"),
        m.SignOut(),
        m.Quick(ref=1, games=("war",)),
    ],
    ids=lambda command: type(command).__name__,
)
async def test_who_only_asks_changes_nothing(hosted, key, command):
    await sign_in_by_key(hosted.wires, key)
    visit = await ask(hosted, key)
    visit.send(command)
    assert (await visit.next(m.Refused)).text == query_visits.ONLY_ASKS.text


async def test_who_asks_with_a_key_that_nobody_knows_gets_no_account(hosted, key):
    visit = await ask(hosted, key)
    visit.send(stats())
    assert (await visit.next(m.Stats)).played == 0
    assert (await visit.refused(m.ExportAccount(ref=3, at=None))).text == query_visits.NO_ACCOUNT.text
    visit.socket.cut()
    assert (await sign_in_by_key(hosted.wires, DeviceKey.fresh())).welcome.name == "ann"


async def test_nobody_may_ask_what_everybody_may_know(hosted):
    visit = await ask(hosted)
    visit.send(m.GetLeaders(ref=2, game="blocky"))
    await visit.next(m.Leaders)
    assert hosted.server.dispatcher.online == 0


async def test_by_a_token_one_asks_too_and_it_stays_good(hosted):
    ann = await sign_in(hosted.wires)
    visit = Player(await hosted.wires.open())
    visit.send(m.Hello(name="x", token=ann.welcome.token, client="test", deals=False, bot=False, query=True))
    assert (await visit.next(m.Welcome)).name == "ann"
    ann.socket.cut()
    assert (await sign_in(hosted.wires, "x", ann.welcome.token)).welcome.name == "ann"


async def test_so_many_visits_of_a_player_at_a_time_and_no_more(hosted, key):
    await sign_in_by_key(hosted.wires, key)
    visits = [await ask(hosted, key) for _ in range(query_visits.VISITS_MAX)]
    gone = await key_refused(hosted.wires, key, query=True)
    assert (gone.code, gone.reason) == (CloseCode.BUSY, query_visits.CROWDED)
    visits[0].socket.cut()
    while True:
        with suppress(ConnectionGoneError):
            assert await ask(hosted, key)
            break


async def test_a_visit_has_an_end(hosted, key, monkeypatch):
    monkeypatch.setattr(query_visits, "VISIT_LIMIT_S", 0.05)
    visit = await ask(hosted, key)
    gone = await visit.gone()
    assert (gone.code, gone.reason) == (CloseCode.BUSY, query_visits.OVER)


async def test_deleting_the_account_closes_the_window_too_which_is_told_why(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    visit = await ask(hosted, key)
    visit.send(m.DeleteAccount(ref=1, name="ann"))
    await visit.next(m.AccountDeleted)
    assert (await ann.gone()).code == CloseCode.VOID


# Windows.


async def test_a_window_comes_back_to_its_own_connection_and_asks_before_it_closes_anothers(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key, replaces=False, window="one")
    again = await sign_in_by_key(hosted.wires, key, replaces=False, window="one")
    assert (await ann.gone()).code == CloseCode.REPLACED
    reading = asyncio.ensure_future(again.gone())  # which reads, and so answers pings
    gone = await key_refused(hosted.wires, key, replaces=False, window="two")
    assert (gone.code, reading.done()) == (CloseCode.ELSEWHERE, False)
    reading.cancel()
