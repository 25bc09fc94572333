"""Holds two players' saved games against each other: a server could tell each another story, and both would verify."""

from __future__ import annotations

from collections.abc import Iterator

from protocol import messages as m
from protocol.dealing import HEAD_BYTES
from protocol.saved_game import SavedGame
from server.fairness.doubts import withheld_seats
from server.fairness.transcript_replay import chain_heads


class OtherGameError(ValueError):
    """The files are of two games; the message is a sentence."""


class StoriesDifferError(ValueError):
    """The server has told the two players different stories; the message is a sentence that says where."""


def final_head(transcript: m.Transcript) -> str:
    """The first bytes of the chain's last head, in hexadecimal, as everybody is shown them at the end."""
    *_, last = chain_heads(transcript)
    return last[:HEAD_BYTES].hex()


def compare(one: SavedGame, other: SavedGame) -> tuple[str, ...]:
    """Hold two games against each other, each verified before; returns notes on what that leaves open.

    Raises OtherGameError or StoriesDifferError.
    """
    first, second = one.transcript, other.transcript
    if _name(first) != _name(second):
        raise OtherGameError(f"These are two different games: {_name(first)} and {_name(second)}.")
    if difference := next(_differences(first, second), None):
        raise StoriesDifferError(difference)
    if final_head(first) != final_head(second):
        raise StoriesDifferError("The final heads differ.")
    if one.witness.seat is not None and one.witness.seat == other.witness.seat:
        return ("Both files come from the same seat; compare with another player's.",)
    return ()


def _name(transcript: m.Transcript) -> str:
    return f"{transcript.game[:40]}, game {transcript.number} at table {transcript.room[:40]}"


def _differences(first: m.Transcript, second: m.Transcript) -> Iterator[str]:
    """Where two transcripts of a game are not the same, in the order in which it happened."""
    facts = (
        ("chain", "The versions of the chain differ."),
        ("options", "The options differ."),
        ("version", "The versions of the rules differ."),
        ("deal", "The numbers of the deal differ."),
        ("commitment", "The server's commitments differ: it committed to two secrets."),
        ("name_hashes", "The hashes of the players' names differ."),
        ("parts", "Different seats took part in dealing."),
        ("hashes", "The hashes of the shares differ."),
        ("shares", "The players' shares differ."),
        ("secret", "The server's secrets differ."),
    )
    if not _has_same_players(first, second):
        yield "The players in the seats differ."
    for name, sentence in facts:
        if getattr(first, name) != getattr(second, name):
            yield sentence
    for number, (event, same) in enumerate(zip(first.events, second.events, strict=False), start=1):
        if event != same:
            yield f"Event {number} differs."
    if first.count != second.count:
        yield f"One file has {first.count} events, the other {second.count}."
    if first.ending != second.ending:
        yield "The endings of the game differ."
    if first.earlier != second.earlier:
        yield "The earlier deals at this table differ."


def _has_same_players(first: m.Transcript, second: m.Transcript) -> bool:
    """Whether the same players were in the same seats, but for names that one of the files withholds."""
    withheld = {*withheld_seats(first), *withheld_seats(second)}
    pairs = enumerate(zip(first.players, second.players, strict=False))
    return len(first.players) == len(second.players) and all(
        one.kind == other.kind if seat in withheld else one == other for seat, (one, other) in pairs
    )
