from hypothesis import given
from hypothesis import strategies as st

from client.drawing.canvas import clean, width_of
from client.fullscreen.screens.columns import Column, PlayersCell, Title, at_edges, headings, in_columns, widths
from tests.support.golden.sentences import for_each, golden_test

CODE, WHO, STATE = Column("Code"), Column("Who", 11, turn=2), Column("State", 6, turn=1)
COLUMNS = (CODE, WHO, STATE)
PAIR = PlayersCell((("gustavo", "1580"), ("hal", "1571?")))
LINES = ({"Code": "M8PK", "Who": PAIR, "State": "live, turn 31"}, {"Code": "QX2B", "Who": "ben", "State": "open"})


def test_where_there_is_no_room_columns_give_way_in_their_turn_and_keep_what_they_need():
    assert widths(COLUMNS, LINES, 40) == [4, 24, 8]
    assert widths(COLUMNS, LINES, 34) == [4, 20, 6]
    assert widths(COLUMNS, LINES, 10) == [4, 11, 6]


def test_a_title_without_room_is_its_first_word():
    assert (Title("Tower Blaster").within(13), Title("Tower Blaster").within(12)) == ("Tower Blaster", "Tower")
    assert Title("  ").within(0) == ""


@given(st.text(max_size=40), st.lists(st.text(max_size=20), max_size=3), st.integers(12, 60))
def test_both_edges_together_are_never_wider_than_the_list_while_one_text_fits_at_the_right(left, right, room):
    first, last = at_edges((left, *right), room)
    if width_of(clean(last)) < room:
        assert width_of(first) + width_of(last) == room


@given(
    st.lists(st.tuples(st.text(max_size=20), st.sampled_from(["", "1490", "1655?"])), max_size=4), st.integers(0, 60)
)
def test_people_never_take_more_cells_than_there_are(people, width):
    assert width_of(PlayersCell(tuple(people)).within(width)) <= width


def test_whoever_has_a_long_name_keeps_three_letters_of_it_and_loses_the_rating_first():
    cell = PlayersCell((("gus", "1580"), ("hal", "1571"), ("maximiliana_1234", "1499"), ("wise-20", "1600")))
    assert cell.within(41) == "gus 1580, hal 1571, max… 1499, wis… 1600"
    assert cell.within(39) == "gus, hal, maximiliana_1234, wise-20"


SAID = {
    "each column is as wide as its widest cell": lambda: (
        (wide := widths(COLUMNS, LINES, 80)),
        headings(COLUMNS, wide),
        in_columns(COLUMNS, wide, LINES[0]),
    ),
    "of people names are cut and never half a rating is shown": lambda: for_each(PAIR.within, [24, 23, 20, 19, 10]),
    "more than two are listed": lambda: PlayersCell((("ana", ""), ("ben", "1490"), ("cleo", "1502"))).text,
    "at the right edge stands as much as leaves the left its room": lambda: (
        "".join(at_edges((game := ("● Blocky vs ben, cleo", "YOUR TURN", "12/20", "14-3")), 50)),
        "".join(at_edges(game, 34)),
        at_edges(game, 30)[1],
        at_edges(("War",), 5),
    ),
}

test_said = golden_test(__name__, SAID)
