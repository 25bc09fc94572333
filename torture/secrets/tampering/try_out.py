"""Tries every way to cheat against the verifier."""

from __future__ import annotations

from random import Random

from server.fairness.transcript_replay import RefutedError
from server.fairness.verifier import verify
from torture.secrets.tampering import dealings, endings, events, names, rules, shares
from torture.secrets.tampering.saved_games import Tampering, honest

TAMPERINGS: dict[str, Tampering] = {
    name: tampering
    for subject in (dealings, shares, events, names, rules, endings)
    for name, tampering in subject.TAMPERINGS.items()
}
"""Every way, by its name."""


def try_tampering(name: str, random: Random) -> str | None:
    """Tamper with a game in this way and verify it; why it is refused, or None where it is accepted."""
    tampering = TAMPERINGS[name]
    saved = honest(tampering.game, random, tampering.chain)
    verify(saved)
    try:
        verify(tampering.cheat(saved, random))
    except RefutedError as error:
        return str(error)
    return None
