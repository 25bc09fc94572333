"""What the keys do: tables of plain values. The key bar, the help and the bindings are all made from them."""

from __future__ import annotations

from dataclasses import dataclass

DIGITS = tuple("123456789")
SPEEDS = tuple("12345")


@dataclass(frozen=True, slots=True)
class Key:
    """A key and the typed command it stands for.

    Attributes:
        presses: the toolkit's names of the keys that do it.
        shown: what they are called on the screen.
        label: what it does, in a word or two for the key bar; empty where it stands in the help alone.
        command: the command it stands for, as it could be typed; `{key}` is the key that was pressed.
        about: what it does, in a sentence for the help.
    """

    presses: tuple[str, ...]
    shown: str
    label: str
    command: str
    about: str

    def typed(self, press: str) -> str:
        """The command that pressing one of the keys stands for."""
        return self.command.format(key=press)


GLOBAL_KEYS = (
    Key((":",), ":", "command", "type command", "Type a command; Tab completes it."),
    Key(("?",), "?", "help", "help", "Show or hide this help."),
    Key(("escape",), "Esc", "back", "back", "Close what is open, or go back to the lobby; your seat stays yours."),
    Key(("c-q",), "Ctrl-Q", "quit", "quit", "Leave Parlour; your games wait for you."),
    Key(("c-c",), "Ctrl-C", "", "interrupt", "Leave at once."),
    Key(("c-l",), "Ctrl-L", "", "redraw", "Draw the screen anew."),
    Key(("m",), "m", "", "mouse", "Give the mouse to the terminal, to select text, or take it back."),
)

CRAMPED_KEYS = (Key(("p",), "p", "plain mode", "plain", "Go on line by line, in a terminal of any size."), *GLOBAL_KEYS)
"""In a terminal too small for a full screen."""

MOVING_KEYS = (
    Key(("enter",), "Enter", "choose", "choose", "Do what the marked line says."),
    Key(("up",), "↑", "", "up", "Go a line up."),
    Key(("down",), "↓", "", "down", "Go a line down."),
    Key(("tab",), "Tab", "", "next", "Go to the next pane."),
    Key(("s-tab",), "Shift-Tab", "", "previous", "Go to the pane before."),
)

LOBBY_KEYS = (
    *MOVING_KEYS,
    Key(DIGITS, "1-9", "", "start {key}", "Do what that line of Play now says."),
    Key(("n",), "n", "new table", "new", "Set up a table: the game, its options, against whom."),
    Key(("j",), "j", "join code", "type join", "Sit down at a table by its code."),
    Key(("w",), "w", "watch", "watch", "Watch the newest game that is going on."),
    Key(("/",), "/", "filter", "type filter", "Show only tables that match: a game, a player, a code."),
)

FORM_KEYS = (
    *MOVING_KEYS,
    Key(("left",), "←", "", "less", "Take the value before."),
    Key(("right", " "), "→", "change", "more", "Take the next value."),
)

WAITING_KEYS = (Key(("c",), "c", "computer", "fill", "Give the open seat to a computer."),)

OVER_KEYS = (
    Key(("r",), "r", "rematch", "rematch", "Play again at this table, with sides swapped."),
    Key(("enter",), "Enter", "to the lobby", "leave over", "Stand up and go to the lobby."),
)

TABLE_KEYS = (
    Key(("i",), "i", "invite", "invite", "Show the table's code and how to come here with it."),
    Key(("tab",), "Tab", "", "next", "On a small screen, show the other pane."),
    Key(("up",), "↑", "", "up", "Scroll up."),
    Key(("down",), "↓", "", "down", "Scroll down."),
)

PILOT_KEYS = (
    Key(("a",), "a", "auto", "auto", "Let your moves be made by themselves, or stop that."),
    Key(SPEEDS, "1-5", "", "auto {key}", "The same at a speed from slow to fast."),
    Key(("f",), "f", "next war", "on", "Play on to the next stirring moment."),
    Key(("F",), "F", "finish", "finish", "Play on to the end; only against computers."),
)
"""For games whose moves need no decision; such a game puts them among its own keys."""

TYPING_KEYS = (
    Key(("enter",), "Enter", "do it", "accept", "Do what is typed."),
    Key(("escape",), "Esc", "cancel", "cancel", "Type no more."),
    Key(("tab",), "Tab", "complete", "complete", "Complete the word."),
    Key(("backspace",), "Backspace", "", "erase", "Erase the character before the cursor."),
    Key(("c-w",), "Ctrl-W", "", "erase-word", "Erase the word before the cursor."),
    Key(("c-u",), "Ctrl-U", "", "erase-all", "Erase all."),
    Key(("left",), "←", "", "left", "Go a character to the left."),
    Key(("right",), "→", "", "right", "Go a character to the right."),
    Key(("home", "c-a"), "Home", "", "home", "Go to the start."),
    Key(("end", "c-e"), "End", "", "end", "Go to the end."),
    Key(("up",), "↑", "", "older", "Take the command before."),
    Key(("down",), "↓", "", "newer", "Take the command after."),
)
"""While something is typed, every other key writes itself; these are edits, not commands."""
