"""The connections that have said hello and are not welcomed yet: what they prove, and what they asked for meanwhile."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from protocol import messages as m
from protocol.codec import encode
from protocol.errors import CloseCode
from protocol.identity.signing import sign_in_text
from server.limits.settings import ServerLimits
from server.net.connection import ServerConnection
from server.net.framing import frame
from server.players.accounts.keys import is_signed, new_nonce
from server.players.sessions.client_session import KeyProof

HELLO_FIRST = "The first message must be a hello."
ONE_HELLO = "Send only one hello."
NOTHING_TO_PROVE = "There's nothing to prove: the hello named no key, or you have proved it already."
LINK_WITHOUT_KEY = "A link code needs a key, and this hello names none."
NOT_SIGNED = "The signature doesn't match this nonce, this hello and the key it names."
MAX_EARLY = 20
"""How many commands may wait for a client's welcome."""
TOO_EARLY = f"Wait for the welcome: at most {MAX_EARLY} commands may come before it."


@dataclass(slots=True, eq=False)
class PendingSignIn:
    """A client that has said hello; `early` grows until it is welcomed.

    Attributes:
        hello: what it asks for.
        early: the commands that came since, to be carried out after the welcome.
        text: what it is to sign, until it has; empty where nothing is to be proven.
        proof: the key it names, with the nonce of this connection; proven once `text` is empty.
        asked_at: when it was asked to sign, in seconds of the event loop's clock.
    """

    hello: m.Hello
    early: list[m.Command] = field(default_factory=list)
    text: bytes = b""
    proof: KeyProof | None = None
    asked_at: float = 0.0


class PendingSignIns:
    """Every connection between its hello and its welcome."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._pending: dict[ServerConnection, PendingSignIn] = {}

    def __contains__(self, connection: ServerConnection) -> bool:
        return connection in self._pending

    def hear(self, connection: ServerConnection, command: m.Command, payload: bytes) -> PendingSignIn | None:
        """Take a command, which came as `payload`; returns the client once it may be signed in."""
        pending = self._pending.get(connection)
        match command:
            case m.Hello() if pending is None:
                return self._begin(connection, command, payload)
            case _ if pending is None:
                connection.close(CloseCode.MALFORMED, HELLO_FIRST)
            case m.Hello():
                self._turn_away(connection, CloseCode.MALFORMED, ONE_HELLO)
            case m.Prove() if pending.text:
                return self._prove(connection, pending, command)
            case _ if len(pending.early) < MAX_EARLY:
                pending.early.append(command)
            case _:
                self._turn_away(connection, CloseCode.MALFORMED, TOO_EARLY)
        return None

    def take(self, connection: ServerConnection) -> PendingSignIn | None:
        """Take a client out, to welcome it or to forget it; None where it has gone."""
        return self._pending.pop(connection, None)

    def revoke(self, keys: Container[bytes], reason: str) -> None:
        """Turn away whoever comes by one of these keys, which are void."""
        for connection, pending in tuple(self._pending.items()):
            if pending.proof is not None and pending.proof.key in keys:
                self._turn_away(connection, CloseCode.VOID, reason)

    def check(self, connection: ServerConnection, now: float) -> None:
        """Turn away a client that has not proven its key in time."""
        pending = self._pending.get(connection)
        if pending is not None and pending.text and now - pending.asked_at > self._limits.hello_s:
            self._turn_away(connection, CloseCode.NOT_SIGNED_IN, "Your program sent no proof in time.")

    def _begin(self, connection: ServerConnection, hello: m.Hello, payload: bytes) -> PendingSignIn | None:
        if hello.key is None and hello.link is not None:
            connection.close(CloseCode.MALFORMED, LINK_WITHOUT_KEY)
            return None
        pending = self._pending[connection] = PendingSignIn(hello)
        if hello.key is None:
            return pending
        nonce = new_nonce()
        pending.proof = KeyProof(bytes.fromhex(hello.key), nonce)
        pending.text, pending.asked_at = sign_in_text(nonce, payload), connection.heard_at
        connection.outbox.offer(frame(encode(m.SignInChallenge(nonce=nonce.hex()))))
        return None

    def _prove(self, connection: ServerConnection, pending: PendingSignIn, prove: m.Prove) -> PendingSignIn | None:
        """The client, where its signature is right; else it is turned away, since a second try would be a guess."""
        text, pending.text = pending.text, b""
        if pending.proof is not None and is_signed(pending.proof.key, bytes.fromhex(prove.signature), text):
            return pending
        self._turn_away(connection, CloseCode.NOT_PROVEN, NOT_SIGNED)
        return None

    def _turn_away(self, connection: ServerConnection, code: CloseCode, reason: str) -> None:
        del self._pending[connection]
        connection.close(code, reason)
