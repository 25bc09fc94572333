"""Rotates the tokens of one player: which one signs them in, which ones will, and which ones once did, as pure
values.

Each sign-in issues a new token. The one that was shown stays valid until a newer one is shown: a client that is killed
before it has stored the new one comes back with the old one, and an old one that was stolen dies as soon as its owner
comes again. A few that were issued and not shown yet are all valid, since two clients that start together with one file
may store theirs in either order; the first of them to be shown voids the others.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Literal

TOKEN_BYTES = 16
FRESH_MAX = 4
"""How many issued tokens wait to be shown; the oldest is void when there is another."""
VOID_MAX = 12
"""How many void tokens are remembered, to tell whoever shows one what became of it."""

State = Literal["shown", "fresh", "void"]
PlayerTokens = Mapping[bytes, State]
"""A player's tokens by their digests, oldest first."""


class TokenRevokedError(Exception):
    """The token was valid once, and is void now."""


def new_token() -> str:
    """A fresh token: 128 random bits as text."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> bytes:
    """The stored form of a token.

    A token is compared by looking its digest up. The time of that tells how much of somebody's digest equals that of
    the token tried, which nobody can steer without inverting the hash: so it is as good as constant.
    """
    return hashlib.sha256(token.encode()).digest()


def rotate_tokens(held: PlayerTokens, token: bytes, fresh: bytes) -> PlayerTokens:
    """The tokens after one of them was shown and another issued. Raises TokenRevokedError."""
    match held[token]:
        case "void":
            raise TokenRevokedError
        case "fresh":
            held = {**_void_all(held), token: "shown"}
        case "shown":
            pass
    return _drop_oldest({**held, fresh: "fresh"})


def reset_tokens(held: PlayerTokens, fresh: bytes) -> PlayerTokens:
    """The tokens after every one of them was voided and another issued."""
    return _drop_oldest({**_void_all(held), fresh: "shown"})


def retire_tokens(held: PlayerTokens) -> PlayerTokens:
    """The tokens after every one of them was voided and none issued: a key signs the player in from then on."""
    return _drop_oldest(_void_all(held))


def _void_all(held: PlayerTokens) -> dict[bytes, State]:
    return dict.fromkeys(held, "void")


def _drop_oldest(held: PlayerTokens) -> PlayerTokens:
    waiting = [token for token, state in held.items() if state == "fresh"]
    held = {**held, **dict.fromkeys(waiting[:-FRESH_MAX], "void")}
    void = [token for token, state in held.items() if state == "void"]
    forgotten = set(void[:-VOID_MAX])
    return {token: state for token, state in held.items() if token not in forgotten}
