"""A game's options as data: what they take is said once, and what they do not take is refused in a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from engines.catalog import games
from engines.game import Game
from engines.options import BadOptionsError, GameOption, check_options, option, options_of, read_options

EVERY = [
    pytest.param(game, each, id=f"{game.name}-{each.name}")
    for game in games().values()
    for each in options_of(game.rules.Options)
]


@dataclass(frozen=True, slots=True)
class Options:
    """One option of each kind."""

    depth: int = option(4, "How deep it is.", range(2, 6))
    goal: Literal["blob", "perimeter"] = option("blob", "What counts.")
    secret: bool = option(False, "Whether nobody sees it.")  # noqa: FBT003 - the default

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True)
class Nothing:
    """No options."""

    def __post_init__(self) -> None:
        check_options(self)


def beyond(each: GameOption) -> list[Any]:
    """Values just beside those that an option takes, and of other types."""
    match each.values:
        case range() as numbers:
            return [numbers[0] - 1, numbers[-1] + 1, float(numbers[0]), True, str(numbers[0]), None]
        case (False, True):
            return [0, 1, "true", None]
        case _:
            return ["jokers", "", 0, None, []]


@pytest.mark.parametrize(("game", "each"), EVERY)
def test_every_option_has_a_sentence_for_people(game: Game[Any, Any, Any], each: GameOption):
    assert re.fullmatch(r"[A-Z][^\n]{8,150}[^.]\.", each.about)


@pytest.mark.parametrize(("game", "each"), EVERY)
def test_the_default_is_among_the_values_and_so_many_that_one_can_choose(game: Game[Any, Any, Any], each: GameOption):
    assert each.takes(each.default)
    assert each.default == getattr(game.rules.Options(), each.name)
    assert len(set(each.values[:2])) == 2


@pytest.mark.parametrize(("game", "each"), EVERY)
def test_each_value_is_taken_beside_the_defaults_of_the_others(game: Game[Any, Any, Any], each: GameOption):
    for value in {*each.values[:100], *each.values[-100:]}:
        assert read_options(game.rules.Options, {each.name: value}) == replace(
            game.rules.Options(), **{each.name: value}
        )


@pytest.mark.parametrize(("game", "each"), EVERY)
def test_what_is_beyond_is_refused_in_a_sentence_that_names_the_option(game: Game[Any, Any, Any], each: GameOption):
    for value in beyond(each):
        with pytest.raises(BadOptionsError, match=rf"^{each.name} takes [^\n]{{1,80}}, not [^\n]{{1,50}}\.$"):
            read_options(game.rules.Options, {each.name: value})


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_an_option_that_no_game_has_is_refused(game: Game[Any, Any, Any]):
    with pytest.raises(BadOptionsError, match=r"^This game has no option 'deep'; it has \w.*\.$"):
        read_options(game.rules.Options, {"deep": 3})


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"depth": 7}, "depth takes a whole number from 2 to 5, not 7."),
        ({"goal": "x"}, "goal takes blob or perimeter, not 'x'."),
        ({"secret": 1}, "secret takes true or false, not 1."),
        ({"depth": True}, "depth takes a whole number from 2 to 5, not true."),
        ({"goal": "x" * 99}, f"goal takes blob or perimeter, not '{'x' * 39}."),
        ({"deep": 3}, "This game has no option 'deep'; it has depth, goal and secret."),
        ({"y" * 99: 3}, f"This game has no option '{'y' * 40}'; it has depth, goal and secret."),
    ],
)
def test_a_refusal_names_the_option_and_what_it_takes(chosen, sentence):
    with pytest.raises(BadOptionsError, match=f"^{re.escape(sentence)}$"):
        read_options(Options, chosen)


def test_a_game_without_options_says_so():
    assert options_of(Nothing) == ()
    with pytest.raises(BadOptionsError, match=r"^This game has no option 'depth'; it has none\.$"):
        read_options(Nothing, {"depth": 3})


def test_what_a_person_writes_is_read_as_the_option_takes_it():
    depth, goal, secret = options_of(Options)
    assert [depth.read("3"), goal.read("Perimeter"), secret.read("TRUE"), secret.read("false")] == [
        3, "perimeter", True, False,
    ]  # fmt: skip
    assert [depth.read("-3"), depth.read("many"), goal.read("x"), secret.read("1")] == ["-3", "many", "x", "1"]
