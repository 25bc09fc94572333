"""Who is away from a game, as it is said, and when something may be claimed."""

from client.state.phrases import absences
from client.state.reading import names
from client.state.store import FollowedTable
from protocol import messages as m
from tests.support.builders.tables import person, war_table, war_view
from tests.support.golden.sentences import golden_test


def away(seat=1, left_s=60.0, level=None, by=None):
    return m.Absence(seat=seat, left_s=left_s, level=level, by=by)


def presence(*present):
    return m.Presence(room="KQFM", present=tuple(map(bool, present)), watchers=0, spectators=())


def table(*gone, **changes):
    return war_table(war_view(), away=gone, **changes)


def test_it_is_said_which_computer_plays_on_and_who_wished_so():
    late, played = table(away(left_s=0.0)), table(away(left_s=0.0, level="flipper", by=0))
    called = names(late)
    assert absences.news(late, played, called) == ("You let a computer (flipper) play on for ben.",)
    assert absences.news(played, played, called) == ()
    assert absences.has_stand_in(played, 1)
    assert not absences.has_stand_in(late, 1)


def test_between_games_who_disconnects_or_comes_back_is_told_in_the_words_of_a_game():
    over = FollowedTable(table(phase="over"), 0.0, presence=presence(1, 0))
    assert absences.presence_news(None, over) == ("ben is away.",)
    back = FollowedTable(over.table, 0.0, presence=presence(1, 1))
    assert absences.presence_news(over.presence, back) == ("ben is back.",)
    assert absences.presence_news(back.presence, back) == ()


def test_during_a_game_only_the_table_tells_who_is_away():
    assert absences.presence_news(None, FollowedTable(table(away()), 0.0, presence=presence(1, 0))) == ()


def test_ones_own_absence_and_a_computers_are_no_news():
    chairs = (person("ana"), m.SeatInfo(kind="computer", name="flipper", won=0))
    here = FollowedTable(table(phase="over", chairs=chairs), 0.0, presence=presence(0, 0))
    assert absences.presence_news(presence(1, 1), here) == ()


def test_whose_seat_somebody_else_has_is_not_back():
    gone = table(away())
    called = names(gone)
    assert absences.news(gone, table(), called) == ("ben is back.",)
    assert absences.news(gone, table(chairs=(person("ana"), person("cleo"))), called) == ()
    assert absences.news(gone, table(phase="over"), called) == ()


SAID = {
    "something may be claimed by a player once somebody elses time is up": lambda: (
        absences.may_claim(table(late := away(left_s=0.0))),
        absences.may_claim(table(away())),
        absences.may_claim(table(away(left_s=0.0, level="flipper", by=0))),
        absences.may_claim(table(late, seat=1)),
        absences.may_claim(table(late, seat=None)),
        absences.may_claim(table(late, gave_up=(0,))),
        absences.may_claim(table(late, phase="over")),
    ),
    "how long somebody has is counted down": lambda: (
        absences.describe_wait((seated := FollowedTable(table(away()), 100.0)), names(seated.table), 118.5),
        absences.describe_wait((late := FollowedTable(table(away(left_s=0.0)), 100.0)), names(late.table), 100.0),
        absences.describe_wait(FollowedTable(table(), 100.0), ("ana", "ben"), 100.0),
    ),
    "what is new is said once": lambda: (
        absences.news((plain := table()), (gone := table(away())), (called := names(plain))),
        absences.news(gone, table(away(left_s=31.0)), called),
        absences.news(gone, (late := table(away(left_s=0.0))), called),
        absences.news(late, late, called),
    ),
}

test_said = golden_test(__name__, SAID)
