"""The words of the line mode: its own commands, and abbreviations of those of the command language."""

from __future__ import annotations

from typing import get_args

from client.commands.dialogue import dialogue_of, translate
from client.commands.verb_table import VERBS
from client.state.store import Store
from protocol.messages import Question

OWN_WORDS = {
    "say": ("", "Read the position again."),
    "show": ("[WORDS]", "Read more about the game."),
    "board": ("[on|off]", "Show the board as text: now, after every move, or not."),
    "talk": ("[TEXT]", "Send a chat message, or read the chat."),
    "tables": ("", "List the tables in the lobby."),
    "help": ("[TOPIC]", "List the commands for a topic, or explain a command."),
}
"""The commands of the line mode alone: their arguments, and what they do."""
YES_OR_NO = {"y": "yes", "n": "no"}
"""What answers a question; where nothing is asked, a game with a dialogue of its own may use these words for moves."""
SHORT = {
    "q": "quit",
    "exit": "quit",
    "?": "help",
    "h": "help",
    "auto on": "auto",
    "r": "rematch",
    "rooms": "tables",
}


def to_common(line: str, store: Store) -> str:
    """Translate a line to the command language, from the words of the game on screen or the abbreviations.

    A command may begin with the colon that it needs on the full screen.
    """
    line = _without_colon(line)
    spelled = translate(line, store)
    short = SHORT if dialogue_of(store) else SHORT | YES_OR_NO
    return short.get(" ".join(line.split()).lower(), line) if spelled == line else spelled


def _without_colon(line: str) -> str:
    bare = line.lstrip().removeprefix(":")
    return bare if (bare.split() or [""])[0].lower() in {*OWN_WORDS, *VERBS, *SHORT} else line


def is_word(line: str, store: Store) -> bool:
    """Whether a line is a command, not a move."""
    line = to_common(line, store)
    first, *_ = line.split() or [""]
    return first.lower() in OWN_WORDS or (first.lower() in VERBS and first.lower() != "move")


def is_question(line: str, store: Store) -> bool:
    """Whether a line asks for help with the position, which is given only on the player's turn."""
    return to_common(line, store).strip().lower() in get_args(Question)
