"""Tables of the keys and what they do. The key bar, the help and the bindings are all made from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from types import MappingProxyType

from client.commands.actions import Panel
from client.games.keys import AUTOPLAY_KEYS, DIGITS
from client.games.keys import CONSULT_KEYS as CONSULT_KEYS
from client.games.keys import Key as Key
from client.state.store import Link

LEAVING_KEYS = (
    Key(("c-q",), "Ctrl-Q", "quit", "quit", "Leave Parlour; your games wait for you."),
    Key(("c-c",), "Ctrl-C", "", "interrupt", "Leave at once."),
    Key(("c-z",), "Ctrl-Z", "", "suspend", "Go back to the shell; 'fg' there comes back here."),
)

GLOBAL_KEYS = (
    Key(("t",), "t", "talk", "talk", "Say something to everybody here; Enter sends it."),
    Key((":",), ":", "command", "type command", "Type a command; Tab completes it."),
    Key(("?",), "?", "help", "help", "Show this help; again, a game's rules."),
    *LEAVING_KEYS,
    Key(("c-l",), "Ctrl-L", "", "redraw", "Draw the screen anew."),
    Key(("m",), "m", "", "mouse", "Leave the mouse to the terminal, or take it."),
)

_TAKE_OVER_KEY = Key(("enter",), "Enter", "take over here", "here", "Go on here; the other window waits.")
_GUEST_KEY = Key(("g",), "g", "play as a guest", "guest", "Play here as somebody else, beside your other window.")
_LEAVE_KEY = Key(("escape",), "Esc", "leave", "quit", "Leave this window; the other one plays on.")
ELSEWHERE_KEYS = (_TAKE_OVER_KEY, _GUEST_KEY, _LEAVE_KEY)
"""While the player is connected from another window, which was there first."""
REPLACED_KEYS = (replace(_TAKE_OVER_KEY, label="take it back"), _LEAVE_KEY)
"""Once another window of the player's has taken over."""


def other_window_keys(link: Link) -> tuple[Key, ...]:
    """What can be chosen while the player is connected from another window."""
    return ELSEWHERE_KEYS if link.state == "elsewhere" else REPLACED_KEYS


BACK_KEYS = (Key(("escape",), "Esc", "back", "back", "Close what is open, or go to the lobby."),)

MENU_KEY = Key(("escape",), "Esc", "menu", "menu", "Open the menu; Esc again goes to the lobby.")
"""At a table."""

YES, NO = ("y", "Y"), ("n", "N")
"""The keys that answer whatever is asked."""

CONFIRM_KEYS = (
    Key(YES, "y", "yes", "", "Do it."),
    Key(NO, "n", "no", "back", "Leave it."),
    Key(("escape",), "Esc", "", "back", "Leave it."),
    *LEAVING_KEYS,
)
"""While the player's own question waits; the first key gets the command to confirm."""

CRAMPED_KEYS = (
    Key(("p",), "p", "plain mode", "plain", "Go on line by line, in a terminal of any size."),
    *LEAVING_KEYS,
)
"""In a terminal too small for a full screen."""

_LINE_KEYS = (Key(("up",), "↑", "", "up", "Go a line up."), Key(("down",), "↓", "", "down", "Go a line down."))
_PAGE_KEYS = (
    Key(("pageup",), "PgUp", "", "page up", "Go some lines up."),
    Key(("pagedown",), "PgDn", "", "page down", "Go some lines down."),
)

_CHOOSING_KEYS = (Key(("enter",), "Enter", "choose", "choose", "Do what the marked line says."), *_LINE_KEYS)
_BACKTAB_KEY = Key(("s-tab",), "Shift-Tab", "", "previous", "Go to the pane before.")

LOBBY_KEYS = (
    *_CHOOSING_KEYS,
    Key(("tab",), "Tab", "", "next", "Go to the next pane; the people who are here come last."),
    _BACKTAB_KEY,
    Key(DIGITS, "1-9", "", "start {key}", "Do what that line of Play now says."),
    Key(("left", "-"), "←", "", "less", "Play that game against a weaker computer."),
    Key(("right", "+"), "→", "", "more", "Play that game against a stronger computer."),
    Key(("f",), "f", "", "quick", "Find somebody who wants to play."),
    Key(("l",), "l", "", "learn", "Choose a tour of a game, which takes a minute."),
    Key(("n",), "n", "new", "new", "Set up a table."),
    Key(("j",), "j", "join", "type join", "Sit down at a table by its code."),
    Key(("w",), "w", "watch", "watch", "Watch the newest game."),
    Key(("i",), "i", "invite", "invite", "Show a friend's way to a table of yours, or to a new one."),
    Key(("c",), "c", "challenge", "type command challenge", "Ask somebody who is here for a game."),
    Key(("/",), "/", "filter", "type filter", "Show only tables with this game, player, code."),
    *_PAGE_KEYS,
)

HISTORY_KEY = Key(("h",), "h", "history", "history", "List the games you have played to their end.")
"""A key of the lobby that gives way to others where the key bar has little room."""

_FORM_KEYS = (
    *_CHOOSING_KEYS,
    Key(("tab",), "Tab", "", "next", "Go to the next pane."),
    _BACKTAB_KEY,
    Key(("left",), "←", "", "less", "Take the value before."),
    Key(("right", "space"), "→", "change", "more", "Take the next value."),
    Key(tuple("0123456789"), "0-9", "", "write {key}", "Write a number, as that of a deal."),
    Key(("backspace",), "Backspace", "", "write", "Take its last digit away."),
)

WAITING_KEYS = (Key(("c",), "c", "computer", "fill", "Give every open seat to a computer."),)

_OVER_KEYS = (
    Key(("enter",), "Enter", "to the lobby", "leave over", "Stand up and go to the lobby."),
    Key(("p",), "p", "replay", "replay", "Step through the game that is over."),
    Key(("v",), "v", "verify", "verify", "Check that the game was dealt fairly."),
)

OVER_KEYS = (Key(("r",), "r", "rematch", "rematch", "Play again at this table, with other sides."), *_OVER_KEYS)
ALONE_OVER_KEYS = (Key(("r",), "r", "play again", "restart", "Play another game."), *_OVER_KEYS)
"""At the end of a game that one played alone."""

DEAL_KEYS = (
    Key(("N", "r"), "N", "new deal", "restart", "Play another deal."),
    Key(("R",), "R", "restart this deal", "repeat", "Play the same deal again."),
)
"""At the end of a game that one played alone and that can be dealt in the same way again: as while it goes on."""

_HISTORY_KEYS = (
    Key(("enter",), "Enter", "replay", "choose", "Step through the marked game."),
    *_LINE_KEYS,
    *_PAGE_KEYS,
)

_TOURS_KEYS = (
    Key(("enter",), "Enter", "begin", "choose", "Begin the marked tour."),
    *_LINE_KEYS,
    Key(DIGITS, "1-9", "", "start {key}", "Begin the tour of that line."),
)

_MENU_KEYS = (Key(("enter",), "Enter", "choose", "choose", "Do what the marked line says."), *_LINE_KEYS)
_SETTINGS_KEYS = (
    Key(("enter", "right", "space"), "Enter", "change", "choose", "Take the next value in the marked line."),
    *_LINE_KEYS,
)

PANEL_KEYS: Mapping[Panel, tuple[Key, ...]] = MappingProxyType(
    {
        "form": _FORM_KEYS,
        "history": _HISTORY_KEYS,
        "tours": _TOURS_KEYS,
        "menu": _MENU_KEYS,
        "settings": _SETTINGS_KEYS,
    }
)
"""The panels whose keys replace those of the screen below."""

_VIEWING_KEYS = (
    Key(("tab",), "Tab", "", "next", "On a small screen, show the other pane."),
    Key(("up",), "↑", "", "up", "Scroll up."),
    Key(("down",), "↓", "", "down", "Scroll down."),
)

REPLAY_KEYS = (
    Key(("left",), "←", "back", "event -1", "Go an event back."),
    Key(("right",), "→", "on", "event +1", "Go an event on."),
    Key(("space",), "Space", "play on", "run", "Let the game go on by itself, or stop it."),
    Key(("home",), "Home", "first", "event first", "Go to the beginning."),
    Key(("end",), "End", "last", "event last", "Go to the end."),
    Key(("pageup",), "PgUp", "", "event -10", "Go ten events back."),
    Key(("pagedown",), "PgDn", "", "event +10", "Go ten events on."),
    Key(("v",), "v", "other eyes", "see", "See it as the next player did, or as a spectator."),
    *_VIEWING_KEYS,
    Key(("escape", "q"), "Esc", "leave", "back", "Close what is open, or the replay."),
)
"""While one steps through a finished game."""

REQUEST_KEYS = (
    Key(YES, "y", "agree", "agree", "Agree to what you are asked."),
    Key(NO, "n", "decline", "decline", "Decline what you are asked."),
)
"""While another player's offer waits for one's answer."""

CHALLENGE_KEYS = (
    Key(YES, "y", "accept", "accept", "Accept the challenge; you both go to a new table."),
    Key(NO, "n", "decline", "refuse", "Decline the challenge."),
)
"""While a challenge waits for one's answer, on any screen."""

REMATCH_KEYS = (
    Key(YES, "y", "agree", "rematch", "Agree to the rematch."),
    Key(NO, "n", "decline", "leave over", "Decline the rematch, and leave the table."),
)
"""While others ask for a rematch."""

WITHDRAW_KEYS = (Key(("escape",), "Esc", "wait no more", "withdraw", "Wait for nobody any more."),)
"""In the lobby, during a seek or a challenge of one's own."""

ABSENCE_KEYS = (
    Key(("W",), "W", "claim the win", "claim win", "Wait no longer: whoever stays away has given up."),
    Key(("C",), "C", "let a computer play", "claim computer", "Wait no longer: a computer plays on for them."),
)
"""While an absent player's time to return has run out."""

TAKEBACK_KEY = Key(("z",), "z", "take back", "takeback", "Take back your last move, or ask for it.")
"""In games that allow takebacks."""

OPEN_LAN_KEYS = (
    Key(YES, "y", "open to the network", "open network", "Open your server to your network."),
    Key(NO, "n", "leave it", "back", "Leave your server to this machine alone."),
)
"""In the invitation, while only this machine can reach one's own server."""

CLOSE_LAN_KEYS = (
    Key(
        ("n",),
        "n",
        "close to the network",
        "close network",
        "Open your server to this machine alone again.",
        asks="Close your server to the network, and send away who plays from there? n again does it.",
    ),
)
"""In the invitation, while one's own server is open to the network."""

TABLE_KEYS = (
    Key(("i",), "i", "invite", "invite", "Show the code, and how to come here with it."),
    TAKEBACK_KEY,
    *_VIEWING_KEYS,
    Key(("pageup",), "PgUp", "", "page up", "Scroll up."),
    Key(("pagedown",), "PgDn", "", "page down", "Scroll down."),
)

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
"""While something is typed; these are edits, not commands, and every other key writes itself."""

SCREEN_KEYS = (
    *(*GLOBAL_KEYS, *BACK_KEYS, MENU_KEY, *CHALLENGE_KEYS),
    *(*LOBBY_KEYS, HISTORY_KEY, *WITHDRAW_KEYS),
    *(*WAITING_KEYS, *OPEN_LAN_KEYS, *CLOSE_LAN_KEYS),
    *(*TABLE_KEYS, *AUTOPLAY_KEYS, *CONSULT_KEYS, *REQUEST_KEYS, *REMATCH_KEYS, *ABSENCE_KEYS),
    *(*OVER_KEYS, *ALONE_OVER_KEYS, *DEAL_KEYS, *REPLAY_KEYS),
    *(*ELSEWHERE_KEYS, *REPLACED_KEYS),
    *chain.from_iterable(PANEL_KEYS.values()),
)
"""Every key of every screen that is large enough, except the games' own."""
