"""Verifies saved games: runs the verifier, a program of the server's side that knows the rules."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from client.history.saved.entry import mark_verified
from client.server_programs import run_to_end
from client.state.store import Said
from protocol.dealing import readable_head

FAIR = "Verified: fairly dealt, and played by the rules."
UNSEEN = "Verified as far as this machine can: dealt from the secret and the shares, and played by the rules."

SAME = "Everybody who played should see the final head {}."


class VerificationResult(msgspec.Struct, frozen=True):
    """What the verifier writes: the verdict, the reason against it, what it could not check, and the final head.

    `people` says how many played, who should all have been shown that head.
    """

    verified: bool
    reason: str = ""
    events: int = 0
    seen: int = 0
    notes: tuple[str, ...] = ()
    head: str = ""
    people: int = 0


async def verify_file(path: Path) -> Said:
    """Verify a saved game and put the verdict in a sentence; a good one is marked beside the file."""
    try:
        _, answer, _ = await run_to_end("server.tools.verify", "--json", str(path))
        verdict = msgspec.json.decode(answer, type=VerificationResult)
    except (OSError, TimeoutError, msgspec.DecodeError):
        return Said(f"{path.name} couldn't be verified. 'parlour verify {path}' may say why.", is_refusal=True)
    if not verdict.verified:
        return Said(f"NOT VERIFIED: {verdict.reason}", is_refusal=True)
    with contextlib.suppress(OSError):
        mark_verified(path)
    compared = (SAME.format(readable_head(verdict.head)),) if verdict.people > 1 else ()
    return Said(" ".join((FAIR if verdict.seen else UNSEEN, *verdict.notes, *compared)))
