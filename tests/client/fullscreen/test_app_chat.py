"""Talk as a person sees it: bytes in, and a terminal to look at."""

import re
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
from tests.support.fakes.table_server import SHEET as WAR
from tests.support.games.sums import SHEET, after
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

ENTER, ESCAPE = "\r", "\x1b"
PEOPLE = (person("ana"), person("ben"))
LONG = "the quick brown fox jumps over the lazy dog and then does it all once more for everybody to see"


def war_room() -> Room:
    state = find("war").setup(Options("normal", 0), 2, Chance(KEY))
    return Room("KQFM", {"variant": "normal", "auto_flip_s": 0}, PEOPLE, 0, state, number=1)


def at_war(columns: int = 100, rows: int = 32, **options):
    server = TableServer(seated=(war_room(),), sheets=(WAR,))
    return running(server, columns, rows, **options), server


def sums_room() -> Room:
    return Room("M3XA", {}, PEOPLE, 0, state=after(2), number=1, plies=(0, 0), name="sums")


async def test_what_is_said_at_a_table_stands_beside_the_board():
    app, server = at_war()
    async with app as (terminal, _, _):
        await terminal.expect("table KQFM")
        assert "Talk" not in terminal.text
        await terminal.press("t", "Say:")
        await terminal.press(f"good luck{ENTER}", "you  good luck")
        assert m.Say(room="KQFM", text="good luck") in server.sent
        server.heard("KQFM", "ben", "and to you")
        server.heard("KQFM", "eve", "hi both", "watcher")
        server.heard("KQFM", "", "ana mutes eve.", "house")
        await terminal.expect("* ana mutes eve.")
        assert "ben  and to you" in terminal.text
        assert "(eve) hi both" in terminal.text
        assert "t talk  " in terminal.row(-1)


async def test_a_long_line_is_broken_over_rows_of_the_panel():
    app, server = at_war()
    async with app as (terminal, _, _):
        await terminal.expect("table KQFM")
        server.heard("KQFM", "ben", LONG)
        await terminal.expect("ben  the quick brown fox")
        column, row = terminal.find("ben  the quick")
        said = " ".join(line[column - 2 :].strip("│ ") for line in terminal.lines[row : row + 4])
        assert " ".join(said.split()).startswith(f"ben {LONG}")


@pytest.mark.parametrize("size", [(100, 32), (80, 24), (60, 20)], ids=str)
@pytest.mark.parametrize(
    "said", ["नमस्ते, आप कैसे हैं?", "สวัสดี ที่นี่ดีมาก", "q\u0301\u0302 e\u0301te"], ids=["Hindi", "Thai", "marks"]
)
async def test_talk_in_scripts_whose_vowels_stand_on_letters_can_be_read(size, said):
    app, server = at_war(*size)
    async with app as (terminal, _, _):
        await terminal.expect("table KQFM")
        await terminal.press("t", "Say:")
        server.heard("KQFM", "ben", normalize("NFC", said))
        await terminal.expect(f"ben  {normalize('NFC', said)}")
        await terminal.press(said, f"Say: {normalize('NFC', said)}")
        assert {width_of(line) for line in terminal.lines} == {size[0]}
        terminal.type(ENTER)
        await terminal.until(lambda: m.Say(room="KQFM", text=normalize("NFC", said)) in server.sent)


async def test_no_pile_of_marks_leaves_its_cell():
    app, server = at_war()
    async with app as (terminal, _, _):
        await terminal.expect("table KQFM")
        server.heard("KQFM", "ben", "a" + "\u0301\u0316" * 99 + "\u0e35 \u0e35z" + "कि" * 40)
        await terminal.expect("zकि")
        assert max(len(cluster) for line in terminal.lines for cluster in clusters(line)) <= 1 + MARKS_MAX
        assert {width_of(line) for line in terminal.lines} == {100}


async def test_in_a_row_with_marks_each_letter_is_set_where_it_belongs():
    app, server = at_war()
    async with app as (terminal, _, _):
        await terminal.expect("table KQFM")
        server.heard("KQFM", "ben", "कि x")
        await terminal.expect("कि x")
        column, _ = terminal.find("कि x")
        written = re.sub(r"\x1b\[[0-9;]*m", "", "".join(terminal.written))
        assert f"\x1b[{column + 1}Gक\x1b[{column + 2}Gि" in written
        assert f"\x1b[{column + 4}Gx" in written


async def test_on_a_small_screen_talk_is_told_below_the_board_and_opens_to_be_answered():
    app, server = at_war(60, 20)
    async with app as (terminal, _, _):
        await terminal.expect("table KQFM")
        server.heard("KQFM", "ben", "hello")
        await terminal.expect("ben says: hello", "t talk: 1 said")
        await terminal.press("t", "ben  hello")
        terminal.type(ESCAPE)
        await terminal.expect_no("─ Talk ─")
        await terminal.expect_no("1 said")


async def test_a_game_without_a_place_for_it_tells_it_below_the_board():
    server = TableServer(seated=(sums_room(),), sheets=(SHEET,))
    async with running(server, shows="table M3XA") as (terminal, _, _):
        server.heard("M3XA", "ben", "hello")
        await terminal.expect("ben says: hello")
        await terminal.choose("t talk: 1 said", "ben  hello")


async def test_who_waits_at_a_table_reads_talk_below_its_code():
    server = TableServer(seated=(Room("KQFM", {}, (person("ana"), person("")), 0),), sheets=(WAR,))
    async with running(server, shows="Waiting for somebody") as (terminal, _, _):
        server.heard("KQFM", "ben", "on my way", "watcher")
        await terminal.expect("(ben) on my way")


async def test_a_click_on_the_talk_lets_one_answer():
    app, server = at_war()
    async with app as (terminal, _, _):
        await terminal.expect("table KQFM")
        server.heard("KQFM", "ben", "hello")
        await terminal.expect("ben  hello")
        await terminal.choose("ben  hello", "Say:")


async def test_the_hall_talks_and_the_lobby_says_where_else_one_is_talked_to():
    app, server = at_war()
    async with app as (terminal, _, _):
        await terminal.expect("table KQFM")
        await terminal.press(ESCAPE, "Your games")
        server.heard(None, "gus", "anyone for War?")
        await terminal.expect("gus  anyone for War?")
        server.heard("KQFM", "ben", "where are you?")
        await terminal.expect("1 said")
        await terminal.press(f":talk me{ENTER}", "you  me")
        assert m.Say(room=None, text="me") in server.sent


async def test_who_is_muted_is_not_read_and_is_remembered(tmp_path):
    app, server = at_war(memory=HabitsFile(tmp_path / "habits.json"))
    async with app as (terminal, _, _):
        await terminal.expect("table KQFM")
        server.heard("KQFM", "ben", "spam")
        await terminal.expect("ben  spam")
        terminal.type(f":mute Ben{ENTER}")
        await terminal.expect_no("ben  spam")
        assert "You read nothing of Ben any more." in terminal.text
        server.heard("KQFM", "ben", "more spam")
        await terminal.press(f":unmute ben{ENTER}", "more spam")
        terminal.type(f":mute ben{ENTER}")
        await terminal.expect_no("more spam")
    (muted,) = HabitsFile(tmp_path / "habits.json").recall().muted
    assert muted == MutedPlayer("ben", number_of("ben"), muted.server)


async def test_a_bell_rings_for_who_is_called_by_name_while_away():
    app, server = at_war()
    async with app as (terminal, client, _):
        await terminal.expect("table KQFM")
        server.heard("KQFM", "ben", "ana!")
        await terminal.expect("ben  ana!")
        assert terminal.bells == 0
        terminal.type("\x1b[O")
        await terminal.until(lambda: not client.ui.is_focused)
        server.heard("KQFM", "ben", "banana")
        server.heard("KQFM", "ben", "ana?")
        await terminal.until(lambda: terminal.bells == 1)
