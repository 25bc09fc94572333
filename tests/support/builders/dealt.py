"""Games played through rooms by people whose programs take part in dealing, as the files that they keep of them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from client.history.saved.keeper import Keeper
from engines.catalog import find
from protocol import messages as m
from protocol.codec import decode_event, encode
from protocol.dealing import NEWEST_CHAIN
from protocol.saved_game import SavedGame
from server.fairness.transcript import page, transcript
from server.room import replay
from server.room import step as rooms
from server.room.inputs import (
    AnswerOffer,
    CommitShare,
    Input,
    Leave,
    OfferDraw,
    Play,
    Rematch,
    Resign,
    RevealShare,
    Sit,
    TakeBack,
    Tick,
)
from server.room.match.occupants import Computer, Occupant, Person
from server.room.outputs import SeatGiven, SeatLeft, ShowDeal, ShowTable
from server.room.player_view import deal, table
from server.room.step import Room
from tests.support import facts
from tests.support.builders.rooms import CODE, NAMES, choose, opened

WATCHER = 99


class Gathering:
    """A room, its players' programs and its journal, which grows as they play.

    `absent` are people whose programs say nothing while cards are dealt. `saved` is what the programs keep, by player.
    """

    def __init__(
        self,
        random: Random,
        game: str,
        people: int,
        *,
        options: Any = None,
        computers: int = 0,
        watched: bool = False,
        absent: Iterable[int] = (),
        chain: int = NEWEST_CHAIN,
    ) -> None:
        self.random = random
        self.now = 0.0
        self.absent = set(absent)
        self.saved: dict[int, list[SavedGame]] = {}
        self.keepers: dict[int, Keeper] = {}
        self.following: list[int] = []
        self._answers: list[tuple[int, m.Command]] = []
        players = list(NAMES)[:people]
        for player in (*players, *([WATCHER] if watched else [])):
            self.saved[player] = []
            self.keepers[player] = Keeper(self.saved[player].append, random.randbytes)
            self.following.append(player)
        chairs = [*(Person(player, NAMES[player], deals=True) for player in players)]
        level = find(game).bots.names[0]
        sheet = {} if options is None else msgspec.to_builtins(options)
        everybody: tuple[Occupant, ...] = (*chairs, *[Computer(level)] * computers)
        making = opened(*everybody, seed=random.randbytes(32), game=game, chain=chain, **sheet)
        self.entries = [replay.pack(self.now, making)]
        for player in players:
            self.keepers[player].hear(m.Entered(ref=0, room=CODE, seat=players.index(player)))
        first = rooms.begin(making, self.now)
        self.room: Room = first.room
        self._tell(first)

    def do(self, event: Input) -> None:
        """Let something happen that the room takes."""
        result = rooms.step(self.room, self.now, event)
        assert result.record, (event, result.outputs)
        self.entries.append(replay.pack(self.now, event))
        self.room = result.room
        self._tell(result)

    def wait(self) -> None:
        """Let the time pass until the room's deadline."""
        due = rooms.deadline(self.room)
        assert due is not None
        self.now = max(self.now, due)
        self.do(Tick())

    def settle(self) -> None:
        """Let time pass until the cards are dealt."""
        while self.room.deal is not None and self.room.deal.is_open:
            self.wait()

    def play(self, most: int = 10_000) -> None:
        """Play on by chance, so many events at most; where that is not enough, people give up."""
        self.settle()
        for _ in range(most):
            if not self.room.is_playing:
                return
            self._event()
        while self.room.is_playing:
            assert self.room.sitting is not None
            self.do(Resign(next(p for p in self.room.players() if self._is_in(p))))

    def move(self) -> None:
        """Somebody on turn makes a move, any."""
        assert self.room.sitting is not None
        seat = self.room.sitting.turn[0]
        chair, game = self.room.chairs[seat], self.room.setting.game
        assert isinstance(chair, Person)
        legal = game.rules.legal(game.rules.view(self.room.sitting.state, seat))
        text = game.rules.text(self.random.choice(tuple(legal)))
        self.do(Play(chair.player, self.room.sitting.number, self.room.sitting.plies[seat], text))

    def welcome(self) -> None:
        """Everybody signs in again, and is shown the room as it is."""
        for player in self.following:
            self._hear(player, m.Welcome(name=NAMES[player], token="", server="", games=(), seated=(CODE,)))
            shown = deal(self.room)
            assert shown is not None
            self._hear(player, shown)
            self._hear(player, table(self.room, self.room.seat_of(player), self.now))

    def again(self) -> None:
        for player in self.room.players():
            self.do(Rematch(player))

    def leave(self, player: int) -> None:
        self.do(Leave(player))

    def come_back(self, player: int) -> None:
        self.do(Sit(player, NAMES[player], deals=True))

    def _is_in(self, player: int) -> bool:
        seat = self.room.seat_of(player)
        return self.room.sitting is not None and seat not in self.room.sitting.gave_up

    def _event(self) -> None:
        """A move of somebody on turn, or now and then something else."""
        room, sitting, random = self.room, self.room.sitting, self.random
        assert sitting is not None
        if random.random() < 0.03 and rooms.deadline(room) is not None:
            self.wait()
            return
        if random.random() < 0.05 and self._agreed(TakeBack):
            return
        if random.random() < 0.003 and self._agreed(OfferDraw):
            return
        self.now += 0.25
        seat = random.choice(sitting.turn)
        game, chair = room.setting.game, room.chairs[seat]
        legal = [game.rules.text(move) for move in game.rules.legal(game.rules.view(sitting.state, seat))]
        onward = [text for text in legal if text not in facts.back(game.name)]
        text = random.choice(onward if onward and random.random() < 0.9 else legal)
        if isinstance(chair, Person):
            self.do(Play(chair.player, sitting.number, sitting.plies[seat], text))
        else:
            self.do(choose(room, seat, text))

    def _agreed(self, wish: type[TakeBack | OfferDraw]) -> bool:
        """Whether somebody asked for something, and the others agreed."""
        player = self.random.choice(self.room.players())
        if not rooms.step(self.room, self.now, wish(player)).record:
            return False
        self.do(wish(player))
        for other in self.room.players():
            is_asked = self.room.sitting is not None and self.room.sitting.request is not None
            if is_asked and other != player and self._is_in(other):
                self.do(AnswerOffer(other, agree=True))
        return True

    def _tell(self, result: rooms.RoomStep) -> None:
        """Everybody is told; then their programs' answers come, one after another."""
        for output in result.outputs:
            match output:
                case ShowDeal(asker=False):
                    shown = deal(self.room)
                    assert shown is not None
                    for player in self.following:
                        self._hear(player, shown)
                case ShowTable(asker=False):
                    for player in self.following:
                        self._hear(player, table(self.room, self.room.seat_of(player), self.now))
                case SeatLeft(player=player):
                    self._hear(player, m.Left(room=CODE, reason=""))
                    self.following.remove(player)
                case SeatGiven(seat=seat) if result.room.seq > 1:
                    chair = self.room.chairs[seat]
                    if isinstance(chair, Person):
                        self.following.append(chair.player)
                        self._hear(chair.player, m.Entered(ref=0, room=CODE, seat=seat))
        answers, self._answers = self._answers, []
        for player, command in answers:
            self._answer(player, command)

    def _hear(self, player: int, event: m.Event) -> None:
        commands = self.keepers[player].hear(decode_event(encode(event)), "ws://localhost:8765")
        self._answers += [(player, command) for command in commands]

    def _answer(self, player: int, command: m.Command) -> None:
        """What a program says by itself is done, if it does not come too late."""
        match command:
            case m.CommitShare(deal=number, hash=hashed) if player not in self.absent:
                self._try(CommitShare(player, number, bytes.fromhex(hashed)))
            case m.RevealShare(deal=number, share=share) if player not in self.absent:
                self._try(RevealShare(player, number, bytes.fromhex(share)))
            case m.GetTranscript(number=number, after=after):
                told = page(transcript(self.entries, number), 0, after)
                for following in self.keepers[player].hear(told, "ws://localhost:8765"):
                    self._answer(player, following)

    def _try(self, event: Input) -> None:
        if rooms.step(self.room, self.now, event).record:
            self.do(event)
