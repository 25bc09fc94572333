"""What a command line may become when Tab is pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from client import tours
from client.commands.levels import names_of
from client.commands.new_table import WATCH
from client.commands.seats import SEAT_WORDS
from client.commands.table import VERBS, CommandContext
from client.commands.verbs.chat import ALL_WHO_WATCH
from client.commands.verbs.moves import PACES
from client.drawing.palettes import PALETTES
from client.drawing.themes import THEMES
from client.state.defaults import WATCHERS
from client.state.moves import moves
from client.state.reading import UnreadableTableError, game_of

Offer = Callable[[CommandContext], Iterable[str]]


def complete(line: str, place: CommandContext) -> tuple[str, ...]:
    """The lines that what is typed may become, in alphabetical order."""
    *before, last = line.split(" ")
    if not before:
        return tuple(name for name in sorted((*_names(), *moves(place.store))) if name.startswith(last.lower()))
    offered = _ARGUMENTS.get(before[0].lower(), _always())(place)
    head = " ".join(before)
    return tuple(f"{head} {word}" for word in sorted(set(offered)) if word.lower().startswith(last.lower()))


def _names() -> Iterable[str]:
    return (verb.name for verb in VERBS.values() if verb.about)


def _always(*words: str) -> Offer:
    return lambda _: words


def _for_a_new_table(place: CommandContext) -> Iterable[str]:
    for sheet in place.store.games:
        yield from (sheet.name, *names_of(sheet))
        yield from _options(sheet.name)
    yield from (*SEAT_WORDS, "serious", *(f"{WATCH}{who}" for who in WATCHERS))


def _options(name: str) -> Iterable[str]:
    try:
        game = game_of(name)
    except UnreadableTableError:
        return ()
    return (f"{choice.field}={value}" for choice in game.choices for value in choice.values)


def _codes(which: Literal["open", "live"]) -> Offer:
    return lambda place: [listing.room for listing in (getattr(place.store.lobby, which, ()) or ())]


def _speakers(place: CommandContext) -> Iterable[str]:
    return {line.who for line in place.store.here.lines if line.who and not line.yours}


def _people(place: CommandContext) -> Iterable[str]:
    """Everybody in the lobby but oneself."""
    lobby = place.store.lobby
    return (name for name in (lobby.people if lobby else ()) if name != place.store.name)


def _challengers(place: CommandContext) -> Iterable[str]:
    return (each.who for each in place.store.matching.challenges)


_ARGUMENTS: dict[str, Offer] = {
    "play": _for_a_new_table,
    "new": lambda place: (*_for_a_new_table(place), "private"),
    "quick": lambda place: [sheet.name for sheet in place.store.games],
    "challenge": lambda place: (*_people(place), *_for_a_new_table(place)),
    "accept": _challengers,
    "refuse": _challengers,
    "stats": lambda place: [sheet.name for sheet in place.store.games],
    "levels": lambda place: [sheet.name for sheet in place.store.games],
    "join": _codes("open"),
    "watch": _codes("live"),
    "open": lambda place: (*place.store.rooms, "network"),
    "close": _always("table", "network"),
    "move": lambda place: moves(place.store),
    "auto": _always(*map(str, PACES), "off"),
    "leave": _always("anyway"),
    "mute": _speakers,
    "unmute": lambda place: [each.name for each in place.habits.muted],
    "hush": lambda place: (*_speakers(place), ALL_WHO_WATCH),
    "fill": lambda place: [level for sheet in place.store.games for level in names_of(sheet)],
    "palette": _always(*PALETTES),
    "learn": _always(*tours.names()),
    "rules": lambda place: [sheet.name for sheet in place.store.games],
    "theme": _always(*THEMES),
    "sound": _always("on", "off"),
    "motion": _always("on", "off"),
    "mouse": _always("on", "off"),
}
