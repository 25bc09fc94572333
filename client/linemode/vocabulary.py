"""What can be typed in the line mode: its own words, those of the common language, and those of the game on screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from client.commands.dialogue import translate
from client.commands.table import VERBS
from client.games import GameClient
from client.linemode import sentences
from client.state.reading import UnreadableTableError, game_of
from client.state.store import Store
from protocol.messages import Question

OWN_WORDS = {
    "say": ("", "Repeat the position."),
    "show": ("[WORDS]", "Read what the game has to tell beyond that."),
    "talk": ("[TEXT]", "Say something to everybody here, or read what was said."),
    "rooms": ("", "List the tables of the lobby."),
    "help": ("", "Say what can be typed."),
}
"""Commands of the line mode alone: what follows each, and what it does."""
SPOKEN = (
    "play", "rules", "learn", "new", "quick", "challenge", "accept", "refuse", "withdraw", "join", "watch", "open",
    "lobby", "auto", "on", "finish", "takeback", "offer", "agree", "decline", "claim", "hint", "prospect",
    "rematch", "restart", "resign", "leave", "fill", "kick", "close", "invite", "replay", "history", "verify",
    "stats", "leaders", "levels", "mute", "unmute", "hush", "name", "signout", "quit",
)  # fmt: skip
"""The commands of the common language that make sense without a screen."""
SHORT = {"q": "quit", "exit": "quit", "?": "help", "h": "help", "auto on": "auto", "r": "rematch"}


def to_common(line: str, store: Store) -> str:
    """The line in the common language, from the words of the game on screen or from what is short everywhere."""
    spelled = translate(line, store)
    return SHORT.get(" ".join(line.split()).lower(), line) if spelled == line else spelled


def is_word(line: str, store: Store) -> bool:
    """Whether a line is a command, and no move."""
    line = to_common(line, store)
    first, *_ = line.split() or [""]
    return first.lower() in OWN_WORDS or (first.lower() in VERBS and first.lower() != "move")


def is_question(line: str, store: Store) -> bool:
    """Whether a line asks for help with the position, which is given on one's turn."""
    return to_common(line, store).strip().lower() in get_args(Question)


def menu(store: Store) -> tuple[str, ...]:
    """Everything that can be typed, a line each, the moves of the game first; what its own menu has stands there."""
    game = _game(store)
    own_menu = {line for line, _ in game.dialogue.menu} if game and game.dialogue else set()
    everywhere = [(name, VERBS[name].takes, VERBS[name].about) for name in SPOKEN if name not in own_menu]
    own = [(name, *words) for name, words in {**OWN_WORDS, **_show_entry(store)}.items()]
    return (
        "Type a move of the game, or one of these:",
        *_moves_help(store),
        *(f"{' '.join(filter(None, (name, takes)))}: {about}" for name, takes, about in (*own, *everywhere)),
    )


def _moves_help(store: Store) -> Iterator[str]:
    """The moves of the game on screen, as its menu has them, as it tells them, or else as its keys know them."""
    game = _game(store)
    entries = game.dialogue.menu if game and game.dialogue else game.typed if game else ()
    if entries:
        yield from sentences.menu(entries)
        return
    for key in game.keys if game else ():
        if key.command.split()[0] not in VERBS:
            yield f"{key.command.replace('{key}', 'NUMBER')}: {key.about}"


def _show_entry(store: Store) -> dict[str, tuple[str, str]]:
    """What `show` reads in the game on screen."""
    game = _game(store)
    return {"show": game.shows} if game and game.shows else {}


def _game(store: Store) -> GameClient | None:
    """The game on screen, where this program knows it."""
    try:
        return game_of(store.seated.table.game) if store.seated else None
    except UnreadableTableError:
        return None
