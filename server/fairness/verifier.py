"""Verifies that a game was dealt fairly and played by its rules, from its transcript and what a player was shown of it.

    verify(saved) -> Verification       raises RefutedError, with a sentence, at the first thing that is wrong

It computes everything anew: the server's commitment, the key, every card, every move and the chain. docs/dealing.md
says the same in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engines.game import Seat
from protocol import dealing, reasons
from protocol import messages as m
from protocol.dealing import FORMER_PLAYER, HEAD_BYTES
from protocol.saved_game import ORDER, SavedGame, Witness
from server.fairness.doubts import find_doubts, withheld_seats
from server.fairness.transcript import EARLIER
from server.fairness.transcript_replay import RefutedError, chain_heads, check_shape, game_of, replay_game
from server.room.match.match import Match
from server.room.match.match_view import ending


class Verification(NamedTuple):
    """The result of a successful check: how many events and positions agree, and notes on what nobody can check.

    `withheld` are the seats of those whose names the server does not tell any more.
    """

    events: int
    sights: int
    notes: tuple[str, ...]
    withheld: tuple[Seat, ...] = ()


def verify(saved: SavedGame) -> Verification:
    """Check everything that can be. Raises RefutedError."""
    transcript, witness = saved.transcript, saved.witness
    check_shape(transcript)
    _check_commitment(transcript, witness)
    _check_counter(transcript, witness)
    _check_names(transcript, witness)
    _check_shares(transcript)
    _check_own_share(transcript, witness)
    _check_order(transcript, witness)
    _check_heads(tuple(chain_heads(transcript)), witness)
    history = replay_game(transcript).history
    _check_sights(transcript, history, witness)
    _check_ending(transcript, history[-1], witness)
    notes = tuple(find_doubts(transcript, witness))
    return Verification(transcript.count, len(witness.sights), notes, withheld_seats(transcript))


def _check_commitment(transcript: m.Transcript, witness: Witness) -> None:
    """Check that the secret is the one the server committed to before anybody had sent anything."""
    _check_opens(transcript.game, transcript.deal, transcript.commitment, transcript.secret)
    for bound in witness.bound:
        if bound.deal == transcript.deal and bound.commitment != transcript.commitment:
            raise RefutedError("The commitment is not the one the server showed you before the deal.")


def _check_counter(transcript: m.Transcript, witness: Witness) -> None:
    """Check that no earlier dealing is left out, and that each is what the player was shown."""
    numbers = [each.deal for each in transcript.earlier]
    if numbers != list(range(max(1, transcript.deal - EARLIER), transcript.deal)):
        raise RefutedError(f"Not all deals before deal {transcript.deal} are listed in order.")
    shown = {bound.deal: bound.commitment for bound in witness.bound}
    for each in transcript.earlier:
        _check_opens(transcript.game, each.deal, each.commitment, each.secret)
        if shown.get(each.deal, each.commitment) != each.commitment:
            raise RefutedError(f"The commitment for deal {each.deal} is not the one the server showed you.")


def _check_opens(game: str, deal: int, commitment: str, secret: str) -> None:
    if dealing.commitment(game, _bytes(secret, dealing.SECRET_BYTES)).hex() != commitment:
        raise RefutedError(f"The secret of deal {deal} doesn't match its commitment.")


def _check_names(transcript: m.Transcript, witness: Witness) -> None:
    """Check that each name matches its hash, and that a name without a salt is withheld."""
    if transcript.chain == 1:
        return
    rows = zip(transcript.players, transcript.name_hashes, transcript.name_salts, strict=True)
    for seat, (player, hashed, salt) in enumerate(rows):
        if (player.kind == "person") != (hashed is not None):
            raise RefutedError(f"The name at seat {seat} isn't listed as a {player.kind}'s is.")
        if hashed is None or salt is None:
            _check_withheld(seat, player, salt, witness)
        elif dealing.name_hash(_bytes(salt, dealing.NAME_SALT_BYTES), player.name).hex() != hashed:
            raise RefutedError(f"The name at seat {seat} isn't the one that the game began with.")


def _check_withheld(seat: Seat, player: m.TranscriptPlayer, salt: str | None, witness: Witness) -> None:
    """Check a seat whose name nothing opens: a computer's, or that of somebody whose account was deleted."""
    if player.kind == "computer":
        if salt is not None:
            raise RefutedError(f"The name at seat {seat} isn't listed as a computer's is.")
    elif player.name != FORMER_PLAYER:
        raise RefutedError(f"Nothing proves the name at seat {seat}.")
    elif seat == witness.seat:
        raise RefutedError("Your own name is withheld, as if you had deleted your account.")


def _check_shares(transcript: m.Transcript) -> None:
    """Check that every share matches its hash, and that only seats that take part have either."""
    rows = zip(transcript.players, transcript.parts, transcript.hashes, transcript.shares, strict=True)
    for seat, (player, takes_part, hashed, share) in enumerate(rows):
        if takes_part and player.kind == "computer":
            raise RefutedError(f"Seat {seat} belongs to a computer, and computers take no part in dealing.")
        if hashed is not None and not takes_part:
            raise RefutedError(f"Seat {seat} takes no part in dealing, but has committed to a share.")
        if share is not None and hashed is None:
            raise RefutedError(f"Seat {seat} revealed a share without committing to it first.")
        if share is not None and dealing.pledge(_bytes(share, dealing.SHARE_BYTES)).hex() != hashed:
            raise RefutedError(f"The share of seat {seat} is not the one it committed to.")


def _check_own_share(transcript: m.Transcript, witness: Witness) -> None:
    """Check that the player's share is in its place, and that all shares are those shown when the cards were dealt."""
    if witness.share is not None and witness.seat is not None:
        if witness.seat >= len(transcript.shares) or transcript.shares[witness.seat] not in (witness.share, None):
            raise RefutedError("Your seat holds a share that is not yours.")
        was_shown = witness.shares is not None and witness.share in witness.shares
        if was_shown and transcript.shares[witness.seat] is None:
            raise RefutedError("The server left your share out of the deal.")
    if witness.shares is not None and witness.shares != transcript.shares:
        raise RefutedError("The shares are not those the server showed you with the deal.")


def _check_order(transcript: m.Transcript, witness: Witness) -> None:
    """Check that nobody could choose last: the commitment came first, then all hashes, then the shares."""
    places = [ORDER.index(step) for step in witness.steps]
    if "cards" in witness.steps and "commitment" in witness.steps and places.index(0) > places.index(len(ORDER) - 1):
        raise RefutedError("The server dealt before it showed you its commitment.")
    if places != sorted(set(places)):
        raise RefutedError("The steps of the deal came out of order.")
    if witness.share is not None and witness.hashes is None:
        raise RefutedError("Your share was revealed before the server showed you every hash.")
    if witness.hashes is not None and witness.hashes != transcript.hashes:
        raise RefutedError("The hashes are not those the server showed you before you revealed your share.")


def _check_heads(heads: Sequence[bytes], witness: Witness) -> None:
    """Check that the chain agrees with every head the player was shown during the game."""
    for sight in witness.sights:
        if sight.events >= len(heads):
            raise RefutedError(f"You saw {sight.events} events, but the transcript has {len(heads) - 1}.")
        if heads[sight.events][:HEAD_BYTES].hex() == sight.head:
            continue
        if not sight.events:
            raise RefutedError("The table, options, players or shares are not those the game began with for you.")
        raise RefutedError(f"At event {sight.events}, the transcript differs from what the server told you.")


def _check_sights(transcript: m.Transcript, history: Sequence[Match], witness: Witness) -> None:
    """Check that these cards and moves give every view the player was shown."""
    game = game_of(transcript)
    for sight in witness.sights:
        match = history[sight.events]
        see = game.rules.view if match.outcome is None else game.rules.final
        if dealing.digest(msgspec.to_builtins(see(match.state, sight.seat))) != sight.view:
            when = f"after event {sight.events}" if sight.events else "when the cards were dealt"
            raise RefutedError(f"What you saw {when} doesn't follow from the secret, the shares and the moves.")


def _check_ending(transcript: m.Transcript, last: Match, witness: Witness) -> None:
    if last.outcome is None:
        raise RefutedError("The transcript breaks off before the end of the game.")
    if ending(last.outcome) != transcript.ending:
        raise RefutedError("The game didn't end the way the transcript says.")
    if witness.ending is not None and not _is_same_end(witness.ending, transcript.ending):
        raise RefutedError("The server told you a different ending.")


def _is_same_end(told: m.Ending, ended: m.Ending) -> bool:
    """Whether a player was told of this end: if somebody gave up, in a sentence with names about what is hashed."""
    if reasons.seats_of(ended.reason):
        return (told.scores, told.winners) == (ended.scores, ended.winners)
    return told == ended


def _bytes(written: str, length: int) -> bytes:
    """Decode hexadecimal of a known length. Raises RefutedError."""
    try:
        found = bytes.fromhex(written)
    except ValueError:
        found = b""
    if len(found) != length or found.hex() != written:
        raise RefutedError(f"{written[:80]!r} is not {length} bytes in hexadecimal.")
    return found
