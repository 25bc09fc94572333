"""People at a whole server find each other: by quick match, by a challenge, or else they find a computer."""

from __future__ import annotations

import pytest

from protocol import messages as m
from server.limits.settings import ServerLimits
from server.lobby import matchmaker, matchmaking
from server.lobby.publisher import LobbyPublisher
from server.ops.tasks import Tasks
from tests.support.builders.crowds import crowd, session
from tests.support.laws.steps import steps
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, sign_in, table_for_two

pytestmark = pytest.mark.slow

QUICK = m.Quick(ref=5, games=("war",))


@pytest.fixture
async def hosted(monkeypatch):
    monkeypatch.setattr(matchmaker, "POLL_EVERY_S", 0.01)
    async with hosting() as made:
        yield made


@pytest.fixture
async def pair(hosted):
    """ann and ben, who have signed in."""
    return await sign_in(hosted.wires, "ann"), await sign_in(hosted.wires, "ben")


def challenge(whom: str, **changes) -> m.Challenge:
    fields = {"ref": 7, "whom": whom, "game": "war", "options": {}, "serious": True, "clock": m.NO_CLOCK}
    return m.Challenge(**{**fields, **changes})


async def seated(player: Player) -> m.Table:
    await player.next(m.Entered)
    return await player.next(m.Table)


async def waiting(player: Player, command: m.Command) -> m.Matching:
    player.send(command)
    return await player.next(m.Matching, lambda told: told.seeking is not None)


async def challenged(player: Player) -> m.Challenged:
    return (await player.next(m.Matching, lambda told: bool(told.challenges))).challenges[0]


# A quick match.


async def test_two_who_seek_find_each_other_and_play(pair):
    ann, ben = pair
    await waiting(ann, QUICK)
    bens = await ben.ask(QUICK)
    anns = await seated(ann)
    assert (anns.room, anns.seat, bens.seat) == (bens.room, 0, 1)
    for player, table in ((ann, anns), (ben, bens)):
        while table.phase != "playing":
            table = await player.next(m.Table)  # noqa: PLW2901 - the newest of them
        assert table.turn


async def test_who_waits_in_vain_plays_the_computer_and_is_told_why(hosted, monkeypatch):
    monkeypatch.setattr(matchmaking, "SEEK_S", 0.05)
    ann = await sign_in(hosted.wires, "ann")
    await waiting(ann, QUICK)
    told = await ann.next(m.Matching, lambda told: told.seeking is None)
    assert "you play the computer" in told.news
    assert [chair.kind for chair in (await seated(ann)).chairs] == ["person", "computer"]


async def test_who_waits_sits_down_at_a_table_that_is_made_meanwhile(pair):
    ann, ben = pair
    await waiting(ann, QUICK)
    made = await ben.ask(table_for_two())
    assert (await seated(ann)).room == made.room


async def test_who_withdraws_is_matched_with_nobody(pair):
    ann, ben = pair
    await waiting(ann, QUICK)
    ann.send(m.Withdraw())
    assert (await ann.next(m.Matching)).seeking is None
    await waiting(ben, QUICK)


async def test_who_makes_a_table_of_their_own_waits_no_more(pair):
    ann, ben = pair
    await waiting(ann, QUICK)
    await ann.ask(table_for_two(listed=False))
    await waiting(ben, QUICK)


async def test_who_is_cut_off_is_matched_with_nobody_and_may_seek_again(hosted, pair):
    ann, ben = pair
    await waiting(ann, QUICK)
    ann.socket.cut()
    again = await sign_in(hosted.wires, "ann", ann.welcome.token)
    await waiting(ben, QUICK)
    await again.ask(QUICK)
    assert [chair.name for chair in (await seated(ben)).chairs] == ["ben", "ann"]


async def test_who_has_too_many_games_is_told_so_instead_of_waiting(monkeypatch):
    async with hosting(limits=ServerLimits(rooms_per_player=1)) as made:
        ann = await sign_in(made.wires, "ann")
        await ann.ask(table_for_two())
        ann.send(QUICK)
        refused = await ann.next(m.Refused)
        assert (refused.code, refused.about, refused.ref) == ("too-many", "quick", 5)


# A challenge.


async def test_who_is_challenged_accepts_and_both_land_at_a_table(pair):
    ann, ben = pair
    ann.send(challenge("BEN"))
    asked = await challenged(ben)
    assert (asked.who, asked.game, asked.serious) == ("ann", "war", True)
    bens = await ben.ask(m.Respond(ref=8, challenge=asked.challenge, agree=True))
    anns = await seated(ann)
    assert (anns.room, anns.seat, bens.seat, bens.serious) == (bens.room, 0, 1, True)


async def test_the_table_of_a_challenge_is_there_again_after_coming_back(hosted, pair):
    ann, ben = pair
    ann.send(challenge("ben"))
    asked = await challenged(ben)
    table = await ben.ask(m.Respond(ref=8, challenge=asked.challenge, agree=True))
    ben.socket.cut()
    again = await sign_in(hosted.wires, "ben", ben.welcome.token)
    assert again.welcome.seated == (table.room,)


async def test_who_declines_lets_the_other_know(pair):
    ann, ben = pair
    ann.send(challenge("ben"))
    ben.send(m.Respond(ref=8, challenge=(await challenged(ben)).challenge, agree=False))
    assert (await ann.next(m.Matching, lambda told: bool(told.news))).news == "ben declined your challenge."


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"whom": "zoe"}, "unknown-player"),
        ({"game": "whist"}, "unknown-game"),
        ({"options": {"variant": "no"}}, "bad-options"),
        ({"options": {"no such option": "x" * 1000}}, "bad-options"),
    ],
)
async def test_a_challenge_that_could_not_be_played_is_refused_at_once(pair, changes, code):
    ann, _ben = pair
    ann.send(challenge(**{"whom": "ben", **changes}))
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.about, refused.ref) == (code, "challenge", 7)


async def test_who_is_challenged_is_told_every_option_as_the_table_will_have_it(pair):
    ann, ben = pair
    ann.send(challenge("ben", options={"variant": "suits"}))
    asked = await challenged(ben)
    assert asked.options == {"variant": "suits", "auto_flip_s": 10}
    table = await ben.ask(m.Respond(ref=8, challenge=asked.challenge, agree=True))
    assert table.options == asked.options


@pytest.mark.parametrize("whom", ["somebody-000002", "nobody-here"])
async def test_a_challenge_costs_the_same_among_many_as_among_few(whom):
    """A crowd of 10,000 once cost 50 ms a challenge, since each of their names was folded."""

    def challenging(number: int) -> int:
        online, ann = crowd(number), session(1, "ann", said := [])
        online.add(ann)
        made = matchmaker.Matchmaker(online, None, LobbyPublisher(ServerLimits()), Tasks())
        made.handle(ann, challenge(whom, game="whist"))
        return steps(lambda: made.handle(ann, challenge(whom, game="whist"))) if said else 0

    challenging(10)  # what is looked up once
    assert challenging(10_000) == challenging(10) > 0


async def test_who_challenges_too_often_is_told_how_long_to_wait_whoever_is_there():
    async with hosting(limits=ServerLimits(rooms_burst=2)) as made:
        ann, _ben = await sign_in(made.wires, "ann"), await sign_in(made.wires, "ben")
        for whom in ("zoe", "ben", "ben"):
            ann.send(challenge(whom))
        unknown, early = [await ann.next(m.Refused) for _ in range(2)]
        assert (unknown.code, early.code) == ("unknown-player", "too-many")
        assert early.retry_after_s


async def test_who_has_taken_another_name_is_challenged_by_that(pair):
    ann, ben = pair
    ben.send(m.Rename(name="benno"))
    await ben.next(m.Named)
    ann.send(challenge("ben"))
    assert (await ann.next(m.Refused)).code == "unknown-player"
    ann.send(challenge("benno"))
    assert (await challenged(ben)).who == "ann"
