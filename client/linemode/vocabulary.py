"""What can be typed in the line mode: its own commands, those of the command language, and the game's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from client.commands.dialogue import dialogue_of, translate
from client.commands.verb_table import VERBS
from client.games.spec import GameClient
from client.linemode import sentences
from client.state.reading import known_game
from client.state.store import Store
from protocol.messages import Question

OWN_WORDS = {
    "say": ("", "Repeat the position."),
    "show": ("[WORDS]", "Read what the game has to tell beyond that."),
    "board": ("[on|off]", "Show the position as a board of text: now, after each move, or no more."),
    "talk": ("[TEXT]", "Say something to everybody here, or read what was said."),
    "rooms": ("", "List the tables of the lobby."),
    "help": ("", "Say what can be typed."),
}
"""The commands of the line mode alone: their arguments, and what they do."""
SPOKEN = (
    "play", "rules", "learn", "new", "quick", "challenge", "withdraw", "join", "watch", "open",
    "lobby", "auto", "on", "finish", "takeback", "offer", "yes", "no", "claim", "hint", "prospect",
    "rematch", "restart", "resign", "leave", "fill", "kick", "close", "invite", "replay", "history", "verify",
    "stats", "leaders", "levels", "mute", "unmute", "hush", "report", "name", "link", "devices", "recovery", "signout",
    "quit",
)  # fmt: skip
"""The commands of the command language that make sense without a screen."""
YES_OR_NO = {"y": "yes", "n": "no"}
"""What answers a question; where nothing is asked, a game with a dialogue of its own may use these words for moves."""
SHORT = {
    "q": "quit",
    "exit": "quit",
    "?": "help",
    "h": "help",
    "auto on": "auto",
    "r": "rematch",
}


def to_common(line: str, store: Store) -> str:
    """Translate a line to the command language, from the words of the game on screen or the abbreviations."""
    spelled = translate(line, store)
    short = SHORT if dialogue_of(store) else SHORT | YES_OR_NO
    return short.get(" ".join(line.split()).lower(), line) if spelled == line else spelled


def is_word(line: str, store: Store) -> bool:
    """Whether a line is a command, not a move."""
    line = to_common(line, store)
    first, *_ = line.split() or [""]
    return first.lower() in OWN_WORDS or (first.lower() in VERBS and first.lower() != "move")


def is_question(line: str, store: Store) -> bool:
    """Whether a line asks for help with the position, which is given only on the player's turn."""
    return to_common(line, store).strip().lower() in get_args(Question)


def menu(store: Store) -> tuple[str, ...]:
    """Everything that can be typed, a line each, the game's moves first; what its own menu has is not repeated."""
    game = _game(store)
    own_menu = {line for line, _ in game.reading.dialogue.menu} if game and game.reading.dialogue else set()
    everywhere = [(name, VERBS[name].takes, VERBS[name].about) for name in SPOKEN if name not in own_menu]
    own = [(name, *words) for name, words in {**OWN_WORDS, **_show_entry(store)}.items()]
    return (
        "Type a move of the game, or one of these:",
        *_moves_help(store),
        *(f"{' '.join(filter(None, (name, takes)))}: {about}" for name, takes, about in (*own, *everywhere)),
    )


def _moves_help(store: Store) -> Iterator[str]:
    """The moves of the game on screen: from its menu, its list of typed moves, or else its keys."""
    game = _game(store)
    entries = game.reading.dialogue.menu if game and game.reading.dialogue else game.reading.typed if game else ()
    if entries:
        yield from sentences.menu(entries)
        return
    for key in game.keys if game else ():
        if key.command.split()[0] not in VERBS:
            yield f"{key.command.replace('{key}', 'NUMBER')}: {key.about}"


def _show_entry(store: Store) -> dict[str, tuple[str, str]]:
    """The entry of `show` in the words of the game on screen, if it has any."""
    game = _game(store)
    return {"show": game.saying.shows} if game and game.saying.shows else {}


def _game(store: Store) -> GameClient | None:
    return known_game(store.seated.table.game) if store.seated else None
