"""A dealing: given how it stands, when a hash or a share comes, or does not, then it stands so."""

from __future__ import annotations

import pytest

from engines.chance import Chance
from protocol import dealing as bytewise
from server.room.match import dealing
from server.room.match.dealing import PHASE_S, RECENT, Chain, InvalidShareError, extend_chain
from tests.support.builders.rooms import SEED

SHARES = {0: b"a" * 16, 2: b"c" * 16}
PARTS = (True, False, True)


def begun(*parts, at=0.0):
    return dealing.begin_dealing(SEED, "war", 7, 3, parts or PARTS, at)


def pledged(deal, *seats, at=0.0):
    for seat in seats:
        deal = dealing.commit_share(deal, seat, bytewise.pledge(SHARES[seat]), at)
    return deal


def shared(deal, *seats, at=0.0):
    for seat in seats:
        deal = dealing.reveal_share(deal, seat, SHARES[seat], at)
    return deal


def test_the_server_is_bound_before_anybody_has_given_anything():
    deal = begun()
    assert deal.commitment == bytewise.commitment("war", dealing.server_secret(SEED, 7))
    assert (deal.number, deal.game, deal.stage, deal.secret) == (7, 3, "pledging", None)


def test_where_nobody_takes_part_nobody_is_waited_for():
    deal = begun(*[False] * 2)
    assert (deal.stage, deal.is_open) == ("dealt", False)


def test_no_secret_tells_of_another():
    assert len({dealing.server_secret(SEED, number) for number in range(100)} | {SEED}) == 101


def test_shares_are_awaited_once_every_hash_is_there():
    one = pledged(begun(), 0)
    assert one.stage == "pledging"
    both = pledged(one, 2, at=1.5)
    assert (both.stage, both.until) == ("sharing", 1.5 + PHASE_S)


def test_cards_are_dealt_once_every_share_is_there():
    one = shared(pledged(begun(), 0, 2), 2)
    assert one.stage == "sharing"
    both = shared(one, 0)
    assert (both.stage, both.is_open) == ("dealt", False)
    assert dealing.given_shares(both) == SHARES


def test_who_has_not_pledged_in_time_is_waited_for_no_more():
    late = dealing.expire_phase(pledged(begun(), 2), PHASE_S)
    assert (late.stage, late.hashes[0], late.until) == ("sharing", None, 2 * PHASE_S)
    dealt = shared(late, 2)
    assert (dealt.stage, dealing.given_shares(dealt)) == ("dealt", {2: SHARES[2]})


def test_who_has_not_given_their_share_in_time_is_no_part_of_the_deal():
    late = dealing.expire_phase(shared(pledged(begun(), 0, 2), 0), 2 * PHASE_S)
    assert (late.stage, dealing.given_shares(late)) == ("dealt", {0: SHARES[0]})


def test_without_a_single_hash_there_is_nothing_to_wait_for():
    assert dealing.expire_phase(begun(), PHASE_S).stage == "dealt"


def test_what_is_sent_again_changes_nothing():
    deal = pledged(begun(), 0)
    assert pledged(deal, 0) is deal
    deal = shared(pledged(deal, 2), 0)
    assert shared(deal, 0) is deal
    assert pledged(deal, 0) is deal


@pytest.mark.parametrize(
    ("give", "why"),
    [
        (lambda: dealing.commit_share(pledged(begun(), 0), 0, bytes(32), 0.0), "too late"),
        (lambda: pledged(dealing.expire_phase(pledged(begun(), 0), PHASE_S), 2), "too late"),
        (lambda: dealing.commit_share(begun(), 1, bytes(32), 0.0), "no part"),
        (lambda: shared(pledged(begun(), 0), 0), "before all hashes"),
        (lambda: dealing.reveal_share(pledged(begun(), 0, 2), 0, SHARES[2], 0.0), "not the share"),
    ],
    ids=["another pledge", "a late pledge", "of no part", "a share too early", "another share"],
)
def test_what_the_dealing_has_no_use_for_is_not_taken(give, why):
    with pytest.raises(InvalidShareError, match=why):
        give()


def test_the_secret_is_told_at_the_end():
    over = dealing.reveal_secret(shared(pledged(begun(), 0, 2), 0, 2), SEED, "over")
    assert over.secret == dealing.server_secret(SEED, 7)
    assert bytewise.commitment("war", over.secret) == over.commitment


def test_nothing_of_it_is_written_into_a_log():
    over = dealing.reveal_secret(shared(pledged(begun(), 0, 2), 0, 2), SEED, "over")
    written = repr(over)
    assert not any(repr(piece)[2:-1] in written for piece in (over.secret, *SHARES.values()))
    assert repr(over.secret)[2:-1] not in repr(Chain(over.secret, b"head"))


def test_the_chain_goes_on_with_every_event():
    chain = Chain(bytes(32), bytes(32))
    after = extend_chain(extend_chain(chain, "move", 0, "flip"), "time", None)
    first = bytewise.next_head(bytes(32), bytewise.leaf(bytes(32), 1, "move", 0, "flip"))
    assert after.head == bytewise.next_head(first, bytewise.leaf(bytes(32), 2, "time", None, ""))
    assert [(event.kind, event.seat, event.text) for event in after.recent] == [("move", 0, "flip"), ("time", None, "")]


def test_every_event_has_randomness_of_its_own():
    chain = Chain(bytes(32), bytes(32))
    later = extend_chain(chain, "move", 0, "flip")
    drawn = [each.below(2**64) for each in (Chance(bytes(32)), chain.chance, later.chance)]
    assert drawn == [Chance(bytes(32), number).below(2**64) for number in range(3)]
    assert len(set(drawn)) == 3


def test_a_chain_remembers_the_newest_events_alone():
    chain = Chain(bytes(32), bytes(32))
    for number in range(RECENT + 5):
        chain = extend_chain(chain, "move", 0, str(number))
    assert [event.text for event in chain.recent] == [str(number) for number in range(5, RECENT + 5)]
