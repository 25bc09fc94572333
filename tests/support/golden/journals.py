"""The golden journals: whole rooms as they are stored, to be read by people and replayed by every server to come.

Each file under `golden/journals/` holds one room. An entry is a title after `==`, the input as JSON, and the stored
bytes in hexadecimal, 32 bytes a line. Where a game is over, what a spectator sees then follows, as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.chance import Chance
from engines.game import Seat
from protocol.dealing import SHARE_BYTES, pledge
from server.room import inputs, replay
from server.room import step as rooms
from server.room.match.clock import ClockLimits
from server.room.match.dealing import PHASE_S
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person
from server.room.match.offers import OFFER_S
from server.room.player_view import table
from server.room.step import Room
from tests.support.builders.rooms import ANN, BEN, CLEO, NAMES, choose, flip, opened, person, play
from tests.support.games import streets_lines
from tests.support.golden import frames

VARIANTS = ("normal", "suits", "scouts")
SHORT: dict[str, Any] = {"depth": 2, "moves": 3}
"""Games of Blocky that are short to read."""
TURNS = ("rotate clockwise board", "swap horizontally board", "pass")
"""Moves that can always be made there."""


def golden() -> Iterable[tuple[str, str]]:
    """Every golden journal: its path under `golden/` and its text."""
    for number, variant in enumerate(VARIANTS):
        story = told(_older(seed=bytes([number] * 32), variant=variant, auto_flip_s=10))
        yield f"journals/war-{variant}.txt", written(story.entries)
    yield "journals/blocky-takebacks.txt", written(taken_back(_older(game="blocky", **SHORT)).entries)
    three = (person(ANN), person(BEN), person(CLEO))
    yield "journals/blocky-three.txt", written(given_up(_older(*three, game="blocky", goals="secret", **SHORT)).entries)
    towers = _older(person(ANN), person(BEN), game="tower_blaster", turn_limit=6)
    yield "journals/tower_blaster.txt", written(built(towers).entries)
    race = _older(person(ANN), person(BEN), game="streets_and_alleys", deal=14)
    yield "journals/streets_and_alleys.txt", written(raced(race).entries)
    dealing = (Person(ANN, NAMES[ANN], deals=True), OpenSeat())
    yield "journals/war-dealt.txt", written(dealt(_older(*dealing, auto_flip_s=10)).entries)
    timed = replace(_older(*three, game="blocky", **SHORT), limits=ClockLimits(30, 60, 5), grace_s=20.0)
    yield "journals/blocky-absence.txt", written(gone_away(timed).entries)
    yield "journals/blocky-stranded.txt", written(stranded(timed).entries)
    yield "journals/blocky-expelled.txt", written(expelled(_older(*three, game="blocky", **SHORT)).entries)
    yield "journals/blocky-sent-away.txt", written(sent_away(_older(*three, game="blocky", **SHORT)).entries)
    alone = replace(opened(person(ANN), Computer("random"), game="blocky", **SHORT), limits=ClockLimits(30, 60, 5))
    yield "journals/blocky-paused.txt", written(waited(alone).entries)
    mixed = (person(ANN), Computer("random"), Computer("wise-20"))
    yield "journals/blocky-serious.txt", written(deserted(_older(*mixed, game="blocky", serious=True, **SHORT)).entries)
    yield "journals/war-nameless.txt", written(forgotten(opened(*dealing, auto_flip_s=10)).entries)
    newer = replace(opened(*three, game="blocky", **SHORT), limits=ClockLimits(30, 60, 5), grace_s=20.0)
    yield "journals/blocky-nameless.txt", written(gone_away(newer).entries)
    yield "journals/blocky-nameless-sent-away.txt", written(sent_away(opened(*three, game="blocky", **SHORT)).entries)


def _older(*chairs: Occupant, **changes: Any) -> inputs.Open:
    """The making of a room as servers made it before names were hashed."""
    return opened(*chairs, chain=1, **changes)


class Story:
    """A room and its journal, both of which grow with each input."""

    def __init__(self, making: inputs.Open) -> None:
        self.at = 0.0
        self.room = rooms.begin(making, self.at).room
        self.entries = [replay.pack(self.at, making)]

    @property
    def computer(self) -> Seat:
        return next(seat for seat, chair in enumerate(self.room.chairs) if isinstance(chair, Computer))

    def then(self, *events: inputs.Input, after_s: float = 0.25) -> None:
        """Inputs that the room accepts, a moment apart."""
        for event in events:
            self.at += after_s
            result = rooms.step(self.room, self.at, event)
            assert result.record, result.outputs
            self.room = result.room
            self.entries.append(replay.pack(self.at, event))

    def move(self, player: int, move: str) -> None:
        self.then(play(self.room, player, move))

    def play_in_turn(self) -> None:
        """The rest of a game of people in which one is on turn after the other."""
        for move in cycle(TURNS):
            if not self.room.is_playing:
                return
            assert self.room.sitting is not None
            chair = self.room.chairs[self.room.sitting.turn[0]]
            assert isinstance(chair, Person)
            self.move(chair.player, move)

    def play(self, chance: Chance) -> None:
        """The game to its end, the seats on turn in any order, and now and then not in time."""
        while self.room.is_playing:
            assert self.room.sitting is not None
            if chance.below(12) == 0:
                self.then(inputs.Tick(), after_s=10.0)
                continue
            chair = self.room.chairs[chance.choice(self.room.sitting.turn)]
            assert isinstance(chair, Person)
            self.then(flip(self.room, chair.player))


def told(making: inputs.Open) -> Story:
    """A room's life with every kind of input: ann and ben play, then ben with cleo and with a computer."""
    story = Story(making)
    story.then(inputs.Sit(BEN, NAMES[BEN]))
    story.play(Chance.from_seed(making.seed, "story"))
    story.then(inputs.Rematch(BEN), inputs.Rematch(ANN), inputs.Play(ANN, 2, 0, "flip"), inputs.Resign(BEN))
    story.then(inputs.Leave(ANN), inputs.Sit(CLEO, NAMES[CLEO]), inputs.Leave(CLEO))
    story.then(inputs.AddComputers(BEN, "flipper"), inputs.Rematch(BEN))
    story.then(inputs.Play(BEN, 3, 0, "flip"), inputs.ComputerMove(story.computer, 3, 0, "flip"), inputs.Leave(BEN))
    return story


def taken_back(making: inputs.Open) -> Story:
    """ann and ben play Blocky, and take back: what the other agrees to, declines, has no time for, or moves on from."""
    story = Story(making)
    story.then(inputs.Sit(BEN, NAMES[BEN]))
    story.move(ANN, "rotate clockwise board")
    story.then(inputs.TakeBack(ANN), inputs.AnswerOffer(BEN, agree=True))
    story.move(ANN, "swap vertically board")
    story.then(inputs.TakeBack(ANN), inputs.AnswerOffer(BEN, agree=False))
    story.move(BEN, "rotate counter-clockwise board")
    story.then(inputs.TakeBack(BEN))
    story.then(inputs.Tick(), after_s=OFFER_S)
    story.move(ANN, "pass")
    story.then(inputs.TakeBack(ANN))
    story.play_in_turn()
    return story


def given_up(making: inputs.Open) -> Story:
    """ann, ben and cleo play Blocky for secret goals: ben gives up and goes, cleo takes a move back, two play on."""
    story = Story(making)
    story.move(ANN, "swap horizontally board")
    story.then(inputs.Resign(BEN))
    story.move(CLEO, "rotate clockwise board")
    story.then(inputs.TakeBack(CLEO), inputs.AnswerOffer(ANN, agree=True), inputs.Leave(BEN))
    story.play_in_turn()
    return story


def built(making: inputs.Open) -> Story:
    """ann and ben build their towers until the last turn, from either pile, and throw a brick back."""
    story = Story(making)
    for player, slot in ((ANN, 1), (BEN, 10), (ANN, 5), (BEN, 6), (ANN, 7)):
        story.move(player, "take discard" if player == ANN else "take pile")
        story.move(player, f"place {slot}")
    story.move(BEN, "take pile")
    story.move(BEN, "reject")
    return story


def raced(making: inputs.Open) -> Story:
    """ann and ben race: moves, undo, redo and the deal again, until ben gives up."""
    story = Story(making)
    for move in (*streets_lines.commands()[:6], "U", "Y", "again", streets_lines.commands()[0]):
        story.move(ANN, move)
    story.move(BEN, streets_lines.commands()[0])
    story.then(inputs.Resign(BEN))
    return story


def dealt(making: inputs.Open) -> Story:
    """ann and ben deal: both give their shares, then only ann does, and at last ben goes before the cards are dealt."""
    story = Story(making)
    shares = {ANN: bytes([ANN] * SHARE_BYTES), BEN: bytes([BEN] * SHARE_BYTES)}
    story.then(inputs.Sit(BEN, NAMES[BEN], deals=True))
    story.then(*(inputs.CommitShare(player, 1, pledge(share)) for player, share in shares.items()))
    story.then(*(inputs.RevealShare(player, 1, share) for player, share in shares.items()))
    story.then(flip(story.room, ANN), inputs.Resign(BEN), inputs.Rematch(ANN), inputs.Rematch(BEN))
    story.then(inputs.CommitShare(ANN, 2, pledge(shares[ANN])))
    story.then(inputs.Tick(), after_s=PHASE_S)
    story.then(inputs.RevealShare(ANN, 2, shares[ANN]), inputs.Resign(ANN), inputs.Rematch(ANN))
    story.then(inputs.Rematch(BEN), inputs.Leave(BEN))
    return story


def waited(making: inputs.Open) -> Story:
    """ann plays Blocky against a computer: she takes a move back with its reply, and the game waits twice."""
    story = Story(making)
    story.move(ANN, "swap horizontally board")
    story.then(choose(story.room, 1, "rotate clockwise board"), inputs.TakeBack(ANN))
    story.move(ANN, "pass")
    story.then(inputs.Pause(ANN), after_s=2.0)
    story.then(inputs.Resume(ANN), after_s=900.0)
    story.then(choose(story.room, 1, "pass"), inputs.Pause(ANN))
    story.then(inputs.Resign(ANN), after_s=900.0)
    return story


def forgotten(making: inputs.Open) -> Story:
    """ann and ben deal and play; ben resigns, leaves and deletes his account, and cleo plays on with ann."""
    story = Story(making)
    share = bytes([ANN] * SHARE_BYTES)
    story.then(
        inputs.Sit(BEN, NAMES[BEN]), inputs.CommitShare(ANN, 1, pledge(share)), inputs.RevealShare(ANN, 1, share)
    )
    story.then(flip(story.room, ANN), flip(story.room, BEN), inputs.Resign(BEN), inputs.Leave(BEN), inputs.Forget(BEN))
    story.then(inputs.Rematch(ANN), inputs.Sit(CLEO, NAMES[CLEO]))
    story.then(inputs.Tick(), after_s=PHASE_S)
    story.then(flip(story.room, CLEO), inputs.Leave(CLEO))
    return story


def deserted(making: inputs.Open) -> Story:
    """ann plays Blocky at a serious table against two computers, which give up one after the other."""
    story = Story(making)
    story.move(ANN, "swap horizontally board")
    story.then(choose(story.room, 1, None))
    story.then(choose(story.room, 2, "rotate clockwise board"))
    story.move(ANN, "pass")
    story.then(choose(story.room, 2, None))
    return story


def gone_away(making: inputs.Open) -> Story:
    """ann, ben and cleo play Blocky by the clock: ben goes, and a computer plays for him until he is back; a draw is
    declined; the server is gone for a while; cleo does not come back, ann's time is up, and ben closes the table.
    """
    story = Story(making)
    story.then(inputs.Away(BEN))
    story.move(ANN, "swap horizontally board")
    story.then(inputs.Tick(), after_s=20.0)
    story.then(inputs.Claim(CLEO, "computer", "random"), choose(story.room, 1, "rotate clockwise board"))
    story.then(inputs.OfferDraw(CLEO), inputs.AnswerOffer(ANN, agree=False), inputs.Back(BEN))
    story.move(CLEO, "pass")
    story.then(inputs.Restart(), inputs.Back(ANN), inputs.Back(BEN))
    story.then(inputs.Tick(), after_s=50.0)
    story.then(inputs.Claim(BEN, "win", None))
    while story.room.is_playing:
        story.then(inputs.Tick(), after_s=60.0)
    story.then(inputs.Rematch(ANN), inputs.Kick(ANN, NAMES[BEN]), inputs.CloseTable(ANN))
    return story


def stranded(making: inputs.Open) -> Story:
    """The same three play by the clock when ann's node stops, and what she takes to come back is not counted."""
    story = Story(making)
    story.then(inputs.Stranded(ANN))
    story.then(inputs.Back(ANN), after_s=5.0)
    story.move(ANN, "swap horizontally board")
    story.then(inputs.Resign(BEN), inputs.Resign(CLEO))
    return story


def expelled(making: inputs.Open) -> Story:
    """ann, ben and cleo play Blocky: ann sends ben away, and is out of the game herself."""
    story = Story(making)
    story.move(ANN, "swap horizontally board")
    story.then(inputs.Expel(ANN, NAMES[BEN]))
    return story


def sent_away(making: inputs.Open) -> Story:
    """The same by ben's number, as servers store it since names can change hands."""
    story = Story(making)
    story.move(ANN, "swap horizontally board")
    story.then(inputs.SendAway(ANN, BEN))
    return story


def written(entries: list[bytes]) -> str:
    blocks = []
    for number, entry in enumerate(entries, start=1):
        room, at = replay.replay(entries[:number])
        blocks.append(_entry(number, entry) + _ending(room, at))
    return "\n".join(blocks)


def read(text: str) -> list[bytes]:
    blocks = text.removeprefix("== ").split("\n== ")
    return [bytes.fromhex(block.split("\n\n")[0].split("\n", 2)[2]) for block in blocks]


def _entry(number: int, entry: bytes) -> str:
    at, event = replay.unpack(entry)
    digits = entry.hex()
    rows = [digits[start : start + frames.HEX_WIDTH] for start in range(0, len(digits), frames.HEX_WIDTH)]
    tag = str(event.__struct_config__.tag).replace("-", "")
    title = f"== {number}. {tag} at {at:g} s"
    return "\n".join([title, msgspec.json.encode(event).decode(), *rows, ""])


def _ending(room: Room, at: float) -> str:
    if room.phase != "over":
        return ""
    return f"\n{frames.as_json(msgspec.to_builtins(table(room, None, at)))}\n"
