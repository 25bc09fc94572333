"""What a game is described with: rules gathered from modules, and computer players found by their levels."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.catalog import games
from engines.game import BotLevel, Bots, NumberedBot, Rules, say_nothing
from engines.war import rules, view


def any_move(view, chance):
    return "any"


def best_of(number, view, chance):
    return f"the best of {number}"


BOTS = Bots(
    (
        BotLevel("random", "Makes any move.", any_move),
        BotLevel("smart-2", "Looks at two.", any_move, rating=1244.0),
        BotLevel("planner", "Plans.", any_move),
    ),
    (NumberedBot("smart", range(1, 1000), "Looks at so many.", best_of, pace_s=2.0),),
)


# Rules.


def test_rules_are_taken_from_the_modules_that_define_them():
    gathered = games()["war"].rules
    assert (gathered.view, gathered.View, gathered.legal) == (rules.view, view.View, view.legal)


def test_what_a_module_only_imports_is_not_its_own():
    importing = ModuleType("engines.importing")
    vars(importing).update(vars(view), __name__="engines.importing")
    assert Rules.of(rules, view, importing) == Rules.of(rules, view)


def test_rules_without_an_end_of_their_own_show_their_view_and_say_nothing_of_how_far_they_are():
    plain = ModuleType("engines.plain")
    vars(plain).update(vars(view), __name__=view.__name__, progress=None)
    gathered = Rules.of(rules, plain)
    assert gathered.final is rules.view
    assert gathered.progress is say_nothing


@pytest.mark.parametrize(
    ("modules", "said"), [((rules,), "'Options', 'View', 'legal', 'text', and 'read'"), ((view,), "'setup'")]
)
def test_what_no_module_defines_is_named(modules, said):
    with pytest.raises(TypeError, match=said):
        Rules.of(*modules)


def test_what_two_modules_define_is_named():
    again = ModuleType("engines.again")
    vars(again).update({"legal": type("legal", (), {"__module__": "engines.again"})})
    with pytest.raises(TypeError, match=r"^engines\.again defines legal once more$"):
        Rules.of(rules, view, again)


# Levels.


@pytest.mark.parametrize("number", [1, 3, 9, 10, 25, 100, 998, 999])
def test_a_level_with_a_number_is_the_player_with_that_number(number):
    found = BOTS[f"smart-{number}"]
    assert (found.name, found.about, found.pace_s) == (f"smart-{number}", "Looks at so many.", 2.0)
    assert found.choose(None, None) == f"the best of {number}"


def test_a_listed_level_with_a_number_is_the_listed_one():
    assert BOTS["smart-2"] is BOTS.levels[1]


@pytest.mark.parametrize(
    "level",
    [
        *("", "smart", "smart-", "smart-0", "smart-02", "smart-1000", "smart--1", "smart-+1", "smart-1.0", "smart-1e2"),
        *("smart- 1", "smart-1 ", " smart-1", "smart-1\n", "Smart-1", "smart_1", "smart-1-1", "-1", "1", "wise-3"),
        *("smart-\u0661", "smart-\u00b2", "smart-1_0", "smart-" + "9" * 5000, "random-1", "planner-2"),
    ],
)
def test_a_level_that_is_none_is_not_found(level):
    assert BOTS.find(level) is None
    with pytest.raises(KeyError):
        BOTS[level]


@given(level=st.text("smart-0123456789\u0661", max_size=12))
def test_each_level_is_written_one_way_alone(level):
    assert (BOTS.find(level) is not None) == (level in {*BOTS.names, *(f"smart-{number}" for number in range(1, 1000))})


def test_the_listed_levels_alone_have_ratings():
    assert BOTS.names == ("random", "smart-2", "planner")
    levels = ("smart-2", "planner", "smart-1", "smart-25", "no")
    assert [BOTS.rating_of(level) for level in levels] == [1244.0, None, None, None, None]


def test_what_can_be_chosen_is_said_in_a_few_words():
    assert BOTS.choices == ("random", "smart-2", "planner", "smart-1 to 999")


def test_all_levels_that_differ_by_a_number_are_counted_as_one():
    assert len({BOTS.group_of(f"smart-{number}") for number in range(1, 1000)}) == 2
    assert [BOTS.group_of(level) for level in ("smart-2", "smart-25", "random")] == ["smart-2", "smart-N", "random"]


@pytest.mark.parametrize(
    ("level", "able"),
    [
        ("planner", ("planner", "smart-2", "random")),
        ("random", ("random",)),
        ("smart-25", ("smart-25", "random")),
        ("no more", ("no more", "random")),
    ],
)
def test_where_a_level_fails_those_below_it_move_and_where_nobody_knows_which_those_are_the_weakest(level, able):
    assert BOTS.fall_back(level) == able


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_no_level_of_a_game_is_there_twice(game):
    names = (*game.bots.names, *(numbered.name for numbered in game.bots.numbered))
    assert len(set(names)) == len(names)
    assert all(game.bots.find(name) is None for name in (numbered.name for numbered in game.bots.numbered))


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_number_of_a_games_levels_can_be_chosen(game):
    for numbered in game.bots.numbered:
        for number in numbered.numbers:
            assert game.bots[f"{numbered.name}-{number}"].name == f"{numbered.name}-{number}"
