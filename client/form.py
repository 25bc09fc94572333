"""The form for a new table: lines of values to choose from, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from client.creation import options_of
from client.games import Choice
from client.levels import names_of
from client.orders import Habits
from client.seats import SOLO, computers_begin
from client.store import Store
from client.tables import Unknown, game_of
from protocol import messages as m

LISTED = {"listed": "anyone may find it", "private": "by its code alone"}
HELP = {"": "for who asks", "serious": "none, it is serious"}
HINTS = {
    "open": "The game begins when somebody sits down there.",
    SOLO: "Nobody else plays.",
    "": "",
    "serious": "Hints are not given at this table, whoever plays.",
}
"""What is said of some words while they are chosen; of levels the game says it."""
BEGINS = {"": "a computer, else you", "first": "you", "last": "not you"}
MAX_DIGITS = 9
AGAINST, AND = "Against", "And"
"""The lines for the seats that are not one's own: the second seat, and every further one."""


@dataclass(frozen=True, slots=True)
class Field:
    """A line of the form: what it asks, and the words it may put into the command, each with what people read.

    Attributes:
        at: which of the words is chosen.
        option: the option that any number may be written for; nothing where none may.
        number: the one that was written, which stands instead of a word.
        hints: a sentence about a word, for those that have one.
    """

    title: str
    values: Mapping[str, str]
    at: int = 0
    option: str = ""
    number: str = ""
    hints: Mapping[str, str] = field(default_factory=dict)

    @property
    def word(self) -> str:
        """The chosen word."""
        return f"{self.option}={self.number}" if self.number else tuple(self.values)[self.at]

    @property
    def label(self) -> str:
        """What people read for it."""
        return self.number or tuple(self.values.values())[self.at]

    @property
    def hint(self) -> str:
        """What is said of what is chosen."""
        return "" if self.number else self.hints.get(self.word, "")


@dataclass(frozen=True, slots=True)
class Form:
    """The lines, and which one is marked; one more than there are lines is the button that makes the table."""

    fields: tuple[Field, ...]
    row: int = 0

    @property
    def command(self) -> str:
        """The command that makes the table."""
        return " ".join(filter(None, ("new", *(line.word for line in self.fields))))

    @property
    def hint(self) -> str:
        """What is said of what is chosen in the marked line."""
        return self.fields[self.row].hint if self.row < len(self.fields) else ""


def new_form(store: Store, habits: Habits) -> Form:
    """The form as it opens: the game on screen or else the one played last, with its options as they were.

    Raises ValueError without a server.
    """
    if not store.games:
        raise ValueError("There is no connection to the server now. Try again in a moment.")
    names = [sheet.name for sheet in store.games]
    usual = store.seated.table.game if store.seated else habits.game
    at = names.index(usual) if usual in names else 0
    return Form(_fields(store.games, at, habits))


def stepped(form: Form, rows: int) -> Form:
    """The form with the mark moved."""
    return replace(form, row=(form.row + rows) % (len(form.fields) + 1))


def varied(form: Form, by: int, store: Store, habits: Habits) -> Form:
    """The form with the next or the previous value in the marked line; another game brings its own lines."""
    if form.row >= len(form.fields):
        return form
    line = form.fields[form.row]
    changed = replace(line, at=(line.at + by) % len(line.values), number="")
    if form.row == 0:
        return replace(form, fields=_fields(store.games, changed.at, habits))
    sheet = store.games[form.fields[0].at]
    fields = _reseated(_with(form, changed), sheet)
    has_come = _has_computers(fields, sheet) and not _has_computers(form.fields, sheet)
    return replace(form, fields=_suiting_computers(fields, sheet.name) if has_come else fields)


def written(form: Form, digit: str) -> Form:
    """The form with a digit more in the marked line, or with an empty text one less. Raises ValueError."""
    line = form.fields[form.row] if form.row < len(form.fields) else None
    if line is None or not line.option:
        raise ValueError("Here a value is chosen by → and ←; a number can be written where any will do.")
    number = f"{line.number}{digit}"[:MAX_DIGITS].lstrip("0") if digit else line.number[:-1]
    return replace(form, fields=_with(form, replace(line, number=number)))


def _with(form: Form, line: Field) -> tuple[Field, ...]:
    """The lines with another in the place of the marked one."""
    return (*form.fields[: form.row], line, *form.fields[form.row + 1 :])


def _fields(games: tuple[m.GameSheet, ...], at: int, habits: Habits) -> tuple[Field, ...]:
    sheet = games[at]
    return (
        Field("Game", {game.name: game.title for game in games}, at),
        *_choices(sheet.name, habits),
        *_opponents(sheet, ()),
        *([Field("Who begins", BEGINS)] if computers_begin(sheet.name) else ()),
        Field("Who may join", LISTED),
        *([Field("Hints", HELP, hints=HINTS)] if sheet.consults else ()),
    )


def _reseated(fields: tuple[Field, ...], sheet: m.GameSheet) -> tuple[Field, ...]:
    """The lines with as many for seats as the chosen words ask for."""
    at = [place for place, line in enumerate(fields) if line.title in (AGAINST, AND)]
    if not at:
        return fields
    return (*fields[: at[0]], *_opponents(sheet, [fields[place].at for place in at]), *fields[at[-1] + 1 :])


def _has_computers(fields: tuple[Field, ...], sheet: m.GameSheet) -> bool:
    return any(line.title in (AGAINST, AND) and line.word in names_of(sheet) for line in fields)


def _suiting_computers(fields: tuple[Field, ...], name: str) -> tuple[Field, ...]:
    """The lines with what is usual where a computer plays along, in those that are as they usually are without."""
    wanted = [f"{choice.field}={choice.with_computers}" for choice in _game_choices(name)]
    return tuple(
        next((replace(line, at=at) for at, word in enumerate(line.values) if set(word.split()) & set(wanted)), line)
        if line.at == 0 and not line.number
        else line
        for line in fields
    )


def _opponents(sheet: m.GameSheet, chosen: Iterable[int]) -> Iterator[Field]:
    """A line for every seat that is not one's own, and one more as long as somebody else may sit down."""
    places = iter(chosen)
    somebody = {"open": "whoever sits down", **{level: f"computer, {level}" for level in names_of(sheet)}}
    hints = {**HINTS, **{level.name: level.about for level in sheet.levels}}
    for seat in range(1, sheet.max_seats):
        optional = {**somebody, SOLO: "nobody, alone"} if seat == 1 else {"": "nobody else", **somebody}
        values = somebody if seat < sheet.min_seats else optional
        line = Field(AGAINST if seat == 1 else AND, values, next(places, 0), hints=hints)
        yield line
        if line.word in ("", SOLO):
            return


def _choices(name: str, habits: Habits) -> tuple[Field, ...]:
    choices = _game_choices(name)
    if not choices:
        return ()
    options = options_of(game_of(name), habits)
    return tuple(_line(choice, choices, options) for choice in choices if not choice.within)


def _game_choices(name: str) -> tuple[Choice, ...]:
    try:
        return game_of(name).choices
    except Unknown:
        return ()


def _line(choice: Choice, choices: tuple[Choice, ...], options: Any) -> Field:  # noqa: ANN401 - the game's own type
    """The line of an option, with those chosen within it: each with the first value of all others."""
    sharing = (choice, *(other for other in choices if other.within == choice.field))
    usual = {each.field: next(iter(each.values)) for each in sharing}
    values = {
        _words({**usual, each.field: value}): label
        for each in sharing
        for value, label in each.values.items()
        if each is choice or value != usual[each.field]
    }
    now = _words({each.field: getattr(options, each.field) for each in sharing})
    at = tuple(values).index(now) if now in values else 0
    return Field(choice.title, values, at, choice.field if choice.takes_numbers else "")


def _words(chosen: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in chosen.items())
