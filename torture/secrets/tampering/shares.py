"""Ways to cheat at the players' part of dealing: their shares, the hashes of these, and the order of steps."""

from __future__ import annotations

from random import Random

from protocol import dealing
from protocol import messages as m
from protocol.saved_game import SavedGame
from torture.secrets.tampering.saved_games import Tampering, at, other, own, with_transcript, with_witness


def _replace_share(saved: SavedGame, seat: int, random: Random, *, shown: bool) -> SavedGame:
    """The saved game with another share and its hash at a seat, and whether that was shown as the cards were dealt."""
    share = random.randbytes(16)
    shares = at(saved.transcript.shares, seat, share.hex())
    hashes = at(saved.transcript.hashes, seat, dealing.pledge(share).hex())
    saved = with_transcript(saved, shares=shares, hashes=hashes)
    return with_witness(saved, shares=shares) if shown else saved


def share_unpledged(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, shares=at(saved.transcript.shares, other(saved), random.randbytes(16).hex()))


def chosen_last(saved: SavedGame, random: Random) -> SavedGame:
    return _replace_share(saved, other(saved), random, shown=True)


def chosen_after_dealing(saved: SavedGame, random: Random) -> SavedGame:
    return _replace_share(saved, other(saved), random, shown=False)


def own_replaced(saved: SavedGame, random: Random) -> SavedGame:
    return _replace_share(saved, own(saved), random, shown=True)


def own_left_out(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, shares=at(saved.transcript.shares, own(saved), None))


def hash_missing(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, hashes=at(saved.transcript.hashes, other(saved), None))


def exchanged_shares(saved: SavedGame, random: Random) -> SavedGame:
    shares = saved.transcript.shares
    return with_transcript(saved, shares=(shares[1], shares[0], *shares[2:]))


def no_part_taken(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, parts=at(saved.transcript.parts, other(saved), False))  # noqa: FBT003 - a place of a list


def computer_gives(saved: SavedGame, random: Random) -> SavedGame:
    seat, told = other(saved), saved.transcript
    return with_transcript(
        saved,
        players=at(told.players, seat, m.TranscriptPlayer(kind="computer", name="flipper")),
        name_hashes=at(told.name_hashes, seat, None),
        name_salts=at(told.name_salts, seat, None),
    )


def seat_unsaid(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, shares=saved.transcript.shares[1:])


def no_hashes_shown(saved: SavedGame, random: Random) -> SavedGame:
    return with_witness(saved, hashes=None, steps=("commitment", "pledge", "share", "cards"))


def out_of_order(saved: SavedGame, random: Random) -> SavedGame:
    return with_witness(saved, steps=("commitment", "pledge", "share", "hashes", "cards"))


def unbound(saved: SavedGame, random: Random) -> SavedGame:
    return with_witness(saved, steps=("cards", "commitment", "pledge", "hashes", "share"))


TAMPERINGS: dict[str, Tampering] = {
    "another share than was pledged": Tampering("war", share_unpledged, "not the one it committed to"),
    "a share chosen last": Tampering("war", chosen_last, "hashes are not those"),
    "a share chosen after dealing": Tampering("war", chosen_after_dealing, "showed you with the deal"),
    "another share in place of one's own": Tampering("war", own_replaced, "a share that is not yours"),
    "one's own share left out": Tampering("war", own_left_out, "left your share out"),
    "a share without a pledge": Tampering("war", hash_missing, "without committing to it first"),
    "two shares exchanged": Tampering("war", exchanged_shares, "not the one it committed to"),
    "a pledge of who takes no part": Tampering("war", no_part_taken, "takes no part"),
    "a computer that takes part": Tampering("war", computer_gives, "belongs to a computer"),
    "a seat of which nothing is said": Tampering("war", seat_unsaid, "doesn't list every seat"),
    "a share asked for before the hashes": Tampering("war", no_hashes_shown, "before the server showed you every hash"),
    "steps out of order": Tampering("war", out_of_order, "came out of order"),
    "cards before the commitment": Tampering("war", unbound, "before it showed you its commitment"),
}
