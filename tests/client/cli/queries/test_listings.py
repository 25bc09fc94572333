"""What `parlour tables`, `devices`, `levels`, `leaders` and `stats` ask a server for, and what they print."""

import json
from functools import partial

from msgspec.structs import replace

from client.cli.queries.listings import devices, leaders, levels, stats, tables
from client.state.fold import fold
from client.state.store import Store
from protocol import messages as m
from tests.support.builders.stores import LEADERS, RACE, SOLO, WAR, records, welcome
from tests.support.golden.sentences import for_each, golden_test

LOBBY = m.Lobby(
    open=(
        m.RoomListing(
            room="ABCD", game="war", options={"variant": "scouts"}, host="eva", players=("eva",), ratings=(), seats=2,
            serious=False, watch="anyone", clock=m.NO_CLOCK, progress="",
        ),
    ),
    live=(), people=(), ratings=(), bots=(), rooms=1, online=2, moves=0,
)  # fmt: skip
NONE = m.Leaders(ref=0, game="war", leaders=())
OF_STREETS = replace(LEADERS, game="streets")
DAY = m.Score(since=1_699_916_400, won=0, tied=0, lost=0)
PLAYED = records("streets", played=11, won=4, streak=2, longest=3)
DESK = m.Device(device=3, name="desk", added=1_700_000_000, seen=1_700_086_400, here=True, phrase=False)
DEVICES = m.Devices(devices=(DESK,))
REFUSED = m.Refused(code="unavailable", text="No.", about="rank", ref=0, room=None, retry_after_s=None)


def told(follow, *events, games=(WAR, SOLO), as_json=False, **asked):
    """What follows from the last of a server's events; from the first, its welcome, where no others are given."""
    store = Store()
    for event in (welcome(*games), *events):
        store = fold(store, event, 0.0)
        follows = follow(event, store, json=as_json, **asked)
    return follows


def told_in_json(*told_of, **asked):
    return [json.loads(line) for line in told(*told_of, as_json=True, **asked).text.splitlines()]


led = partial(told, leaders)
played = partial(told, partial(stats, since=1_699_916_400))


def test_of_a_levels_listing_json_has_a_line_a_level_and_of_stats_a_line_a_game_and_the_day():
    facts = told_in_json(levels, games=(WAR, RACE), game="war")
    assert facts[0] == {"game": "war", "level": "flipper", "about": "Plays the flipper way."}
    *games, day = told_in_json(partial(stats, since=DAY.since), records("war"), PLAYED, DAY, game="")
    assert [(line["game"], line["played"]) for line in games] == [("war", 0), ("streets", 11)]
    assert day == {"type": "reckoning", "since": DAY.since, "won": 0, "tied": 0, "lost": 0}


SAID = {
    "the machines are listed": lambda: told(devices, DEVICES),
    "that the machines cannot be listed is said": lambda: told(devices, REFUSED),
    "who is welcome looks into the lobby": lambda: told(tables),
    "the tables are listed in sentences": lambda: told(tables, LOBBY),
    "json gives the lobby as it is": lambda: told_in_json(tables, LOBBY)[0]["open"][0]["room"],
    "nothing else is of interest": lambda: for_each(
        lambda follow: follow(m.Notice(text="Hm.")), [partial(told, tables), partial(told, levels, game="")]
    ),
    "every game that computers play is listed with its levels": lambda: told(levels, games=(WAR, RACE), game=""),
    "a game that no computer plays is said to be one": lambda: for_each(
        lambda game: told(levels, games=(WAR, RACE), game=game), ["race", "chess"]
    ),
    "games in which somebody is rated are told of once all is known": lambda: (
        led(NONE, game=""),
        led(NONE, OF_STREETS, game="").text,
    ),
    "where nobody is rated it is said what is": lambda: (
        led(NONE, replace(NONE, game="streets"), game="").text,
        led(NONE, game="war"),
    ),
    "leaders of every game are asked for or of the one named": lambda: (led(game=""), led(game="war")),
    "leaders are told as json a line a game": lambda: [
        len(game["leaders"]) for game in told_in_json(leaders, NONE, OF_STREETS, game="")
    ],
    "statistics of every game are asked for or of the one named": lambda: for_each(
        lambda game: [each.game for each in played(game=game).commands if isinstance(each, m.GetStats)], ["", "war"]
    ),
    "without a game those that were played are told of": lambda: (
        played(PLAYED, game=""),
        played(DAY, records("war"), PLAYED, game=""),
    ),
    "who has played nothing is told so": lambda: played(records("war"), records("streets"), DAY, game=""),
    "the game that is asked about is told of in any case": lambda: played(records("war"), game="war"),
    "how today went is told after the games unless one is named": lambda: (
        played(records("war"), PLAYED, replace(DAY, won=3, lost=1), game="").text.splitlines()[-1],
        played(game="").commands[-1],
        [type(command).__name__ for command in played(game="war").commands],
    ),
    "a refusal is a failure": lambda: for_each(lambda ask: ask(REFUSED, game=""), [led, played]),
    "a server without games is a failure": lambda: played(games=(), game=""),
}

test_said = golden_test(__name__, SAID)
