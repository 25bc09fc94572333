"""The worker process: runs one task after another, each from an encoded View and a key.

The process holds nothing but the engines, and a task is all that reaches it, so that a computer player cannot cheat:
no hidden card is in its memory. Tasks and answers are MessagePack, each after its length.
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
"""With this niceness a worker gets a tenth of the server's share of a busy core. At 19 it would get hardly any."""
NICE_BEHIND = 14
"""With this one it gets less than half of such a worker's share."""
NICE_ALONE = 3
"""With this one it gets half of the server's share, even of a machine that is busy with other things."""
WAKE_EVERY_S = 0.0007
SWITCH_INTERVAL_S = 0.0003
"""How often the second thread wakes up, and how soon the thinking thread then hands over the lock."""
WARM_S = 0.5
"""How much processor time the warm-up of one game's computer players may take."""
WARM_KEY = bytes([3]) * KEY_BYTES
"""What the games of the warm-up are dealt with. The caches fill with any deal; this one is solved in milliseconds."""


class MoveTask(msgspec.Struct, frozen=True, tag="Decide"):
    """A task: choose a move for a computer of this level. `view` is an encoded View."""

    game: str
    level: str
    view: bytes
    key: bytes


class AdviceTask(msgspec.Struct, frozen=True, tag="Advise"):
    """A task: give a hint or a prospect to a person who sees this view, knowing what the last answer remembered."""

    game: str
    about: Literal["hint", "prospect"]
    view: bytes
    key: bytes
    memory: str = ""


class Thought(msgspec.Struct, frozen=True, tag="Answer"):
    """An answer: a move's text, or None to give up or for a prospect; its explanation; the seconds it took.

    The memory is for the next question at the table.
    """

    move: str | None
    text: str
    took_s: float
    memory: str = ""


class ThinkingFault(msgspec.Struct, frozen=True, tag="Broken"):
    """A failure: the kind of the error and its place in the code, without its message, which may quote hidden cards."""

    error: str


Task = MoveTask | AdviceTask


def work(sock: socket.socket) -> None:
    """Run a worker whose tasks come through a socket: warm up, then serve until the server ends."""
    _work(sock, NICE)


def work_behind(sock: socket.socket) -> None:
    """The same behind all such workers."""
    _work(sock, NICE_BEHIND)


def work_alone(sock: socket.socket) -> None:
    """The same on a player's own machine, where the only person who plays is waiting for the answer."""
    _work(sock, NICE_ALONE)


def _work(sock: socket.socket, nice: int) -> None:
    end_with_parent()
    lower_priority(nice)
    yield_cpu_often()
    warm_up()
    serve(sock)


def serve(sock: socket.socket) -> None:
    """Send an empty message to say that the worker is ready, then answer task after task."""
    with sock, sock.makefile("rwb") as stream:
        _write(stream, b"")
        while task := _read(stream):
            _write(stream, msgspec.msgpack.encode(run_task(task)))


def run_task(encoded: bytes) -> Thought | ThinkingFault:
    began = perf_counter()
    try:
        hint = _think(msgspec.msgpack.decode(encoded, type=Task))
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a game, the next task may be about another
        return ThinkingFault(describe_error(error))
    return Thought(hint.move, hint.reason, perf_counter() - began, hint.memory)


def frame_message(message: bytes) -> bytes:
    """A message after its length."""
    return len(message).to_bytes(SIZE_BYTES, "big") + message


def warm_up() -> None:
    """Import every game and fill its computer players' caches, by one move of each at the start of a game.

    A game that takes longer than WARM_S is cut short. Errors are ignored here: the first real task reports them.
    """
    for game in catalog.games().values():
        signal.signal(signal.SIGVTALRM, _give_up)
        signal.setitimer(signal.ITIMER_VIRTUAL, WARM_S)
        try:
            _play_first(game)
        except Exception:  # noqa: BLE001, S112 - see above
            continue
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def end_with_parent() -> None:
    """End this process when the server's process ends, even if that was killed.

    An interrupt typed at a terminal reaches this process too; it is ignored, as the server decides what follows.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def lower_priority(nice: int = NICE) -> None:
    """Give this process only the processor time that the server leaves, but enough that it still answers in time.

    Linux may share out time by sessions (sched(7), "autogroup"), so the process gets its own: in the server's session
    it would use the server's share, and its niceness would count only within that.
    """
    os.setsid()
    os.nice(nice)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(nice))


def yield_cpu_often() -> None:
    """Make this process pause about a thousand times a second from now on.

    Linux lets a running process finish its time slice of some milliseconds, whatever its niceness, and people's moves
    would wait for that. A second thread keeps asking for Python's global lock; each time it changes hands, the server
    can take the core.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    threading.Thread(target=_wake_up_often, daemon=True).start()


def _wake_up_often() -> NoReturn:
    while True:
        sleep(WAKE_EVERY_S)


def _think(task: Task) -> Hint:
    game = catalog.find(task.game)
    view = msgspec.msgpack.decode(task.view, type=game.rules.View)
    match task:
        case MoveTask(level=level, key=key):
            return Hint(_choose(game, game.bots[level].choose, view, Chance(key)), "")
        case AdviceTask(about=about, key=key, memory=memory):
            known = game.help.remembering(memory)
            if tell := known.hint if about == "hint" else known.prospect:
                return tell(view, Chance(key))
            raise LookupError(f"{game.title} gives no {about}")


def _choose(game: Game[Any, Any, Any], bot: Callable[[Any, Chance], Any], view: object, chance: Chance) -> str | None:
    move = bot(view, chance)
    if move is None:
        return None
    if move not in game.rules.legal(view):
        raise IllegalMoveError(f"{move!r} is not legal")
    return game.rules.text(move)


def _play_first(game: Game[Any, Any, Any]) -> None:
    chance = Chance(WARM_KEY)
    state = game.rules.setup(game.rules.Options(), max(game.seats.start, min(2, game.seats[-1])), chance)
    view = game.rules.view(state, game.rules.turn(state)[0])
    for choose in dict.fromkeys(bot.choose for bot in game.bots.levels):
        choose(view, chance)


def _give_up(*_: object) -> NoReturn:
    raise TimeoutError


def _read(stream: BufferedRWPair) -> bytes:
    """The next message; empty at the end of the stream."""
    return stream.read(int.from_bytes(stream.read(SIZE_BYTES), "big"))


def _write(stream: BufferedRWPair, message: bytes) -> None:
    stream.write(frame_message(message))
    stream.flush()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
