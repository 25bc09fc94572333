"""The laws every game's client obeys, each a function of a walk that raises AssertionError where the law is broken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields
from itertools import product
from traceback import walk_tb
from types import TracebackType
from typing import Any

import msgspec

from client.commands import actions
from client.drawing.theme import style
from client.drawing.themes import THEMES, USUAL
from client.games.spec import TakebackRule, second
from engines.game import IllegalMoveError, Takeback
from protocol.dealing import FORMER_PLAYER
from tests.support.builders.scenes import is_whole
from tests.support.laws.clicks import alike, areas, commands, gestures, look, name_of_move
from tests.support.laws.client_walks import SIZES, ClientWalk, Sight
from tests.support.laws.hostile import strange_numbers
from tests.support.laws.person import Person, is_sentence, is_shown, keys_named

FEW, SEVERAL = 4, 8
"""Of so many things at a place a law takes a close look at all, or at a glance."""
LONGEST_STATUS = 32
"""In characters: what stands in a line of the lobby."""
KNOWN_STYLES = frozenset(
    name for names, _ in style(THEMES[USUAL], 24).style_rules for name in names.split()
)  # fmt: skip
NONSENSE = (
    "xyzzy", "xyzzy 1 2", "0", "-1", "99", "1 1 1 1 1", "٣", "²", "½", "9" * 5000, "pick 3", "move", "{x} {y}",
    "x" * 300, "take", "place", "drop 0", "drop 99", "pass pass", "aim", "touch", "漢字", "0.0.0.0.0", "?",
)  # fmt: skip
"""What somebody may type who does not know the game, or who has mistyped."""
ASKED = ("", "0", "1", "2", "99", "-1", "all", "last", "xyzzy", "a1", "board", "9" * 5000, "٣", "²")
"""What somebody may want to be shown."""
PYTHON_SAYS = "integer string|invalid literal|could not convert"
"""What `int` and `float` say of what they cannot read."""
UNKNOWN = ("xyzzy", "xyzzy 1 2", "漢字 9")
"""What is a move in no game."""


def the_client_shows_the_game_of_the_engine(seen: ClientWalk) -> None:
    """What both of them say of it they say alike."""
    client, game = seen.client, seen.walk.game
    assert (client.name, client.View, client.Options) == (game.name, game.rules.View, game.rules.Options)
    assert (client.takeback is None) == (game.takeback is None)
    assert not client.setup.is_solitaire or 1 in game.seats


def every_value_that_is_offered_is_an_option(seen: ClientWalk) -> None:
    client = seen.client
    for choice in client.setup.choices:
        for value in choice.values:
            options = msgspec.convert({choice.field: value}, client.Options)
            assert getattr(options, choice.field) == value
            assert client.setup.describe(options).isprintable() or not client.setup.describe(options)
        assert getattr(client.Options(), choice.field) in choice.values
        assert all(map(is_shown, (choice.title, *choice.values.values())))
        assert not choice.within or choice.within in {other.field for other in client.setup.choices}
    assert is_shown(client.setup.describe(seen.walk.options)) or not client.setup.describe(seen.walk.options)


def the_client_lists_the_legal_moves(seen: ClientWalk) -> None:
    for sight in seen.some(seen.sights, SEVERAL * seen.looks):
        assert seen.client.legal(sight.view) == sight.legal


def every_legal_text_means_itself(seen: ClientWalk) -> None:
    """With a mark and without, and it is sent when it is typed, alone or after "move"."""
    for sight in seen.some(seen.on_turn):
        few = seen.some(sight.legal, FEW)
        for text in sight.legal:
            assert parse(seen, text, sight) == parse(seen, f" {text}  ", sight, seen.first(sight)) == (text, "")
        for text in few:
            assert seen.person(sight).type(f"move {text}").moves == (text,)
            assert seen.person(sight).type(text).moves == (text,), f"{text.split()[0]!r} is a command here"
            mark = seen.client.marking.hinted(sight.view, None, text)
            assert [parse(seen, other, sight, mark) for other in few] == [(other, "") for other in few]


def what_is_no_legal_move_is_refused_in_a_sentence(seen: ClientWalk) -> None:
    """Also for who is not on turn, for a spectator, and once the game is over."""
    for sight in seen.some(seen.sights):
        for text in (*illegal(seen, sight), *NONSENSE):
            meant, refused = parse(seen, text, sight)
            assert meant in sight.legal or is_shown(refused), text
            assert sight.is_on_turn or not meant, text


def what_is_typed_badly_gets_the_games_own_sentence(seen: ClientWalk) -> None:
    """But for whose turn it is, which the table says better, and for a word that begins no move."""
    for sight in seen.some(seen.on_turn):
        begun = [f"{move.split()[0]} xyzzy" for move in sight.legal[:1]]
        for text in (*illegal(seen, sight), *begun, *UNKNOWN):
            meant, refused = parse(seen, text, sight)
            unknown = f"There's no command {text.split()[0]}." if text in UNKNOWN else refused
            assert meant or seen.person(sight).type(text).told.startswith((refused, unknown)), text


def a_number_that_is_none_gets_a_sentence_of_the_game(seen: ClientWalk) -> None:
    """Not one of Python's, which reads other digits than people type, and gives up on thousands of them."""
    for sight in seen.some(seen.on_turn, FEW):
        for text in strange_numbers(seen.some(sight.legal, FEW)):
            meant, refused = parse(seen, text, sight)
            assert meant in sight.legal or is_shown(refused), text[:40]
            assert not re.search(PYTHON_SAYS, refused), text[:40]


def what_the_mouse_gives_is_understood(seen: ClientWalk) -> None:
    for sight in seen.some(seen.sights):
        for gesture in gestures(seen.draw(sight), seen.walk.chance("gestures")):
            person = seen.person(sight)
            for line in gesture:
                assert person.understands(line), line
                person = person.type(line)


def what_the_mouse_moves_is_a_legal_move(seen: ClientWalk) -> None:
    for sight in seen.some(seen.sights):
        for gesture in gestures(seen.draw(sight), seen.walk.chance("gestures")):
            person = seen.person(sight)
            for line in gesture:
                person = person.type(line)
                assert not person.told or is_shown(person.told)
            assert set(person.moves) <= set(sight.legal)


def the_pointer_alone_moves_nothing(seen: ClientWalk) -> None:
    for sight in seen.some(seen.on_turn):
        person = seen.person(sight)
        for line in commands(seen.draw(sight), "over", seen.walk.chance("pointer")):
            assert isinstance(person.read(line), actions.Aim), line


def a_click_moves_where_it_is_made(seen: ClientWalk) -> None:
    """If a click's move changes any of several places alike, then its own too; a place named for a move makes that."""
    for sight in seen.some(seen.on_turn):
        drawn = seen.draw(sight)
        before = look(drawn)
        for person, places in product(with_marks(seen, sight), alike(drawn)):
            moves = {line: person.move_of(line) for line in places} if len(places) > 1 else {}
            for line, move in seen.some(((line, move) for line, move in moves.items() if move), FEW):
                after, name = look(seen.draw(seen.after(sight, move))), name_of_move(before, places[line], sight.legal)
                changed = {each for each, area in places.items() if any(before[at] != after[at] for at in area)}
                assert name in ("", move), line
                assert name or not changed or line in changed, line


def nothing_is_clicked_on_where_nothing_is_drawn(seen: ClientWalk) -> None:
    for sight, size in product(seen.some(seen.on_turn), SIZES):
        drawn = seen.draw(sight, size)
        shown = look(drawn)
        for region in drawn.regions:
            assert any(shown[at] != ("", " ") for area in areas(region) for at in area), region


def a_key_of_the_game_marks_or_makes_a_legal_move_or_says_why_not(seen: ClientWalk) -> None:
    for sight in seen.some(seen.sights):
        for key in seen.client.keys:
            for press in key.presses:
                pressed = seen.person(sight).press(press)
                assert set(pressed.moves) <= set(sight.legal)
                assert not pressed.told or is_shown(pressed.told)


def whatever_is_marked_can_be_drawn_and_picked_or_not_in_a_sentence(seen: ClientWalk) -> None:
    """Somebody presses keys at random through the whole game, and what they marked is kept from move to move."""
    chance = seen.walk.chance("keys")
    presses = [press for key in seen.client.keys if key.aims for press in key.presses]
    seat, mark = chance.below(seen.walk.seats), None
    for sight in seen.sights if presses else ():
        if sight.seat == seat:
            mark = seen.first(sight) if mark is None else seen.client.marking.kept(sight.view, mark)
            person = seen.person(sight, mark)
            for press in (chance.choice(presses) for _ in range(2)):
                person = person.press(press)
            mark = person.ui.mark
            meant, refused = parse(seen, "pick", sight, mark)
            assert meant in sight.legal or is_shown(refused)
            if sight.number % FEW == 0:
                assert is_whole(seen.draw(sight, SIZES[1], mark=mark), SIZES[1])


def everybody_sees_the_table_at_every_size(seen: ClientWalk) -> None:
    """Each in their seat or watching, also in a replay, once it was given up, with a move on its way, and in motion."""
    for size, drawn, _ in seen.drawings:
        assert is_whole(drawn, size)


def nothing_runs_over_the_edge(seen: ClientWalk) -> None:
    for size, _, cut in seen.drawings:
        assert cut == [], size


def every_style_is_known_to_the_theme(seen: ClientWalk) -> None:
    """Or it is one of the game's own."""
    for _, drawn, _ in seen.drawings:
        used = {name for line in drawn.lines for names, _ in line for name in names.split()}
        assert used <= KNOWN_STYLES | seen.client.drawing.styles.keys()


def every_change_has_a_sentence(seen: ClientWalk) -> None:
    """But for those that the game's facts call quiet, and the last one is never quiet."""
    for old, new in seen.changes:
        said = seen.client.saying.sentences(old.view, new.view, seen.names, new.seat)
        assert all(map(is_sentence, said))
        assert said or (new.turn and seen.walk.facts.quiet(old.view, new.view))


def the_newest_events_are_told_wherever_there_are_sentences(seen: ClientWalk) -> None:
    for old, new in seen.changes:
        newest = seen.newest(old.view, new)
        assert all(map(is_sentence, newest))
        assert newest or not seen.client.saying.sentences(old.view, new.view, seen.names, new.seat)


def a_first_view_is_no_news(seen: ClientWalk) -> None:
    """But who looks up may still be told what happened last."""
    for sight in seen.some(seen.sights):
        assert seen.client.saying.sentences(None, sight.view, seen.names, sight.seat) == ()
        assert all(map(is_sentence, seen.newest(None, sight)))


def every_sentence_about_a_former_player_begins_with_a_capital(seen: ClientWalk) -> None:
    names, saying = (FORMER_PLAYER,) * seen.walk.seats, seen.client.saying
    for old, new in seen.changes:
        newest = (saying.newest or saying.sentences)(old.view, new.view, names, new.seat)
        said = (*saying.sentences(old.view, new.view, names, new.seat), *newest, *saying.say(new.view, names, new.seat))
        assert [sentence for sentence in said if sentence.startswith(FORMER_PLAYER)] == []


def the_position_can_be_said(seen: ClientWalk) -> None:
    for sight in said_sights(seen):
        said = seen.client.saying.say(sight.view, seen.names, sight.seat)
        assert said
        assert all(map(is_shown, said))
        assert all(is_shown(seen.client.saying.aloud(sentence)) for sentence in said)


def the_status_is_a_few_characters(seen: ClientWalk) -> None:
    for sight in said_sights(seen):
        status = seen.client.saying.status(sight.view, sight.seat)
        assert status.isprintable()
        assert len(status) <= LONGEST_STATUS


def what_can_be_shown_is_shown_or_not_in_a_sentence(seen: ClientWalk) -> None:
    for sight in said_sights(seen):
        for words in (*ASKED, *seen.some(sight.legal, 2)):
            try:
                told = seen.client.saying.show(sight.view, seen.names, sight.seat, words)
            except ValueError as error:
                told = (str(error),)
            assert told
            assert all(map(is_shown, told)), words


def pick_makes_the_move_that_a_hint_marked(seen: ClientWalk) -> None:
    if seen.walk.game.help.hint is None and seen.client.marking.hinted is second:
        return
    for sight in seen.some(seen.on_turn):
        for text in seen.some(sight.legal, SEVERAL):
            for mark in (None, seen.first(sight)):
                hinted = seen.client.marking.hinted(sight.view, mark, text)
                kept = seen.client.marking.kept(sight.view, hinted)
                assert parse(seen, "pick", sight, hinted) == parse(seen, "pick", sight, kept) == (text, "")
        assert is_whole(seen.draw(sight, mark=hinted), SIZES[0])


def the_keys_that_are_named_for_a_move_make_it(seen: ClientWalk) -> None:
    """Once it is marked by a hint, which is when they are shown; a key may ask before it moves."""
    for sight in seen.some(seen.on_turn):
        for text in seen.some(sight.legal, FEW):
            presses = keys_named(seen.client.marking.keys_for(sight.view, text), seen.client.keys)
            assert None not in presses
            person = seen.person(sight, seen.client.marking.hinted(sight.view, None, text))
            for press in (*presses, *presses[-1:]):
                person = person if person.moves else person.press(press or "")
            assert person.moves == (text,) or not presses


def a_move_on_its_way_is_shown_as_it_will_be(seen: ClientWalk) -> None:
    """Each field of the view ahead is as it was before the move, or as it is after."""
    for sight in seen.some(seen.on_turn):
        for text in seen.some(sight.legal, FEW):
            ahead, after = seen.client.marking.ahead(sight.view, text), seen.after(sight, text).view
            for name in (field.name for field in fields(after)):
                assert getattr(ahead, name) in (getattr(sight.view, name), getattr(after, name))


def what_makes_itself_is_a_legal_move(seen: ClientWalk) -> None:
    if (forced := seen.client.reading.forced) is not None:
        for sight in seen.some(seen.sights, SEVERAL * seen.looks):
            assert forced(sight.view) in (None, *sight.legal)


def it_is_known_whether_something_stirring_happened(seen: ClientWalk) -> None:
    assert {seen.client.saying.moment(old.view, new.view) for old, new in seen.changes} <= {False, True}


def a_move_can_be_taken_back_where_the_engine_allows_it(seen: ClientWalk) -> None:
    rule, engine = seen.client.takeback, seen.walk.game.takeback
    if rule is None or engine is None:
        return
    assert (rule.through is None) == (engine.through is None)
    _can_be_taken_back_as_the_engine_allows_it(seen, rule, engine)
    if rule.through is not None and engine.through is not None:
        _can_be_taken_back_as_the_engine_allows_it(seen, rule.through, engine.through)


def _can_be_taken_back_as_the_engine_allows_it(
    seen: ClientWalk, rule: TakebackRule, engine: Takeback[Any, Any]
) -> None:
    for sight in seen.sights:
        if sight.seat is not None:
            is_possible = False
            with suppress(IllegalMoveError):
                engine.before(seen.walk.states[sight.number], sight.seat)
                is_possible = True
            assert rule.is_possible(sight.view) == is_possible
            assert is_possible or is_shown(rule.why_not(sight.view) or "")


def a_deal_has_the_name_that_results_give_it(seen: ClientWalk) -> None:
    name, result = seen.client.setup.deal, seen.walk.game.result
    if name is not None:
        assert result is not None
        assert {name(sight.view) for sight in seen.sights} == {result(seen.walk.end, 0).deal}


def the_same_options_deal_the_same_again(seen: ClientWalk) -> None:
    client, game, first = seen.client, seen.walk.game, seen.sights[0]
    assert isinstance(client.setup.fresh(seen.walk.options), client.Options)
    if client.setup.same is not None and seen.walk.begin is None:
        options = client.setup.same(seen.walk.options, seen.sights[-1].view)
        state = game.rules.setup(options, seen.walk.seats, seen.walk.chance("another"))
        assert game.rules.view(state, first.seat) == first.view


LAWS: tuple[Callable[[ClientWalk], None], ...] = tuple(
    each
    for name, each in [*globals().items()]
    if getattr(each, "__module__", "") == __name__ and callable(each) and not isinstance(each, type) and name[0] != "_"
)
"""All that stands above, but for what they share."""


def hold(law: Callable[[ClientWalk], None], seen: ClientWalk) -> None:
    """Hold a client to a law. What is raised where it is broken says in which position, and with what it was tried."""
    try:
        law(seen)
    except Exception as error:
        for note in _where(seen, error.__traceback__):
            error.add_note(note)
        raise


def _where(seen: ClientWalk, traceback: TracebackType | None) -> Iterator[str]:
    """What the law that failed was looking at, by the names that laws use."""
    named: dict[str, Any] = {}
    for frame, _ in walk_tb(traceback):
        if frame.f_globals.get("__name__") == __name__ and "seen" in frame.f_locals:
            named |= frame.f_locals
    walk, sight = seen.walk, named.get("new", named.get("sight"))
    yield f"{walk.game.title}, {walk.seats} seats, {walk.options}, seed {walk.seed.hex()}"
    if isinstance(sight, Sight):
        moves = [walk.game.rules.text(ply.move) for ply in walk.plies[: sight.number]]
        yield f"after {len(moves)} moves: {', '.join(moves) or 'none'}"
        yield "a spectator" if sight.seat is None else f"seat {sight.seat}"
    yield from (f"{name}: {named[name]!r}" for name in ("text", "line", "press", "words") if name in named)


def said_sights(seen: ClientWalk) -> list[Sight]:
    """Some of all sights, and all of the last ones."""
    ends = [sight for sight in seen.sights if not sight.turn]
    return [*seen.some(seen.sights), *ends]


def parse(seen: ClientWalk, text: str, sight: Sight, mark: Any = None) -> tuple[str, str]:
    """The move that a text means, or the sentence that refuses it; one of them is empty."""
    try:
        return seen.client.reading.parse(text, sight.view, mark), ""
    except ValueError as error:
        return "", str(error)


def illegal(seen: ClientWalk, sight: Sight) -> list[str]:
    """Some moves that are not legal there, of those that are elsewhere and of all that are worth trying."""
    elsewhere = {text for other in seen.on_turn for text in other.legal}
    tried = {seen.walk.game.rules.text(move) for move in seen.tries(sight.view)}
    both = (seen.some(sorted(texts.difference(sight.legal)), SEVERAL) for texts in (elsewhere, tried))
    return [text for some in both for text in some]


def with_marks(seen: ClientWalk, sight: Sight) -> Iterator[Person]:
    """Somebody with nothing marked but what is at first, and with what a hint marks."""
    yield seen.person(sight)
    if seen.client.marking.hinted is not second:
        yield from (
            seen.person(sight, seen.client.marking.hinted(sight.view, None, text)) for text in seen.some(sight.legal, 2)
        )
