"""Making rooms and finding them: given a lobby, when somebody asks, then it does this and looks so."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from client.commands.verb_table import VERBS
from client.linemode import vocabulary
from protocol import messages as m
from server.limits.settings import ServerLimits
from server.lobby import listing as lobby
from server.lobby.listing import CreateRoom, LobbyListing
from server.players.results.glicko2 import GlickoRating
from server.players.results.ratings import PlayerRating
from server.room import step as rooms
from server.room.inputs import Leave, Open, Resign, Sit
from server.room.match.occupants import Computer, OpenSeat, Person
from server.room.outputs import Refuse
from tests.support.builders.rooms import ANN, BEN, CLEO, DORA, NAMES, after, begun, opened, person, playing
from tests.support.processes.players import room_of

ENTROPY = bytes(range(32))


def asked(*seats: str, player: int = ANN, entropy: bytes = ENTROPY, guest=None, networks=None, **changes) -> CreateRoom:
    create = replace(room_of("war", *(seats or ("me", "open"))), **changes)
    return CreateRoom(player, NAMES[player], create, entropy, guest=guest, networks=networks or {})


def plan(given: LobbyListing, *seats: str, **changes) -> Open:
    planned = lobby.plan_room(given, asked(*seats, **changes))
    assert isinstance(planned, Open), planned
    return planned


def refused(given: LobbyListing, *seats: str, **changes) -> str:
    planned = lobby.plan_room(given, asked(*seats, **changes))
    assert isinstance(planned, Refuse), planned
    assert planned.text.endswith(".")
    return planned.code


def seek(given: LobbyListing, player: int = BEN, *games: str) -> str | None:
    return lobby.find_waiting_room(given, player, games or ("war",))


def with_rooms(*rooms, **limits) -> LobbyListing:
    given = LobbyListing(ServerLimits(**limits))
    for room in rooms:
        given = lobby.with_rooms(given, {room.setting.code: room})
    return given


def message(given, online=(), ranks=None):
    return lobby.lobby_message(given, dict(enumerate(online)), {}, ranks or {}, 0)


# Making a room.


def test_a_room_is_opened_as_it_was_asked_for():
    opened = plan(LobbyListing(), "open", "me", options={"variant": "scouts"}, listed=False)
    assert opened.chairs == (OpenSeat(), Person(ANN, "ann"))
    assert opened.options == {"variant": "scouts", "auto_flip_s": 10}
    assert (opened.game, opened.version, opened.listed) == ("war", 1, False)
    assert (opened.host, opened.seed) == ("ann", ENTROPY)


@pytest.mark.parametrize(
    ("choice", "value"),
    [("serious", True), ("serious", False), *[("watch", watch) for watch in get_args(m.Watching)]],
)
def test_what_its_maker_chooses_is_shown_to_who_chooses_a_table(choice, value):
    opened = plan(LobbyListing(), **{choice: value})
    (listing,) = message(with_rooms(rooms.begin(opened, 0.0).room)).open
    assert getattr(opened, choice) == getattr(listing, choice) == value


@pytest.mark.parametrize(("watch", "is_offered"), [("anyone", True), ("invited", False), ("nobody", False)])
def test_a_game_that_not_everybody_may_watch_is_not_offered_to_who_comes_by(watch, is_offered):
    told = message(with_rooms(playing(watch=watch)))
    assert len(told.live) == is_offered
    assert told.rooms == 1


def test_a_computer_can_be_asked_to_play():
    assert plan(LobbyListing(), "me", "computer:flipper").chairs[1] == Computer("flipper")


def test_a_code_is_four_letters_nobody_confuses():
    codes = [plan(LobbyListing(), entropy=bytes([n] * 32)).code for n in range(100)]
    assert all(len(code) == 4 and set(code) <= set("ABCDEFGHJKLMNPQRSTUVWXYZ") for code in codes)
    assert len(set(codes)) > 95


@pytest.mark.parametrize("is_reserved", [True, False], ids=["about to open", "not loaded yet"])
def test_no_two_rooms_have_one_code_even_before_the_first_is_open(is_reserved):
    empty = LobbyListing()
    first = plan(empty)
    given = lobby.with_reservation(empty, first, ANN) if is_reserved else lobby.with_rooms(empty, {first.code: first})
    assert plan(given).code != first.code
    assert lobby.with_rooms(given, {first.code: None}) == empty


def test_rooms_that_change_together_change_in_one_step():
    given = with_rooms(begun(code="AAAA"), begun(code="BBBB"))
    changed = {"BBBB": playing(code="BBBB"), "CCCC": begun(code="CCCC"), "AAAA": None, "DDDD": None}
    told = message(lobby.with_rooms(given, changed))
    assert ([each.room for each in told.open], [each.room for each in told.live]) == (["CCCC"], ["BBBB"])
    assert told.rooms == 2


def test_a_room_that_is_not_taken_up_yet_keeps_its_code_and_its_place_in_the_list_and_shows_nothing():
    given = lobby.with_rooms(LobbyListing(), {"AAAA": opened(code="AAAA"), "BBBB": begun(code="BBBB")})
    before = message(given)
    assert ([each.room for each in before.open], before.rooms) == (["BBBB"], 2)
    loaded = message(lobby.with_rooms(given, {"AAAA": begun(code="AAAA")}))
    assert [each.room for each in loaded.open] == ["AAAA", "BBBB"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "whist"}, "unknown-game"),
        ({"game": "war/../war"}, "unknown-game"),
        ({"options": {"variant": "patience"}}, "bad-options"),
        ({"options": {"auto_flip_s": -1}}, "bad-options"),
        ({"options": {"auto_flip_s": True}}, "bad-options"),
        ({"options": {"variant": "scouts", "deep": 3}}, "bad-options"),
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
def test_a_room_that_cannot_be_played_is_refused(changes, code):
    assert refused(LobbyListing(), **changes) == code


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"variant": "patience"}, "variant takes normal, suits or scouts, not 'patience'."),
        ({"auto_flip_s": 601}, "auto_flip_s takes a whole number from 0 to 600, not 601."),
        ({"deep": 3}, "This game has no option 'deep'; it has variant and auto_flip_s."),
    ],
)
def test_bad_options_are_refused_in_a_sentence_for_people(options, text):
    assert lobby.plan_room(LobbyListing(), asked("me", "open", options=options)) == Refuse("bad-options", text)


@pytest.mark.parametrize(("listed", "length"), [(True, 4), (False, 6)])
def test_who_can_come_by_the_code_alone_has_a_longer_one(listed, length):
    assert len(plan(LobbyListing(), listed=listed).code) == length


def test_no_code_is_a_word_that_players_type(monkeypatch):
    words = {*VERBS, *vocabulary.OWN_WORDS, *vocabulary.SHORT, *vocabulary.YES_OR_NO}
    like_codes = {
        word.upper() for word in words if len(word) in (4, 6) and set(word.upper()) <= set(lobby.CODE_LETTERS)
    }
    assert like_codes <= lobby.COMMANDS
    first, second = (plan(LobbyListing(), listed=True, entropy=bytes([n] * 32)).code for n in (1, 2))
    monkeypatch.setattr(lobby, "COMMANDS", {first})
    assert plan(LobbyListing(), listed=True, entropy=bytes([1] * 32)).code not in (first, second)


def test_a_lobby_takes_so_many_rooms():
    assert refused(with_rooms(begun(), rooms=1), player=BEN) == "too-many"


def test_a_player_has_so_many_rooms():
    given = with_rooms(begun(code="AAAA"), playing(code="BBBB"), rooms_per_player=2)
    assert refused(given, player=ANN) == "too-many"
    assert plan(given, player=BEN)


def test_rooms_not_open_yet_count_too():
    given = with_rooms(rooms_per_player=1)
    assert refused(lobby.with_reservation(given, plan(given), ANN)) == "too-many"


def test_the_players_of_one_address_have_so_many_rooms_together():
    here, elsewhere = {"192.0.2.7": 1}, {"192.0.2.8": 1}
    given = with_rooms(begun(code="AAAA"), rooms_per_address=1)
    assert plan(given, networks=here), "it is not known where the first was made"
    reserved = lobby.with_reservation(given, plan(given), ANN, here)
    for full in (reserved, lobby.with_rooms(reserved, {plan(given).code: playing(code=plan(given).code)})):
        assert refused(full, player=BEN, networks=here) == "too-many"
        assert plan(full, player=BEN, networks=elsewhere)
    over = lobby.with_rooms(reserved, {plan(given).code: after(playing(), Resign(ANN))})
    assert plan(over, player=BEN, networks=here)


def test_a_network_has_some_times_as_many_rooms_as_an_address_in_it():
    given, net = with_rooms(rooms_per_address=1), "2001:db8::/56"
    for number, code in enumerate(("AAAA", "BBBB")):
        near = {f"2001:db8:0:{number}::/64": 1, net: 2}
        given = lobby.with_reservation(given, replace(plan(given, networks=near), code=code), ANN + number, near)
    assert refused(given, player=CLEO, networks={"2001:db8:0:2::/64": 1, net: 2}) == "too-many"
    assert plan(given, player=CLEO, networks={"2001:db8:0:100::/64": 1, "2001:db8:0:100::/56": 2})


# Finding one.


def test_who_seeks_sits_down_where_somebody_has_waited_longest():
    assert seek(with_rooms(playing(code="AAAA"), begun(code="BBBB"), begun(code="CCCC"))) == "BBBB"


def test_of_several_games_that_would_do_the_one_that_has_waited_longest_is_found(climb):
    given = with_rooms(begun(code="AAAA"), begun(person(BEN), OpenSeat(), game="climb", code="BBBB"))
    assert seek(given, CLEO, "climb", "war") == "AAAA"


def test_who_seeks_is_not_sent_to_their_own_room():
    assert seek(with_rooms(begun()), ANN) is None


def test_a_guest_has_the_first_open_seat_of_a_room_that_is_made():
    made = plan(LobbyListing(), guest=Person(BEN, "ben", deals=True))
    assert made.chairs == (Person(ANN, "ann"), Person(BEN, "ben", deals=True))
    assert rooms.begin(made, 0.0).room.players() == (ANN, BEN)


def test_a_finished_table_with_a_place_is_found():
    room = after(playing(), Resign(ANN), Leave(ANN))
    assert seek(with_rooms(room), player=CLEO) == "KQFM"


# Other numbers of seats than two.


@pytest.mark.parametrize("others", [(), ("open",), ("computer:plodder", "open"), ("open",) * 3])
def test_a_room_has_as_many_seats_as_the_game_allows(climb, others):
    assert len(plan(LobbyListing(), "me", *others, game="climb").chairs) == 1 + len(others)


def test_more_seats_than_the_game_has_are_refused(climb):
    assert refused(LobbyListing(), "me", *["open"] * 4, game="climb") == "bad-options"


def climbing_two_of_three():
    return after(begun(person(ANN), person(BEN), person(CLEO), game="climb"), Leave(BEN))


@pytest.mark.parametrize(
    ("room", "waiting", "played"),
    [
        pytest.param(lambda: after(begun(), Sit(BEN, "ben")), [], [("ann", "ben")], id="played once it is full"),
        pytest.param(lambda: after(playing(), Resign(ANN)), [], [], id="full after its game in neither"),
        pytest.param(lambda: begun(person(ANN), game="climb"), [], [("ann",)], id="played by one alone"),
        pytest.param(lambda: after(begun(person(ANN), game="climb"), Resign(ANN)), [], [], id="over in neither"),
        pytest.param(climbing_two_of_three, [], [("ann", "cleo")], id="played though a seat was left"),
        pytest.param(
            lambda: after(climbing_two_of_three(), Resign(CLEO)), [("ann", "cleo")], [], id="waiting after that game"
        ),
    ],
)
def test_a_room_is_listed_as(climb, room, waiting, played):
    given = with_rooms(room())
    told = message(given)
    assert [listing.players for listing in told.open] == waiting
    assert [listing.players for listing in told.live] == played
    assert told.rooms == 1
    assert seek(given, DORA, "war", "climb") == ("KQFM" if waiting else None)


# What it tells.


def test_a_waiting_room_is_listed_with_what_it_plays():
    (listing,) = message(with_rooms(begun(variant="suits"))).open
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


def test_the_longest_waiting_and_the_newest_played_come_first():
    waiting = [begun(code=f"WA{a}{b}") for a in "ABCDEFGH" for b in "ABCDEFGH"]
    played = [playing(code=f"PL{a}{b}") for a in "ABCDEFGH" for b in "ABCDEFGH"]
    told = message(with_rooms(*waiting, *played), "abcdefghi")
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
    known = with_rooms(room)
    told = message(known)
    assert (told.open, told.live, told.rooms) == ((), (), 1)
    assert seek(known, CLEO) is None


# How well people play.


def test_beside_each_who_sits_there_stands_how_well_they_play_the_game_of_the_line(climb):
    ranks = {ANN: {"climb": PlayerRating(GlickoRating(1490.2, 80.0)), "war": PlayerRating(GlickoRating(1700.0, 60.0))}}
    room = after(begun(person(ANN), OpenSeat(), OpenSeat(), game="climb"), Sit(BEN, "ben"))
    (listing,) = message(with_rooms(room), ranks=ranks).open
    assert listing.players == ("ann", "ben")
    assert listing.ratings == (m.RatingBadge(game="climb", rating=1490, provisional=False), None)


def test_a_computer_has_its_place_among_the_ratings_of_a_game_that_is_played():
    ranks = {ANN: {"war": PlayerRating(GlickoRating(1490.2, 290.0))}}
    (listing,) = message(with_rooms(begun(Computer("flipper"), person(ANN))), ranks=ranks).live
    assert listing.players == ("computer flipper", "ann")
    assert listing.ratings == (None, m.RatingBadge(game="war", rating=1490, provisional=True))


def test_of_who_is_here_the_rating_is_told_that_is_known_best():
    ranks = {1: {"climb": PlayerRating(GlickoRating(1490.2, 80.0)), "war": PlayerRating(GlickoRating(1700.0, 200.0))}}
    told = message(LobbyListing(), ("ann", "ben"), ranks)
    assert told.people == ("ann", "ben")
    assert told.ratings == (None, m.RatingBadge(game="climb", rating=1490, provisional=False))


def test_of_many_who_are_here_as_many_ratings_are_told_as_names():
    told = message(LobbyListing(), tuple(map(str, range(60))))
    assert (len(told.people), len(told.ratings), told.online) == (50, 50, 60)


def test_how_far_a_game_is_stands_in_its_line_from_when_it_begins():
    told = message(with_rooms(begun(), playing(code="LIVE")))
    assert ([each.progress for each in told.open], [each.progress for each in told.live]) == ([""], ["0-0"])


def test_once_it_was_looked_at_it_stands_there_as_it_is_by_then():
    given = with_rooms(playing(code="LIVE"), playing(code="LIFE"))
    moved = lobby.with_progress(given, {"LIVE": "14-11", "LIFE": None, "GONE": "1-1"})
    assert {each.room: each.progress for each in message(moved).live} == {"LIVE": "14-11", "LIFE": "0-0"}
    assert lobby.with_progress(moved, {"LIVE": "14-11"}) is moved


def test_the_games_that_are_looked_at_are_those_that_are_shown():
    hidden = (playing(code="SECR", listed=False), playing(code="INVI", watch="invited"), begun(code="OPEN"))
    many = [playing(code=f"AA{chr(65 + number // 26)}{chr(65 + number % 26)}") for number in range(60)]
    given = with_rooms(*hidden, *many)
    assert lobby.live_codes(given) == tuple(each.room for each in message(given).live)
    assert len(lobby.live_codes(given)) == lobby.MAX_LISTED


def test_programs_that_are_here_are_told_by_name():
    bots = {BEN: "greedy", CLEO: "mcts"}
    assert lobby.lobby_message(LobbyListing(), {ANN: "ann", **bots}, bots, {}, 0).bots == ("greedy", "mcts")
    crowd = dict(enumerate(map(str, range(60))))
    assert len(lobby.lobby_message(LobbyListing(), crowd, crowd, {}, 0).bots) == lobby.MAX_LISTED


def test_how_many_moves_were_made_is_passed_on():
    assert lobby.lobby_message(LobbyListing(), {}, {}, {}, 212).moves == 212


def test_a_room_whose_code_is_taken_elsewhere_gets_its_next_with_all_that_was_reserved() -> None:
    first = plan(LobbyListing())
    given = lobby.with_reservation(LobbyListing(), first, ANN, ["1.2.3.4"])
    given, second = lobby.with_next_code(given, first)
    given, third = lobby.with_next_code(given, second)
    assert len({first.code, second.code, third.code}) == 3
    assert replace(third, code=first.code) == first
    assert given.entries.keys() == {third.code}
    assert (given.entries[third.code].people, given.entries[third.code].networks) == ((ANN,), ("1.2.3.4",))


def test_a_room_of_another_node_stays_listed_under_the_code_that_both_wanted() -> None:
    first = plan(LobbyListing())
    theirs = begun(person(BEN), OpenSeat(), code=first.code)
    given, second = lobby.with_next_code(with_rooms(theirs), first)
    assert given.entries.keys() == {first.code, second.code}
    assert given.entries[first.code].people == (BEN,)
