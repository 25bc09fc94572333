"""A saved game is verified, and it is said what nobody can tell from it.

How it is refused: torture/secrets/tampering/.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from engines.blocky.view import Options
from protocol.dealing import name_hash
from protocol.saved_game import CalledOffDeal, Witness
from server.fairness.transcript import withhold_names
from server.fairness.verifier import verify
from server.room import inputs
from server.room.player_view import table
from tests.support.builders.dealt import WATCHER, Gathering
from tests.support.builders.rooms import ANN, BEN, CLEO, choose


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


def withheld(saved, *seats):
    return replace(saved, transcript=withhold_names(saved.transcript, seats))


def test_a_game_is_verified_without_the_name_of_a_former_player_and_says_so():
    here = Gathering(Random(3), "blocky", 3)
    here.play(10)
    saved = kept(here)
    one = verify(withheld(saved, 1))
    assert (one.withheld, one.notes) == ((1,), ("The name of player 2 is withheld, as the account was deleted.",))
    both = verify(withheld(saved, 1, 2))
    assert both.notes == ("The names of players 2 and 3 are withheld, as the accounts were deleted.",)
    assert verify(saved).withheld == ()


def test_nothing_of_a_withheld_name_can_be_told_from_the_rest():
    here = Gathering(Random(3), "war", 2)
    here.play(2)
    told = withheld(kept(here), 1).transcript
    whole = msgspec.json.encode(told)
    salt = bytes.fromhex(kept(here).transcript.name_salts[1])
    assert salt.hex().encode() not in whole
    assert b"ben" not in whole
    others = (told.name_salts[0], told.secret, *told.shares)
    guesses = {name_hash(bytes.fromhex(other)[:16], "ben").hex() for other in others}
    assert told.name_hashes[1] not in guesses


def test_a_game_of_the_older_chain_is_verified_with_its_names_and_cannot_be_without():
    here = Gathering(Random(3), "war", 2, chain=1)
    here.play(2)
    saved = kept(here)
    assert (saved.form, saved.transcript.events[-1].text) == ("parlour transcript 1", "ann resigned.")
    assert verify(saved).notes == ()
    assert withheld(saved, 1) == saved


def test_a_game_is_given_up_in_the_same_words_in_either_chain():
    for chain in (1, 2):
        here = Gathering(Random(3), "war", 2, chain=chain)
        here.play(0)
        assert table(here.room, 0, 0.0).ending.reason == "ann resigned."


def test_moves_taken_back_with_a_computers_replies_are_verified():
    here = Gathering(Random(5), "blocky", 1, options=Options(depth=2, moves=6), computers=1)
    here.settle()
    for _ in range(2):
        assert here.room.sitting is not None
        for move in (inputs.Play(ANN, 1, here.room.sitting.plies[0], "pass"), choose(here.room, 1, "pass")):
            here.do(move)
        here.do(inputs.TakeBack(ANN))
    here.play()
    saved = kept(here)
    assert [event.kind for event in saved.transcript.events[:6]] == ["move", "move", "takeback"] * 2
    assert verify(saved).notes == ()
