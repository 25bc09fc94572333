"""Finished games: their transcripts, and the list of a player's games."""

from __future__ import annotations

from typing import Any, Literal

from protocol.messages.fields import Code, Count, Kind, Message, MessagePart, Name, Ref, TableCode
from protocol.messages.table import Ending


class GetTranscript(Message, frozen=True, tag="transcribe"):
    """Ask for the transcript of game `number` of a room, which is over, without its first `after` events.

    Number 0 stands for the last that is over.

    Answered by Transcript or Refused, with the same `ref`.
    """

    ref: Ref
    room: Code
    number: Count
    after: Count


class GetHistory(Message, frozen=True, tag="look-back"):
    """Ask for the player's finished games, newest first: only those of `game` or of `room`, or None for all.

    With `before`, only those that PastGames lists after that number. Answered by PastGames or Refused, with the same
    `ref`.
    """

    ref: Ref
    game: Name | None
    room: Code | None
    before: Count | None


class GetPastGame(Message, frozen=True, tag="reread"):
    """Ask for the transcript of one of the player's finished games, without its first `after` events.

    `past` is its number in PastGames; its room need not exist any more. Answered as GetTranscript is.
    """

    ref: Ref
    past: Count
    after: Count


class TranscriptPlayer(MessagePart, frozen=True):
    """The occupant of a seat when the game began: a person by name, or a computer by level."""

    kind: Literal["person", "computer"]
    name: str


class GameEvent(MessagePart, frozen=True):
    """An event of a game, for one seat or for all: a move's text, or why a seat gave up."""

    kind: Kind
    seat: int | None
    text: str


class EarlierDeal(MessagePart, frozen=True):
    """An earlier dealing of a room: its number, the server's commitment, and the secret."""

    deal: int
    commitment: str
    secret: str


class Transcript(Message, frozen=True, tag="transcript"):
    """All that happened in a finished game, in pages: enough to replay it and to check every card.

    `version` is that of the game's rules, and `chain` that of the chain; `deal`, `commitment`, `parts`, `hashes`,
    `shares` and `secret` are those of its Deal. By seat, `name_hashes` are what the chain has of people's names since
    version 2, and `name_salts` what opens them; without a salt the name is withheld, as that account was deleted.
    `earlier` lists the dealings before it, up to the last 64. `events` are those after the first `after`, of `count` in
    all. The reason of the `ending` is as an event has it.
    """

    ref: int
    room: TableCode
    number: int
    game: str
    version: int
    options: dict[str, Any]
    players: tuple[TranscriptPlayer, ...]
    deal: int
    commitment: str
    parts: tuple[bool, ...]
    hashes: tuple[str | None, ...]
    shares: tuple[str | None, ...]
    secret: str
    earlier: tuple[EarlierDeal, ...]
    count: int
    after: int
    events: tuple[GameEvent, ...]
    ending: Ending
    chain: int = 1
    name_hashes: tuple[str | None, ...] = ()
    name_salts: tuple[str | None, ...] = ()


class PastGame(MessagePart, frozen=True):
    """A finished game of yours, numbered by `past` for as long as the server keeps its results.

    It was game `number` in `room`, and yours was `seat`. `ended` is when, in seconds since 1970 (UTC) by the server's
    clock, or None if it keeps no times; `seconds` is how long it lasted, and `moves` how many were made. `commitment`
    is that of its Deal, which no other game has. docs/protocol.md says under Ratings when a game is `rated`.
    """

    past: int
    room: TableCode
    number: int
    game: str
    options: dict[str, Any]
    players: tuple[TranscriptPlayer, ...]
    seat: int
    ending: Ending
    ended: int | None
    seconds: float
    moves: int
    serious: bool
    rated: bool
    commitment: str


class PastGames(Message, frozen=True, tag="past-games"):
    """Your finished games, newest first, at most 50; with `more`, others follow the last of them."""

    ref: int
    games: tuple[PastGame, ...]
    more: bool
