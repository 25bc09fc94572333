"""What people say, who may, and reports of it."""

from __future__ import annotations

from protocol.messages.fields import Code, Count, Message, MessagePart, Name, SpeakerRole, TableCode


class Say(Message, frozen=True, tag="say"):
    """Say something to everybody in a room that the player follows, or in the lobby if `room` is None.

    Everybody there gets Heard, the speaker included; a line that is too long is Refused.
    """

    room: Code | None
    text: str


class Mute(Message, frozen=True, omit_defaults=True, tag="mute"):
    """Stop the player of that name from talking in this room, or allow it again; only its host may.

    Without a name it is for everybody who only watches. `seat` is where the player sits, as in Kick.
    """

    room: Code
    name: Name | None
    on: bool
    seat: Count | None = None


class ReportPlayer(Message, frozen=True, tag="report"):
    """Report the player of that name to whoever runs the server, with a reason or an empty text.

    `room` is the table where it happened, or None. The newest lines of talk there, if the player follows it, go with
    the report. Answered by Reported or Refused.
    """

    name: Name
    text: str
    room: Code | None


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
