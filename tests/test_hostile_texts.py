"""Whatever people write, and whatever a server says that people wrote, harms no screen, no log and nobody else.

Each text of `support.laws.hostile` goes through names, talk and refusals: into the server's rules, and from a server
that cleans nothing through the real connection onto the real screen, drawn into an emulated terminal, and into lines.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from unicodedata import category

import msgspec
import pytest
from wcwidth import wcswidth

from client.drawing.canvas import width_of
from client.drawing.sanitize import clean
from client.fullscreen.app import App
from client.linemode.console import Console
from client.net.connection import Connection
from client.net.identity.identity import identity
from client.state.store import Link
from engines.war.view import View
from protocol import messages as m
from protocol.codec import decode_command, decode_event, encode
from protocol.errors import MalformedFrameError
from protocol.text import UNSHOWN, clean_text, is_clean
from server.ops.logging import LineFormatter
from server.players.accounts import lookalikes, names
from server.players.chat import rules
from tests.support.builders.stores import listing, number_of
from tests.support.builders.tables import war_table, war_view
from tests.support.fakes.fake_server import FakeServer, Visit, fake_server
from tests.support.fakes.table_server import SHEET
from tests.support.laws import hostile
from tests.support.laws.depth import sample
from tests.support.patience import PATIENCE_S
from tests.support.terminal.terminal import Terminal, running

pytestmark = pytest.mark.slow

CASES = hostile.cases()
OUR_SEQUENCES = re.compile(r"\x1b\[[0-9;?]*[ABCDGHJKhlm]|\x1b\]2;[^\x07\x1b]*\x07|\r\n|\r|\x08")
"""What the client itself writes to a terminal beside what stands there."""


def controls(text: str) -> set[str]:
    return {char for char in text if category(char) in UNSHOWN}


def failing(judge: Callable[[str], str | None]) -> dict[str, str]:
    """What is wrong, by the name of the case."""
    return {name: wrong for name, text in CASES.items() if (wrong := judge(text))}


def test_there_are_enough_cases():
    assert len(CASES) >= 300


# The server's rules.


def test_every_text_is_a_harmless_name_or_is_refused_in_harmless_words():
    def judge(text: str) -> str | None:
        try:
            name = names.normalize_name(text)
        except names.InvalidNameError as error:
            return None if is_clean(str(error)) else f"refused as {str(error)!r}"
        return None if is_clean(name) and 0 < wcswidth(name) <= names.NAME_COLUMNS else f"accepted as {name!r}"

    assert failing(judge) == {}


def test_no_text_like_anas_name_is_given_to_another_beside_her():
    def is_told_apart(text: str) -> bool:
        try:
            return lookalikes.keys(names.normalize_name(text)).isdisjoint(lookalikes.keys("ana"))
        except names.InvalidNameError:
            return False

    assert [text for text in hostile.LIKE_ANA if is_told_apart(text)] == ["ana\u0300\u0301\u0302", "a\u0307na"]  # seen


def test_every_text_is_passed_on_harmless_or_is_refused_in_harmless_words():
    def judge(text: str) -> str | None:
        try:
            said = rules.clean_line(text, 200)
        except rules.ChatRefusedError as error:
            return None if is_clean(str(error)) else f"refused as {str(error)!r}"
        return None if is_clean(said) and said == said.strip() and not controls(said) else f"said as {said!r}"

    assert failing(judge) == {}


def test_every_text_in_the_log_stays_in_its_line():
    def judge(text: str) -> str | None:
        record = logging.LogRecord("parlour", logging.INFO, "", 0, "event=said text=%s", (text,), None)
        line = LineFormatter().format(record)
        return None if line.isprintable() else repr(line)

    assert failing(judge) == {}


@pytest.mark.parametrize("name", hostile.not_utf8())
def test_bytes_that_are_no_text_are_no_message(name):
    marked = encode(m.Say(room=None, text="@@@@"))
    written = hostile.not_utf8()[name]
    frame = marked.replace(b"\xa4@@@@", bytes((0xA0 + len(written),)) + written)
    assert frame != marked
    with pytest.raises(MalformedFrameError):
        decode_command(frame)
    event = encode(m.Notice(text="@@@@")).replace(b"\xa4@@@@", bytes((0xA0 + len(written),)) + written)
    with pytest.raises(MalformedFrameError):
        decode_event(event)


# The client's screen.


def at_table(text: str, number: int) -> tuple[m.Event, ...]:
    """Somebody with the text for a name sits there and says it, and it is quoted in a refusal."""
    chairs = (m.SeatInfo(kind="person", name="ana", won=0), m.SeatInfo(kind="person", name=text or "?", won=0))
    table = war_table(VIEW, chairs=chairs, host=text, seq=number)
    return (table, *_said("KQFM", text))


def in_lobby(text: str, _: int) -> tuple[m.Event, ...]:
    """The same in the lobby, where a table of theirs is open."""
    theirs = listing("MEXA", text)
    return (
        m.Lobby(open=(theirs,), live=(theirs,), people=(), ratings=(), bots=(), rooms=1, online=1, moves=0),
        *_said(None, text),
    )


def _said(room: str | None, text: str) -> tuple[m.Event, ...]:
    line = m.Line(who=text[:40], player=number_of(text[:40]), text=text, manner="player", age_s=0.0, yours=False)
    refused = m.Refused(
        code="unknown-game", text=f"No game {text}", about="create", ref=0, room=None, retry_after_s=None
    )
    return m.Heard(room=room, line=line), refused


VIEW: View = war_view()
PLACES = {"table": at_table, "lobby": in_lobby}


class Grid:
    """What a terminal shows, and where the texts of others stand: those rows, and in some only from a column on."""

    def __init__(self, terminal: Terminal) -> None:
        self.lines = cells(terminal)
        self.cursor = terminal.cursor

    def outside(self, own: dict[int, range]) -> list[tuple[str, ...]]:
        """Every row without the cells that are the texts' own."""
        return [
            tuple(cell for column, cell in enumerate(line) if column not in own.get(row, range(0)))
            for row, line in enumerate(self.lines)
        ]


def cells(terminal: Terminal) -> list[tuple[str, ...]]:
    return [
        tuple(terminal.style(column, row).data for column in range(terminal.columns))
        for row in range(len(terminal.lines))
    ]


class Hearing:
    """The client's own connection to a server that cleans nothing."""

    def __init__(self, server: FakeServer, home: Path) -> None:
        self._server = server
        self._home = home

    def connect(self, app: App) -> Connection:
        return Connection(self._server.url, identity(self._home, "here", "ana"), app.hear, app.unanswered)


@asynccontextmanager
async def watched(
    home: Path, size: tuple[int, int], seated: tuple[str, ...]
) -> AsyncIterator[tuple[Terminal, App, Visit]]:
    ticks = itertools.count()
    async with fake_server() as server:
        now = lambda: float(next(ticks))  # noqa: E731 - time enough between any two frames
        async with running(Hearing(server, home), *size, now=now) as (terminal, app, _):
            visit = await server.visit()
            await visit.next(m.Hello)
            await visit.tell(m.Welcome(name="ana", token="t", server="fake", games=(SHEET,), seated=seated))
            yield terminal, app, visit


async def drawn(terminal: Terminal, app: App, visit: Visit, events: tuple[m.Event, ...]) -> Grid:
    """What stands on the screen once all of these events are drawn."""
    last = events[-1]
    assert isinstance(last, m.Refused)
    await visit.tell(m.Notice(text="..."), *events)
    async with asyncio.timeout(PATIENCE_S):
        while app.store.sentence != clean_text(last.text):
            await terminal.redraw(app)  # two texts may look alike, so the screen need not change
    await terminal.redraw(app)
    return Grid(terminal)


def own_cells(benign: list[Grid]) -> dict[int, range]:
    """The cells that differ where harmless texts do: those of the texts themselves, row by row."""
    own: dict[int, range] = {}
    for row, lines in enumerate(zip(*(grid.lines for grid in benign), strict=True)):
        columns = [column for column, found in enumerate(zip(*lines, strict=True)) if len(set(found)) > 1]
        if columns:
            own[row] = range(min(columns), max(columns) + 1)
    return own


BENIGN = (
    *("n" * width for width in range(1, 100)),
    "漢字" * 4,
    "several words of a certain length " * 6,
    "word " * 12,
    "漢字 " * 40,
    "y" * 250,
)
"""Harmless texts of every width that matters, which show where on the screen a text stands."""


@pytest.mark.parametrize("every", sample([8, 1], 1), ids="one in {}".format)
@pytest.mark.parametrize("size", sample([(80, 24), (100, 32), (60, 20)], 1), ids=str)
@pytest.mark.parametrize("place", PLACES)
async def test_no_text_leaves_its_own_place_on_the_screen(tmp_path, size, place, every):
    events = PLACES[place]
    wrong: dict[str, str] = {}
    async with watched(tmp_path, size, ("KQFM",) if place == "table" else ()) as (terminal, app, visit):
        number = itertools.count(1)
        for _ in range(60):  # until as many lines are kept as ever are, so that what counts them stands still
            await visit.tell(*events("ben", next(number))[:-1])
        benign = [await drawn(terminal, app, visit, events(text, next(number))) for text in BENIGN]
        own = {**own_cells(benign), 0: range(size[0])}  # the first row tells how fast the connection is, too
        usual = benign[0]
        assert len(own) < size[1] * 2 / 3
        for name, text in itertools.islice(CASES.items(), 0, None, every):
            terminal.written.clear()
            grid = await drawn(terminal, app, visit, events(text, next(number)))
            wrong |= {f"{name}: {what}": repr(text) for what in faults(grid, usual, own, terminal)}
    assert wrong == {}


def faults(grid: Grid, usual: Grid, own: dict[int, range], terminal: Terminal) -> list[str]:
    """What is wrong with a screen, beside one with harmless texts in the same places."""
    written = OUR_SEQUENCES.sub("", "".join(terminal.written))
    found = []
    if grid.outside(own) != usual.outside(own):
        rows = [
            row
            for row, pair in enumerate(zip(grid.outside(own), usual.outside(own), strict=True))
            if len(set(pair)) > 1
        ]
        found.append(f"rows {rows} look otherwise: {[terminal.row(row) for row in rows]}")
    if controls(written):
        found.append(f"the terminal was sent {controls(written)}")
    if any(width_of(line) != terminal.columns for line in terminal.lines):
        found.append("a row has another width")
    if grid.cursor != usual.cursor:
        found.append(f"the cursor is at {grid.cursor}, not {usual.cursor}")
    if terminal.bells:
        found.append("the bell rang")
    if any(clean_text(title) != title or "Parlour" not in title for title in terminal.titles):
        found.append(f"the title is {terminal.titles[-1]!r}")
    return found


# Line by line.


def told(text: str, *, as_json: bool) -> list[str]:
    """The lines that a console at a table writes as somebody of that name says it there, and it is refused."""
    out = io.StringIO()
    console = Console("", out, json=as_json)
    console.hear(Link("up", "ws://here:1"))
    console.hear(m.Welcome(name="ana", token="t", server="here", games=(SHEET,), seated=("KQFM",)))
    console.hear(war_table(VIEW))
    before = len(out.getvalue())
    for event in at_table(text, 2):
        console.hear(clean(event))
    return out.getvalue()[before:].split("\n")[:-1]


def test_in_line_mode_every_text_is_part_of_a_sentence_of_its_own():
    def judge(text: str) -> str | None:
        lines = told(text, as_json=False)
        *_, said, refused = lines
        who = clean_text(text[:40])
        is_whole = " says: " in said and refused.startswith("No game ")
        is_harmless = not any(controls(line) for line in lines)
        return None if is_whole and is_harmless and len(lines) <= 4 else f"{who!r} said {lines}"

    assert failing(judge) == {}


def test_in_json_every_text_is_one_value_of_one_line():
    def judge(text: str) -> str | None:
        lines = told(text, as_json=True)
        if any(controls(line) for line in lines):
            return repr(lines)
        heard = next(each for line in lines if (each := json.loads(line))["type"] == "heard")
        return None if heard["line"]["text"] == clean_text(text) else repr(heard)

    assert failing(judge) == {}


def test_a_text_is_cleaned_wherever_in_a_message_it_stands():
    def judge(text: str) -> str | None:
        shown = [msgspec.json.encode(clean(event)).decode() for event in (*at_table(text, 1), *in_lobby(text, 1))]
        return None if not any(controls(each) for each in shown) else repr(shown)

    assert failing(judge) == {}
