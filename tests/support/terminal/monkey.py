"""A monkey at the keyboard: the real client, on a real server, is typed and clicked at, all by a seed.

    python -m tests.support.terminal.monkey SEED [BURSTS]    types that many bursts, and says what it came by

What it types follows from its seed, and what it hits from the game it came to. Wherever it comes, the client has to
run on or to leave in good order, and the screen to be what was drawn, no cell wider, with its first and last rows.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from unittest.mock import patch

from client.cli.values import games
from client.commands.actions import Leaving
from client.commands.completion import complete
from client.commands.verb_table import VERBS, CommandContext
from client.drawing.canvas import width_of
from client.fullscreen.app import App
from client.fullscreen.screens.page import LEAST_COLUMNS, LEAST_ROWS
from client.fullscreen.terminal.application import FullScreen
from client.fullscreen.ui import keys as k
from client.games import find
from client.history.library import Library
from client.history.saved.keeper import FOLDER, Keeper, save_into
from client.net.connection import Connection
from client.net.identity.identity import identity
from client.state.moves import legal_moves
from tests.support.laws import hostile
from tests.support.processes.hosting import Hosted, hosting
from tests.support.terminal.terminal import Terminal, running

SIZES = ((100, 32), (80, 24), (60, 20), (40, 10), (140, 45))
ENTER, ESC = "\r", "\x1b"
SENT = {
    "enter": ENTER, "escape": ESC, "tab": "\t", "s-tab": "\x1b[Z", "space": " ", "backspace": "\x7f",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "home": "\x1b[H", "end": "\x1b[F", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
}  # fmt: skip
"""What a terminal sends for the keys that are no character."""
OTHERS = ("\x1b[3~", "\x1bOP", "\x1b[1;5C", "\x1bx", "\x1a", "\x1c", "\x00", "\x1b[I", "\x1b[O", "é", "漢", "0")
"""Keys that nothing is bound to, and what a terminal sends when its window goes and comes."""
WAYS = (
    *(f"play {game}" for game in games()),
    *(f"learn {game}" for game in games()),
    *(f"new {game} private" for game in games()),
    "play blocky solo moves=3",
    "play streets_and_alleys deal=48213",
    "lobby",
    "history",
    "leaders",
    "stats",
    "levels",
    "help",
    "new",
    "resign anyway",
    "settings",
    "replay",
    "type say",
)
"""Lines that lead to some screen."""
WORDS = (
    *games(), *VERBS, *map(str, (-1, 0, 1, 5, 99, 10**20)), "on", "off", "open", "solo", "serious", "first", "private",
    "ana", "ben", "KQFM", "zzzz", "=", "a=b", "variant=scouts", "deal=-3", "moves=x", "watch=nobody", "clock=0+0",
    "spectator", "+3", "-3", "last", "talk", "table", "say", "draw", "win", "computer", "NaN", "½", "²", "/dev/null",
)  # fmt: skip
MOVES = ("flip", "p", "x", "1", "pass", "MTF 0 0", "MTT 1 2", "MFT 0 1", "U", "turn", "swap 1 2", "paint", "show all")
"""Moves of the games, and what comes near one."""
WAITING = ("quit", "interrupt", "new", "quick", "challenge", "watch", "join", "press", "type")
"""Commands that leave, or lead to where one may wait for others."""
HOSTILE = tuple(hostile.cases().values())
GOOD_ENDS: tuple[Leaving, ...] = ("quit", "plain", "interrupted")
REMEMBERED = 40
"""How many bursts are told when something goes wrong."""


def presses() -> tuple[str, ...]:
    """What a terminal sends for each key that is bound anywhere."""
    keys = (*k.SCREEN_KEYS, *k.TYPING_KEYS, *k.CRAMPED_KEYS, *(key for game in games() for key in find(game).keys))
    return tuple(sorted({_sent(press) for key in keys for press in key.presses}))


def _sent(press: str) -> str:
    if press in SENT:
        return SENT[press]
    return chr(ord(press[2]) & 0x1F) if press.startswith("c-") else press


PRESSES = presses()


class Monkey:
    """Types at random. It remembers its last bursts, and counts the screens it came to."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.bursts = 0
        self.seen: Counter[str] = Counter()
        self.last: deque[str] = deque(maxlen=REMEMBERED)
        self._chance = Random(seed)
        self._deeds: dict[Callable[[Terminal, App], str], int] = {
            self._keys: 8, self._mouse: 4, self._line: 4, self._move: 4, self._way: 2, self._paste: 1, self._raw: 1,
        }  # fmt: skip

    def burst(self, terminal: Terminal, app: App) -> None:
        """Do one thing more."""
        self.bursts += 1
        if self._chance.random() < 1 / 12:
            size = self._chance.choice(SIZES)
            self.last.append(f"resize {size}")
            terminal.resize(*size)
        (deed,) = self._chance.choices(tuple(self._deeds), tuple(self._deeds.values()))
        keys = deed(terminal, app)
        self.last.append(repr(keys))
        terminal.type(keys)

    def _keys(self, *_: object) -> str:
        return "".join(self._chance.choices((*PRESSES, *PRESSES, *OTHERS), k=self._chance.randint(1, 8)))

    def _mouse(self, terminal: Terminal, _: App) -> str:
        """Press, drag, point or turn the wheel, mostly where there is a cell."""
        places = [self._place(terminal) for _ in range(self._chance.randint(1, 4))]
        button = self._chance.choice((0, 0, 0, 1, 2, 64, 65, 35))
        if button > 2:
            return "".join(f"\x1b[<{button};{place}M" for place in places)
        moves = "".join(f"\x1b[<{32 + button};{place}M" for place in places[1:])
        return f"\x1b[<{button};{places[0]}M{moves}\x1b[<{button};{places[-1]}m"

    def _place(self, terminal: Terminal) -> str:
        past = 9 * (self._chance.random() < 1 / 20)
        return (
            f"{self._chance.randint(1, terminal.columns) + past};{self._chance.randint(1, len(terminal.lines)) + past}"
        )

    def _line(self, __: Terminal, app: App) -> str:
        """A command with what may stand behind it, or should not."""
        words = [self._chance.choice(tuple(VERBS))]
        for _ in range(self._chance.choice((0, 1, 1, 2, 3))):
            offers = complete(" ".join((*words, "")), CommandContext(app.store, app.ui.habits, app.ui.mark))
            wild, at = self._chance.choice((*WORDS, *HOSTILE)), self._chance.random()
            words.append(offers[int(at * len(offers))].split(" ")[-1] if offers and at < 1 / 2 else wild)
        return f":{' '.join(words)}{self._end()}"

    def _move(self, _: Terminal, app: App) -> str:
        """A move of the game on screen, with more behind it now and then."""
        known, at, more = (
            legal_moves(app.store),
            self._chance.random(),
            self._chance.choice(("", "", "", " 1", " x", "/")),
        )
        return f":{known[int(at * len(known))] if known else 'flip'}{more}{self._end()}"

    def _way(self, *_: object) -> str:
        return f"{self._chance.choice(('', ESC))}:{self._chance.choice(WAYS)}{ENTER}"

    def _paste(self, *_: object) -> str:
        return (
            f"{self._chance.choice(('', ':', 't', '/'))}\x1b[200~{self._chance.choice(HOSTILE)}\x1b[201~{self._end()}"
        )

    def _raw(self, *_: object) -> str:
        return self._chance.choice(HOSTILE)

    def _end(self) -> str:
        return self._chance.choice((ENTER, ENTER, ENTER, ESC, "\t", ""))


def lines(seed: int, count: int) -> list[str]:
    """So many lines for the line mode; none of them leaves it, or waits for somebody who does not come."""
    chance, typed = Random(seed), list[str]()
    commands = [name for name in VERBS if name not in WAITING]
    while len(typed) < count:
        first = chance.choice((chance.choice(commands), chance.choice(MOVES), f"play {chance.choice(games())}"))
        words = (chance.choice((*WORDS, *HOSTILE)) for _ in range(chance.choice((0, 0, 1, 2))))
        typed.append(chance.choice((" ".join((first, *words)), first, chance.choice(HOSTILE))))
    broken = "\n".join(typed).splitlines()
    return [line for line in broken if not {*WAITING, "open"} & {*line.replace(":", " ").replace("/", " ").split()}]


async def type_at(monkey: Monkey, bursts: int, opening: str = "") -> None:
    """Let a monkey type so many bursts at clients of a server of their own; whenever it has left one, at the next.

    Ctrl-Z only draws everything anew, as if the shell had continued at once: it would stop the tests. Raises
    AssertionError with what the monkey did last.
    """
    end = monkey.bursts + bursts
    with tempfile.TemporaryDirectory() as home, patch.object(FullScreen, "suspend", FullScreen.wipe):
        async with hosting() as hosted:
            while monkey.bursts < end:
                try:
                    await _visit(monkey, end, hosted, Path(home), opening)
                except Exception as error:
                    did = "\n".join(monkey.last)
                    raise AssertionError(f"Seed {monkey.seed}, burst {monkey.bursts}, after\n{did}") from error


async def _visit(monkey: Monkey, end: int, hosted: Hosted, home: Path, opening: str) -> None:
    """Type at one client until it is left."""
    player = _Player(hosted, home)
    async with running(player, opening=opening, shelf=player.library) as (terminal, app, task):  # type: ignore[arg-type]
        await terminal.until(lambda: bool(app.store.name))
        while monkey.bursts < end and not task.done():
            monkey.burst(terminal, app)
            await _drawn(terminal, app, task)
            if not task.done():
                monkey.seen[_screen(app)] += 1
                assert not (wrong := faults(terminal, app)), f"{wrong}\n{terminal.text}"
        if task.done():
            assert await task in GOOD_ENDS


class _Player:
    """A player's connection and games, which a client is put before."""

    def __init__(self, hosted: Hosted, home: Path) -> None:
        self._identity = identity(home, hosted.wires.url, "ana")
        self._keeper = Keeper(save_into(home / FOLDER, self._identity.first_name))
        self._url = hosted.wires.url
        self.library = Library(home / FOLDER, self._identity.first_name, self._keeper)

    def connect(self, app: App) -> Connection:
        hear = self.library.intercept(app.hear)
        connection = Connection(self._url, self._identity, hear, app.unanswered, keeper=self._keeper)
        self.library.connect(connection.send)
        return connection


async def _drawn(terminal: Terminal, app: App, task: asyncio.Task[Leaving]) -> None:
    """Wait until what was typed is drawn, or the client was left."""
    for _ in range(2):  # once for what was on its way before
        looks = asyncio.create_task(_looked(terminal, app))
        await asyncio.wait((looks, task), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            looks.cancel()
            return
        await looks


async def _looked(terminal: Terminal, app: App) -> None:
    await terminal.redraw(app)
    await terminal.until(lambda: shows(terminal, app))


def shows(terminal: Terminal, app: App) -> bool:
    """Whether the screen is, cell by cell, what was drawn for it last."""
    drawn = ["".join(text for _, text in line) for line in app._window._drawing.lines]
    return drawn == terminal.lines


def faults(terminal: Terminal, app: App) -> list[str]:
    columns, rows = terminal.columns, len(terminal.lines)
    lines = app.draw(columns, rows).lines
    found = []
    if [sum(width_of(text) for _, text in line) for line in lines] != [columns] * rows:
        found.append("It is not drawn as large as the window.")
    if "Traceback" in terminal.text:
        found.append("It shows a traceback.")
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        is_told = f"is too small; need {LEAST_COLUMNS}x{LEAST_ROWS}" in " ".join(terminal.text.split())
        return found if is_told else [*found, "It does not say that it is too small."]
    if not terminal.row(0).strip() or not set(terminal.row(1)) <= set("─┬"):
        found.append("The first row is not in its place.")
    if not any(word in terminal.row(-1) for word in ("? help", "Enter OK", "Esc cancel")):
        found.append("The last row is not in its place.")
    return found


def _screen(app: App) -> str:
    """What is on screen, in a few words."""
    store, ui = app.store, app.ui
    place = "lobby" if store.room is None else "nowhere"
    if store.seated is not None:
        place = f"{store.seated.table.game} {store.seated.table.phase}"
    parts = (ui.replay and "replay", ui.panel, ui.typing and ui.typing.prompt, ui.is_cramped and "cramped")
    return " ".join((place, *filter(None, parts)))  # type: ignore[arg-type]


def main(seed: int, bursts: int = 300) -> None:
    """Type so many bursts, and say what was seen."""
    monkey = Monkey(seed)
    asyncio.run(type_at(monkey, bursts))
    print(
        f"Seed {seed}: {bursts} bursts.",
        *(f"{count:5} {screen}" for screen, count in sorted(monkey.seen.items())),
        sep="\n",
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
