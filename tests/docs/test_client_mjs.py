"""The client in JavaScript is a whole client: by the protocol's page alone it plays every game there is to its end."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from engines import catalog
from protocol import messages as m
from tests.support.golden import frames
from tests.support.processes.hosting import Hosted, hosting
from tests.support.processes.node import end_node, run_node

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "docs" / "client.mjs"
EXAMPLES = [
    example
    for path in (ROOT / "tests" / "golden" / "frames").iterdir()
    for example in frames.read(path.read_text(encoding="utf-8"))
]
TRANSLATE = f"""
import {{ text }} from "node:stream/consumers";
import {{ pack, unpack }} from {json.dumps(PROGRAM.as_uri())};
const values = JSON.parse(await text(process.stdin)).map((frame) => unpack(Buffer.from(frame, "hex")));
console.log(JSON.stringify(values.map((value) => [value, Buffer.from(pack(value)).toString("hex")])));
"""


async def recorded(hosted: Hosted) -> list[dict[str, object]]:
    """How every game ended, by the server's records of all the players who have ever come."""
    query, games = m.GetHistory(ref=1, game=None, room=None, before=None), {}
    for player in range(1, 2 + 2 * len(catalog.games())):
        for stored in await hosted.server.storage.records.games(player, query):
            games[stored.past] = {"game": stored.game.game, "room": stored.game.code, "ending": stored.game.ending}
    return json.loads(msgspec.json.encode([*games.values()]))


@pytest.mark.slow
async def test_it_plays_every_game_of_a_server_to_its_end_by_its_rules():
    async with hosting() as hosted:
        told = await asyncio.to_thread(run_node, [PROGRAM, hosted.server.url])
        ends = await recorded(hosted)
        refusals, malformed = hosted.server.services.refusals, hosted.server.dispatcher.malformed
    printed = [json.loads(line) for line in told.splitlines()]
    assert [end["game"] for end in printed] == list(catalog.games())
    assert sorted(printed, key=str) == sorted(ends, key=str)
    assert all(end["ending"]["scores"] for end in printed), "a game was given up"
    assert (malformed, refusals.keys() & {"illegal", "unreadable"}) == (0, set())


@pytest.mark.slow
def test_its_messagepack_is_the_golden_frames():
    sent = json.dumps([example.frame.hex() for example in EXAMPLES])
    told = json.loads(run_node(["--input-type=module", "--eval", TRANSLATE], sent))
    commands = {kind.__struct_config__.tag for kind in get_args(m.Command)}
    for example, (value, packed) in zip(EXAMPLES, told, strict=True):
        assert value == example.value
        # JavaScript has one kind of number: a float of the server's without a fraction becomes an integer.
        assert bytes.fromhex(packed) == example.frame or value["type"] not in commands


@pytest.mark.slow
def test_it_says_so_where_no_server_is():
    ended = end_node([PROGRAM, "ws://127.0.0.1:1"])
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("ws://127.0.0.1:1 closed the connection: 1006")


def test_it_needs_no_library_and_a_hundred_and_twenty_lines():
    text = PROGRAM.read_text(encoding="utf-8")
    assert not re.search(r"^\s*import\b|\bimport\(|\brequire\(", text, flags=re.MULTILINE)
    assert len(text.splitlines()) <= 120
