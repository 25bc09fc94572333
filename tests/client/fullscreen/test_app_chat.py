"""Talk as a person sees it: bytes in, and a terminal to look at."""

import asyncio
import re
from contextlib import asynccontextmanager
from unicodedata import normalize

import pytest

from client.drawing.canvas import width_of
from client.state.chat import MutedPlayer
from client.state.habits import HabitsFile
from engines.catalog import find
from engines.chance import Chance
from engines.war.view import Options
from protocol import messages as m
from protocol.text import MARKS_MAX, clusters
from tests.support.builders.stores import number_of
from tests.support.builders.tables import person
from tests.support.fakes.table_server import KEY, Room, TableServer
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

ENTER = "\r"


@asynccontextmanager
async def at_war(columns=100, rows=32, **options):
    state = find("war").rules.setup(Options("normal", 0), 2, Chance(KEY))
    table = Room("KQFM", {"variant": "normal", "auto_flip_s": 0}, (person("ana"), person("ben")), 0, state, number=1)
    server = TableServer(seated=(table,))
    async with running(server, columns, rows, **options, shows="table KQFM") as (terminal, _, _):
        yield terminal, server


async def test_what_is_said_at_a_table_stands_beside_the_board():
    async with at_war() as (terminal, server):
        assert "Chat" not in terminal.text
        await terminal.press("t", "Say:")
        await terminal.press(f"good luck{ENTER}", "you  good luck")
        assert m.Say(room="KQFM", text="good luck") in server.sent
        server.heard("KQFM", "ben", "and to you")
        server.heard("KQFM", "eve", "hi both", "watcher")
        server.heard("KQFM", "", "ana mutes eve.", "house")
        await terminal.expect("* ana mutes eve.")
        assert "ben  and to you" in terminal.text
        assert "(eve) hi both" in terminal.text
        assert "t chat  " in terminal.row(-1)


@pytest.mark.parametrize("size", [(100, 32), (80, 24), (60, 20)], ids=str)
@pytest.mark.parametrize(
    "said", ["नमस्ते, आप कैसे हैं?", "สวัสดี ที่นี่ดีมาก", "q\u0301\u0302 e\u0301te"], ids=["Hindi", "Thai", "marks"]
)
async def test_talk_in_scripts_whose_vowels_stand_on_letters_can_be_read(size, said):
    async with at_war(*size) as (terminal, server):
        await terminal.press("t", "Say:")
        server.heard("KQFM", "ben", normalize("NFC", said))
        await terminal.expect(f"ben  {normalize('NFC', said)}")
        await terminal.press(said, f"Say: {normalize('NFC', said)}")
        assert {width_of(line) for line in terminal.lines} == {size[0]}
        terminal.type(ENTER)
        await terminal.until(lambda: m.Say(room="KQFM", text=normalize("NFC", said)) in server.sent)


async def test_what_is_typed_before_the_welcome_is_still_there_and_can_be_sent_after_it():
    server = TableServer(welcomes=asyncio.Event())
    async with running(server, shows="Connecting to") as (terminal, _, _):
        terminal.type("t")
        await terminal.press(f"hello{ENTER}", "> hello")
        assert not any(isinstance(each, m.Say) and server.is_up for each in server.sent)
        server.welcomes.set()
        await terminal.expect("online")
        terminal.type(ENTER)
        await terminal.expect("you  hello")
        await terminal.expect("> Press t to chat")


@pytest.mark.parametrize("size", [(100, 32), (60, 20)], ids=str)
async def test_a_message_that_cannot_be_sent_stays_with_the_reason_above_it(size):
    async with at_war(*size) as (terminal, server):
        server.cut()
        await terminal.expect("reconnecting")
        await terminal.press("t", "Say:")
        await terminal.press(f"wait for me{ENTER}", "Say: wait for me")
        assert "connection" in terminal.row(-3)
        server.come_back()
        await terminal.expect("4 ms")
        before = len(server.sent)
        terminal.type(ENTER)
        await terminal.until(lambda: m.Say(room="KQFM", text="wait for me") in server.sent[before:])
        await terminal.expect_no("Say:")


async def test_a_message_that_was_sent_refused_or_not_finished_can_be_brought_back():
    async with at_war() as (terminal, server):
        await terminal.press("t", "Say:")
        await terminal.press(f"first{ENTER}", "you  first")
        await terminal.press("t", "Say:")
        terminal.type("second\x1b")
        await terminal.expect_no("Say:")
        await terminal.press("t", "Say:")
        await terminal.press("\x1b[A", "Say: second")
        await terminal.press("\x1b[A", "Say: first")
        server.change("KQFM", gone=True)
        del server.rooms["KQFM"]
        server.say(m.Left(room="KQFM", reason="The table is closed."))
        await terminal.expect("Play now")
        terminal.type("t\x1b[A")
        await terminal.expect("> first")


async def test_no_pile_of_marks_leaves_its_cell():
    async with at_war() as (terminal, server):
        server.heard("KQFM", "ben", "a" + "\u0301\u0316" * 99 + "\u0e35 \u0e35z" + "कि" * 40)
        await terminal.expect("zकि")
        assert max(len(cluster) for line in terminal.lines for cluster in clusters(line)) <= 1 + MARKS_MAX
        assert {width_of(line) for line in terminal.lines} == {100}


async def test_in_a_row_with_marks_each_letter_is_set_where_it_belongs():
    async with at_war() as (terminal, server):
        server.heard("KQFM", "ben", "कि x")
        await terminal.expect("कि x")
        column, _ = terminal.find("कि x")
        written = re.sub(r"\x1b\[[0-9;]*m", "", "".join(terminal.written))
        assert f"\x1b[{column + 1}Gक\x1b[{column + 2}Gि" in written
        assert f"\x1b[{column + 4}Gx" in written


async def test_who_is_muted_is_not_read_and_is_remembered(tmp_path):
    async with at_war(memory=HabitsFile(tmp_path / "habits.json")) as (terminal, server):
        server.heard("KQFM", "ben", "spam")
        await terminal.expect("ben  spam")
        terminal.type(f":mute Ben{ENTER}")
        await terminal.expect_no("ben  spam")
        assert "Ben is muted." in terminal.text
        server.heard("KQFM", "ben", "more spam")
        await terminal.press(f":unmute ben{ENTER}", "more spam")
        terminal.type(f":mute ben{ENTER}")
        await terminal.expect_no("more spam")
    (muted,) = HabitsFile(tmp_path / "habits.json").recall().muted
    assert muted == MutedPlayer("ben", number_of("ben"), muted.server)
