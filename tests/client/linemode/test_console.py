"""The shell of the line mode: how it reads its input, writes its output, and ends."""

import asyncio
import io
import json
import os
import sys
import threading
from contextlib import asynccontextmanager
from functools import partial

import pytest

from client.history.archive import GameArchive
from client.linemode.console import MAX_LINE_BYTES, READER, Console, InputLines
from client.net.connection import Connection
from client.net.identity.identity import identity
from client.state.exit_codes import ExitCode
from client.state.habits import HabitsFile
from client.state.store import Said
from protocol import messages as m
from tests.support.builders.tables import war_table, war_view
from tests.support.fakes.fake_server import fake_server


class Pipe:
    """An input that a test writes into."""

    def __init__(self):
        self.read, self._write = os.pipe()

    def write(self, text):
        os.write(self._write, text if isinstance(text, bytes) else text.encode())

    def end(self):
        if self._write is not None:
            os.close(self._write)
        self._write = None


class Paper(io.StringIO):
    """An output that a test can wait for."""

    def __init__(self):
        super().__init__()
        self._written = asyncio.Event()

    def write(self, text):
        self._written.set()
        return super().write(text)

    async def ends_with(self, text):
        while not self.getvalue().endswith(text):
            self._written.clear()
            await self._written.wait()


@pytest.fixture
def pipe():
    pipe = Pipe()
    yield pipe
    pipe.end()
    os.close(pipe.read)


@pytest.fixture
def out():
    return Paper()


@asynccontextmanager
async def console_at_table(pipe, home, out, *, are_typed=False, **options):
    """The server's side of a console at the table KQFM, and the console's task."""
    console = Console("", out, **options)
    async with fake_server() as server:
        wire = Connection(server.url, identity(home, "here", "ana"), console.hear, console.unanswered)
        task = asyncio.create_task(console.run(wire, InputLines(pipe.read, are_typed=are_typed)))
        visit = await server.visit()
        await visit.welcome(seated=("KQFM",))
        await visit.tell(war_table(war_view()))
        try:
            yield visit, task
            assert await asyncio.wait_for(task, 5) is ExitCode.OK
        finally:
            task.cancel()


@pytest.fixture
def talking(pipe, tmp_path, out):
    return partial(console_at_table, pipe, tmp_path, out)


async def test_a_line_becomes_a_move_and_the_answer_becomes_lines(talking, pipe, out):
    async with talking() as (visit, task):
        pipe.write("flip\nquit\n")
        assert await visit.next(m.Play) == m.Play(room="KQFM", number=1, ply=0, move="flip")
        await visit.tell(war_table(war_view(flipped=(True, False)), seq=2, ply=1, turn=(1,)))
        await task
    assert out.getvalue().splitlines()[-1] == "You have flipped."


async def test_an_endless_input_is_read_only_as_far_as_it_is_needed(talking, pipe):
    async with talking() as (visit, _):
        pipe.write("flip\n" * 1000)
        for ply in range(3):
            assert (await visit.next(m.Play)).ply == ply
            await visit.tell(war_table(war_view(), seq=ply + 2, ply=ply + 1))
        await visit.next(m.Play)
        await visit.tell(war_table(war_view(left=(0, 0)), seq=9, ply=4, phase="over", turn=()))
        assert await visit.next(m.Leave) == m.Leave(room="KQFM")


async def test_the_end_of_input_keeps_the_seat(talking, pipe):
    async with talking() as (visit, task):
        pipe.end()
        await task
        await visit.socket.wait_closed()
        assert visit.socket.close_code == 1000


async def test_a_prompt_comes_only_to_a_person_on_turn(talking, pipe, out):
    async with talking(prompts=True, are_typed=True) as (visit, _):
        await out.ends_with("You can flip now.\n> ")
        pipe.write("flip\n")
        await visit.next(m.Play)
        await visit.tell(war_table(war_view(flipped=(True, False)), seq=2, ply=1, turn=(1,)))
        await out.ends_with("> You have flipped.\n")
        await visit.tell(war_table(war_view(), seq=3, ply=1, turn=(0, 1)))
        await out.ends_with("You have flipped.\n> ")
        await visit.tell(m.Notice(text="Hello."))
        await out.ends_with("> \nHello.\n> ")
        pipe.write("quit\n")


async def test_json_is_one_object_a_line_and_keeps_the_token_secret(talking, pipe, out):
    async with talking(json=True):
        pipe.write("say\nshow\nquit\n")
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["type"] for line in lines] == ["welcome", "table", "said", "said"]
    assert all(isinstance(line["sentences"], list) for line in lines)
    assert "token" not in out.getvalue()


async def test_nothing_from_the_network_moves_the_cursor(talking, pipe, out):
    async with talking(are_typed=True) as (visit, _):
        await visit.tell(m.Notice(text="\x1b[2J\x9b1;1Hgone\r\nbye\u202e"))
        await visit.socket.ping()
        pipe.write("say\nquit\n")
    assert not set(out.getvalue()) & set("\x1b\x9b\r\u202e")


async def test_a_reader_that_goes_away_ends_the_program_quietly(talking, out, monkeypatch):
    def refuse(text):
        raise BrokenPipeError

    monkeypatch.setattr(out, "write", refuse)
    async with talking() as (_, task):
        assert await task is ExitCode.OK


async def test_all_that_is_looked_into_goes_on_at_once_and_ends_with_the_program(talking, pipe):
    begun, ended = asyncio.Queue(), []

    async def verify(named):
        begun.put_nowait(named)
        try:
            return await asyncio.Future[Said]()
        finally:
            ended.append(named)

    async with talking(are_typed=True, archive=GameArchive(verify=verify)):
        pipe.write("verify KQFM-1\nverify KQFM-2\n")
        assert [await begun.get(), await begun.get()] == ["KQFM-1", "KQFM-2"]
        assert ended == []
        pipe.write("quit\n")
    assert sorted(ended) == ["KQFM-1", "KQFM-2"]


async def test_a_fault_in_what_is_looked_into_ends_the_program_and_is_told(talking, pipe):
    async def verify(named):
        raise RuntimeError(named)

    with pytest.raises(ExceptionGroup) as failed:
        async with talking(archive=GameArchive(verify=verify)):
            pipe.write("verify KQFM-1\n")
    assert failed.group_contains(RuntimeError, match="KQFM-1")


# Input.


async def test_lines_come_from_pipes_and_files_with_or_without_a_last_end(pipe, tmp_path):
    pipe.write("one\n\nthree")
    pipe.end()
    path = tmp_path / "script"
    path.write_text("one\n\nthree")
    with path.open("rb") as file:
        for number in (pipe.read, file.fileno()):
            lines = InputLines(number, are_typed=False)
            assert [await lines.next() for _ in range(4)] == ["one", "", "three", None]


async def test_where_no_loop_waits_for_a_terminal_lines_come_all_the_same(pipe, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    pipe.write("one\ntwo")
    pipe.end()
    lines = InputLines(pipe.read, are_typed=False)
    assert [await lines.next() for _ in range(3)] == ["one", "two", None]


async def test_a_reader_that_is_no_longer_waited_for_holds_nobody_up(pipe, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    reading = asyncio.create_task(InputLines(pipe.read, are_typed=True).next())
    await asyncio.sleep(0)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    assert reading.cancelled()
    (reader,) = [thread for thread in threading.enumerate() if thread.name == READER]
    pipe.write("late\n")
    await asyncio.to_thread(reader.join)


@pytest.mark.parametrize(
    ("written", "line"),
    [("x" * 3 * MAX_LINE_BYTES + "\nflip\n", "x" * MAX_LINE_BYTES), (b"\xff\xfe\n", "\ufffd\ufffd")],
    ids=["cut where it is too long", "read though it is no text"],
)
async def test_a_line_is_always_a_text_and_its_input_stays_blocking(pipe, written, line):
    pipe.write(written)
    assert await InputLines(pipe.read, are_typed=False).next() == line
    assert os.get_blocking(pipe.read)


async def test_the_table_on_the_screen_is_where_the_next_run_goes_on(talking, pipe, tmp_path):
    habits = HabitsFile(tmp_path / "habits.json")
    async with talking(habits_file=habits) as (_, task):
        pipe.write("quit\n")
        await task
    assert habits.recall().room == "KQFM"
    assert Console("", io.StringIO(), habits_file=habits).store.last_room == "KQFM"
