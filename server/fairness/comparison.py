"""Holds two players' saved games against each other: a server could tell each another story, and both would verify."""

from __future__ import annotations

from collections.abc import Iterator

from protocol import dealing
from protocol import messages as m
from protocol.dealing import HEAD_BYTES
from protocol.saved_game import SavedGame
from server.fairness.verifier import chain_heads, revealed_shares


class OtherGameError(ValueError):
    """The files are of two games; the message is a sentence."""


class StoriesDifferError(ValueError):
    """The server has told the two players different stories; the message is a sentence that says where."""


def final_head(transcript: m.Transcript) -> str:
    """The first bytes of the chain's last head, in hexadecimal, as everybody is shown them at the end."""
    key = dealing.deal_key(transcript.game, bytes.fromhex(transcript.secret), revealed_shares(transcript))
    *_, last = chain_heads(transcript, key)
    return last[:HEAD_BYTES].hex()


def compare(one: SavedGame, other: SavedGame) -> tuple[str, ...]:
    """Hold two games against each other, each verified before; returns notes on what that leaves open.

    Raises OtherGameError or StoriesDifferError.
    """
    first, second = one.transcript, other.transcript
    if _name(first) != _name(second):
        raise OtherGameError(f"These are two games: {_name(first)} and {_name(second)}.")
    if difference := next(_differences(first, second), None):
        raise StoriesDifferError(difference)
    if final_head(first) != final_head(second):
        raise StoriesDifferError("The final heads are not the same.")
    if one.witness.seat is not None and one.witness.seat == other.witness.seat:
        return ("Both files are of the same seat: hold them against another player's.",)
    return ()


def _name(transcript: m.Transcript) -> str:
    return f"{transcript.game[:40]}, game {transcript.number} at table {transcript.room[:40]}"


def _differences(first: m.Transcript, second: m.Transcript) -> Iterator[str]:
    """Where two transcripts of a game are not the same, in the order in which it happened."""
    facts = (
        ("players", "The players in the seats are not the same."),
        ("options", "The options are not the same."),
        ("version", "The versions of the rules are not the same."),
        ("deal", "The numbers of the dealing are not the same."),
        ("commitment", "The server has bound itself to two secrets, one for each file."),
        ("parts", "Not the same seats took part in dealing."),
        ("hashes", "The hashes of the shares are not the same."),
        ("shares", "The players' shares are not the same."),
        ("secret", "The server's secrets are not the same."),
    )
    for name, sentence in facts:
        if getattr(first, name) != getattr(second, name):
            yield sentence
    for number, (event, same) in enumerate(zip(first.events, second.events, strict=False), start=1):
        if event != same:
            yield f"Event {number} is not the same."
    if first.count != second.count:
        yield f"One file has {first.count} events, and the other {second.count}."
    if first.ending != second.ending:
        yield "The game did not end in the same way."
    if first.earlier != second.earlier:
        yield "The dealings before this one are not the same."
