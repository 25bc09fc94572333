"""For every law a game that breaks it: War with one thing wrong, which that law must notice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count

import pytest

from engines.catalog import games
from engines.game import GameTime, Help, Hint, IllegalMoveError, Outcome, SeatResult, Takeback, Timing
from engines.war import rules
from engines.war.game import GAME
from engines.war.view import legal
from tests.support import facts
from tests.support.builders.changed_games import with_bots, with_rules
from tests.support.games import climb
from tests.support.laws import laws
from tests.support.laws.laws import LAWS
from tests.support.laws.walks import walk

pytestmark = pytest.mark.slow

SEED = bytes(32)


@dataclass(frozen=True)
class OtherOptions:
    variant: str = "normal"


def first_hidden_card(state):
    return state.hands[0][0].rank if state.hands[0] else 0


def apply_writing_into_its_argument(state, seat, move, chance):
    after = rules.apply(state, seat, move, chance)
    object.__setattr__(state, "scores", (99, 99))
    return after


def apply_refusing_nothing(state, seat, move, chance):
    return rules.apply(state, seat, move, chance) if seat in rules.turn(state) else state


def apply_fining_the_refused(state, seat, move, chance):
    if seat not in rules.turn(state):
        object.__setattr__(state, "scores", (state.scores[0] - 1, state.scores[1]))
    return rules.apply(state, seat, move, chance)


def apply_grunting(state, seat, move, chance):
    if seat not in rules.turn(state):
        raise IllegalMoveError("no")
    return rules.apply(state, seat, move, chance)


def apply_going_nowhere(state, seat, move, chance):
    return state if seat in rules.turn(state) else rules.apply(state, seat, move, chance)


def apply_with_a_memory():
    calls = count()
    return lambda state, *rest: replace(rules.apply(state, *rest), scores=(next(calls), 0))


def apply_dropping_a_card(state, seat, move, chance):
    after = rules.apply(state, seat, move, chance)
    return replace(after, hands=(after.hands[0][:10], after.hands[1]))


def takeback_writing_into_its_argument(state, seat):
    object.__setattr__(state, "scores", (99, 99))
    return state


def outcome_at_the_first_point(state):
    return rules.outcome(state) or (Outcome(state.scores, (0,), "A point was scored.") if any(state.scores) else None)


def outcome_won_by_a_third(state):
    return Outcome(state.scores, (2,), "A hand is empty.") if rules.outcome(state) else None


def turn_by_a_hidden_card(state):
    return rules.turn(state)[:: 1 if first_hidden_card(state) % 2 else -1]


def view_showing_a_hidden_card(state, seat):
    return replace(rules.view(state, seat), scores=(first_hidden_card(state), 0))


def view_showing_a_hidden_card_to_spectators(state, seat):
    return rules.view(state, seat) if seat is not None else view_showing_a_hidden_card(state, seat)


def view_with_a_list(state, seat):
    return replace(rules.view(state, seat), left=list(state.left))


def hint_from_a_source_of_its_own():
    hints = count()
    return lambda view, chance: Hint("flip", f"Flip: this is the {next(hints)}th hint.")


def moody_computer():
    moods = count()
    return lambda view, chance: next(moods)


def takes_back(before):
    return replace(GAME, takeback=Takeback(before, lambda view: False))


def with_replies(before):
    alone = takes_back(lambda state, seat: state).takeback
    return replace(GAME, takeback=replace(alone, through=Takeback(before, lambda view: False)))


def timed(limit_s, finish):
    return replace(GAME, timing=replace(GAME.timing, game=GameTime(limit_s, finish)))


BROKEN = {
    laws.apply_leaves_its_argument_untouched: with_rules(GAME, apply=apply_writing_into_its_argument),
    laws.the_accepted_moves_are_exactly_the_legal_ones: with_rules(GAME, apply=apply_refusing_nothing),
    laws.the_seats_on_turn_are_those_with_legal_moves: with_rules(GAME, turn=lambda state: rules.turn(state)[:1]),
    laws.a_refused_move_changes_nothing: with_rules(GAME, apply=apply_fining_the_refused),
    laws.a_refusal_is_a_sentence: with_rules(GAME, apply=apply_grunting),
    laws.every_game_ends_within_its_limit: with_rules(GAME, apply=apply_going_nowhere),
    laws.there_is_an_outcome_exactly_when_nobody_is_on_turn: with_rules(GAME, outcome=outcome_at_the_first_point),
    laws.a_move_is_taken_back_exactly_where_the_view_says_so: takes_back(lambda state, seat: state),
    laws.who_takes_a_move_back_is_on_turn_again: takes_back(lambda state, seat: state),
    laws.with_replies_a_move_is_taken_back_wherever_it_is_without_and_alike: with_replies(lambda state, seat: None),
    laws.taking_back_leaves_its_argument_untouched: takes_back(takeback_writing_into_its_argument),
    laws.an_outcome_scores_every_seat_and_names_a_winner: with_rules(GAME, outcome=outcome_won_by_a_third),
    laws.a_result_is_no_more_than_a_seat_has_done: replace(
        GAME, result=lambda state, seat: SeatResult("1", 0, won=True, line="")
    ),
    laws.a_view_depends_on_nothing_hidden: with_rules(GAME, view=view_showing_a_hidden_card),
    laws.a_spectator_sees_no_more_than_every_seat_sees: with_rules(GAME, view=view_showing_a_hidden_card_to_spectators),
    laws.how_far_a_game_is_is_said_in_a_few_characters_that_follow_from_what_anybody_sees: with_rules(
        GAME, progress=str
    ),
    laws.whose_turn_it_is_and_how_it_ended_are_seen_by_all: with_rules(GAME, turn=turn_by_a_hidden_card),
    laws.views_survive_the_wire: with_rules(GAME, view=view_with_a_list),
    laws.options_survive_the_wire: with_rules(GAME, Options=OtherOptions),
    laws.the_legal_moves_fit_a_message: with_rules(GAME, legal=lambda view: legal(view) * 2),
    laws.moves_are_read_back_from_their_own_text: with_rules(GAME, read=str),
    laws.playing_the_same_moves_again_gives_the_same_states: with_rules(GAME, apply=apply_with_a_memory()),
    laws.time_ends_a_game_and_leaves_its_argument_untouched: timed(lambda options: None, lambda state: state),
    laws.who_gives_up_moves_no_more: replace(GAME, resign=lambda state, seat: state),
    laws.every_computer_player_chooses_a_legal_move: with_bots(GAME, passer=lambda view, chance: "pass"),
    laws.equal_views_and_equal_chance_give_equal_choices: with_bots(GAME, moody=moody_computer()),
    laws.help_is_a_sentence_and_where_there_is_something_to_do_a_legal_move: replace(
        GAME, help=Help(lambda view, chance: Hint("pass", "Nothing is better."))
    ),
    laws.help_follows_from_what_is_seen: replace(GAME, help=Help(hint_from_a_source_of_its_own())),
    laws.the_default_move_is_legal: replace(GAME, timing=Timing(lambda view: "pass")),
    laws.a_turn_and_a_game_last_some_time_or_for_ever: timed(lambda options: 0, rules.outcome),
    laws.in_an_open_game_views_differ_by_the_seat_alone: with_rules(
        GAME, view=view_showing_a_hidden_card_to_spectators
    ),
    laws.nothing_is_lost: with_rules(GAME, apply=apply_dropping_a_card),
}


@pytest.mark.parametrize(("law", "broken"), BROKEN.items(), ids=[law.__name__ for law in BROKEN])
def test_the_law_notices_a_game_that_breaks_it(law, broken):
    war = facts.find("war")
    walked = walk(broken, war, war.tables["normal"], 2, SEED)
    with pytest.raises(AssertionError):
        law(walked)


@pytest.mark.parametrize("said", ["", "No full stop", "A\ttab.", "Too long" + "." * 250])
@pytest.mark.parametrize("field", ["hint", "prospect"])
def test_the_law_of_help_notices_what_is_no_sentence(field, said):
    war = facts.find("war")
    walked = walk(
        replace(GAME, help=Help(**{field: lambda view, chance: Hint(None, said)})), war, war.tables["normal"], 2, SEED
    )
    with pytest.raises(AssertionError):
        laws.help_is_a_sentence_and_where_there_is_something_to_do_a_legal_move(walked)


@pytest.mark.parametrize(
    ("name", "table", "is_hidden"),
    [
        *((name, table, True) for name in ("war", "tower_blaster") for table in facts.find(name).tables),
        ("blocky", "open", False),
        ("blocky", "secret", True),
        ("streets_and_alleys", "hidden", True),
    ],
)
def test_of_a_game_that_hides_something_two_states_behind_a_view_come_apart(name, table, is_hidden):
    known = facts.find(name)
    walked = [walk(games()[name], known, known.tables[table], 2, bytes((seed,)) * 32) for seed in range(3)]
    assert any(map(laws.hides, walked)) is is_hidden


def test_what_a_state_remembers_of_its_past_is_not_hidden():
    known = facts.Facts(tables={}, longest=40)
    assert not laws.hides(walk(climb.GAME, known, climb.Options(), 2, SEED))


def test_facts_without_secrets_are_told_by_the_name_of_their_file(monkeypatch):
    silent = replace(facts.find("war"), secrets=None)
    monkeypatch.setattr(facts, "games", lambda: {"war": silent})
    with pytest.raises(facts.MissingFactsError, match=r"war hides .* tests/games/war\.py"):
        facts.secrets("war")


def test_no_law_goes_unproved():
    assert set(BROKEN) == set(LAWS)
