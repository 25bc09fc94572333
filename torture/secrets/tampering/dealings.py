"""Ways to cheat at the server's part of dealing: its secret, what bound it to that, and the count of dealings."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from protocol import dealing
from protocol.saved_game import SavedGame
from torture.secrets.tampering.saved_games import Tampering, at, with_transcript, with_witness

_UNOPENED = "doesn't match its commitment"


def another_secret(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, secret=random.randbytes(32).hex())


def another_commitment(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, commitment=random.randbytes(32).hex())


def bound_afterwards(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, **_make_up(saved, random))


def _make_up(saved: SavedGame, random: Random) -> dict[str, str]:
    secret = random.randbytes(32)
    return {"secret": secret.hex(), "commitment": dealing.commitment(saved.transcript.game, secret).hex()}


def no_bytes(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, secret="x" * 64)


def dealing_left_out(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, earlier=saved.transcript.earlier[1:])


def number_skipped(saved: SavedGame, random: Random) -> SavedGame:
    deal = saved.transcript.deal + 1
    return with_witness(
        with_transcript(saved, deal=deal), bound=tuple(b for b in saved.witness.bound if b.deal != deal)
    )


def earlier_unopened(saved: SavedGame, random: Random) -> SavedGame:
    earlier = saved.transcript.earlier
    return with_transcript(saved, earlier=at(earlier, 0, replace(earlier[0], secret=random.randbytes(32).hex())))


def earlier_made_up(saved: SavedGame, random: Random) -> SavedGame:
    earlier = saved.transcript.earlier
    return with_transcript(saved, earlier=at(earlier, 0, replace(earlier[0], **_make_up(saved, random))))


TAMPERINGS: dict[str, Tampering] = {
    "another secret": Tampering("war", another_secret, _UNOPENED),
    "another commitment": Tampering("war", another_commitment, _UNOPENED),
    "a secret and a commitment of afterwards": Tampering(
        "war", bound_afterwards, "not the one the server showed you before"
    ),
    "a secret that is no bytes": Tampering("war", no_bytes, "in hexadecimal"),
    "a dealing left out": Tampering("war", dealing_left_out, "are listed in order"),
    "a number skipped": Tampering("war", number_skipped, "are listed in order"),
    "an earlier secret that opens nothing": Tampering("war", earlier_unopened, _UNOPENED),
    "an earlier dealing made up": Tampering("war", earlier_made_up, "for deal 1 is not the one"),
}
