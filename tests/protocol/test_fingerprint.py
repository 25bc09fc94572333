"""Fingerprints by hand, and what is none."""

from __future__ import annotations

from hashlib import sha256

import pytest

from protocol.identity.fingerprint import ALPHABET, LENGTH, fingerprint, is_fingerprint


def test_it_is_the_first_half_of_the_sha_256_in_base_58():
    assert sha256(b"").hexdigest().startswith("e3b0c44298fc1c149afbf4c8996fb924")
    written = fingerprint(b"")
    number = 0
    for digit in written:
        number = number * 58 + ALPHABET.index(digit)
    assert f"{number:032x}" == "e3b0c44298fc1c149afbf4c8996fb924"


def test_it_is_always_as_long_and_no_digit_looks_like_another():
    written = [fingerprint(bytes([byte])) for byte in range(256)]
    assert {len(each) for each in written} == {LENGTH}
    assert set("".join(written)).isdisjoint("0OIl")
    assert len(set(written)) == 256


def test_every_number_of_128_bits_has_room():
    assert 58**LENGTH >= 2**128 > 58 ** (LENGTH - 1)


@pytest.mark.parametrize("written", ["", "1" * 21, "1" * 23, "1" * 21 + "0", "1" * 21 + "-", "1" * 21 + "é"])
def test_what_is_too_short_or_has_other_letters_is_none(written):
    assert not is_fingerprint(written)
    assert is_fingerprint(fingerprint(b""))
