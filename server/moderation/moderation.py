"""Holds bans and silences against those who connect and talk, and takes the reports of players.

What is asked on every connection and every line of talk is answered from memory. A ban or a silence is stored first,
and then in force.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from http import HTTPStatus

from protocol.errors import CloseCode
from server.moderation.reports import MAX_REPORTS, PlayerReport
from server.moderation.sanction_index import SanctionIndex
from server.moderation.sanctions import Sanction, sanction_text
from server.moderation.store import ModerationStore
from server.net.handshake import HandshakeRefusal
from server.room.outputs import Refuse


class Moderation:
    """The bans, silences and reports of a server.

    Attributes:
        turned_away: how many connections were refused because of a ban.
        waiting: how many reports wait to be read and cleared.
    """

    def __init__(self, store: ModerationStore, now: Callable[[], float] = time.time) -> None:
        """Begin without any; `now` is the wall clock, in seconds since 1970 (UTC)."""
        self.store = store
        self.now = now
        self.turned_away = 0
        self.waiting = 0
        self._index = SanctionIndex()

    async def restore(self) -> None:
        """Read what is stored: before anybody is let in, and when others change it. Raises StorageUnavailableError."""
        index = SanctionIndex()
        for sanction in await self.store.sanctions():
            index.add(sanction)
        self._index = index
        self.waiting = len(await self.store.reports())

    def refuse_address(self, address: str) -> HandshakeRefusal | None:
        """The refusal of a new connection from a banned network, or None."""
        ban = self._index.at_address(address, self.now())
        if ban is None:
            return None
        self.turned_away += 1
        return HandshakeRefusal(CloseCode.BANNED, HTTPStatus.FORBIDDEN, sanction_text(ban))

    def refuse_player(self, player: int) -> str | None:
        """Why an account may not sign in, in a sentence, or None."""
        ban = self._index.of_player("ban", player, self.now())
        if ban is None:
            return None
        self.turned_away += 1
        return sanction_text(ban)

    def refuse_talk(self, player: int) -> Refuse | None:
        """The refusal of what a silenced player says, or None."""
        silence = self._index.of_player("silence", player, self.now())
        return None if silence is None else Refuse("muted", sanction_text(silence))

    def sanctions(self) -> Sequence[Sanction]:
        """All that are in force, in the order in which they were made."""
        return self._index.all(self.now())

    async def impose(self, sanction: Sanction) -> None:
        """Put a ban or a silence in force. Raises SanctionsFullError or StorageUnavailableError."""
        await self.store.impose(sanction)
        self._index.forget(sanction.made_at)
        self._index.add(sanction)

    async def lift(self, target: str) -> Sequence[Sanction]:
        """Lift the ban and the silence of a target; returns what was in force. Raises StorageUnavailableError."""
        lifted = [each for each in self.sanctions() if each.target == target]
        await self.store.lift(target)
        for each in lifted:
            self._index.remove(each.kind, target)
        return lifted

    async def add_report(self, report: PlayerReport) -> bool:
        """Keep a report; False for another of the same player on the same day. Raises StorageUnavailableError."""
        is_new = await self.store.add_report(report)
        self.waiting = min(self.waiting + is_new, MAX_REPORTS)
        return is_new

    async def clear_reports(self, number: int | None) -> int:
        """Remove the report of a number, or all; returns how many are gone. Raises StorageUnavailableError."""
        gone = await self.store.clear_reports(number)
        self.waiting -= gone
        return gone
