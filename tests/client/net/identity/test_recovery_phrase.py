"""Twelve words stand for a key, on one server."""

from __future__ import annotations

import pytest

from client.net.identity.recovery_phrase import InvalidPhraseError, key_of, new_phrase, read_phrase

PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow"
"""A test vector of BIP-39."""


def test_a_phrase_is_twelve_words_and_another_each_time():
    phrases = {new_phrase() for _ in range(50)}
    assert len(phrases) == 50
    assert {len(phrase.split()) for phrase in phrases} == {12}
    assert all(read_phrase(phrase) == phrase for phrase in phrases)


@pytest.mark.parametrize(
    "written",
    [
        PHRASE.upper(),
        f"  {PHRASE.replace(' ', ', ')}\n",
        " ".join(f"{number}. {word}" for number, word in enumerate(PHRASE.split(), 1)),
        " ".join(word[:4] for word in PHRASE.split()),
    ],
)
def test_it_is_read_however_it_was_written_down(written):
    assert read_phrase(written) == PHRASE


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("legal winner", "has 12 words; this one has 2"),
        (PHRASE.replace("year", "yeah"), "'yeah' is not in any recovery phrase"),
        (PHRASE.replace("year", "wave"), "belong together"),
        ("", "has 12 words; this one has 0"),
    ],
)
def test_a_word_that_is_misread_is_noticed(written, why):
    with pytest.raises(InvalidPhraseError, match=why):
        read_phrase(written)


def test_its_key_is_the_same_at_one_address_for_ever_and_another_elsewhere():
    key = key_of(PHRASE, "wss://play.example.org")
    assert key.public.hex() == "fa6d8d55d7f93f75e7889008d3aef4242d4277eba2d954d06bdf7e0dba2ad4f1"
    assert key_of(PHRASE, "wss://PLAY.example.org/") == key
    assert key_of(PHRASE, "wss://elsewhere.example.org") != key
    assert key_of(PHRASE, "/home/ana/private") == key_of(PHRASE, "/home/ben/private")
