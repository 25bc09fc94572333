"""Frames damaged in every way: each is a message that stays itself on the wire, or refused in a short sentence."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

from protocol import codec
from protocol.errors import MalformedFrameError
from tests.support.golden.story import MESSAGES
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.cores import chunks, spread

FRAMES, EVERYDAY_FRAMES = 1_000_000, 20_000
CHUNK = 50_000
SENTENCE_MAX = 160
SPAN_MAX = 8
GOLDEN = [codec.encode(message) for _, message in MESSAGES]
SIDES = (codec.decode_command, codec.decode_event)


class FrameBatch(NamedTuple):
    """So many frames, damaged as it follows from a seed."""

    frames: int
    seed: str


def prove(scale: Scale) -> list[Finding]:
    """Damage one golden frame after the other, and let both sides read it."""
    frames = scale.of(EVERYDAY_FRAMES, FRAMES)
    parts = [FrameBatch(size, f"{scale.seed} {number}") for number, size in enumerate(chunks(frames, CHUNK))]
    counts: Counter[str] = Counter()
    took_s = 0.0
    for outcomes, lasted_s in spread(scale, read_frames, parts):
        counts += outcomes
        took_s += lasted_s
    wrong = {reason: number for reason, number in counts.items() if reason not in {"read", "refused"}}
    return [
        Finding(
            "P7",
            "both sides read randomly damaged frames",
            f"{frames:,} frames, {counts['refused']:,} readings refused in a sentence, {sum(wrong.values())} otherwise",
            f"{frames:,} frames, each a message or refused in a sentence",
            holds=not wrong,
            note="; ".join([f"{1e6 * took_s / frames:.0f} us for both readings", *wrong]),
        )
    ]


def read_frames(part: FrameBatch) -> tuple[Counter[str], float]:
    """Let both sides read so many damaged frames; the outcomes, and how many seconds it took."""
    chance, counts, began = random.Random(part.seed), Counter[str](), perf_counter()
    for _ in range(part.frames):
        frame = damage(chance)
        counts.update(outcome(decode, frame) for decode in SIDES)
    return counts, perf_counter() - began


def outcome(decode: Callable[[bytes], Any], frame: bytes) -> str:
    """`read`, `refused`, or what is wrong."""
    try:
        message = decode(frame)
    except MalformedFrameError as refusal:
        sentence = str(refusal)
        return "refused" if sentence.isprintable() and 0 < len(sentence) < SENTENCE_MAX else f"said {sentence!r}"
    except Exception as error:  # noqa: BLE001 - that there is none is the claim
        return f"raised {type(error).__name__}"
    return "read" if decode(codec.encode(message)) == message else f"unequal {type(message).__name__}"


def damage(chance: random.Random) -> bytes:
    """Damage a golden frame in one to three ways."""
    frame = chance.choice(GOLDEN)
    for _ in range(chance.randint(1, 3)):
        frame = chance.choice(DAMAGES)(frame, chance)
    return frame


def _replace(frame: bytes, chance: random.Random) -> bytes:
    start = chance.randint(0, len(frame))
    return frame[:start] + chance.randbytes(chance.randint(0, SPAN_MAX)) + frame[start + chance.randint(0, SPAN_MAX) :]


def _flip(frame: bytes, chance: random.Random) -> bytes:
    if not frame:
        return frame
    place = chance.randrange(len(frame))
    return frame[:place] + bytes([frame[place] ^ 1 << chance.randrange(8)]) + frame[place + 1 :]


def _cut(frame: bytes, chance: random.Random) -> bytes:
    return frame[: chance.randint(0, len(frame))]


def _join(frame: bytes, chance: random.Random) -> bytes:
    other = chance.choice(GOLDEN)
    return frame[: chance.randint(0, len(frame))] + other[chance.randint(0, len(other)) :]


def _repeat(frame: bytes, chance: random.Random) -> bytes:
    start = chance.randint(0, len(frame))
    part = frame[start : start + 2 * SPAN_MAX]
    return frame[:start] + part * chance.randint(2, 4) + frame[start:]


DAMAGES = (_replace, _flip, _flip, _cut, _join, _repeat)
