"""The server's messages to one signed-in player: who they are, what is played here, and why a command is refused."""

from __future__ import annotations

from protocol.messages.fields import Message, MessagePart, Question, RefusalCode


class Level(MessagePart, frozen=True):
    """A computer player of a game: its name, and a sentence about how it plays."""

    name: str
    about: str


class GameInfo(MessagePart, frozen=True):
    """A game this server hosts: how many can play, its computer levels, weakest first, and the topics of Consult."""

    name: str
    title: str
    min_seats: int
    max_seats: int
    levels: tuple[Level, ...]
    consults: tuple[Question, ...]


class Welcome(Message, frozen=True, tag="welcome"):
    """You are signed in as `name`. Keep `token` secret, and show it to return as the same player.

    Each Welcome has a new one. The one you showed stays valid until the new one is shown.
    A Table follows for each room in `seated`, where you hold a seat.
    """

    name: str
    token: str
    server: str
    games: tuple[GameInfo, ...]
    seated: tuple[str, ...]


class Named(Message, frozen=True, tag="named"):
    """You go by `name` now."""

    name: str


class Token(Message, frozen=True, tag="token"):
    """All your earlier tokens are revoked; keep this one instead."""

    token: str


class Refused(Message, frozen=True, tag="refused"):
    """A command was refused and nothing changed. The connection stays open.

    `about` is the refused command's type; `ref` and `room` are the command's own, or None if it has none.
    `retry_after_s` is in seconds, or None if waiting does not help.
    """

    code: RefusalCode
    text: str
    about: str
    ref: int | None
    room: str | None
    retry_after_s: float | None


class Notice(Message, frozen=True, tag="notice"):
    """A sentence from the server to everyone, such as that it is about to restart."""

    text: str
