"""The form for a new table: lines of values to choose from, and the pure steps over them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from client.fullscreen.ui.form_fields import FormField, fields_of, fit_seats, has_computers, suiting_computers
from client.state.habits import Habits
from client.state.store import Store

MAX_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Form:
    """The lines, and the row that is marked; the row after the last line is the button that makes the table."""

    fields: tuple[FormField, ...]
    row: int = 0

    @property
    def command(self) -> str:
        return " ".join(filter(None, ("new", *(line.word for line in self.fields))))

    @property
    def hint(self) -> str:
        """The sentence about the chosen value of the marked line."""
        return self.fields[self.row].hint if self.row < len(self.fields) else ""


def new_form(store: Store, habits: Habits) -> Form:
    """A new form, for the game on screen or else the one played last, with the options used last.

    Raises ValueError without a server.
    """
    if not store.games:
        raise ValueError("You're not connected to the server. Try again in a moment.")
    names = [info.name for info in store.games]
    usual = store.seated.table.game if store.seated else habits.game
    at = names.index(usual) if usual in names else 0
    return Form(fields_of(store.games, at, habits))


def move_selection(form: Form, rows: int) -> Form:
    return replace(form, row=(form.row + rows) % (len(form.fields) + 1))


def change_value(form: Form, by: int, store: Store, habits: Habits) -> Form:
    """The form with the next or previous value in the marked line; another game brings its own lines."""
    if form.row >= len(form.fields):
        return form
    line = form.fields[form.row]
    changed = replace(line, at=(line.at + by) % len(line.values), number="")
    if form.row == 0:
        return replace(form, fields=fields_of(store.games, changed.at, habits))
    return _with(form, changed, store)


def type_digit(form: Form, digit: str, store: Store) -> Form:
    """The form with a digit added to the marked line, or for "" one erased. Raises ValueError if it takes none."""
    line = form.fields[form.row] if form.row < len(form.fields) else None
    if line is None or not line.typed:
        raise ValueError("Use ← and → here; this line takes no number.")
    number = f"{line.number}{digit}"[:MAX_DIGITS].lstrip("0") if digit else line.number[:-1]
    return _with(form, replace(line, number=number), store)


def _with(form: Form, line: FormField, store: Store) -> Form:
    """The form with the marked line changed, and what follows from that for the other lines."""
    info = store.games[form.fields[0].at]
    fields = fit_seats((*form.fields[: form.row], line, *form.fields[form.row + 1 :]), info)
    are_new = has_computers(fields, info) and not has_computers(form.fields, info)
    return replace(form, fields=suiting_computers(fields, info.name) if are_new else fields)
