import pytest

from client.commands.verb_table import VERBS
from client.games.streets_and_alleys import CLIENT, KEYS, describe, forced, fresh, same
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.view import Options
from tests.support.games.street_tables import STREET, dealt, nearly_won, seen
from tests.support.games.streets import layout, play, race
from tests.support.golden.sentences import for_each, golden_test


def test_the_number_of_a_deal_is_for_one_game_unless_it_is_asked_for_again():
    assert fresh(Options(deal=5, time_limit_s=60)) == Options(time_limit_s=60)
    assert same(Options(time_limit_s=60), seen(dealt(7))) == Options(deal=7, time_limit_s=60)


def test_the_words_of_the_rules_stand_for_commands():
    assert CLIENT.reading.dialogue.words == {"r": "restart", "h": "help", "q": "quit"}
    assert set(CLIENT.reading.dialogue.words.values()) <= set(VERBS)
    assert [typed for typed, _ in CLIENT.reading.dialogue.menu][:4] == ["MTT s d", "MTF s d", "MFT s d", "U"]


def test_safe_cards_are_played_by_themselves_until_there_are_none():
    state, moves = race(STREET), []
    while (move := forced(seen(state))) is not None:
        before, state = state, play(state, move)
        moves.append(move)
        assert not CLIENT.saying.moment(seen(before), seen(state))
    assert moves == ["MTF 7 0"]


def test_a_position_that_only_needs_raises_is_played_to_its_end():
    state = race(nearly_won())
    while (move := forced(seen(state))) is not None:
        assert move.startswith("MTF ")
        state = play(state, move)
    assert seen(state).over == "won"


@pytest.mark.parametrize(
    "view",
    [
        seen(race(STREET), None),
        seen(rules.time_up(race(STREET))),
        seen(rules.give_up(race(STREET, STREET, STREET), 0)),
        seen(dealt(2)),
    ],
)
def test_nothing_plays_itself_where_nothing_is_safe_or_nobody_plays(view):
    assert forced(view) is None


def test_every_digit_of_a_pile_has_its_key():
    assert {press for key in KEYS if key.command == "touch {key}" for press in key.presses} == set("01234567")


def test_a_deal_is_named_as_in_the_statistics():
    assert CLIENT.setup.deal(seen(dealt(48213))) == rules.result(dealt(48213), 0).deal == "48213"


SAID = {
    "a table is described by what is not as usual": lambda: for_each(
        describe, [Options(), Options(deal=48213), Options(time_limit_s=900, tables="shown"), Options(time_limit_s=90)]
    ),
    "the moves are those of the engine": lambda: list(CLIENT.legal(seen(race(layout("3D", "4H", *["KC"] * 6))))),
}

test_said = golden_test(__name__, SAID)
