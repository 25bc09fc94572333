"""Secrets are found wherever and however they leave the server; faults that quote cards are written down without."""

from __future__ import annotations

import pytest

from engines import catalog
from protocol import messages as m
from tests.support.builders.changed_games import with_rules
from tests.support.processes.hosting import hosting
from tests.support.processes.players import room_of, sign_in
from torture.secrets.canaries import Exits, spellings, stumbling, watch_exits

pytestmark = pytest.mark.slow


async def test_a_fault_that_quotes_the_cards_is_written_down_without_them(monkeypatch):
    war = catalog.find("war")
    monkeypatch.setattr(catalog, "games", lambda: {"war": with_rules(war, apply=stumbling)})
    with watch_exits() as exits:
        async with hosting() as hosted:
            ann = await sign_in(hosted.wires)
            table = await ann.ask(room_of("war", "me", "computer:flipper"))
            ann.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
            refused = await ann.next(m.Refused)
            await ann.next(m.Left)
    assert refused.code == "unavailable"
    written = "\n".join(exits.lines)
    assert "event=room-failed" in written
    for door, seen in exits.everything():
        assert b"Card(" not in seen, door
        assert b"hands" not in seen, door


@pytest.mark.parametrize("spell", range(6))
def test_a_secret_that_did_leave_is_found_however_it_is_written(spell):
    exits = Exits()
    exits.drawn.append(bytes(range(100, 132)))
    assert exits.leaks({}) == []
    exits.sent["ann"] += b"..." + spellings(exits.drawn[0])[spell] + b"..."
    assert exits.leaks({})


def test_a_token_may_be_sent_to_its_player_and_to_nobody_else():
    exits = Exits()
    exits.sent["ann"] += b"a token"
    assert exits.leaks({"ann": "a token"}) == []
    exits.lines.append("event=signed-in token=a token")
    assert exits.leaks({"ann": "a token"}) == ["the token of ann behind log"]
