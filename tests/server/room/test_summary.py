"""What is known of a room before it is played again."""

from __future__ import annotations

import pytest

from server.room import replay
from server.room.inputs import CloseDeserted, Leave, Play, Sit
from server.room.match.occupants import Person
from server.room.replay import ReplayError, summarize_journal
from tests.support.builders.rooms import ANN, BEN, CLEO, CODE, opened

NAME = f"{CODE}-1"


def packed(*entries):
    return [replay.pack(at, event) for at, event in entries]


def test_an_outline_says_how_a_room_was_made_and_when_something_last_happened_there():
    known = summarize_journal(NAME, packed((3.0, opened()), (5.5, Play(ANN, 1, 0, "flip"))))
    assert (known.name, known.opened, known.at) == (NAME, opened(), 5.5)


def test_everybody_who_ever_sat_down_is_in_an_outline_be_they_gone_or_not():
    entries = packed((0.0, opened()), (1.0, Sit(BEN, "ben")), (2.0, Sit(CLEO, "cleo")), (3.0, Leave(BEN)))
    assert summarize_journal(NAME, entries).people == {ANN, BEN, CLEO}


def test_a_room_whose_only_entry_made_it_is_told_of_by_that_alone():
    (made,) = packed((7.0, opened(Person(ANN, "ann"), Person(BEN, "ben"))))
    known = summarize_journal(NAME, [made, made])
    assert (known.people, known.at) == ({ANN, BEN}, 7.0)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([], "holds nothing"),
        (packed((0.0, CloseDeserted())), "does not make a room"),
        ([b"\xff"], "cannot be read"),
        ([*packed((0.0, opened())), b"\xff"], "cannot be read"),
    ],
    ids=["nothing", "no making", "no entry", "a damaged end"],
)
def test_entries_that_are_no_room_have_no_outline(entries, reason):
    with pytest.raises(ReplayError, match=reason):
        summarize_journal(NAME, entries)
