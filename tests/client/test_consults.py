"""Help from the server: when it can be asked for, and how its answer is said."""

from dataclasses import replace

import pytest
from msgspec import structs

from client.consults import answered, consult, is_helped, said, told
from client.store import Sent, fold
from client.tables import sight
from protocol import messages as m
from tests.support.blocky_tables import SHEET as BLOCKY
from tests.support.stores import lobby_store, table_store
from tests.support.street_tables import NAME, STREET, seen, street, street_table
from tests.support.street_tables import SHEET as STREETS
from tests.support.streets import race
from tests.support.tables import person, war_table, war_view

WALKING = m.Chair(kind="computer", name="walking", won=0)
RACE = seen(race(STREET, STREET))
WAY = "Move the 3♦ from pile 0 onto the 4♥ on pile 1: it makes way for the 4♦, and the game can be won in 80 moves."


def at_table(table=None, **changes):
    return table_store(table or street_table(street(), **changes), games=(*lobby_store().games, STREETS, BLOCKY))


def advice(move="MTT 0 1", text=WAY, about="hint", **changes):
    return m.Advice(**{"ref": 0, "room": "KQFM", "number": 1, "ply": 0, **changes}, about=about, move=move, text=text)


def advised(*given, **changes):
    return sight(fold(at_table(), advice(*given, **changes), 0.0).seated)


def test_a_question_names_the_room_and_by_its_ref_the_position():
    assert consult("hint", at_table(ply=7)) == m.Consult(ref=7, room="KQFM", about="hint")
    assert consult("prospect", at_table()).about == "prospect"


def test_computers_at_a_table_do_not_keep_anybody_from_being_helped():
    assert consult("hint", at_table(street_table(RACE, chairs=(person("ana"), WALKING))))


@pytest.mark.parametrize(
    ("store", "about", "sentence"),
    [
        (lobby_store(), "hint", "You are at no table"),
        (table_store(), "hint", "There are no hints in War."),
        (
            at_table(war_table(war_view(), game="blocky")),
            "prospect",
            "Nobody can tell whether a game of Blocky can still be won.",
        ),
        (at_table(seat=None), "hint", "Only who plays can ask for help."),
        (at_table(serious=True), "hint", "This table is serious: nobody is helped here."),
        (at_table(street_table(RACE)), "hint", "Nobody is helped against other people."),
        (at_table(phase="over", turn=()), "hint", "No game is going on at this table."),
        (at_table(gave_up=(0,)), "hint", "You have given this game up."),
        (at_table(turn=()), "hint", "You can ask for help when it is your turn."),
    ],
)
def test_who_cannot_be_helped_is_told_why_at_once(store, about, sentence):
    with pytest.raises(ValueError, match=sentence):
        consult(about, store)


def test_one_question_is_asked_at_a_time_and_none_while_a_move_is_on_its_way():
    thinking = fold(at_table(), Sent(consult("hint", at_table())), 0.0)
    with pytest.raises(ValueError, match="One question at a time"):
        consult("prospect", thinking)
    moved = fold(at_table(), Sent(m.Play(room="KQFM", number=1, ply=0, move="MTT 0 1")), 0.0)
    with pytest.raises(ValueError, match="on its way"):
        consult("hint", moved)


def test_what_a_game_answers_stands_on_its_sheet():
    assert answered(at_table(), NAME) == ("hint", "prospect")
    assert answered(at_table(), "chess") == ()
    assert is_helped(street_table(street()))
    assert not is_helped(structs.replace(street_table(street()), serious=True))


def test_a_hint_is_told_with_its_keys():
    assert told(advised(), 200) == f"Hint (0 1 or Enter): {WAY}"


def test_where_there_is_little_room_the_move_that_is_marked_is_not_told_again():
    assert told(advised(), 100) == (
        "Hint (0 1 or Enter): it makes way for the 4♦, and the game can be won in 80 moves."
    )
    assert told(advised("U", "Take moves back."), 10) == "Hint (u or Enter): Take moves back."


def test_a_hint_is_read_out_with_what_is_to_be_typed_and_cards_in_words():
    assert said(advised()) == (
        "Hint: MTT 0 1. Move 3 of diamonds from pile 0 onto 4 of hearts on pile 1: "
        "it makes way for 4 of diamonds, and the game can be won in 80 moves."
    )


def test_what_names_no_move_is_told_as_it_is():
    for told_of in (advised(None, "Nothing helps here."), advised(None, "It can be won.", "prospect")):
        assert told(told_of, 200) == said(told_of) == told_of.seated.advice.text


def test_a_game_that_is_known_by_its_views_alone_tells_its_moves_by_their_text():
    seen_move = advised()
    generic = replace(seen_move, game=replace(seen_move.game, keys_for=lambda view, move: ""))
    assert told(generic, 200).startswith("Hint (MTT 0 1): Move")


def test_nothing_is_told_where_nothing_was_answered():
    with pytest.raises(ValueError, match="Nothing has been answered"):
        told(sight(at_table().seated), 100)
