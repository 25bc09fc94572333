"""The lobby's indexes say of its rooms what the rooms say themselves, and cost the same however many there are."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import messages as m
from server.lobby import listing as lobby
from server.lobby.listing import CreateRoom, LobbyListing
from server.room.inputs import Leave, Resign
from server.room.step import Room
from tests.support.builders.rooms import ANN, BEN, after, begun, playing
from tests.support.laws.steps import steps

CODES = ("AAAA", "BBBB", "CCCC", "DDDD")
CHANGES = {
    "waits": begun,
    "waits unlisted": lambda code: begun(code=code, listed=False),
    "is played": lambda code: playing(code=code),
    "is played for the invited": lambda code: playing(code=code, watch="invited"),
    "is over": lambda code: after(playing(code=code), Resign(ANN)),
    "waits again": lambda code: after(playing(code=code), Resign(ANN), Leave(ANN)),
    "is closed": lambda _: None,
}


def made(change: str, code: str) -> Room | None:
    return begun(code=code) if change == "waits" else CHANGES[change](code)


batches = st.lists(st.dictionaries(st.sampled_from(CODES), st.sampled_from(sorted(CHANGES))), max_size=8)


@given(batches)
def test_whatever_happens_the_indexes_say_what_the_rooms_do(happening):
    known = LobbyListing()
    for batch in happening:
        known = lobby.with_rooms(known, {code: made(change, code) for code, change in batch.items()})
    entries = known.entries
    unfinished = [entry for entry in entries.values() if not entry.is_over]
    assert known.index.to_play == Counter(player for entry in unfinished for player in entry.people)
    waiting = sorted((entry.place, code) for code, entry in entries.items() if entry.listed and entry.is_open)
    assert list(known.index.waiting.get("war", {})) == [code for _, code in waiting]
    watched = {code for code, entry in entries.items() if entry.is_live and entry.listed}
    assert set(known.index.live) == {code for code in watched if entries[code].listing.watch == "anyone"}


def many(number: int) -> LobbyListing:
    """So many rooms in which ann and ben play, and one in ten where ann waits."""
    letters = lobby.CODE_LETTERS
    codes = [f"{letters[at // 576]}{letters[at // 24 % 24]}{letters[at % 24]}A" for at in range(number)]
    rooms = {code: begun(code=code) if not at % 10 else playing(code=code) for at, code in enumerate(codes)}
    return lobby.with_rooms(LobbyListing(), rooms)


ASKED = m.Create(
    ref=1, game="war", options={}, seats=("me", "open"), listed=True, serious=False, watch="anyone", clock=m.NO_CLOCK
)


@pytest.mark.parametrize(
    "ask",
    [
        lambda given: lobby.find_waiting_room(given, BEN, ("war", "blocky")),
        lambda given: lobby.find_waiting_room(given, BEN, ("blocky",)),
        lambda given: lobby.plan_room(given, CreateRoom(ANN, "ann", ASKED, bytes(32), networks={"192.0.2.7": 1})),
    ],
    ids=["seeking", "seeking in vain", "a refused table"],
)
def test_a_question_costs_the_same_among_many_rooms_as_among_few(ask):
    few, some = many(100), many(2000)
    ask(few)
    assert steps(lambda: ask(some)) == steps(lambda: ask(few)) > 0
