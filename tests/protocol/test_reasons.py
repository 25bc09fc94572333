"""Why somebody gave up: without names where it is hashed, with them where people read it."""

from __future__ import annotations

import pytest

from protocol.dealing import FORMER_PLAYER
from protocol.messages import TranscriptPlayer
from protocol.reasons import HASHED_SENTENCES, SENTENCES, kind_of, player_names, reason, seats_of, sentence

NAMES = ("ann", "ben", "cleo")


@pytest.mark.parametrize("kind", SENTENCES)
def test_a_reason_names_its_seats_alone_and_reads_with_names(kind):
    count = SENTENCES[kind].count("{}")
    seats = (2, 0)[:count]
    named = [NAMES[seat] for seat in seats]
    text = reason(2, kind, seats, named)
    assert seats_of(text) == seats
    assert not any(name in text for name in NAMES)
    assert sentence(text, NAMES) == SENTENCES[kind].format(*named)


@pytest.mark.parametrize("kind", [kind for kind in SENTENCES if kind != "gave-up"])
def test_its_sentence_tells_its_kind(kind):
    assert kind_of(SENTENCES[kind].format("ben", "ann's bot (computer)")) == kind


@pytest.mark.parametrize("said", ["", "resigned.", "ben resigned", "Both hands are empty."])
def test_no_other_sentence_has_a_kind(said):
    assert kind_of(said) is None


@pytest.mark.parametrize("kind", HASHED_SENTENCES)
def test_in_the_older_chain_it_is_a_sentence_and_stays_one(kind):
    named = NAMES[: HASHED_SENTENCES[kind].count("{}")]
    text = reason(1, kind, range(len(named)), named)
    assert text == HASHED_SENTENCES[kind].format(*named)
    assert (seats_of(text), sentence(text, NAMES)) == ((), text)


@pytest.mark.parametrize(
    "text",
    ["", "resigned", "resigned 0 1", "sent-away 0", "resigned 00", "resigned -1", "resigned  1", "resigned 1 ",
     "resigned 100", "resigned ٣", "resigned 1\n", "left the table", "Time is up."],
)  # fmt: skip
def test_whatever_is_no_reason_says_itself(text):
    assert (seats_of(text), sentence(text, NAMES)) == ((), text)


def test_a_seat_that_is_not_there_is_nobodys():
    assert sentence("resigned 3", NAMES) == "resigned 3"


def test_a_former_player_begins_a_sentence():
    assert sentence("resigned 0", (FORMER_PLAYER,)) == "A former player resigned."
    assert sentence("sent-away 0 1", ("ann", FORMER_PLAYER)) == "ann resigned by sending a former player away."


def test_the_kind_of_a_reason_is_known_from_its_older_sentences_too():
    assert [kind_of(said) for said in ("ann sent ben away.", "ann gave up.")] == ["sent-away", "gave-up"]


def test_a_computer_is_called_one():
    players = [TranscriptPlayer(kind="person", name="ann"), TranscriptPlayer(kind="computer", name="tidy")]
    assert player_names(players) == ["ann", "tidy (computer)"]
