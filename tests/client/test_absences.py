"""Who is away from a game, as it is said, and when something may be claimed."""

from __future__ import annotations

from client import absences
from client.store import Seated
from client.tables import names
from protocol import messages as m
from tests.support.tables import war_table, war_view


def away(seat=1, left_s=60.0, level=None, by=None):
    return m.Absence(seat=seat, left_s=left_s, level=level, by=by)


def table(*gone, **changes):
    return war_table(war_view(), away=gone, **changes)


def test_something_may_be_claimed_by_a_player_once_somebody_elses_time_is_up():
    late = away(left_s=0.0)
    assert absences.may_claim(table(late))
    assert not absences.may_claim(table(away()))
    assert not absences.may_claim(table(away(left_s=0.0, level="flipper", by=0)))
    assert not absences.may_claim(table(late, seat=1))
    assert not absences.may_claim(table(late, seat=None))
    assert not absences.may_claim(table(late, gave_up=(0,)))
    assert not absences.may_claim(table(late, phase="over"))


def test_how_long_somebody_has_is_counted_down():
    seated = Seated(table(away()), 100.0)
    assert absences.waiting(seated, names(seated.table), 118.5) == "ben is away, with 42 s to come back."
    late = Seated(table(away(left_s=0.0)), 100.0)
    assert absences.waiting(late, names(late.table), 100.0) == "ben did not come back in time."
    assert absences.waiting(Seated(table(), 100.0), ("ana", "ben"), 100.0) == ""


def test_what_is_new_is_said_once():
    plain, gone, late = table(), table(away()), table(away(left_s=0.0))
    called = names(plain)
    assert absences.news(plain, gone, called) == ("ben is away and has 60 seconds to come back.",)
    assert absences.news(gone, table(away(left_s=31.0)), called) == ()
    assert absences.news(gone, late, called) == ("ben did not come back in time.",)
    assert absences.news(late, late, called) == ()


def test_it_is_said_which_computer_plays_on_and_who_wished_so():
    late, played = table(away(left_s=0.0)), table(away(left_s=0.0, level="flipper", by=0))
    called = names(late)
    assert absences.news(late, played, called) == ("A computer (flipper) plays on for ben, as you wished.",)
    assert absences.news(played, played, called) == ()
    assert absences.stands_in(played, 1)
    assert not absences.stands_in(late, 1)
