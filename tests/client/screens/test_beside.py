"""What opens beside the board: the end of a game, and what is asked."""

import pytest

from client.lines import Canvas
from client.screens.beside import put_absence, put_end, put_request, side_width
from client.store import Arrival, Seated
from client.tables import sight
from protocol import messages as m
from tests.support.sums import after as sums
from tests.support.sums import sums_table
from tests.support.tables import person, war_table, war_view

WON = m.Ending(scores=(31, 20), winners=(0,), reason="Both hands are empty.")
CHAIRS = (person("ana", 2), person("ben", 1))


def drawn(put, *given, size=(80, 24)):
    canvas = Canvas(*size)
    put(canvas, *given)
    drawing = canvas.done()
    return "\n".join("".join(text for _, text in line) for line in drawing.lines), drawing


def over(**changes):
    changes = {"phase": "over", "turn": (), "ending": WON, "chairs": CHAIRS, **changes}
    return war_table(war_view(left=(0, 0)), **changes)


def test_a_game_given_up_has_a_winner_and_no_points():
    given_up = m.Ending(scores=(), winners=(0,), reason="cleo resigned.")
    text, _ = drawn(put_end, over(ending=given_up), ("ana", "cleo"))
    assert "You won." in text
    assert "cleo resigned." in text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "You won 31 to 20."),
        ({"seat": 1}, "ana won 31 to 20."),
        ({"seat": None}, "ana won 31 to 20."),
        ({"ending": m.Ending(scores=(26, 26), winners=(0, 1), reason="x")}, "A tie, 26 to 26."),
        ({"ending": m.Ending(scores=(0, 4), winners=(1,), reason="ana gave up.")}, "ben won 4 to 0."),
        ({"rematch": (1,)}, "ben asks for a rematch."),
        ({"rematch": (0,)}, "You asked for a rematch."),
    ],
)
def test_the_end_says_who_won_and_who_wants_another(changes, sentence):
    text, _ = drawn(put_end, over(**changes), ("ana", "ben"))
    assert sentence in text
    assert "Games won here:" in text


def test_of_many_each_has_a_line_with_its_score_the_best_first():
    text, _ = drawn(put_end, sums_table(sums(3, 1, 2, 1, 1, 2, 2, 1, 1, 1), 1), ("ana", "ben", "cleo"))
    lines = [line[44:-2].rstrip() for line in text.splitlines() if line.endswith("│")]
    assert lines == [
        "You won.",
        "Everybody has added three times.",
        "★ you                  5   0 won",
        "  cleo                 4   0 won",
        "  ana                  3   0 won",
        "    r rematch           p replay",
        "Enter to the lobby      v verify",
    ]


def test_who_gave_up_before_the_end_is_marked():
    text, _ = drawn(put_end, sums_table(sums(3, 1, 2, 1, 1, 2, 2, 1, 1, 1), 1, gave_up=(0,)), ("ana", "ben", "cleo"))
    assert "  ana                  3   gave up │" in text


def test_who_played_alone_reads_a_score_and_may_play_again():
    text, drawing = drawn(put_end, sums_table(sums(1, 2, 2, 1)), ("ana",))
    lines = [line[44:-2].rstrip() for line in text.splitlines() if line.endswith("│")]
    assert lines == [
        "Score 5.",
        "Everybody has added three times.",
        "    r play again        p replay",
        "Enter to the lobby      v verify",
    ]
    assert drawing.at(50, 18).command == "restart"


def test_a_game_given_up_alone_says_so_once():
    ending = m.Ending(scores=(), winners=(), reason="ana resigned.")
    text, _ = drawn(put_end, sums_table(sums(1), phase="over", ending=ending), ("ana",))
    assert text.count("ana resigned.") == 1


def test_a_seat_left_at_the_end_may_be_given_to_a_computer():
    text, drawing = drawn(put_end, over(chairs=(person("ana"), person(""))), ("ana", "open seat"))
    row = next(row for row, line in enumerate(text.split("\n")) if "c computer" in line)
    assert drawing.at(70, row).command == "fill"


def test_what_may_come_next_can_be_clicked_by_those_who_played():
    text, drawing = drawn(put_end, over(), ("ana", "ben"))
    row = next(row for row, line in enumerate(text.split("\n")) if "r rematch" in line)
    assert drawing.at(60, row).command == "rematch"
    assert drawing.at(60, row + 1).command == "leave over"
    assert drawing.at(64, row).command == "replay"
    assert drawing.at(78, row + 1).command == "verify"
    _, drawing = drawn(put_end, over(seat=None), ("ana", "ben"))
    assert drawing.regions == ()


def test_a_game_without_an_end_shows_none():
    text, _ = drawn(put_end, over(ending=None), ("ana", "ben"))
    assert not text.strip()


def asked(seat, *agreed, left_s=21.4):
    request = m.Request(kind="takeback", seat=0, agreed=agreed, time_left_s=30.0)
    table = sums_table(sums(3, 2), seat, seq=2, request=request)
    seen = sight(Seated(table, 1.0, (Arrival(0.0, sums_table(sums(3), seat)),)))
    text, drawing = drawn(put_request, seen, left_s)
    return [line[44:-2].rstrip() for line in text.splitlines() if line.endswith("│")], drawing


def test_a_question_names_the_move_counts_down_and_can_be_answered_by_a_click():
    lines, drawing = asked(1)
    assert lines == [
        "ana asks to take back their last",
        "move.",
        "Sums: (2, 0, 0).",
        "22 s to answer",
        "    y agree",
        "    n decline",
    ]
    assert (drawing.at(50, 18).command, drawing.at(50, 19).command) == ("agree", "decline")


def test_who_asked_or_agreed_or_watches_sees_who_is_waited_for():
    assert asked(0)[0][-1] == "Waiting for ben and cleo ... 22 s"
    assert asked(1, 1)[0][-1] == "Waiting for cleo ... 22 s"
    lines, drawing = asked(None, 2)
    assert lines[-1] == "Waiting for ben ... 22 s"
    assert drawing.regions == ()


def gone(left_s):
    return m.Absence(seat=1, left_s=left_s, level=None, by=None)


def away(left_s, now=100.0, seat=0, size=(80, 24)):
    seen = sight(Seated(war_table(war_view(), seat=seat, away=(gone(left_s),)), 100.0))
    text, drawing = drawn(put_absence, seen, now, size=size)
    return [line[44:-2].rstrip() for line in text.splitlines() if line.endswith("│")], drawing


def test_who_is_away_is_named_and_their_time_counts_down():
    assert away(60.0)[0] == ["ben is away, with 60 s to come", "back.", "Then you need not wait."]
    assert away(60.0, 118.2)[0][0] == "ben is away, with 42 s to come"
    assert away(60.0, seat=None)[0] == ["ben is away, with 60 s to come", "back."]


def test_what_may_be_done_about_who_stays_away_can_be_clicked():
    lines, drawing = away(0.0)
    assert lines == [
        "ben did not come back in time.",
        "Go on waiting, or press:",
        "    W claim the win",
        "    C let a computer play",
    ]
    assert [drawing.at(50, row).command for row in (18, 19)] == ["claim win", "claim computer"]


def test_what_opens_is_as_wide_as_the_list_that_it_opens_over():
    canvas = Canvas(100, 32)
    widths = []
    for column in (100 - 60, 100 - 40, 100 - 38, 100 - 30, 100 - 20):
        canvas.spares(column, 5, 100 - column, 10)
        widths.append(side_width(canvas))
    assert widths == [38, 40, 38, 30, 38]
    assert side_width(Canvas(100, 32)) == 38
