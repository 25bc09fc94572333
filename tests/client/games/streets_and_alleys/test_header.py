import pytest

from client.games.streets_and_alleys.header import clock, put_header, put_note
from client.games.streets_and_alleys.marks import aim
from client.lines import Canvas
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.view import table
from tests.support import stores
from tests.support.street_tables import STREET, dealt, lines, nearly_won, scene, seen
from tests.support.streets import layout, race

VIEW = seen(race(STREET))


def records(played, won, best_moves):
    return stores.records("streets_and_alleys", played=played, won=won, longest=won, best_moves=best_moves)


RECORDS = records(11, 4, 118)


def header(view=VIEW, seat=0, width=100, **changes):
    canvas = Canvas(width, 1)
    put_header(canvas, scene(view, width, **changes), seat, table(view, seat))
    return lines(canvas.done())[0].rstrip()


def note(*words, view=VIEW, seat=0, width=100, more=False, **changes):
    mark = None
    for word in words:
        mark = aim(view, mark, word)
    canvas = Canvas(width, 1)
    put_note(canvas, scene(view, width, mark=mark, **changes), seat, table(view, seat), 0, more=more)
    return lines(canvas.done())[0].strip()


def test_the_header_counts_cards_moves_and_what_is_possible():
    assert header() == " 3/52 up   0 moves   15 possible   deal 1"
    assert header(lasted_s=134.6) == " 3/52 up   0 moves   02:14   15 possible   deal 1"


def test_a_race_against_time_shows_what_is_left():
    assert "14:59 left" in header(time_left_s=899.5, lasted_s=1.0)


def test_a_move_on_its_way_is_shown():
    assert "0 moves …" in header(pending="MTT 0 1")


def test_statistics_stand_at_the_right_where_there_is_room():
    assert header(records=RECORDS).endswith("   won 4/11, best 118 moves")
    assert "won" not in header(records=RECORDS, width=60)
    assert header(records=records(2, 0, None)).endswith("   won 0/2")
    assert "won" not in header(records=records(0, 0, None))


def test_without_a_move_the_header_warns():
    assert "no moves left" in header(seen(race(layout("3D", *["KC"] * 7))))


def test_who_is_looked_at_is_named():
    shown = seen(race(STREET, STREET, shown=True))
    assert header(shown, seat=1, records=RECORDS) == " ben   3/52 up   0 moves   15 possible   deal 1"


def test_a_clock_that_runs_asks_to_be_drawn_again():
    canvas = Canvas(100, 1)
    put_header(canvas, scene(VIEW, lasted_s=134.75), 0, STREET)
    assert canvas.done().again_s == pytest.approx(0.25)
    still = Canvas(100, 1)
    put_header(still, scene(VIEW), 0, STREET)
    assert still.done().again_s is None


def test_a_game_that_is_over_has_a_clock_that_stands():
    canvas = Canvas(100, 1)
    put_header(canvas, scene(VIEW, lasted_s=134.75, is_over=True), 0, STREET)
    assert canvas.done().again_s is None


@pytest.mark.parametrize(("seconds", "shown"), [(0, "00:00"), (59.9, "00:59"), (3599, "59:59"), (3600, "1:00:00")])
def test_a_time_reads_as_on_a_clock(seconds, shown):
    assert clock(seconds) == shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["0"], "The 3♦ goes to 1, 5. Enter: its best place. Esc lets it go."),
        (["7"], "The A♣ goes to 5, f (up). Enter: its best place. Esc lets it go."),
        (["home"], "Which foundation gives its card back? 0 to 3; f again: none."),
        (["7", "given"], "Which foundation takes the A♣? 0 to 3; F again: its own."),
        (["find 9s"], "The 9♠ is in pile 3, under 1 card."),
        (["find as"], "The A♠ is on foundation 1."),
        ([], "a plays 1 card up that nothing else needs."),
    ],
)
def test_the_note_says_what_is_marked_or_can_be_done(words, said):
    assert note(*words) == said


def test_a_card_with_nowhere_to_go_is_said_to_have_none():
    assert note("0", view=seen(race(layout("3D", *["KC"] * 7)))) == "The 3♦ can go nowhere now. Esc lets it go."


def test_the_note_tells_of_a_won_position_and_of_one_without_moves():
    assert note(view=seen(race(nearly_won()))) == "Nothing is in the way any more: a plays all cards up."
    stuck = "No moves left. u undoes, A begins the deal again, R shuffles anew."
    assert note(view=seen(race(layout("3D", *["KC"] * 7)))) == stuck
    assert note(view=seen(dealt(2))) == ""


def test_the_end_is_noted():
    assert note(view=seen(race(layout(foundations="KC KS KD KH")))) == "All 52 cards are up."
    gone = seen(rules.give_up(race(STREET, STREET, STREET), 0))
    assert note(view=gone) == "Gave up."


def test_other_panes_are_told_of():
    assert note("0", more=True, width=60).endswith("…  Tab shows the others")
