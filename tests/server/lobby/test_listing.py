"""Making rooms and finding them: given a lobby, when somebody asks, then it does this and looks so."""

from __future__ import annotations

from typing import get_args

import pytest

from protocol import messages as m
from server.lobby import listing as lobby
from server.lobby.listing import CreateRoom, LobbyListing, OpenRoom, ProgressChanged, RoomsChanged, ServerLimits
from server.players.results.glicko2 import GlickoRating
from server.players.results.ratings import PlayerRating
from server.room import step as rooms
from server.room.inputs import Leave, Resign, Sit
from server.room.match.occupants import Computer, OpenSeat, Person
from server.room.outputs import Refuse
from tests.support.builders.rooms import ANN, BEN, CLEO, CODE, NAMES, after, begun, opened, person, playing

ENTROPY = bytes(range(32))
ROOMY = ServerLimits()
ONLINE = tuple("abcdefghi")


def create(*seats: str, **changes) -> m.Create:
    fields = {
        "ref": 1,
        "game": "war",
        "options": {},
        "seats": seats or ("me", "open"),
        "listed": True,
        "serious": False,
        "watch": "anyone",
        "clock": m.NO_CLOCK,
    }
    return m.Create(**{**fields, **changes})


def make(given: LobbyListing, *seats: str, player: int = ANN, entropy: bytes = ENTROPY, **changes) -> lobby.LobbyStep:
    return lobby.step(given, CreateRoom(player, NAMES[player], create(*seats, **changes), entropy))


def seek(given: LobbyListing, player: int = BEN, *games: str) -> str | None:
    return lobby.find_waiting_room(given, player, games or ("war",))


def with_rooms(*rooms, limits: ServerLimits = ROOMY) -> LobbyListing:
    given = LobbyListing(limits)
    for room in rooms:
        given = lobby.step(given, RoomsChanged({room.setting.code: room})).lobby
    return given


def refused(result: lobby.LobbyStep) -> str:
    assert isinstance(result.output, Refuse), result.output
    assert result.output.text.endswith(".")
    return result.output.code


# Making a room.


def test_a_room_is_opened_as_it_was_asked_for():
    output = make(LobbyListing(), "open", "me", options={"variant": "scouts"}, listed=False).output
    assert isinstance(output, OpenRoom)
    assert output.opened.chairs == (OpenSeat(), Person(ANN, "ann"))
    assert output.opened.options == {"variant": "scouts", "auto_flip_s": 10}
    assert (output.opened.game, output.opened.version, output.opened.listed) == ("war", 1, False)
    assert output.opened.host == "ann"
    assert output.opened.seed == ENTROPY


@pytest.mark.parametrize("serious", [True, False])
def test_whether_a_table_is_serious_is_its_makers_choice_and_shown_to_who_chooses_a_table(serious):
    output = make(LobbyListing(), serious=serious).output
    assert isinstance(output, OpenRoom)
    assert output.opened.serious is serious
    (listing,) = message(with_rooms(rooms.begin(output.opened, 0.0).room), ONLINE[:1]).open
    assert listing.serious is serious


@pytest.mark.parametrize("watch", get_args(m.Watching))
def test_who_may_watch_is_its_makers_choice_and_shown_to_who_chooses_a_table(watch):
    output = make(LobbyListing(), watch=watch).output
    assert isinstance(output, OpenRoom)
    (listing,) = message(with_rooms(rooms.begin(output.opened, 0.0).room), ONLINE[:1]).open
    assert listing.watch == watch


@pytest.mark.parametrize(("watch", "is_offered"), [("anyone", True), ("invited", False), ("nobody", False)])
def test_a_game_that_not_everybody_may_watch_is_not_offered_to_who_comes_by(watch, is_offered):
    told = message(with_rooms(playing(watch=watch)), ONLINE[:2])
    assert len(told.live) == is_offered
    assert told.rooms == 1


def test_a_computer_can_be_asked_to_play():
    output = make(LobbyListing(), "me", "computer:flipper").output
    assert isinstance(output, OpenRoom)
    assert output.opened.chairs[1] == Computer("flipper")


def test_a_code_is_four_letters_nobody_confuses():
    codes = [make(LobbyListing(), entropy=bytes([n] * 32)).output.opened.code for n in range(100)]
    assert all(len(code) == 4 and set(code) <= set("ABCDEFGHJKLMNPQRSTUVWXYZ") for code in codes)
    assert len(set(codes)) > 95


def test_no_two_rooms_have_one_code_even_before_the_first_is_open():
    first = make(LobbyListing())
    second = make(first.lobby)
    assert first.output.opened.code != second.output.opened.code


def test_a_room_that_could_not_be_opened_is_forgotten():
    made = make(LobbyListing())
    assert lobby.step(made.lobby, RoomsChanged({made.output.opened.code: None})).lobby.entries == {}


def test_rooms_that_change_together_change_in_one_step():
    given = with_rooms(begun(code="AAAA"), begun(code="BBBB"))
    changed = RoomsChanged({"BBBB": playing(code="BBBB"), "CCCC": begun(code="CCCC"), "AAAA": None, "DDDD": None})
    told = message(lobby.step(given, changed).lobby, ())
    assert ([each.room for each in told.open], [each.room for each in told.live]) == (["CCCC"], ["BBBB"])
    assert told.rooms == 2


def test_a_room_that_is_not_taken_up_yet_keeps_its_code_and_its_place_in_the_list_and_shows_nothing():
    first, second = begun(code="AAAA"), begun(code="BBBB")
    given = lobby.step(LobbyListing(), RoomsChanged({"AAAA": opened(code="AAAA")})).lobby
    given = lobby.step(given, RoomsChanged({"BBBB": second})).lobby
    before = message(given, ())
    assert ([each.room for each in before.open], before.rooms) == (["BBBB"], 2)
    after_that = message(lobby.step(given, RoomsChanged({"AAAA": first})).lobby, ())
    assert [each.room for each in after_that.open] == ["AAAA", "BBBB"]


def test_no_new_room_gets_the_code_of_one_that_is_not_taken_up_yet():
    code = make(LobbyListing()).output.opened.code
    given = lobby.step(LobbyListing(), RoomsChanged({code: opened(code=code)})).lobby
    assert make(given).output.opened.code != code


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "whist"}, "unknown-game"),
        ({"game": "war/../war"}, "unknown-game"),
        ({"options": {"variant": "patience"}}, "bad-options"),
        ({"options": {"auto_flip_s": -1}}, "bad-options"),
        ({"options": {"auto_flip_s": True}}, "bad-options"),
        ({"seats": ("me",)}, "bad-options"),
        ({"seats": ("me", "open", "open")}, "bad-options"),
        ({"seats": ("open", "open")}, "bad-options"),
        ({"seats": ("me", "me")}, "bad-options"),
        ({"seats": ("me", "you")}, "bad-options"),
        ({"seats": ("me", "me:ann")}, "bad-options"),
        ({"seats": ("me", "computer")}, "bad-options"),
        ({"seats": ("me", "computer:grandmaster")}, "bad-options"),
    ],
)
def test_a_room_that_cannot_be_played_is_refused_and_nothing_changes(changes, code):
    result = make(LobbyListing(), **changes)
    assert refused(result) == code
    assert result.lobby == LobbyListing()


def test_a_lobby_takes_so_many_rooms():
    assert refused(make(with_rooms(begun(), limits=ServerLimits(rooms=1)), player=BEN)) == "too-many"


def test_a_player_has_so_many_rooms():
    given = with_rooms(begun(code="AAAA"), playing(code="BBBB"), limits=ServerLimits(rooms_per_player=2))
    assert refused(make(given, player=ANN)) == "too-many"
    assert isinstance(make(given, player=BEN).output, OpenRoom)


def test_rooms_not_open_yet_count_too():
    given = LobbyListing(ServerLimits(rooms_per_player=1))
    assert refused(make(make(given).lobby)) == "too-many"


# Finding one.


def test_who_seeks_sits_down_where_somebody_has_waited_longest():
    assert seek(with_rooms(playing(code="AAAA"), begun(code="BBBB"), begun(code="CCCC"))) == "BBBB"


def test_of_several_games_that_would_do_the_one_that_has_waited_longest_is_found(climb):
    given = with_rooms(begun(code="AAAA"), begun(person(BEN), OpenSeat(), game="climb", code="BBBB"))
    assert seek(given, CLEO, "climb", "war") == "AAAA"


def test_where_nobody_waits_nothing_is_found():
    assert seek(with_rooms(playing())) is None


def test_who_seeks_is_not_sent_to_their_own_room():
    assert seek(with_rooms(begun()), ANN) is None


def test_a_guest_has_the_first_open_seat_of_a_room_that_is_made():
    asked = CreateRoom(ANN, "ann", create("me", "open"), ENTROPY, guest=Person(BEN, "ben", deals=True))
    output = lobby.step(LobbyListing(), asked).output
    assert isinstance(output, OpenRoom)
    assert output.opened.chairs == (Person(ANN, "ann"), Person(BEN, "ben", deals=True))
    assert rooms.begin(output.opened, 0.0).room.players() == (ANN, BEN)


def test_a_finished_table_with_a_place_is_found():
    room = after(playing(), Resign(ANN), Leave(ANN))
    assert seek(with_rooms(room), player=CLEO) == "KQFM"


# Other numbers of seats than two.


@pytest.mark.parametrize("others", [(), ("open",), ("computer:plodder", "open"), ("open",) * 3])
def test_a_room_has_as_many_seats_as_the_game_allows(climb, others):
    output = make(LobbyListing(), "me", *others, game="climb").output
    assert len(output.opened.chairs) == 1 + len(others)


def test_more_seats_than_the_game_has_are_refused(climb):
    result = make(LobbyListing(), "me", *["open"] * 4, game="climb")
    assert refused(result) == "bad-options"


def test_who_plays_alone_is_listed_among_the_played_and_never_among_the_waiting(climb):
    told = message(with_rooms(begun(person(ANN), game="climb")), ONLINE[:1])
    assert told.open == ()
    assert [(listing.players, listing.seats) for listing in told.live] == [(("ann",), 1)]
    over = message(with_rooms(after(begun(person(ANN), game="climb"), Resign(ANN))), ONLINE[:1])
    assert (over.open, over.live) == ((), ())


def test_a_seat_that_was_left_during_a_game_is_to_be_taken_only_after_it(climb):
    room = after(begun(person(ANN), person(BEN), person(CLEO), game="climb"), Leave(BEN))
    told = message(with_rooms(room), ONLINE[:2])
    assert told.open == ()
    assert [(listing.players, listing.seats) for listing in told.live] == [(("ann", "cleo"), 3)]
    assert seek(with_rooms(room), BEN, "climb") is None
    over = after(room, Resign(CLEO))
    assert seek(with_rooms(over), BEN, "climb") == "KQFM"


# What it tells.


def message(given, online, ranks=None):
    return lobby.lobby_message(given, dict(enumerate(online)), {}, ranks or {}, 0)


def test_a_waiting_room_is_listed_with_what_it_plays():
    (listing,) = message(with_rooms(begun(variant="suits")), ONLINE[:3]).open
    assert listing == m.RoomListing(
        room="KQFM",
        game="war",
        options={"variant": "suits", "auto_flip_s": 10},
        host="ann",
        players=("ann",),
        ratings=(None,),
        seats=2,
        serious=False,
        watch="anyone",
        clock=m.NO_CLOCK,
        progress="",
    )


def test_a_room_moves_from_the_waiting_to_the_played_when_it_fills():
    room = begun()
    given = with_rooms(room, after(room, Sit(BEN, "ben")))
    told = message(given, ONLINE[:2])
    assert told.open == ()
    assert [listing.players for listing in told.live] == [("ann", "ben")]


def test_a_full_table_after_its_game_is_neither_waiting_nor_played():
    told = message(with_rooms(after(playing(), Resign(ANN))), ONLINE[:2])
    assert (told.open, told.live, told.rooms) == ((), (), 1)


def test_the_longest_waiting_and_the_newest_played_come_first():
    waiting = [begun(code=f"WA{a}{b}") for a in "ABCDEFGH" for b in "ABCDEFGH"]
    played = [playing(code=f"PL{a}{b}") for a in "ABCDEFGH" for b in "ABCDEFGH"]
    told = message(with_rooms(*waiting, *played), ONLINE[:9])
    assert [listing.room for listing in told.open] == [room.setting.code for room in waiting[:50]]
    assert [listing.room for listing in told.live] == [room.setting.code for room in played[:-51:-1]]
    assert (told.rooms, told.online) == (128, 9)


def test_a_room_keeps_its_place_in_line_when_it_changes():
    first, second = begun(code="AAAA"), begun(code="BBBB")
    again = after(first, Sit(BEN, "ben"), Resign(BEN), Leave(BEN))
    assert seek(with_rooms(first, second, again), player=CLEO) == "AAAA"


# Private rooms.


@pytest.mark.parametrize("phase", ["waiting", "playing", "over"])
def test_of_a_private_room_the_lobby_says_nothing_and_seats_nobody_there(phase):
    room = begun(person(ANN), OpenSeat(), listed=False) if phase == "waiting" else playing(listed=False)
    room = after(room, Resign(ANN)) if phase == "over" else room
    known = lobby.step(lobby.LobbyListing(), lobby.RoomsChanged({CODE: room})).lobby
    told = message(known, ONLINE[:2])
    assert (told.open, told.live, told.rooms) == ((), (), 1)
    assert seek(known, CLEO) is None


# How well people play.


def test_beside_each_who_sits_there_stands_how_well_they_play_the_game_of_the_line(climb):
    ranks = {ANN: {"climb": PlayerRating(GlickoRating(1490.2, 80.0)), "war": PlayerRating(GlickoRating(1700.0, 60.0))}}
    room = after(begun(person(ANN), OpenSeat(), OpenSeat(), game="climb"), Sit(BEN, "ben"))
    (listing,) = message(with_rooms(room), (), ranks).open
    assert listing.players == ("ann", "ben")
    assert listing.ratings == (m.RatingBadge(game="climb", rating=1490, provisional=False), None)


def test_a_computer_has_its_place_among_the_ratings_of_a_game_that_is_played():
    ranks = {ANN: {"war": PlayerRating(GlickoRating(1490.2, 290.0))}}
    (listing,) = message(with_rooms(begun(Computer("flipper"), person(ANN))), (), ranks).live
    assert listing.players == ("computer flipper", "ann")
    assert listing.ratings == (None, m.RatingBadge(game="war", rating=1490, provisional=True))


def test_of_who_is_here_the_rating_is_told_that_is_known_best():
    ranks = {1: {"climb": PlayerRating(GlickoRating(1490.2, 80.0)), "war": PlayerRating(GlickoRating(1700.0, 200.0))}}
    told = message(lobby.LobbyListing(), ("ann", "ben"), ranks)
    assert told.people == ("ann", "ben")
    assert told.ratings == (None, m.RatingBadge(game="climb", rating=1490, provisional=False))


def test_of_many_who_are_here_as_many_ratings_are_told_as_names():
    told = message(lobby.LobbyListing(), tuple(map(str, range(60))))
    assert (len(told.people), len(told.ratings), told.online) == (50, 50, 60)


def test_how_far_a_game_is_stands_in_its_line_from_when_it_begins():
    told = message(with_rooms(begun(), playing(code="LIVE")), ONLINE[:2])
    assert ([each.progress for each in told.open], [each.progress for each in told.live]) == ([""], ["0-0"])


def test_once_it_was_looked_at_it_stands_there_as_it_is_by_then():
    given = with_rooms(playing(code="LIVE"), playing(code="LIFE"))
    moved = lobby.step(given, ProgressChanged({"LIVE": "14-11", "LIFE": None, "GONE": "1-1"})).lobby
    assert {each.room: each.progress for each in message(moved, ()).live} == {"LIVE": "14-11", "LIFE": "0-0"}
    assert lobby.step(moved, ProgressChanged({"LIVE": "14-11"})).lobby is moved


def test_the_games_that_are_looked_at_are_those_that_are_shown():
    hidden = (playing(code="SECR", listed=False), playing(code="INVI", watch="invited"), begun(code="OPEN"))
    many = [playing(code=f"AA{chr(65 + number // 26)}{chr(65 + number % 26)}") for number in range(60)]
    given = with_rooms(*hidden, *many)
    assert lobby.live_codes(given) == tuple(each.room for each in message(given, ()).live)
    assert len(lobby.live_codes(given)) == lobby.MAX_LISTED


def test_programs_that_are_here_are_told_by_name():
    bots = {BEN: "greedy", CLEO: "mcts"}
    assert lobby.lobby_message(lobby.LobbyListing(), {ANN: "ann", **bots}, bots, {}, 0).bots == ("greedy", "mcts")
    crowd = dict(enumerate(map(str, range(60))))
    assert len(lobby.lobby_message(lobby.LobbyListing(), crowd, crowd, {}, 0).bots) == lobby.MAX_LISTED


def test_how_many_moves_were_made_is_passed_on():
    assert lobby.lobby_message(lobby.LobbyListing(), {}, {}, {}, 212).moves == 212
