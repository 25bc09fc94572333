"""Draws the list of finished games: a line each, in columns."""

from __future__ import annotations

from client.drawing.canvas import Canvas
from client.fullscreen.screens.columns import Cells, Column, headings, in_columns, widths
from client.fullscreen.screens.overlays.panels import LEADERS_WIDTH, open_panel, put_choice, put_rows, visible_lines
from client.history import history_text
from client.history.saved.entry import PlayedGame

TITLE = "Finished games"
MAX_WIDTH = 132
TABLE_WIDTH, HOUR_WIDTH = 98, 72
"""From these widths of the panel on, a line has the name of its game, as in KQFM7X-12, and the hour when it ended."""
DAY_COLUMNS = len("2026-01-31")
ENDED, NAME, VERIFIED = Column("Ended"), Column("Name"), Column(history_text.VERIFIED_MARK)
GAME, PLAYERS, RESULT = Column("Game", 11, turn=1), Column("Players", 11, turn=2), Column("Result", 12, turn=3)


def put_history(canvas: Canvas, games: tuple[PlayedGame, ...], marked: int) -> None:
    """Draw the finished games below headings, as many as fit around the marked one."""
    if not games:
        put_rows(canvas, TITLE, [(("soft", history_text.NOTHING),)], LEADERS_WIDTH)
        return
    first, height = visible_lines(canvas, len(games), marked, headings=1)
    title = f"{TITLE}, {history_text.VERIFIED_MARK} verified here"
    x, y, width = open_panel(canvas, title, min(canvas.width - 2, MAX_WIDTH), height + 3)
    lines = [_cells(game, width) for game in games[first : first + height]]
    columns = _columns(width)
    wide = widths(columns, lines, width - 5)
    canvas.put(x + 3, y + 1, headings(columns, wide), "soft")
    for at, line in enumerate(lines, first):
        place = (x + 1, y + 2 + at - first, width - 2)
        put_choice(canvas, place, in_columns(columns, wide, line), is_here=at == marked)
        canvas.click(*place, 1, f"mark 0 {at}", "Click the marked game to replay it.")


def describe_marked(games: tuple[PlayedGame, ...], marked: int) -> str:
    """The marked game in a sentence, as its line may be cut; empty if there is none."""
    return "".join(history_text.sentences(games[marked : marked + 1]))


def _columns(width: int) -> tuple[Column, ...]:
    name = (NAME,) if width >= TABLE_WIDTH else ()
    return (ENDED, *name, VERIFIED, GAME, PLAYERS, RESULT)


def _cells(game: PlayedGame, width: int) -> Cells:
    when, named, what, who, how = history_text.cells(game)
    return {
        ENDED.heading: when if width >= HOUR_WIDTH else when[:DAY_COLUMNS],
        NAME.heading: named,
        VERIFIED.heading: history_text.VERIFIED_MARK if game.verified else "",
        GAME.heading: what,
        PLAYERS.heading: who,
        RESULT.heading: " · ".join((how, *history_text.remarks(game))),
    }
