"""Keys and accounts that a player gives up at one node are gone at all nodes of a cluster."""

from __future__ import annotations

import asyncio

import pytest

from client.net.identity.device_key import DeviceKey
from protocol import messages as m
from protocol.errors import CloseCode
from protocol.identity.signing import device_text
from server.dispatching.session_registry import REVOKED
from server.players.sessions import leaving
from server.players.sessions.sign_in import WRONG_CODE
from tests.support.patience import PATIENCE_S
from tests.support.processes.cluster import Start, meet, until
from tests.support.processes.players import key_refused, sign_in_by_key

pytestmark = pytest.mark.slow


async def test_a_key_that_is_revoked_is_shut_out_at_every_node(start: Start) -> None:
    first, second = await start(), await start()
    key, laptop = DeviceKey.fresh(), DeviceKey.fresh()
    ann = await sign_in_by_key(first.wires, key)
    signature = laptop.sign(device_text(ann.nonce, laptop.public))
    ann.send(m.AddDevice(key=laptop.public.hex(), name="laptop", phrase=False, signature=signature))
    added = (await ann.next(m.Devices)).devices[-1]
    other = await sign_in_by_key(second.wires, laptop, query=True)
    ann.send(m.RevokeDevice(device=added.device))
    gone = await asyncio.wait_for(other.gone(), PATIENCE_S)
    assert (gone.code, gone.reason) == (CloseCode.VOID, REVOKED)


async def test_a_code_for_another_machine_is_good_once_at_any_node(start: Start) -> None:
    first, second = await start(), await start()
    ann = await sign_in_by_key(first.wires, DeviceKey.fresh())
    ann.send(m.GetLinkCode())
    code = (await ann.next(m.LinkCode)).code
    laptop = await sign_in_by_key(second.wires, DeviceKey.fresh(), link=code, query=True)
    assert laptop.welcome.name == "ann"
    for node in (first, second):
        refused = await key_refused(node.wires, DeviceKey.fresh(), link=code)
        assert (refused.code, refused.reason) == (CloseCode.NOT_LINKED, WRONG_CODE)


@pytest.mark.parametrize("is_listed", [True, False], ids=["known", "not known there yet"])
async def test_who_deletes_an_account_leaves_tables_of_other_nodes_and_is_named_nowhere(
    start: Start, is_listed: bool
) -> None:
    first, second = await start(), await start()
    ann, ben, *tables = await meet(first, second)
    for player, table in zip((ann, ben), tables, strict=True):
        player.send(m.Play(room=table.room, number=table.number, ply=table.ply, move="flip"))
    await ben.next(m.Table, lambda table: table.ply > 0)
    await until(lambda: not is_listed or any(map(second.server.host.seats_of, second.server.services.online)))
    ben.send(m.DeleteAccount(ref=9, name="ben"))
    async with asyncio.timeout(PATIENCE_S):
        await ben.next(m.AccountDeleted)
        gone = await ben.gone()
        await ann.next(m.Table, lambda table: table.reasons == ("A former player left the table.",))
    assert (gone.code, gone.reason) == (CloseCode.VOID, leaving.GOODBYE)
