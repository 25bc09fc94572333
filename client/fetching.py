"""A game that nobody kept on this machine: asked of its server, page by page, while the table is still there."""

from __future__ import annotations

import msgspec

from client.exits import Exit
from client.inquiry import Answer, Ask
from client.store import Happening, Store
from protocol import messages as m
from protocol.witness import Saved, Witness

REF = 0
CODE_LENGTH = 4
MAX_EVENTS = 50_000
"""Longer games are not asked for to their end."""


class Fetching:
    """What asks for the transcript of a table's game; of its newest that is over, where `number` is None.

    Mutable: it collects what comes. `told` is whole once the question is answered.
    """

    def __init__(self, room: str, number: int | None) -> None:
        """Begin knowing nothing."""
        self.told: m.Transcript | None = None
        self._room = room
        self._number = number

    def follow(self, happening: Happening, store: Store) -> Ask | Answer | None:  # noqa: ARG002 - others need it
        """Look at the table where that has to tell the number, then ask for page after page."""
        match happening:
            case m.Welcome() if self._number is None:
                return Ask((m.Watch(ref=REF, room=self._room),))
            case m.Welcome():
                return self._next()
            case m.Table(room=room) if room == self._room and self._number is None:
                self._number = happening.number - (happening.phase != "over")
                return self._next() if self._number > 0 else Answer(f"No game at table {room} is over.", Exit.FAILURE)
            case m.Transcript():
                return self._paged(happening)
            case m.Refused(text=text):
                return Answer(text, Exit.FAILURE)
        return None

    @property
    def saved(self) -> bytes:
        """The game as a file has it, of which this program has seen nothing itself."""
        assert self.told is not None, "it is asked for first"
        return msgspec.json.encode(Saved("parlour transcript 1", "", self.told, Witness()))

    def _next(self) -> Ask:
        assert self._number is not None, "the table has told it"
        known = len(self.told.events) if self.told else 0
        return Ask((m.Transcribe(ref=REF, room=self._room, number=self._number, after=known),))

    def _paged(self, page: m.Transcript) -> Ask | Answer:
        before = self.told.events if self.told else ()
        self.told = msgspec.structs.replace(page, after=0, events=(*before, *page.events))
        if len(self.told.events) == page.count:
            return Answer("")
        if not page.events or page.after != len(before) or page.count > MAX_EVENTS:
            return Answer("The server does not tell the whole game.", Exit.FAILURE)
        return self._next()


def fetching(named: str) -> Fetching | None:
    """What asks for a game named by its table, as in KQFM, or with its number, as in KQFM-2; None for other names."""
    room, dash, number = named.upper().partition("-")
    is_code = len(room) == CODE_LENGTH and room.isascii() and room.isalnum()
    if not is_code or (dash and not (number.isdecimal() and len(number) < CODE_LENGTH * 2)):
        return None
    return Fetching(room, int(number) if number else None)
