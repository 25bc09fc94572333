"""Finding somebody to play with: given who waits, when something happens, it comes to this, and always to something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import catalog
from engines.game import Bots
from protocol import messages as m
from server.lobby import matchmaking
from server.lobby.matchmaking import ANSWER_S, MAX_CHALLENGES, MAX_SEEKS, SEEK_S
from server.lobby.seeks import AgainstComputer, DenySeek, MakePair, SeekPool, SeekStep, SitDown, TellSeeker
from server.room.match.occupants import Person

ANN, BEN, CLEO = Person(1, "ann"), Person(2, "ben"), Person(3, "cleo")
ALONE = (matchmaking.withdraw, matchmaking.end_seek, matchmaking.disconnect)
"""What ends the seek of one player."""

Event = Callable[[SeekPool, float], SeekStep]
"""What happens to some seeks at a time."""

look = partial(matchmaking.check_time, find_table=lambda _player, _games: None)


def seek(who: Person, *games: str) -> Event:
    return partial(matchmaking.seek, who=who, quick=m.Quick(ref=1, games=games or ("war",)))


def challenge(who: Person, whom: Person, game: str = "war") -> Event:
    asked = m.Challenge(ref=1, whom=whom.name, game=game, options={}, serious=False, clock=m.NO_CLOCK)
    return partial(matchmaking.challenge, who=who, asked=asked, whom=whom)


def respond(who: Person, number: int, *, agree: bool = True) -> Event:
    return lambda pool, _: matchmaking.respond(pool, who, m.Respond(ref=2, challenge=number, agree=agree))


def end(how: Callable[[SeekPool, int], SeekStep], who: Person) -> Event:
    return lambda pool, _: how(pool, who.player)


def after(*events: Event, now: float = 0.0) -> SeekStep:
    """The step of the last of some events that happen at one time."""
    result = SeekStep(SeekPool())
    for event in events:
        result = event(result.pool, now)
    return result


def pairs(result: SeekStep) -> list[tuple[str, str, str]]:
    return [
        (output.pending.who.name, output.guest.name, output.game)
        for output in result.outputs
        if isinstance(output, MakePair)
    ]


def waiting(result: SeekStep) -> list[str]:
    return [pending.who.name for pending in result.pool.seeks]


def refusals(result: SeekStep) -> list[str]:
    return [output.refusal.code for output in result.outputs if isinstance(output, DenySeek)]


# A quick match.


def test_who_seeks_alone_waits_and_sees_it():
    result = after(seek(ANN))
    assert result.outputs == (TellSeeker(ANN.player),)
    told = matchmaking.matching_message(result.pool, ANN.player, now=5.0)
    assert told.seeking == m.Seeking(games=("war",), whom=None, left_s=SEEK_S - 5.0)


@pytest.mark.parametrize(
    ("seeks", "paired", "left"),
    [
        pytest.param([seek(ANN), seek(BEN)], [("ann", "ben", "war")], [], id="two who seek the same play at once"),
        pytest.param([seek(ANN), seek(BEN), seek(CLEO)], [], ["cleo"], id="of three the third waits"),
        pytest.param([seek(ANN), seek(BEN, "blocky")], [], ["ann", "ben"], id="two who seek different games wait"),
        pytest.param(
            [seek(ANN, "blocky"), seek(BEN, "war"), seek(CLEO, "war", "blocky")],
            [("ann", "cleo", "blocky")],
            ["ben"],
            id="who plays anything plays whoever has waited longest",
        ),
        pytest.param(
            [seek(ANN, "blocky", "war"), seek(BEN, "war", "blocky")],
            [("ann", "ben", "blocky")],
            [],
            id="two who play anything play what the first likes best",
        ),
        pytest.param([seek(ANN), seek(ANN)], [], ["ann"], id="nobody plays themselves"),
        *[pytest.param([seek(ANN), end(how, ANN), seek(BEN)], [], ["ben"], id=how.__name__) for how in ALONE],
    ],
)
def test_whoever_waits_for_the_same_game_is_paired(seeks, paired, left):
    result = after(*seeks)
    assert (pairs(result), waiting(result)) == (paired, left)


@given(st.lists(st.tuples(st.integers(0, 40), st.sampled_from(("war", "blocky", "tower_blaster"))), max_size=120))
def test_of_many_who_seek_one_at_most_is_left_for_each_game(sought):
    result = after(*[seek(Person(player, f"p{player}"), game) for player, game in sought])
    games = [pending.games for pending in result.pool.seeks]
    assert len(games) == len(set(games)) <= 3


def test_who_has_waited_long_enough_plays_the_computer_and_is_told_so():
    begun = after(seek(ANN, "war", "blocky"))
    assert look(begun.pool, SEEK_S - 0.1) == SeekStep(begun.pool)
    told, played = look(begun.pool, SEEK_S).outputs
    assert isinstance(played, AgainstComputer)
    assert (played.pending.games[0], played.level in catalog.find("war").bots.names) == ("war", True)
    assert told == TellSeeker(ANN.player, f"Nobody came within 20 seconds, so you play the computer ({played.level}).")


def test_where_no_computer_plays_there_is_a_reason(monkeypatch):
    war = replace(catalog.find("war"), bots=Bots(()))
    monkeypatch.setattr(catalog, "find", lambda _: war)
    (denied,) = look(after(seek(ANN)).pool, SEEK_S).outputs
    assert isinstance(denied, DenySeek)
    assert denied.refusal.code == "not-now"


def test_who_waits_sits_down_at_a_table_that_opens_meanwhile():
    begun = after(seek(ANN), challenge(BEN, CLEO))
    result = matchmaking.check_time(begun.pool, 1.0, lambda player, games: f"T{player}XX" if "war" in games else None)
    assert result.outputs == (TellSeeker(ANN.player), SitDown(begun.pool.seeks[0], "T1XX"))
    assert waiting(result) == ["ben"]


def test_a_game_that_is_not_there_is_refused():
    assert refusals(after(seek(ANN, "whist"))) == ["unknown-game"]


def test_a_game_for_one_alone_is_refused(monkeypatch):
    alone = {"war": replace(catalog.find("war"), seats=range(1, 2))}
    monkeypatch.setattr(catalog, "games", lambda: alone)
    (denied,) = after(seek(ANN)).outputs
    assert denied.refusal.text.startswith("War is for one player")


def test_the_list_of_those_who_wait_is_bounded():
    challenging = [challenge(Person(1000 + at, f"p{at}"), Person(9000 + at, f"q{at}")) for at in range(MAX_SEEKS)]
    result = after(*challenging, seek(ANN))
    assert (len(result.pool.seeks), refusals(result)) == (MAX_SEEKS, ["too-many"])


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
    assert TellSeeker(CLEO.player, "ben withdrew the challenge.") in result.outputs


def test_who_declines_is_asked_no_more_and_who_asked_hears_of_it():
    result = after(challenge(ANN, BEN), respond(BEN, 0, agree=False))
    assert result.outputs == (TellSeeker(BEN.player), TellSeeker(ANN.player, "ben declined your challenge."))
    assert waiting(result) == []


@pytest.mark.parametrize("answer", [respond(BEN, 7), respond(CLEO, 0)], ids=["another", "another's"])
def test_only_a_challenge_of_ones_own_is_answered(answer):
    result = after(challenge(ANN, BEN), answer)
    assert isinstance(result.outputs[0], DenySeek)
    assert waiting(result) == ["ann"]


def test_a_challenge_that_nobody_answers_runs_out_for_both():
    begun = after(challenge(ANN, BEN))
    assert look(begun.pool, ANSWER_S).outputs == (
        TellSeeker(ANN.player, "ben didn't answer your challenge."),
        TellSeeker(BEN.player, "ann's challenge has expired."),
    )


def test_a_newer_challenge_takes_the_place_of_the_one_before():
    result = after(challenge(ANN, BEN), challenge(ANN, CLEO))
    assert TellSeeker(BEN.player, "ann withdrew the challenge.") in result.outputs
    assert [pending.whom for pending in result.pool.seeks] == [CLEO]


@pytest.mark.parametrize(
    ("leaver", "told"),
    [
        (ANN, TellSeeker(BEN.player, "ann has left, so the challenge is off.")),
        (BEN, TellSeeker(ANN.player, "ben has left.")),
    ],
)
def test_a_challenge_ends_with_the_connection_of_either(leaver, told):
    result = after(challenge(ANN, BEN), end(matchmaking.disconnect, leaver))
    assert result.outputs == (told,)
    assert waiting(result) == []


def test_nobody_challenges_themselves():
    assert refusals(after(challenge(ANN, ANN))) == ["bad-name"]


def test_nobody_has_more_than_a_few_challenges_to_answer():
    result = after(*[challenge(Person(10 + at, f"p{at}"), BEN) for at in range(MAX_CHALLENGES + 1)])
    assert (len(result.pool.seeks), refusals(result)) == (MAX_CHALLENGES, ["too-many"])


# Laws.

PEOPLE = st.sampled_from((ANN, BEN, CLEO))
EVENTS = st.one_of(
    st.builds(seek, PEOPLE, st.sampled_from(("war", "blocky"))),
    st.builds(challenge, PEOPLE, PEOPLE),
    st.builds(respond, PEOPLE, st.integers(0, 9), agree=st.booleans()),
    st.builds(end, st.sampled_from((matchmaking.withdraw, matchmaking.end_seek)), PEOPLE),
    st.just(look),
)


@given(st.lists(st.tuples(EVENTS | PEOPLE, st.floats(0, 15)), max_size=40))
def test_every_wish_ends_with_a_game_or_a_reason_in_bounded_time(happened):
    pool, now = SeekPool(), 0.0
    for event, passed_s in happened:
        now += passed_s
        leaver = event.player if isinstance(event, Person) else None
        result = matchmaking.disconnect(pool, leaver) if leaver else event(pool, now)
        seekers, left = [[each.who.player for each in seeks.seeks] for seeks in (pool, result.pool)]
        assert len(set(left)) == len(left)
        assert set(seekers) - set(left) <= {output.player for output in result.outputs} | {leaver}
        pool = result.pool
    assert look(pool, now + ANSWER_S).pool.seeks == ()
