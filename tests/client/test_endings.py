import pytest
from msgspec.structs import replace

from client.endings import Standing, agreeing, asking, games_won, is_solved, result, standings
from protocol import messages as m
from tests.support.street_tables import STREET, seen, street_table
from tests.support.streets import race
from tests.support.sums import NAMES, after, sums_table
from tests.support.tables import person


def over(seats, scores, winners, seat=0, reason="All is added.", **changes):
    ending = m.Ending(scores=scores, winners=winners, reason=reason)
    return sums_table(after(seats), seat, phase="over", ending=ending, **changes)


def said(seats, scores, winners, seat=0):
    return result(over(seats, scores, winners, seat), NAMES[:seats])


@pytest.mark.parametrize(
    ("seats", "scores", "winners", "seat", "sentence"),
    [
        (1, (34,), (0,), 0, "Score 34."),
        (1, (-3,), (), None, "Score -3."),
        (1, (), (), 0, "All is added."),
        (2, (31, 20), (0,), 0, "You won 31 to 20."),
        (2, (31, 20), (0,), 1, "ana won 31 to 20."),
        (2, (20, 31), (1,), None, "ben won 31 to 20."),
        (2, (26, 26), (0, 1), 0, "A tie, 26 to 26."),
        (2, (), (1,), 1, "You won."),
        (2, (3, 3), (), 0, "Nobody won."),
        (3, (9, 4, 2), (0,), 1, "ana won."),
        (3, (9, 4, 9), (0, 2), 2, "A tie between ana and you."),
        (4, (), (0, 2, 3), 0, "You, cleo and dora won."),
        (4, (), (0, 2, 3), 2, "ana, you and dora won."),
        (2, (), (0, 1), 1, "A draw."),
        (3, (), (0, 1, 2), None, "A draw."),
    ],
)
def test_who_won_is_one_sentence(seats, scores, winners, seat, sentence):
    assert said(seats, scores, winners, seat) == sentence


def test_a_game_that_goes_on_has_no_result():
    table = sums_table(after(3))
    assert (result(table, NAMES[:3]), standings(table, NAMES[:3])) == ("", ())


def test_of_more_than_two_each_has_a_line_and_the_best_comes_first():
    chairs = (person("ana", 1), person("ben"), person("cleo", 2))
    assert standings(over(3, (4, 2, 9), (2,), 1, chairs=chairs, gave_up=(0,)), NAMES[:3]) == (
        Standing("cleo", 9, 2, is_winner=True, gave_up=False),
        Standing("ana", 4, 1, is_winner=False, gave_up=True),
        Standing("you", 2, 0, is_winner=False, gave_up=False),
    )


def test_equal_scores_stand_in_the_order_of_their_seats():
    names = [standing.name for standing in standings(over(4, (3, 5, 3, 5), (1, 3), None), NAMES)]
    assert names == ["ben", "dora", "ana", "cleo"]


def test_one_and_two_need_no_lines_and_a_game_given_up_has_none():
    assert standings(over(1, (34,), (0,)), NAMES[:1]) == ()
    assert standings(over(2, (1, 2), (1,)), NAMES[:2]) == ()
    assert standings(over(3, (), (0, 1)), NAMES[:3]) == ()


def test_games_won_are_counted_between_players():
    chairs = (person("ana", 2), person("ben", 1))
    assert games_won(over(2, (1, 2), (1,), chairs=chairs), NAMES[:2]) == "Games won here: you 2, ben 1"
    assert games_won(over(1, (3,), (0,)), NAMES[:1]) == ""


@pytest.mark.parametrize(
    ("rematch", "sentence"),
    [((), ""), ((1,), "ben asks for a rematch."), ((2, 1), "cleo and ben ask for a rematch."), ((0, 1), "")],
)
def test_who_wants_another_game_is_said_until_one_has_agreed(rematch, sentence):
    assert asking(over(3, (1, 2, 3), (2,), rematch=rematch), NAMES[:3]) == sentence


@pytest.mark.parametrize("changes", [{"gave_up": (1,)}, {"scores": (4, 4)}])
def test_points_that_did_not_decide_are_not_told(changes):
    scores = changes.pop("scores", (4, 2))
    assert result(over(2, scores, (0,), 0, **changes), NAMES[:2]) == "You won."


def test_a_deal_that_was_solved_alone_was_won_and_one_given_up_was_not():
    solved = m.Ending(scores=(52,), winners=(0,), reason="All cards are on the foundations.")
    table = street_table(seen(race(STREET)), phase="over", turn=(), ending=solved)
    assert (result(table, ("ana",)), is_solved(table)) == ("You won!", True)
    assert result(replace(table, seat=None), ("ana",)) == "ana won."
    assert not is_solved(replace(table, ending=replace(solved, winners=())))
    assert not is_solved(replace(table, game="chess"))
    assert not is_solved(replace(table, ending=None))


@pytest.mark.parametrize(
    ("rematch", "sentence"),
    [
        ((), ""),
        ((0,), "You asked for a rematch. Waiting for ben and cleo."),
        ((0, 2), "You asked for a rematch. Waiting for ben."),
        ((1,), ""),
        ((0, 1, 2), ""),
    ],
)
def test_who_has_asked_for_another_game_is_told_who_is_to_agree(rematch, sentence):
    assert agreeing(over(3, (1, 2, 3), (2,), rematch=rematch), NAMES[:3]) == sentence
