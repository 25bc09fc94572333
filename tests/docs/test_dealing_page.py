"""The numbers on the page about dealing are what comes of its own words, computed here a second time."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path

import pytest

from client.cli.arguments import SERVER_PROGRAMS
from client.history.saved.keeper import MANY
from engines.cards import DECK
from engines.chance import Chance
from protocol import dealing
from protocol.reasons import HASHED_SENTENCES, SENTENCES
from server.room.match.dealing import PHASE_S

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "dealing.md").read_text(encoding="utf-8")
NUMBERS = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])
SECRET = bytes.fromhex(NUMBERS["secret"])
SHARES = [bytes.fromhex(share) for share in NUMBERS["shares"]]
KEY = bytes.fromhex(NUMBERS["key"])


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key, *parts):
    return hmac.digest(key, b"".join(parts), "sha256")


def written(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def key_of(given):
    """The page's own words about the key."""
    salt = sha(*(bytes([seat, len(share)]) + share for seat, share in sorted(given.items())))
    return mac(mac(salt, SECRET), b"parlour-deal-v1|war\x01")


def test_the_commitment_and_the_hashes():
    assert sha(b"parlour-commit-v1|war|", SECRET).hex() == NUMBERS["commitment"]
    assert [sha(b"parlour-share-v1|", share).hex() for share in SHARES] == NUMBERS["hashes"]
    assert dealing.commitment("war", SECRET).hex() == NUMBERS["commitment"]
    assert [dealing.pledge(share).hex() for share in SHARES] == NUMBERS["hashes"]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("key", dict(enumerate(SHARES))),
        ("key without ben's share", {0: SHARES[0]}),
        ("key without shares", {}),
    ],
)
def test_the_key(name, given):
    assert key_of(given).hex() == dealing.deal_key("war", SECRET, given).hex() == NUMBERS[name]


def test_seats_tell_shares_apart():
    exchanged = {0: SHARES[1], 1: SHARES[0]}
    assert dealing.deal_key("war", SECRET, exchanged) != KEY
    assert dealing.deal_key("blocky", SECRET, dict(enumerate(SHARES))) != KEY


def test_the_streams_and_the_deck():
    eight = [number.to_bytes(8, "big") for number in range(3)]
    assert mac(KEY, eight[0], eight[0]).hex() == NUMBERS["block 0 of stream 0"]
    assert mac(KEY, eight[2], eight[1]).hex() == NUMBERS["block 1 of stream 2"]
    stream = Chance(KEY, 2)
    drawn = [stream.below(2**256) for _ in range(2)]
    assert f"{drawn[1]:064x}" == NUMBERS["block 1 of stream 2"]
    assert " ".join(map(str, Chance(KEY).shuffle(DECK))) == NUMBERS["deck"]
    assert [str(DECK[place]) for place in (0, 1, 13, 26, 39, 50, 51)] == ["2♣", "3♣", "2♠", "2♦", "2♥", "K♥", "A♥"]


def test_the_names():
    salts = [bytes.fromhex(salt) for salt in NUMBERS["name salts"]]
    hashes = [sha(b"parlour-name-v1|", salt, name) for salt, name in zip(salts, (b"ann", b"ben"), strict=True)]
    assert [hashed.hex() for hashed in hashes] == NUMBERS["name hashes"]
    assert [dealing.name_hash(salt, name) for salt, name in zip(salts, ("ann", "ben"), strict=True)] == hashes
    assert NUMBERS["facts"]["players"] == [["person", hashed] for hashed in NUMBERS["name hashes"]]


@pytest.mark.parametrize(("version", "of"), [(2, ""), (1, " of version 1")])
def test_the_chain(version, of):
    facts = NUMBERS[f"facts{of}"]
    head = sha(f"parlour-chain-v{version}|".encode(), written(facts))
    assert head.hex() == dealing.opening(facts, version).hex() == NUMBERS[f"head 0{of}"]
    for number, event in ((1, NUMBERS["event 1"]), (2, NUMBERS[f"event 2{of}"])):
        leaf = mac(KEY, b"parlour-event-v1", number.to_bytes(8, "big"), written(event))
        assert leaf.hex() == dealing.leaf(KEY, number, *event).hex() == NUMBERS[f"leaf {number}{of}"]
        assert sha(head, leaf).hex() == dealing.next_head(head, leaf).hex() == NUMBERS[f"head {number}{of}"]
        head = sha(head, leaf)


def test_the_page_has_every_reason_for_which_a_game_is_given_up():
    told = re.findall(r"^\| `([a-z-]+) [0-9 ]+` \|", PAGE, re.MULTILINE)
    assert told == list(SENTENCES)
    assert SENTENCES.keys() == HASHED_SENTENCES.keys()


def test_the_pages_name_the_limits_there_are():
    plain = (DOCS / "fair-dealing.md").read_text(encoding="utf-8")
    assert PHASE_S == 3.0
    assert "within three seconds" in plain
    assert "after 3 seconds" in PAGE
    assert f"newest {MANY.files} games" in plain
    assert "verify" in SERVER_PROGRAMS
