"""What a worker does, in a process of its own: it does one task after the other, from a View and a key.

The process holds nothing but the engines. A task is all that crosses over, so a computer could not cheat if
it wanted to. Tasks and answers are MessagePack behind their length.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from io import BufferedRWPair
from multiprocessing import parent_process
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Literal, NoReturn

import msgspec

from engines import catalog
from engines.chance import KEY_BYTES, Chance
from engines.game import Game, Hint, IllegalMoveError
from server.ops.logging import describe_error

SIZE_BYTES = 4
NICE = 10
"""A tenth of what the server gets where both could use all. At 19 a busy machine leaves a worker hardly anything."""
BREATH_S = 0.0007
HANDOVER_S = 0.0003
"""How often a worker stops for a moment, and how soon it does when that is due."""
WARM_S = 0.5
"""How much processor time the first answers of one game's computers may take, before anybody asks for one."""


class MoveTask(msgspec.Struct, frozen=True, tag="Decide"):
    """A task: what does the computer of this level do? `view` is an encoded View."""

    game: str
    level: str
    view: bytes
    key: bytes


class AdviceTask(msgspec.Struct, frozen=True, tag="Advise"):
    """A task: what can a person be told who looks at this view?"""

    game: str
    about: Literal["hint", "prospect"]
    view: bytes
    key: bytes


class Thought(msgspec.Struct, frozen=True, tag="Answer"):
    """A move's text, or None where there is none to make; what to say of it; the seconds it took to find."""

    move: str | None
    text: str
    took_s: float


class ThinkingFault(msgspec.Struct, frozen=True, tag="Broken"):
    """The answer is not to be had, and why: the kind of fault and its place, for its own words may quote a hand."""

    error: str


Task = MoveTask | AdviceTask


def work(place: socket.socket) -> None:
    """Live as a worker whose tasks come from `place`: make all warm, then serve for as long as the server lives."""
    end_with_parent()
    lower_priority()
    yield_cpu_often()
    warm_up()
    serve(place)


def serve(place: socket.socket) -> None:
    """Say that all is ready, and answer whatever is asked."""
    with place, place.makefile("rwb") as stream:
        _write(stream, b"")
        while asked := _read(stream):
            _write(stream, msgspec.msgpack.encode(run_task(asked)))


def run_task(asked: bytes) -> Thought | ThinkingFault:
    """What an encoded task comes to."""
    began = perf_counter()
    try:
        hint = _thought(msgspec.msgpack.decode(asked, type=Task))
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a game, the next task may be about another
        return ThinkingFault(describe_error(error))
    return Thought(hint.move, hint.reason, perf_counter() - began)


def frame_message(message: bytes) -> bytes:
    """A message behind its length."""
    return len(message).to_bytes(SIZE_BYTES, "big") + message


def warm_up() -> None:
    """Import every game, and make the tables its computers keep: each answers once for a table that begins.

    What takes longer than a table takes to make is given up; whatever goes wrong is told to whoever asks.
    """
    for game in catalog.games().values():
        signal.signal(signal.SIGVTALRM, _give_up)
        signal.setitimer(signal.ITIMER_VIRTUAL, WARM_S)
        try:
            _think_first(game)
        except Exception:  # noqa: BLE001, S112 - see above
            continue
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def end_with_parent() -> None:
    """Run in a new process: end it when the server does, even if that was killed and could say nothing.

    An interrupt typed at a terminal reaches this process too; what follows from it is the server's to decide.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def lower_priority() -> None:
    """Let this process have the time that the server leaves, but never so little that nobody could wait for it.

    Where Linux shares out the time by sessions (sched(7), "autogroup"), it needs one of its own: what it takes would be
    the server's otherwise, and its niceness would count for nothing.
    """
    os.setsid()
    os.nice(NICE)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(NICE))


def yield_cpu_often() -> None:
    """Stop for a moment about a thousand times a second from now on.

    Linux lets whoever runs finish its turn of some milliseconds, however nice it is, and people's moves would wait for
    that. A second thread wakes up again and again for Python's lock; while the lock changes hands, others get the core.
    """
    sys.setswitchinterval(HANDOVER_S)
    threading.Thread(target=_wake_up_often, daemon=True).start()


def _wake_up_often() -> NoReturn:
    while True:
        sleep(BREATH_S)


def _thought(task: Task) -> Hint:
    game = catalog.find(task.game)
    view = msgspec.msgpack.decode(task.view, type=game.View)
    match task:
        case MoveTask(level=level, key=key):
            return Hint(_chosen(game, game.bots[level], view, Chance(key)), "")
        case AdviceTask(about="hint", key=key) if game.hint is not None:
            return game.hint(view, Chance(key))
        case AdviceTask(about="prospect", key=key) if game.prospect is not None:
            return Hint(None, game.prospect(view, Chance(key)))
    raise LookupError(f"{game.title} gives no {task.about}")


def _chosen(game: Game[Any, Any, Any], bot: Callable[[Any, Chance], Any], view: object, chance: Chance) -> str | None:
    move = bot(view, chance)
    if move is None:
        return None
    if move not in game.legal(view):
        raise IllegalMoveError(f"{move!r} is not legal")
    return game.text(move)


def _think_first(game: Game[Any, Any, Any]) -> None:
    chance = Chance(bytes(KEY_BYTES))
    state = game.setup(game.Options(), max(game.seats.start, min(2, game.seats[-1])), chance)
    view = game.view(state, game.turn(state)[0])
    for bot in dict.fromkeys(game.bots.values()):
        bot(view, chance)


def _give_up(*_: object) -> NoReturn:
    raise TimeoutError


def _read(stream: BufferedRWPair) -> bytes:
    """The next message; empty when the server asks no more."""
    return stream.read(int.from_bytes(stream.read(SIZE_BYTES), "big"))


def _write(stream: BufferedRWPair, message: bytes) -> None:
    stream.write(frame_message(message))
    stream.flush()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
