"""Help from the server: when it can be asked for, and how its answer is said."""

from dataclasses import replace

from msgspec import structs

from client import tours
from client.games.spec import Marking
from client.state.advice import (
    advice_spoken,
    advice_text,
    available_questions,
    describe_search,
    is_helped,
    make_consult,
)
from client.state.fold import fold
from client.state.store import Sent
from client.state.table_view import read_table
from protocol import messages as m
from tests.support.builders.stores import lobby_store, table_store
from tests.support.builders.tables import person, war_table, war_view
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.street_tables import NAME, STREET, seen, street, street_table
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.streets import race
from tests.support.golden.sentences import error_of, for_each, golden_test

WALKING = m.SeatInfo(kind="computer", name="walking", won=0)
RACE = seen(race(STREET, STREET))
WAY = "Move the 3♦ from pile 0 onto the 4♥ on pile 1: it makes way for the 4♦, and the game can be won in 80 moves."


def at_table(table=None, **changes):
    return table_store(table or street_table(street(), **changes), games=(*lobby_store().games, STREETS, BLOCKY))


def advice(move="MTT 0 1", text=WAY, about="hint", **changes):
    return m.Advice(**{"ref": 0, "room": "KQFM", "number": 1, "ply": 0, **changes}, about=about, move=move, text=text)


def advised(*given, **changes):
    return read_table(fold(at_table(), advice(*given, **changes), 0.0).seated)


def test_a_question_names_the_room_and_by_its_ref_the_position():
    assert make_consult("hint", at_table(ply=7)) == m.Consult(ref=7, room="KQFM", about="hint")
    assert make_consult("prospect", at_table()).about == "prospect"


def test_computers_at_a_table_do_not_keep_anybody_from_being_helped():
    assert make_consult("hint", at_table(street_table(RACE, chairs=(person("ana"), WALKING))))


def test_what_a_game_answers_stands_on_its_sheet():
    assert available_questions(at_table(), NAME) == ("hint", "prospect")
    assert available_questions(at_table(), "chess") == ()
    assert is_helped(street_table(street()))
    assert not is_helped(structs.replace(street_table(street()), serious=True))


def test_what_names_no_move_is_told_as_it_is():
    for told_of in (advised(None, "Nothing helps here."), advised(None, "It can be won.", "prospect")):
        assert advice_text(told_of, 200) == advice_spoken(told_of) == told_of.seated.advice.text


def test_in_a_tour_the_guide_speaks_and_names_the_keys():
    table = street_table(street(), room=tours.ROOM)
    guided = read_table(fold(at_table(table), advice(text="Lift a card.", room=tours.ROOM), 0.0).seated)
    assert advice_text(guided, 200).startswith("Lift a card. Press ")
    assert advice_spoken(guided) == "Lift a card. Type 'MTT 0 1'."
    assert advice_text(advised(text="Lift a card."), 200).startswith("Hint (")


def test_the_last_sentence_of_a_tour_says_how_to_end_it():
    table = street_table(street(), room=tours.ROOM)
    guided = read_table(fold(at_table(table), advice(None, "That is all.", room=tours.ROOM), 0.0).seated)
    assert advice_text(guided, 200) == "That is all. Press Enter to end the tour."
    assert advice_spoken(guided) == "That is all. Type 'lobby' to end the tour."


def test_a_search_shows_a_bar_that_fills_and_then_something_that_moves_on():
    assert [describe_search(elapsed).count("▰") for elapsed in (0.0, 0.4, 1.0, 1.99)] == [0, 2, 5, 9]
    later = [describe_search(2 + tenth / 5) for tenth in range(5)]
    assert len(set(later)) == len(later)
    assert {len(said) for said in later} == {len(describe_search(0.0))}


SAID = {
    "who cannot be helped is told why at once": lambda: for_each(
        lambda store, about: error_of(lambda: make_consult(about, store)),
        [
            (lobby_store(), "hint"),
            (table_store(), "hint"),
            (at_table(war_table(war_view(), game="blocky")), "prospect"),
            (at_table(seat=None), "hint"),
            (at_table(serious=True), "hint"),
            (at_table(street_table(RACE)), "hint"),
            (at_table(phase="over", turn=()), "hint"),
            (at_table(gave_up=(0,)), "hint"),
            (at_table(turn=()), "hint"),
        ],
    ),
    "one question is asked at a time and none while a move is on its way": lambda: (
        error_of(lambda: make_consult("prospect", fold(at_table(), Sent(make_consult("hint", at_table())), 0.0))),
        error_of(
            lambda: make_consult(
                "hint", fold(at_table(), Sent(m.Play(room="KQFM", number=1, ply=0, move="MTT 0 1")), 0.0)
            )
        ),
    ),
    "a hint is told with its keys": lambda: advice_text(advised(), 200),
    "where there is little room the move that is marked is not told again": lambda: (
        advice_text(advised(), 100),
        advice_text(advised("U", "Take moves back."), 10),
    ),
    "a hint is read out with what is to be typed and cards in words": lambda: advice_spoken(advised()),
    "a game that is known by its views alone tells its moves by their text": lambda: advice_text(
        replace((seen_move := advised()), game=replace(seen_move.game, marking=Marking())), 200
    ),
    "nothing is told where nothing was answered": lambda: error_of(
        lambda: advice_text(read_table(at_table().seated), 100)
    ),
}

test_said = golden_test(__name__, SAID)
