"""What holds for a room whatever happens to it: random inputs, nonsense among them, in random order."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engines import catalog
from engines.cards import Card
from engines.chance import Chance
from protocol.codec import decode_event, encode
from server.room import disconnections, inputs, replay
from server.room import step as rooms
from server.room.match import clock
from server.room.match.clock import NO_LIMITS, ClockLimits
from server.room.match.occupants import Computer, OpenSeat, Person
from server.room.outputs import AskComputer, Refuse
from server.room.player_view import table
from tests.support.builders.rooms import ANN, BEN, CLEO, DORA, NAMES, opened, person
from tests.support.games.climb import GAME as CLIMB

pytestmark = pytest.mark.slow

PLAYERS = st.sampled_from([ANN, BEN, CLEO, DORA, -1])
NUMBERS = st.integers(-1, 4)
PLIES = st.integers(-1, 30)
MOVES = st.sampled_from(["flip", "flip", "flip", "1", "2", "", "fold", "flip\n", "🂡"])
LEVELS = st.sampled_from(["flipper", "plodder", "", "grandmaster"])
SEEDS = st.binary(min_size=32, max_size=32)
PAIRS = st.sampled_from(
    [
        (person(ANN), OpenSeat()),
        (OpenSeat(), person(ANN)),
        (person(ANN), person(BEN)),
        (person(ANN), Computer("flipper")),
        (Computer("flipper"), person(ANN)),
    ]
)
COMPANY = st.lists(
    st.sampled_from([OpenSeat(), person(BEN), person(CLEO), person(DORA), Computer("plodder")]),
    max_size=3,
    unique_by=lambda holder: holder if isinstance(holder, Person) else object(),
)
NONSENSE = st.one_of(
    st.builds(inputs.Play, PLAYERS, NUMBERS, PLIES, MOVES),
    st.builds(inputs.ComputerMove, st.just(0), NUMBERS, PLIES, MOVES | st.none()),
    st.builds(inputs.AddComputers, PLAYERS, LEVELS),
    st.builds(inputs.Resign, PLAYERS),
    st.builds(inputs.TakeBack, PLAYERS),
    st.builds(inputs.AnswerOffer, PLAYERS, st.booleans()),
    st.builds(inputs.Rematch, PLAYERS),
    st.builds(inputs.OfferDraw, PLAYERS),
    st.builds(inputs.Claim, PLAYERS, st.sampled_from(["win", "computer"]), LEVELS | st.none()),
    st.builds(inputs.Kick, PLAYERS, st.sampled_from(["ann", "ben", "cleo", "nobody"])),
    st.builds(inputs.SendAway, PLAYERS, PLAYERS),
    st.builds(inputs.Expel, PLAYERS, st.sampled_from(["ann", "ben", "cleo", "nobody"])),
)


class AnyRoom(RuleBasedStateMachine):
    """A room that anything happens to, and its journal."""

    moves: tuple[str, ...]

    def begin(self, making):
        self.now = 0.0
        self.room = rooms.begin(making, self.now).room
        self.journal = [replay.pack(self.now, making)]

    @rule(event=NONSENSE)
    def anything(self, event):
        self.happen(event)

    @rule(player=st.sampled_from([ANN, BEN, CLEO, DORA]))
    def sit(self, player):
        self.happen(inputs.Sit(player, NAMES[player]))

    @rule(player=PLAYERS, rarely=st.integers(0, 9))
    def leave_or_close(self, player, rarely):
        ways = {0: inputs.CloseDeserted(), 1: inputs.CloseTable(player), 2: inputs.EndTable("It ends.")}
        self.happen(ways.get(rarely, inputs.Leave(player)))

    @rule(player=PLAYERS, what=st.sampled_from((inputs.Back, inputs.Away, inputs.Stranded)))
    def connections_come_and_go(self, player, what):
        self.happen(what(player))

    @rule(player=PLAYERS, is_back=st.booleans())
    def somebody_looks_elsewhere_or_here_again(self, player, is_back):
        self.happen(inputs.Resume(player) if is_back else inputs.Pause(player))

    @rule()
    def the_server_was_gone(self):
        self.happen(inputs.Restart())

    @rule(player=PLAYERS, what=st.sampled_from(["win", "computer"]))
    @precondition(lambda self: self.room.is_playing)
    def nobody_waits_any_longer(self, player, what):
        self.time_passes(120.0)
        self.happen(inputs.Claim(player, what, None))

    @rule(turns=st.integers(1, 12), order=st.randoms(use_true_random=False))
    @precondition(lambda self: self.room.is_playing)
    def some_moves(self, turns, order):
        for _ in range(turns):
            if self.room.is_playing:
                seat, move = order.choice(self.room.sitting.turn), order.choice(self.moves)
                self.happen(self.made(seat, move))

    def made(self, seat, move):
        """The next move of whoever plays in a seat."""
        number, ply, occupant = self.room.sitting.number, self.room.sitting.plies[seat], self.room.chairs[seat]
        if rooms.level_at(self.room, seat):
            return inputs.ComputerMove(seat, number, ply, move)
        return inputs.Play(occupant.player, number, ply, move)

    @rule(seconds=st.sampled_from([0.0, 0.5, 9.99, 10.0, 30.0, 1000.0]))
    def time_passes(self, seconds):
        self.now += seconds
        self.happen(inputs.Tick())
        while not self.room.closed and clock.is_up(rooms.deadline(self.room), self.now):
            self.happen(inputs.Tick())

    @rule()
    @precondition(lambda self: self.room.phase == "over")
    def everyone_agrees(self):
        for player in self.room.players():
            self.happen(inputs.Rematch(player))

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
        self.notice_the_verdict(event, self.room.sitting, result)
        thinks = [output for output in result.outputs if isinstance(output, AskComputer)]
        assert set(thinks) <= set(rooms.thinkers(result.room))
        assert len(set(thinks)) == len(thinks)
        self.room = result.room

    def notice_the_verdict(self, event, before, result):
        """What became of a request is told by the entry that ended it, and by no other."""
        verdict = result.room.sitting and result.room.sitting.verdict
        if verdict and result.record:
            assert isinstance(
                event,
                inputs.TakeBack
                | inputs.OfferDraw
                | inputs.AnswerOffer
                | inputs.Play
                | inputs.ComputerMove
                | inputs.Tick,
            )
            assert verdict is not before.verdict
            assert before.request is None or verdict.seat == before.request.seat
            assert (verdict.result in ("declined", "moved")) == (verdict.by is not None)
            assert result.room.is_playing
            assert result.room.sitting.request is None

    @invariant()
    def the_journal_makes_the_same_room(self):
        again, _ = replay.replay(self.journal)
        assert again == self.room

    @invariant()
    def somebody_is_awaited_exactly_while_a_game_is_played(self):
        turn = self.room.sitting.turn if self.room.sitting else ()
        assert bool(turn) == self.room.is_playing
        assert self.room.is_playing or rooms.deadline(self.room) is None

    @invariant()
    def in_a_game_that_waits_nothing_is_due_and_no_computer_moves(self):
        if self.room.is_paused:
            assert (rooms.deadline(self.room), rooms.thinkers(self.room)) == (None, ())
            seen = [table(self.room, 0, now) for now in (self.now, self.now + 1000.0)]
            assert seen[0] == seen[1]

    @invariant()
    def a_game_waits_for_nobody_but_its_only_person_and_at_no_serious_table(self):
        if self.room.is_paused:
            assert [isinstance(each, Person) for each in self.room.cast].count(True) == 1
            assert disconnections.awaited_player(self.room) in self.room.players()
            assert not self.room.setting.serious

    @invariant()
    def nobody_is_given_time(self):
        limits, match = self.room.setting.limits, self.room.sitting
        if match:
            totals = [(watch.total, ply) for watch, ply in zip(match.watches, match.plies, strict=True)]
            for total, ply in totals:
                assert total is None or total.left_s <= limits.total_s + ply * limits.increment_s
            assert all(grace.left_s <= self.room.setting.grace_s for grace in match.graces)

    @invariant()
    def only_the_time_of_seats_on_turn_runs(self):
        for seat, watch in enumerate(self.room.sitting.watches if self.room.sitting else ()):
            runs = watch.total is not None and watch.total.since is not None
            assert watch.move is None or seat in self.room.sitting.turn
            assert not runs or seat in self.room.sitting.turn

    @invariant()
    def only_the_grace_of_those_runs_who_are_away_while_somebody_waits(self):
        if self.room.sitting:
            graces = enumerate(self.room.sitting.graces)
            running = {seat for seat, grace in graces if grace.since is not None}
            away = {self.room.seat_of(player) for player in self.room.away}
            assert running <= away
            assert not running or self.room.is_playing
            assert not running or {self.room.seat_of(player) for player in self.room.players()} - away

    @invariant()
    def a_computer_stands_in_for_nobody_who_is_there(self):
        stand_ins = self.room.sitting.stand_ins if self.room.is_playing else ()
        assert {each.seat for each in stand_ins} <= {self.room.seat_of(player) for player in self.room.away}

    @invariant()
    def somebody_there_is_the_host(self):
        assert self.room.closed or self.room.host in self.room.players()

    @invariant()
    def a_room_is_open_exactly_while_people_are_there(self):
        assert self.room.players() or self.room.closed


class AnyWar(AnyRoom):
    """A room of War, where cards are hidden."""

    moves = ("flip",)

    @initialize(
        occupants=PAIRS,
        variant=st.sampled_from(["normal", "suits", "scouts"]),
        limit=st.sampled_from([0, 10]),
        seed=SEEDS,
    )
    def make(self, occupants, variant, limit, seed):
        self.begin(opened(*occupants, seed=seed, variant=variant, auto_flip_s=limit))

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
            game, match = self.room.setting.game, self.room.sitting
            for seat in (0, 1, None):
                imagined = game.rules.redeal(game.rules.view(match.state, seat), Chance.from_seed(bytes(32), "imagine"))
                twin = replace(self.room, sitting=replace(match, state=imagined))
                assert encode(table(twin, seat, self.now)) == encode(table(self.room, seat, self.now))

    @invariant()
    def a_deadline_stands_exactly_where_there_is_a_limit(self):
        if self.room.is_playing:
            limit = self.room.setting.options.auto_flip_s
            assert (self.room.sitting.deadline is None) == (limit == 0)


class AnyClimb(AnyRoom):
    """A room of Climb, where one to four play, moves are taken back and others play on."""

    moves = ("1", "2")

    def __init__(self):
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(catalog, "games", lambda: {"climb": CLIMB})

    @initialize(
        company=COMPANY,
        place=st.integers(0, 3),
        rules=st.fixed_dictionaries({}, optional={"together": st.booleans(), "alone": st.booleans()}),
        limits=st.fixed_dictionaries({"move_s": st.sampled_from([0, 10]), "game_s": st.sampled_from([0, 45])}),
        clock=st.sampled_from([NO_LIMITS, ClockLimits(total_s=60), ClockLimits(total_s=20, increment_s=5)]),
    )
    def make(self, company, place, rules, limits, clock):
        occupants = [*company[:place], person(ANN), *company[place:]]
        self.begin(replace(opened(*occupants, game="climb", steps=5, **rules, **limits), limits=clock))

    @rule(player=PLAYERS)
    def offer_a_draw(self, player):
        self.happen(inputs.OfferDraw(player))

    def teardown(self):
        self.patch.undo()

    @rule(player=PLAYERS)
    def take_back(self, player):
        self.happen(inputs.TakeBack(player))

    @rule(player=PLAYERS, agree=st.booleans())
    def answer(self, player, agree):
        self.happen(inputs.AnswerOffer(player, agree))

    @rule()
    @precondition(lambda self: self.asked())
    def everyone_consents(self):
        before = self.room.sitting
        for player in self.room.players():
            self.happen(inputs.AnswerOffer(player, agree=True))
        assert self.room.sitting.request is None
        if before.request.kind == "draw":
            assert self.room.sitting.drawn
            return
        assert self.room.sitting.plies == tuple(ply + 1 for ply in before.plies)
        assert self.room.sitting.verdict.result == "granted"

    def asked(self):
        """What is asked in a game that goes on; nothing more comes of it in a room that is closed."""
        return self.room.sitting.request if self.room.is_playing and not self.room.closed else None

    @invariant()
    def who_gave_up_is_awaited_no_more_and_somebody_else_plays(self):
        if self.room.is_playing:
            match = self.room.sitting
            assert not set(match.turn) & set(match.gave_up)
            assert self.playing()

    @invariant()
    def a_seat_is_open_during_a_game_only_where_somebody_gave_up(self):
        if self.room.is_playing:
            left = {seat for seat, occupant in enumerate(self.room.chairs) if occupant == OpenSeat()}
            assert left <= set(self.room.sitting.gave_up)

    @invariant()
    def a_request_stands_among_players_who_have_not_all_agreed(self):
        request = self.asked()
        if request:
            assert {request.seat, *request.agreed} < self.playing()
            # An offer of a draw outlives a move of whoever made it, after which they might make another.
            assert request.kind == "draw" or (request.kind, request.seat) in self.room.sitting.asked
            assert self.now < request.until

    @invariant()
    def nothing_is_asked_once_a_game_is_over(self):
        assert self.room.phase != "over" or self.room.sitting.request is None

    @invariant()
    def limits_stand_exactly_where_the_options_have_them(self):
        if self.room.is_playing:
            limits = self.room.setting.options
            assert (self.room.sitting.ends is None) == (limits.game_s == 0)
            has_total = any(self.room.sitting.watches[seat].total for seat in self.room.sitting.turn)
            assert (self.room.sitting.deadline is None) == (limits.move_s == 0 and not has_total)

    @invariant()
    def no_more_is_won_than_was_played(self):
        games = self.room.sitting.number if self.room.sitting else 0
        assert sum(self.room.won) <= games
        wins = zip(self.room.won, self.room.chairs, strict=True)
        assert all(won == 0 for won, occupant in wins if occupant == OpenSeat())

    def playing(self):
        """The seats of people who have not given up."""
        occupants = enumerate(self.room.chairs)
        return {seat for seat, occupant in occupants if isinstance(occupant, Person)} - set(self.room.sitting.gave_up)


def cards_in(view: dict) -> set[Card]:
    """Every card in a view off the wire, wherever it stands."""
    draws = [*view["war"], *(draw for draws, _, _ in view["rounds"] for draw in draws)]
    return {Card(*card) for cards, _ in draws for side in cards for card in side}


TestAnyWar = AnyWar.TestCase
TestAnyClimb = AnyClimb.TestCase
TestAnyWar.settings = TestAnyClimb.settings = settings(max_examples=60, stateful_step_count=30)
