"""A machine becomes the player's by a code or a phrase, and who it was before is never lost."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from client.net.identity.device_key import DeviceKey
from client.net.identity.identity import identity
from client.net.identity.recovery_phrase import key_of, new_phrase
from client.net.identity.signing_in import add_device
from client.state.exit_codes import ExitCode
from protocol import messages as m
from server.players.sessions.sign_in import WRONG_CODE
from tests.support.processes.hosting import hosting
from tests.support.processes.players import sign_in_by_key, table_for_two
from tests.support.processes.talking import run_client

pytestmark = pytest.mark.slow


@pytest.fixture
async def hosted():
    async with hosting() as made:
        yield made


async def run(home, hosted, *words, text=""):
    """Run `parlour` to its end beside the server."""
    url = hosted.server.url
    return await asyncio.to_thread(lambda: run_client(home, *words, "--name", "ben", url=url, text=text))


async def player(hosted):
    """Somebody with a table, and a code for another machine of theirs."""
    ann = await sign_in_by_key(hosted.wires, DeviceKey.fresh(), "ann")
    table = await ann.ask(table_for_two())
    ann.send(m.GetLinkCode())
    return ann, table, (await ann.next(m.LinkCode)).code


async def test_by_a_code_this_machine_is_that_player_who_plays_on_in_the_other_window(tmp_path, hosted):
    ann, table, code = await player(hosted)
    reading = asyncio.ensure_future(ann.next(m.Left))  # which answers pings, as a window does
    done = await run(tmp_path, hosted, "link", code.lower())
    assert (done.returncode, "This machine is yours now" in done.stdout) == (ExitCode.OK, True), done.stderr
    ann.send(m.Leave(room=table.room))
    assert (await reading).room == table.room
    ann.socket.cut()
    assert "ann" in (await run(tmp_path, hosted, "--plain", text="quit\n")).stdout
    again = await run(tmp_path, hosted, "link", code)
    assert (again.returncode, WRONG_CODE in again.stderr) == (ExitCode.REFUSED, True)


async def test_who_the_machine_was_before_is_moved_aside_and_only_if_the_code_is_good(tmp_path, hosted):
    assert "You are ben" in (await run(tmp_path, hosted, "--plain", text="quit\n")).stdout
    file = identity(tmp_path, hosted.server.url, "ben").path
    before = file.read_bytes()
    assert (await run(tmp_path, hosted, "link", "AAAA2222")).returncode == ExitCode.REFUSED
    assert file.read_bytes() == before
    *_, code = await player(hosted)
    done = await run(tmp_path, hosted, "link", code)
    (aside,) = file.parent.glob("*.former")
    assert (aside.read_bytes(), str(aside) in done.stdout) == (before, True)
    assert file.read_bytes() != before


async def with_phrase(hosted):
    """The phrase of a player who has a seat."""
    ann, *_ = await player(hosted)
    phrase = new_phrase()
    ann.send(add_device(ann.nonce, key_of(phrase, hosted.server.url), "", phrase=True))
    await ann.next(m.Devices)
    return phrase


async def test_a_phrase_makes_this_machine_that_players_with_the_seat(tmp_path, hosted):
    phrase = await with_phrase(hosted)
    done = await run(tmp_path, hosted, "recover", text=f"{phrase}\n")
    assert "You are ann. This machine is yours now" in done.stdout, done.stderr
    assert "Table " in (await run(tmp_path, hosted, "--plain", text="quit\n")).stdout
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    words = phrase.split()
    assert not [pair for pair in pairwise(words) if " ".join(pair).encode() in kept]


async def test_a_phrase_of_another_address_is_told_where_it_was_made(tmp_path, hosted):
    phrase = await with_phrase(hosted)
    other = hosted.server.url.replace("localhost", "127.0.0.2").replace("127.0.0.1", "127.0.0.2")
    done = await run(tmp_path, hosted, "recover", "--made-at", other, text=f"{phrase}\n")
    assert (done.returncode, "another address" in done.stderr) == (ExitCode.REFUSED, True)
    assert not list(tmp_path.rglob("*.json"))
    done = await run(tmp_path, hosted, "recover", "--made-at", hosted.server.url, text=f"{phrase}\n")
    assert done.returncode == ExitCode.OK


async def test_words_that_are_no_phrase_are_said_to_be_none_before_anything_is_asked(tmp_path, hosted):
    done = await run(tmp_path, hosted, "recover", text="one two three\n")
    assert (done.returncode, "has 12 words" in done.stderr) == (ExitCode.FAILURE, True)
