"""Draws what opens beside the board, at the lower right: an offer, an absent player, the end of a game."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from client.drawing.canvas import Canvas, Fragment, Spare, clean, fit, pad, width_of, wrap_words
from client.drawing.grammar import Names
from client.fullscreen.screens.frame import BOTTOM
from client.fullscreen.ui.active_keys import phase_keys
from client.fullscreen.ui.keys import ABSENCE_KEYS, REQUEST_KEYS
from client.games.keys import Key
from client.net.identity.identity import MAX_NAME_COLUMNS
from client.state.phrases import absences, endings, offers
from client.state.phrases.players import reason
from client.state.table_view import TableView, describe_latest_change
from protocol import messages as m

SIDE_WIDTH = 38
"""Columns that are usually free on the right of a board."""
WIDTHS = range(28, 62)
"""The widths of a game's own list there at which a panel is as wide as the list."""
MARGIN = 1
"""Columns that such a list may leave free at the right edge."""
PANEL_COLUMNS = 80
"""From this width on, offers are shown beside the board; on narrower screens above the keys alone."""
ABOUT_ROWS = 4
KEY_COLUMNS = 20
"""Cells for a key and its label in two columns."""


def has_side(seen: TableView, width: int) -> bool:
    """Whether offers are shown beside the board; otherwise above the keys alone, never over the board."""
    return width >= PANEL_COLUMNS and seen.game.drawing.leaves_side


def put_end(canvas: Canvas, table: m.Table, names: Names, feats: tuple[str, ...] = ()) -> int:
    """Draw how the game ended, the feats of a game alone, and the keys for what comes next; gives as put_beside."""
    if table.ending is None:
        return canvas.height - BOTTOM
    title, *about = _end_lines(table, names)
    width = max(SIDE_WIDTH, side_width(canvas))
    lines = [title, *[("", feat) for feat in feats], *about]
    return put_beside(canvas, "The game is over", lines, phase_keys(table), width=width, columns=2)


def describe_end(table: m.Table, names: Names, feats: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The same in sentences, for a screen that has no place for the panel; some may be empty."""
    return endings.result(table, names), reason(table, names), *feats, endings.games_won(table, names)


def _rows(text: str, width: int) -> list[str]:
    """A text in as many rows as it needs, none if it is empty; one that fits stays as it is, in its columns."""
    return wrap_words(text, width) if width_of(clean(text)) > width else [text] if text else []


def put_offer(canvas: Canvas, seen: TableView, left_s: float) -> int:
    """Draw an offer, the move it is about, its time left and the keys to answer it; gives as put_beside."""
    table, names, width = seen.table, seen.names, side_width(canvas)
    is_asked, seconds = offers.needs_my_answer(table), f"{math.ceil(left_s)} s"
    wait = f"{seconds} to answer" if is_asked else f"{offers.describe_wait(table, names)} ... {seconds}"
    about = [line for sentence in describe_latest_change(seen)[:1] for line in wrap_words(sentence, width - 4)]
    lines = [
        ("title", offers.question(table, names)),
        *[("soft", line) for line in about[-ABOUT_ROWS:]],
        ("on", wait),
    ]
    return put_beside(canvas, offers.title(table), lines, REQUEST_KEYS if is_asked else (), width=width)


def put_absence(canvas: Canvas, seen: TableView, now: float) -> int:
    """Draw who is away and their time left, or the keys for what one may do after that; gives as put_beside."""
    table, may_claim, width = seen.table, absences.may_claim(seen.table), side_width(canvas)
    waiting = absences.describe_wait(seen.seated, seen.names, now)
    after = (
        "Keep waiting, or press:" if may_claim else "" if table.seat is None else "After that you can claim the win."
    )
    lines = (("title", waiting), ("soft", after))
    keys = ABSENCE_KEYS if may_claim else ()
    return put_beside(canvas, absences.title(table, seen.names), lines, keys, width=width)


def side_width(canvas: Canvas) -> int:
    """The width of a panel that covers a list of the game, and nothing else."""
    aside = _list_aside(canvas)
    return aside.width if aside and aside.width in WIDTHS else min(canvas.width, SIDE_WIDTH)


def _list_aside(canvas: Canvas) -> Spare | None:
    """A list of the game at the right edge, or a column left of it; None if the game has none there."""
    spare = canvas.spare
    return spare if spare and canvas.width - spare.x - spare.width <= MARGIN else None


def put_beside(
    canvas: Canvas,
    title: str,
    texts: Sequence[Fragment],
    keys: tuple[Key, ...] = (),
    *,
    width: int = SIDE_WIDTH,
    columns: int = 1,
) -> int:
    """Draw texts, and keys that can be clicked, at the lower right; gives the row where that begins."""
    lines = [(style, line) for style, text in texts for line in _rows(text, width - 4)]
    key_rows = math.ceil(len(keys) / columns)
    height = len(lines) + key_rows + 2
    aside = _list_aside(canvas)
    x = aside.x if aside and aside.width == width else canvas.width - width
    y = canvas.height - BOTTOM - height
    canvas.frame(x, y, width, height, title, "frame-here")
    for row, (style, text) in enumerate(lines, y + 1):
        canvas.put(x + 2, row, fit(text, width - 4), style)
    for at, key in enumerate(keys):
        column, row = divmod(at, key_rows)
        left = x + 1 + column * KEY_COLUMNS
        right = x + width - 1 if column == columns - 1 else left + KEY_COLUMNS
        _put_key(canvas, (left, y + 1 + len(lines) + row, right - left), key)
    return y


def _put_key(canvas: Canvas, place: tuple[int, int, int], key: Key) -> None:
    x, y, width = place
    canvas.put(canvas.put(x + 1, y, f"{key.shown:>5}", "key") + 1, y, key.label)
    canvas.click(x, y, width, 1, key.command, key.about)


def _end_lines(table: m.Table, names: Names) -> Iterator[Fragment]:
    """The lines about the end; those with an empty text are left out."""
    result, standings, why = endings.result(table, names), endings.standings(table, names), reason(table, names)
    yield "title", result
    yield "soft", why if why != result else ""
    for name, score, won, is_winner, gone in standings:
        remark = gone or f"{won} won"
        text = f"{'★' if is_winner else ' '} {pad(name, MAX_NAME_COLUMNS)}{score:>6}  {remark}"
        yield "bright" if is_winner else "", text
    yield "soft", endings.games_won(table, names)
    yield (
        "on",
        "You asked for a rematch." if table.seat in table.rematch else endings.describe_rematch_request(table, names),
    )
