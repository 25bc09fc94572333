"""The menus that open over the screen: the table's, and the settings. Each line has a key, a command and a hint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from client.commands.verb_table import CommandContext, Refusal, resolve
from client.fullscreen.ui.state import UiState
from client.games.keys import Key
from client.state.phrases import lobby
from client.state.store import Store
from client.state.table_view import other_seats
from protocol import messages as m

MENUS = ("menu", "settings")
"""The panels with a menu in them."""


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line of a menu: its key, its label, the command that it gives, and a sentence about it.

    Attributes:
        value: what is set now, for a line that changes a setting.
    """

    key: str
    label: str
    command: str
    hint: str
    value: str = ""


def lines(store: Store, ui: UiState) -> tuple[MenuLine, ...]:
    """The lines of the menu that is open; none if none is."""
    match ui.panel:
        case "menu" if store.seated is not None:
            return tuple(_table_lines(store.seated.table, CommandContext(store, ui.habits, ui.mark)))
        case "settings":
            return _settings_lines(ui)
    return ()


def keys(store: Store, ui: UiState) -> tuple[Key, ...]:
    """The keys of the menu that is open, one a line."""
    return tuple(Key((line.key,), line.key, "", line.command, line.hint) for line in lines(store, ui))


def marked_line(store: Store, ui: UiState) -> MenuLine | None:
    """The line of the open menu that is marked; None if none is open."""
    found = lines(store, ui)
    return found[min(ui.scroll, len(found) - 1)] if found else None


def _table_lines(table: m.Table, context: CommandContext) -> Iterator[MenuLine]:
    """What can be done at a table now. The first line is what Esc did before there was a menu, and still does in it."""
    if table.seat is None:
        yield MenuLine("l", "Stop watching", "leave", "Go back to the lobby.")
        yield MenuLine("r", "Go on watching", "back", "Close this menu.")
    else:
        yield MenuLine("l", "Go to the lobby", "lobby", lobby.kept_seat(table))
        resume = "Resume" if table.phase == "playing" else "Stay here"
        yield MenuLine("r", resume, "back", "Close this menu.")
        yield from (line for line in _game_lines(table) if not isinstance(resolve(line.command, context), Refusal))
    yield MenuLine("i", "Invite", "invite", "Show how others can join or watch.")
    yield MenuLine("s", "Settings", "settings", "Theme, board colours, sound, motion and mouse.")
    if table.seat is not None:
        yield MenuLine("x", "Leave for good", "leave", "Give up your seat at this table.")


def _game_lines(table: m.Table) -> Iterator[MenuLine]:
    """What a player can do about the game; each is left out where it is impossible now."""
    yield MenuLine("d", "Offer a draw", "offer draw", "Everybody else has to agree.")
    asks = any(chair.kind == "person" for chair in other_seats(table))
    yield MenuLine(
        "z",
        "Ask to take back" if asks else "Take back",
        "takeback",
        "Ask the others to let you take back your last move." if asks else "Take back your last move.",
    )
    yield MenuLine("R", "Resign", "resign", "Give up this game; you are asked first.")
    if table.phase == "over":
        yield MenuLine("v", "Verify", "verify", "Check that the game was dealt fairly.")
        yield MenuLine("p", "Replay", "replay", "Step through the game.")


def _settings_lines(ui: UiState) -> tuple[MenuLine, ...]:
    return (
        MenuLine("1", "Theme", "theme", "The colours of everything but the boards.", ui.theme),
        MenuLine("2", "Boards", "palette", "The colours of boards, or textures in their place.", ui.palette),
        MenuLine("3", "Sound", "sound", "The bell, when something waits for you.", _on_or_off(is_on=ui.sound)),
        MenuLine("4", "Motion", "motion", "Cards that turn, and boards that move.", _on_or_off(is_on=ui.motion)),
        MenuLine(
            "5", "Mouse", "mouse", "Off: the mouse selects text, as in other programs.", _on_or_off(is_on=ui.mouse)
        ),
    )


def _on_or_off(*, is_on: bool) -> str:
    return "on" if is_on else "off"
