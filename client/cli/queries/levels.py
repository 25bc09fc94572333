"""Lists a server's computer players."""

from __future__ import annotations

from collections.abc import Iterator

from client.cli.queries.query import QueryAnswer
from client.drawing.canvas import clean
from client.drawing.output import line_of
from client.state.exit_codes import ExitCode
from client.state.store import Happening, Store
from protocol import messages as m


def follow(happening: Happening, store: Store, *, game: str, json: bool) -> QueryAnswer | None:
    """Answer with the levels of one game, or with an empty name of every game; the server's welcome has them all."""
    if not isinstance(happening, m.Welcome):
        return None
    sheets = [sheet for sheet in store.games if game in ("", sheet.name)]
    lines = [line for sheet in sheets for line in (_json(sheet) if json else _sentences(sheet))]
    return QueryAnswer("\n".join(lines)) if lines else QueryAnswer("No computer plays that here.", ExitCode.FAILURE)


def _sentences(sheet: m.GameInfo) -> Iterator[str]:
    """A game's levels, weakest first."""
    if sheet.levels:
        yield clean(f"{sheet.title} ({sheet.name}):")
        width = max(len(level.name) for level in sheet.levels)
        yield from (clean(f"  {level.name:<{width}}  {level.about}") for level in sheet.levels)


def _json(sheet: m.GameInfo) -> Iterator[str]:
    """A line of JSON for each level."""
    for level in sheet.levels:
        yield line_of({"game": sheet.name, "level": level.name, "about": level.about})
