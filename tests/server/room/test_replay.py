"""A room comes back out of its journal, or it is said why not."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from protocol import messages as m
from server.room import inputs, replay
from server.room.replay import ReplayError, pack, unpack
from tests.support.builders.rooms import ANN, BEN, CLEO, flip, flipped, opened, person, playing
from tests.support.golden import journals
from tests.support.golden.files import GOLDEN

FILES = sorted((GOLDEN / "journals").glob("*.txt"))
TIMED = ("blocky-absence", "blocky-stranded")
OLDER = [path for path in FILES if path.stem not in TIMED and "nameless" not in path.stem]
"""All but those with a clock and those without names, which no older server knew."""
PAIR = opened(person(ANN), person(BEN))
EVENTS = [
    PAIR,
    inputs.Sit(CLEO, "cleo"),
    inputs.Play(ANN, 1, 0, "flip"),
    inputs.ComputerMove(1, 1, 0, "flip"),
    inputs.ComputerMove(1, 1, 0, None),
    inputs.Tick(),
    inputs.TakeBack(BEN),
    inputs.AnswerOffer(ANN, agree=False),
    inputs.Leave(BEN),
    inputs.Stranded(BEN),
    inputs.CloseDeserted(),
    inputs.EndTable("The owner of this server closed table KQFM."),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_entry_is_read_as_it_was_written(event):
    assert unpack(pack(12.5, event)) == (12.5, event)


def test_a_room_is_as_its_entries_left_it():
    first = flip(playing(), ANN)
    second = flip(flipped(playing(), ANN), BEN)
    room, at = replay.replay([pack(0.0, PAIR), pack(1.0, first), pack(2.5, second)])
    assert room == flipped(flipped(playing(), ANN, at=1.0), BEN, at=2.5)
    assert at == 2.5


def test_the_history_of_a_room_is_all_that_it_was():
    first = flip(playing(), ANN)
    rooms = list(replay.history([pack(0.0, PAIR), pack(1.0, first)]))
    assert rooms == [(playing(), 0.0), (flipped(playing(), ANN, at=1.0), 1.0)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_journal_replays_to_what_was_seen(path):
    text = path.read_text(encoding="utf-8")
    assert journals.written(journals.read(text)) == text


@pytest.mark.parametrize(("name", "usual"), [("serious", False), ("watch", "anyone"), ("chain", 1)])
@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_a_journal_from_before_a_choice_could_be_made_is_that_of_a_room_with_the_usual_one(path, name, usual):
    making, *others = journals.read(path.read_text(encoding="utf-8"))
    at, fields = msgspec.msgpack.decode(making)
    assert len(fields) == len(inputs.Open.__struct_fields__) + 1
    before = fields[: 1 + inputs.Open.__struct_fields__.index(name)]
    older, newer = (msgspec.msgpack.encode((at, made)) for made in (before, [*before, usual]))
    room, _ = replay.replay([older, *others])
    assert getattr(room.setting, name) == usual
    assert room == replay.replay([newer, *others])[0]


def test_there_is_a_golden_journal_of_every_variant():
    assert {f"war-{variant}" for variant in journals.VARIANTS} < {path.stem for path in FILES}


def test_the_golden_journals_hold_every_kind_of_input_but_a_rooms_end_by_the_house():
    kinds = {type(unpack(entry)[1]) for path in FILES for entry in journals.read(path.read_text())}
    assert kinds == {inputs.Open, *get_args(inputs.Input)} - {inputs.CloseDeserted, inputs.EndTable}


def test_a_computer_gives_up_in_a_golden_journal_while_the_others_play_on_and_where_nobody_does():
    entries = journals.read((GOLDEN / "journals" / "blocky-serious.txt").read_text())
    matches = [replay.replay(entries[:count])[0].sitting for count in range(1, len(entries) + 1)]
    assert [(each.gave_up, each.outcome is None) for each in matches] == [
        ((), True), ((), True), ((1,), True), ((1,), True), ((1,), True), ((1, 2), False),
    ]  # fmt: skip
    assert matches[-1].outcome.winners == (0,)


def test_the_golden_journals_hold_every_end_of_a_wish_to_take_a_move_back():
    entries = journals.read((GOLDEN / "journals" / "blocky-takebacks.txt").read_text())
    matches = [replay.replay(entries[:count])[0].sitting for count in range(1, len(entries) + 1)]
    fates = {match.verdict.result for match in matches if match is not None and match.verdict is not None}
    assert fates == {*get_args(m.OfferFate)}


UNREPLAYABLE = {
    "nothing": ([], "holds nothing"),
    "no first entry": ([pack(0.0, inputs.Tick())], "does not make a room"),
    "other rules": ([pack(0.0, opened(version=999))], "made under 999"),
    "a game that is gone": ([pack(0.0, msgspec.structs.replace(PAIR, game="whist"))], "no game called 'whist'"),
    "options of another time": ([pack(0.0, msgspec.structs.replace(PAIR, options={"variant": 7}))], "variant"),
    "nobody who made it": ([pack(0.0, msgspec.structs.replace(PAIR, chairs=()))], "StopIteration"),
    "a refused input": ([pack(0.0, PAIR), pack(1.0, inputs.Play(CLEO, 1, 0, "flip"))], "entry 2 changes nothing"),
    "an input that changes nothing": ([pack(0.0, PAIR), pack(1.0, inputs.Tick())], "entry 2 changes nothing"),
    "a seat that is not there": ([pack(0.0, PAIR), pack(1.0, inputs.ComputerMove(7, 1, 0, "flip"))], "entry 2"),
    "a second making": ([pack(0.0, PAIR), pack(1.0, PAIR)], "entry 2"),
    "an entry after the end": (
        [pack(0.0, PAIR), pack(1.0, inputs.CloseDeserted()), pack(2.0, inputs.Resign(ANN))],
        "entry 3",
    ),
    "torn bytes": ([pack(0.0, PAIR), pack(1.0, inputs.Resign(ANN))[:-1]], "cannot be read"),
    "foreign bytes": ([b"\xff\x00"], "cannot be read"),
    "an unknown input": ([msgspec.msgpack.encode((0.0, ["gamble", 1]))], "cannot be read"),
}


@pytest.mark.parametrize(("entries", "reason"), UNREPLAYABLE.values(), ids=UNREPLAYABLE)
def test_what_is_no_room_is_unreplayable_and_it_is_said_why(entries, reason):
    with pytest.raises(ReplayError, match=reason):
        replay.replay(entries)
