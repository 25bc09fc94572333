import pytest
from msgspec.structs import replace

from client.state.phrases.endings import (
    FinalStanding,
    describe_rematch_request,
    describe_rematch_wait,
    games_won,
    is_solved,
    result,
    standings,
    why_and_who,
)
from protocol import messages as m
from tests.support.builders.tables import left_by, person
from tests.support.games.street_tables import STREET, seen, street_table
from tests.support.games.streets import race
from tests.support.games.sums import NAMES, after, sums_table
from tests.support.golden.sentences import for_each, golden_test

OPEN = m.SeatInfo("open", "", 0)
SEATS, SENT_AWAY = (person("ana"), left_by("ben")), "ana resigned by sending ben away."
AGAINST_COMPUTER = (person("ana"), m.SeatInfo(kind="computer", name="flipper", won=0))


def over(seats, scores, winners, seat=0, reason="All is added.", **changes):
    ending = m.Ending(scores=scores, winners=winners, reason=reason)
    return sums_table(after(seats), seat, phase="over", ending=ending, **changes)


def said(seats, scores, winners, seat=0):
    return result(over(seats, scores, winners, seat), NAMES[:seats])


def test_a_game_that_goes_on_has_no_result():
    table = sums_table(after(3))
    assert (result(table, NAMES[:3]), standings(table, NAMES[:3])) == ("", ())


def test_who_resigns_alone_is_told_in_their_own_words_and_spectators_by_the_name():
    def resigned(seat):
        return over(1, (), (), seat, reason="ana resigned.", gave_up=(0,), reasons=("ana resigned.",))

    assert (result(resigned(0), NAMES[:1]), result(resigned(None), NAMES[:1])) == ("You resigned.", "ana resigned.")


@pytest.mark.parametrize(
    ("why", "winners", "said"),
    [
        ("Drawn by agreement.", (0, 1), ("Drawn by agreement.",)),
        ("", (0, 1), ("", "A draw.")),
        ("ben resigned.", (0,), ("ben resigned.", "You won.")),
    ],
)
def test_how_a_draw_came_says_that_it_is_one(why, winners, said):
    table = over(2, (), winners, reason=why)
    assert why_and_who(table, NAMES[:2]) == said


def test_of_more_than_two_each_has_a_line_and_the_best_comes_first():
    chairs = (person("ana", 1), person("ben"), person("cleo", 2))
    assert standings(over(3, (4, 2, 9), (2,), 1, chairs=chairs, gave_up=(0,)), NAMES[:3]) == (
        FinalStanding("cleo", 9, 2, is_winner=True, gone=""),
        FinalStanding("ana", 4, 1, is_winner=False, gone="resigned"),
        FinalStanding("you", 2, 0, is_winner=False, gone=""),
    )


def test_equal_scores_stand_in_the_order_of_their_seats():
    names = [standing.name for standing in standings(over(4, (3, 5, 3, 5), (1, 3), None), NAMES)]
    assert names == ["ben", "dora", "ana", "cleo"]


def test_one_and_two_need_no_lines_and_a_game_given_up_has_none():
    assert standings(over(1, (34,), (0,)), NAMES[:1]) == ()
    assert standings(over(2, (1, 2), (1,)), NAMES[:2]) == ()
    assert standings(over(3, (), (0, 1)), NAMES[:3]) == ()


def test_a_deal_that_was_solved_alone_was_won_and_one_given_up_was_not():
    solved = m.Ending(scores=(52,), winners=(0,), reason="All cards are on the foundations.")
    table = street_table(seen(race(STREET)), phase="over", turn=(), ending=solved)
    assert (result(table, ("ana",)), is_solved(table)) == ("You won!", True)
    assert result(replace(table, seat=None), ("ana",)) == "ana won."
    assert not is_solved(replace(table, ending=replace(solved, winners=())))
    assert not is_solved(replace(table, game="chess"))
    assert not is_solved(replace(table, ending=None))


SAID = {
    "who won is one sentence": lambda: for_each(
        said,
        [
            (1, (34,), (0,), 0),
            (1, (-3,), (), None),
            (1, (), (), 0),
            (2, (31, 20), (0,), 0),
            (2, (31, 20), (0,), 1),
            (2, (20, 31), (1,), None),
            (2, (26, 26), (0, 1), 0),
            (2, (), (1,), 1),
            (2, (3, 3), (), 0),
            (3, (9, 4, 2), (0,), 1),
            (3, (9, 4, 9), (0, 2), 2),
            (4, (), (0, 2, 3), 0),
            (4, (), (0, 2, 3), 2),
            (2, (), (0, 1), 1),
            (3, (), (0, 1, 2), None),
        ],
    ),
    "games won are counted between players": lambda: (
        games_won(over(2, (1, 2), (1,), chairs=(person("ana", 2), person("ben", 1))), NAMES[:2]),
        games_won(over(1, (3,), (0,), ply=3), NAMES[:1]),
        games_won(over(2, (1, 2), (1,), chairs=(person("ana", 2), OPEN)), ("ana", "open seat")),
    ),
    "who sent the winner away is said to have resigned by that": lambda: (
        why_and_who(over(2, (), (1,), seat=0, gave_up=(0,), reasons=(SENT_AWAY,), chairs=SEATS), ("ana", "ben")),
        why_and_who(over(2, (), (1,), seat=None, gave_up=(0,), reasons=(SENT_AWAY,), chairs=SEATS), ("ana", "ben")),
    ),
    "a game without a move of its only person counts for nothing": lambda: for_each(
        lambda changes: games_won(over(2, (), (1,), **{"chairs": AGAINST_COMPUTER, **changes}), NAMES[:2]),
        [{}, {"ply": 1}, {"serious": True}, {"seat": None}, {"chairs": (person("ana"), person("ben"))}],
    ),
    "who wants another game is said until one has agreed": lambda: for_each(
        lambda rematch: describe_rematch_request(over(3, (1, 2, 3), (2,), rematch=rematch), NAMES[:3]),
        [(), (1,), (2, 1), (0, 1)],
    ),
    "a rematch waits for an open seat too": lambda: [
        describe_rematch_wait(over(2, (1, 2), (1,), rematch=rematch, chairs=SEATS), ("ana", "ben"))
        for rematch in [(), (0,)]
    ],
    "points that did not decide are not told": lambda: for_each(
        lambda changes: result(over(2, changes.pop("scores", (4, 2)), (0,), 0, **changes), NAMES[:2]),
        [{"gave_up": (1,)}, {"scores": (4, 4)}],
    ),
    "who has asked for another game is told who is to agree": lambda: for_each(
        lambda rematch: describe_rematch_wait(over(3, (1, 2, 3), (2,), rematch=rematch), NAMES[:3]),
        [(), (0,), (0, 2), (1,), (0, 1, 2)],
    ),
}

test_said = golden_test(__name__, SAID)
