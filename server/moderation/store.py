"""The interface of where bans, silences and reports are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from server.moderation.reports import PlayerReport
from server.moderation.sanctions import Sanction


class KnownPlayer(NamedTuple):
    """An account's number, and what it is called now."""

    player: int
    name: str


class SanctionsFullError(Exception):
    """There are as many bans or silences as there may be."""


class ModerationStore(Protocol):
    """Each of its methods raises StorageUnavailableError where the disk refuses."""

    async def find_player(self, name: str) -> KnownPlayer | None:
        """The account of a name, or of one that looks like it."""

    async def player_of(self, player: int) -> KnownPlayer | None:
        """The account of a number."""

    async def sanctions(self) -> Sequence[Sanction]:
        """All that are kept, those that are over among them."""

    async def impose(self, sanction: Sanction) -> None:
        """Keep a ban or a silence, in place of an earlier one for the same target; those that are over go.

        Raises SanctionsFullError.
        """

    async def lift(self, target: str) -> None:
        """Remove the ban and the silence of a target."""

    async def add_report(self, report: PlayerReport) -> bool:
        """Keep a report; False where its reporter has reported the same player within a day. The oldest gives way."""

    async def reports(self) -> Sequence[PlayerReport]:
        """Those that were not cleared, oldest first."""

    async def clear_reports(self, number: int | None) -> int:
        """Remove the report of a number, or all; returns how many are gone."""
