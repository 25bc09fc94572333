"""Chance, against RFC 5869, against numbers written down for good, and against a second way of making them."""

from __future__ import annotations

import hashlib
import hmac
import pickle
from collections import Counter
from itertools import count, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import Chance, derive_key, expand, extract
from tests.support.laws.turns import lets_others_run

pytestmark = pytest.mark.slow

SEED = bytes(range(32))


# The second way: HMAC from its definition (RFC 2104), then each step of the module's text in a straight line.


def oracle_hmac(key: bytes, message: bytes) -> bytes:
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def oracle_key(seed: bytes, info: str) -> bytes:
    return oracle_hmac(oracle_hmac(b"parlour chance 1", seed), info.encode() + b"\x01")


def oracle_bytes(key: bytes, number: int):
    for index in count():
        yield from oracle_hmac(key, number.to_bytes(8, "big") + index.to_bytes(8, "big"))


def oracle_below(stream, n: int) -> int:
    width = next(width for width in count() if 256**width >= n)
    while True:
        word = 0
        for _ in range(width):
            word = word * 256 + next(stream)
        if word < 256**width // n * n:
            return word % n


def oracle_shuffle(stream, things: list) -> tuple:
    for place in reversed(range(1, len(things))):
        other = oracle_below(stream, place + 1)
        things[place], things[other] = things[other], things[place]
    return tuple(things)


def number_whose_stream_begins(wanted: int, key: bytes) -> int:
    return next(number for number in count() if next(oracle_bytes(key, number)) == wanted)


# RFC 5869, appendix A: the cases for SHA-256, as (secret, salt, info, extracted, expanded).
RFC_5869 = {
    "A.1": (
        "0b" * 22,
        "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    "A.2": (
        bytes(range(0x50)).hex(),
        bytes(range(0x60, 0xB0)).hex(),
        bytes(range(0xB0, 0x100)).hex(),
        "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
        (
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
            "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
            "cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
    ),
    "A.3": (
        "0b" * 22,
        "",
        "",
        "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
}


@pytest.mark.parametrize(("secret", "salt", "info", "extracted", "expanded"), RFC_5869.values(), ids=RFC_5869)
def test_keys_are_derived_as_rfc_5869_says(secret, salt, info, extracted, expanded):
    key = extract(bytes.fromhex(salt), bytes.fromhex(secret))
    assert key.hex() == extracted
    assert expand(key, bytes.fromhex(info), len(expanded) // 2).hex() == expanded


def test_a_key_for_good():
    assert derive_key(SEED, "example").hex() == "eaf284853e81f98a18fb47ca915fa8f30b0c117a03a6863eb758d16922cadbe6"


def test_words_of_four_bytes_for_good():
    chance = Chance.from_seed(SEED, "example")
    assert [chance.below(2**32) for _ in range(10)] == [
        *(2964434880, 946136739, 1702353340, 354236019, 1705909417),
        *(3002285790, 1950265299, 3062277792, 4259292376, 1571875434),
    ]


def test_a_shuffle_of_52_for_good():
    assert Chance.from_seed(SEED, "deal", 1).shuffle(range(52)) == (
        *(14, 38, 18, 10, 30, 0, 1, 48, 4, 35, 28, 7, 45, 44, 37, 29, 12, 51, 6, 27, 24, 36, 39, 50, 32, 15),
        *(31, 23, 2, 40, 13, 11, 41, 49, 16, 20, 9, 26, 17, 42, 33, 46, 8, 5, 22, 19, 25, 21, 47, 34, 43, 3),
    )


@given(
    seed=st.binary(min_size=16, max_size=64),
    info=st.text(max_size=20),
    number=st.integers(0, 2**64 - 1),
    sizes=st.lists(st.integers(1, 300) | st.integers(1, 2**80), max_size=20),
)
def test_numbers_are_those_of_a_second_way_of_making_them(seed, info, number, sizes):
    chance = Chance.from_seed(seed, info, number)
    stream = oracle_bytes(oracle_key(seed, info), number)
    assert [chance.below(n) for n in sizes] == [oracle_below(stream, n) for n in sizes]


@given(seed=st.binary(min_size=16, max_size=32), size=st.integers(0, 300))
def test_a_shuffle_is_that_of_a_second_way_of_making_it(seed, size):
    shuffled = Chance.from_seed(seed, "deal").shuffle(range(size))
    assert shuffled == oracle_shuffle(oracle_bytes(oracle_key(seed, "deal"), 0), list(range(size)))
    assert sorted(shuffled) == list(range(size))


def test_the_last_word_below_the_largest_multiple_is_taken():
    key = derive_key(SEED, "boundary")
    assert Chance(key, number_whose_stream_begins(199, key)).below(100) == 99


def test_the_first_word_past_the_largest_multiple_is_thrown_away():
    key = derive_key(SEED, "boundary")
    number = number_whose_stream_begins(200, key)
    stream = oracle_bytes(key, number)
    assert next(stream) == 200
    assert Chance(key, number).below(100) == oracle_below(stream, 100)


def test_a_choice_is_one_of_the_things_and_each_comes_up():
    chance = Chance.from_seed(SEED, "choice")
    assert {chance.choice("abc") for _ in range(50)} == set("abc")


@pytest.mark.parametrize("n", [0, -1])
def test_there_must_be_something_to_choose_from(n):
    with pytest.raises(ValueError, match="something to choose from"):
        Chance.from_seed(SEED, "example").below(n)


def test_a_choice_among_nothing_is_refused():
    with pytest.raises(ValueError, match="something to choose from"):
        Chance.from_seed(SEED, "example").choice(())


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_of_another_length_is_refused(length):
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        Chance(bytes(length))


def test_shuffling_leaves_its_argument_as_it_was():
    things = [1, 2, 3, 4, 5, 6]
    Chance.from_seed(SEED, "example").shuffle(things)
    assert things == [1, 2, 3, 4, 5, 6]


# With a fixed seed these two either always pass or always fail. Their bounds are the 99.9 % points of the chi-square
# distribution with 23 and 51 degrees of freedom: 49.7 and 87.97.


def test_every_order_of_four_is_as_likely_as_any_other():
    chance, each = Chance.from_seed(SEED, "uniform"), 1000
    seen = Counter(chance.shuffle("abcd") for _ in range(24 * each))
    assert set(seen) == set(permutations("abcd"))
    assert sum((times - each) ** 2 / each for times in seen.values()) < 49.7


def test_every_card_is_as_likely_on_top_as_any_other():
    chance, each = Chance.from_seed(SEED, "uniform"), 100
    seen = Counter(chance.shuffle(range(52))[0] for _ in range(52 * each))
    assert sum((seen[card] - each) ** 2 / each for card in range(52)) < 87.97


def test_a_chance_is_made_again_from_its_key_and_number():
    chance = Chance.from_seed(SEED, "computer 1", 5)
    key, number = pickle.loads(pickle.dumps((chance.key, chance.number)))
    assert Chance(key, number).shuffle(range(52)) == chance.shuffle(range(52))


def test_no_other_thread_holds_up_who_draws():
    assert not lets_others_run(lambda: Chance(SEED).below(6))
    # Who may run need not find a core at once.
    assert any(lets_others_run(lambda: hmac.digest(SEED, SEED, "sha256")) for _ in range(100))
