"""The tours: true to the rules, and finished by whoever does what they say, on every screen and line by line."""

import asyncio
import io
import os

import pytest

from client import tours
from client.cli.values import games
from client.fullscreen.screens.frame import max_sentence_length
from client.games import find
from client.linemode.console import Console, InputLines
from client.net.tour_wire import LEFT
from client.state.exit_codes import ExitCode
from client.state.reading import view_of
from server.lobby.game_info import game_infos
from server.lobby.listing import CODE_LETTERS
from tests.support import facts
from tests.support.fakes.table_server import TableServer
from tests.support.golden import tours as made
from tests.support.terminal.terminal import running

SHEETS = game_infos()
ENTER = "\r"
NAMES = tours.names()


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_tour(name):
    assert facts.tour(name).lines
    assert name in NAMES, f"client/tours/{name}.json is missing: `make golden` writes it from tests/games/{name}.py"


def test_no_tour_is_of_a_game_that_is_gone_and_no_server_makes_the_code_of_its_table():
    assert set(NAMES) <= set(games())
    assert set(tours.ROOM) - set(CODE_LETTERS)


@pytest.mark.parametrize("name", NAMES)
def test_a_tour_is_what_the_rules_make_of_it(name):
    stored = (made.FOLDER / f"{name}.json").read_bytes()
    assert stored == made.tours().get(name, b"") + b"\n", f"client/tours/{name}.json is old: `make golden` renews it"


@pytest.mark.parametrize("name", NAMES)
def test_a_tour_leaves_it_to_the_screen_or_the_line_to_say_how_a_move_is_made(name):
    tour, game = tours.find(name), find(name)
    for step, table in zip(tour.steps, (tour.begin, *(step.tables[-1] for step in tour.steps)), strict=False):
        assert "Press" not in step.say
        assert game.marking.keys_for(view_of(game, table.view), step.move)


@pytest.mark.parametrize("name", NAMES)
def test_a_tour_takes_about_a_minute_of_reading_and_each_sentence_has_room_on_the_smallest_screen(name):
    tour, game = tours.find(name), find(name)
    table, said = tour.begin, [tour.end]
    for step in tour.steps:
        said.append(f"{step.say} Press {game.marking.keys_for(view_of(game, table.view), step.move)} or Enter.")
        table = step.tables[-1]
    assert max(map(len, said)) <= max_sentence_length(60)
    assert 3 <= len(tour.steps) <= 8
    assert sum(len(text.split()) for text in (tour.end, *(step.say for step in tour.steps))) <= 120


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), [(100, 32), (80, 24), (60, 20)])
@pytest.mark.parametrize("name", NAMES)
async def test_whoever_does_what_it_says_comes_to_its_end_and_back_to_the_lobby(name, columns, rows):
    tour = tours.find(name)
    async with running(TableServer(sheets=SHEETS), columns, rows, opening=f"learn {name}") as (terminal, app, _):
        for step in tour.steps:
            await terminal.until(lambda step=step: _shows(terminal, step.say))
            terminal.type(ENTER)
        await terminal.until(lambda: _shows(terminal, tour.end))
        await terminal.press(ENTER, "Play now")
        assert tours.ROOM not in app.store.rooms


@pytest.mark.slow
async def test_whoever_does_something_else_is_told_kindly_what_to_do():
    async with running(TableServer(sheets=SHEETS), opening="learn tower") as (terminal, app, _):
        await terminal.expect("Draw one from the pile.")
        await terminal.press("d", "That works too, but for the tour press p or Enter.")
        await terminal.press("p", "50 is large")
        assert app.store.seated.table.seq == 2


def _shows(terminal, sentence):
    """Whether the last rows show a sentence, in however many lines."""
    shown = " ".join(" ".join(terminal.lines[-3:]).split())
    return sentence in shown


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
async def test_in_plain_mode_too_it_is_finished_by_typing_what_it_says(name):
    tour, out = tours.find(name), io.StringIO()
    console = Console(f"learn {name}", out)
    server = TableServer(sheets=SHEETS)
    server.tell, server.unanswered = console.hear, console.unanswered
    read, write = os.pipe()
    os.write(write, "".join(f"{step.move}\n" for step in tour.steps).encode() + b"lobby\n")
    os.close(write)
    try:
        assert await asyncio.wait_for(console.run(server, InputLines(read, are_typed=False)), 10) == ExitCode.OK
    finally:
        os.close(read)
    said = out.getvalue()
    assert [f"{step.say} Type '{step.move}'." in said for step in tour.steps] == [True] * len(tour.steps)
    assert tour.end in said
    assert LEFT.format(name) in said
    assert "resume" not in said
