"""What is said and seen in the hall and at tables, through real connections."""

from __future__ import annotations

import asyncio

import pytest

from protocol import messages as m
from server.limits.settings import ServerLimits
from tests.support.processes.hosting import hosting
from tests.support.processes.players import pair, sign_in, sign_in_all, table_for_two

pytestmark = pytest.mark.slow


# The lobby.


async def test_who_browses_sees_the_lobby_now_and_whenever_it_changes(hosted):
    ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    ben.send(m.Browse(on=True))
    assert (await ben.next(m.Lobby)).open == ()
    table = await ann.ask(table_for_two())
    listed = await ben.next(m.Lobby, lambda lobby: lobby.open != ())
    assert [listing.room for listing in listed.open] == [table.room]
    ann.send(m.Leave(room=table.room))
    assert (await ben.next(m.Lobby, lambda lobby: lobby.rooms == 0)).open == ()


async def test_who_browses_no_more_hears_no_more_of_the_lobby(hosted):
    ann = await sign_in(hosted.wires)
    ann.send(m.Browse(on=True))
    await ann.next(m.Lobby)
    ann.send(m.Browse(on=False))
    table = await ann.ask(table_for_two())
    ann.send(m.Leave(room=table.room))
    await ann.next(m.Left)
    lobbies = [event for event in ann.heard if isinstance(event, m.Lobby)]
    assert all(lobby.rooms == 0 for lobby in lobbies)


# Talk.


async def test_what_is_said_in_the_hall_reaches_everybody_there_cleaned(hosted):
    ann, ben = await sign_in_all(hosted.wires, "ann", "ben", browse=True)
    ann.send(m.Say(room=None, text=" hello\x1b[2J  all "))
    heard = (await ben.next(m.Heard)).line
    assert (heard.who, heard.text, heard.yours) == ("ann", "hello�[2J all", False)
    assert (await ann.next(m.Heard)).line.yours
    cleo = await sign_in(hosted.wires, "cleo")
    cleo.send(m.Browse(on=True))
    assert [line.text for line in (await cleo.next(m.Talk)).lines] == ["hello�[2J all"]


async def test_the_host_mutes_and_who_is_muted_is_refused(hosted):
    ann, ben, table, _ = await pair(hosted.wires)
    assert (await ben.refused(m.Mute(room=table.room, name="ann", on=True))).code == "not-host"
    ann.send(m.Mute(room=table.room, name="ben", on=True))
    assert (await ben.next(m.Heard)).line.manner == "house"
    assert (await ben.refused(m.Say(room=table.room, text="hi"))).code == "muted"


@pytest.mark.parametrize("text", ["", "\u200d\n", "x" * 201, "x" * 257, "x" * 3000, "漢" * 1300, "q\u0301" * 129])
async def test_what_cannot_be_said_is_refused_in_words_and_the_connection_lives(hosted, text):
    (ann,) = await sign_in_all(hosted.wires, "ann", browse=True)
    assert (await ann.refused(m.Say(room=None, text=text))).code == "bad-text"
    ann.send(m.Say(room=None, text="hello"))
    assert (await ann.next(m.Heard)).line.text == "hello"


async def test_who_talks_too_fast_is_told_when_to_go_on():
    async with hosting(limits=ServerLimits(chat_burst=3, chat_per_s=0.5)) as hosted:
        ann = await sign_in(hosted.wires)
        for number in range(4):
            ann.send(m.Say(room=None, text=str(number)))
        refused = await ann.next(m.Refused)
        assert (refused.code, refused.about) == ("too-many", "say")
        assert refused.retry_after_s == pytest.approx(2.0, abs=0.5)
        assert [event.line.text for event in ann.heard if isinstance(event, m.Heard)] == ["0", "1", "2"]


async def test_who_signs_in_anew_may_say_and_make_no_more_for_that():
    limits = ServerLimits(chat_burst=2, chat_per_s=0.1, rooms_burst=1, rooms_per_s=0.1)
    async with hosting(limits=limits) as hosted:
        ann = await sign_in(hosted.wires)
        await ann.ask(table_for_two())
        for text in ("one", "two"):
            ann.send(m.Say(room=None, text=text))
            await ann.next(m.Heard)
        ann.socket.cut()
        again = await sign_in(hosted.wires, "ann", ann.welcome.token)
        again.send(m.Say(room=None, text="three"))
        assert (await again.next(m.Refused)).code == "too-many"
        again.send(table_for_two(2))
        assert (await again.next(m.Refused, lambda refused: refused.about == "create")).code == "too-many"


async def test_what_somebody_has_used_up_is_forgotten_once_it_has_come_back():
    async with hosting(limits=ServerLimits(chat_burst=1, chat_per_s=0.1)) as hosted:
        sessions = hosted.server.dispatcher.sessions
        ann = await sign_in(hosted.wires)
        ann.send(m.Say(room=None, text="one"))
        await ann.next(m.Heard)
        ann.socket.cut()
        await asyncio.wait_for(hosted.server.gateway.emptied(), 5)
        now = asyncio.get_running_loop().time()
        sessions.forget(now)
        assert len(sessions._allowances) == 1
        sessions.forget(now + 11)
        assert sessions._allowances == {}
