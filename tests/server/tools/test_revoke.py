"""An operator makes a player's tokens void."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from protocol import messages as m
from protocol.errors import CloseCode
from server.tools.revoke import main
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, sign_in, table_for_two

pytestmark = pytest.mark.slow


async def token_of_ann(folder) -> str:
    async with hosting(store="sqlite", data=folder) as hosted:
        ann = await sign_in(hosted.wires)
        await ann.ask(table_for_two())
        return ann.welcome.token


async def in_thread(name: str, folder: Path) -> int:
    """What the program exits with, which has an event loop of its own."""
    return await asyncio.to_thread(main, [name, "--data", str(folder)])


async def test_a_token_is_void_after_that(tmp_path, capsys):
    token = await token_of_ann(tmp_path)
    assert await in_thread("Ann", tmp_path) == 0
    assert capsys.readouterr().out == "Every token of Ann is void. The name stays theirs, and so do their seats.\n"
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
    ("name", "said"), [("ben", "nobody goes by ben there"), ("b e n", "nobody goes by b e n there")]
)
async def test_a_name_that_is_nobodys_is_said_to_be(tmp_path, capsys, name, said):
    await token_of_ann(tmp_path)
    assert await in_thread(name, tmp_path) == 1
    assert f"nobody goes by {name} there" in capsys.readouterr().err


async def test_a_folder_without_games_is_said_to_be_one(tmp_path, capsys):
    assert await in_thread("ann", tmp_path) == 1
    assert "there is no " in capsys.readouterr().err
