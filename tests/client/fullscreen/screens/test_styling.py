"""Themes as a person sees them: chosen at the start or while everything goes on, in as many colours as there are."""

from pathlib import Path

import pytest

from client.drawing.theme_files import ThemeFiles
from client.drawing.themes import THEMES
from client.settings import Settings
from tests.support.fakes.table_server import TableServer
from tests.support.terminal.terminal import Terminal, running

pytestmark = pytest.mark.slow

ENTER, TAB = "\r", "\t"
ALL_COLOURS = {"COLORTERM": "truecolor"}


def grounds(terminal: Terminal) -> set[str]:
    """The grounds of the first row, where the lobby has no panels."""
    return {terminal.style(column, 0).bg for column in range(100)}


def ground(name: str) -> set[str]:
    return {THEMES[name]["ground"].removeprefix("#")}


async def test_a_theme_is_changed_while_everything_goes_on_and_remembered():
    kept = []
    async with running(TableServer(), environ=ALL_COLOURS, remember=lambda name, value: kept.append((name, value))) as (
        terminal,
        _,
        _,
    ):
        await terminal.expect("Play now")
        assert grounds(terminal) == ground("night")
        await terminal.press(f":theme pap{TAB}{ENTER}", "The theme is paper.")
        assert grounds(terminal) == ground("paper")
        await terminal.press(f":theme{ENTER}", "The theme is felt.")
        assert grounds(terminal) == ground("felt")
    assert kept == [("theme", "paper"), ("theme", "felt")]


async def test_a_theme_that_there_is_not_changes_nothing():
    kept = []
    async with running(TableServer(), environ=ALL_COLOURS, remember=lambda name, value: kept.append((name, value))) as (
        terminal,
        _,
        _,
    ):
        await terminal.expect("Play now")
        await terminal.press(f":theme nihgt{ENTER}", "There is no theme 'nihgt'; did you mean 'night'?")
        assert grounds(terminal) == ground("night")
    assert kept == []


async def test_a_theme_of_ones_own_is_worn_from_the_start(tmp_path: Path):
    (tmp_path / "mine.toml").write_text('ground = "#202040"')
    settings = Settings(motion=False, theme="mine")
    async with running(TableServer(), settings=settings, environ=ALL_COLOURS, theme_files=ThemeFiles(tmp_path)) as (
        terminal,
        _,
        _,
    ):
        await terminal.expect("Play now")
        assert grounds(terminal) == {"202040"}


async def test_a_file_that_cannot_be_used_is_complained_of_in_a_sentence_and_the_usual_theme_is_worn(tmp_path: Path):
    (tmp_path / "mine.toml").write_text('ground = "purple"')
    settings = Settings(motion=False, theme="mine")
    async with running(
        TableServer(), 140, settings=settings, environ=ALL_COLOURS, theme_files=ThemeFiles(tmp_path)
    ) as (
        terminal,
        _,
        _,
    ):
        await terminal.expect("has no shade for ground: 'purple'", "Everything is drawn in night.")
        assert grounds(terminal) == {THEMES["night"]["ground"].removeprefix("#")}


async def test_a_terminal_of_sixteen_colours_gets_their_names():
    async with running(TableServer(), environ={"TERM": "linux"}) as (terminal, _, _):
        await terminal.expect("Play now")
        assert terminal.style(1, 0).fg == "brown"
        assert grounds(terminal) == {"black"}


async def test_a_terminal_without_colours_gets_none_and_boards_in_textures():
    async with running(TableServer(), environ={"TERM": "vt100"}) as (terminal, app, _):
        await terminal.expect("Play now")
        assert {(terminal.style(column, 0).fg, terminal.style(column, 0).bg) for column in range(100)} == {
            ("default", "default")
        }
        assert (app.ui.palette, app.ui.has_colour) == ("texture", False)
        await terminal.press(f":theme felt{ENTER}", "The theme is felt, though there are no colours to see it by.")
