"""The laws every game obeys, each a function of a walk that raises AssertionError where the law is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from traceback import walk_tb
from types import TracebackType
from typing import Any

import msgpack
import msgspec

from engines.chance import Chance
from engines.game import Hint, IllegalMoveError, Seat, Takeback
from protocol.codec import MAX_EVENT_BYTES
from protocol.plain_values import MAX_EVENT_LIST
from tests.support.laws.walks import Walk

LONGEST_PROGRESS = 16
"""In characters: what stands in a line of the lobby."""
LONGEST_DEAL = 64
"""How long the name of a deal may be on the wire."""
LONGEST_SENTENCE = 256
"""How long a sentence about a position may be, and the text of a move."""
LONGEST_POSITION = 2000
"""How much of a position a broken law shows, in characters."""
REDEALS = 2
"""How many truths are imagined behind each view."""


def apply_leaves_its_argument_untouched(walk: Walk) -> None:
    for ply in walk.plies:
        before = deepcopy(ply.state)
        walk.game.rules.apply(ply.state, ply.seat, ply.move, walk.chance("apply", ply.number))
        assert ply.state == before


def the_accepted_moves_are_exactly_the_legal_ones(walk: Walk) -> None:
    for state, seat, legal, moves in attempts(walk):
        for move in moves:
            assert (refusal(walk, state, seat, move) is None) == (move in legal)


def the_seats_on_turn_are_those_with_legal_moves(walk: Walk) -> None:
    for state in walk.states:
        rules = walk.game.rules
        assert tuple(seat for seat in range(walk.seats) if tuple(rules.legal(rules.view(state, seat)))) == rules.turn(
            state
        )
        assert tuple(rules.legal(rules.view(state, None))) == ()


def a_refused_move_changes_nothing(walk: Walk) -> None:
    for state, seat, _, moves in attempts(walk):
        before = deepcopy(state)
        for move in moves:
            assert refusal(walk, state, seat, move) is None or state == before


def a_refusal_is_a_sentence(walk: Walk) -> None:
    for state, seat, move in tried_moves(walk):
        said = refusal(walk, state, seat, move)
        assert said is None or (said[:1].isupper() and said.endswith("."))


def every_game_ends_within_its_limit(walk: Walk) -> None:
    assert len(walk.plies) <= walk.facts.longest
    assert walk.game.rules.outcome(walk.end) is not None


def there_is_an_outcome_exactly_when_nobody_is_on_turn(walk: Walk) -> None:
    for state in walk.states:
        assert (walk.game.rules.outcome(state) is not None) == (walk.game.rules.turn(state) == ())


def a_move_is_taken_back_exactly_where_the_view_says_so(walk: Walk) -> None:
    for rule in takeback_rules(walk):
        for state, seat, back in takebacks(walk, rule):
            assert (back is not None) == rule.is_possible(walk.game.rules.view(state, seat))


def who_takes_a_move_back_is_on_turn_again(walk: Walk) -> None:
    for rule in takeback_rules(walk):
        for _, seat, back in takebacks(walk, rule):
            assert back is None or seat in walk.game.rules.turn(back)


def with_replies_a_move_is_taken_back_wherever_it_is_without_and_alike(walk: Walk) -> None:
    takeback = walk.game.takeback
    if takeback is not None and takeback.through is not None:
        both = zip(takebacks(walk, takeback), takebacks(walk, takeback.through), strict=True)
        assert all(alone in (None, back) for (_, _, alone), (_, _, back) in both)


def taking_back_leaves_its_argument_untouched(walk: Walk) -> None:
    before = deepcopy(walk.states)
    for rule in takeback_rules(walk):
        list(takebacks(walk, rule))
    assert walk.states == before


def an_outcome_scores_every_seat_and_names_a_winner(walk: Walk) -> None:
    """Who plays alone may lose to nobody."""
    outcome = walk.game.rules.outcome(walk.end)
    assert outcome is not None
    assert len(outcome.scores) == walk.seats
    assert outcome.winners or walk.seats == 1
    assert set(outcome.winners) <= set(range(walk.seats))
    assert outcome.reason.endswith(".")


def a_result_is_no_more_than_a_seat_has_done(walk: Walk) -> None:
    """Its deal can be asked for by name, its moves were made, and nobody has won what the Outcome says is lost."""
    tell, outcome = walk.game.result, walk.game.rules.outcome(walk.end)
    if tell is None:
        return
    assert outcome is not None
    for seat in range(walk.seats):
        result = tell(walk.end, seat)
        assert 1 <= len(result.deal) <= LONGEST_DEAL
        assert 0 <= result.moves <= sum(ply.seat == seat for ply in walk.plies)
        assert seat in outcome.winners or not result.won


def a_view_depends_on_nothing_hidden(walk: Walk) -> None:
    for view, seat, imagined in imaginings(walk):
        assert walk.game.rules.view(imagined, seat) == view


def a_spectator_sees_no_more_than_every_seat_sees(walk: Walk) -> None:
    """What a spectator sees follows from what any one seat sees, so it is the same behind equal views of a seat."""
    for state in walk.states:
        for seat in range(walk.seats):
            imagined = walk.game.rules.redeal(walk.game.rules.view(state, seat), walk.chance("imagine"))
            assert walk.game.rules.view(imagined, None) == walk.game.rules.view(state, None)


def how_far_a_game_is_is_said_in_a_few_characters_that_follow_from_what_anybody_sees(walk: Walk) -> None:
    for state in walk.states:
        view = walk.game.rules.view(state, None)
        imagined = walk.game.rules.redeal(view, walk.chance("imagine"))
        far = walk.game.rules.progress(view)
        assert len(far) <= LONGEST_PROGRESS
        assert far.isprintable()
        assert walk.game.rules.progress(walk.game.rules.view(imagined, None)) == far


def whose_turn_it_is_and_how_it_ended_are_seen_by_all(walk: Walk) -> None:
    for state in walk.states:
        for seat in (*range(walk.seats), None):
            imagined = walk.game.rules.redeal(walk.game.rules.view(state, seat), walk.chance("imagine"))
            assert walk.game.rules.turn(imagined) == walk.game.rules.turn(state)
            assert walk.game.rules.outcome(imagined) == walk.game.rules.outcome(state)


def views_survive_the_wire(walk: Walk) -> None:
    for state in walk.states:
        for seat in (*range(walk.seats), None):
            view = walk.game.rules.view(state, seat)
            assert sent_over_the_wire(view, walk.game.rules.View) == view


def options_survive_the_wire(walk: Walk) -> None:
    assert sent_over_the_wire(walk.options, walk.game.rules.Options) == walk.options


def the_legal_moves_fit_a_message(walk: Walk) -> None:
    """A client may ask for all of them, and sends one back."""
    for _, _, moves in walk.choices():
        texts = [walk.game.rules.text(move) for move in moves]
        assert len(set(texts)) == len(texts) <= MAX_EVENT_LIST
        assert max(map(len, texts)) <= LONGEST_SENTENCE
        assert sum(map(len, texts)) < MAX_EVENT_BYTES // 2


def moves_are_read_back_from_their_own_text(walk: Walk) -> None:
    for _, _, move in tried_moves(walk):
        assert walk.game.rules.read(walk.game.rules.text(move)) == move


def playing_the_same_moves_again_gives_the_same_states(walk: Walk) -> None:
    state = walk.begin
    if state is None:
        state = walk.game.rules.setup(walk.options, walk.seats, walk.chance("setup"))
    for ply in walk.plies:
        assert state == ply.state
        move = walk.game.rules.read(walk.game.rules.text(ply.move))
        state = walk.game.rules.apply(state, ply.seat, move, walk.chance("apply", ply.number))
    if walk.timed is not None:
        assert state == walk.timed
        assert walk.game.timing.game is not None
        state = walk.game.timing.game.finish(state)
    assert state == walk.end


def time_ends_a_game_and_leaves_its_argument_untouched(walk: Walk) -> None:
    for state in walk.states if walk.game.timing.game else ():
        before = deepcopy(state)
        assert walk.game.timing.game is not None
        assert walk.game.rules.turn(walk.game.timing.game.finish(state)) == ()
        assert state == before


def who_gives_up_moves_no_more(walk: Walk) -> None:
    """The others play on, or it is over."""
    game = walk.game
    for state in walk.states if game.resign else ():
        for seat in game.rules.turn(state):
            before = deepcopy(state)
            assert game.resign is not None
            after = game.resign(state, seat)
            assert state == before
            assert seat not in game.rules.turn(after)
            assert tuple(game.rules.legal(game.rules.view(after, seat))) == ()
            assert (game.rules.outcome(after) is not None) == (game.rules.turn(after) == ())


def every_computer_player_chooses_a_legal_move(walk: Walk) -> None:
    """Or it gives the game up."""
    for level, view, chance in decisions(walk):
        move = walk.game.bots[level].choose(view, chance)
        assert move is None or move in tuple(walk.game.rules.legal(view))


def equal_views_and_equal_chance_give_equal_choices(walk: Walk) -> None:
    for level, view, chance in decisions(walk):
        choose, same_view = walk.game.bots[level].choose, sent_over_the_wire(view, walk.game.rules.View)
        assert choose(view, chance) == choose(same_view, Chance(chance.key, chance.number))


def help_is_a_sentence_and_where_there_is_something_to_do_a_legal_move(walk: Walk) -> None:
    for view, _, chance in cries_for_help(walk):
        hint, prospect = told(walk, view, chance)
        assert hint is None or is_clean(hint.reason)
        assert prospect is None or is_clean(prospect.reason)
        assert hint is None or hint.move in (None, *map(walk.game.rules.text, walk.game.rules.legal(view)))


def help_follows_from_what_is_seen(walk: Walk) -> None:
    """Who sees the same is told the same, whatever the truth behind it is, if the chance is the same."""
    for view, seat, chance in cries_for_help(walk):
        twin = walk.game.rules.view(walk.game.rules.redeal(view, walk.chance("imagine")), seat)
        assert told(walk, view, chance) == told(walk, sent_over_the_wire(twin, walk.game.rules.View), chance)


def the_default_move_is_legal(walk: Walk) -> None:
    for state in walk.states:
        for seat in walk.game.rules.turn(state):
            view = walk.game.rules.view(state, seat)
            assert walk.game.timing.default(view) in tuple(walk.game.rules.legal(view))


def a_turn_and_a_game_last_some_time_or_for_ever(walk: Walk) -> None:
    for limit_s in (walk.game.timing.move_s(walk.options), walk.game.timing.game_s(walk.options)):
        assert limit_s is None or limit_s > 0


def in_an_open_game_views_differ_by_the_seat_alone(walk: Walk) -> None:
    rules = walk.game.rules
    for state in walk.states if walk.game.is_open else ():
        if rules.outcome(state) is None:
            seen = rules.view(state, None)
            assert all(replace(rules.view(state, seat), seat=None) == seen for seat in range(walk.seats))


def nothing_is_lost(walk: Walk) -> None:
    assert len({walk.facts.kept(state) for state in walk.states}) == 1


LAWS: tuple[Callable[[Walk], None], ...] = tuple(
    each for each in [*globals().values()] if getattr(each, "__module__", "") == __name__
)
"""All that stands above."""

RARELY_BROKEN = (
    the_accepted_moves_are_exactly_the_legal_ones,
    the_seats_on_turn_are_those_with_legal_moves,
    every_game_ends_within_its_limit,
    there_is_an_outcome_exactly_when_nobody_is_on_turn,
    a_move_is_taken_back_exactly_where_the_view_says_so,
    with_replies_a_move_is_taken_back_wherever_it_is_without_and_alike,
    who_takes_a_move_back_is_on_turn_again,
    an_outcome_scores_every_seat_and_names_a_winner,
    a_result_is_no_more_than_a_seat_has_done,
    how_far_a_game_is_is_said_in_a_few_characters_that_follow_from_what_anybody_sees,
    whose_turn_it_is_and_how_it_ended_are_seen_by_all,
    views_survive_the_wire,
    time_ends_a_game_and_leaves_its_argument_untouched,
    who_gives_up_moves_no_more,
    the_default_move_is_legal,
    nothing_is_lost,
)
"""Those that a game may break in rare positions alone, so that they are held to many walks."""


def hold(law: Callable[[Walk], None], walk: Walk) -> None:
    """Hold a walk to a law. What is raised where it is broken says in which position, by which seat and move."""
    try:
        law(walk)
    except Exception as error:
        for note in _where(walk, error.__traceback__):
            error.add_note(note)
        raise


def _where(walk: Walk, traceback: TracebackType | None) -> Iterator[str]:
    """What the law that failed was looking at, by the names that laws use."""
    seen: dict[str, Any] = {}
    for frame, _ in walk_tb(traceback):
        if frame.f_globals.get("__name__") == __name__ and "walk" in frame.f_locals:
            seen |= frame.f_locals
    ply, state = seen.get("ply"), seen.get("state")
    state = state if ply is None else ply.state
    at = next((number for number, each in enumerate(walk.states) if each is state), None)
    yield f"{walk.game.title}, {walk.seats} seats, {walk.options}, seed {walk.seed.hex()}"
    if at is not None:
        yield f"after {at} moves: {', '.join(walk.game.rules.text(each.move) for each in walk.plies[:at]) or 'none'}"
    if "level" in seen:
        yield f"computer player: {seen['level']}"
    if (seat := seen.get("seat") if ply is None else ply.seat) is not None:
        yield f"seat: {seat}"
    if (move := seen.get("move") if ply is None else ply.move) is not None:
        yield f"move: {move}"
    if (looked := state if state is not None else seen.get("view")) is not None:
        yield f"position: {str(looked)[:LONGEST_POSITION]}"


def tried_moves(walk: Walk) -> Iterator[tuple[Any, Seat, Any]]:
    """Every move that is worth trying, legal or not, with the state and the seat to try it in."""
    for state, seat, _, moves in attempts(walk):
        for move in moves:
            yield state, seat, move


def attempts(walk: Walk) -> Iterator[tuple[Any, Seat, frozenset[Any], Iterable[Any]]]:
    """Every state, every seat in it, its legal moves and all moves that are worth trying."""
    tries = walk.tries()
    for state in walk.states:
        for seat in range(walk.seats):
            view = walk.game.rules.view(state, seat)
            legal = tuple(walk.game.rules.legal(view))
            yield state, seat, frozenset(legal), dict.fromkeys([*legal, *tries(view)])


def refusal(walk: Walk, state: Any, seat: Seat, move: Any) -> str | None:
    """Why the game refuses a seat's move, or None where it accepts it."""
    try:
        walk.game.rules.apply(state, seat, move, walk.chance("try"))
    except IllegalMoveError as refused:
        return str(refused)
    return None


def takeback_rules(walk: Walk) -> Iterator[Takeback[Any, Any]]:
    """How moves are taken back: without replies and, where the game has that, with them."""
    rule = walk.game.takeback
    while rule is not None:
        yield rule
        rule = rule.through


def takebacks(walk: Walk, rule: Takeback[Any, Any]) -> Iterator[tuple[Any, Seat, Any]]:
    """Every state, every seat in it, and the state without that seat's last move; None where that move stands."""
    for state in walk.states:
        for seat in range(walk.seats):
            back = None
            with suppress(IllegalMoveError):
                back = rule.before(state, seat)
            yield state, seat, back


def imaginings(walk: Walk) -> Iterator[tuple[Any, Seat | None, Any]]:
    """Every view of the walk, whose it is, and some states imagined behind it."""
    for state in walk.states:
        for seat in (*range(walk.seats), None):
            view = walk.game.rules.view(state, seat)
            for number in range(REDEALS):
                yield view, seat, walk.game.rules.redeal(view, walk.chance("imagine", number))


def hides(walk: Walk) -> bool:
    """Whether some view leaves open what is still to come: of two states behind it, the same moves make others.

    What a State remembers, and nobody is ever shown, is not hidden by that.
    """
    rules = walk.game.rules
    for at, state in enumerate(walk.states):
        for seat in (*range(walk.seats), None):
            one, other = state, rules.redeal(rules.view(state, seat), walk.chance("hides", at))
            for ply in (None, *walk.plies[at:]):
                if ply is not None:
                    one = rules.apply(one, ply.seat, ply.move, walk.chance("apply", ply.number))
                    if refusal(walk, other, ply.seat, ply.move):
                        return True
                    other = rules.apply(other, ply.seat, ply.move, walk.chance("apply", ply.number))
                if any(rules.view(one, by) != rules.view(other, by) for by in (*range(walk.seats), None)):
                    return True
    return False


def decisions(walk: Walk) -> Iterator[tuple[str, Any, Chance]]:
    """Every computer player, at every turn of every seat, with a chance of its own."""
    for number, state in enumerate(walk.states):
        for seat in walk.game.rules.turn(state):
            for level in walk.game.bots.names:
                yield level, walk.game.rules.view(state, seat), walk.chance(f"computer {level} {seat}", number)


def cries_for_help(walk: Walk) -> Iterator[tuple[Any, Seat, Chance]]:
    """Some positions from the whole of the walk, in the middle of its parts: a seat on turn, its view, and a chance."""
    count = walk.facts.helped(walk.seats) if walk.game.help.hint or walk.game.help.prospect else 0
    for number in range(count):
        state = walk.states[len(walk.states) * (2 * number + 1) // (2 * count)]
        for seat in walk.game.rules.turn(state)[:1]:
            yield walk.game.rules.view(state, seat), seat, walk.chance("help", number)


def told(walk: Walk, view: Any, chance: Chance) -> tuple[Hint | None, Hint | None]:
    """The hint and the prospect that there are in a view, as far as the game gives any."""
    hint, prospect = walk.game.help.hint, walk.game.help.prospect
    return (
        None if hint is None else hint(view, Chance(chance.key, chance.number)),
        None if prospect is None else prospect(view, Chance(chance.key, chance.number)),
    )


def is_clean(sentence: str) -> bool:
    """Whether it can be shown to people as it is."""
    return 1 <= len(sentence) <= LONGEST_SENTENCE and sentence.isprintable() and sentence.endswith(".")


def sent_over_the_wire(value: Any, kind: type[Any]) -> Any:
    """The value as it arrives: made plain, packed, unpacked and given its type again."""
    return msgspec.convert(msgpack.unpackb(msgpack.packb(msgspec.to_builtins(value))), kind)
