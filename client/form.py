"""The form for a new table: lines of values to choose from, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from client.creation import options_of
from client.orders import Habits
from client.seats import SOLO, computers_begin, levels
from client.store import Store
from client.tables import Unknown, game_of
from protocol import messages as m

LISTED = {"listed": "anyone may find it", "private": "by its code alone"}
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
    """

    title: str
    values: Mapping[str, str]
    at: int = 0
    option: str = ""
    number: str = ""

    @property
    def word(self) -> str:
        """The chosen word."""
        return f"{self.option}={self.number}" if self.number else tuple(self.values)[self.at]

    @property
    def label(self) -> str:
        """What people read for it."""
        return self.number or tuple(self.values.values())[self.at]


@dataclass(frozen=True, slots=True)
class Form:
    """The lines, and which one is marked; one more than there are lines is the button that makes the table."""

    fields: tuple[Field, ...]
    row: int = 0

    @property
    def command(self) -> str:
        """The command that makes the table."""
        return " ".join(filter(None, ("new", *(field.word for field in self.fields))))


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
    field = form.fields[form.row]
    changed = replace(field, at=(field.at + by) % len(field.values), number="")
    if form.row == 0:
        return replace(form, fields=_fields(store.games, changed.at, habits))
    return replace(form, fields=_reseated(_with(form, changed), store.games[form.fields[0].at]))


def written(form: Form, digit: str) -> Form:
    """The form with a digit more in the marked line, or with an empty text one less. Raises ValueError."""
    field = form.fields[form.row] if form.row < len(form.fields) else None
    if field is None or not field.option:
        raise ValueError("Here a value is chosen by → and ←; a number can be written where any will do.")
    number = f"{field.number}{digit}"[:MAX_DIGITS].lstrip("0") if digit else field.number[:-1]
    return replace(form, fields=_with(form, replace(field, number=number)))


def _with(form: Form, field: Field) -> tuple[Field, ...]:
    """The lines with another in the place of the marked one."""
    return (*form.fields[: form.row], field, *form.fields[form.row + 1 :])


def _fields(games: tuple[m.GameSheet, ...], at: int, habits: Habits) -> tuple[Field, ...]:
    sheet = games[at]
    return (
        Field("Game", {game.name: game.title for game in games}, at),
        *_choices(sheet.name, habits),
        *_opponents(sheet, ()),
        *([Field("Who begins", BEGINS)] if computers_begin(sheet.name) else ()),
        Field("Who may join", LISTED),
    )


def _reseated(fields: tuple[Field, ...], sheet: m.GameSheet) -> tuple[Field, ...]:
    """The lines with as many for seats as the chosen words ask for."""
    at = [place for place, field in enumerate(fields) if field.title in (AGAINST, AND)]
    if not at:
        return fields
    return (*fields[: at[0]], *_opponents(sheet, [fields[place].at for place in at]), *fields[at[-1] + 1 :])


def _opponents(sheet: m.GameSheet, chosen: Iterable[int]) -> Iterator[Field]:
    """A line for every seat that is not one's own, and one more as long as somebody else may sit down."""
    places = iter(chosen)
    somebody = {"open": "whoever sits down", **{level: f"computer, {level}" for level in levels(sheet)}}
    for seat in range(1, sheet.max_seats):
        optional = {**somebody, SOLO: "nobody, alone"} if seat == 1 else {"": "nobody else", **somebody}
        values = somebody if seat < sheet.min_seats else optional
        field = Field(AGAINST if seat == 1 else AND, values, next(places, 0))
        yield field
        if field.word in ("", SOLO):
            return


def _choices(name: str, habits: Habits) -> tuple[Field, ...]:
    try:
        game = game_of(name)
    except Unknown:
        return ()
    options = options_of(game, habits)
    return tuple(
        Field(
            choice.title,
            {f"{choice.field}={value}": label for value, label in choice.values.items()},
            _place(tuple(choice.values), getattr(options, choice.field)),
            choice.field if choice.takes_numbers else "",
        )
        for choice in game.choices
    )


def _place(values: tuple[Any, ...], value: Any) -> int:  # noqa: ANN401 - an option's value is any plain value
    return values.index(value) if value in values else 0
