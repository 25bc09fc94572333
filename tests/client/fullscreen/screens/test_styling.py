"""Themes as a person sees them: chosen at the start or while everything goes on, in as many colours as there are."""

from pathlib import Path

import pytest

from client.drawing.theme_files import ThemeFiles
from client.drawing.themes import THEMES
from client.fullscreen.screens.styling import ActiveTheme, own_styles
from client.fullscreen.ui.state import UiState
from client.settings import Settings
from tests.support.builders.stores import table_store
from tests.support.fakes.table_server import TableServer
from tests.support.games import pegs
from tests.support.terminal.terminal import Terminal, running

pytestmark = pytest.mark.slow

ENTER, TAB = "\r", "\t"
ALL_COLOURS = {"COLORTERM": "truecolor"}


def grounds(terminal: Terminal) -> set[str]:
    """The grounds of the first row, where the lobby has no panels."""
    return {terminal.style(column, 0).bg for column in range(100)}


def ground(name: str) -> set[str]:
    return {THEMES[name]["ground"].removeprefix("#")}


async def test_a_theme_is_changed_while_everything_goes_on_and_remembered_if_there_is_such_a_one():
    kept = []
    remember = {"remember": lambda name, value: kept.append((name, value))}
    async with running(TableServer(), environ=ALL_COLOURS, **remember, shows="Play now") as (terminal, _, _):
        assert grounds(terminal) == ground("night")
        await terminal.press(f":theme nihgt{ENTER}", "There's no theme 'nihgt'; did you mean 'night'?")
        assert grounds(terminal) == ground("night")
        await terminal.press(f":theme pap{TAB}{ENTER}", "The theme is paper.")
        assert grounds(terminal) == ground("paper")
        await terminal.press(f":theme{ENTER}", "The theme is felt.")
        assert grounds(terminal) == ground("felt")
    assert kept == [("theme", "paper"), ("theme", "felt")]


@pytest.mark.parametrize(
    ("written", "said", "worn"),
    [("#202040", "Play now", "#202040"), ("purple", "has no shade for ground: 'purple'", THEMES["night"]["ground"])],
    ids=["is worn", "that cannot be used is complained of, and the usual one worn"],
)
async def test_a_theme_of_ones_own(tmp_path: Path, written, said, worn):
    (tmp_path / "mine.toml").write_text(f'ground = "{written}"')
    own = {"settings": Settings(motion=False, theme="mine"), "theme_files": ThemeFiles(tmp_path)}
    async with running(TableServer(), 140, environ=ALL_COLOURS, **own, shows=said) as (terminal, _, _):
        assert grounds(terminal) == {worn.removeprefix("#")}


async def test_a_terminal_of_sixteen_colours_gets_their_names():
    async with running(TableServer(), environ={"TERM": "linux"}, shows="Play now") as (terminal, _, _):
        assert terminal.style(1, 0).fg == "brown"
        assert grounds(terminal) == {"black"}


@pytest.mark.parametrize(
    "given", [{"environ": {"TERM": "vt100"}}, {"settings": Settings(color=False, motion=False), "environ": ALL_COLOURS}]
)
async def test_without_colours_none_are_written_and_the_marked_line_still_shows(given):
    async with running(TableServer(), **given, shows="▸ 1  War") as (terminal, app, _):
        cells = [terminal.style(column, row) for row in range(32) for column in range(100)]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
        assert terminal.style(*terminal.find("▸ 1  War")).reverse
        assert (app.ui.palette, app.ui.has_colour) == ("texture", False)
        await terminal.press(f":theme felt{ENTER}", "The theme is felt, but this terminal shows no colours.")


def test_a_game_on_screen_brings_its_own_styles_and_takes_them_along():
    theme = ActiveTheme(Settings(), environ=ALL_COLOURS)
    with pegs.known():
        at_pegs = theme.with_own(own_styles(table_store(pegs.pegs_table()), UiState()))
    elsewhere = theme.with_own(own_styles(table_store(), UiState()))
    colours = [worn.get_attrs_for_style_str("class:peg").color for worn in (at_pegs, elsewhere)]
    assert colours == [THEMES["night"]["warn"].removeprefix("#"), ""]
