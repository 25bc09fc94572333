"""What a seat asks of the others: its last move back, or a draw, and what becomes of it."""

from __future__ import annotations

import msgspec
import pytest

from engines.game import Outcome
from protocol import messages as m
from server.room.match import match as matches
from server.room.match import offers
from server.room.match.match import NotAllowedNowError, PendingOffer
from server.room.match.offers import OFFER_S
from tests.support.builders.matches import begun, give_up, heights, limited, played, setting

PLAYERS = (0, 1, 2)


def asked(given, at=5.0):
    """Three of whom the first has moved and asks to take that back."""
    return offers.make_offer(given, played(given, begun(given, 3), "0 1"), 0, PLAYERS, at)


# Taking back.


def test_a_move_is_taken_back_at_once_where_no_other_person_plays():
    given = setting()
    before = played(given, begun(given, 2), "0 2")
    match = offers.make_offer(given, before, 0, players=(0,), now=5.0)
    assert (heights(match), match.turn, match.request) == ((0, 0), (0,), None)


def test_after_a_takeback_every_seats_count_is_one_more():
    given = setting()
    before = played(given, begun(given, 3), "0 1", "1 1")
    match = offers.make_offer(given, before, 1, players=(1,), now=5.0)
    assert before.plies == (1, 1, 0)
    assert match.plies == (2, 2, 1)


def test_with_others_it_waits_until_every_one_of_them_has_agreed():
    given = setting()
    before = played(given, begun(given, 4), "0 1")
    match = offers.make_offer(given, before, 0, players=(0, 1, 3), now=5.0)
    assert match.request == PendingOffer("takeback", 0, (), 5.0 + OFFER_S)
    assert heights(match) == (1, 0, 0, 0)
    match = offers.answer_offer(given, match, 3, (0, 1, 3), 6.0, agree=True)
    assert match.request == PendingOffer("takeback", 0, (3,), 5.0 + OFFER_S)
    match = offers.answer_offer(given, match, 1, (0, 1, 3), 7.0, agree=True)
    assert match.request is None
    assert (heights(match), match.turn) == ((0, 0, 0, 0), (0,))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_one_who_declines_ends_it_and_so_does_who_asked(seat):
    given = setting()
    before = played(given, begun(given, 3), "0 1")
    match = offers.answer_offer(given, asked(given), 2, PLAYERS, 6.0, agree=True)
    after = offers.answer_offer(given, match, seat, PLAYERS, 7.0, agree=False)
    verdict = m.OfferOutcome(kind="takeback", seat=0, result="declined", by=seat)
    assert after == msgspec.structs.replace(before, asked=(("takeback", 0),), verdict=verdict)


def test_asking_or_agreeing_twice_changes_nothing():
    given = setting()
    match = asked(given)
    assert offers.make_offer(given, match, 0, PLAYERS, 9.0) is match
    assert offers.answer_offer(given, match, 0, PLAYERS, 9.0, agree=True) is match
    agreed = offers.answer_offer(given, match, 1, PLAYERS, 9.0, agree=True)
    assert offers.answer_offer(given, agreed, 1, PLAYERS, 9.0, agree=True) is agreed


def test_each_seat_asks_once_in_a_position_whatever_comes_of_it():
    given = setting()
    expired = offers.expire_offer(asked(given))
    for after in (expired, offers.answer_offer(given, asked(given), 1, PLAYERS, 6.0, agree=False)):
        with pytest.raises(NotAllowedNowError):
            offers.make_offer(given, after, 0, PLAYERS, 40.0)
    moved = played(given, expired, "1 1", "2 1", "0 1")
    assert offers.make_offer(given, moved, 0, PLAYERS, 50.0).request is not None


def test_where_the_clock_moves_for_some_together_the_answer_came_too_late():
    given = setting(together=True, move_s=10)
    after = matches.play_defaults(given, asked(given), 10.0)
    assert (after.request, after.verdict.result, after.verdict.by) == (None, "late", None)
    assert matches.play_defaults(given, after, 20.0).verdict is None


def test_a_move_ends_what_was_asked():
    given = setting()
    match = offers.make_offer(given, played(given, begun(given, 2), "0 1"), 0, (0, 1), 5.0)
    assert played(given, match, "1 1").request is None


def test_a_turn_taken_back_begins_anew_and_the_games_time_does_not():
    given = setting(move_s=10, game_s=60)
    match = played(given, begun(given, 2), "0 1", at=4.0)
    match = offers.make_offer(given, match, 0, (0,), 9.0)
    assert (match.deadline, match.ends) == (19.0, 60.0)


def test_a_takeback_gives_no_time_back():
    given = limited(total_s=60)
    match = played(given, begun(given, 2), "0 1", at=10.0)
    match = offers.make_offer(given, match, 0, (0,), 30.0)
    assert match.turn == (0,)
    assert [watch.total.left_at(30.0) for watch in match.watches] == [50.0, 40.0]


# A draw.


def offered(given, seats, *players, seat=0):
    return offers.make_offer(given, begun(given, seats), seat, players or tuple(range(seats)), 5.0, kind="draw")


def test_a_draw_is_one_once_everybody_has_agreed():
    given = setting()
    match = offered(given, 3)
    assert match.request == PendingOffer("draw", 0, (), 5.0 + OFFER_S)
    match = offers.answer_offer(given, match, 1, PLAYERS, 6.0, agree=True)
    assert match.outcome is None
    over = offers.answer_offer(given, match, 2, PLAYERS, 7.0, agree=True)
    assert over.outcome == Outcome((), (0, 1, 2), "Drawn by agreement.")
    assert (over.drawn, over.turn, over.request, over.verdict) == (True, (), None, None)


def test_who_gave_up_before_has_no_part_in_a_draw():
    given = setting()
    match = give_up(given, begun(given, 3), 1)
    match = offers.make_offer(given, match, 0, (0, 2), 5.0, kind="draw")
    assert offers.answer_offer(given, match, 2, (0, 2), 6.0, agree=True).outcome.winners == (0, 2)


def test_an_offer_outlasts_moves_and_lapses_like_any_request():
    given = setting()
    match = played(given, offered(given, 2), "0 1", "1 1")
    assert match.request == PendingOffer("draw", 0, (), 5.0 + OFFER_S)
    assert offers.expire_offer(match).verdict == m.OfferOutcome(kind="draw", seat=0, result="late", by=None)


def test_a_seat_offers_once_between_two_moves_of_its_own():
    given = setting()
    declined = offers.answer_offer(given, offered(given, 2), 1, (0, 1), 6.0, agree=False)
    assert declined.verdict == m.OfferOutcome(kind="draw", seat=0, result="declined", by=1)
    with pytest.raises(NotAllowedNowError):
        offers.make_offer(given, declined, 0, (0, 1), 7.0, kind="draw")
    moved = played(given, declined, "0 1")
    assert offers.make_offer(given, moved, 0, (0, 1), 8.0, kind="draw").request is not None
