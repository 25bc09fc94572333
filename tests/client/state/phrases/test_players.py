from client.state.phrases.players import describe_arrivals, player_names, players
from protocol import messages as m
from protocol.reasons import SENTENCES
from tests.support.builders.tables import left_by, person
from tests.support.games.sums import after, sums_table
from tests.support.golden.sentences import golden_test

ANA, BEN, CLEO, NOBODY = map(person, ("ana", "ben", "cleo", ""))
GONE, SENT_AWAY = left_by("ben"), "cleo resigned by sending ben away."


def test_who_gives_up_is_told_unless_the_ending_says_so():
    def told(seat=0, **changes):
        return describe_arrivals(sums_table(after(3), seat), sums_table(after(3), seat, gave_up=(1,), **changes))

    def over(*scores):
        return m.Ending(scores=scores, winners=(0, 2), reason="ben resigned.")

    assert (told(), told(1), told(None)) == (("ben resigned.",), ("You resigned.",), ("ben resigned.",))
    assert told(chairs=(ANA, NOBODY, CLEO)) == ("ben stood up.",)
    assert told(phase="over", ending=over()) == ()
    assert told(phase="over", ending=over(3, 2, 3)) == ("ben resigned.",)
    resigned = sums_table(after(3), gave_up=(1,))
    assert describe_arrivals(resigned, resigned) == ()
    assert describe_arrivals(resigned, sums_table(after(3), number=2, chairs=(BEN, CLEO, ANA), seat=2)) != ()


def test_ones_own_coming_is_no_news():
    assert describe_arrivals(sums_table(after(2), chairs=(NOBODY, BEN)), sums_table(after(2))) == ()


def test_a_further_game_says_how_everybody_moved_on():
    def begun(*chairs, seat):
        return sums_table(after(len(chairs)), seat, number=2, chairs=chairs)

    assert describe_arrivals(sums_table(after(1)), begun(ANA, seat=0)) == ()
    assert describe_arrivals(sums_table(after(2)), begun(BEN, ANA, seat=1)) == ("Sides are swapped.",)
    three = sums_table(after(3))
    assert describe_arrivals(three, begun(BEN, CLEO, ANA, seat=2)) == (
        "Everybody moves one seat on; you are player 3.",
    )
    assert describe_arrivals(three, begun(BEN, CLEO, ANA, seat=None)) == ("Everybody moves one seat on.",)


def test_between_two_a_computer_is_called_one():
    computers = (ANA, m.SeatInfo(kind="computer", name="one", won=0), m.SeatInfo(kind="computer", name="one", won=0))
    assert players(sums_table(after(2), chairs=computers[:2])) == ("ana", "one (computer)")
    assert players(sums_table(after(3), chairs=computers)) == ("ana", "one", "one 2")


SAID = {
    "everybody at a table is named in one breath": lambda: (
        player_names(("ana",)),
        player_names(("ana", "ben")),
        player_names(("ana", "ben"), "against"),
        player_names(("ana", "ben", "cleo")),
    ),
    "who comes and goes is told": lambda: (
        describe_arrivals((full := sums_table(after(3))), (left := sums_table(after(3), chairs=(ANA, NOBODY, CLEO)))),
        describe_arrivals(left, full),
        describe_arrivals(full, sums_table(after(3), chairs=(ANA, CLEO, BEN))),
        describe_arrivals(full, full),
    ),
    "who has given up a game that goes on is marked": lambda: (
        players(sums_table(after(3), gave_up=(2, 1), chairs=(ANA, GONE, CLEO))),
        players(sums_table(after(3), gave_up=(2,), phase="over", chairs=(ANA, GONE, CLEO))),
    ),
    "who sent somebody away has resigned by that": lambda: players(
        sums_table(after(3), gave_up=(2, 1), reasons=(SENT_AWAY, SENT_AWAY), chairs=(ANA, GONE, CLEO))
    ),
    "who sent somebody away is told of once": lambda: describe_arrivals(
        sums_table(after(3)),
        sums_table(after(3), gave_up=(2, 1), reasons=(SENT_AWAY, SENT_AWAY), chairs=(ANA, GONE, CLEO)),
    ),
    "why somebody is no more in a game is said in a word or two": lambda: [
        players(sums_table(after(3), gave_up=(2,), reasons=(said,)))[2]
        for said in (*(each.format("cleo", "ben") for each in SENTENCES.values()), "cleo went out.")
    ],
    "a seat left before a further game is told as well": lambda: describe_arrivals(
        sums_table(after(2), chairs=(ANA, NOBODY)), sums_table(after(2), 1, number=2, chairs=(CLEO, ANA))
    ),
}

test_said = golden_test(__name__, SAID)
