"""A room where cards are dealt: given how far that has come, when something happens, then the room is so."""

from __future__ import annotations

import pytest

from protocol import dealing as bytewise
from server.room import inputs, replay
from server.room import step as rooms
from server.room.match.dealing import PHASE_S
from server.room.match.occupants import OpenSeat, Person
from server.room.outputs import AskComputer, SeatGiven, SeatLeft, ShowDeal, ShowTable, UpdateListing
from server.room.player_view import deal
from tests.support.builders.rooms import ANN, BEN, CLEO, NAMES, after, answered, begun, opened, refusal

SHARES = {ANN: b"a" * 16, BEN: b"b" * 16, CLEO: b"c" * 16}


def dealer(player):
    return Person(player, NAMES[player], deals=True)


def pledge(player, number=1):
    return inputs.CommitShare(player, number, bytewise.pledge(SHARES[player]))


def share(player, number=1):
    return inputs.RevealShare(player, number, SHARES[player])


@pytest.fixture
def pledging():
    """ann and ben sit there, and hashes are awaited."""
    return after(begun(dealer(ANN), OpenSeat()), inputs.Sit(BEN, "ben", deals=True))


@pytest.fixture
def sharing(pledging):
    return after(pledging, pledge(ANN), pledge(BEN))


@pytest.fixture
def dealt(sharing):
    return after(sharing, share(ANN), share(BEN))


@pytest.fixture
def over(dealt):
    return after(dealt, inputs.Resign(BEN))


def test_when_the_last_seat_is_taken_dealing_begins_before_the_game():
    waiting = begun(dealer(ANN), OpenSeat())
    result = rooms.step(waiting, 5.0, inputs.Sit(BEN, "ben", deals=True))
    assert result.outputs == (SeatGiven(1), ShowDeal(), UpdateListing(), ShowTable())
    assert (result.room.phase, result.room.sitting) == ("waiting", None)
    assert rooms.deadline(result.room) == 5.0 + PHASE_S


def test_who_comes_without_a_share_is_not_waited_for():
    room = after(begun(dealer(ANN), OpenSeat()), inputs.Sit(BEN, "ben"))
    assert room.deal.parts == (True, False)
    room = after(room, pledge(ANN), share(ANN))
    assert room.phase == "playing"


def test_where_nobody_deals_the_game_begins_at_once_and_the_server_is_bound_all_the_same():
    room = begun(Person(ANN, "ann"), Person(BEN, "ben"))
    assert (room.phase, room.deal.stage, room.deal.number) == ("playing", "dealt", 1)


def test_no_hash_is_shown_before_all_are_there(pledging, sharing):
    assert deal(after(pledging, pledge(ANN))).hashes == (None, None)
    assert deal(sharing).hashes == tuple(bytewise.pledge(SHARES[player]).hex() for player in (ANN, BEN))


def test_no_share_is_shown_before_the_cards_are_dealt(sharing, dealt):
    assert deal(after(sharing, share(ANN))).shares == (None, None)
    assert deal(dealt).shares == (SHARES[ANN].hex(), SHARES[BEN].hex())


def test_the_secret_is_shown_when_the_game_is_over_and_not_before(pledging, sharing, dealt, over):
    assert [deal(room).secret for room in (pledging, sharing, dealt)] == [None] * 3
    assert bytewise.commitment("war", bytes.fromhex(deal(over).secret)).hex() == deal(pledging).commitment


def test_with_the_last_share_the_game_begins(sharing):
    result = rooms.step(after(sharing, share(ANN)), 1.0, share(BEN))
    assert result.outputs == (ShowDeal(), ShowTable(), UpdateListing())
    assert result.room.is_playing


def test_what_is_dealt_follows_from_every_share(sharing):
    states = set()
    for own in (b"a" * 16, b"x" * 16):
        room = after(begun(dealer(ANN), dealer(BEN)), inputs.CommitShare(ANN, 1, bytewise.pledge(own)), pledge(BEN))
        states.add(after(room, inputs.RevealShare(ANN, 1, own), share(BEN)).sitting.state)
    states.add(after(sharing, share(ANN), inputs.Tick(), at=PHASE_S).sitting.state)
    assert len(states) == 3


def test_where_everybody_is_late_the_server_deals_alone(pledging):
    room = after(pledging, inputs.Tick(), at=PHASE_S)
    assert room.is_playing
    assert deal(room).shares == (None, None)


def test_a_tick_before_its_time_changes_nothing(pledging):
    assert not rooms.step(pledging, PHASE_S - 0.1, inputs.Tick()).record


def test_a_pledge_and_a_share_act_once_however_often_they_are_sent(pledging, sharing, dealt):
    for room, event in (
        (after(pledging, pledge(ANN)), pledge(ANN)),
        (after(sharing, share(ANN)), share(ANN)),
        (dealt, pledge(ANN)),
        (dealt, share(BEN)),
    ):
        assert answered(room, event) == (ShowDeal(asker=True),)


def test_what_comes_for_an_earlier_dealing_is_answered_by_the_newest(over):
    room = after(over, inputs.Rematch(ANN), inputs.Rematch(BEN))
    assert room.deal.number == 2
    assert answered(room, pledge(ANN, 1)) == (ShowDeal(asker=True),)


def test_what_comes_for_a_dealing_to_come_is_refused(pledging):
    assert refusal(pledging, pledge(ANN, 2)) == "stale"
    assert refusal(begun(dealer(ANN), OpenSeat()), pledge(ANN, 1)) == "stale"


def test_what_the_dealing_has_no_use_for_is_refused(pledging, sharing):
    assert refusal(pledging, share(ANN)) == "not-now"
    assert refusal(after(pledging, pledge(ANN)), inputs.CommitShare(ANN, 1, bytes(32))) == "not-now"
    assert refusal(sharing, inputs.RevealShare(ANN, 1, SHARES[BEN])) == "not-now"
    assert refusal(pledging, pledge(CLEO)) == "not-seated"


def test_nobody_moves_before_the_cards_are_dealt(pledging):
    assert refusal(pledging, inputs.Play(ANN, 1, 0, "flip")) == "not-now"
    assert refusal(pledging, inputs.Resign(ANN)) == "not-now"


def test_who_leaves_before_the_cards_are_dealt_breaks_dealing_off(pledging, sharing):
    for room in (pledging, after(sharing, share(ANN))):
        result = rooms.step(room, 0.0, inputs.Leave(BEN))
        assert [type(output) for output in result.outputs] == [ShowDeal, SeatLeft, ShowTable, UpdateListing]
        assert (result.room.phase, result.room.deal.stage) == ("waiting", "aborted")
        assert bytewise.commitment("war", result.room.deal.secret) == room.deal.commitment
        assert rooms.deadline(result.room) is None


def test_the_dealing_after_one_that_was_broken_off_has_the_next_number_and_another_secret(sharing):
    room = after(sharing, inputs.Leave(BEN))
    again = after(room, inputs.Sit(CLEO, "cleo", deals=True))
    assert (again.deal.number, again.deal.game, again.deal.stage) == (2, 1, "pledging")
    assert again.deal.commitment != room.deal.commitment
    assert after(room, inputs.AddComputers(ANN, "flipper"), pledge(ANN, 2), share(ANN, 2)).is_playing


def test_closing_a_room_tells_the_secret(pledging, dealt):
    for room in (pledging, dealt):
        closed = after(room, inputs.CloseDeserted())
        assert closed.deal.stage == "aborted"
        assert closed.deal.secret is not None


def test_the_next_game_is_dealt_for_the_seats_that_people_will_have(over):
    room = after(over, inputs.Rematch(ANN), inputs.Rematch(BEN))
    assert room.phase == "over"
    assert room.sitting.number == 1
    room = after(room, pledge(ANN, 2), pledge(BEN, 2))
    assert deal(room).hashes == tuple(bytewise.pledge(SHARES[player]).hex() for player in (BEN, ANN))
    room = after(room, share(ANN, 2), share(BEN, 2))
    assert room.sitting.number == 2
    assert deal(room).shares == (SHARES[BEN].hex(), SHARES[ANN].hex())
    assert [occupant.player for occupant in room.chairs] == [BEN, ANN]


def test_who_agreed_to_a_game_that_was_not_dealt_has_agreed_still(over):
    room = after(over, inputs.Rematch(ANN), inputs.Rematch(BEN), inputs.Leave(ANN))
    assert (room.deal.stage, room.rematch) == ("aborted", (1,))
    assert after(room, inputs.Sit(CLEO, "cleo", deals=True)).deal.is_open


def test_computers_think_once_the_cards_are_dealt():
    room = after(begun(dealer(ANN), OpenSeat()), inputs.AddComputers(ANN, "flipper"))
    assert rooms.thinkers(room) == ()
    result = rooms.step(after(room, pledge(ANN)), 0.0, share(ANN))
    assert AskComputer(1) in result.outputs


def test_a_server_that_was_killed_goes_on_dealing_where_it_was(pledging, sharing, dealt):
    making = opened(dealer(ANN), OpenSeat())
    story = [inputs.Sit(BEN, "ben", deals=True), pledge(ANN), pledge(BEN), share(ANN), share(BEN)]
    stored = [replay.pack(0.0, event) for event in (making, *story)]
    for count, room in ((2, pledging), (4, sharing), (6, dealt)):
        assert replay.replay(stored[:count])[0] == room
