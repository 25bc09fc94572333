"""What people say to each other in one place, the hall or a room, as a frozen value.

Talk is kept in memory alone: it moves nothing in a game, and a restart forgets it, and with it who was muted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from protocol import messages as m
from protocol.text import LINE_MAX, cleaned, graphemes
from server.players.accounts.names import fold
from server.room.outputs import Refuse

KEPT = 50
"""How many lines a place remembers, for those who come later."""


class ChatRefusedError(ValueError):
    """The line is not passed on; `refusal` says why."""

    def __init__(self, code: m.RefusalCode, text: str) -> None:
        """Refuse with a sentence."""
        super().__init__(text)
        self.refusal = Refuse(code, text)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who says something: a player by number and name, who may be one that only watches."""

    player: int
    name: str
    watches: bool = False


@dataclass(frozen=True, slots=True)
class ChatLine:
    """What was said `at` a time, in seconds of any one clock; without a speaker it is the house that says it."""

    text: str
    at: float
    speaker: Speaker | None = None


@dataclass(frozen=True, slots=True)
class ChatState:
    """The newest lines, oldest first, the players who are muted, and whether only players of the game may talk."""

    lines: tuple[ChatLine, ...] = ()
    muted: frozenset[int] = frozenset()
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears: a player's number, and whether those who watch are out of their hearing."""

    player: int
    hears_watchers: bool = True


def clean_line(written: str, most: int) -> str:
    """What was written as it is passed on. Raises NotSaid where that is nothing, or more than `most` characters.

    Marks are no characters of their own, but not for nothing: what a place remembers is told whole to whoever comes.
    """
    text = " ".join(cleaned(written).split())  # spaces could set a text where another line would begin
    if not text:
        raise ChatRefusedError("bad-text", "There is nothing in that to say.")
    length = graphemes(text)
    if length > most:
        raise ChatRefusedError("bad-text", f"A line of talk has at most {most} characters; this one has {length}.")
    if len(text) > LINE_MAX:
        raise ChatRefusedError("bad-text", f"That line has {len(text)} signs with its marks; {LINE_MAX} are the most.")
    return text


def add_line(talk: ChatState, line: ChatLine) -> ChatState:
    """The talk with one more line. Raises NotSaid for a speaker who may not talk here."""
    speaker = line.speaker
    if speaker is not None and speaker.player in talk.muted:
        raise ChatRefusedError("muted", "You are muted at this table.")
    if speaker is not None and speaker.watches and talk.is_closed:
        raise ChatRefusedError("muted", "Only players talk at this table.")
    return replace(talk, lines=(*talk.lines, line)[-KEPT:])


def set_muted(talk: ChatState, player: int, *, on: bool) -> ChatState:
    """The talk in which a player may speak no more, or again."""
    return replace(talk, muted=talk.muted | {player} if on else talk.muted - {player})


def set_watchers_silent(talk: ChatState, *, on: bool) -> ChatState:
    """The talk in which those who watch may speak no more, or again."""
    return replace(talk, is_closed=on)


def find_speaker(people: Iterable[Speaker], name: str) -> Speaker | None:
    """Whoever of these goes by a name, or by one that looks like it."""
    return next((speaker for speaker in people if fold(speaker.name) == fold(name)), None)


def speakers(talk: ChatState) -> tuple[Speaker, ...]:
    """Everybody who has said something that is remembered, the newest first."""
    return tuple(line.speaker for line in reversed(talk.lines) if line.speaker is not None)


def may_hear(line: ChatLine, ear: Listener) -> bool:
    """Whether a line is told to somebody: all are, but those of watchers to who must not hear them."""
    return ear.hears_watchers or line.speaker is None or not line.speaker.watches


def chat_history(talk: ChatState, room: str | None, ear: Listener, now: float) -> m.Talk:
    """All that is remembered, as one person hears it at `now`."""
    lines = tuple(line_for(line, ear.player, now) for line in talk.lines if may_hear(line, ear))
    return m.Talk(room=room, lines=lines)


def line_for(line: ChatLine, player: int, now: float) -> m.Line:
    """A line as it is told to a player at `now`."""
    speaker = line.speaker
    return m.Line(
        who=speaker.name if speaker else "",
        player=speaker.player if speaker else 0,
        text=line.text,
        manner="house" if speaker is None else "watcher" if speaker.watches else "player",
        age_s=max(0.0, now - line.at),
        yours=speaker is not None and speaker.player == player,
    )
