"""The interface of a connected player that rooms and chats send to."""

from __future__ import annotations

from typing import Protocol

from engines.game import Seat
from protocol import messages as m
from server.net.outbox import Outbox


class Recipient(Protocol):
    """A connected player who is sent frames."""

    @property
    def player(self) -> int:
        """The player's number."""

    @property
    def outbox(self) -> Outbox:
        """The send queue of their connection."""


class Requester(Recipient, Protocol):
    """The sender of an input, who is told what came of it; `following` holds the codes of the rooms they follow."""

    following: set[str]

    @property
    def name(self) -> str:
        """Their current name."""

    def entered(self, ref: int | None, code: str, seat: Seat | None) -> None:
        """Tell them that they follow the room now, from a seat or as a spectator."""

    def refused(self, refusal: m.Refused) -> None:
        """Tell them that their input was refused."""

    def advised(self, advice: m.Advice) -> None:
        """Send them the hint they asked for."""

    def transcribed(self, transcript: m.Transcript) -> None:
        """Send them the transcript they asked for."""

    def left(self, code: str, reason: str) -> None:
        """Tell them that they no longer follow the room, and why."""
