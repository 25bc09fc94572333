import asyncio
import io
import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from client.history.archive import GameArchive
from client.linemode.console import MAX_LINE_BYTES, Console, InputLines
from client.net.connection import Connection
from client.net.identity import identity
from client.state.exit_codes import ExitCode
from client.state.store import Said
from protocol import messages as m
from tests.support.builders.tables import war_table, war_view
from tests.support.fakes.fake_server import FakeServer, Visit, fake_server


class Pipe:
    """An input that a test writes into. Mutable: it is one."""

    def __init__(self) -> None:
        self.read, self._write = os.pipe()

    def write(self, text: str) -> None:
        os.write(self._write, text.encode())

    def end(self) -> None:
        if self._write is not None:
            os.close(self._write)
        self._write = None  # type: ignore[assignment]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    pipe = Pipe()
    yield pipe
    pipe.end()
    os.close(pipe.read)


@pytest.fixture
async def server() -> AsyncIterator[FakeServer]:
    async with fake_server() as running:
        yield running


@asynccontextmanager
async def talking(
    server: FakeServer, pipe: Pipe, home: Path, out: io.StringIO, *, are_typed: bool = False, **options: Any
) -> AsyncIterator[tuple[Visit, "asyncio.Task[ExitCode]"]]:
    """A console at the table KQFM, and the server's side of it."""
    console = Console("", out, **options)
    wire = Connection(server.url, identity(home, "here", "ana"), console.hear, console.unanswered)
    task = asyncio.create_task(console.run(wire, InputLines(pipe.read, are_typed=are_typed)))
    visit = await server.visit()
    await visit.welcome(seated=("KQFM",))
    await visit.tell(war_table(war_view()))
    try:
        yield visit, task
        await asyncio.wait_for(task, 5)
    finally:
        task.cancel()


async def test_a_line_becomes_a_move_and_the_answer_becomes_lines(
    server: FakeServer, pipe: Pipe, tmp_path: Path
) -> None:
    out = io.StringIO()
    async with talking(server, pipe, tmp_path, out) as (visit, task):
        pipe.write("flip\nquit\n")
        assert await visit.next(m.Play) == m.Play(room="KQFM", number=1, ply=0, move="flip")
        await visit.tell(war_table(war_view(flipped=(True, False)), seq=2, ply=1, turn=(1,)))
        assert await task is ExitCode.OK
    assert out.getvalue().splitlines()[-1] == "You have flipped."


async def test_an_endless_input_is_read_only_as_far_as_it_is_needed(
    server: FakeServer, pipe: Pipe, tmp_path: Path
) -> None:
    out = io.StringIO()
    async with talking(server, pipe, tmp_path, out) as (visit, task):
        pipe.write("flip\n" * 1000)
        for ply in range(3):
            assert (await visit.next(m.Play)).ply == ply
            await visit.tell(war_table(war_view(), seq=ply + 2, ply=ply + 1))
        await visit.next(m.Play)
        await visit.tell(war_table(war_view(left=(0, 0)), seq=9, ply=4, phase="over", turn=()))
        assert await visit.next(m.Leave) == m.Leave(room="KQFM")
        assert await task is ExitCode.OK


async def test_the_end_of_input_keeps_the_seat(server: FakeServer, pipe: Pipe, tmp_path: Path) -> None:
    async with talking(server, pipe, tmp_path, io.StringIO()) as (visit, task):
        pipe.end()
        assert await task is ExitCode.OK
        await visit.socket.wait_closed()
        assert visit.socket.close_code == 1000


class Paper(io.StringIO):
    """An output that a test can wait for."""

    def __init__(self) -> None:
        super().__init__()
        self._written = asyncio.Event()

    def write(self, text: str) -> int:
        self._written.set()
        return super().write(text)

    async def ends_with(self, text: str) -> None:
        while not self.getvalue().endswith(text):
            self._written.clear()
            await self._written.wait()


async def test_a_prompt_comes_only_to_a_person_on_turn(server: FakeServer, pipe: Pipe, tmp_path: Path) -> None:
    out = Paper()
    async with talking(server, pipe, tmp_path, out, prompts=True, are_typed=True) as (visit, task):
        await out.ends_with("You may flip.\n> ")
        pipe.write("flip\n")
        await visit.next(m.Play)
        await visit.tell(war_table(war_view(flipped=(True, False)), seq=2, ply=1, turn=(1,)))
        await out.ends_with("> You have flipped.\n")
        await visit.tell(war_table(war_view(), seq=3, ply=1, turn=(0, 1)))
        await out.ends_with("You have flipped.\n> ")
        await visit.tell(m.Notice(text="Hello."))
        await out.ends_with("> \nHello.\n> ")
        pipe.write("quit\n")
        assert await task is ExitCode.OK


async def test_json_is_one_object_a_line_and_keeps_the_token_secret(
    server: FakeServer, pipe: Pipe, tmp_path: Path
) -> None:
    out = io.StringIO()
    async with talking(server, pipe, tmp_path, out, json=True) as (_, task):
        pipe.write("say\nshow\nquit\n")
        await task
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["type"] for line in lines] == ["welcome", "table", "said", "said"]
    assert all(isinstance(line["sentences"], list) for line in lines)
    assert "token" not in out.getvalue()


async def test_nothing_from_the_network_moves_the_cursor(server: FakeServer, pipe: Pipe, tmp_path: Path) -> None:
    out = io.StringIO()
    async with talking(server, pipe, tmp_path, out, are_typed=True) as (visit, task):
        await visit.tell(m.Notice(text="\x1b[2J\x9b1;1Hgone\r\nbye\u202e"))
        await visit.socket.ping()
        pipe.write("say\nquit\n")
        await task
    assert not set(out.getvalue()) & set("\x1b\x9b\r\u202e")


async def test_a_reader_that_goes_away_ends_the_program_quietly(server: FakeServer, pipe: Pipe, tmp_path: Path) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    async with talking(server, pipe, tmp_path, Closed()) as (_, task):
        assert await task is ExitCode.OK


async def test_lines_come_from_pipes_and_files_with_or_without_a_last_end(pipe: Pipe, tmp_path: Path) -> None:
    pipe.write("one\n\nthree")
    pipe.end()
    path = tmp_path / "script"
    path.write_text("one\n\nthree")
    with path.open("rb") as file:
        for number in (pipe.read, file.fileno()):
            lines = InputLines(number, are_typed=False)
            assert [await lines.next() for _ in range(4)] == ["one", "", "three", None]


async def test_a_line_without_an_end_is_cut(pipe: Pipe) -> None:
    pipe.write("x" * 3 * MAX_LINE_BYTES + "\nflip\n")
    line = await InputLines(pipe.read, are_typed=False).next()
    assert line is not None
    assert len(line) == MAX_LINE_BYTES


async def test_what_is_no_text_is_read_all_the_same(pipe: Pipe) -> None:
    os.write(pipe._write, b"\xff\xfe\n")
    assert await InputLines(pipe.read, are_typed=False).next() == "\ufffd\ufffd"


async def test_reading_leaves_the_input_blocking(pipe: Pipe) -> None:
    pipe.write("one\n")
    await InputLines(pipe.read, are_typed=False).next()
    assert os.get_blocking(pipe.read)


async def test_all_that_is_looked_into_goes_on_at_once_and_ends_with_the_program(
    server: FakeServer, pipe: Pipe, tmp_path: Path
) -> None:
    begun: asyncio.Queue[str] = asyncio.Queue()
    ended: list[str] = []

    async def verify(named: str) -> Said:
        begun.put_nowait(named)
        try:
            return await asyncio.Future[Said]()
        finally:
            ended.append(named)

    out, archive = io.StringIO(), GameArchive(verify=verify)
    async with talking(server, pipe, tmp_path, out, are_typed=True, archive=archive) as (_, task):
        pipe.write("verify KQFM-1\nverify KQFM-2\n")
        assert [await begun.get(), await begun.get()] == ["KQFM-1", "KQFM-2"]
        assert ended == []
        pipe.write("quit\n")
        assert await task is ExitCode.OK
        assert sorted(ended) == ["KQFM-1", "KQFM-2"]


async def test_a_fault_in_what_is_looked_into_ends_the_program_and_is_told(
    server: FakeServer, pipe: Pipe, tmp_path: Path
) -> None:
    async def verify(named: str) -> Said:
        raise RuntimeError(named)

    with pytest.raises(ExceptionGroup) as failed:
        async with talking(server, pipe, tmp_path, io.StringIO(), archive=GameArchive(verify=verify)):
            pipe.write("verify KQFM-1\n")
    assert failed.group_contains(RuntimeError, match="KQFM-1")
