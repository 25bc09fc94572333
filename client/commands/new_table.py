"""Reads the words for a new table: `war scouts auto_flip_s=5 private`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from client.commands.levels import COMPUTER, level_of, names_of
from client.commands.seats import Against, is_about_seats, seats
from client.drawing.grammar import read_number
from client.drawing.suggest import guess, nearest
from client.games.spec import Choice, GameClient
from client.state.defaults import REF, WATCHERS
from client.state.habits import Habits
from client.state.phrases.clocks import clock_of, is_about_time
from client.state.reading import game_of, known_game
from client.state.store import Store
from engines.options import read_options
from protocol import messages as m

TABLE_WORDS = ("private", "listed", "serious")
WATCH = "watch="


def build_create(words: tuple[str, ...], store: Store, habits: Habits, against: Against) -> m.Create:
    """Build the message that makes the table; what the words leave out is as last time. Raises ValueError.

    Words after the game's name are about the seats (`client.commands.seats`), "private" or "listed", "serious", who may
    watch, the time limits, an option with its value, a value that only one option has, or an option that is a switch.
    """
    info = find_game(words[0] if words else "", store, habits)
    rest = words[1:]
    options = [word for word in rest if not (is_about_seats(word, info) or is_about_table(word))]
    held = seats(rest, info, habits, against)
    return m.Create(
        ref=REF,
        game=info.name,
        options=_options(info, options, habits, held),
        seats=held,
        listed="private" not in rest and "open" in held,
        serious="serious" in rest,
        watch=_watchers(rest),
        clock=clock_of(rest),
    )


def is_about_table(word: str) -> bool:
    """Whether a word is about the table, whichever game is played there."""
    return word in TABLE_WORDS or word.startswith(WATCH) or is_about_time(word)


def find_game(name: str, store: Store, habits: Habits) -> m.GameInfo:
    """The game of that name; without a name the one played last, or the first. Raises ValueError."""
    if not store.games:
        raise ValueError("You're not connected to the server. Try again in a moment.")
    wanted = name or habits.game
    for info in store.games:
        if wanted.lower() in (info.name, info.title.lower()):
            return info
    meant = [info for info in store.games if info.name.startswith(name.lower())]
    if name and len(meant) == 1:
        return meant[0]
    if name:
        names = [each.name for each in store.games]
        end = guess(name, names, f". Games: {', '.join(names)}.")
        raise ValueError(f"There's no game {name[:40]!r} here{end}")
    return store.games[0]


def check_known(game: str) -> None:
    """Raise ValueError with a sentence if this program cannot show a game, so that nobody sits down at it blindly."""
    game_of(game)


def options_of(game: GameClient, habits: Habits) -> Any:  # noqa: ANN401 - the game's own type
    """A game's options of last time, without those meant for one game only; or its defaults."""
    try:
        return game.setup.fresh(msgspec.convert(habits.options.get(game.name, {}), game.Options))
    except msgspec.ValidationError:
        return game.Options()


def _watchers(words: tuple[str, ...]) -> m.Watching:
    """Who may watch, by the last word about it. Raises ValueError."""
    word = next((word.removeprefix(WATCH) for word in reversed(words) if word.startswith(WATCH)), WATCHERS[0])
    try:
        who: m.Watching = msgspec.convert(word, m.Watching)
    except msgspec.ValidationError:
        raise ValueError(f"{WATCH} takes {', '.join(WATCHERS[:-1])} or {WATCHERS[-1]}.") from None
    return who


def _options(info: m.GameInfo, words: list[str], habits: Habits, held: tuple[str, ...]) -> dict[str, Any]:
    game = known_game(info.name)
    if game is None:
        return {}
    chosen: dict[str, Any] = msgspec.to_builtins(options_of(game, habits))
    if any(seat.startswith(COMPUTER) for seat in held):
        chosen |= {
            choice.field: choice.with_computers for choice in game.setup.choices if choice.with_computers is not None
        }
    for word in words:
        choice, value = _choice_of(word, game, info)
        chosen[choice.field] = value
    return dict(msgspec.to_builtins(read_options(game.Options, chosen)))


def _choice_of(word: str, game: GameClient, info: m.GameInfo) -> tuple[Choice, Any]:
    """The option and its value that a word such as "variant=scouts", "scouts" or "winnable" means."""
    field, _, written = word.rpartition("=")
    found = [
        (choice, value)
        for choice in game.setup.choices
        if field in ("", choice.field)
        for value in _values(choice, written)
    ]
    if len(found) == 1 or (found and field):
        return found[0]
    if meant := next((choice for choice in game.setup.choices if choice.field == word and True in choice.values), None):
        return meant, True
    if not field and nearest(word, names_of(info)):
        level_of(word, info)
    end = guess(word, _names(game), f". Options: {', '.join(_choices_written(game))}.")
    raise ValueError(f"{word[:40]!r} isn't an option of this game{end}")


def _values(choice: Choice, written: str) -> Iterator[Any]:
    """The values that a text names; if the values are numbers, any number."""
    for value, label in choice.values.items():
        if written.lower() in (str(value).lower(), label.lower()):
            yield value
            return
    number = read_number(written)
    if number is not None and all(type(value) is int for value in choice.values):
        yield number


def _names(game: GameClient) -> Iterator[str]:
    """Every word for an option or a value: the option, the value alone, and both."""
    for choice in game.setup.choices:
        yield choice.field
        for value in choice.values:
            yield from (str(value), f"{choice.field}={value}")


def _choices_written(game: GameClient) -> list[str]:
    return [f"{choice.field}={'|'.join(str(value) for value in choice.values)}" for choice in game.setup.choices]
