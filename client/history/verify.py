"""Verifies saved games: runs the verifier, a program of the server's side that knows the rules."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import msgspec

from client.history.saved.entry import mark_verified
from client.server_programs import server_command, server_environment
from client.state.store import Said

LIMIT_S = 60.0
FAIR = "Verified: fairly dealt, and played by the rules."
UNSEEN = "Verified as far as can be told here: dealt from the secret and the shares, and played by the rules."


class VerificationResult(msgspec.Struct, frozen=True):
    """What the verifier writes: the verdict, the reason against it, and what it could not check."""

    verified: bool
    reason: str = ""
    events: int = 0
    seen: int = 0
    notes: tuple[str, ...] = ()


async def verify_file(path: Path) -> Said:
    """Verify a saved game and put the verdict in a sentence; a good one is marked beside the file."""
    try:
        answer = await _run_verifier(path)
        verdict = msgspec.json.decode(answer, type=VerificationResult)
    except (OSError, TimeoutError, msgspec.DecodeError):
        return Said(f"{path.name} could not be verified; 'parlour verify {path}' may say why.", is_refusal=True)
    if not verdict.verified:
        return Said(f"NOT VERIFIED: {verdict.reason}", is_refusal=True)
    with contextlib.suppress(OSError):
        mark_verified(path)
    return Said(" ".join((FAIR if verdict.seen else UNSEEN, *verdict.notes)))


async def _run_verifier(path: Path) -> bytes:
    """The verifier's output. Raises OSError or TimeoutError."""
    command = (*server_command("server.tools.verify"), "--json", str(path))
    environment = server_environment()
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            written, _ = await process.communicate()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    return written
