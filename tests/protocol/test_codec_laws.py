"""Laws for every message, and for every frame that holds none."""

import json
from typing import get_args

import msgpack
import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from protocol import codec
from protocol import messages as m
from protocol.errors import MalformedFrameError
from tests.support.golden.story import MESSAGES
from tests.support.laws.depth import sample
from tests.support.laws.valid import messages

pytestmark = pytest.mark.slow

SIDES = {codec.decode_command: get_args(m.Command), codec.decode_event: get_args(m.Event)}
KINDS = [pytest.param(decode, kind, id=kind.__name__) for decode, kinds in SIDES.items() for kind in kinds]
law = settings(suppress_health_check=[HealthCheck.too_slow])
"""A law holds on a busy machine too."""
FRAMES = [codec.encode(message) for _, message in MESSAGES]


def check(frame: bytes) -> None:
    """Whatever the bytes are, each side reads a message that stays itself on the wire, or says why there is none."""
    for decode in SIDES:
        match outcome(decode, frame):
            case str(sentence):
                assert sentence.isprintable()
                assert len(sentence) < 160
            case message:
                assert decode(codec.encode(message)) == message


def outcome(decode, frame: bytes) -> m.Message | str:
    try:
        return decode(frame)
    except MalformedFrameError as refusal:
        return str(refusal)


@pytest.mark.parametrize("examples", sample([20, 100], 1))
@pytest.mark.parametrize(("decode", "kind"), KINDS)
def test_every_message_survives_the_wire(decode, kind: type[m.Message], examples: int):
    @settings(law, max_examples=examples)
    @given(messages(kind))
    def survives(message: m.Message) -> None:
        frame = codec.encode(message)
        assume(len(frame) <= codec.MAX_COMMAND_BYTES or kind in SIDES[codec.decode_event])
        assert decode(frame) == message
        assert json.dumps(msgpack.unpackb(frame)) == json.dumps(msgspec.to_builtins(message))

    survives()


@law
@given(st.binary(max_size=200))
def test_random_bytes_are_a_message_or_malformed(frame: bytes):
    check(frame)


@law
@given(st.sampled_from(FRAMES), st.data())
def test_a_golden_frame_with_other_bytes_in_a_place_is_a_message_or_malformed(frame: bytes, chosen: st.DataObject):
    start = chosen.draw(st.integers(0, len(frame)))
    end = chosen.draw(st.integers(start, min(len(frame), start + 8)))
    check(frame[:start] + chosen.draw(st.binary(max_size=8)) + frame[end:])


@law
@given(st.sampled_from(FRAMES), st.sampled_from(FRAMES), st.data())
def test_parts_of_two_golden_frames_are_a_message_or_malformed(one: bytes, other: bytes, chosen: st.DataObject):
    check(one[: chosen.draw(st.integers(0, len(one)))] + other[chosen.draw(st.integers(0, len(other))) :])


LEAVES = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary()
KEYS = st.sampled_from(["type", "room", "ref", "options"]) | LEAVES
VALUES = st.recursive(LEAVES, lambda v: st.lists(v) | st.dictionaries(KEYS, v), max_leaves=20)


@law
@given(VALUES)
def test_any_messagepack_value_is_a_message_or_malformed(value: object):
    check(msgpack.packb(value))


@law
@given(st.sampled_from(MESSAGES), st.data())
def test_a_message_with_one_field_replaced_is_a_message_or_malformed(
    entry: tuple[str, m.Message], chosen: st.DataObject
):
    fields = msgpack.unpackb(codec.encode(entry[1]))
    fields[chosen.draw(st.sampled_from(sorted(fields)))] = chosen.draw(VALUES)
    check(msgpack.packb(fields))
