"""A new table, from the words that ask for it: `war scouts auto_flip_s=5 private`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from client.commands.levels import COMPUTER, is_nearly_level, level_of
from client.commands.seats import Against, is_about_seats, seats
from client.drawing.suggest import guess
from client.games import Choice, GameClient
from client.state.defaults import REF, WATCHERS
from client.state.habits import Habits
from client.state.phrases.clocks import clock_of, is_about_time
from client.state.reading import UnreadableTableError, game_of
from client.state.store import Store
from protocol import messages as m

TABLE_WORDS = ("private", "listed", "serious")
WATCH = "watch="


def build_create(words: tuple[str, ...], store: Store, habits: Habits, against: Against) -> m.Create:
    """The message that makes the table; what the words leave out is as it was last time. Raises ValueError.

    Words beyond the game's name are about the seats (`client.commands.seats`), "private" or "listed", "serious", who
    may watch, how long players may take, an option with its value, a value that only one option has, or an option that
    may be so or not.
    """
    sheet = sheet_of(words[0] if words else "", store, habits)
    rest = words[1:]
    options = [word for word in rest if not (is_about_seats(word, sheet) or is_about_table(word))]
    held = seats(rest, sheet, habits, against)
    return m.Create(
        ref=REF,
        game=sheet.name,
        options=_options(sheet, options, habits, held),
        seats=held,
        listed="private" not in rest and "open" in held,
        serious="serious" in rest,
        watch=_watchers(rest),
        clock=clock_of(rest),
    )


def is_about_table(word: str) -> bool:
    """Whether a word says what the table is like, whichever game is played there."""
    return word in TABLE_WORDS or word.startswith(WATCH) or is_about_time(word)


def sheet_of(name: str, store: Store, habits: Habits) -> m.GameInfo:
    """The game of that name, or where none is named the one played last, or the first. Raises ValueError."""
    if not store.games:
        raise ValueError("There is no connection to the server now. Try again in a moment.")
    wanted = name or habits.game
    for sheet in store.games:
        if wanted.lower() in (sheet.name, sheet.title.lower()):
            return sheet
    meant = [sheet for sheet in store.games if sheet.name.startswith(name.lower())]
    if name and len(meant) == 1:
        return meant[0]
    if name:
        names = [known.name for known in store.games]
        end = guess(name, names, f"; there is {', '.join(names)}.")
        raise ValueError(f"There is no game {name[:40]!r} here{end}")
    return store.games[0]


def options_of(game: GameClient, habits: Habits) -> Any:  # noqa: ANN401 - the game's own type
    """A game's options as they were chosen last, but for what was meant for one game alone; or its defaults."""
    try:
        return game.fresh(msgspec.convert(habits.options.get(game.name, {}), game.Options))
    except msgspec.ValidationError:
        return game.Options()


def _watchers(words: tuple[str, ...]) -> m.Watching:
    """Who may watch, as the last word about it says. Raises ValueError."""
    said = next((word.removeprefix(WATCH) for word in reversed(words) if word.startswith(WATCH)), WATCHERS[0])
    try:
        who: m.Watching = msgspec.convert(said, m.Watching)
    except msgspec.ValidationError:
        raise ValueError(f"{WATCH} takes {', '.join(WATCHERS[:-1])} or {WATCHERS[-1]}.") from None
    return who


def _options(sheet: m.GameInfo, words: list[str], habits: Habits, held: tuple[str, ...]) -> dict[str, Any]:
    try:
        game = game_of(sheet.name)
    except UnreadableTableError:
        return {}
    chosen: dict[str, Any] = msgspec.to_builtins(options_of(game, habits))
    if any(seat.startswith(COMPUTER) for seat in held):
        chosen |= {choice.field: choice.with_computers for choice in game.choices if choice.with_computers is not None}
    for word in words:
        choice, value = _choice_of(word, game, sheet)
        chosen[choice.field] = value
    try:
        return dict(msgspec.to_builtins(msgspec.convert(chosen, game.Options)))
    except msgspec.ValidationError as error:
        raise ValueError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def _choice_of(word: str, game: GameClient, sheet: m.GameInfo) -> tuple[Choice, Any]:
    """The option that a word such as "variant=scouts", "scouts" or "winnable" is about, and its value."""
    field, _, written = word.rpartition("=")
    found = [
        (choice, value) for choice in game.choices if field in ("", choice.field) for value in _values(choice, written)
    ]
    if len(found) == 1 or (found and field):
        return found[0]
    if meant := next((choice for choice in game.choices if choice.field == word and True in choice.values), None):
        return meant, True
    if not field and is_nearly_level(word, sheet):
        level_of(word, sheet)
    end = guess(word, _names(game), f"; there is {', '.join(_offered(game))}.")
    raise ValueError(f"{word[:40]!r} is no option of this game{end}")


def _values(choice: Choice, written: str) -> Iterator[Any]:
    """The values that a text names; any number will do where the values are numbers."""
    for value, label in choice.values.items():
        if written.lower() in (str(value).lower(), label.lower()):
            yield value
            return
    if written.isdecimal() and all(type(value) is int for value in choice.values):
        yield int(written)


def _names(game: GameClient) -> Iterator[str]:
    """Every word for an option or a value: the option, the value alone, and both."""
    for choice in game.choices:
        yield choice.field
        for value in choice.values:
            yield from (str(value), f"{choice.field}={value}")


def _offered(game: GameClient) -> list[str]:
    return [f"{choice.field}={'|'.join(str(value) for value in choice.values)}" for choice in game.choices]
