from client.commands.dialogue import dialogue_of, next_game_commands, same_game_commands, translate
from client.games.streets_and_alleys import DIALOGUE
from engines.streets_and_alleys import rules
from protocol import messages as m
from tests.support.builders.stores import create_of, lobby_store, table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.games.street_tables import NAME, OPTIONS, STREET, seen, street_table
from tests.support.games.streets import race
from tests.support.golden.sentences import error_of, for_each, golden_test

ALONE = street_table(seen(race(STREET)))
RESIGN, REMATCH, LEAVE = m.Resign(room="KQFM"), m.Rematch(room="KQFM"), m.Leave(room="KQFM")


def alone(options):
    return create_of(NAME, "me", options=options)


def test_only_the_game_on_screen_has_a_say():
    assert dialogue_of(table_store(ALONE)) is DIALOGUE
    assert dialogue_of(table_store()) is None
    assert dialogue_of(lobby_store()) is None
    assert dialogue_of(table_store(war_table(war_view(), game="chess"))) is None


def test_undo_takes_back_a_move_where_the_game_has_no_meaning_of_its_own_for_it():
    assert translate("Undo", table_store()) == translate("undo", lobby_store()) == "takeback"
    assert translate("undo", table_store(ALONE)) == "undo"


def test_a_deal_that_was_asked_for_by_its_number_is_not_dealt_again():
    chosen = {**OPTIONS, "deal": 48213, "time_limit_s": 600}
    commands = next_game_commands(street_table(seen(race(STREET)), options=chosen))
    assert commands == (LEAVE, alone({**chosen, "deal": 0}))


def test_the_same_deal_is_played_again_whether_it_was_asked_for_or_not():
    view = seen(race(STREET))
    over = {"phase": "over", "turn": ()}
    assert same_game_commands(street_table(view, **over)) == (LEAVE, alone({**OPTIONS, "deal": view.deal}))
    assert same_game_commands(street_table(view, options={**OPTIONS, "deal": view.deal}, **over)) == (REMATCH,)


def test_deals_that_can_be_won_are_dealt_on_and_on_until_one_is_played_again():
    winnable = {**OPTIONS, "winnable": True}
    playing = street_table(seen(race(STREET)), options=winnable)
    over = street_table(seen(race(STREET)), options=winnable, phase="over", turn=())
    assert next_game_commands(playing) == (RESIGN, REMATCH)
    assert same_game_commands(over)[1].options == {**winnable, "deal": seen(race(STREET)).deal}


SAID = {
    "a games own words are put into the common language": lambda: for_each(
        lambda line: (translate(line, table_store(ALONE)), translate(line, table_store())),
        ["R", " h ", "q", "R 1", "U"],
    ),
    "the next game begins at the same table": lambda: (
        next_game_commands(ALONE),
        next_game_commands(street_table(seen(rules.give_up(race(STREET), 0)), phase="over", turn=())),
    ),
    "a game that deals nothing by name cannot begin the same way": lambda: error_of(
        lambda: same_game_commands(war_table(war_view(), phase="over", turn=()))
    ),
    "who plays seriously goes on doing so": lambda: (
        next_game_commands(street_table(seen(race(STREET)), options={**OPTIONS, "deal": 48213}, serious=True))[
            1
        ].serious
    ),
}

test_said = golden_test(__name__, SAID)
