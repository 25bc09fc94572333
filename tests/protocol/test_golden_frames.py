"""The golden frames are what the codec writes and reads, and none is missing."""

import json
from pathlib import Path
from typing import get_args

import msgpack
import msgspec
import pytest

from protocol import codec
from protocol import messages as m
from tests.support.golden import frames
from tests.support.golden.story import MESSAGES

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[1] / "golden" / "frames"
COMMANDS = {kind.__struct_config__.tag for kind in get_args(m.Command)}
EVENTS = {kind.__struct_config__.tag for kind in get_args(m.Event)}
EXAMPLES = [
    pytest.param(path.stem, example, id=f"{path.stem}-{example.title}")
    for path in sorted(FOLDER.glob("*.txt"))
    for example in frames.read(path.read_text(encoding="utf-8"))
]


def decode(tag: str, frame: bytes) -> m.Message:
    return codec.decode_command(frame) if tag in COMMANDS else codec.decode_event(frame)


def test_every_message_has_a_golden_frame():
    assert {path.stem for path in FOLDER.iterdir()} == COMMANDS | EVENTS


def test_the_files_are_what_the_generator_writes():
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert written == {Path(path).name: text for path, text in frames.golden()}


def test_no_two_frames_of_a_message_have_the_same_title():
    titles = [(type(message), title) for title, message in MESSAGES]
    assert len(set(titles)) == len(titles)


def test_the_first_frame_is_the_one_written_out_here_by_hand():
    leave = b"\x82" + b"\xa4type" + b"\xa5leave" + b"\xa4room" + b"\xa4MTXA"
    assert frames.read((FOLDER / "leave.txt").read_text())[0].frame == leave


@pytest.mark.parametrize(("tag", "example"), EXAMPLES)
def test_a_golden_frame_is_its_value_here_and_for_any_messagepack_library(tag: str, example: frames.Example):
    written = json.dumps(example.value)  # JSON tells 1 from 1.0 and from true, which == does not
    assert json.dumps(msgspec.to_builtins(decode(tag, example.frame))) == written
    assert json.dumps(msgpack.unpackb(example.frame)) == written


@pytest.mark.parametrize(("tag", "example"), EXAMPLES)
def test_a_value_gives_its_golden_frame_whoever_wrote_what_was_read(tag: str, example: frames.Example):
    assert codec.encode(decode(tag, example.frame)) == example.frame
    assert codec.encode(decode(tag, msgpack.packb(example.value))) == example.frame


@pytest.mark.parametrize(("tag", "example"), EXAMPLES)
def test_a_frame_is_read_on_its_own_side_alone(tag: str, example: frames.Example):
    other_side = codec.decode_event if tag in COMMANDS else codec.decode_command
    with pytest.raises(codec.MalformedFrameError):
        other_side(example.frame)
