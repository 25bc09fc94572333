"""Fair dealing in bytes; its vectors stand in docs/dealing.md, where tests/docs/test_dealing_page.py checks them."""

from __future__ import annotations

from protocol import dealing
from tests.support.laws.turns import lets_others_run

KEY = bytes(32)


def test_a_commitment_is_for_one_game_and_one_secret():
    made = {dealing.commitment(game, secret) for game in ("war", "blocky") for secret in (bytes(32), b"x" * 32)}
    assert len(made) == 4


def test_a_key_follows_from_the_secret_and_from_every_share_at_its_seat():
    keys = {
        dealing.deal_key("war", secret, shares)
        for secret in (bytes(32), b"x" * 32)
        for shares in ({}, {0: b"a" * 16}, {1: b"a" * 16}, {0: b"a" * 16, 1: b"a" * 16}, {0: b"a" * 15})
    }
    assert len(keys) == 10


def test_the_order_in_which_shares_came_does_not_matter():
    one, other = {0: b"a" * 16, 1: b"b" * 16}, {1: b"b" * 16, 0: b"a" * 16}
    assert dealing.deal_key("war", KEY, one) == dealing.deal_key("war", KEY, other)


def test_every_part_of_an_event_is_in_its_leaf():
    leaves = {
        dealing.leaf(key, number, kind, seat, text)
        for key in (KEY, b"x" * 32)
        for number in (1, 2)
        for kind in ("move", "default")
        for seat in (0, 1, None)
        for text in ("", "flip")
    }
    assert len(leaves) == 48


def test_equal_views_have_equal_digests_however_they_came():
    assert dealing.digest({"a": [1, 2.5], "b": None}) == dealing.digest({"b": None, "a": (1, 2.5)})
    assert dealing.digest({"a": 1}) != dealing.digest({"a": 1.0})
    assert dealing.digest({"a": True}) != dealing.digest({"a": 1})


def test_canonical_text_is_ascii_without_spaces():
    assert dealing.canonical({"b": ["ä", 1], "a": None}) == b'{"a":null,"b":["\\u00e4",1]}'


def test_no_other_thread_holds_up_an_event_of_a_game():
    assert not lets_others_run(lambda: dealing.leaf(bytes(32), 1, "move", 0, "flip"))
