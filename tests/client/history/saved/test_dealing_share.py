"""A player's part in dealing: what is sent after each Deal, and what is recorded."""

import pytest
from msgspec.structs import replace

from client.history.saved.dealing_share import DealingPart, on_deal, on_table
from protocol import messages as m
from protocol.dealing import pledge
from protocol.saved_game import BoundDeal

DRAWN = bytes(range(16))
OWN, OTHERS = pledge(DRAWN).hex(), "ab" * 32
PLEDGING = m.Deal(
    room="KQFM", deal=1, number=1, stage="pledging", commitment="cd" * 32,
    parts=(True, True), hashes=(None, None), shares=(None, None), secret=None,
)  # fmt: skip
SHARING = replace(PLEDGING, stage="sharing", hashes=(OTHERS, OWN))
DEALT = replace(SHARING, stage="dealt", shares=("ef" * 16, DRAWN.hex()))
OVER = replace(DEALT, stage="over", secret="00" * 32)


def draw(count):
    return DRAWN[:count]


def follow(*deals, plays=True, part=None):
    """The part after these Deals, and all that was sent."""
    part, sent = part or DealingPart(), []
    for deal in deals:
        reply = on_deal(part, deal, draw, plays=plays)
        part = reply.part
        sent.append(reply.command)
    return part, sent


def test_a_share_is_pledged_first_and_given_once_every_hash_is_there():
    part, sent = follow(PLEDGING, SHARING, DEALT)
    assert sent == [
        m.CommitShare(room="KQFM", deal=1, hash=OWN),
        m.RevealShare(room="KQFM", deal=1, share=DRAWN.hex()),
        None,
    ]
    assert part.steps == ("commitment", "pledge", "hashes", "share")
    assert (part.share, part.hashes, part.shares, part.seat) == (DRAWN.hex(), SHARING.hashes, DEALT.shares, 1)


def test_who_is_asked_again_sends_the_same_again_and_tells_nobody_the_share_before_it_is_due():
    part, sent = follow(PLEDGING, PLEDGING)
    assert sent[0] == sent[1]
    assert DRAWN.hex() not in repr((part, sent))
    assert repr(DRAWN) not in repr(part)
    part, sent = follow(SHARING, SHARING, part=part)
    assert sent[0] == sent[1]
    assert part.steps == ("commitment", "pledge", "hashes", "share")


@pytest.mark.parametrize(
    "deals",
    [
        pytest.param([SHARING], id="without-a-hash-asked-for"),
        pytest.param([PLEDGING, replace(SHARING, hashes=(OTHERS, None))], id="where-ones-own-hash-is-missing"),
        pytest.param(
            [PLEDGING, SHARING, replace(SHARING, hashes=("99" * 32, OWN))], id="a-second-time-for-other-hashes"
        ),
    ],
)
def test_a_share_is_not_given(deals):
    part, sent = follow(*deals)
    assert sent[-1] is None
    assert (part.share, part.hashes) == ((DRAWN.hex(), SHARING.hashes) if len(deals) == 3 else (None, None))


def test_who_only_watches_sends_nothing_and_remembers_what_was_shown():
    part, sent = follow(PLEDGING, SHARING, DEALT, plays=False)
    assert sent == [None] * 3
    assert (part.bound, part.shares, part.share) == ((BoundDeal(1, PLEDGING.commitment),), DEALT.shares, None)


def test_every_dealing_has_a_share_of_its_own_and_all_commitments_are_remembered():
    drawn = iter((b"a" * 16, b"b" * 16))
    part = DealingPart()
    hashes = []
    for number in (1, 2):
        part, command = on_deal(part, replace(PLEDGING, deal=number), lambda _: next(drawn), plays=True)
        assert isinstance(command, m.CommitShare)
        hashes.append(command.hash)
    assert hashes[0] != hashes[1]
    assert [bound.deal for bound in part.bound] == [1, 2]


def test_an_older_dealing_is_old_news():
    part, _ = follow(replace(PLEDGING, deal=2))
    assert follow(SHARING, part=part) == (part, [None])


def test_cards_are_remembered_as_seen_after_or_before_the_commitment():
    seen = on_table(follow(PLEDGING, SHARING, DEALT)[0], 1)
    assert seen.steps[-1] == "cards"
    assert on_table(seen, 1) is seen
    part, _ = follow(PLEDGING, part=on_table(DealingPart(), 1))
    assert part.steps == ("cards", "commitment", "pledge")


@pytest.mark.parametrize("deal", [DEALT, OVER])
def test_who_comes_later_knows_what_was_given(deal):
    part, _ = follow(deal)
    assert (part.steps, part.shares, part.seat) == (("commitment",), DEALT.shares, None)
