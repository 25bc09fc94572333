"""Draws panels over a screen: the help, the form for a new table, levels, statistics, leaders and the history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple, TypeVar

from client.commands.dialogue import dialogue_of
from client.commands.table import VERBS, CommandContext, Refusal, resolve
from client.drawing.canvas import Canvas, fit, pad, width_of
from client.fullscreen.screens.frame import BOTTOM, TOP
from client.fullscreen.ui.bindings import active_keys
from client.fullscreen.ui.form import Form
from client.fullscreen.ui.form_fields import FormField
from client.fullscreen.ui.keys import SCREEN_KEYS, TYPING_KEYS
from client.fullscreen.ui.state import UiState
from client.games.keys import Key
from client.history import history_text
from client.history.saved.entry import PlayedGame
from client.state.phrases import ratings, records
from client.state.store import Store
from protocol import messages as m

Row = TypeVar("Row")

HELP_WIDTHS = range(78, 99)
"""The widths of the help with columns; on a narrower screen it takes the whole width."""
KEY_COLUMNS, TYPED_COLUMNS = 10, 16
KEYS_COMMAND = ":"
"""Stands before the command of a key."""
FORM_WIDTH, TITLE_COLUMNS, VALUE_COLUMNS = 52, 15, 22
STATS_WIDTH, ABOUT_COLUMNS = 68, 24
LEADERS_WIDTH = 60
WHEN_COLUMNS = 26
"""Cells for a game's time and its table."""


class HelpLine(NamedTuple):
    """A line of the help: a key or a command, its command or arguments, and what it does."""

    key: str
    typed: str
    about: str
    works: bool = True
    style: str = ""


def put_help(canvas: Canvas, store: Store, ui: UiState) -> None:
    """Draw every active key, from the tables that bind them."""
    width = min(max(canvas.width - 2, HELP_WIDTHS[0]), HELP_WIDTHS[-1], canvas.width)
    lines = [row for line in help_lines(store, ui) for row in _help_rows(line, width - 4)]
    height = min(canvas.height - TOP - BOTTOM, len(lines) + 2)
    x, y = (canvas.width - width) // 2, TOP + (canvas.height - TOP - BOTTOM - height) // 2
    shown, more = scrolled(lines, ui.scroll, height - 2)
    open_panel(canvas, x, y, width, height, f"Keys{more}, Esc closes")
    for row, line in enumerate(shown, y + 1):
        column = canvas.put(x + 2, row, pad(line.key, KEY_COLUMNS), "key" if line.works else "key-off") + 1
        if line.typed:
            column = canvas.put(column, row, pad(line.typed, TYPED_COLUMNS), "soft") + 1
        canvas.put(column, row, fit(line.about, x + width - 2 - column), line.style)


def _help_rows(line: HelpLine, width: int) -> Iterator[HelpLine]:
    """A line of the help, in as many rows of `width` cells as it needs.

    The typed part has a column of its own if it fits there. Otherwise it has rows of its own, or none if it is only
    the command of a key.
    """
    has_column = width >= HELP_WIDTHS[0] - 4 and width_of(line.typed) <= TYPED_COLUMNS
    start = KEY_COLUMNS + 1 + TYPED_COLUMNS + 1
    if not has_column or (not line.typed and width_of(line.about) > width - start):
        start = KEY_COLUMNS + 1
    is_apart = not has_column and not line.typed.startswith(KEYS_COMMAND)
    apart = [("soft", part) for part in wrap(line.typed, width - start)] if is_apart else []
    typed = " " if start > KEY_COLUMNS + 1 else ""
    (style, first), *others = (*apart, *((line.style, part) for part in wrap(line.about, width - start)))
    yield line._replace(typed=typed and (line.typed or typed), about=first, style=style)
    yield from (HelpLine("", typed, part, style=style) for style, part in others)


def put_form(canvas: Canvas, form: Form) -> None:
    """Draw the form for a new table, without free rows on a small screen."""
    count, room = len(form.fields), canvas.height - TOP - BOTTOM
    gap = 1 if count + 6 <= room else 0
    width, height = min(canvas.width, FORM_WIDTH), count + 3 + 3 * gap
    x, y = (canvas.width - width) // 2, TOP + max(0, min(2, room - height))
    open_panel(canvas, x, y, width, height, "New table, Esc closes")
    for row, field in enumerate(form.fields):
        is_here = form.row == row
        text = f"{pad(field.title, TITLE_COLUMNS)}◂ {pad(_value(field, is_here=is_here), VALUE_COLUMNS)} ▸"
        hint = "A click on the marked line takes the next value."
        _put_choice(canvas, (x + 2, y + 1 + gap + row, width - 4), text, is_here=is_here)
        canvas.click(x + 2, y + 1 + gap + row, width - 4, 1, f"mark 0 {row}", hint)
    button = (x + 2, y + 1 + 2 * gap + count, width - 4)
    _put_choice(canvas, button, "[ Open the table ]", "key", is_here=form.row == count)
    canvas.click(*button, 1, form.command, "Make the table.")


def _value(field: FormField, *, is_here: bool) -> str:
    """The value of a line, and if there is room that a number can be typed instead."""
    more = f"{field.label}, or type one"
    says_more = is_here and field.option and not field.number and width_of(more) <= VALUE_COLUMNS
    return more if says_more else field.label


def _put_choice(canvas: Canvas, place: tuple[int, int, int], text: str, style: str = "", *, is_here: bool) -> None:
    x, y, width = place
    canvas.put(x, y, pad(f"{'▸' if is_here else ' '} {text}", width), "marked" if is_here else style)


def put_levels(canvas: Canvas, title: str, levels: tuple[m.Level, ...]) -> None:
    """Draw how the computers play a game, weakest first."""
    name_columns = max((width_of(level.name) for level in levels), default=0) + 2
    width = min(canvas.width, HELP_WIDTHS[0])
    lines = [
        (level.name if at == 0 else "", text)
        for level in levels
        for at, text in enumerate(wrap(level.about, width - name_columns - 4))
    ] or [("", f"No computer plays {title}.")]
    x, y = (canvas.width - width) // 2, TOP + 1
    open_panel(canvas, x, y, width, len(lines) + 2, f"Computers that play {title}, Esc closes")
    for row, (name, text) in enumerate(lines, y + 1):
        canvas.put(x + 2, row, name, "key")
        canvas.put(x + 2 + name_columns, row, fit(text, width - name_columns - 4))


def put_stats(canvas: Canvas, title: str, stats: m.Stats | None, scroll: int) -> None:
    """Draw the player's statistics in a game, once the server has sent them."""
    lines = (("", "Asking the server."),) if stats is None else tuple(records.rows(stats))
    width, room = min(canvas.width, STATS_WIDTH), min(len(lines), canvas.height - TOP - BOTTOM - 6)
    x, y = (canvas.width - width) // 2, TOP + 2
    shown, more = scrolled(lines, scroll, room)
    open_panel(canvas, x, y, width, room + 4, f"{title}{more}, Esc closes")
    for row, (about, text) in enumerate(shown, y + 2):
        canvas.put(x + 2, row, fit(about, ABOUT_COLUMNS), "soft")
        canvas.put(x + 3 + ABOUT_COLUMNS, row, fit(text, width - ABOUT_COLUMNS - 5), "bright")


def put_leaders(canvas: Canvas, title: str, leaders: m.Leaders | None, scroll: int) -> None:
    """Draw the best players of a game, once the server has sent them."""
    lines = ratings.rows(leaders, title)
    height = min(len(lines), canvas.height - TOP - BOTTOM - 4)
    width = min(canvas.width, LEADERS_WIDTH)
    x, y = (canvas.width - width) // 2, TOP + 1
    shown, more = scrolled(lines, scroll, height)
    open_panel(canvas, x, y, width, height + 2, f"Who plays {title} best{more}, Esc closes")
    for row, (style, text) in enumerate(shown, y + 1):
        canvas.put(x + 2, row, fit(text, width - 4), style)


def put_history(canvas: Canvas, games: tuple[PlayedGame, ...], marked: int) -> None:
    """Draw the finished games, a line each, as many as fit around the marked one."""
    width, room = canvas.width - 2, canvas.height - TOP - BOTTOM - 2
    height = max(1, min(len(games), room))
    x, y = 1, TOP
    open_panel(
        canvas, x, y, width, height + 2, f"Games that are over, {history_text.VERIFIED_MARK} verified here, Esc closes"
    )
    if not games:
        canvas.put(x + 2, y + 1, fit(history_text.NOTHING, width - 4), "soft")
    first = max(0, min(marked - height // 2, len(games) - height))
    for at, game in enumerate(games[first : first + height], first):
        place = (x + 1, y + 1 + at - first, width - 2)
        _put_choice(canvas, place, _history_line(game, width - 4 - WHEN_COLUMNS), is_here=at == marked)
        canvas.click(*place, 1, f"mark 0 {at}", "A click on the marked game steps through it.")


def _history_line(game: PlayedGame, rest: int) -> str:
    """A game in a line, with `rest` cells behind its time and table."""
    when, named, what, who, how = history_text.cells(game)
    mark = history_text.VERIFIED_MARK if game.verified else " "
    words = " · ".join((how, *history_text.remarks(game)))
    return f"{pad(when, 16)}  {pad(named, 7)}{mark}{pad(what, rest // 3)} {pad(who, rest // 3)} {words}"


def scrolled(lines: Sequence[Row], scroll: int, rows: int) -> tuple[Sequence[Row], str]:
    """The lines that fit into so many rows from a scroll position on, and a note for the title if there are more."""
    first = max(0, min(scroll, len(lines) - rows))
    return lines[first : first + rows], ", ↑ and ↓ scroll" if len(lines) > rows else ""


def open_panel(canvas: Canvas, x: int, y: int, width: int, height: int, title: str) -> None:
    """Clear the place of a panel, and make what lies below unclickable; the key bar is drawn later."""
    canvas.cover()
    canvas.frame(x, y, width, height, title, "frame-here")
    canvas.click(0, 0, canvas.width, canvas.height, "back", "A click beside the panel closes it.")
    canvas.click(x, y, width, height, "")


def help_lines(store: Store, ui: UiState) -> list[HelpLine]:
    """The keys with their commands, the commands without a key on this screen, and the keys while typing.

    A command with a key on another screen is listed only if it takes arguments.
    """
    keys, dialogue = active_keys(store, ui), dialogue_of(store)
    place = CommandContext(store, ui.habits, ui.mark)
    here, elsewhere = ({key.command.split()[0] for key in among} for among in (keys, SCREEN_KEYS))
    commands = [verb for verb in VERBS.values() if verb.about and verb.name not in here]
    typed = [verb for verb in commands if verb.takes or verb.name not in elsewhere]
    return [
        *[_key_line(key, is_on=_works(key, place)) for key in keys],
        HelpLine("", "", "Typed after a colon", style="panel-title"),
        *[HelpLine(line, "", about) for line, about in (dialogue.menu if dialogue else ())],
        *[HelpLine(verb.name, verb.takes, verb.about) for verb in typed],
        HelpLine("", "", "While something is typed", style="panel-title"),
        *[HelpLine(key.shown, "", key.about) for key in TYPING_KEYS],
    ]


def _works(key: Key, place: CommandContext) -> bool:
    return not isinstance(resolve(key.typed(key.presses[0]), place), Refusal)


def _key_line(key: Key, *, is_on: bool) -> HelpLine:
    return HelpLine(
        key.shown, f"{KEYS_COMMAND}{key.command.replace('{key}', 'N')}", key.about, is_on, "" if is_on else "off"
    )
