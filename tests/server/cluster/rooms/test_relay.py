"""Commands for rooms of other nodes: to whom they are put, and what becomes of those that nobody has taken."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol import messages as m
from protocol.codec import encode
from server.cluster.messages import Answered, Arrived, Asked, Claimed, Frame, Message
from server.cluster.players import remote_session
from server.cluster.players.remote_session import RemoteSession
from server.cluster.rooms import held_commands, search
from server.cluster.rooms.directory import ClaimedRoom, Whereabouts
from server.cluster.rooms.held_commands import HELD_MAX, HeldCommands
from server.cluster.rooms.locations import RoomLocations
from server.cluster.rooms.relay import Relay
from server.cluster.rooms.search import RoomSearch
from server.cluster.rooms.taken_commands import TakenCommands
from server.hosting.inbox import BUSY, UNSURE, QueuedInput
from server.limits.settings import ServerLimits
from server.ops.tasks import Tasks
from server.players.sessions.client_session import ClientSession
from server.players.sessions.routing import Request, Session
from server.room.journal import Recalled
from server.room.outputs import Refuse

ME, OWNER, NEXT = 1, 2, 3
PLAY = m.Play(room="ABCD", number=1, ply=0, move="flip")
WATCH = m.Watch(ref=3, room="ABCD")
SAY = m.Say(room="ABCD", text="hello")


class Player(ClientSession):
    """Ann's session here, as far as commands need it; what she is told is kept."""

    __slots__ = ("told",)

    def __init__(self) -> None:
        self.signed_in = Session(7, "ann")
        self.told: list[m.Event] = []

    @property
    def player(self) -> int:
        return 7

    def tell(self, message: m.Event) -> None:
        self.told.append(message)


class Rooms:
    """A directory of one room whose owner a test sets, and the host of this node."""

    def __init__(self) -> None:
        self.owner: int | None = OWNER
        self.finds = 0
        self.adopted: list[str] = []
        self.refusal: Refuse | None = None

    async def find(self, codes: Collection[str]) -> dict[str, Whereabouts]:
        self.finds += 1
        await asyncio.sleep(0)
        return {code: Whereabouts("ABCD-1", self.owner) for code in codes}

    async def claim(self, rooms: Collection[str]) -> list[ClaimedRoom]:
        self.owner = ME
        return [ClaimedRoom(room, [], (None, [])) for room in rooms]

    def adopt(
        self, rooms: Mapping[str, list[bytes]], _at: float | None, _recalled: Mapping[str, Recalled]
    ) -> list[str]:
        self.adopted += rooms
        return ["ABCD"]

    def note_adopted(self, codes: Collection[str]) -> None:
        self.adopted += (f"shown {code}" for code in codes)

    def __contains__(self, _code: str) -> bool:
        return bool(self.adopted)

    def ask(self, code: str, request: Request[ClientSession]) -> None:
        self.adopted.append(f"asked of {code}")
        if isinstance(request.command, m.Watch):
            request.requester.tell(m.Entered(ref=request.ref, room=code, seat=None))

    def refuse_unknown(self, request: Request[ClientSession]) -> None:
        self.adopted.append(f"refused {request.room}")

    def submit(self, code: str, queued: QueuedInput) -> None:
        self.adopted.append(f"submitted to {code}")
        if self.refusal is not None:
            queued.refuse(self.refusal)


class Bench:
    """A relay, and what it has sent."""

    def __init__(self) -> None:
        self.rooms = Rooms()
        self.ann = Player()
        self.sent: list[tuple[int | None, Message]] = []
        self.known: dict[tuple[int, int], RemoteSession] = {}
        presence = SimpleNamespace(
            number=lambda _player: 5,
            own=lambda _player, number=5: self.ann if number == 5 else None,
            remote=lambda _node, player, number: self.known.get((player, number)),
        )
        self.commands = HeldCommands(self.send, presence)
        self.taken = TakenCommands(self.send, self.rooms, presence)
        locations = RoomLocations()
        looking = RoomSearch(ME, self.send, self.rooms, self.rooms, locations, self.commands, self.rooms, Tasks())
        self.relay = Relay(self.send, locations, self.commands, looking)

    def send(self, node: int | None, message: Message) -> None:
        self.sent.append((node, message))

    async def forward(self, command: m.Command) -> None:
        assert self.relay.forward(Request(self.ann, command, "ABCD"))
        await self.settle()

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    def take(self) -> list[tuple[int | None, Message]]:
        """What was sent since it was last taken."""
        sent, self.sent[:] = self.sent[:], []
        return sent

    def refusals(self) -> list[str]:
        return [event.code for event in self.ann.told if isinstance(event, m.Refused)]

    def texts(self) -> list[str]:
        return [event.text for event in self.ann.told if isinstance(event, m.Refused)]


@pytest.fixture
async def bench() -> Bench:
    return Bench()


async def test_a_command_is_put_to_the_owner_who_is_looked_for_once(bench: Bench) -> None:
    for _ in range(3):
        await bench.forward(PLAY)
    assert bench.sent == [(OWNER, Asked(id_, 7, 5, "ABCD", encode(PLAY))) for id_ in (1, 2, 3)]
    assert bench.rooms.finds == 1


async def test_what_the_owner_may_not_have_stored_when_it_goes_is_put_to_the_next(bench: Bench) -> None:
    await bench.forward(PLAY)
    await bench.forward(PLAY)
    bench.relay.hear_answered(OWNER, Answered(1, is_taken=True))
    bench.rooms.owner = NEXT
    bench.relay.forget_node(OWNER)
    await bench.settle()
    assert bench.sent[2:] == [(NEXT, Asked(id_, 7, 5, "ABCD", encode(PLAY))) for id_ in (3, 4)]


async def test_what_could_be_done_twice_is_refused_instead(bench: Bench) -> None:
    await bench.forward(SAY)
    bench.relay.forget_node(OWNER)
    assert bench.refusals() == ["unavailable"]


async def test_of_what_its_owner_has_taken_but_may_not_have_stored_nobody_is_left_without_a_word(bench: Bench) -> None:
    await bench.forward(SAY)
    bench.relay.hear_answered(OWNER, Answered(1, is_taken=True))
    assert bench.refusals() == []
    bench.relay.forget_node(OWNER)
    assert bench.texts() == [UNSURE.text]


async def test_of_what_its_owner_has_long_taken_nothing_is_said(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    await bench.forward(SAY)
    bench.relay.hear_answered(OWNER, Answered(1, is_taken=True))
    monkeypatch.setattr(held_commands, "HELD_S", -1.0)
    bench.relay.forget_node(OWNER)
    assert bench.refusals() == []


async def test_a_move_that_its_owner_has_long_taken_is_put_to_the_next_owner_as_it_acts_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.forward(PLAY)
    bench.relay.hear_answered(OWNER, Answered(1, is_taken=True))
    bench.commands._held[1].at -= 2 * held_commands.HELD_S
    bench.rooms.owner = NEXT
    bench.relay.forget_node(OWNER)
    await bench.settle()
    assert (bench.refusals(), bench.sent[1:]) == ([], [(NEXT, Asked(2, 7, 5, "ABCD", encode(PLAY)))])
    bench.relay.hear_answered(NEXT, Answered(2, is_taken=True))
    monkeypatch.setattr(held_commands, "MOVE_HELD_S", -1.0)
    bench.relay.forget_node(NEXT)
    await bench.settle()
    assert (bench.refusals(), len(bench.sent)) == ([], 2)


async def test_who_asks_the_same_under_the_same_number_again_is_answered_once(bench: Bench) -> None:
    await bench.forward(WATCH)
    await bench.forward(WATCH)
    bench.relay.hear_answered(OWNER, Answered(1, is_taken=True))
    await bench.forward(WATCH)
    assert len(bench.sent) == 1
    await bench.forward(m.Watch(ref=4, room="ABCD"))
    assert len(bench.sent) == 2


async def test_a_room_that_is_nobodys_is_claimed_and_asked_here(bench: Bench) -> None:
    bench.rooms.owner = None
    await bench.forward(PLAY)
    assert bench.rooms.adopted == ["ABCD-1", "shown ABCD", "submitted to ABCD"]
    assert bench.sent == [(None, Claimed(("ABCD",)))]


async def test_a_command_for_a_room_on_its_way_waits_for_its_next_owner(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "FIND_EVERY_S", 0.0)
    await bench.forward(PLAY)
    bench.relay.hear_answered(OWNER, Answered(1, is_taken=False))
    bench.rooms.owner = ME  # but not here yet
    await bench.settle()
    assert (bench.refusals(), len(bench.sent)) == ([], 1)
    bench.rooms.owner = NEXT
    await bench.settle()
    assert bench.sent[1:] == [(NEXT, Asked(2, 7, 5, "ABCD", encode(PLAY)))]


async def test_a_command_that_is_too_old_for_another_node_is_refused(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.forward(PLAY)
    monkeypatch.setattr(held_commands, "HELD_S", -1.0)
    bench.relay.forget_node(OWNER)
    assert bench.refusals() == ["unavailable"]


async def test_no_more_commands_wait_than_a_node_holds(bench: Bench) -> None:
    for _ in range(HELD_MAX + 3):
        assert bench.relay.forward(Request(bench.ann, PLAY, "ABCD"))
    assert bench.refusals() == ["unavailable"] * 3
    await bench.settle()
    assert len(bench.sent) == HELD_MAX


async def test_a_node_that_has_missed_something_is_asked_again(bench: Bench) -> None:
    await bench.forward(PLAY)
    await bench.forward(SAY)
    bench.relay.hear_answered(OWNER, Answered(1, is_taken=True))
    bench.commands.ask_again(OWNER)
    assert bench.sent[2:] == bench.sent[1:2]


async def test_what_was_asked_in_a_session_that_is_over_is_put_to_nobody(bench: Bench) -> None:
    await bench.forward(PLAY)
    bench.ann = Player()
    bench.relay.forget_node(OWNER)
    bench.rooms.owner = NEXT
    await bench.settle()
    assert len(bench.sent) == 1


async def test_what_is_not_answered_for_long_is_asked_again_and_in_the_end_refused(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.forward(SAY)
    bench.commands.ask_late_again()
    assert len(bench.sent) == 1
    monkeypatch.setattr(held_commands, "ASK_AGAIN_AFTER_S", 0.0)
    bench.commands.ask_late_again()
    assert bench.sent[1:] == bench.sent[:1]
    monkeypatch.setattr(held_commands, "HELD_S", -1.0)
    bench.commands.ask_late_again()
    bench.commands.ask_late_again()
    assert (bench.refusals(), len(bench.sent)) == (["unavailable"], 2)


async def test_what_is_asked_of_a_session_that_is_not_known_yet_is_neither_done_nor_answered(bench: Bench) -> None:
    bench.rooms.adopted.append("ABCD-1")
    bench.taken.hear_asked(OWNER, Asked(1, 7, 5, "ABCD", encode(PLAY)))
    assert (bench.sent, bench.rooms.adopted) == ([], ["ABCD-1"])
    bench.known[7, 5] = ann_elsewhere(bench)
    bench.taken.hear_asked(OWNER, Asked(1, 7, 5, "ABCD", encode(PLAY)))
    assert (bench.sent, len(bench.rooms.adopted)) == ([(OWNER, Answered(1, is_taken=True))], 2)


async def test_a_command_that_was_not_taken_is_not_done_when_it_comes_again_after_its_room(bench: Bench) -> None:
    bench.known[7, 5] = ann_elsewhere(bench)
    bench.taken.hear_asked(OWNER, Asked(1, 7, 5, "ABCD", encode(PLAY)))
    bench.rooms.adopted.append("ABCD-1")
    bench.taken.hear_asked(OWNER, Asked(1, 7, 5, "ABCD", encode(PLAY)))
    assert bench.sent == [(OWNER, Answered(1, is_taken=False))] * 2
    assert bench.rooms.adopted == ["ABCD-1"]


@given(st.lists(st.booleans(), max_size=30))
def test_a_command_is_done_once_and_answered_whatever_the_bus_loses(losses: list[bool]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(held_commands, "ASK_AGAIN_AFTER_S", 0.0)
        asyncio.run(_ask_by_a_bus_that_loses(losses))


async def _ask_by_a_bus_that_loses(losses: list[bool]) -> None:
    """Two nodes, ann at one and her table at the other; `losses` says which messages do not arrive, and then all do."""
    asking, owner = Bench(), Bench()
    owner.rooms.adopted.append("ABCD-1")
    owner.known[7, 5] = ann_elsewhere(owner)
    answered: list[int] = []
    lost = iter(losses)
    for command in (SAY, WATCH):
        await asking.forward(command)
    for _ in range(len(losses) + 6):
        for _, asked in asking.take():
            if not next(lost, False):
                owner.taken.hear_asked(ME, asked)
        for _, told in owner.take():
            if next(lost, False):
                continue
            if isinstance(told, Frame):
                if asking.commands.hear_frame(told):
                    answered.append(told.ref)
            else:
                asking.relay.hear_answered(OWNER, told)
        asking.commands.ask_late_again()
    assert (asking.take(), asking.refusals()) == ([], [])
    assert owner.rooms.adopted.count("asked of ABCD") == 2
    assert answered == [WATCH.ref]


def ann_elsewhere(owner: Bench) -> RemoteSession:
    """Ann as the owner of her table sees her."""
    arrived = Arrived(5, 0.0, Session(7, "ann"), (False, None), "")
    return RemoteSession(ME, arrived, lambda message: owner.sent.append((ME, message)), ServerLimits())


async def test_what_a_node_has_taken_and_not_answered_is_put_to_the_next_when_it_goes(bench: Bench) -> None:
    await bench.forward(WATCH)
    bench.relay.hear_answered(OWNER, Answered(1, is_taken=True))
    bench.rooms.owner = NEXT
    bench.relay.forget_node(OWNER)
    await bench.settle()
    assert bench.sent[1:] == [(NEXT, Asked(2, 7, 5, "ABCD", encode(WATCH)))]


async def test_what_was_answered_is_asked_no_more_and_what_never_is_is_refused(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_commands, "ASK_AGAIN_AFTER_S", 0.0)
    for ref in (1, 2):
        await bench.forward(m.Watch(ref=ref, room="ABCD"))
        bench.relay.hear_answered(OWNER, Answered(ref, is_taken=True))
    bench.take()
    bench.commands.hear_frame(Frame(7, 5, b"", None, ref=1))
    assert not bench.commands.hear_frame(Frame(7, 4, b"", None, ref=2)), "that session is over"
    bench.commands.ask_late_again()
    assert [asked.id for _, asked in bench.take()] == [2]
    monkeypatch.setattr(held_commands, "ANSWERED_WITHIN_S", -1.0)
    for _ in range(2):
        bench.commands.ask_late_again()
    assert (bench.take(), bench.refusals()) == ([], ["unavailable"])


async def test_nobody_is_answered_whose_connection_is_over(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_commands, "ASK_AGAIN_AFTER_S", 0.0)
    await bench.forward(WATCH)
    bench.relay.hear_answered(OWNER, Answered(1, is_taken=True))
    bench.take()
    before, bench.ann = bench.ann, Player()
    bench.commands.ask_late_again()
    assert (bench.take(), before.told) == ([], [])


async def test_of_more_answers_than_a_node_waits_for_the_oldest_is_refused(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_commands, "UNANSWERED_MAX", 2)
    for ref in (1, 2, 3):
        await bench.forward(m.Watch(ref=ref, room="ABCD"))
        bench.relay.hear_answered(OWNER, Answered(ref, is_taken=True))
    assert [told.ref for told in bench.ann.told if isinstance(told, m.Refused)] == [1]


async def test_the_refusal_of_a_move_that_the_bus_has_lost_is_repeated_and_passed_on_once() -> None:
    asking, owner = Bench(), Bench()
    owner.rooms.adopted.append("ABCD-1")
    owner.rooms.refusal = BUSY
    owner.known[7, 5] = ann_elsewhere(owner)
    await asking.forward(PLAY)
    (asked,) = asking.take()
    owner.taken.hear_asked(ME, asked[1])
    (_, lost), (_, taken) = sorted(owner.take(), key=lambda sent: isinstance(sent[1], Answered))
    asking.relay.hear_answered(OWNER, taken)
    asking.commands.ask_for_answers(OWNER)
    assert asking.take() == [asked]
    owner.taken.hear_asked(ME, asked[1])
    (_, repeated) = owner.take()[-1]
    assert repeated == replace(lost, repeats=asked[1].id)
    assert [asking.commands.hear_frame(repeated) for _ in range(2)] == [True, False]
    asking.commands.ask_for_answers(OWNER)
    assert asking.take() == []
    assert owner.rooms.adopted.count("submitted to ABCD") == 1


async def test_an_answer_that_is_repeated_is_none_to_a_later_command_of_the_same_number() -> None:
    asking, owner = Bench(), Bench()
    owner.rooms.adopted.append("ABCD-1")
    session = owner.known[7, 5] = ann_elsewhere(owner)
    join, answer = m.Join(ref=4, room="ABCD", games=("war",)), m.Entered(ref=4, room="ABCD", seat=None)
    first = await put(join, asking, owner)
    session.tell(answer)
    owner.taken.hear_asked(ME, first)
    told, repeated = frames(owner)
    assert repeated == replace(told, repeats=first.id)
    assert asking.commands.hear_frame(told)
    second = await put(join, asking, owner)
    owner.taken.hear_asked(ME, second)
    assert frames(owner) == [], "it is not answered yet"
    assert not asking.commands.hear_frame(repeated)
    asking.relay.hear_answered(OWNER, Answered(second.id, is_taken=True))
    assert not asking.commands.hear_frame(repeated)
    session.tell(answer)
    owner.taken.hear_asked(ME, second)
    _, lost = frames(owner)
    assert [asking.commands.hear_frame(lost) for _ in range(2)] == [True, False]


async def test_of_the_moves_that_a_node_has_taken_the_next_is_put_only_the_newest(bench: Bench) -> None:
    plays = [m.Play(room="ABCD", number=1, ply=ply, move="flip") for ply in range(held_commands.MOVES_MAX + 3)]
    for id_, play in enumerate(plays, 1):
        await bench.forward(play)
        for _ in range(2):
            bench.relay.hear_answered(OWNER, Answered(id_, is_taken=True))
    bench.take()
    bench.rooms.owner = NEXT
    bench.relay.forget_node(OWNER)
    await bench.settle()
    assert [asked.command for _, asked in bench.take()] == list(map(encode, plays[-held_commands.MOVES_MAX :]))


async def put(command: m.Command, asking: Bench, owner: Bench) -> Asked:
    """Have ann's node put a command to the owner of her table."""
    await asking.forward(command)
    ((_, asked),) = asking.take()
    owner.taken.hear_asked(ME, asked)
    return asked


def frames(owner: Bench) -> list[Frame]:
    """What the owner has sent of answers."""
    return [sent for _, sent in owner.take() if isinstance(sent, Frame)]


def test_no_more_answers_are_kept_for_a_player_than_a_bound() -> None:
    sent: list[Frame] = []
    arrived = Arrived(5, 0.0, Session(7, "ann"), (False, None), "")
    session = RemoteSession(ME, arrived, sent.append, ServerLimits())
    for ref in range(remote_session.ANSWERS_MAX + 1):
        session.tell(m.Entered(ref=ref, room="ABCD", seat=None))
    for ref in (0, 1):
        session.repeat_answer(encode(m.Watch(ref=ref, room="ABCD")), 1)
    assert sent[remote_session.ANSWERS_MAX + 1 :] == [replace(sent[1], repeats=1)]
