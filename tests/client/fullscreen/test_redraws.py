"""The screen is drawn once for each key, however the server answers, and a Table is read once."""

import asyncio
import time
from contextlib import asynccontextmanager

import pytest

from client.state import reading
from engines.cards import Card
from engines.war.rules import State
from tests.support.builders.tables import person
from tests.support.fakes.table_server import Room, TableServer
from tests.support.patience import PATIENCE_S
from tests.support.terminal.terminal import Clock, running

pytestmark = pytest.mark.slow

CODE = "M3XA"
LOOK_EVERY_S = 0.005


def at_war():
    """The server of a table of War where nothing happens by itself."""
    hands = (tuple(map(Card.read, hand.split())) for hand in ("AH 2C 3C", "10D 2D 4D"))
    state = State("normal", tuple(hands), (0, 0), (False, False), (), ())
    chairs = (person("ana"), person("cleo", 2))
    return TableServer(seated=(Room(CODE, {"variant": "normal", "auto_flip_s": 0}, chairs, 0, state, number=1),))


@asynccontextmanager
async def at_rest(server):
    """A client that has drawn the table, and may draw again at once."""
    leap = Clock()
    async with running(server, now=lambda: time.monotonic() + leap.now, shows="SPACE to flip") as (terminal, app, _):
        await rest(app)
        leap.now += 1.0
        yield terminal, app


async def rest(app):
    """Wait until no picture is due any more; says how many were drawn so far."""
    application = app._application
    await turn(lambda: not (application.invalidated or application._answer.is_set or application._throttle.is_waiting))
    return application.render_counter


async def turn(holds):
    """Let the loop do whatever is due, until something holds."""
    is_so = False
    async with asyncio.timeout(PATIENCE_S):
        while not is_so:
            await asyncio.sleep(LOOK_EVERY_S)  # no event tells that nothing comes
            is_so = holds()


async def test_a_move_and_its_answer_make_one_picture(monkeypatch):
    monkeypatch.setattr("client.fullscreen.terminal.application.ANSWER_S", PATIENCE_S)
    async with at_rest(server := at_war()) as (terminal, app):
        before = await rest(app)
        server.held = []
        terminal.type(" ")
        await turn(lambda: server.held and not app._application.invalidated)
        assert app.store.seated.pending is not None
        server.release()
        await terminal.expect("you flipped")
        assert await rest(app) == before + 1


async def test_a_move_of_the_other_side_makes_one_picture():
    async with at_rest(server := at_war()) as (terminal, app):
        before = await rest(app)
        server.flip(CODE, 1)
        await terminal.expect("has flipped")
        assert await rest(app) == before + 1


async def test_a_move_without_an_answer_makes_a_picture_a_moment_later():
    async with at_rest(server := at_war()) as (terminal, app):
        before = await rest(app)
        server.held = []
        terminal.type(" ")
        await turn(lambda: app._application.render_counter > before)
        assert app.store.seated.pending is not None


@pytest.mark.parametrize(("key", "shows"), [("?", "Esc closes"), ("t", "Enter sends")])
async def test_a_key_that_asks_nothing_of_the_server_is_drawn_at_once_and_once(key, shows, monkeypatch):
    monkeypatch.setattr("client.fullscreen.terminal.application.ANSWER_S", PATIENCE_S)
    async with at_rest(at_war()) as (terminal, app):
        before = await rest(app)
        await terminal.press(key, shows)
        assert await rest(app) == before + 1


async def test_a_key_after_a_move_does_not_wait_for_the_answer(monkeypatch):
    monkeypatch.setattr("client.fullscreen.terminal.application.ANSWER_S", PATIENCE_S)
    async with at_rest(server := at_war()) as (terminal, app):
        server.held = []
        await terminal.press(" ?", "Esc closes")
        assert app.store.seated.pending is not None


async def test_a_table_is_read_once_however_often_it_is_drawn(monkeypatch):
    read = []

    def count(game, view, convert=reading.view_of):
        read.append(view)
        return convert(game, view)

    monkeypatch.setattr(reading, "view_of", count)
    async with at_rest(server := at_war()) as (terminal, app):
        await terminal.press(" ", "you flipped")
        server.flip(CODE, 1)
        await terminal.expect("You win")
        for _ in range(3):
            await terminal.redraw(app)
        await terminal.press("?", "Esc closes")
        assert len(read) == server.rooms[CODE].seq
