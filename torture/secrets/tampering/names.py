"""Ways to cheat at the names of those who played."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from protocol import dealing
from protocol import messages as m
from protocol.dealing import NEWEST_CHAIN
from protocol.saved_game import SavedGame
from torture.secrets.tampering.saved_games import Tampering, at, other, own, with_transcript

_BEGINNING = "those the game began with"
_NAME = "isn't the one that the game began with"


def renamed(saved: SavedGame, random: Random) -> SavedGame:
    players = saved.transcript.players
    return with_transcript(saved, players=at(players, 0, replace(players[0], name="mallory")))


def _with_salt(saved: SavedGame, seat: int, salt: str | None) -> SavedGame:
    return with_transcript(saved, name_salts=at(saved.transcript.name_salts, seat, salt))


def another_salt(saved: SavedGame, random: Random) -> SavedGame:
    return _with_salt(saved, other(saved), random.randbytes(16).hex())


def salt_of_another(saved: SavedGame, random: Random) -> SavedGame:
    return _with_salt(saved, other(saved), saved.transcript.name_salts[own(saved)])


def no_salt(saved: SavedGame, random: Random) -> SavedGame:
    return _with_salt(saved, other(saved), "salt")


def hashed_afterwards(saved: SavedGame, random: Random) -> SavedGame:
    salt = random.randbytes(16)
    hashes = at(saved.transcript.name_hashes, 0, dealing.name_hash(salt, "mallory").hex())
    return with_transcript(_with_salt(renamed(saved, random), 0, salt.hex()), name_hashes=hashes)


def unproved(saved: SavedGame, random: Random) -> SavedGame:
    return _with_salt(saved, other(saved), None)


def _withheld(saved: SavedGame, seat: int) -> SavedGame:
    players = saved.transcript.players
    nameless = m.TranscriptPlayer(kind="person", name=dealing.FORMER_PLAYER)
    return with_transcript(_with_salt(saved, seat, None), players=at(players, seat, nameless))


def own_withheld(saved: SavedGame, random: Random) -> SavedGame:
    return _withheld(saved, own(saved))


def withheld_and_exchanged(saved: SavedGame, random: Random) -> SavedGame:
    hashes = at(saved.transcript.name_hashes, other(saved), random.randbytes(32).hex())
    return with_transcript(_withheld(saved, other(saved)), name_hashes=hashes)


def unhashed(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, name_hashes=at(saved.transcript.name_hashes, other(saved), None))


def hashed_computer(saved: SavedGame, random: Random) -> SavedGame:
    players = saved.transcript.players
    computer = m.TranscriptPlayer(kind="computer", name="flipper")
    return with_transcript(saved, players=at(players, other(saved), computer))


def in_the_older_chain(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, chain=1, name_hashes=(), name_salts=())


def in_another_chain(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, chain=NEWEST_CHAIN + 1)


def hash_unsaid(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, name_hashes=saved.transcript.name_hashes[1:])


TAMPERINGS: dict[str, Tampering] = {
    "another player": Tampering("war", renamed, _NAME),
    "another player in the older chain": Tampering("war", renamed, _BEGINNING, chain=1),
    "another salt of a name": Tampering("war", another_salt, _NAME),
    "the salt of another's name": Tampering("war", salt_of_another, _NAME),
    "a salt that is no bytes": Tampering("war", no_salt, "in hexadecimal"),
    "a name, its salt and its hash of afterwards": Tampering("war", hashed_afterwards, _BEGINNING),
    "a name that nothing proves": Tampering("war", unproved, "Nothing proves the name"),
    "one's own name withheld": Tampering("war", own_withheld, "Your own name is withheld"),
    "another name withheld than the game began with": Tampering("war", withheld_and_exchanged, _BEGINNING),
    "a person without a hash": Tampering("war", unhashed, "as a person's is"),
    "a computer with a hash": Tampering("war", hashed_computer, "as a computer's is"),
    "a hash of which nothing is said": Tampering("war", hash_unsaid, "doesn't list every seat"),
    "names in the older chain": Tampering("war", in_the_older_chain, _BEGINNING),
    "a chain that nobody knows": Tampering("war", in_another_chain, "doesn't know"),
}
