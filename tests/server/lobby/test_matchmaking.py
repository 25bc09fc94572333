"""Finding somebody to play with: given who waits, when something happens, it comes to this, and always to something."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import catalog
from protocol import messages as m
from server.lobby import matchmaking
from server.lobby.matchmaking import ANSWER_S, MAX_CHALLENGES, MAX_SEEKS, SEEK_S
from server.lobby.seeks import (
    AgainstComputer,
    Challenge,
    CheckTime,
    DenySeek,
    Disconnected,
    Event,
    MakePair,
    Respond,
    SatDown,
    Seek,
    SeekPool,
    SeekStep,
    SitDown,
    TellSeeker,
    Withdraw,
)
from server.room.match.occupants import Person

ANN, BEN, CLEO = Person(1, "ann"), Person(2, "ben"), Person(3, "cleo")
NOWHERE = CheckTime(lambda _player, _games: None)


def seek(who: Person, *games: str) -> Seek:
    return Seek(who, m.Quick(ref=1, games=games or ("war",)))


def challenge(who: Person, whom: Person, game: str = "war") -> Challenge:
    asked = m.Challenge(ref=1, whom=whom.name, game=game, options={}, serious=False, clock=m.NO_CLOCK)
    return Challenge(who, asked, whom)


def respond(who: Person, number: int, *, agree: bool = True) -> Respond:
    return Respond(who, m.Respond(ref=2, challenge=number, agree=agree))


def after(*events: Event, now: float = 0.0) -> SeekStep:
    """The step of the last of some events that happen at one time."""
    result = SeekStep(SeekPool())
    for event in events:
        result = matchmaking.step(result.pool, now, event)
    return result


def pairs(result: SeekStep) -> list[tuple[str, str, str]]:
    return [
        (output.pending.who.name, output.guest.name, output.game)
        for output in result.outputs
        if isinstance(output, MakePair)
    ]


def waiting(result: SeekStep) -> list[str]:
    return [pending.who.name for pending in result.pool.seeks]


# A quick match.


def test_who_seeks_alone_waits_and_sees_it():
    result = after(seek(ANN))
    assert result.outputs == (TellSeeker(ANN.player),)
    told = matchmaking.matching_message(result.pool, ANN.player, now=5.0)
    assert told.seeking == m.Seeking(games=("war",), whom=None, left_s=SEEK_S - 5.0)


def test_two_who_seek_the_same_game_get_a_table_at_once():
    result = after(seek(ANN), seek(BEN))
    assert pairs(result) == [("ann", "ben", "war")]
    assert waiting(result) == []


def test_of_three_the_first_two_play_and_the_third_waits():
    result = after(seek(ANN), seek(BEN), seek(CLEO))
    assert pairs(result) == []
    assert waiting(result) == ["cleo"]


def test_who_seeks_another_game_is_not_matched():
    assert waiting(after(seek(ANN, "war"), seek(BEN, "blocky"))) == ["ann", "ben"]


def test_who_would_play_anything_is_matched_with_whoever_has_waited_longest():
    result = after(seek(ANN, "blocky"), seek(BEN, "war"), seek(CLEO, "war", "blocky"))
    assert pairs(result) == [("ann", "cleo", "blocky")]
    assert waiting(result) == ["ben"]


def test_two_who_would_play_anything_play_what_the_first_likes_best():
    assert pairs(after(seek(ANN, "blocky", "war"), seek(BEN, "war", "blocky"))) == [("ann", "ben", "blocky")]


@given(st.lists(st.tuples(st.integers(0, 40), st.sampled_from(("war", "blocky", "tower_blaster"))), max_size=120))
def test_of_many_who_seek_one_at_most_is_left_for_each_game(sought):
    result = after(*[seek(Person(player, f"p{player}"), game) for player, game in sought])
    games = [pending.games for pending in result.pool.seeks]
    assert len(games) == len(set(games)) <= 3


def test_nobody_is_matched_with_themselves():
    result = after(seek(ANN), seek(ANN))
    assert pairs(result) == []
    assert waiting(result) == ["ann"]


def test_who_has_waited_long_enough_plays_the_computer_and_is_told_so():
    begun = after(seek(ANN, "war", "blocky"))
    assert matchmaking.step(begun.pool, SEEK_S - 0.1, NOWHERE) == SeekStep(begun.pool)
    told, played = matchmaking.step(begun.pool, SEEK_S, NOWHERE).outputs
    assert isinstance(played, AgainstComputer)
    assert (played.pending.games[0], played.level in catalog.find("war").bots) == ("war", True)
    assert told == TellSeeker(ANN.player, f"Nobody came in 20 s, so you play the computer ({played.level}).")


def test_where_no_computer_plays_there_is_a_reason(monkeypatch):
    war = replace(catalog.find("war"), bots={}, levels={})
    monkeypatch.setattr(catalog, "find", lambda _: war)
    (denied,) = matchmaking.step(after(seek(ANN)).pool, SEEK_S, NOWHERE).outputs
    assert isinstance(denied, DenySeek)
    assert denied.refusal.code == "not-now"


def test_who_waits_sits_down_at_a_table_that_opens_meanwhile():
    begun = after(seek(ANN), challenge(BEN, CLEO))
    result = matchmaking.step(
        begun.pool, 1.0, CheckTime(lambda player, games: f"T{player}XX" if "war" in games else None)
    )
    assert result.outputs == (TellSeeker(ANN.player), SitDown(begun.pool.seeks[0], "T1XX"))
    assert waiting(result) == ["ben"]


@pytest.mark.parametrize("event", [Withdraw(ANN.player), SatDown(ANN.player), Disconnected(ANN.player)])
def test_who_wants_nobody_any_more_is_matched_with_nobody(event):
    result = after(seek(ANN), event, seek(BEN))
    assert waiting(result) == ["ben"]


@pytest.mark.parametrize(("game", "code"), [("whist", "unknown-game"), ("war", None)])
def test_a_game_that_is_not_there_is_refused(game, code):
    denied = [output.refusal.code for output in after(seek(ANN, game)).outputs if isinstance(output, DenySeek)]
    assert denied == ([code] if code else [])


def test_a_game_for_one_alone_is_refused(monkeypatch):
    alone = {"war": replace(catalog.find("war"), seats=range(1, 2))}
    monkeypatch.setattr(catalog, "games", lambda: alone)
    (denied,) = after(seek(ANN)).outputs
    assert denied.refusal.text.startswith("War is played alone")


def test_the_list_of_those_who_wait_is_bounded():
    challenging = [challenge(Person(1000 + at, f"p{at}"), Person(9000 + at, f"q{at}")) for at in range(MAX_SEEKS)]
    full = after(*challenging)
    result = matchmaking.step(full.pool, 0.0, seek(ANN))
    assert len(result.pool.seeks) == MAX_SEEKS
    assert [output.refusal.code for output in result.outputs] == ["too-many"]


# A challenge.


def test_who_is_challenged_sees_by_whom_to_what_and_for_how_long():
    result = after(challenge(ANN, BEN))
    assert result.outputs == (TellSeeker(ANN.player), TellSeeker(BEN.player))
    assert matchmaking.matching_message(result.pool, ANN.player, 0.0).seeking == m.Seeking(
        games=("war",), whom="ben", left_s=ANSWER_S
    )
    (asked,) = matchmaking.matching_message(result.pool, BEN.player, 20.0).challenges
    assert (asked.who, asked.game, asked.left_s) == ("ann", "war", ANSWER_S - 20.0)


def test_who_accepts_gets_a_table_with_who_challenged():
    result = after(challenge(ANN, BEN), respond(BEN, 0))
    assert pairs(result) == [("ann", "ben", "war")]
    assert matchmaking.matching_message(result.pool, BEN.player, 0.0) == m.Matching(
        seeking=None, challenges=(), news=""
    )


def test_who_accepts_waits_for_nobody_else():
    result = after(challenge(ANN, BEN), challenge(BEN, CLEO), respond(BEN, 0))
    assert pairs(result) == [("ann", "ben", "war")]
    assert waiting(result) == []
    assert TellSeeker(CLEO.player, "ben has taken the challenge back.") in result.outputs


def test_who_declines_is_asked_no_more_and_who_asked_hears_of_it():
    result = after(challenge(ANN, BEN), respond(BEN, 0, agree=False))
    assert result.outputs == (TellSeeker(BEN.player), TellSeeker(ANN.player, "ben declines your challenge."))
    assert waiting(result) == []


@pytest.mark.parametrize("answer", [respond(BEN, 7), respond(CLEO, 0)], ids=["another", "another's"])
def test_only_a_challenge_of_ones_own_is_answered(answer):
    result = after(challenge(ANN, BEN), answer)
    assert isinstance(result.outputs[0], DenySeek)
    assert waiting(result) == ["ann"]


def test_a_challenge_that_nobody_answers_runs_out_for_both():
    begun = after(challenge(ANN, BEN))
    assert matchmaking.step(begun.pool, ANSWER_S, NOWHERE).outputs == (
        TellSeeker(ANN.player, "ben has not answered your challenge."),
        TellSeeker(BEN.player, "The challenge of ann has run out."),
    )


def test_a_newer_challenge_takes_the_place_of_the_one_before():
    result = after(challenge(ANN, BEN), challenge(ANN, CLEO))
    assert TellSeeker(BEN.player, "ann has taken the challenge back.") in result.outputs
    assert [pending.whom for pending in result.pool.seeks] == [CLEO]


@pytest.mark.parametrize(
    ("leaver", "told"),
    [
        (ANN, TellSeeker(BEN.player, "ann has gone, and so has the challenge.")),
        (BEN, TellSeeker(ANN.player, "ben has gone.")),
    ],
)
def test_a_challenge_ends_with_the_connection_of_either(leaver, told):
    result = after(challenge(ANN, BEN), Disconnected(leaver.player))
    assert result.outputs == (told,)
    assert waiting(result) == []


def test_nobody_challenges_themselves():
    (denied,) = after(challenge(ANN, ANN)).outputs
    assert denied.refusal.code == "bad-name"


def test_nobody_has_more_than_a_few_challenges_to_answer():
    result = after(*[challenge(Person(10 + at, f"p{at}"), BEN) for at in range(MAX_CHALLENGES + 1)])
    assert len(result.pool.seeks) == MAX_CHALLENGES
    assert [output.refusal.code for output in result.outputs if isinstance(output, DenySeek)] == ["too-many"]


# Laws.

PEOPLE = (ANN, BEN, CLEO)
EVENTS = st.one_of(
    st.builds(seek, st.sampled_from(PEOPLE), st.sampled_from(("war", "blocky"))),
    st.builds(challenge, st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)),
    st.builds(respond, st.sampled_from(PEOPLE), st.integers(0, 9), agree=st.booleans()),
    st.builds(Withdraw, st.integers(1, 3)),
    st.builds(SatDown, st.integers(1, 3)),
    st.builds(Disconnected, st.integers(1, 3)),
    st.just(NOWHERE),
)


@given(st.lists(st.tuples(EVENTS, st.floats(0, 15)), max_size=40))
def test_every_wish_ends_with_a_game_or_a_reason_in_bounded_time(happened):
    state, now = SeekPool(), 0.0
    for event, passed_s in happened:
        now += passed_s
        before, result = state, matchmaking.step(state, now, event)
        state = result.pool
        assert len({pending.who.player for pending in state.seeks}) == len(state.seeks)
        told = {output.player for output in result.outputs} | {getattr(event, "player", None)}
        gone = {pending.who.player for pending in before.seeks} - {pending.who.player for pending in state.seeks}
        assert gone <= told
    assert matchmaking.step(state, now + ANSWER_S, NOWHERE).pool.seeks == ()
