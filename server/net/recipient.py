"""What rooms and chats need of a connected player: where their frames go, and what to tell them."""

from __future__ import annotations

from typing import Protocol

from engines.game import Seat
from protocol import messages as m
from server.net.outbox import Outbox


class Recipient(Protocol):
    """A connected player."""

    @property
    def player(self) -> int:
        """The player's number."""

    @property
    def outbox(self) -> Outbox:
        """Where frames for them go."""


class Requester(Recipient, Protocol):
    """Whoever sent an input and wants to hear of it; `following` is the rooms they follow."""

    following: set[str]

    @property
    def name(self) -> str:
        """What they are called now."""

    def entered(self, ref: int | None, code: str, seat: Seat | None) -> None:
        """They follow the room now."""

    def refused(self, refusal: m.Refused) -> None:
        """Their input was refused."""

    def advised(self, advice: m.Advice) -> None:
        """What they asked about their position is answered."""

    def transcribed(self, transcript: m.Transcript) -> None:
        """They are told all that happened in a game."""

    def left(self, code: str, reason: str) -> None:
        """They follow the room no longer."""
