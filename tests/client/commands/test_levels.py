import pytest
from msgspec.structs import replace

from client.commands.levels import describe_levels, is_level, level_of, middle_name, names_of, next_level, usual_level
from client.commands.new_table import build_create
from client.commands.seats import chosen_level, with_level
from client.state.habits import Habits
from protocol import messages as m
from tests.support.builders.stores import PARTY, SOLO, WAR, lobby_store
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.street_tables import SHEET as STREETS

NINES = "9" * 5000
NUMBERED = m.NumberedLevel(name="smart", least=1, most=999, about="Looks at N moves.")
SMART = replace(BLOCKY, numbered=(NUMBERED,))
SMART_ALONE = replace(SMART, levels=())


@pytest.mark.parametrize("word", ["smart-1", "smart-2", "smart-25", "smart-999"])
def test_a_level_takes_any_number_that_it_offers(word):
    assert is_level(word, SMART)
    assert level_of(word, SMART) == word


@pytest.mark.parametrize(
    "word", ["smart", "smart-", "smart-0", "smart-1000", "smart-02", "smart--1", "smart-²", "smart-٣", f"smart-{NINES}"]
)
def test_a_level_takes_no_number_beyond_and_none_written_otherwise(word):
    assert not is_level(word, SMART)
    with pytest.raises(ValueError, match="smart takes a number between 1 and 999, as in smart-31"):
        level_of(word, SMART)


def test_a_game_whose_only_computers_take_a_number_has_a_usual_level():
    assert usual_level(SMART_ALONE, Habits()) == middle_name(NUMBERED) == "smart-31"


def test_all_numbers_are_described_in_one_line_after_the_other_levels():
    assert describe_levels(SMART)[-1] == ("smart-N", "Looks at N moves.")
    assert [name.split()[0] for name, _ in describe_levels(SMART)[:-1]] == list(names_of(BLOCKY))


def test_a_level_stands_with_its_strength():
    assert dict(describe_levels(BLOCKY))["wise-4 (medium)"]


def test_stronger_and_weaker_levels_end_with_the_strongest_and_the_weakest():
    names = names_of(BLOCKY)
    assert next_level(names[0], 1, BLOCKY) == names[1]
    assert (next_level(names[0], -1, BLOCKY), next_level(names[-1], 1, BLOCKY)) == (names[0], names[-1])
    assert next_level("smart-7", 1, BLOCKY) == names[-1]


def test_the_level_chosen_for_a_game_is_the_one_it_begins_against():
    habits = with_level(BLOCKY, Habits(), 1)
    assert chosen_level(BLOCKY, habits) == next_level(chosen_level(BLOCKY, Habits()), 1, BLOCKY)
    create = build_create(("blocky",), lobby_store(games=(BLOCKY,)), habits, "computer")
    assert f"computer:{chosen_level(BLOCKY, habits)}" in create.seats


def test_a_game_of_one_level_or_played_alone_leaves_none_to_choose():
    assert chosen_level(replace(WAR, levels=WAR.levels[:1]), Habits()) == ""
    assert chosen_level(STREETS, Habits()) == ""
    with pytest.raises(ValueError, match="no level to choose"):
        with_level(STREETS, Habits(), 1)


def test_a_newcomer_plays_against_the_level_in_the_middle():
    assert usual_level(BLOCKY, Habits()) == "wise-4"
    assert usual_level(PARTY, Habits()) == "random"
    assert usual_level(WAR, Habits()) == "flipper"


def test_whoever_has_played_plays_against_the_level_of_last_time():
    habits = Habits(opponents={"blocky": ("computer:wise-20", "computer:planner")})
    assert usual_level(BLOCKY, habits) == "wise-20"
    assert usual_level(BLOCKY, Habits(opponents={"blocky": ()})) == "wise-4"
    assert usual_level(BLOCKY, Habits(opponents={"blocky": ("computer:smart-1000",)})) == "wise-4"
    assert usual_level(SMART, Habits(opponents={"blocky": ("computer:smart-100",)})) == "smart-100"


def test_a_level_goes_by_its_name_or_its_number():
    assert level_of("walking", STREETS) == "walking"
    assert level_of("5", STREETS) == "flying"
    assert names_of(STREETS)[0] == level_of("1", STREETS)


@pytest.mark.parametrize(
    ("word", "sheet", "sentence"),
    [
        ("wlaking", STREETS, "There's no level 'wlaking'; did you mean 'walking'? Levels: strolling, walking,"),
        ("6", STREETS, "There's no level '6'. Levels: strolling"),
        ("smart-1000", SMART, "smart takes a number between 1 and 999, as in smart-31."),
        ("smart-02", SMART, "smart takes a number between 1 and 999"),
        ("smrat-2", SMART, "There's no level 'smrat-2'; did you mean 'smart-2'? Levels: random, smart-2,"),
        ("wise-20", SOLO, "No computer plays Streets & Alleys."),
    ],
)  # fmt: skip
def test_a_level_that_there_is_not_is_answered_with_the_nearest_one_and_with_all(word, sheet, sentence):
    with pytest.raises(ValueError, match=r"^") as refusal:
        level_of(word, sheet)
    assert str(refusal.value).startswith(sentence)
