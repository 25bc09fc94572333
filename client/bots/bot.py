"""What a bot is, and how to load one from a file or a module.

class FirstMove(Bot):
    def choose(self, view, legal, info):
        return legal[0]
"""

from __future__ import annotations

import asyncio
import runpy
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from client.bots.thinking import ThreadedCall, describe_error, program_line

SHOWN = 80
ANSWER_LIMIT_S = 60.0
"""How long a bot may think about a move, whatever the table's clock says."""
RESIGN = "resign"
"""A bot chooses this to give the game up; it is always allowed."""


class BotFailedError(Exception):
    """The bot cannot be loaded or gave no legal move; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Info:
    """What a bot knows besides the view.

    Attributes:
        room: the table's code.
        game: the game's name.
        options: the table's options.
        number: which of the table's games it is, counted from 1.
        seat: the bot's own seat.
        ply: how many moves the bot has made in this game, and how many anybody has taken back.
        names: the players by seat.
        time_left_s: seconds left for the move, or None for no limit.
    """

    room: str
    game: str
    options: dict[str, Any]
    number: int
    seat: int
    ply: int
    names: tuple[str, ...]
    time_left_s: float | None


class Bot:
    """A player. Subclass it and override `choose`; one object plays all the games of a series, one after the other."""

    def choose(self, view: Any, legal: tuple[str, ...], info: Info) -> str:  # noqa: ANN401, ARG002 - for subclasses
        """The move to make: one of `legal`, which is never empty, or RESIGN. `view` is the game's own View."""
        return legal[0]


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A decision to make: the view in the game's own type and as a plain map, the legal moves, and the rest."""

    view: Any
    raw: Any
    legal: tuple[str, ...]
    info: Info


class Chooser(Protocol):
    """Chooses moves without holding up the connection."""

    async def choose(self, turn: BotTurn) -> str:
        """A legal move. Raises BotFailedError."""

    async def aclose(self) -> None:
        """Release what it holds."""


class PythonBot:
    """A Bot in this process. It runs in a thread, so that the connection is kept up meanwhile."""

    def __init__(self, bot: Bot) -> None:
        code = type(bot).choose.__code__
        self._bot = bot
        self._file = Path(code.co_filename)
        self._choose_line = f"{self._file.name}, line {code.co_firstlineno}"

    async def choose(self, turn: BotTurn) -> str:
        """Ask the bot."""
        call = ThreadedCall(lambda: self._bot.choose(turn.view, turn.legal, turn.info))
        try:
            async with asyncio.timeout(ANSWER_LIMIT_S):
                await call.done.wait()
        except TimeoutError:
            where = program_line(call.frames(), self._file.parent)
            raise BotFailedError(f"The bot was silent for {ANSWER_LIMIT_S:g} seconds. It is at {where}.") from None
        if call.error is not None:
            raise BotFailedError(f"The bot failed. {describe_error(call.error, self._file.parent)}") from call.error
        return check_move(call.result, turn, f"The bot ({self._choose_line})")

    async def aclose(self) -> None:
        """Nothing to release."""


def load(program: str) -> Bot:
    """The bot in a Python file or a module; `:NAME` behind it chooses among several. Raises BotFailedError."""
    place, _, name = program.partition(":")
    try:
        defined = _run(place)
    except BotFailedError:
        raise
    except (Exception, SystemExit) as error:
        raise BotFailedError(f"{place} can't be loaded. {describe_error(error)}") from error
    found = [cls for cls in defined.values() if _is_bot(cls, defined) and name in {"", cls.__name__}]
    if len(found) != 1:
        what = (
            f"{len(found)} bots; name one as {place}:NAME"
            if found
            else f"no class {name or 'derived from Bot, or called Bot'}"
        )
        raise BotFailedError(f"{place} has {what}.")
    try:
        return found[0]()  # type: ignore[no-any-return]  # `_is_bot` saw to that
    except Exception as error:
        raise BotFailedError(f"The bot can't be created. {describe_error(error)}") from error


def _run(place: str) -> dict[str, Any]:
    """Run a program as Python does, so that it can import its neighbours; returns the names it defines."""
    path = Path(place)
    if path.suffix != ".py" and "/" not in place:
        sys.path.insert(0, "")
        return runpy.run_module(place)
    if not path.is_file():
        raise BotFailedError(f"There's no file {place!r}.")
    sys.path.insert(0, str(path.parent))
    return runpy.run_path(place, run_name=path.stem)


def _is_bot(cls: Any, defined: dict[str, Any]) -> bool:  # noqa: ANN401 - anything may stand in a program
    """Whether it is a class defined by the program, and derived from Bot or named so with a `choose`."""
    if not isinstance(cls, type) or cls.__module__ != defined["__name__"]:
        return False
    return issubclass(cls, Bot) or (cls.__name__ == Bot.__name__ and hasattr(cls, "choose"))


def check_move(move: object, turn: BotTurn, who: str) -> str:
    """The chosen move. Raises BotFailedError unless it is legal."""
    if not isinstance(move, str) or move not in (*turn.legal, RESIGN):
        legal = ", ".join(turn.legal)[:SHOWN]
        raise BotFailedError(f"{who} chose {repr(move)[:SHOWN]}, which is not legal. Legal moves: {legal}.")
    return move
