"""The lines of the list Play now: the games, and the other ways to play."""

from __future__ import annotations

from client.commands import game_menu, seats
from client.commands.levels import has_computers
from client.commands.new_table import options_of
from client.commands.seats import is_solitaire
from client.drawing.grammar import aside, join_words
from client.fullscreen.screens.columns import TableRow
from client.fullscreen.ui.state import UiState
from client.games.keys import DIGITS
from client.state.phrases.strength import strength_of, with_strength
from client.state.reading import known_game
from client.state.store import Store
from protocol import messages as m

WEAKER, STRONGER = "◂", "▸"
"""Stand around a level that the arrow keys change."""


def rows(store: Store, ui: UiState) -> tuple[TableRow, ...]:
    """The games, then the other ways to play, with their keys at the edge."""
    games = game_menu.menu_games(store)
    if not games:
        return ()
    played = next((info for info in games if info.name == ui.habits.game), games[0])
    match = f"Enter finds somebody who wants to play; if nobody comes, the computer plays {played.title}."
    here = ui.row if ui.pane == 0 and not ui.panel else -1
    lines = (
        *(
            (" ", info.title, _how(info, ui, is_here=at == here), f"continue {info.name}", _play_hint(info, store, ui))
            for at, info in enumerate(games)
        ),
        ("f", "Quick match", "whoever comes", "quick", match),
        ("l", "Learn: 60-second tours", "", "learn", "Enter offers the tours: see in a minute how a game is played."),
        ("n", "New table", "", "new", "Enter sets up a new table: its game, options and seats."),
        ("j", "Join by code", "", "join", "Enter asks for the code of a friend's table."),
    )
    return tuple(
        TableRow(command, hint, edges=_edges(number, *edges), begins=number == len(games) + 1)
        for number, (*edges, command, hint) in enumerate(lines, 1)
    )


def _edges(number: int, letter: str, text: str, beside: str) -> tuple[str, str]:
    """A line with its digit, and at the other end its letter if nothing else stands there.

    From the tenth line on there is no digit: the letter stands in its place, and arrows lead to a game.
    """
    if number <= len(DIGITS):
        return f"{number}  {text}", beside or letter
    return f"{letter}  {text}", beside


def _how(info: m.GameInfo, ui: UiState, *, is_here: bool) -> str:
    """Against whom a game is played: the computer, which can be chosen in the marked line, or how many can play."""
    if level := seats.chosen_level(info, ui.habits):
        text = with_strength(info.name, level)
        return f"{WEAKER} {text} {STRONGER}" if is_here else text
    if info.max_seats == 1:
        return "solo"
    at_once = "solo" if _begins_alone(info) else "computer" if has_computers(info) else ""
    fewest = max(2, info.min_seats) if _begins_alone(info) else info.min_seats
    others = "friend" if info.max_seats == 2 else f"{fewest}-{info.max_seats}"
    return " · ".join(filter(None, (at_once, others)))


def _begins_alone(info: m.GameInfo) -> bool:
    return info.min_seats == 1 and (is_solitaire(info.name) or not has_computers(info))


def _play_hint(info: m.GameInfo, store: Store, ui: UiState) -> str:
    game = known_game(info.name)
    words = game.setup.describe(options_of(game, ui.habits)) if game else ""
    others = seats.usual_opponents(info, ui.habits, "computer")
    if table := game_menu.unfinished(store, info.name, others):
        return f"Enter resumes {info.title} at table {table.room}; n starts another."
    against = _against(info, others)
    change = " ← and → change the level." if seats.chosen_level(info, ui.habits) else ""
    return f"Enter starts {info.title}{aside(words)}{against}.{change}"


def _against(info: m.GameInfo, others: tuple[str, ...]) -> str:
    """The opponents of a game that begins at once, in words."""
    if "open" in others:
        return " with an open seat"
    if not others:
        return " alone"
    levels = [other.partition(":")[2] for other in others]
    if any(strength_of(info.name, level) for level in levels):
        return f" against {join_words(with_strength(info.name, level) for level in levels)}"
    return f" against the computer{'s' if len(levels) > 1 else ''} ({join_words(levels)})"
