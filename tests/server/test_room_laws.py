"""What holds for a room whatever happens to it: random inputs, nonsense among them, in random order."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engines.cards import Card
from engines.chance import Chance
from protocol.codec import decode_event, encode
from server import replay
from server import room as rooms
from server.inputs import Choose, Close, Computer, Fill, Leave, Nobody, Play, Rematch, Resign, Sit, Tick
from server.outputs import Refuse
from server.tables import table
from tests.support.rooms import ANN, BEN, CLEO, NAMES, opened, person

pytestmark = pytest.mark.thorough

PLAYERS = st.sampled_from([ANN, BEN, CLEO, -1])
NUMBERS = st.integers(-1, 4)
PLIES = st.integers(-1, 30)
MOVES = st.sampled_from(["flip", "flip", "flip", "", "fold", "flip\n", "🂡"])
LEVELS = st.sampled_from(["flipper", "", "grandmaster"])
CHAIRS = st.sampled_from(
    [
        (person(ANN), Nobody()),
        (Nobody(), person(ANN)),
        (person(ANN), person(BEN)),
        (person(ANN), Computer("flipper")),
        (Computer("flipper"), person(ANN)),
    ]
)
NONSENSE = st.one_of(
    st.builds(Play, PLAYERS, NUMBERS, PLIES, MOVES),
    st.builds(Choose, st.sampled_from([0, 1]), NUMBERS, PLIES, MOVES),
    st.builds(Fill, PLAYERS, LEVELS),
    st.builds(Resign, PLAYERS),
    st.builds(Rematch, PLAYERS),
)


class AnyRoom(RuleBasedStateMachine):
    """A room that anything happens to, and its journal."""

    @initialize(
        chairs=CHAIRS,
        variant=st.sampled_from(["normal", "suits", "scouts"]),
        limit=st.sampled_from([0, 10]),
        seed=st.binary(min_size=32, max_size=32),
    )
    def make(self, chairs, variant, limit, seed):
        made = opened(*chairs, seed=seed, variant=variant, auto_flip_s=limit)
        self.now = 0.0
        self.room = rooms.begin(made, self.now).room
        self.journal = [replay.pack(self.now, made)]

    @rule(event=NONSENSE)
    def anything(self, event):
        self.happen(event)

    @rule(player=st.sampled_from([ANN, BEN, CLEO]))
    def sit(self, player):
        self.happen(Sit(player, NAMES[player]))

    @rule(player=PLAYERS, rarely=st.integers(0, 9))
    def leave_or_close(self, player, rarely):
        self.happen(Close() if rarely == 0 else Leave(player))

    @rule(turns=st.integers(1, 12), order=st.randoms(use_true_random=False))
    @precondition(lambda self: self.room.is_playing)
    def moves(self, turns, order):
        for _ in range(turns):
            if self.room.is_playing:
                seat = order.choice(self.room.sitting.turn)
                self.happen(Choose(seat, self.room.sitting.number, self.room.sitting.plies[seat], "flip"))

    @rule(seconds=st.sampled_from([0.0, 0.5, 9.99, 10.0, 1000.0]))
    def time_passes(self, seconds):
        self.now += seconds
        self.happen(Tick())

    @rule()
    @precondition(lambda self: self.room.phase == "over")
    def everyone_agrees(self):
        for player in self.room.players():
            self.happen(Rematch(player))

    def happen(self, event):
        before = deepcopy(self.room.sitting), self.room.chairs, self.room.won, self.room.rematch, self.room.seq
        result = rooms.step(self.room, self.now, event)
        assert before == (self.room.sitting, self.room.chairs, self.room.won, self.room.rematch, self.room.seq)
        if result.record:
            assert result.room.seq == self.room.seq + 1
            assert not any(isinstance(output, Refuse) for output in result.outputs)
            self.journal.append(replay.pack(self.now, event))
        else:
            assert result.room == self.room
        self.room = result.room

    @invariant()
    def the_journal_makes_the_same_room(self):
        again, _ = replay.replay(self.journal)
        assert again == self.room

    @invariant()
    def a_table_holds_no_card_that_is_still_in_a_hand(self):
        if self.room.sitting:
            state = self.room.sitting.state
            for seat in (0, 1, None):
                seen = cards_in(decode_event(encode(table(self.room, seat, self.now))).view)
                assert not seen & {*state.hands[0], *state.hands[1]}
                assert len(seen) == 52 - sum(state.left)

    @invariant()
    def nobody_can_tell_which_cards_lie_in_the_hands(self):
        """Two rooms that differ in hidden cards alone are the same bytes to everyone."""
        if self.room.sitting:
            game, sitting = self.room.setting.game, self.room.sitting
            for seat in (0, 1, None):
                imagined = game.redeal(game.view(sitting.state, seat), Chance.from_seed(bytes(32), "imagine"))
                twin = replace(self.room, sitting=replace(sitting, state=imagined))
                assert encode(table(twin, seat, self.now)) == encode(table(self.room, seat, self.now))

    @invariant()
    def a_deadline_stands_exactly_where_somebody_is_awaited(self):
        if self.room.is_playing:
            limit = self.room.setting.options.auto_flip_s
            assert (rooms.deadline(self.room) is None) == (limit == 0)
            assert self.room.sitting.turn
        else:
            assert rooms.deadline(self.room) is None


def cards_in(view: dict) -> set[Card]:
    """Every card in a view off the wire, wherever it stands."""
    draws = [*view["war"], *(draw for draws, _, _ in view["rounds"] for draw in draws)]
    return {Card(*card) for cards, _ in draws for side in cards for card in side}


TestAnyRoom = AnyRoom.TestCase
TestAnyRoom.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
