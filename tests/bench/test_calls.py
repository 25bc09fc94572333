"""Ways are straight: how many of our functions are called between a key and the wire, and for a picture."""

from __future__ import annotations

import sys

import pytest

from bench.client.calls import KEY_AIM, PICTURES_AIM, STARTS, FlipTrace, trace_flips

pytestmark = pytest.mark.thorough


@pytest.fixture
async def flip(tmp_path) -> FlipTrace:
    (flip,) = await trace_flips(tmp_path, 1)
    return flip


async def test_from_the_key_to_the_wire_a_move_takes_few_calls_and_each_of_its_steps_once(flip):
    calls = {code.co_qualname: number for (leg, code), number in flip.calls.items() if leg == "key to wire"}
    assert flip.total("key to wire") <= KEY_AIM
    assert calls["App.press"] == calls["Connection.send"] == calls["encode"] == calls["App._settle"] == 1
    assert calls.get("read", 0) <= 1, "what the key bar has read already is not read again"
    assert "decode_command" not in calls, "that is the server's to do"


async def test_both_screens_are_drawn_with_few_calls(flip):
    assert 2 * flip.total("drawing") / flip.pictures <= PICTURES_AIM


async def test_every_leg_of_a_flip_is_seen_and_nothing_is_traced_afterwards(flip):
    assert all(flip.total(leg) for leg in (*STARTS.values(), "bytes to insert", "storing", "durable to frames"))
    assert sys.getprofile() is None
