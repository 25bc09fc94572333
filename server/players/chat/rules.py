"""Chat in one place, the lobby or a room, as a frozen value: what may be said, and who hears it.

Chat is no input: it is kept in memory alone, so no game can depend on it, and a restart forgets it and who was muted.
While a serious game is under way its players do not hear who watches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from protocol import messages as m
from protocol.text import LINE_MAX, clean_text, graphemes
from server.players.accounts.lookalikes import fold
from server.room.outputs import Refuse

MAX_LINES = 50
"""How many lines a place remembers, for those who come later."""
OVERHEARD_LINES = 10
"""How many of them go with a report."""


class ChatRefusedError(ValueError):
    """The line is not passed on; `refusal` says why."""

    def __init__(self, code: m.RefusalCode, text: str) -> None:
        super().__init__(text)
        self.refusal = Refuse(code, text)


@dataclass(frozen=True, slots=True)
class Speaker:
    """The player who says something, and whether they only watch."""

    player: int
    name: str
    watches: bool = False


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line said `at` a time, in seconds of any one clock.

    Without a speaker the server says it, `about` some players.
    """

    text: str
    at: float
    speaker: Speaker | None = None
    about: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChatState:
    """The newest lines, oldest first, the players who are muted, and whether only players of the game may talk."""

    lines: tuple[ChatLine, ...] = ()
    muted: frozenset[int] = frozenset()
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Listener:
    """A player who hears, and whether they hear those who watch."""

    player: int
    hears_watchers: bool = True


@dataclass(frozen=True, slots=True)
class Overheard:
    """Who goes by a name in some place, if anybody does, and the newest lines of talk there, oldest first."""

    speaker: Speaker | None = None
    lines: tuple[ChatLine, ...] = ()


def clean_line(written: str, max_characters: int) -> str:
    """The line as it is passed on. Raises ChatRefusedError where it is empty, or longer than `max_characters`.

    Combining marks are no characters of their own, but they are bounded too: a place sends all it remembers to whoever
    comes.
    """
    text = " ".join(clean_text(written).split())  # spaces could set a text where another line would begin
    if not text:
        raise ChatRefusedError("bad-text", "That message is empty.")
    length = graphemes(text)
    if length > max_characters:
        raise ChatRefusedError(
            "bad-text", f"A message can have at most {max_characters} characters; this one has {length}."
        )
    if len(text) > LINE_MAX:
        raise ChatRefusedError(
            "bad-text", f"With its accents, a message can have at most {LINE_MAX} signs; this one has {len(text)}."
        )
    return text


def add_line(state: ChatState, line: ChatLine) -> ChatState:
    """The chat with one more line. Raises ChatRefusedError for a speaker who may not talk here."""
    speaker = line.speaker
    if speaker is not None and speaker.player in state.muted:
        raise ChatRefusedError("muted", "You are muted at this table.")
    if speaker is not None and speaker.watches and state.is_closed:
        raise ChatRefusedError("muted", "Only players can chat at this table.")
    return replace(state, lines=(*state.lines, line)[-MAX_LINES:])


def without_players(state: ChatState, players: Set[int]) -> ChatState:
    """The chat without the lines of some players, or of the server about them."""
    left = tuple([line for line in state.lines if players.isdisjoint(_named(line))])
    return state if len(left) == len(state.lines) else replace(state, lines=left)


def _named(line: ChatLine) -> tuple[int, ...]:
    return line.about if line.speaker is None else (line.speaker.player,)


def set_muted(state: ChatState, player: int, *, on: bool) -> ChatState:
    """The chat in which a player may speak no more, or again."""
    return replace(state, muted=state.muted | {player} if on else state.muted - {player})


def set_watchers_silent(state: ChatState, *, on: bool) -> ChatState:
    """The chat in which those who watch may speak no more, or again."""
    return replace(state, is_closed=on)


def find_speakers(people: Iterable[Speaker], name: str) -> tuple[Speaker, ...]:
    """Those of these people who go by a name, or by one that looks like it, each once."""
    found: dict[int, Speaker] = {}
    for speaker in people:
        if fold(speaker.name) == fold(name):
            found.setdefault(speaker.player, speaker)
    return tuple(found.values())


def speakers(state: ChatState) -> tuple[Speaker, ...]:
    """Everybody whose lines are remembered, the newest first."""
    return tuple(line.speaker for line in reversed(state.lines) if line.speaker is not None)


def overhear(state: ChatState, meant: Sequence[Speaker]) -> Overheard:
    """What goes with a report of the first of these speakers: the newest lines that anybody has said."""
    said = tuple(line for line in state.lines if line.speaker is not None)
    return Overheard(meant[0] if meant else None, said[-OVERHEARD_LINES:])


def may_hear(line: ChatLine, listener: Listener) -> bool:
    """Whether a listener receives a line: all but those of watchers, where they must not hear them."""
    return listener.hears_watchers or line.speaker is None or not line.speaker.watches


def chat_history(state: ChatState, room: str | None, listener: Listener, now: float) -> m.Talk:
    """All remembered lines, as one player hears them at `now`."""
    lines = tuple(line_for(line, listener.player, now) for line in state.lines if may_hear(line, listener))
    return m.Talk(room=room, lines=lines)


def line_for(line: ChatLine, player: int, now: float) -> m.Line:
    """A line as it is sent to a player at `now`."""
    speaker = line.speaker
    return m.Line(
        who=speaker.name if speaker else "",
        player=speaker.player if speaker else 0,
        text=line.text,
        manner="house" if speaker is None else "watcher" if speaker.watches else "player",
        age_s=max(0.0, now - line.at),
        yours=speaker is not None and speaker.player == player,
    )
