"""A saved game is verified, and it is said what nobody can tell from it.

How it is refused: torture/secrets/tampering.py.
"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from protocol.saved_game import CalledOffDeal, Witness
from server.fairness.verifier import verify
from tests.support.builders.dealt import WATCHER, Gathering
from tests.support.builders.rooms import ANN, BEN, CLEO


def kept(here, player=ANN):
    return here.saved[player][-1]


def test_a_game_that_both_dealt_is_verified_without_a_doubt():
    here = Gathering(Random(3), "tower_blaster", 2)
    here.play(20)
    for player in (ANN, BEN):
        verdict = verify(kept(here, player))
        assert verdict.notes == ()
        assert verdict.events == 21
        assert verdict.sights == 22


def test_who_watched_saw_it_all_and_gave_no_share():
    here = Gathering(Random(3), "war", 2, watched=True)
    here.play()
    assert "no share of its own" in " ".join(verify(kept(here, WATCHER)).notes)


def test_who_was_late_reads_so_and_everybody_else_has_no_doubt():
    here = Gathering(Random(3), "war", 2, absent={BEN})
    here.play(0)
    assert verify(kept(here, ANN)).notes == ()
    assert "no share of its own" in verify(kept(here, BEN)).notes[0]


def test_it_is_said_how_many_dealings_were_called_off():
    here = Gathering(Random(1), "war", 2)
    here.play(0)
    here.absent = {BEN}
    here.again()
    here.leave(BEN)
    here.come_back(BEN)
    here.play(4)
    assert (kept(here).transcript.number, kept(here).transcript.deal) == (2, 3)
    told = "1 earlier deal was called off at this table"
    assert f"{told}; for 1 of them you saw somebody leave or come." in verify(kept(here)).notes
    saved = kept(here)
    for seen, said in (
        ((CalledOffDeal(2, left=False),), ", though you saw nobody leave."),
        ((), ": ask why, unless somebody left."),
        ((CalledOffDeal(99, left=False),), ": ask why, unless somebody left."),
    ):
        other = replace(saved, witness=replace(saved.witness, called_off=seen))
        assert f"{told}{said}" in verify(other).notes


def test_a_share_that_came_too_late_is_no_lie():
    here = Gathering(Random(3), "war", 2)
    here.play(0)
    saved = kept(here)
    told, seen, seat = saved.transcript, saved.witness, saved.witness.seat
    assert seat is not None
    shares = tuple(None if place == seat else share for place, share in enumerate(told.shares))
    late = replace(
        saved, transcript=replace(told, shares=shares), witness=replace(seen, shares=shares, sights=(), ending=None)
    )
    assert any("too late" in note for note in verify(late).notes)


def test_where_nobody_dealt_it_is_said_that_the_server_drew_alone():
    here = Gathering(Random(3), "war", 2, absent={ANN, BEN})
    here.play(0)
    assert "server alone" in verify(kept(here)).notes[0]


def test_who_saw_nothing_can_check_little():
    here = Gathering(Random(3), "war", 2)
    here.play(0)
    notes = verify(replace(kept(here), witness=Witness())).notes
    assert [note.partition(" ")[0] for note in notes] == ["This", "The", "This"]


@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_that_goes_on_without_who_gave_up_is_verified(seats):
    here = Gathering(Random(3), "blocky", seats)
    here.settle()
    here.leave(CLEO)
    here.play(10)
    assert verify(kept(here)).notes == ()


def test_a_game_is_verified_by_who_went_before_its_end_too():
    here = Gathering(Random(3), "blocky", 3)
    here.play(10)
    for player in (ANN, BEN, CLEO):
        assert verify(kept(here, player)).events == kept(here).transcript.count
