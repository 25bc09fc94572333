import json

import msgspec

from client import sayings
from client.store import Link, Opened, Said, Seated, Store
from protocol import messages as m
from tests.support.stores import listing
from tests.support.sums import after as sums
from tests.support.sums import sums_table
from tests.support.tables import person, war_table, war_view


def seated(**changes: object) -> Seated:
    return Seated(war_table(war_view(), **changes), None, 0.0)


def presence(*present: int) -> m.Presence:
    return m.Presence(room="KQFM", present=tuple(map(bool, present)), watchers=0)


def test_a_table_that_waits_says_its_code() -> None:
    waiting = Seated(war_table(None, chairs=(person("ana"), person("")), phase="waiting"), None, 0.0)
    assert sayings.arrival(waiting) == (
        "Table KQFM, war, normal: ana against open seat; you are player 1.",
        "The game begins when every seat is taken. The code is KQFM.",
    )


def test_a_table_for_one_and_one_for_many_say_who_sits_there() -> None:
    def first(table: m.Table) -> str:
        return sayings.arrival(Seated(table, 0.0))[0]

    assert first(sums_table(sums(1))) == "Table KQFM, sums, as usual: you play alone."
    assert first(sums_table(sums(1), None)) == "Table KQFM, sums, as usual: ana alone; you watch."
    assert first(sums_table(sums(3), 2)) == "Table KQFM, sums, as usual: ana, ben, cleo; you are player 3."


def test_a_spectator_is_told_so() -> None:
    assert sayings.arrival(seated(seat=None))[0].endswith("you watch.")


def test_a_seat_given_up_is_told() -> None:
    before = war_table(war_view())
    after = Seated(war_table(war_view(), chairs=(person("ana"), person("")), seq=2), before, 0.0)
    assert sayings.changes(before, after) == ("ben stood up.",)


def test_ones_own_absence_and_a_computers_are_no_news() -> None:
    table = war_table(war_view(), chairs=(person("ana"), m.Chair(kind="computer", name="flipper", won=0)))
    here = Seated(table, None, 0.0, presence(1, 1))
    assert sayings.presence(here, Seated(table, None, 0.0, presence(0, 0))) == ()


def test_a_first_presence_names_who_is_away() -> None:
    table = war_table(war_view())
    assert sayings.presence(None, Seated(table, None, 0.0, presence(1, 0))) == ("ben is not connected.",)


def test_an_empty_lobby_is_a_sentence() -> None:
    assert (
        len(sayings.lobby(m.Lobby(open=(), live=(), people=(), ratings=(), bots=(), rooms=0, online=1, moves=0))) == 1
    )


def test_a_long_lobby_is_cut() -> None:
    one = m.Listing(
        room="ABCD",
        game="chess",
        options={},
        host="eva",
        players=(),
        ratings=(),
        seats=2,
        serious=False,
        watch="anyone",
        clock=m.NO_CLOCK,
        progress="",
    )
    said = sayings.lobby(
        m.Lobby(open=(one,) * 50, live=(one,) * 50, people=(), ratings=(), bots=(), rooms=100, online=1, moves=0)
    )
    assert len(said) == 2 * sayings.LISTED
    assert said[0] == "ABCD open: chess; nobody."


def test_the_lobby_names_ones_own_tables() -> None:
    assert sayings.standing(Store(rooms={"KQFM": seated()})) == ("You are in the lobby. Your tables: KQFM.",)


def test_a_link_that_only_got_slower_is_no_news() -> None:
    assert not sayings.is_news(Link("up", latency_ms=90.0), ())
    assert not sayings.is_news(Opened("KQFM"), ())
    assert not sayings.is_news(None, ())


def test_every_event_is_news_for_a_program_even_without_a_sentence() -> None:
    assert sayings.is_news(presence(1, 1), ())


def test_json_holds_the_fact_and_its_sentences() -> None:
    assert json.loads(sayings.as_json(m.Notice(text="Hi."), ("Hi.",))) == {
        "type": "notice", "text": "Hi.", "sentences": ["Hi."],
    }  # fmt: skip
    assert json.loads(sayings.as_json(Said("Hi."), ("Hi.",))) == {"type": "said", "sentences": ["Hi."]}
    assert json.loads(sayings.as_json(Link("down", reason="Cut."), ()))["state"] == "down"


def test_json_never_holds_a_token() -> None:
    welcome = m.Welcome(name="ana", token="secret", server="s", games=(), seated=())
    assert "secret" not in sayings.as_json(welcome, ())


def test_by_ear_one_hears_who_is_here() -> None:
    told = m.Lobby(open=(), live=(), people=("ana", "ben", "cleo"), ratings=(), bots=(), rooms=0, online=3, moves=0)
    assert sayings.lobby(told)[-1] == "Here are ana, ben and cleo."


def test_by_ear_one_hears_how_well_people_play() -> None:
    ben = m.Repute(game="blocky", rating=1490, provisional=False)
    cleo = m.Repute(game="tower_blaster", rating=1611, provisional=True)
    table = msgspec.structs.replace(listing("K7QF", "ben"), ratings=(ben,))
    people, known = ("ana", "ben", "cleo"), (None, ben, cleo)
    told = m.Lobby(open=(table,), live=(), people=people, ratings=known, bots=(), rooms=1, online=3, moves=0)
    assert sayings.lobby(told) == ("K7QF open: war, normal; ben 1490.", "Here are ana, ben 1490 and cleo 1611?.")
