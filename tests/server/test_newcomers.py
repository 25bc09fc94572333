"""New accounts have a bound for each address, and nobody who has one already ever meets it."""

from __future__ import annotations

import pytest

from client.net.identity.device_key import DeviceKey
from protocol import messages as m
from protocol.errors import CloseCode
from server.limits.settings import OWN, ServerLimits
from server.players.sessions.sign_in import CROWDED
from tests.support.fakes.loops import leap
from tests.support.processes.hosting import hosting
from tests.support.processes.players import ConnectionGoneError, key_refused, sign_in, sign_in_by_key, turned_away

pytestmark = pytest.mark.slow

HELLO = m.Hello(name="eve", token=None, client="test", deals=False, bot=False)
ONE = ServerLimits(address_accounts_burst=1)
CLASS = 40


async def turn_away(wires):
    """How a newcomer is turned away; empty for one who is let in, and goes at once."""
    try:
        eve = await sign_in(wires, "eve")
    except ConnectionGoneError as gone:
        return gone.code, gone.reason
    await eve.socket.aclose()
    return ()


async def newcomers(wires, number):
    """How many of so many newcomers are let in, who come as fast as connections may."""
    ends = []
    for _ in range(number):
        leap(1 / ServerLimits().arrivals_per_s)
        ends.append(await turn_away(wires))
    assert set(ends) <= {(), (CloseCode.FLOODING, CROWDED)}
    return ends.count(())


async def test_five_newcomers_a_second_make_a_hundred_accounts_and_then_one_a_minute():
    async with hosting(limits=ServerLimits()) as hosted:
        assert await newcomers(hosted.wires, 350) == 101  # in 70 seconds
        leap(60.0)
        assert await newcomers(hosted.wires, 10) == 1


async def test_a_class_that_comes_together_is_let_in():
    async with hosting(limits=ServerLimits()) as hosted:
        assert await newcomers(hosted.wires, CLASS) == CLASS


async def test_from_an_address_that_has_made_too_many_players_come_back_by_token_and_by_key():
    async with hosting(limits=ONE) as hosted:
        ann = await sign_in(hosted.wires)
        gone = await turned_away(hosted.wires, HELLO)
        assert (gone.code, gone.reason) == (CloseCode.FLOODING, CROWDED)
        again = await sign_in(hosted.wires, "ann", ann.welcome.token)
        key = DeviceKey.fresh()
        for token in (again.welcome.token, None):
            assert (await sign_in_by_key(hosted.wires, key, token=token)).welcome.name == "ann"
        leap(60.0)
        assert (await sign_in(hosted.wires, "eve")).welcome.name == "eve"


async def test_a_new_key_is_a_newcomers_too():
    async with hosting(limits=ONE) as hosted:
        await sign_in_by_key(hosted.wires, DeviceKey.fresh())
        gone = await key_refused(hosted.wires, DeviceKey.fresh(), "eve")
        assert (gone.code, gone.reason) == (CloseCode.FLOODING, CROWDED)


async def test_who_links_a_device_makes_no_account():
    async with hosting(limits=ONE) as hosted:
        ann = await sign_in_by_key(hosted.wires, DeviceKey.fresh())
        ann.send(m.GetLinkCode())
        code = (await ann.next(m.LinkCode)).code
        linked = await sign_in_by_key(hosted.wires, DeviceKey.fresh(), "-", link=code)
        assert linked.welcome.name == "ann"


async def test_what_comes_from_elsewhere_has_a_bound_of_its_own():
    async with hosting(limits=ONE) as hosted:
        await sign_in(hosted.wires)
        assert (await sign_in(hosted.wires, "ben", source="127.0.0.9")).welcome.name == "ben"
        assert (await turned_away(hosted.wires, HELLO)).reason == CROWDED


async def test_ones_own_server_lets_everybody_in():
    async with hosting(limits=OWN) as hosted:
        assert await newcomers(hosted.wires, 150) == 150
