import json

import msgspec

from client.linemode import sentences
from client.state.store import FollowedTable, Link, Opened, Said, Store
from protocol import messages as m
from tests.support.builders.stores import listing, lobby_of
from tests.support.builders.tables import person, war_table, war_view
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table
from tests.support.golden.sentences import golden_test


def seated(**changes):
    return FollowedTable(war_table(war_view(), **changes), None, 0.0)


def presence(*present):
    return m.Presence(room="KQFM", present=tuple(map(bool, present)), watchers=0, spectators=())


def test_a_table_for_one_and_one_for_many_say_who_sits_there():
    def first(table):
        return sentences.arrival(FollowedTable(table, 0.0))[0]

    assert first(sums_table(sums(1))) == "Table KQFM, Sums, usual rules: you play alone."
    assert first(sums_table(sums(1), None)) == "Table KQFM, Sums, usual rules: ana alone; you watch."
    assert first(sums_table(sums(3), 2)) == "Table KQFM, Sums, usual rules: ana, ben, cleo; you are player 3."


def test_a_long_lobby_is_cut():
    one = msgspec.structs.replace(listing("ABCD", "eva"), game="chess", options={}, players=())
    said = sentences.lobby(lobby_of(open=(one,) * 50, live=(one,) * 50))
    assert (len(said), said[0]) == (2 * sentences.LISTED, "ABCD open: Chess; nobody.")


def test_a_link_that_only_got_slower_is_no_news():
    assert not sentences.is_news(Link("up", latency_ms=90.0), ())
    assert not sentences.is_news(Opened("KQFM"), ())
    assert not sentences.is_news(None, ())


def test_by_ear_one_hears_how_well_people_play():
    ben = m.RatingBadge(game="blocky", rating=1490, provisional=False)
    cleo = m.RatingBadge(game="tower_blaster", rating=1611, provisional=True)
    table = msgspec.structs.replace(listing("K7QF", "ben"), ratings=(ben,))
    people, known = ("ana", "ben", "cleo"), (None, ben, cleo)
    lobby = lobby_of(open=(table,), people=people, ratings=known)
    assert sentences.lobby(lobby) == ("K7QF open: War, normal; ben 1490.", "Online: ana, ben 1490 and cleo 1611?.")


SAID = {
    "a table that waits says its code": lambda: sentences.arrival(
        FollowedTable(war_table(None, chairs=(person("ana"), person("")), phase="waiting"), None, 0.0)
    ),
    "a spectator is told so": lambda: sentences.arrival(seated(seat=None))[0],
    "a seat given up is told": lambda: sentences.changes(
        (before := war_table(war_view())),
        FollowedTable(war_table(war_view(), chairs=(person("ana"), person("")), seq=2), before, 0.0),
    ),
    "the lobby names ones own tables": lambda: sentences.lobby_position(Store(rooms={"KQFM": seated()})),
    "an empty lobby is a sentence": lambda: len(sentences.lobby(lobby_of())),
    "every event is news for a program even without a sentence": lambda: sentences.is_news(presence(1, 1), ()),
    "json holds the fact and its sentences": lambda: (
        json.loads(sentences.as_json(m.Notice(text="Hi."), ("Hi.",))),
        json.loads(sentences.as_json(Said("Hi."), ("Hi.",))),
        json.loads(sentences.as_json(Link("down", reason="Cut."), ()))["state"],
    ),
    "json never holds a token": lambda: sentences.as_json(
        m.Welcome(name="ana", token="secret", server="s", games=(), seated=()), ()
    ),
}

test_said = golden_test(__name__, SAID)
