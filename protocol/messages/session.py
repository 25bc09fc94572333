"""Signing in, and what the server answers at once: its games, refusals and notices."""

from __future__ import annotations

from typing import Annotated

import msgspec

from protocol.messages.fields import (
    DeviceName,
    Hash,
    LinkText,
    Message,
    MessagePart,
    Name,
    OptionKind,
    PublicKey,
    PublicUrl,
    Question,
    RefusalCode,
    Signature,
    Text,
    WindowText,
)


class Hello(Message, frozen=True, omit_defaults=True, tag="hello"):
    """Sign in: always the first message, and only the first.

    `token` is what an earlier Welcome gave, or None for a newcomer. `name` is the player's name; the server may add to
    it if another player has it. `client` names the program, `deals` says whether it takes part in dealing, and `bot`
    whether it plays by itself, which everybody in the lobby is shown. `updates` says whether it takes
    TableUpdate; where that is left out, as by clients that know nothing of it, each change comes as a whole Table.

    With a `key` the server answers by SignInChallenge, and Welcome follows Prove. A key that is known signs its player
    in, whatever `token` says; one that is new becomes that of the token's player, or else a newcomer's. With a `link`
    it becomes that of the player whose device asked for the code, and nobody is made a newcomer. `device` is what to
    call this machine in the player's own list. Unless it `replaces` it, a connection of the player's from another
    `window` stays, and this one is closed; `window` is a text that a program draws once, so that it replaces its own
    connection after a lost line. With `query` it only asks, beside the connection that plays, and makes no newcomer.
    A client that `looks` says by Look what its player looks at.
    """

    name: Name
    token: Annotated[str, msgspec.Meta(max_length=64)] | None
    client: Text
    deals: bool
    bot: bool
    updates: bool = False
    key: PublicKey | None = None
    link: LinkText | None = None
    device: DeviceName = ""
    replaces: bool = True
    looks: bool = False
    window: WindowText = ""
    query: bool = False


class Prove(Message, frozen=True, tag="prove"):
    """Sign the nonce of SignInChallenge with the key that Hello names. Answered by Welcome."""

    signature: Signature


class SignInChallenge(Message, frozen=True, tag="sign-in-challenge"):
    """Prove that the key in Hello is yours: `nonce` is 32 random bytes, drawn for this connection."""

    nonce: Hash


class Level(MessagePart, frozen=True):
    """A computer player of a game: its name, and a sentence about how it plays."""

    name: str
    about: str


class NumberedLevel(MessagePart, frozen=True):
    """A computer player of a game with a number in its name: `NAME-NUMBER`, the number from `least` to `most`."""

    name: str
    least: int
    most: int
    about: str


class OptionInfo(MessagePart, frozen=True):
    """An option of a game: what it takes, its default, and a sentence about it.

    A choice is one of `values`, an integer from `least` to `most`; what belongs to another kind is empty or None.
    """

    name: str
    kind: OptionKind
    values: tuple[str, ...]
    least: int | None
    most: int | None
    default: str | int | bool
    about: str


class GameInfo(MessagePart, frozen=True):
    """A game this server hosts: how many can play, its computer players, the topics of Consult, and its options.

    `levels` are weakest first. `is_rated` says whether its games count for ratings, and `computers_begin` whether
    computers sit before people at a table's first game.
    """

    name: str
    title: str
    min_seats: int
    max_seats: int
    levels: tuple[Level, ...]
    numbered: tuple[NumberedLevel, ...]
    consults: tuple[Question, ...]
    is_rated: bool
    computers_begin: bool
    options: tuple[OptionInfo, ...]


class Welcome(Message, frozen=True, tag="welcome"):
    """You are signed in as `name`. Keep `token` secret, and show it to return as the same player.

    Each Welcome has a new one. The one you showed stays valid until the new one is shown.
    A Table follows for each room in `seated`, where you hold a seat. Who signed in by a key has no token: it is empty.
    `public_urls` say how others reach this server, as far as its owner has told it: for clients (`wss`), by ssh, and by
    a page in the browser (`https`), at most one of each; `ssh CODE@HOST` and the page's address with `#CODE` behind it
    go to a table.
    """

    name: str
    token: str
    server: str
    games: tuple[GameInfo, ...]
    seated: tuple[str, ...]
    public_urls: Annotated[tuple[PublicUrl, ...], msgspec.Meta(max_length=3)] = ()


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
    """A sentence from the server to everyone, such as that it is about to restart, or to this player alone."""

    text: str
