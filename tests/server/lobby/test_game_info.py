"""What a server hosts, as it tells its clients."""

from __future__ import annotations

from engines import catalog
from engines.options import options_of
from server.computers.advice import available_questions
from server.lobby.game_info import game_infos


def test_every_game_is_told_with_its_seats_and_levels_and_what_can_be_asked():
    for sheet, game in zip(game_infos(), catalog.games().values(), strict=True):
        assert (sheet.name, range(sheet.min_seats, sheet.max_seats + 1)) == (game.name, game.seats)
        assert [level.name for level in sheet.levels] == list(game.bots.names)
        assert {level.name: level.about for level in sheet.levels} == {bot.name: bot.about for bot in game.bots.levels}
        numbered = [(each.name, range(each.least, each.most + 1), each.about) for each in sheet.numbered]
        assert numbered == [(bot.name, bot.numbers, bot.about) for bot in game.bots.numbered]
        assert sheet.consults == available_questions(game)
        assert (sheet.is_rated, sheet.computers_begin) == (game.is_rated, game.bots.begin)


def test_a_games_options_are_told_with_all_that_a_form_needs():
    for sheet, game in zip(game_infos(), catalog.games().values(), strict=True):
        for told, each in zip(sheet.options, options_of(game.rules.Options), strict=True):
            assert (told.name, told.default, told.about) == (each.name, each.default, each.about)
            match told.kind:
                case "choice":
                    assert (told.values, told.least, told.most) == (each.values, None, None)
                case "integer":
                    assert (told.values, range(told.least, told.most + 1)) == ((), each.values)
                case "boolean":
                    assert (told.values, told.least, told.most, type(told.default)) == ((), None, None, bool)
