"""A program that knows the rules verifies saved games; the verdict is a sentence."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from client.history.saved.entry import read_saved_games
from client.history.saved.keeper import newest_file, save_into
from client.history.verify import FAIR, UNSEEN, verify_file
from protocol.dealing import readable_head
from protocol.saved_game import Witness
from tests.support.builders.dealt import Gathering
from tests.support.builders.rooms import ANN

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def saved():
    here = Gathering(Random(6), "war", 2)
    here.play(4)
    return here.saved[ANN][0]


async def test_a_fair_game_is_said_to_be_one_and_marked(tmp_path: Path, saved):
    save_into(tmp_path, "ann")(saved)
    assert [past.verified for past in read_saved_games(tmp_path)] == [False]
    said = await verify_file(newest_file(tmp_path, "KQFM-1"))
    head = readable_head(saved.witness.sights[-1].head)
    told = f"Verified: fairly dealt, and played by the rules. Everybody who played should see the final head {head}."
    assert (said.text, said.is_refusal) == (told, False)
    assert [past.verified for past in read_saved_games(tmp_path)] == [True]


async def test_who_played_against_computers_is_told_of_no_head_to_compare(tmp_path: Path):
    here = Gathering(Random(6), "war", 1, computers=1)
    here.play()
    save_into(tmp_path, "ann")(here.saved[ANN][0])
    assert (await verify_file(newest_file(tmp_path, "KQFM"))).text == FAIR


async def test_of_one_that_is_none_the_reason_is_said(tmp_path: Path, saved):
    save_into(tmp_path, "ann")(replace(saved, transcript=replace(saved.transcript, secret="00" * 32)))
    said = await verify_file(newest_file(tmp_path, "KQFM"))
    assert said.text == "NOT VERIFIED: The secret of deal 1 doesn't match its commitment."
    assert said.is_refusal


async def test_of_a_game_that_was_played_elsewhere_it_is_said_what_could_not_be_checked(tmp_path: Path, saved):
    save_into(tmp_path, "ann")(replace(saved, witness=Witness(seat=0)))
    said = await verify_file(newest_file(tmp_path, "KQFM"))
    assert said.text.startswith(UNSEEN)
    assert "This program gave no share of its own, or no longer knows it." in said.text
    assert "This program saw nothing of the game itself." in said.text


async def test_a_file_that_is_broken_is_said_to_be(tmp_path: Path, saved):
    save_into(tmp_path, "ann")(saved)
    newest_file(tmp_path, "KQFM").write_text("{}")
    assert "couldn't be verified" in (await verify_file(newest_file(tmp_path, "KQFM"))).text
