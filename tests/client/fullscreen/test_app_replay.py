"""Looking back at games that are over in the full screen: fetched while everything else goes on."""

import pytest

from client.history.archive import GameArchive
from client.history.positions import GameUnavailableError
from client.history.saved.entry import read_saved_games
from tests.support.fakes.table_server import TableServer
from tests.support.golden.reviews import filed, reviewed
from tests.support.terminal.terminal import running

pytestmark = pytest.mark.slow

RIGHT, ESC, ENTER = "\x1b[C", "\x1b", "\r"


async def review(named, eyes):
    if named != "KQFM":
        raise GameUnavailableError(f"There is no saved game {named}.")
    return reviewed(seat=1 if eyes else 0)


async def test_a_game_is_fetched_stepped_through_and_left():
    async with running(TableServer(), 100, 32, shelf=GameArchive(review=review), shows="Play now") as (terminal, _, _):
        await terminal.press(":replay KQFM" + ENTER, "as ann saw it   event 0 of")
        await terminal.press(RIGHT, "event 1 of")
        await terminal.press(" ", "▶ event 2 of")
        await terminal.press(ESC, "Play now")
        await terminal.press(":replay WXYZ" + ENTER, "There is no saved game WXYZ.")


async def test_the_games_that_are_over_are_listed_and_one_of_them_is_opened(tmp_path):
    filed(tmp_path)

    async def recall(game):
        return read_saved_games(tmp_path, game)

    async def review_file(named, eyes):
        assert named.endswith("KQFM-1-ann-0.json")
        return await review("KQFM", eyes)

    async with running(TableServer(), 80, 24, shelf=GameArchive(review=review_file, recall=recall)) as (terminal, _, _):
        await terminal.expect("Play now")
        await terminal.press("h", "Games that are over", "against ben")
        await terminal.choose("KQFM-1", "event 0 of")
        terminal.turn_wheel(10, 10, down=True)
        await terminal.expect("event 1 of")
