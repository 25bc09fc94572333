"""Whatever anyone sends, the server answers it or closes with a reason, and the others play on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol import messages as m
from protocol.codec import MAX_COMMAND_BYTES, encode
from protocol.errors import CloseCode
from tests.support.laws.depth import sample
from tests.support.laws.valid import messages, plain_values
from tests.support.processes.hosting import Hosted, hosting
from tests.support.processes.players import ConnectionGoneError, Player, over, pair, room_of, sign_in

pytestmark = pytest.mark.slow

ROOM = "KQFM"
KINDS = [
    m.Hello, m.Rename, m.Browse, m.Create, m.Join, m.Quick, m.Watch, m.Play, m.AddComputers, m.Resign, m.Rematch,
    m.Leave,
]  # fmt: skip
TAGS = [kind.__struct_config__.tag for kind in KINDS]
NUMBERS = st.integers(-(2**63), 2**64 - 1)


def bombs() -> Iterator[bytes]:
    """Small frames that are large or deep inside."""
    deep = b"\x81\xa1x" * 1000 + b"\xc0"
    create = encode(room_of("war", "me", "open"))
    yield b"\x91" * 4000 + b"\xc0"
    yield deep
    yield create.replace(b"\xa7options\x80", b"\xa7options" + deep)
    yield b"\xdf\xff\xff\xff\xff"
    yield b"\xdd\xff\xff\xff\xff"
    yield b"\xdb\xff\xff\xff\xffx"
    yield b"\xc6\xff\xff\xff\xffx"
    yield b"\x80" * MAX_COMMAND_BYTES
    yield b"\x9f" + b"\x80" * 15
    yield b"\xde\x00\x20" + b"\xa1x\xc0" * 32
    yield b"\xd6\xff\x00\x00\x00\x00"
    yield msgpack.packb({"type": "play", "room": ROOM, "number": 2**63, "ply": float("nan"), "move": "x" * 1000})


def spoilt() -> st.SearchStrategy[bytes]:
    """Valid commands with a few bytes changed, left out or put in."""

    def spoil(frame: bytes, place: int, cut: int, put: bytes) -> bytes:
        place %= len(frame) + 1
        return frame[:place] + put + frame[place + cut :]

    valid = st.sampled_from(KINDS).flatmap(messages).map(encode)
    return st.builds(spoil, valid, st.integers(0, 10_000), st.integers(0, 3), st.binary(max_size=3))


def wrong() -> st.SearchStrategy[bytes]:
    """Maps with the tag of a command and anything else in them."""
    fields = [
        "name",
        "token",
        "client",
        "on",
        "ref",
        "game",
        "options",
        "seats",
        "listed",
        "room",
        "number",
        "ply",
        "move",
    ]
    rest = st.dictionaries(st.sampled_from(fields), plain_values(), max_size=6)
    return st.builds(lambda tag, more: msgpack.packb({"type": tag, **more}), st.sampled_from(TAGS), rest)


FRAMES = st.one_of(
    st.binary(max_size=200),
    st.sampled_from(list(bombs())),
    spoilt(),
    wrong(),
    st.sampled_from(KINDS[1:]).flatmap(messages).map(encode),
)


@pytest.mark.parametrize("examples", sample([20, 150], 1))
def test_frames_of_any_kind_are_answered_or_end_the_connection_with_a_reason(examples):
    @given(st.lists(FRAMES, min_size=1, max_size=8))
    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
    def answers(frames):
        asyncio.run(frames_are_answered(frames))

    answers()


async def frames_are_answered(frames: list[bytes]) -> None:
    async with hosting() as hosted:
        mallory = await sign_in(hosted.wires, "mallory")
        for frame in frames:
            mallory.socket.send(frame)
        gone = await until_answered(mallory)
        assert gone is None or gone.code in (CloseCode.MALFORMED, CloseCode.TOO_BIG)
        assert gone is None or gone.reason
        await others_play_on(hosted)


async def until_answered(player: Player) -> ConnectionGoneError | None:
    """Ask one thing more, and wait for its answer or for the end."""
    player.send(m.Join(ref=2**31 - 1, room="ZZZZ", games=None))
    try:
        await player.next(m.Refused, lambda refused: refused.ref == 2**31 - 1)
    except ConnectionGoneError as gone:
        return gone
    return None


async def others_play_on(hosted: Hosted) -> None:
    ann, ben, anns, bens = await pair(hosted.wires)
    ended = await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    assert ended[0].ending == ended[1].ending


async def test_bad_input_all_through_a_game_disturbs_neither_player():
    async with hosting() as hosted:
        ann, ben, anns, bens = await pair(hosted.wires)
        stranger = await sign_in(hosted.wires, "stranger")
        refusals = [refused(stranger, command) for command in abuse(anns.room)]
        endings = [ended(hosted, frame) for frame in bombs()]
        for nuisance in (*refusals, *endings):
            await nuisance
            anns, bens = await asyncio.gather(ann.play_on(anns, later(anns)), ben.play_on(bens, later(bens)))
        anns, bens = await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
        assert anns.ending == bens.ending
        assert anns.seq == bens.seq == 2 + 2 * anns.ply, "nobody else's input was stored"
        assert await until_answered(stranger) is None


def later(table: m.Table) -> Callable[[m.Table], bool]:
    """When both have flipped once more, or the game is over."""
    return lambda seen: seen.seq >= table.seq + 2 or over(seen)


def abuse(room: str) -> Iterator[m.Command]:
    """Commands that are well formed, and are to be refused to a stranger."""
    for number, ply in ((0, 0), (1, 0), (1, 1), (1, 25), (2, 0), (2**53 - 1, 2**53 - 1)):
        yield m.Play(room=room, number=number, ply=ply, move="flip")
    yield m.Play(room="ZZZZ", number=1, ply=0, move="flip")
    yield m.Play(room="\x00\x1b[m"[:4], number=1, ply=0, move="\x1b[2J" * 50)
    yield m.AddComputers(room=room, level="flipper")
    yield m.Resign(room=room)
    yield m.Rematch(room=room)
    yield m.Leave(room=room)
    yield m.Join(ref=1, room=room, games=None)
    yield m.Watch(ref=1, room="ZZZZ")
    yield m.Quick(ref=1, games=("../../etc/passwd",))
    yield room_of("war", "me", "open", auto_flip_s=-1)
    yield room_of("war", *["me"] * 8)
    yield m.Rename(name="\u202e")


async def refused(player: Player, command: m.Command) -> None:
    player.send(command)
    told = await player.next(m.Refused)
    assert told.text.isprintable()
    assert len(told.text) > 10


async def ended(hosted: Hosted, frame: bytes) -> None:
    """Be sent away with a reason."""
    mallory = await sign_in(hosted.wires, "mallory")
    mallory.socket.send(frame)
    gone = await mallory.gone()
    assert gone.code == CloseCode.MALFORMED
    assert 0 < len(gone.reason.encode()) <= 123
    mallory.socket.cut()
