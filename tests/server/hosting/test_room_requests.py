"""What players ask of a room: each is done or refused, and whoever guesses codes finds none."""

from __future__ import annotations

from protocol import messages as m
from server.hosting.inbox import INBOX_MAX, QueuedInput
from server.limits.settings import ServerLimits
from server.players.sessions.routing import Request
from server.room.inputs import Leave, Play, Resign, Sit
from server.room.match.occupants import OpenSeat
from tests.support.builders.rooms import ANN, BEN, CLEO, CODE, DORA, opened, person
from tests.support.fakes.running_rooms import World
from tests.support.fakes.visitors import Visitor

BOTH = (person(ANN), person(BEN))


# Asking rooms.


async def test_a_room_that_is_not_there_refuses_everything(here):
    ann = here.visitor(ANN)
    for event in (Play(ANN, 1, 0, "flip"), Sit(ANN, "ann"), Leave(ANN), Resign(ANN)):
        here.ask(ann, event, code="ZZZZ")
    here.watch(ann, "ZZZZ", ref=3)
    assert [event.code for event in ann.heard] == ["unknown-room"] * 5
    assert ann.heard[-1] == m.Refused(
        code="unknown-room", text="There's no table ZZZZ.", about="watch", ref=3, room="ZZZZ", retry_after_s=None
    )


async def test_a_code_that_is_none_is_not_repeated_as_it_stands(here):
    ann = here.visitor(ANN)
    here.ask(ann, Resign(ANN), code="\x1b[2J")
    assert ann.heard[0].text == r"There's no table \x1b[2J."


async def test_a_room_with_too_much_to_do_says_so_and_goes_on(here, pair):
    ann, _ = pair
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    for _ in range(INBOX_MAX + 3):
        here.ask(ann, Sit(ANN, "ann"))
    refused = [event for event in ann.heard if isinstance(event, m.Refused)]
    assert [(event.code, event.retry_after_s) for event in refused] == [("too-many", 1.0)] * 3
    here.journal.release()
    assert (await here.flip(ann, 0)).seq == 2


def join(here: World, visitor: Visitor, games: tuple[str, ...] | None) -> None:
    """A visitor whose client can show these games asks for a seat."""
    command = m.Join(ref=7, room=CODE, games=games)
    here.host.submit(CODE, QueuedInput(Sit(visitor.player, visitor.name), Request(visitor, command, CODE)))


async def test_nobody_is_seated_at_a_game_that_their_client_cannot_show(here):
    ann, ben = here.visitor(ANN), here.visitor(BEN)
    here.make(ann, opened(), ref=5)
    await ann.next(m.Entered)
    for games in ((), ("blocky", "tower_blaster")):
        join(here, ben, games)
        assert (await ben.next(m.Refused)).code == "unknown-game"
        assert (here.host.seats_of(BEN), ben.following) == ((), set())
    join(here, ben, ("blocky", "war"))
    assert (await ben.next(m.Entered)).seat == 1


# Following.


async def test_a_watcher_sees_the_room_and_is_counted(here, pair):
    ann, _ = pair
    cleo = here.watcher(CLEO)
    assert cleo.heard[0] == m.Entered(ref=3, room=CODE, seat=None)
    assert cleo.tables[0].seat is None
    assert (await ann.next(m.Presence, lambda event: event.watchers == 1)).present == (True, True)
    await here.flip(ann, 0)
    assert (await cleo.table(seq=2)).view["flipped"] == [True, False]


async def test_who_watches_the_room_they_have_a_seat_in_sees_it_from_there(here, pair):
    _, ben = pair
    here.watch(ben, CODE, ref=9)
    assert await ben.next(m.Entered, lambda event: event.ref == 9) == m.Entered(ref=9, room=CODE, seat=1)
    assert (await ben.table()).seat == 1


async def test_who_has_no_seat_at_a_table_that_nobody_may_watch_is_told_so_and_sees_nothing(here):
    ann, cleo = here.visitor(ANN), here.visitor(CLEO)
    here.make(ann, opened(watch="nobody"), ref=5)
    await ann.table()
    here.watch(cleo, CODE, ref=9)
    refused = await cleo.next(m.Refused)
    assert (refused.code, refused.about, refused.ref) == ("not-seated", "watch", 9)
    assert cleo.tables == []
    assert cleo.following == set()


async def test_a_room_that_is_just_put_away_can_be_watched_no_more(here, pair):
    ann, ben = pair
    here.ask(ann, Leave(ANN))
    await ben.table(phase="over")
    await here.store(ben, Leave(BEN))
    here.journal.release()
    here.journal.hold()  # what waited goes on, and the room is put away no further than this
    await ben.next(m.Left)
    await here.until_idle()
    cleo = here.watcher(CLEO)
    assert (await cleo.next(m.Refused)).code == "unknown-room"
    assert cleo.following == set()


async def test_a_watcher_who_leaves_is_told_so_and_changes_nothing(here, pair):
    ann, _ = pair
    cleo = here.watcher(CLEO)
    here.ask(cleo, Leave(CLEO))
    assert await cleo.next(m.Left) == m.Left(room=CODE, reason=f"You stopped watching table {CODE}.")
    seen = len(cleo.heard)
    assert (await here.flip(ann, 0)).seq == 2
    assert len(cleo.heard) == seen
    assert cleo.following == set()


async def test_who_neither_sits_nor_watches_cannot_leave(here, pair):
    cleo = here.visitor(CLEO)
    here.ask(cleo, Leave(CLEO))
    assert (await cleo.next(m.Refused)).code == "not-seated"


async def test_everyone_learns_who_is_gone_and_who_is_back(here, pair):
    ann, ben = pair
    here.host.disconnect(ben)
    assert (await ann.next(m.Presence, lambda event: event.present == (True, False))).watchers == 0
    assert here.host.seats_of(BEN) == (CODE,)
    again = here.visitor(BEN)
    assert (await ann.next(m.Presence, lambda event: event.present == (True, True))).watchers == 0
    assert again.tables[0].seat == 1


async def test_who_comes_back_sees_every_room_they_have_a_seat_in_as_it_is(here):
    ann, ben = await here.between(ANN, BEN, code="AAAA")
    await here.open(opened(code="BBBB"))
    here.host.disconnect(ann)
    await here.flip(ben, 0, code="AAAA")
    again = here.visitor(ANN)
    assert [(table.room, table.seq) for table in again.tables] == [("AAAA", 2), ("BBBB", 1)]
    assert again.following == {"AAAA", "BBBB"}


async def test_an_old_connection_that_ends_late_takes_nothing_from_the_new_one(here, pair):
    ann, ben = pair
    again = here.visitor(BEN)
    here.host.disconnect(ben)
    await here.flip(ann, 0)
    assert (await again.table(seq=2)).seat == 1


# Codes that are guessed.


async def test_who_tries_many_codes_finds_no_table_that_is_not_listed_and_loses_none_of_their_own(here):
    here.house.limits = ServerLimits(misses_per_s=0.1)
    ann = await here.open(opened(*BOTH, listed=False, code="SECRET", auto_flip_s=0))
    await here.open(opened(person(CLEO), OpenSeat(), code="OPEN"))
    await here.until_idle()
    eve = here.visitor(DORA)
    eve.address_usage = ann.address_usage
    codes = [f"{first}{second}AA" for first in "QRSTU" for second in "ABCDE"]
    for code in codes:
        here.watch(eve, code, ref=3)
    refused = [event.code for event in eve.heard if isinstance(event, m.Refused)]
    assert refused == ["unknown-room"] * 20 + ["too-many"] * 5
    eve.heard.clear()
    here.watch(eve, "SECRET", ref=3)
    assert [(event.code, event.retry_after_s) for event in eve.heard] == [("too-many", 10.0)]
    here.watch(eve, "OPEN", ref=4)
    assert await eve.next(m.Entered) == m.Entered(ref=4, room="OPEN", seat=None)
    here.ask(ann, Play(ANN, 1, 0, "flip"), "SECRET")
    assert (await ann.table(room="SECRET", ply=1)).ply == 1
    here.disconnect(ann)
    again = here.visitor(ANN)
    again.address_usage = ann.address_usage
    assert (await again.table(room="SECRET")).ply == 1


async def test_a_code_that_is_guessed_by_asking_for_a_transcript_counts_as_well(here):
    here.house.limits = ServerLimits(misses_per_s=0.1)
    await here.open(opened(*BOTH, listed=False, code="SECRET", auto_flip_s=0))
    eve = here.visitor(DORA)
    for code in (*(f"{letter}AAA" for letter in "ABCDEFGHIJKLMNOPQRST"), "SECRET"):
        here.host.ask(code, Request(eve, m.GetTranscript(ref=3, room=code, number=1, after=0), code))
    assert [event.code for event in eve.heard] == ["unknown-room"] * 20 + ["too-many"]


async def test_who_has_tried_few_codes_finds_a_table_that_is_not_listed(here):
    await here.open(opened(*BOTH, listed=False, code="SECRET", auto_flip_s=0))
    eve = here.visitor(DORA)
    for code in ("SECRFT", "SECRST", "SECRET"):
        here.watch(eve, code, ref=3)
    assert await eve.next(m.Entered) == m.Entered(ref=3, room="SECRET", seat=None)
