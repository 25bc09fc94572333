"""What people say, as the server passes it on."""

from __future__ import annotations

from protocol.messages.fields import Message, MessagePart, SpeakerRole, TableCode


class Line(MessagePart, frozen=True):
    """A line that somebody said `age_s` seconds before the message was made, and whether that was you.

    `player` is the speaker's number on this server, which does not depend on their name. For the server's own lines it
    is 0 and `who` is empty.
    """

    who: str
    player: int
    text: str
    manner: SpeakerRole
    age_s: float
    yours: bool


class Talk(Message, frozen=True, tag="talk"):
    """What was said lately in a room that you follow, or in the lobby if `room` is None, oldest first.

    It is sent when you arrive there, unless nobody has said anything, and replaces what you have received there before.
    """

    room: TableCode | None
    lines: tuple[Line, ...]


class Heard(Message, frozen=True, tag="heard"):
    """Somebody says something in a room that you follow, or in the lobby if `room` is None."""

    room: TableCode | None
    line: Line


class Reported(Message, frozen=True, tag="reported"):
    """Your report of the player who is called `name` is kept for whoever runs the server."""

    name: str
