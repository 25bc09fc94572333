"""Games with some of their parts exchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engines.game import BotLevel, Bots, Game


def with_rules(game: Game[Any, Any, Any], name: str = "", **changes: Any) -> Game[Any, Any, Any]:
    """The game with other functions in its rules, and perhaps another name. Its end shows no more than its view."""
    changes = {"final": changes.get("view", game.rules.final), **changes}
    return replace(game, name=name or game.name, rules=replace(game.rules, **changes))


def with_bots(game: Game[Any, Any, Any], **players: Callable[..., Any]) -> Game[Any, Any, Any]:
    """The game with these computer players alone, weakest first."""
    return replace(game, bots=bots(**players))


def bots(**players: Callable[..., Any]) -> Bots[Any, Any]:
    return Bots(tuple(BotLevel(level, "Plays in a test.", choose) for level, choose in players.items()))
