"""No secret leaves the server: not in frames, not in logs, not in what computers are given, whatever goes wrong."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import msgspec
import pytest

from engines import catalog
from protocol import messages as m
from tests.support.hosting import hosting
from tests.support.players import Player, sign_in
from tests.torture.canaries import Doors, digests, spellings, stumbling, watched

pytestmark = pytest.mark.whole

TABLES = {
    "war": ({}, "flipper"),
    "tower_blaster": ({}, "foreseeing"),
    "blocky": ({"depth": 2, "moves": 3, "goals": "secret"}, "random"),
    "streets_and_alleys": ({}, "strolling"),
}
"""Options for each game, and a computer to play against."""
MOVES = 6


async def some_moves(player: Player, table: m.Table, choose: random.Random) -> m.Table:
    """The table after a few of the player's moves, among them one that is none and one that is not allowed."""
    game, made = catalog.find(table.game), 0
    while made < MOVES and table.phase == "playing":
        if table.seat in table.turn:
            view = msgspec.convert(table.view, game.View)
            move = game.text(choose.choice(list(game.legal(view))))
            for text in ("nonsense", "place 99", move):
                player.send(m.Play(room=table.room, number=table.number, ply=table.ply, move=text))
            made += 1
            ply = table.ply
            table = await player.next(m.Table, lambda seen, ply=ply: seen.ply > ply or seen.phase == "over")
        else:
            table = await player.next(m.Table)
    return table


async def visit(wires, doors: Doors) -> dict[str, str]:
    """Games of every kind between people and with computers, watched by a third; everybody's token by name."""
    ann, ben, cleo = [await sign_in(wires, name) for name in ("ann", "ben", "cleo")]
    choose = random.Random(7)
    for number, (game, (options, level)) in enumerate(TABLES.items()):
        for opponent in ("open", f"computer:{level}"):
            create = m.Create(
                ref=number, game=game, options=options, seats=("me", opponent), listed=True, serious=False
            )
            table = await ann.ask(create)
            cleo.send(m.Watch(ref=number, room=table.room))
            if opponent == "open":
                bens = await ben.ask(m.Join(ref=number, room=table.room))
                anns = await ann.next(m.Table, lambda seen: seen.phase == "playing")
                await asyncio.gather(some_moves(ann, anns, choose), some_moves(ben, bens, choose))
                ben.send(m.Leave(room=table.room))
            else:
                await some_moves(ann, table, choose)
            ann.send(m.Consult(ref=number, room=table.room, about="hint"))
            ann.send(m.Leave(room=table.room))
            await ann.next(m.Left)
    for page in ("/metrics", "/healthz", "/nothing"):
        await (await wires.reach()).get(page)
    (await wires.open()).send(b"\xff no message")
    return {player.welcome.name: player.welcome.token for player in (ann, ben, cleo)}


async def test_no_secret_leaves_by_any_door(tmp_path):
    with watched() as doors:
        async with hosting(store="sqlite", data=tmp_path) as hosted:
            tokens = await visit(hosted.wires, doors)
        assert doors.leaks(tokens) == []
        for door, seen in doors.everything():
            assert not any(digest in seen for digest in digests(tokens)), door
    assert {"ann", "ben", "cleo", ""} <= doors.sent.keys()
    assert len(doors.drawn) >= 2 * len(TABLES)
    assert len(doors.tasks) >= len(TABLES)


async def test_a_fault_that_quotes_the_cards_is_written_down_without_them(monkeypatch):
    war = catalog.find("war")
    monkeypatch.setattr(catalog, "games", lambda: {"war": replace(war, apply=stumbling)})
    with watched() as doors:
        async with hosting() as hosted:
            ann = await sign_in(hosted.wires)
            table = await ann.ask(
                m.Create(ref=0, game="war", options={}, seats=("me", "computer:flipper"), listed=True, serious=False)
            )
            ann.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
            refused = await ann.next(m.Refused)
            await ann.next(m.Left)
    assert refused.code == "unavailable"
    written = "\n".join(doors.lines)
    assert "event=room-failed" in written
    for door, seen in doors.everything():
        assert b"Card(" not in seen, door
        assert b"hands" not in seen, door


@pytest.mark.parametrize("spell", range(6))
def test_a_secret_that_did_leave_is_found_however_it_is_written(spell):
    doors = Doors()
    doors.drawn.append(bytes(range(100, 132)))
    assert doors.leaks({}) == []
    doors.sent["ann"] += b"..." + spellings(doors.drawn[0])[spell] + b"..."
    assert doors.leaks({})


def test_a_token_may_be_sent_to_its_player_and_to_nobody_else():
    doors = Doors()
    doors.sent["ann"] += b"a token"
    assert doors.leaks({"ann": "a token"}) == []
    doors.lines.append("event=signed-in token=a token")
    assert doors.leaks({"ann": "a token"}) == ["the token of ann behind log"]
