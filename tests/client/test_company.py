from client.company import comings, gathered, players
from protocol import messages as m
from tests.support.sums import after, sums_table
from tests.support.tables import person

ANA, BEN, CLEO, NOBODY = map(person, ("ana", "ben", "cleo", ""))


def test_everybody_at_a_table_is_named_in_one_breath():
    assert gathered(("ana",)) == "ana alone"
    assert gathered(("ana", "ben")) == "ana vs ben"
    assert gathered(("ana", "ben"), "against") == "ana against ben"
    assert gathered(("ana", "ben", "cleo")) == "ana, ben, cleo"


def test_who_comes_and_goes_is_told():
    full = sums_table(after(3))
    left = sums_table(after(3), chairs=(ANA, NOBODY, CLEO))
    assert comings(full, left) == ("ben stood up.",)
    assert comings(left, full) == ("ben sat down.",)
    assert comings(full, sums_table(after(3), chairs=(ANA, CLEO, BEN))) == ("cleo sat down.", "ben sat down.")
    assert comings(full, full) == ()


def test_who_gives_up_is_told_unless_the_ending_says_so():
    def told(seat=0, **changes):
        return comings(sums_table(after(3), seat), sums_table(after(3), seat, gave_up=(1,), **changes))

    def over(*scores):
        return m.Ending(scores=scores, winners=(0, 2), reason="ben resigned.")

    assert (told(), told(1), told(None)) == (("ben gave up.",), ("You gave up.",), ("ben gave up.",))
    assert told(chairs=(ANA, NOBODY, CLEO)) == ("ben stood up.",)
    assert told(phase="over", ending=over()) == ()
    assert told(phase="over", ending=over(3, 2, 3)) == ("ben gave up.",)
    resigned = sums_table(after(3), gave_up=(1,))
    assert comings(resigned, resigned) == ()
    assert comings(resigned, sums_table(after(3), number=2, chairs=(BEN, CLEO, ANA), seat=2)) != ()


def test_who_has_given_up_a_game_that_goes_on_is_marked():
    assert players(sums_table(after(3), gave_up=(2, 1), chairs=(ANA, NOBODY, CLEO))) == (
        "ana", "empty seat", "cleo (gave up)",
    )  # fmt: skip
    assert players(sums_table(after(3), gave_up=(2,), phase="over")) == ("ana", "ben", "cleo")


def test_ones_own_coming_is_no_news():
    assert comings(sums_table(after(2), chairs=(NOBODY, BEN)), sums_table(after(2))) == ()


def test_a_further_game_says_how_everybody_moved_on():
    def begun(*chairs, seat):
        return sums_table(after(len(chairs)), seat, number=2, chairs=chairs)

    assert comings(sums_table(after(1)), begun(ANA, seat=0)) == ()
    assert comings(sums_table(after(2)), begun(BEN, ANA, seat=1)) == ("Sides are swapped.",)
    three = sums_table(after(3))
    assert comings(three, begun(BEN, CLEO, ANA, seat=2)) == ("Everybody moves one seat on; you are player 3.",)
    assert comings(three, begun(BEN, CLEO, ANA, seat=None)) == ("Everybody moves one seat on.",)


def test_a_seat_left_before_a_further_game_is_told_as_well():
    before = sums_table(after(2), chairs=(ANA, NOBODY))
    assert comings(before, sums_table(after(2), 1, number=2, chairs=(CLEO, ANA))) == ("cleo sat down.",)


def test_between_two_a_computer_is_called_one():
    computers = (ANA, m.Chair(kind="computer", name="one", won=0), m.Chair(kind="computer", name="one", won=0))
    assert players(sums_table(after(2), chairs=computers[:2])) == ("ana", "one (computer)")
    assert players(sums_table(after(3), chairs=computers)) == ("ana", "one", "one 2")
