"""What a server hosts, as it tells its clients."""

from __future__ import annotations

from engines import catalog
from server.computers.advice import available_questions
from server.lobby.game_info import game_infos


def test_every_game_is_told_with_its_seats_and_levels_and_what_can_be_asked():
    for sheet, game in zip(game_infos(), catalog.games().values(), strict=True):
        assert (sheet.name, range(sheet.min_seats, sheet.max_seats + 1)) == (game.name, game.seats)
        assert [level.name for level in sheet.levels] == list(game.bots.names)
        assert {level.name: level.about for level in sheet.levels} == {bot.name: bot.about for bot in game.bots.levels}
        assert sheet.consults == available_questions(game)
