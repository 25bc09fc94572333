"""The help of the line mode: the moves of the game, a few words for every moment, and the topics of all commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from client.commands.verb_table import VERBS
from client.games.spec import GameClient
from client.linemode import sentences
from client.linemode.vocabulary import OWN_WORDS
from client.state.reading import known_game
from client.state.store import Store

ALWAYS = ("say", "show", "quit")
"""The commands that `help` explains by itself."""
TOPICS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "start": (
        "play", "continue", "new", "quick", "challenge", "withdraw", "join", "watch", "tables", "learn", "rules",
        "levels",
    ),
    "game": (
        "board", "hint", "prospect", "auto", "on", "finish", "takeback", "offer", "yes", "no", "claim",
        "resign", "rematch", "restart",
    ),
    "table": ("invite", "lobby", "open", "fill", "kick", "close", "leave"),
    "chat": ("talk", "mute", "unmute", "hush", "report"),
    "results": ("history", "replay", "verify", "stats", "leaders"),
    "account": ("name", "link", "devices", "recovery", "signout"),
})  # fmt: skip
"""The commands that make sense without a screen, by their topics."""


def overview(store: Store) -> tuple[str, ...]:
    """The moves of the game on screen, a few commands, and the topics with what each has."""
    game = _game(store)
    moves = tuple(_moves(game)) if game else ()
    return (
        *(("Moves:", *moves) if moves else ()),
        *_explained((name for name in ALWAYS if name not in _own_words(game)), store),
        "More commands, by topic:",
        *(f"help {topic}: {', '.join(words)}." for topic, words in TOPICS.items()),
    )


def about(topic: str, store: Store) -> tuple[str, ...]:
    """The commands of a topic, a line each, or the line of one command; what topics there are for any other word."""
    words = TOPICS.get(topic.lower(), (topic.lower(),))
    own = _own_words(_game(store))
    found = tuple(_explained((word for word in words if topic.lower() not in TOPICS or word not in own), store))
    return found or (f"There's no help on {topic[:40]}. Topics: {', '.join(TOPICS)}.",)


def _explained(names: Iterable[str], store: Store) -> Iterator[str]:
    """Each command with its arguments and what it does, a line each; a word that is none is left out."""
    game = _game(store)
    own = {**OWN_WORDS, **({"show": game.saying.shows} if game and game.saying.shows else {})}
    for name in names:
        verb = VERBS.get(name)
        takes, does = own.get(name) or ((verb.takes, verb.about) if verb else ("", ""))
        if does:
            yield f"{' '.join(filter(None, (name, takes)))}: {does}"


def _moves(game: GameClient) -> Iterator[str]:
    """The moves of a game: from its menu, its list of typed moves, or else its keys."""
    entries = game.reading.dialogue.menu if game.reading.dialogue else game.reading.typed
    if entries:
        yield from sentences.menu(entries)
        return
    for key in game.keys:
        if key.command.split()[0] not in VERBS:
            yield f"{key.command.replace('{key}', 'NUMBER')}: {key.about}"


def _own_words(game: GameClient | None) -> frozenset[str]:
    """The commands that the menu of a game with a dialogue explains in its own words."""
    menu = game.reading.dialogue.menu if game and game.reading.dialogue else ()
    return frozenset(line for line, _ in menu)


def _game(store: Store) -> GameClient | None:
    return known_game(store.seated.table.game) if store.seated else None
