"""A key of its own signs each device in: what it may do that a token may not, and what no thief can do to it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing

import pytest

from client.net.identity.device_key import DeviceKey
from protocol import messages as m
from protocol.codec import encode
from protocol.errors import CloseCode
from protocol.identity.signing import device_text
from server.limits.settings import ServerLimits
from server.players.accounts.devices import MAX_DEVICES
from server.players.sessions.pending_sign_ins import LINK_WITHOUT_KEY, MAX_EARLY, NOT_SIGNED, NOTHING_TO_PROVE
from server.players.sessions.sign_in import GUESSED, KEY_VOID, SHOWN_VOID, UNKNOWN_KEY, WRONG_CODE
from server.storage.sql.players import devices
from server.storage.stores import DATABASE_NAME
from server.tools.backup import main as back_up
from tests.support.processes.hosting import hosting
from tests.support.processes.players import (
    Player,
    key_refused,
    say_hello,
    sign_in,
    sign_in_by_key,
    table_for_two,
    turned_away,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def key() -> DeviceKey:
    return DeviceKey.fresh()


def add(player: Player, key: DeviceKey, name: str = "laptop", *, phrase: bool = False) -> m.AddDevice:
    """The command with which a player adds a key of their own."""
    signature = key.sign(device_text(player.nonce, key.public))
    return m.AddDevice(key=key.public.hex(), name=name, phrase=phrase, signature=signature)


async def devices_of(player: Player, command: m.Command | None = None) -> tuple[m.Device, ...]:
    player.send(command or m.GetDevices())
    return (await player.next(m.Devices)).devices


async def code_of(player: Player) -> str:
    player.send(m.GetLinkCode())
    return (await player.next(m.LinkCode)).code


# Signing in.


async def test_a_newcomer_by_a_key_gets_no_token_and_comes_back_by_it_to_the_same_seat(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    assert (ann.welcome.name, ann.welcome.token) == ("ann", "")
    table = await ann.ask(table_for_two())
    ann.socket.cut()
    again = await sign_in_by_key(hosted.wires, key, "somebody")
    assert (again.welcome.name, again.welcome.seated) == ("ann", (table.room,))


async def test_two_keys_are_two_players(hosted, key):
    assert (await sign_in_by_key(hosted.wires, key)).welcome.name == "ann"
    assert (await sign_in_by_key(hosted.wires, DeviceKey.fresh())).welcome.name == "ann2"


async def test_every_connection_is_asked_to_sign_something_else(hosted, key):
    nonces = {(await say_hello(hosted.wires, key))[0].nonce for _ in range(3)}
    assert len(nonces) == 3


async def test_a_signature_of_another_key_another_nonce_or_another_hello_signs_nobody_in(hosted, key):
    _, other_text = await say_hello(hosted.wires, key)
    for signed in (
        lambda text: DeviceKey.fresh().sign(text),
        lambda text: key.sign(other_text),
        lambda text: key.sign(text[:-32] + bytes(32)),
        lambda text: "0" * 128,
    ):
        stranger, text = await say_hello(hosted.wires, key)
        stranger.send(m.Prove(signature=signed(text)))
        gone = await stranger.gone()
        assert (gone.code, gone.reason) == (CloseCode.NOT_PROVEN, NOT_SIGNED)
    assert hosted.server.dispatcher.online == 0


@pytest.mark.parametrize("wrong", [bytes(32), bytes([1] + [0] * 31), b"\xff" * 32])
async def test_bytes_that_are_no_sound_key_sign_nobody_in(hosted, wrong):
    stranger = Player(await hosted.wires.open())
    stranger.send(m.Hello(name="ann", token=None, client="test", deals=False, bot=False, key=wrong.hex()))
    await stranger.next(m.SignInChallenge)
    stranger.send(m.Prove(signature="11" * 64))
    assert (await stranger.gone()).code == CloseCode.NOT_PROVEN


async def test_commands_before_the_proof_wait_for_the_welcome_and_are_as_few(hosted, key):
    ann, text = await say_hello(hosted.wires, key)
    ann.send(table_for_two())
    ann.send(m.Prove(signature=key.sign(text)))
    assert (await ann.next(m.Table)).phase == "waiting"
    assert [type(event) for event in ann.heard[:2]] == [m.SignInChallenge, m.Welcome]
    hasty, _ = await say_hello(hosted.wires, DeviceKey.fresh())
    for _ in range(MAX_EARLY + 1):
        hasty.send(m.Browse(on=True))
    assert (await hasty.gone()).code == CloseCode.MALFORMED


async def test_who_proves_nothing_in_time_is_sent_away(hosted, key):
    slow, _ = await say_hello(hosted.wires, key)
    (connection,) = hosted.server.gateway.connections
    now = asyncio.get_running_loop().time()
    hosted.server.dispatcher.check(connection, now)
    hosted.server.dispatcher.check(connection, now + ServerLimits().hello_s + 1)
    gone = await slow.gone()
    assert (gone.code, gone.reason) == (CloseCode.NOT_SIGNED_IN, "Your program sent no proof in time.")


async def test_a_proof_that_nobody_asked_for_ends_the_connection(hosted, key):
    for ann in (await sign_in(hosted.wires, "ann"), await sign_in_by_key(hosted.wires, key, "ben")):
        ann.send(m.Prove(signature="00" * 64))
        assert (await ann.gone()).reason == NOTHING_TO_PROVE


# Tokens of before.


async def test_who_has_a_token_takes_a_key_over_it_without_noticing(hosted, key):
    ann = await sign_in(hosted.wires)
    table = await ann.ask(table_for_two())
    ann.socket.cut()
    by_key = await sign_in_by_key(hosted.wires, key, "somebody", token=ann.welcome.token)
    assert (by_key.welcome.name, by_key.welcome.seated, by_key.welcome.token) == ("ann", (table.room,), "")
    by_key.socket.cut()
    assert (await sign_in_by_key(hosted.wires, key, "somebody")).welcome.name == "ann"


async def test_an_old_token_of_a_player_with_a_key_signs_nobody_in_and_binds_no_key(hosted, key):
    first = await sign_in(hosted.wires)
    second = await sign_in(hosted.wires, "ann", first.welcome.token)
    owner = await sign_in_by_key(hosted.wires, key, token=second.welcome.token)
    for token in (first.welcome.token, second.welcome.token):
        hello = m.Hello(name="ann", token=token, client="test", deals=False, bot=False)
        assert (await turned_away(hosted.wires, hello)).code == CloseCode.VOID
        gone = await key_refused(hosted.wires, DeviceKey.fresh(), token=token)
        assert (gone.code, gone.reason) == (CloseCode.VOID, SHOWN_VOID)
    assert await owner.ask(table_for_two())
    assert len(await devices_of(owner)) == 1
    owner.socket.cut()
    assert (await sign_in_by_key(hosted.wires, key, token=first.welcome.token)).welcome.name == "ann"


async def test_whoever_is_in_by_a_token_can_change_nothing_about_devices(hosted):
    ann = await sign_in(hosted.wires)
    ann.nonce = bytes(32)
    for command in (m.GetLinkCode(), m.GetDevices(), m.RevokeDevice(device=1), add(ann, DeviceKey.fresh())):
        assert (await ann.refused(command)).code == "bad-key"


async def test_a_visit_by_a_token_gets_no_other_once_there_is_a_key(hosted, key):
    """The key came while the visit went on, which it did not replace."""
    ann = await sign_in(hosted.wires)
    reading = asyncio.ensure_future(ann.next(m.Refused))
    gone = await key_refused(hosted.wires, key, token=ann.welcome.token, replaces=False)
    assert gone.code == CloseCode.ELSEWHERE
    ann.send(m.SignOut())
    assert (await reading).code == "bad-key"


# One connection.


async def test_who_asks_politely_leaves_the_other_window_alone(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    ends = asyncio.ensure_future(ann.gone())  # which reads, and so answers pings
    gone = await key_refused(hosted.wires, key, replaces=False)
    assert (gone.code, gone.reason.startswith("You are playing in another window")) == (CloseCode.ELSEWHERE, True)
    assert not ends.done()
    await sign_in_by_key(hosted.wires, key)
    assert (await ends).code == CloseCode.REPLACED


async def test_a_window_that_was_cut_off_without_a_word_is_in_nobodys_way(hosted, key):
    """Its machine has lost its network: the server holds the socket open, and nobody answers there."""
    ann = await sign_in_by_key(hosted.wires, key)
    assert (await sign_in_by_key(hosted.wires, key, replaces=False)).welcome.name == "ann"
    assert (await ann.gone()).code == CloseCode.REPLACED


async def test_a_window_that_was_killed_is_in_nobodys_way(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    ann.socket.cut()
    assert (await sign_in_by_key(hosted.wires, key, replaces=False)).welcome.name == "ann"


# Several devices.


async def test_a_code_makes_another_device_the_same_player_with_the_same_seat_once(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key, device="desk")
    table, code = await ann.ask(table_for_two()), await code_of(ann)
    laptop = DeviceKey.fresh()
    there = await sign_in_by_key(hosted.wires, laptop, "ben", link=f" {code[:4].lower()}-{code[4:]}", device="laptop")
    assert (there.welcome.name, there.welcome.seated) == ("ann", (table.room,))
    assert (await ann.gone()).code == CloseCode.REPLACED
    assert [(each.name, each.here) for each in await devices_of(there)] == [("desk", False), ("laptop", True)]
    gone = await key_refused(hosted.wires, DeviceKey.fresh(), link=code)
    assert (gone.code, gone.reason) == (CloseCode.NOT_LINKED, WRONG_CODE)
    assert (await sign_in_by_key(hosted.wires, key)).welcome.name == "ann"


async def test_a_wrong_code_makes_nobody_and_guessing_is_stopped(key):
    async with hosting(limits=ServerLimits(misses_burst=2)) as hosted:
        ann = await sign_in_by_key(hosted.wires, key)
        code = await code_of(ann)
        for guess, reason in (("AAAA2222", WRONG_CODE), ("", UNKNOWN_KEY)):
            assert (await key_refused(hosted.wires, DeviceKey.fresh(), link=guess)).reason == reason
        assert (await key_refused(hosted.wires, DeviceKey.fresh(), link=code)).reason == GUESSED
        assert hosted.server.dispatcher.online == 1
        assert (await sign_in_by_key(hosted.wires, DeviceKey.fresh(), "ben")).welcome.name == "ben"


async def test_a_code_without_a_key_is_no_way_in(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    hello = m.Hello(name="ben", token=None, client="test", deals=False, bot=False, link=await code_of(ann))
    gone = await turned_away(hosted.wires, hello)
    assert (gone.code, gone.reason) == (CloseCode.MALFORMED, LINK_WITHOUT_KEY)


async def test_who_is_known_by_a_key_needs_no_good_code(hosted, key):
    """So a client asks for a known player and never for a new one, as with a recovery phrase."""
    await sign_in_by_key(hosted.wires, key)
    assert (await sign_in_by_key(hosted.wires, key, "ben", link="")).welcome.name == "ann"


async def test_a_player_has_so_many_devices_and_the_code_stays_good_for_when_there_is_room(hosted, key, monkeypatch):
    ann = await sign_in_by_key(hosted.wires, key)
    for number in range(MAX_DEVICES - 1):
        await devices_of(ann, add(ann, DeviceKey.fresh(), f"machine {number}"))
    assert "at most" in (await ann.refused(add(ann, DeviceKey.fresh()))).text
    code, laptop = await code_of(ann), DeviceKey.fresh()
    gone = await key_refused(hosted.wires, laptop, link=code)
    assert (gone.code, "at most" in gone.reason) == (CloseCode.NOT_LINKED, True)
    monkeypatch.setattr(devices, "MAX_DEVICES", MAX_DEVICES + 1)
    assert (await sign_in_by_key(hosted.wires, laptop, link=code)).welcome.name == "ann"


async def test_a_device_that_was_revoked_is_told_so_and_is_nobody_new(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key, device="desk")
    laptop = DeviceKey.fresh()
    there = await sign_in_by_key(hosted.wires, laptop, link=await code_of(ann), device="laptop")
    desk, own = await devices_of(there)
    assert [each.name for each in await devices_of(there, m.RevokeDevice(device=desk.device))] == ["laptop"]
    gone = await key_refused(hosted.wires, key)
    assert (gone.code, gone.reason) == (CloseCode.VOID, KEY_VOID)
    assert (await there.refused(m.RevokeDevice(device=desk.device))).code == "unknown-device"
    there.send(m.RevokeDevice(device=own.device))
    assert (await there.gone()).code == CloseCode.VOID
    assert hosted.server.dispatcher.online == 0


async def test_nobody_revokes_the_device_of_another(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    ben = await sign_in_by_key(hosted.wires, DeviceKey.fresh(), "ben")
    (anns,) = await devices_of(ann)
    assert (await ben.refused(m.RevokeDevice(device=anns.device))).code == "unknown-device"


async def test_a_key_is_added_by_who_has_it_alone(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    ben = await sign_in_by_key(hosted.wires, bens := DeviceKey.fresh(), "ben")
    forged = m.AddDevice(key=bens.public.hex(), name="", phrase=False, signature=key.sign(b"x"))
    assert (await ann.refused(forged)).code == "bad-key"
    assert "Another player" in (await ann.refused(add(ann, bens))).text
    assert len(await devices_of(ben)) == 1


async def test_a_new_recovery_phrase_voids_the_one_before(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    first, second = DeviceKey.fresh(), DeviceKey.fresh()
    await devices_of(ann, add(ann, first, phrase=True))
    listed = await devices_of(ann, add(ann, second, phrase=True))
    assert [(each.name, each.phrase) for each in listed] == [("a device", False), ("recovery phrase", True)]
    assert (await key_refused(hosted.wires, first, link="")).code == CloseCode.VOID
    assert (await sign_in_by_key(hosted.wires, second, link="")).welcome.name == "ann"


async def test_signing_out_by_a_key_leaves_the_new_key_alone(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    await devices_of(ann, add(ann, phrase := DeviceKey.fresh(), phrase=True))
    assert (await ann.refused(m.SignOut())).code == "bad-key"
    fresh = add(ann, new := DeviceKey.fresh())
    ann.send(m.SignOut(key=fresh.key, signature=fresh.signature))
    assert (await ann.next(m.Token)).token == ""
    assert await ann.ask(table_for_two())
    for void in (key, phrase):
        assert (await key_refused(hosted.wires, void)).code == CloseCode.VOID
    assert (await sign_in_by_key(hosted.wires, new)).welcome.name == "ann"


async def test_a_code_of_before_is_void_once_something_is_shut_out(hosted, key):
    ann = await sign_in_by_key(hosted.wires, key)
    code = await code_of(ann)
    fresh = add(ann, DeviceKey.fresh())
    ann.send(m.SignOut(key=fresh.key, signature=fresh.signature))
    await ann.next(m.Token)
    again = await code_of(ann)
    listed = await devices_of(ann, add(ann, DeviceKey.fresh()))
    await devices_of(ann, m.RevokeDevice(device=listed[-1].device))
    for void in (code, again):
        assert (await key_refused(hosted.wires, DeviceKey.fresh(), link=void)).reason == WRONG_CODE


# What the server keeps.


async def copy_of(folder, name):
    """A copy of all that a server keeps, in a folder of its own."""
    copy = folder / name / DATABASE_NAME
    copy.parent.mkdir()
    assert await asyncio.to_thread(back_up, [str(copy), "--data", str(folder / "data")]) == 0
    return copy.parent


async def test_a_server_that_goes_back_to_an_older_copy_knows_everybody_who_came_since(tmp_path, key):
    async with hosting(store="sqlite", data=tmp_path / "data") as hosted:
        ann = await sign_in_by_key(hosted.wires, key)
        table = await ann.ask(table_for_two())
        copy = await copy_of(tmp_path, "copy")
        for _ in range(20):
            ann = await sign_in_by_key(hosted.wires, key)
    async with hosting(store="sqlite", data=copy) as hosted:
        again = await sign_in_by_key(hosted.wires, key)
        assert (again.welcome.name, again.welcome.seated) == ("ann", (table.room,))


async def test_a_copy_of_the_database_holds_nothing_that_signs_anybody_in(tmp_path, key):
    async with hosting(store="sqlite", data=tmp_path / "data") as hosted:
        ann = await sign_in_by_key(hosted.wires, key)
        await devices_of(ann, add(ann, phrase := DeviceKey.fresh(), phrase=True))
        copy = await copy_of(tmp_path, "copy")
    kept = b"".join(file.read_bytes() for file in (*copy.iterdir(), *(tmp_path / "data").iterdir()) if file.is_file())
    assert key.public in kept
    assert not any(secret in kept for secret in (key.seed, phrase.seed, key.seed.hex().encode()))
    with closing(sqlite3.connect(copy / DATABASE_NAME)) as stolen:
        values = [value for row in stolen.execute("SELECT * FROM devices") for value in row if isinstance(value, bytes)]
    async with hosting(store="sqlite", data=tmp_path / "data") as hosted:
        for value in values:  # a thief knows the public key, and can sign with nothing but what is in the copy
            thief, _ = await say_hello(hosted.wires, key)
            thief.send(m.Prove(signature=DeviceKey(value).sign(encode(m.Prove(signature="00" * 64)))))
            assert (await thief.gone()).code == CloseCode.NOT_PROVEN


async def test_no_key_code_or_signature_is_ever_logged(caplog, key):
    caplog.set_level(logging.DEBUG)
    async with hosting() as hosted:
        ann = await sign_in_by_key(hosted.wires, key)
        code = await code_of(ann)
        await key_refused(hosted.wires, DeviceKey.fresh(), link="AAAA2222")
    assert not any(secret in caplog.text for secret in (key.public.hex(), code, ann.nonce.hex()))
