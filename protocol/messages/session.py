"""What the server says to whoever is signed in: who they are, what is played there, why a command is refused."""

from __future__ import annotations

from protocol.messages.fields import Message, MessagePart, Question, RefusalCode


class Level(MessagePart, frozen=True):
    """A computer player of a game: what it is called, and a sentence about how it plays."""

    name: str
    about: str


class GameInfo(MessagePart, frozen=True):
    """A game this server hosts: how many play it, its computer players, weakest first, and what `consult` can ask."""

    name: str
    title: str
    min_seats: int
    max_seats: int
    levels: tuple[Level, ...]
    consults: tuple[Question, ...]


class Welcome(Message, frozen=True, tag="welcome"):
    """You are signed in, as `name`. Keep `token` secret and show it to come back as the same player.

    It is another each time. The one you showed is good until this one is shown.
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
    """Every token you had is void; keep this one instead."""

    token: str


class Refused(Message, frozen=True, tag="refused"):
    """A command was refused and nothing changed. The connection lives.

    `about` is the refused command's type; `ref` and `room` are the command's own, or None where it has none.
    `retry_after_s` is in seconds, or None where waiting does not help.
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
