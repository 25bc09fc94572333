"""Computers that fail in every way there is, at a game that is War but for them: a worker knows no other game."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NoReturn

from engines import catalog
from engines.chance import Chance
from engines.game import Game, Help, Hint
from engines.war.game import GAME as WAR
from engines.war.view import Flip, View
from server.computers import worker
from tests.support.builders.changed_games import with_bots


def work(place: socket.socket) -> None:
    """Be a worker that is not warm, so that nobody stumbles before being asked."""
    worker.end_with_parent()
    catalog.games = lambda: {STUMBLES.name: STUMBLES}  # type: ignore[assignment]  # in this process alone
    worker.serve(place)


def refuse(place: socket.socket) -> None:
    """End before there was a task."""


def stumble(view: View, chance: Chance) -> NoReturn:
    """Fail as programs do."""
    raise RuntimeError("stumbled")


def die(view: View, chance: Chance) -> NoReturn:
    """Take the process along."""
    os._exit(1)


def dream(view: View, chance: Chance) -> NoReturn:
    """Think for ever."""
    while True:
        signal.pause()


def cheat(view: View, chance: Chance) -> str:
    """Choose what is no move at all."""
    return "flop"


def quit_(view: View, chance: Chance) -> None:
    """Give the game up."""


def flip(view: View, chance: Chance) -> Flip:
    return Flip()


def hint(view: View, chance: Chance) -> Hint:
    """The only one there is."""
    return Hint("flip", f"{chance.below(1_000_000)} reasons to flip")


def prospect(view: View, chance: Chance) -> Hint:
    """What is always true."""
    return Hint(None, "Anything can still happen.")


def recall(memory: str) -> Help[View]:
    """Help that says what it remembers, and remembers more."""
    tell = Hint(None, f"You knew {memory}.", memory + "+")
    return Help(lambda view, chance: tell, lambda view, chance: tell)


PLAYERS: Mapping[str, Callable[[View, Chance], Any]] = {
    "flipper": flip, "stumbler": stumble, "dier": die, "dreamer": dream, "cheat": cheat, "quitter": quit_,
}  # fmt: skip
STUMBLES: Game[Any, View, Flip] = replace(with_bots(WAR, **PLAYERS), help=Help(hint, prospect, recall))
