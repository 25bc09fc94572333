"""What is said of those one waits for, and of those who challenge one."""

import pytest
from msgspec.structs import replace

from client.state.chat import MutedPlayer
from client.state.fold import fold
from client.state.phrases import seeks
from protocol import messages as m
from tests.support.builders.stores import challenged, lobby_store, seeking
from tests.support.builders.tables import war_table, war_view
from tests.support.golden.sentences import for_each, golden_test

NOT_MUTED = frozenset()


def after(*happenings, store=None):
    store = store or lobby_store()
    for happening in happenings:
        store = fold(store, happening, 100.0)
    return store


def test_a_challenge_names_the_game_and_how_it_is_to_be_played():
    told = challenged(serious=True, clock=m.TimeControl(move_s=None, total_s=300, increment_s=3))
    store = after(told)
    sentence = "ben challenges you to War (scouts, 5+3, serious)."
    assert seeks.question(store, told.challenges[0]) == sentence


def test_whoever_is_muted_challenges_nobody():
    store = after(challenged("Ben"))
    assert seeks.visible_challenges(store, frozenset({MutedPlayer("ben")})) == ()
    assert [each.who for each in seeks.visible_challenges(store, frozenset({MutedPlayer("cleo")}))] == ["Ben"]


def test_by_ear_a_wait_and_a_challenge_are_told_once_with_what_can_be_typed():
    hall = after()
    assert seeks.news(hall, after(seeking("war")), NOT_MUTED, 100.0) == (
        "Looking for somebody to play War; in 20 s the computer will. Type 'withdraw' to stop.",
    )
    asked = after(challenged())
    told = ("ben challenges you to War (scouts). Type 'y' or 'n'.",)
    assert seeks.news(hall, asked, NOT_MUTED, 100.0) == told
    assert seeks.news(asked, after(challenged(), store=asked), NOT_MUTED, 100.0) == ()


def test_what_became_of_a_wait_is_said_until_the_game_has_begun():
    news = "Nobody came within 20 seconds, so you play the computer (flipper)."
    store = after(seeking("war"), m.Matching(seeking=None, challenges=(), news=news))
    assert store.sentence == news
    waiting = replace(war_table(war_view(), phase="waiting", number=0), view=None)
    store = after(m.Entered(ref=0, room="KQFM", seat=0), waiting, war_table(war_view(), seq=2), store=store)
    assert (store.sentence, store.matching.seeking) == (news, None)
    assert after(war_table(war_view(), seq=3), store=store).sentence == ""


@pytest.mark.parametrize("about", ["quick", "challenge"])
def test_who_is_refused_waits_no_more(about):
    refused = m.Refused(code="too-many", text="No.", about=about, ref=0, room=None, retry_after_s=None)
    assert after(seeking("war"), refused).matching.seeking is None


SAID = {
    "it is said for what one waits and how long still": lambda: for_each(
        lambda told: seeks.describe_wait(after(told), told.seeking, 105.0),
        [seeking("war"), seeking("war", "blocky"), seeking("war", whom="ben")],
    )
}

test_said = golden_test(__name__, SAID)
