"""Players are found by their tokens, and have names that nobody else has."""

from __future__ import annotations

import asyncio

import pytest

from server.players.accounts.accounts import NameTakenError, NewcomerRefusedError
from server.players.accounts.names import InvalidNameError, normalize_name
from server.players.accounts.tokens import VOID_MAX
from server.storage.sql.players.accounts import SqlAccounts
from server.storage.sql.players.names import kept_names

pytestmark = pytest.mark.slow


DAY_S = 86_400.0


class Calendar:
    """A clock that is turned by hand, in seconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_000 * DAY_S

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def accounts(database, calendar) -> SqlAccounts:
    return SqlAccounts(database, calendar)


async def test_a_newcomer_gets_a_number_the_name_and_a_token(accounts):
    ann = await accounts.sign_in(None, " ann ")
    assert ann.player >= 1
    assert ann.name == "ann"
    assert len(ann.token) >= 22


async def test_where_no_account_may_be_made_whoever_has_one_is_signed_in_and_nobody_else(accounts):
    ann = await accounts.sign_in(None, "ann")
    assert ann.is_new
    again = await accounts.sign_in(ann.token, "ann", may_create=False)
    assert (again.player, again.is_new) == (ann.player, False)
    for token in (None, "unknown"):
        with pytest.raises(NewcomerRefusedError):
            await accounts.sign_in(token, "ben", may_create=False)
    assert (await accounts.sign_in(None, "ben")).player == ann.player + 1


async def test_a_token_is_in_no_repr(accounts):
    ann = await accounts.sign_in(None, "ann")
    assert ann.token not in repr(ann)


async def test_every_newcomer_is_another_player(accounts):
    many = await asyncio.gather(*(accounts.sign_in(None, f"p{n}") for n in range(50)))
    assert len({account.player for account in many}) == 50
    assert len({account.token for account in many}) == 50


@pytest.mark.parametrize("name", ["ann", "somebody", "no name at all"])
async def test_a_token_signs_the_same_player_in_under_the_name_they_have(accounts, name):
    ann = await accounts.sign_in(None, "ann")
    again = await accounts.sign_in(ann.token, name)
    assert (again.player, again.name) == (ann.player, "ann")


@pytest.mark.parametrize("token", ["", "x", "nobody was given this"])
async def test_a_token_nobody_was_given_makes_a_newcomer(accounts, token):
    ann = await accounts.sign_in(None, "ann")
    other = await accounts.sign_in(token, "ben")
    assert other.player != ann.player
    assert other.token not in (token, ann.token)


async def test_a_name_that_is_taken_gets_a_number(accounts):
    assert [(await accounts.sign_in(None, "ann")).name for _ in range(4)] == ["ann", "ann2", "ann3", "ann4"]


async def test_names_too_alike_are_taken_too(accounts):
    await accounts.sign_in(None, "ann")
    assert (await accounts.sign_in(None, "ANN")).name == "ANN2"
    assert (await accounts.sign_in(None, "ａｎｎ")).name == "ａｎｎ3"


async def test_a_crowd_of_one_name_all_find_a_name(accounts):
    crowd = [(await accounts.sign_in(None, "x" * 16)).name for _ in range(105)]
    assert len(set(crowd)) == 105
    assert all(normalize_name(name) == name for name in crowd)


@pytest.mark.parametrize("name", ["", "two words", "x" * 17])
async def test_a_newcomer_needs_an_acceptable_name(accounts, name):
    with pytest.raises(InvalidNameError):
        await accounts.sign_in(None, name)
    assert (await accounts.sign_in(None, "ann")).name == "ann"


async def test_another_name_is_kept(accounts):
    ann = await accounts.sign_in(None, "ann")
    assert await accounts.rename(ann.player, " anna ") == "anna"
    assert (await accounts.sign_in(ann.token, "ann")).name == "anna"


@pytest.mark.parametrize("wanted", ["ann", "ANN", "ａnn"])
async def test_a_name_given_up_is_nobody_elses_for_thirty_days(accounts, calendar, wanted):
    ann, ben = await accounts.sign_in(None, "ann"), await accounts.sign_in(None, "ben")
    await accounts.rename(ann.player, "zoe")
    calendar.now += 30 * DAY_S - 1
    assert (await accounts.sign_in(None, wanted)).name == f"{wanted}2"
    with pytest.raises(NameTakenError, match=f"^{wanted}, or .* kept for them"):
        await accounts.rename(ben.player, wanted)
    calendar.now += 2
    assert await accounts.rename(ben.player, wanted) == wanted


async def test_whoever_gave_a_name_up_can_go_back_to_it_at_once(accounts):
    ann = await accounts.sign_in(None, "ann")
    for name in ("zoe", "Ann", "ZOE", "ann"):
        assert await accounts.rename(ann.player, name) == name


async def test_a_newcomer_takes_a_name_that_is_kept_no_more(accounts, calendar):
    ann = await accounts.sign_in(None, "ann")
    await accounts.rename(ann.player, "zoe")
    calendar.now += 30 * DAY_S + 1
    assert (await accounts.sign_in(None, "ann")).name == "ann"
    with pytest.raises(NameTakenError, match=r"^ann, or .* is taken"):
        await accounts.rename(ann.player, "ann")


async def test_eight_names_are_kept_and_the_first_of_nine_is_free(accounts, calendar, database):
    ann = await accounts.sign_in(None, "name0")
    for number in range(2, 11):
        calendar.now += 60
        await accounts.rename(ann.player, f"name{number}")
    kept = await database.run(lambda connection: kept_names(connection, ann.player, calendar.now))
    assert [name for name, _ in kept] == [f"name{number}" for number in range(9, 1, -1)]
    assert (await accounts.sign_in(None, "name0")).name == "name0"
    assert (await accounts.sign_in(None, "name3")).name == "name32"


async def test_names_that_are_kept_no_more_are_not_stored_any_longer(accounts, calendar, database):
    ann, ben = await accounts.sign_in(None, "ann"), await accounts.sign_in(None, "ben")
    await accounts.rename(ann.player, "zoe")
    calendar.now += 31 * DAY_S
    await accounts.rename(ben.player, "benno")
    rows = await database.run(lambda connection: connection.execute("SELECT name FROM claimed_names").fetchall())
    assert rows == [("ben",)]


async def test_a_name_is_also_taken_as_it_looks_when_it_is_written_otherwise(accounts):
    await accounts.sign_in(None, "ΝΙΝΑ")
    assert (await accounts.sign_in(None, "Nina")).name == "Nina2"
    assert (await accounts.sign_in(None, "νινα")).name == "νινα2"
    nina = await accounts.sign_in(None, "zoe")
    with pytest.raises(NameTakenError, match=r"^viva, or .* is taken"):
        await accounts.rename(nina.player, "viva")


async def test_the_same_name_can_be_written_in_another_way(accounts):
    ann = await accounts.sign_in(None, "ann")
    assert await accounts.rename(ann.player, "Ann") == "Ann"
    assert await accounts.rename(ann.player, "Ann") == "Ann"


async def test_a_name_of_another_is_refused_and_one_keeps_ones_own(accounts):
    ann, ben = await accounts.sign_in(None, "ann"), await accounts.sign_in(None, "ben")
    with pytest.raises(NameTakenError, match=r"^ANN, or .* is taken"):
        await accounts.rename(ben.player, "ANN")
    with pytest.raises(InvalidNameError):
        await accounts.rename(ann.player, "no name")
    assert (await accounts.sign_in(ann.token, "-")).name == "ann"
    assert (await accounts.sign_in(ben.token, "-")).name == "ben"


async def test_a_name_that_looks_like_anothers_is_not_given_twice(accounts):
    await accounts.sign_in(None, "coco")
    assert (await accounts.sign_in(None, "сосо")).name == "сосо2"
    eve = await accounts.sign_in(None, "eve")
    with pytest.raises(NameTakenError, match="looks like it"):
        await accounts.rename(eve.player, "C0CO")


async def test_nobody_is_called_what_the_house_is(accounts):
    newcomer = await accounts.sign_in(None, "nobody")
    assert newcomer.name == "nobody2"
    with pytest.raises(InvalidNameError, match="mistaken for the server"):
        await accounts.rename(newcomer.player, "You")


async def test_one_players_tokens_are_nothing_to_anothers(accounts):
    ann, ben = await accounts.sign_in(None, "ann"), await accounts.sign_in(None, "ben")
    await accounts.sign_out(ann.player)
    assert (await accounts.sign_in(ben.token, "ben")).player == ben.player


async def test_a_token_of_long_ago_is_nobodys(accounts):
    ann = await accounts.sign_in(None, "ann")
    token = ann.token
    for _ in range(VOID_MAX + 2):
        token = (await accounts.sign_in(token, "ann")).token
    stranger = await accounts.sign_in(ann.token, "ann")
    assert (stranger.player != ann.player, stranger.name) == (True, "ann2")
