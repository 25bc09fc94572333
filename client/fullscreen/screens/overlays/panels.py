"""Draws panels over a screen: help, rules, tours, the form for a new table, levels, statistics, leaders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from client.commands.dialogue import dialogue_of
from client.commands.typed_words import with_colons
from client.commands.verb_table import VERBS, CommandContext, Refusal
from client.drawing.canvas import Canvas, Fragment, fit, pad, width_of, wrap_words
from client.fullscreen.screens.frame import BOTTOM, TOP
from client.fullscreen.ui.active_keys import active_keys
from client.fullscreen.ui.bindings import act_of
from client.fullscreen.ui.form import Form
from client.fullscreen.ui.form_fields import FormField
from client.fullscreen.ui.keys import SCREEN_KEYS, TYPING_KEYS
from client.fullscreen.ui.state import UiState
from client.games.keys import DIGITS, Key
from client.games.rulebook import Section
from client.hosting.invitation import PortalAddress
from client.state.phrases import devices, ratings, records
from client.state.store import Store
from protocol import messages as m

Row = tuple[Fragment, ...]
"""A row of a panel, from left to right."""

HELP_WIDTHS = range(78, 99)
"""The widths of the help with columns; on a narrower screen it takes the whole width."""
KEY_COLUMNS, TYPED_COLUMNS = 10, 16
HEADING = "panel-title"
KEYS_COMMAND = ":"
"""Stands before the command of a key."""
FORM_WIDTH, TITLE_COLUMNS, VALUE_COLUMNS = 52, 15, 26
STATS_WIDTH, ABOUT_COLUMNS = 68, 24
LEADERS_WIDTH = 60
FORM_HINT = "← and → change the marked line, Enter opens the table."
TOURS_WIDTH = 44
TOUR_HINT = "Press Enter for the tour of {}: each sentence says what to press."
CLOSING = "Esc closes"
PROOF_ABOUT = "In the first row: the server's seal on the deal, set before anybody saw it; v checks it."
PORTAL_ABOUT = "You play through a portal, which draws your share of every deal."
MARGIN = 2
"""Blank cells on the left of a panel that stands over a board."""


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
    rows = [row for line in help_lines(store, ui) for row in _help_rows(line, width - 4)]
    put_rows(canvas, "Keys", rows, width, scroll=ui.scroll)


@lru_cache(maxsize=1024)
def _help_rows(line: HelpLine, width: int) -> tuple[Row, ...]:
    """A line of the help as it is drawn. Cached, as wrapping all of them takes longer than the rest of a drawing."""
    return tuple(map(_help_row, _wrap_help(line, width)))


def _help_row(line: HelpLine) -> Row:
    if line.style == HEADING:
        return ((HEADING, line.about),)
    typed = (("soft", f"{pad(line.typed, TYPED_COLUMNS)} "),) if line.typed else ()
    return (("key" if line.works else "key-off", f"{pad(line.key, KEY_COLUMNS)} "), *typed, (line.style, line.about))


def _wrap_help(line: HelpLine, width: int) -> Iterator[HelpLine]:
    """A line of the help, in as many rows of `width` cells as it needs.

    On a wide screen the typed part has a column. Where it doesn't fit, it has rows of its own, or none if it is only
    the command of a key.
    """
    is_command = line.typed.startswith(KEYS_COMMAND)
    is_wide, fits = width >= HELP_WIDTHS[0] - 4, width_of(line.typed) <= TYPED_COLUMNS
    has_column = is_wide and (fits or is_command)
    start = KEY_COLUMNS + 1 + (TYPED_COLUMNS + 1 if has_column else 0)
    apart = [] if has_column or is_command else [("soft", part) for part in wrap_words(line.typed, width - start)]
    free = " " if has_column else ""
    (style, first), *others = (*apart, *((line.style, part) for part in wrap_words(line.about, width - start)))
    yield line._replace(typed=(line.typed if has_column and fits else "") or free, about=first, style=style)
    yield from (HelpLine("", free, part, style=style) for style, part in others)


def put_form(canvas: Canvas, form: Form) -> None:
    """Draw the form for a new table, without free rows on a small screen."""
    count, room = len(form.fields), canvas.height - TOP - BOTTOM
    gap = 1 if count + 6 <= room else 0
    height = count + 3 + 3 * gap
    x, y, width = open_panel(canvas, "New table", FORM_WIDTH, height)
    for row, field in enumerate(form.fields):
        is_here = form.row == row
        text = f"{pad(field.title, TITLE_COLUMNS)}◂ {pad(_value(field, is_here=is_here), VALUE_COLUMNS)} ▸"
        hint = "Click the marked line for the next value."
        put_choice(canvas, (x + 2, y + 1 + gap + row, width - 4), text, is_here=is_here)
        canvas.click(x + 2, y + 1 + gap + row, width - 4, 1, f"mark 0 {row}", hint)
    button = (x + 2, y + 1 + 2 * gap + count, width - 4)
    put_choice(canvas, button, "[ Open the table ]", "key", is_here=form.row == count)
    canvas.click(*button, 1, form.command, "Open the table.")


def _value(field: FormField, *, is_here: bool) -> str:
    """The value of a line, and if there is room that a number can be typed instead."""
    more = f"{field.label}, or type one"
    says_more = is_here and field.typed and not field.number and width_of(more) <= VALUE_COLUMNS
    return more if says_more else field.label


def put_choice(canvas: Canvas, place: tuple[int, int, int], text: str, style: str = "", *, is_here: bool) -> None:
    x, y, width = place
    canvas.put(x, y, pad(f"{'▸' if is_here else ' '} {text}", width), "marked" if is_here else style)


def put_levels(canvas: Canvas, title: str, levels: tuple[tuple[str, str], ...], scroll: int) -> None:
    """Draw how the computers play a game, weakest first."""
    name_columns = max((width_of(name) for name, _ in levels), default=0) + 2
    width = min(canvas.width, HELP_WIDTHS[0])
    rows: list[Row] = [
        (("key", pad(name if at == 0 else "", name_columns)), ("", text))
        for name, about in levels
        for at, text in enumerate(wrap_words(about, width - name_columns - 4))
    ]
    nobody = [(("", f"No computer plays {title}."),)]
    put_rows(canvas, f"Levels of {title}", rows or nobody, width, scroll=scroll)


def put_stats(canvas: Canvas, title: str, stats: m.Stats | None, scroll: int) -> None:
    """Draw the player's statistics in a game, once the server has sent them."""
    lines = (("", "Asking the server."),) if stats is None else records.rows(stats)
    width = min(STATS_WIDTH, canvas.width) - 4
    rows = [row for about, text in lines for row in _stats_rows(about, text, width)]
    put_rows(canvas, f"Statistics: {title}", rows, STATS_WIDTH, margin=1, scroll=scroll)


def _stats_rows(about: str, text: str, width: int) -> Iterator[Row]:
    """What a figure is and the figure, which is folded in its column where it is long."""
    for at, line in enumerate(wrap_words(text, width - ABOUT_COLUMNS - 1) or [""]):
        yield ("soft", f"{pad('' if at else about, ABOUT_COLUMNS)} "), ("bright", line)


def put_leaders(canvas: Canvas, title: str, leaders: m.Leaders | None, scroll: int) -> None:
    """Draw the best players of a game, once the server has sent them."""
    rows = [(line,) for line in ratings.rows(leaders, title)]
    put_rows(canvas, f"The best players of {title}", rows, LEADERS_WIDTH, scroll=scroll)


def put_devices(canvas: Canvas, store: Store, scroll: int) -> None:
    """Draw the player's devices, with a code or a phrase that was just made above them."""
    width = min(canvas.width, HELP_WIDTHS[0])
    said = [part for line in devices.lines(store) for part in wrap_words(with_colons(line), width - 4) or [""]]
    rows: list[Row] = [(("bright" if line.startswith("  ") else "", line),) for line in said]
    put_rows(canvas, "Your machines", rows or [(("", devices.ASKING),)], width, scroll=scroll)


def put_rules(canvas: Canvas, title: str, sections: tuple[Section, ...], scroll: int) -> None:
    """Draw a game's rules, a blank row between the sections."""
    width = min(canvas.width, HELP_WIDTHS[0])
    rows: list[Row] = []
    for section in sections:
        rows += [((HEADING, section.title),), *[(("", line),) for line in wrap_words(section.text, width - 4)], ()]
    put_rows(canvas, title, rows[:-1], width, scroll=scroll)


def put_tours(canvas: Canvas, games: tuple[m.GameInfo, ...], marked: int) -> None:
    """Draw the games that have a tour, as many as fit around the marked one; the first nine have a digit."""
    marked = min(marked, len(games) - 1)
    first, height = visible_lines(canvas, len(games), marked)
    x, y, width = open_panel(canvas, "60-second tours", TOURS_WIDTH, height + 2)
    for at, info in enumerate(games[first : first + height], first):
        row, digit = y + 1 + at - first, at + 1 if at < len(DIGITS) else " "
        put_choice(canvas, (x + 2, row, width - 4), f"{digit}  {info.title}", is_here=at == marked)
        canvas.click(x + 1, row, width - 2, 1, f"mark 0 {at}", "Click twice to start.", twice="choose")


def visible_lines(canvas: Canvas, lines: int, marked: int, headings: int = 0) -> tuple[int, int]:
    """Which line of a list is the first in a panel, and how many fit, with the marked one in their middle."""
    height = max(1, min(lines, canvas.height - TOP - BOTTOM - 2 - headings))
    return max(0, min(marked - height // 2, lines - height)), height


def put_rows(
    canvas: Canvas,
    title: str,
    rows: Sequence[Row],
    width: int,
    *,
    margin: int = 0,
    scroll: int = 0,
) -> None:
    """Draw rows in a panel, with `margin` blank ones before and after them; those that don't fit can be scrolled to."""
    edges = 2 + 2 * margin
    count = min(len(rows), canvas.height - TOP - BOTTOM - edges)
    more = ", ↑ ↓ scroll" if len(rows) > count else ""
    x, y, width = open_panel(canvas, f"{title}{more}", width, count + edges)
    first = max(0, min(scroll, len(rows) - count))
    for at, row in enumerate(rows[first : first + count], y + 1 + margin):
        column = x + 2
        for style, text in row:
            column = canvas.put(column, at, fit(text, x + width - 2 - column), style)


def open_panel(
    canvas: Canvas, title: str, width: int, height: int, closing: str = CLOSING, *, over_board: bool = False
) -> tuple[int, int, int]:
    """Clear the place of a panel, and make what lies below unclickable; the key bar is drawn later.

    Its title ends with how it is closed. The rest of the screen's body is cleared too, so that no half words stand
    beside it. One `over_board` keeps the board there, and stands at its right, where most have their lists. Gives its
    column, row and width.
    """
    width, body = min(width, canvas.width), canvas.height - TOP - BOTTOM
    x, y = (canvas.width - width) // (1 if over_board else 2), TOP + (body - height) // 3
    canvas.cover()
    if over_board:
        canvas.blank_words(x - MARGIN, y, MARGIN, height)
    else:
        canvas.blank(0, TOP, canvas.width, body)
    canvas.frame(x, y, width, height, ", ".join(filter(None, (title, closing))), "frame-here")
    canvas.click(0, 0, canvas.width, canvas.height, "back", "Click outside to close.")
    canvas.click(x, y, width, height, "")
    return x, y, width


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
        *[_key_line(key, is_on=_works(key, place, ui)) for key in keys],
        *([HelpLine("proof", "", PROOF_ABOUT)] if store.room in store.seals else []),
        *([HelpLine("portal", "", PORTAL_ABOUT)] if isinstance(ui.machine, PortalAddress) else []),
        HelpLine("", "", "Commands, typed after a colon", style=HEADING),
        *[_typed_line(f":{line}", about) for line, about in (dialogue.menu if dialogue else ())],
        *[HelpLine(verb.name, verb.takes, verb.about) for verb in typed],
        HelpLine("", "", "While typing", style=HEADING),
        *[HelpLine(key.shown, "", key.about) for key in TYPING_KEYS],
    ]


def _typed_line(line: str, about: str) -> HelpLine:
    """A line of a game's own menu; what is too long for the keys' column stands where arguments do."""
    return HelpLine(line, "", about) if width_of(line) <= KEY_COLUMNS else HelpLine("", line, about)


def _works(key: Key, place: CommandContext, ui: UiState) -> bool:
    return not isinstance(act_of(key, key.presses[0], place, ui), Refusal)


def _key_line(key: Key, *, is_on: bool) -> HelpLine:
    return HelpLine(
        key.shown, f"{KEYS_COMMAND}{key.command.replace('{key}', 'N')}", key.about, is_on, "" if is_on else "off"
    )
