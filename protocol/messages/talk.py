"""What the server passes on of what people say."""

from __future__ import annotations

from protocol.messages.fields import Message, MessagePart, SpeakerRole


class Line(MessagePart, frozen=True):
    """What somebody said `age_s` seconds before the message was made, and whether that was you.

    `player` is the speaker's number on this server, whatever they are called. Where the house says it, that is 0 and
    `who` is empty.
    """

    who: str
    player: int
    text: str
    manner: SpeakerRole
    age_s: float
    yours: bool


class Talk(Message, frozen=True, tag="talk"):
    """What was said lately at a table that you follow, or in the hall where `room` is None, oldest first.

    It comes when you come there, unless nobody has said anything, and replaces what you have heard there before.
    """

    room: str | None
    lines: tuple[Line, ...]


class Heard(Message, frozen=True, tag="heard"):
    """Somebody says something at a table that you follow, or in the hall where `room` is None."""

    room: str | None
    line: Line
