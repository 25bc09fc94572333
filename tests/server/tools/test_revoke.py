"""An operator makes a player's tokens and keys void, and gives the owner a way back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.net.identity.device_key import DeviceKey
from client.net.identity.signing_in import add_device
from protocol import messages as m
from protocol.errors import CloseCode
from server.tools.revoke import GOOD_FOR_S, main
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, key_refused, sign_in, sign_in_by_key, table_for_two

pytestmark = pytest.mark.slow


async def token_of_ann(folder) -> str:
    async with hosting(store="sqlite", data=folder) as hosted:
        ann = await sign_in(hosted.wires)
        await ann.ask(table_for_two())
        return ann.welcome.token


async def in_thread(name: str, folder: Path, *options: str) -> int:
    """What the program exits with, which has an event loop of its own."""
    return await asyncio.to_thread(main, [name, "--data", str(folder), *options])


async def test_a_token_is_void_after_that(tmp_path, capsys):
    token = await token_of_ann(tmp_path)
    assert await in_thread("Ann", tmp_path) == 0
    assert (
        capsys.readouterr().out == "The tokens and keys of Ann no longer work. The name and seats are still theirs.\n"
    )
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        thief = Player(await hosted.wires.open())
        thief.send(m.Hello(name="ann", token=token, client="test", deals=False, bot=False))
        assert (await thief.gone()).code == CloseCode.VOID


async def test_nothing_is_changed_while_the_server_runs(tmp_path, capsys):
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        ann = await sign_in(hosted.wires)
        assert await in_thread("ann", tmp_path) == 3
        assert "Stop it first" in capsys.readouterr().err
        ann.socket.cut()
        assert (await sign_in(hosted.wires, "ann", ann.welcome.token)).welcome.name == "ann"


@pytest.mark.parametrize(
    ("name", "said"), [("ben", "no player there is called ben"), ("b e n", "no player there is called b e n")]
)
async def test_a_name_that_is_nobodys_is_said_to_be(tmp_path, capsys, name, said):
    await token_of_ann(tmp_path)
    assert await in_thread(name, tmp_path) == 1
    assert f"no player there is called {name}" in capsys.readouterr().err


async def test_a_folder_without_games_is_said_to_be_one(tmp_path, capsys):
    assert await in_thread("ann", tmp_path) == 1
    assert " doesn't exist" in capsys.readouterr().err


async def with_code(folder: Path, key: DeviceKey, capsys) -> tuple[str, str, DeviceKey]:
    """ann's table, the code that her operator gives her, and her recovery phrase's key of before."""
    async with hosting(store="sqlite", data=folder) as hosted:
        ann = await sign_in_by_key(hosted.wires, key)
        table = await ann.ask(table_for_two())
        phrase = DeviceKey.fresh()
        ann.send(add_device(ann.nonce, phrase, "", phrase=True))
        await ann.next(m.Devices)
    assert await in_thread("ann", folder, "--give-new") == 0
    return table.room, capsys.readouterr().out.partition("parlour link ")[2].partition(" ")[0], phrase


async def test_every_key_is_void_and_the_owner_comes_back_once_by_the_new_code(tmp_path, capsys):
    key = DeviceKey.fresh()
    room, code, phrase = await with_code(tmp_path, key, capsys)
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        for void in (key, phrase):
            assert (await key_refused(hosted.wires, void)).code == CloseCode.VOID
        own = DeviceKey.fresh()
        ann = await sign_in_by_key(hosted.wires, own, "somebody", link=code.lower())
        assert (ann.welcome.name, ann.welcome.seated) == ("ann", (room,))
        assert (await key_refused(hosted.wires, DeviceKey.fresh(), link=code)).code == CloseCode.NOT_LINKED
        assert (await sign_in_by_key(hosted.wires, own)).welcome.name == "ann"


async def test_the_code_is_good_for_a_day_and_until_the_next(tmp_path, capsys, monkeypatch):
    _, first, _ = await with_code(tmp_path, DeviceKey.fresh(), capsys)
    assert await in_thread("ann", tmp_path, "--give-new") == 0
    second = capsys.readouterr().out.partition("parlour link ")[2].partition(" ")[0]
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        assert (await key_refused(hosted.wires, DeviceKey.fresh(), link=first)).code == CloseCode.NOT_LINKED
        real = hosted.server.storage.accounts._clock
        hosted.server.storage.accounts._clock = lambda: real() + GOOD_FOR_S + 1
        assert (await key_refused(hosted.wires, DeviceKey.fresh(), link=second)).code == CloseCode.NOT_LINKED
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert not any(code.replace("-", "").encode() in kept for code in (first, second))
