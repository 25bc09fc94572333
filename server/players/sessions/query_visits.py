"""Visits that only ask, beside the connection by which their player plays: they follow nothing and disturb nobody.

Whoever has no account may ask too, as nobody, and gets none by it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

from protocol import messages as m
from protocol.errors import CloseCode
from server.players.accounts.accounts import Account, Accounts, NewcomerRefusedError
from server.players.accounts.devices import KeySignIn
from server.players.sessions.client_session import ClientSession
from server.players.sessions.pending_sign_ins import PendingSignIn
from server.room.outputs import Refuse

NOBODY = 0
"""The player number of whoever asks without an account; accounts are counted from 1."""
VISITS_MAX = 4
"""How many visits of one player may ask at a time; those of nobody are bounded by their address alone."""
VISIT_LIMIT_S = 300.0
"""After so long a visit is over, whatever it still asks: a long history is fetched in less."""
CROWDED = "You are asking too many things at once. Try again in a moment."
OVER = "You have asked for long enough. Ask again for the rest."
ONLY_ASKS = Refuse("not-now", "This connection only looks things up. To play, sign in without 'query'.")
NO_ACCOUNT = Refuse("not-now", "You have no account here yet.")
OPEN_TO_ALL = (m.Browse, m.GetLeaders, m.GetTranscript, m.GetStats, m.GetHistory, m.WatchScore)
OWN_AFFAIRS = (
    *(m.GetPastGame, m.ExportAccount, m.DeleteAccount),
    *(m.GetLinkCode, m.GetDevices, m.AddDevice, m.RevokeDevice),
)


class QueryVisits:
    """Counts the visits of each player, and says what one may ask."""

    def __init__(self) -> None:
        self._sessions: dict[ClientSession, asyncio.TimerHandle] = {}
        self._visits: Counter[int] = Counter()

    def is_crowded(self, player: int) -> bool:
        """Whether a player asks too many things at once already."""
        return player != NOBODY and self._visits[player] >= VISITS_MAX

    def add(self, session: ClientSession) -> None:
        self._visits[session.player] += 1
        close, loop = session.connection.close, asyncio.get_running_loop()
        self._sessions[session] = loop.call_later(VISIT_LIMIT_S, close, CloseCode.BUSY, OVER)

    def remove(self, session: ClientSession) -> None:
        """Forget a visit that is over."""
        if (timer := self._sessions.pop(session, None)) is not None:
            timer.cancel()
            self._visits -= Counter([session.player])

    def refusal(self, session: ClientSession, command: m.Command) -> Refuse | None:
        """Why a visit may not send a command; None where it may, and for a session that is no visit."""
        if session not in self._sessions or isinstance(command, OPEN_TO_ALL):
            return None
        if not isinstance(command, OWN_AFFAIRS):
            return ONLY_ASKS
        return NO_ACCOUNT if session.player == NOBODY else None


async def find_account(accounts: Accounts, pending: PendingSignIn) -> Account:
    """The account of whoever asks, or nobody's; none is made, and no key is taken up.

    Raises what `Accounts` does, but for a newcomer.
    """
    hello, proof = pending.hello, pending.proof
    if proof is not None:
        known = KeySignIn(proof.key, hello.device, hello.name, may_create=False)
        try:
            return replace(await accounts.sign_in_by_key(known), note="")
        except NewcomerRefusedError:
            pass
    try:
        return replace(await accounts.sign_in(hello.token, hello.name, may_create=False), note="")
    except NewcomerRefusedError:
        return Account(NOBODY, hello.name, "")
