"""Completes command lines on Tab."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from client import tours
from client.commands.levels import middle_name, names_of
from client.commands.new_table import WATCH
from client.commands.seats import SEAT_WORDS
from client.commands.verb_table import VERBS, CommandContext
from client.commands.verbs.moves import PACES
from client.commands.verbs.people import ALL_WHO_WATCH
from client.drawing.palettes import PALETTES
from client.drawing.themes import THEMES
from client.state.defaults import WATCHERS
from client.state.moves import legal_moves
from client.state.reading import known_game

Offer = Callable[[CommandContext], Iterable[str]]


def complete(line: str, context: CommandContext) -> tuple[str, ...]:
    """The completions of a typed line, in alphabetical order."""
    *before, last = line.split(" ")
    if not before:
        return tuple(name for name in sorted((*_names(), *legal_moves(context.store))) if name.startswith(last.lower()))
    offers = _FIRST_ARGUMENTS if len(before) == 1 else {}
    words = {**_ARGUMENTS, **offers}.get(before[0].lower(), _fixed())(context)
    head = " ".join(before)
    return tuple(f"{head} {word}" for word in sorted(set(words)) if word.lower().startswith(last.lower()))


def _names() -> Iterable[str]:
    return (verb.name for verb in VERBS.values() if verb.about)


def _fixed(*words: str) -> Offer:
    return lambda _: words


def _new_table_words(context: CommandContext) -> Iterable[str]:
    for info in context.store.games:
        yield from (info.name, *names_of(info), *map(middle_name, info.numbered))
        yield from _options(info.name)
    yield from (*SEAT_WORDS, "serious", *(f"{WATCH}{who}" for who in WATCHERS))


def _options(name: str) -> Iterable[str]:
    game = known_game(name)
    return (f"{choice.field}={value}" for choice in (game.setup.choices if game else ()) for value in choice.values)


def _codes(which: Literal["open", "live"]) -> Offer:
    return lambda context: [listing.room for listing in (getattr(context.store.lobby, which, ()) or ())]


def _speakers(context: CommandContext) -> Iterable[str]:
    return {line.who for line in context.store.here.lines if line.who and not line.yours}


def _games(context: CommandContext) -> Iterable[str]:
    return (info.name for info in context.store.games)


def _people(context: CommandContext) -> Iterable[str]:
    """Everybody in the lobby but the player."""
    lobby = context.store.lobby
    return (name for name in (lobby.people if lobby else ()) if name != context.store.name)


def _challengers(context: CommandContext) -> Iterable[str]:
    return (each.who for each in context.store.matching.challenges)


_ARGUMENTS: dict[str, Offer] = {
    "play": _new_table_words,
    "new": lambda context: (*_new_table_words(context), "private"),
    "quick": _games,
    "challenge": _new_table_words,
    "accept": _challengers,
    "refuse": _challengers,
    "stats": _games,
    "levels": _games,
    "join": _codes("open"),
    "watch": _codes("live"),
    "open": lambda context: (*context.store.rooms, "network"),
    "close": _fixed("table", "network"),
    "move": lambda context: legal_moves(context.store),
    "auto": _fixed(*map(str, PACES), "off"),
    "leave": lambda context: (*context.store.rooms, "anyway"),
    "resign": _fixed("anyway"),
    "mute": _speakers,
    "unmute": lambda context: [each.name for each in context.habits.muted],
    "report": lambda context: (*_speakers(context), *_people(context)),
    "hush": lambda context: (*_speakers(context), ALL_WHO_WATCH),
    "fill": lambda context: [level for info in context.store.games for level in names_of(info)],
    "palette": _fixed(*PALETTES),
    "learn": _fixed(*tours.names()),
    "rules": _games,
    "theme": _fixed(*THEMES),
    "sound": _fixed("on", "off"),
    "motion": _fixed("on", "off"),
    "mouse": _fixed("on", "off"),
}

_FIRST_ARGUMENTS: dict[str, Offer] = {"play": _games, "new": _games, "challenge": _people}
"""What comes first where more than one kind of argument may follow."""
