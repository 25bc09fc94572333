"""What is asked of a player, and who is away, as a person sees it at every size: beside the board or above the keys."""

import msgspec
import pytest

from client.fullscreen.screens import page
from client.fullscreen.screens.frame import BOTTOM, TOP
from client.fullscreen.ui.state import UiState
from protocol import messages as m
from tests.support.builders.stores import table_store
from tests.support.builders.tables import person, verdict, war_table, war_view
from tests.support.fakes.table_server import Room, TableServer
from tests.support.games import blocky_tables, boards, street_tables, streets, sums, tower_tables
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

SIZES = [(100, 32), (80, 24), (60, 20)]
NAMES = ("ana", "Bartholomew-Lint")
"""The second has as many letters as a name can have."""
CODE, ANA, BEN = "M3XA", 0, 1
GRACE_S, ANSWER_S = 60.0, 30.0
MOVED = "Added: (2, 1)."


TICK_S = 0.01
"""How far the clock goes each time that it is looked at, as nothing is drawn anew while time stands still."""


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += TICK_S
        return self.now


def asked(kind, seat=BEN, left_s=ANSWER_S):
    return m.Offer(kind=kind, seat=seat, agreed=(), time_left_s=left_s)


def gone(left_s, seat=BEN):
    return m.Absence(seat=seat, left_s=left_s, level=None, by=None)


def server():
    """A table of Sums where ana has moved, and it is ben's turn."""
    people = tuple(map(person, NAMES))
    table = Room(CODE, {}, people, ANA, state=sums.after(2, 2), number=1, plies=(1, 0), name="sums")
    return TableServer(seated=(table,), sheets=(sums.SHEET,))


async def begun(terminal, host):
    """Wait until the table is on the screen, and ben has moved before it."""
    await terminal.expect("Sums: (2, 0).")
    host.play(CODE, BEN, "add 1")
    await terminal.expect(MOVED)


def board(terminal, size):
    """What stands where nothing may open: left of the side, or between the rules on a small screen."""
    width, height = size
    left = width - 38 if width >= 80 else width
    return [line[:left] for line in terminal.lines[TOP : height - BOTTOM]]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("kind", "title"), [("takeback", "asks "), ("draw", "offers a draw")])
@pytest.mark.parametrize(("key", "agree"), [("y", True), ("n", False)])
async def test_a_question_names_what_it_is_about_counts_down_and_goes_when_answered(size, kind, title, key, agree):
    clock, host = Clock(), server()
    async with running(host, *size, now=clock) as (terminal, app, _):
        await begun(terminal, host)
        before = board(terminal, size)
        host.change(CODE, request=asked(kind))
        await terminal.expect(NAMES[BEN], title, "30 s")
        assert terminal.text.count("Sums: (2, 1).") == len(["on the board", "in what is asked"])
        assert board(terminal, size) == before
        clock.now += 7.0
        app.refresh()
        await terminal.expect("23 s", "y agree")
        terminal.type(key)
        await terminal.expect_no("y agree")
        assert board(terminal, size)[1:] == before[1:] or agree  # what is granted changes the board
    assert [answer.agree for answer in host.sent if isinstance(answer, m.AnswerOffer)] == [agree]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("kind", ["takeback", "draw"])
async def test_a_question_goes_when_its_time_is_up(size, kind):
    clock, host = Clock(), server()
    async with running(host, *size, now=clock) as (terminal, app, _):
        await begun(terminal, host)
        host.change(CODE, request=asked(kind))
        await terminal.expect("y agree")
        clock.now += 40.0
        app.refresh()
        await terminal.expect("0 s")
        host.change(CODE, request=None, verdict=msgspec.structs.replace(verdict("late"), kind=kind, seat=BEN))
        await terminal.expect_no("y agree")
        await terminal.expect_no("0 s")


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_who_asked_sees_whom_to_wait_for_and_for_how_long(size):
    clock, host = Clock(), server()
    async with running(host, *size, now=clock) as (terminal, app, _):
        await begun(terminal, host)
        host.change(CODE, request=asked("draw", ANA))
        await terminal.expect(f"Waiting for {NAMES[BEN]}")
        clock.now += 12.0
        app.refresh()
        await terminal.expect("18 s")
        assert "y agree" not in terminal.text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_who_is_away_is_named_counted_down_and_may_be_waited_for_no_longer(size):
    clock, host = Clock(), server()
    async with running(host, *size, now=clock) as (terminal, app, _):
        await begun(terminal, host)
        before = board(terminal, size)
        host.change(CODE, away=(gone(GRACE_S),))
        await terminal.expect(f"{NAMES[BEN]} is away", "60 s")
        assert board(terminal, size) == before
        assert "claim the win" not in terminal.text
        clock.now += 18.0
        app.refresh()
        await terminal.expect("42 s")
        host.change(CODE, away=(gone(0.0),))
        await terminal.expect(f"{NAMES[BEN]} did not come back in time.", "W claim the win", "C let a computer play")
        assert board(terminal, size) == before
        terminal.type("C")
        await terminal.until(lambda: m.Claim(room=CODE, what="computer", level=None) in host.sent)
        host.change(CODE, away=(replace_level(gone(0.0), "one"),))
        await terminal.expect_no("W claim the win")
        assert board(terminal, size) == before


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_who_comes_back_is_waited_for_no_more(size):
    async with running(host := server(), *size, now=Clock()) as (terminal, _, _):
        await begun(terminal, host)
        host.change(CODE, away=(gone(GRACE_S),))
        await terminal.expect("is away")
        host.change(CODE, away=())
        await terminal.expect_no("is away")


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_rematch_is_asked_for_by_name_and_goes_with_the_next_game(size):
    async with running(host := server(), *size, now=Clock()) as (terminal, _, _):
        await begun(terminal, host)
        host.change(CODE, state=sums.after(2, 2, 1, 2, 1, 2, 1))
        await terminal.expect("The game is over")
        host.change(CODE, rematch=(BEN,))
        await terminal.expect(f"{NAMES[BEN]} asks for a rematch.")
        await terminal.press("r", "You asked for a rematch.")
        host.begin(CODE)
        await terminal.expect_no("rematch")
        await terminal.expect_no("The game is over")


def replace_level(absence, level):
    return msgspec.structs.replace(absence, level=level, by=ANA)


# Nothing lies over the board of any game.


def tower_of_people():
    return tower_tables.tower_table(tower_tables.seen(tower_tables.state()), chairs=tuple(map(person, NAMES)))


def race():
    at = streets.layout("5S 7D", "6D KH QS", "4C 5H 6S", "7H 8D", "9S 10D", "JC QD KC", "2D 3H", "4S 5D")
    return street_tables.street_table(street_tables.seen(streets.race(at, at)))


def blocky_of(depth):
    state = blocky_tables.state(boards.random_board(3, depth), depth=depth) if depth != 3 else blocky_tables.state()
    return blocky_tables.blocky_table(blocky_tables.seen(state))


BOARDS = {
    "war": (war_table(war_view()), {100: 62, 80: 42}),
    "blocky": (blocky_of(3), {100: 49, 80: 33}),
    "tower": (tower_of_people(), {100: 70, 80: 40}),
    "streets": (race(), {}),
}
"""A table of each game, and by the screen's width the column at which its board ends; where none is, it goes across."""


def lines_of(table, size):
    drawing = page.draw(table_store(table), UiState(motion=False, is_new=False), size, 0.0)
    return ["".join(text for _, text in line) for line in drawing.lines[TOP : size[1] - BOTTOM]]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize("what", ["takeback", "draw", "own", "away", "late"])
def test_nothing_that_is_asked_lies_over_the_board_of_any_game(size, game, what):
    table, ends = BOARDS[game]
    other = 1 - table.seat
    change = {
        "takeback": {"request": asked("takeback", other)},
        "draw": {"request": asked("draw", other)},
        "own": {"request": asked("draw", table.seat)},
        "away": {"away": (gone(GRACE_S, other),)},
        "late": {"away": (gone(0.0, other),)},
    }[what]
    end = ends.get(size[0], size[0])
    plain, opened = lines_of(table, size), lines_of(msgspec.structs.replace(table, **change), size)
    assert [line[:end] for line in opened] == [line[:end] for line in plain]
    assert (opened != plain) is (end < size[0])
