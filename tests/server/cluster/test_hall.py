"""Talk, invitations and sending away between people at different nodes of a cluster."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from protocol import messages as m
from protocol.errors import CloseCode
from server.moderation import requests
from server.tools.admin import ask
from tests.support.patience import PATIENCE_S
from tests.support.processes.cluster import Start, meet, until
from tests.support.processes.players import sign_in, table_for_two, turned_away

pytestmark = pytest.mark.slow


async def test_who_is_sent_away_by_a_host_at_another_node_is_told_and_has_no_seat(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben = await sign_in(first.wires, "ann"), await sign_in(second.wires, "ben")
    room = (await ann.ask(table_for_two())).room
    await ben.ask(m.Join(ref=2, room=room, games=None))
    ann.send(m.Kick(room=room, name="BEN", seat=None))
    async with asyncio.timeout(PATIENCE_S):
        assert (await ben.next(m.Left)).room == room
    await until(lambda: not any(map(second.server.host.seats_of, second.server.services.online)))


async def test_a_host_who_has_come_to_another_node_mutes_and_sends_away_at_the_table(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben, anns, _ = await meet(first, second)
    ann = await sign_in(second.wires, token=ann.welcome.token)
    ann.send(m.Mute(room=anns.room, name="ben", on=True, seat=1))
    ben.send(m.Say(room=anns.room, text="hello"))
    async with asyncio.timeout(PATIENCE_S):
        refusal = await ben.next(m.Refused)
        assert (refusal.code, refusal.about) == ("muted", "say")
        ann.send(m.Kick(room=anns.room, name="ben"))
        assert (await ben.next(m.Left)).room == anns.room
    assert anns.room in first.server.host


async def test_a_ban_by_one_nodes_owner_ends_and_refuses_connections_at_all(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben, *_ = await meet(first, second)
    owner = partial(asyncio.to_thread, ask, first.server.config.data)
    await owner(requests.Impose("ban", "ben", None, ""))
    assert (await ben.gone()).code == CloseCode.BANNED
    for wires in (first.wires, second.wires):
        hello = m.Hello(name="ben", token=ben.welcome.token, client="test", deals=False, bot=False)
        assert (await turned_away(wires, hello)).code == CloseCode.BANNED
    await ann.next(m.Presence, lambda presence: presence.present == (True, False))


async def test_talk_at_a_table_reaches_people_at_other_nodes_and_a_table_code_invites_them(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben = await sign_in(first.wires, "ann"), await sign_in(second.wires, "ben")
    table = await ann.ask(table_for_two(listed=False))
    bens = await ben.ask(m.Join(ref=2, room=table.room, games=None))
    assert bens.room == table.room
    ben.send(m.Say(room=table.room, text="hello"))
    async with asyncio.timeout(PATIENCE_S):
        heard = await ann.next(m.Heard)
    assert (heard.line.who, heard.line.text) == ("ben", "hello")
