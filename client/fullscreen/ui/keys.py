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
    Key(("c-q",), "Ctrl-Q", "quit", "quit", "Quit Parlour; you keep your seats."),
    Key(("c-c",), "Ctrl-C", "", "interrupt", "Quit at once."),
    Key(("c-z",), "Ctrl-Z", "", "suspend", "Go back to the shell; 'fg' there comes back here."),
)

GLOBAL_KEYS = (
    Key(("t",), "t", "chat", "talk", "Send a chat message to everybody here."),
    Key((":",), ":", "command", "type command", "Type a command; Tab completes it."),
    Key(("?",), "?", "help", "help", "Show this help; twice, the rules of the game."),
    *LEAVING_KEYS,
    Key(("c-l",), "Ctrl-L", "", "redraw", "Redraw the screen."),
    Key(("m",), "m", "", "mouse", "Turn the mouse on or off; off, you can select text."),
)

_TAKE_OVER_KEY = Key(("enter",), "Enter", "take over here", "here", "Play here; the other window waits.")
_GUEST_KEY = Key(("g",), "g", "play as a guest", "guest", "Play as a guest in this window.")
_LEAVE_KEY = Key(("escape",), "Esc", "leave", "quit", "Leave this window; the other one plays on.")
ELSEWHERE_KEYS = (_TAKE_OVER_KEY, _GUEST_KEY, _LEAVE_KEY)
"""While the player is connected from another window, which was there first."""
REPLACED_KEYS = (replace(_TAKE_OVER_KEY, label="take it back"), _LEAVE_KEY)
"""Once another window of the player's has taken over."""


def link_keys(link: Link) -> tuple[Key, ...]:
    """What can be chosen while the player is connected from another window, or was refused."""
    match link.state:
        case "elsewhere":
            return ELSEWHERE_KEYS
        case "replaced":
            return REPLACED_KEYS
        case "refused":
            return LEAVING_KEYS[:1]
        case _:
            return ()


BACK_KEYS = (Key(("escape",), "Esc", "back", "back", "Close what is open, or go to the lobby."),)

MENU_KEY = Key(("escape",), "Esc", "menu", "menu", "Open the menu; Esc again goes to the lobby.")
"""At a table."""

YES, NO = ("y", "Y"), ("n", "N")
"""The keys that answer whatever is asked."""

CONFIRM_KEYS = (
    Key(YES, "y", "yes", "", "Do it."),
    Key(NO, "n", "no", "back", "Don't do it."),
    Key(("escape",), "Esc", "", "back", "Don't do it."),
    *LEAVING_KEYS,
)
"""While the player's own question waits; the first key gets the command to confirm."""

CRAMPED_KEYS = (
    Key(("p",), "p", "plain mode", "plain", "Play line by line, in a terminal of any size."),
    *LEAVING_KEYS,
)
"""In a terminal too small for a full screen."""

_LINE_KEYS = (Key(("up",), "↑", "", "up", "Move up a line."), Key(("down",), "↓", "", "down", "Move down a line."))
_PAGE_KEYS = (
    Key(("pageup",), "PgUp", "", "page up", "Move up a page."),
    Key(("pagedown",), "PgDn", "", "page down", "Move down a page."),
)

_CHOOSE_KEY = Key(("enter",), "Enter", "choose", "choose", "Choose the marked line.")
_BACKTAB_KEY = Key(("s-tab",), "Shift-Tab", "", "previous", "Go to the previous pane.")

YOUR_GAMES = 1
"""The number of the lobby's list of one's own games."""

LOBBY_KEYS = (
    _CHOOSE_KEY,
    Key(("up",), "↑", "move", "up", "Move up a line, through every list."),
    Key(("down",), "↓", "move", "down", "Move down a line, through every list."),
    Key(("tab",), "Tab", "lists", "next", "Go to the next list."),
    replace(_BACKTAB_KEY, about="Go to the previous list."),
    Key(DIGITS, "1-9", "", "start {key}", "Choose that line of Play now."),
    Key(("left", "-"), "←", "", "less", "Take a weaker computer, or go to the previous list."),
    Key(("right", "+"), "→", "", "more", "Take a stronger computer, or go to the next list."),
    Key(("f",), "f", "", "quick", "Quick match: find somebody to play."),
    Key(("l",), "l", "", "learn", "Learn a game in a minute."),
    Key(("n",), "n", "new", "new", "Set up a new table."),
    Key(("j",), "j", "join", "type join", "Join a table by its code."),
    Key(("w",), "w", "watch", "watch", "Watch the newest game."),
    Key(("x",), "x", "", "remove", "Leave the marked one of your games."),
    Key(("i",), "i", "invite", "invite", "Invite a friend to your table, or to a new one."),
    Key(("c",), "c", "challenge", "type command challenge", "Challenge a player."),
    Key(("/",), "/", "filter", "type filter", "Filter tables by game, player or code."),
    *_PAGE_KEYS,
)

REFUSED_KEYS = GLOBAL_KEYS[1:3]
"""Once the server has refused the player, beside those that leave."""

HISTORY_KEY = Key(("h",), "h", "history", "history", "List your finished games.")
"""A key of the lobby that gives way to others where the key bar has little room."""

_FORM_KEYS = (
    Key(("enter",), "Enter", "open table", "choose", "Open the table."),
    *_LINE_KEYS,
    Key(("tab",), "Tab", "", "next", "Go to the next line."),
    replace(_BACKTAB_KEY, about="Go to the previous line."),
    Key(("left",), "←", "change", "less", "Take the previous value."),
    Key(("right", "space"), "→", "change", "more", "Take the next value."),
    Key(tuple("0123456789"), "0-9", "", "write {key}", "Type a number, such as a deal's."),
    Key(("backspace",), "Backspace", "", "write", "Erase its last digit."),
)

WAITING_KEYS = (Key(("c",), "c", "computer", "fill", "Fill the open seats with computers."),)

_OVER_KEYS = (
    Key(("enter",), "Enter", "to the lobby", "leave over", "Leave the table for the lobby."),
    Key(("p",), "p", "replay", "replay", "Replay the game."),
    Key(("v",), "v", "verify", "verify", "Check that the game was dealt fairly."),
)

OVER_KEYS = (Key(("r",), "r", "rematch", "rematch", "Play again, with sides swapped."), *_OVER_KEYS)
ALONE_OVER_KEYS = (Key(("r",), "r", "play again", "restart", "Play another game."), *_OVER_KEYS)
"""At the end of a game that one played alone."""

DEAL_KEYS = (
    Key(("N", "r"), "N", "new deal", "restart", "Play another deal."),
    Key(("R",), "R", "same deal", "repeat", "Play the same deal again."),
)
"""At the end of a game that one played alone and that can be dealt in the same way again: as while it goes on."""

_HISTORY_KEYS = (
    Key(("enter",), "Enter", "replay", "choose", "Replay the marked game."),
    *_LINE_KEYS,
    *_PAGE_KEYS,
)

_TOURS_KEYS = (
    Key(("enter",), "Enter", "start", "choose", "Start the marked tour."),
    *_LINE_KEYS,
    Key(DIGITS, "1-9", "", "start {key}", "Start that tour."),
)

_MENU_KEYS = (Key(("enter",), "Enter", "choose", "choose", "Choose the marked line."), *_LINE_KEYS)
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
    Key(("left",), "←", "back", "event -1", "Go back one event."),
    Key(("right",), "→", "on", "event +1", "Go on one event."),
    Key(("space",), "Space", "play on", "run", "Start or stop the replay."),
    Key(("home",), "Home", "first", "event first", "Go to the beginning."),
    Key(("end",), "End", "last", "event last", "Go to the end."),
    Key(("pageup",), "PgUp", "", "event -10", "Go back ten events."),
    Key(("pagedown",), "PgDn", "", "event +10", "Go on ten events."),
    Key(("v",), "v", "change view", "see", "Change the view: the next player's, or a spectator's."),
    *_VIEWING_KEYS,
    Key(("escape", "q"), "Esc", "leave", "back", "Close what is open, or the replay."),
)
"""While one steps through a finished game."""

EARLIER = frozenset(("event -1", "event -10", "event first"))
LATER = frozenset(("event +1", "event +10", "event last"))
"""The commands of a replay that lead nowhere at its beginning, and at its end."""

REQUEST_KEYS = (
    Key(YES, "y", "agree", "agree", "Agree to the offer."),
    Key(NO, "n", "decline", "decline", "Decline the offer."),
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

TOUR_OVER_KEYS = (Key(("enter", "escape"), "Enter", "to the lobby", "lobby", "End the tour."),)
"""Once the guide has said the last sentence: no move is left to make."""

WITHDRAW_KEYS = (Key(("escape",), "Esc", "stop waiting", "withdraw", "Stop waiting."),)
"""In the lobby, during a seek or a challenge of one's own."""

ABSENCE_KEYS = (
    Key(("W",), "W", "claim the win", "claim win", "Claim the win: the absent player loses."),
    Key(("C",), "C", "let a computer play", "claim computer", "Let a computer play on for the absent player."),
)
"""While an absent player's time to return has run out."""

TAKEBACK_KEY = Key(("z",), "z", "take back", "takeback", "Take back your last move, or ask to.")
"""In games that allow takebacks."""

COPY_KEY = Key(("c",), "c", "copy", "copy", "Copy the marked line of the invitation; ↑ and ↓ mark another.")
"""In the invitation, if it has a line to paste."""

OPEN_LAN_KEYS = (
    Key(YES, "y", "open to the network", "open network", "Open your server to your network."),
    Key(NO, "n", "not now", "back", "Keep your server to this machine."),
)
"""In the invitation, while only this machine can reach one's own server."""

CLOSE_LAN_KEYS = (
    Key(
        ("n",),
        "n",
        "close to the network",
        "close network",
        "Close your server to the network.",
        asks="Press n again to close your server; players from the network will lose their connection.",
    ),
)
"""In the invitation, while one's own server is open to the network."""

TABLE_KEYS = (
    Key(("i",), "i", "invite", "invite", "Show how others can join."),
    TAKEBACK_KEY,
    *_VIEWING_KEYS,
    Key(("pageup",), "PgUp", "", "page up", "Scroll up."),
    Key(("pagedown",), "PgDn", "", "page down", "Scroll down."),
)

TYPING_KEYS = (
    Key(("enter",), "Enter", "OK", "accept", "Enter what you typed."),
    Key(("escape",), "Esc", "cancel", "cancel", "Stop typing."),
    Key(("tab",), "Tab", "complete", "complete", "Complete the word."),
    Key(("backspace",), "Backspace", "", "erase", "Erase a character."),
    Key(("c-w",), "Ctrl-W", "", "erase-word", "Erase a word."),
    Key(("c-u",), "Ctrl-U", "", "erase-all", "Erase everything."),
    Key(("left",), "←", "", "left", "Move left."),
    Key(("right",), "→", "", "right", "Move right."),
    Key(("home", "c-a"), "Home", "", "home", "Go to the start."),
    Key(("end", "c-e"), "End", "", "end", "Go to the end."),
    Key(("up",), "↑", "", "older", "Show what you typed before."),
    Key(("down",), "↓", "", "newer", "Show what you typed after that."),
)
"""While something is typed; these are edits, not commands, and every other key writes itself."""

SCREEN_KEYS = (
    *(*GLOBAL_KEYS, *BACK_KEYS, MENU_KEY, *CHALLENGE_KEYS),
    *(*LOBBY_KEYS, HISTORY_KEY, *WITHDRAW_KEYS),
    *(*WAITING_KEYS, COPY_KEY, *OPEN_LAN_KEYS, *CLOSE_LAN_KEYS),
    *(*TABLE_KEYS, *AUTOPLAY_KEYS, *CONSULT_KEYS, *REQUEST_KEYS, *REMATCH_KEYS, *ABSENCE_KEYS, *TOUR_OVER_KEYS),
    *(*OVER_KEYS, *ALONE_OVER_KEYS, *DEAL_KEYS, *REPLAY_KEYS),
    *(*ELSEWHERE_KEYS, *REPLACED_KEYS),
    *chain.from_iterable(PANEL_KEYS.values()),
)
"""Every key of every screen that is large enough, except the games' own."""
