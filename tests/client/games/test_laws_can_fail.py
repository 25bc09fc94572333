"""For every law clients that break it, of several games and the generic one, each with a fault that it must notice."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import count
from typing import Any

import pytest

from client.drawing.canvas import Canvas, Drawing
from client.games import find
from client.games.keys import Key
from client.games.spec import Choice, GameClient, always
from client.state import reading
from engines.catalog import games
from tests.support import facts
from tests.support.games import noughts, sums
from tests.support.laws import client_laws as laws
from tests.support.laws.clicks import look
from tests.support.laws.client_walks import ClientWalk
from tests.support.laws.walks import walk

pytestmark = pytest.mark.slow

LOOKS = 5
OURS = {
    "sums": (find("sums"), sums.GAME, sums.FACTS),
    "noughts": (noughts.CLIENT, noughts.GAME, noughts.FACTS),
}
"""Games that only tests know: one without a client of its own, and one on a grid."""
EVERY = ("war", "tower_blaster", "streets_and_alleys", "blocky", *OURS)

Fault = Callable[[ClientWalk], Mapping[str, Any]]
"""What is wrong with a client, as fields of its GameClient or of a part of that."""


@cache
def walked(name: str) -> ClientWalk:
    client, game, known = OURS.get(name) or (find(name), games()[name], facts.find(name))
    options = next(iter(known.tables.values()))
    return ClientWalk(client, walk(game, known, options, 2, bytes(32)), LOOKS)


def with_field(client: GameClient, name: str, value: Any) -> GameClient:
    """A client with another value of a field, of its own or of one of its parts."""
    if hasattr(client, name):
        return replace(client, **{name: value})
    for part in fields(client):
        known = getattr(client, part.name)
        if is_dataclass(known) and not isinstance(known, type) and hasattr(known, name):
            return replace(client, **{part.name: replace(known, **{name: value})})
    raise AssertionError(f"a client has no {name}")


def having(**changes: Any) -> Fault:
    return lambda _: changes


def both(*faults: Fault) -> Fault:
    return lambda seen: {name: value for fault in faults for name, value in fault(seen).items()}


def raise_key_error(*_: Any) -> Any:
    raise KeyError("there is no such thing")


def other(seen: ClientWalk, view: Any, move: str) -> str:
    """The legal move after a legal move."""
    legal = seen.client.legal(view)
    return legal[(legal.index(move) + 1) % len(legal)]


def drawing(change: Callable[[Any, Drawing], Drawing]) -> Fault:
    """The fault that a drawing is changed, given its scene."""
    return lambda seen: {"draw": lambda scene: change(scene, seen.client.drawing.draw(scene))}


def drawing_raises(is_wrong: Callable[[Any], bool]) -> Fault:
    return drawing(lambda scene, drawn: raise_key_error() if is_wrong(scene) else drawn)


def too_wide(scene: Any, drawn: Drawing) -> Drawing:
    return replace(drawn, lines=tuple((*line, ("", " ")) for line in drawn.lines))


def with_a_long_line(scene: Any, drawn: Drawing) -> Drawing:
    canvas = Canvas(scene.width, scene.height)
    canvas.put(0, 1, "w" * (scene.width + 1))
    return canvas.done()


def glittering(scene: Any, drawn: Drawing) -> Drawing:
    return replace(drawn, lines=((("glitter", " " * scene.width),), *drawn.lines[1:]))


def with_region(command: str, **more: str) -> Fault:
    """The fault that the upper left corner gives a command."""

    def add(scene: Any, drawn: Drawing) -> Drawing:
        canvas = Canvas(scene.width, scene.height)
        canvas.paste(0, 0, drawn)
        canvas.put(0, 0, "here", "bright")
        canvas.click(0, 0, 4, 1, command, **more)
        return canvas.done()

    return drawing(add)


def with_region_of_nothing(scene: Any, drawn: Drawing) -> Drawing:
    x, y = next(place for place, shown in look(drawn).items() if shown == ("", " "))
    canvas = Canvas(scene.width, scene.height)
    canvas.paste(0, 0, drawn)
    canvas.click(x, y, 1, 1, "help")
    return canvas.done()


def with_places_moved(scene: Any, drawn: Drawing) -> Drawing:
    """Every place stands for the one beside it."""
    place = re.compile(r"(place|touch|add) (\d)$")
    regions = [
        region._replace(
            command=place.sub(lambda at: f"{at[1]} {int(at[2]) % 7 + 1}", region.command),
            grid=region.grid and region.grid._replace(first_column=region.grid.first_column + 1),
        )
        for region in drawn.regions
    ]
    return replace(drawn, regions=tuple(regions))


def parse_passing_what_can_be_read(seen: ClientWalk) -> Mapping[str, Any]:
    def parse(typed: str, view: Any, mark: Any) -> str:
        try:
            return seen.client.reading.parse(typed, view, mark)
        except ValueError:
            seen.walk.game.rules.read(typed.strip())
            return typed.strip()

    return {"parse": parse}


def parse_with_a_memory(seen: ClientWalk) -> Mapping[str, Any]:
    refusals = count()

    def parse(typed: str, *rest: Any) -> str:
        try:
            return seen.client.reading.parse(typed, *rest)
        except ValueError:
            raise ValueError(f"This is refusal {next(refusals)}.") from None

    return {"parse": parse}


def parsing(typed: str, meant: Callable[[], str]) -> Fault:
    """The fault that one text means something else."""
    return lambda seen: {
        "parse": lambda text, *rest: meant() if text == typed else seen.client.reading.parse(text, *rest)
    }


def zapping(line: str = "zap 7") -> Fault:
    """The fault that a line means a move that there is not."""
    return parsing(line, always("zap"))


def with_key(command: str) -> Fault:
    return lambda seen: {"keys": (*seen.client.keys, Key(("Z",), "Z", "zap", command, "Zap it."))}


def at_the_end(name: str, tell: Callable[..., Any]) -> Fault:
    """The fault that the last view is told in another way."""

    def broken(seen: ClientWalk) -> Mapping[str, Any]:
        saying, views = seen.client.saying, [sight.view for sight in seen.sights if not sight.turn]
        usual = getattr(saying, name) or saying.sentences
        return {name: lambda *given: (tell if any(each in views for each in given[:2]) else usual)(*given)}

    return broken


FAULTS: Mapping[Callable[[ClientWalk], None], Mapping[str, Fault]] = {
    laws.the_client_shows_the_game_of_the_engine: {
        "another name": having(name="chess"),
        "takebacks are unlike the engine's": lambda seen: {"takeback": None if seen.client.takeback else "possible"},
    },
    laws.every_value_that_is_offered_is_an_option: {
        "a value that cannot be played": having(choices=(Choice("variant", "Variant", {"odd": "odd"}),)),
    },
    laws.the_client_lists_the_legal_moves: {"no move": having(legal=always(()))},
    laws.every_legal_text_means_itself: {
        "it means another": lambda seen: {
            "parse": lambda typed, view, mark: f"{seen.client.reading.parse(typed, view, mark)}!"
        },
    },
    laws.what_is_no_legal_move_is_refused_in_a_sentence: {
        "illegal moves are passed on": parse_passing_what_can_be_read,
        "nonsense raises": parsing("xyzzy", raise_key_error),
    },
    laws.what_is_typed_badly_gets_the_games_own_sentence: {"another each time": parse_with_a_memory},
    laws.a_number_that_is_none_gets_a_sentence_of_the_game: {
        "Python's is told": parsing("9" * 5000, lambda: str(int("9" * 5000))),
    },
    laws.what_the_mouse_gives_is_understood: {"a click gives nonsense": with_region("zap 7")},
    laws.what_the_mouse_moves_is_a_legal_move: {"a click zaps": both(with_region("zap 7"), zapping())},
    laws.the_pointer_alone_moves_nothing: {"it zaps": both(with_region("", over="zap 7"), zapping())},
    laws.a_click_moves_where_it_is_made: {"it moves beside it": drawing(with_places_moved)},
    laws.nothing_is_clicked_on_where_nothing_is_drawn: {"something is": drawing(with_region_of_nothing)},
    laws.a_key_of_the_game_marks_or_makes_a_legal_move_or_says_why_not: {
        "a key zaps": both(with_key("zap 7"), zapping()),
    },
    laws.whatever_is_marked_can_be_drawn_and_picked_or_not_in_a_sentence: {
        "picking raises": parsing("pick", raise_key_error),
    },
    laws.everybody_sees_the_table_at_every_size: {
        "drawing for spectators raises": drawing_raises(lambda scene: scene.seat is None),
        "drawing the end raises": drawing_raises(lambda scene: scene.is_over),
        "drawing the second pane raises": drawing_raises(lambda scene: scene.width < 80 and scene.pane % 2 == 1),
        "drawing the past raises": drawing_raises(lambda scene: scene.is_past),
        "drawing a move on its way raises": drawing_raises(lambda scene: scene.pending is not None),
        "a drawing is too wide": drawing(too_wide),
    },
    laws.nothing_runs_over_the_edge: {"a line does": drawing(with_a_long_line)},
    laws.every_style_is_known_to_the_theme: {"a style does not exist": drawing(glittering)},
    laws.every_change_has_a_sentence: {
        "sentences are silent": having(sentences=always(())),
        "sentences are silent at the end": at_the_end("sentences", always(())),
        "a sentence clears the screen": having(sentences=always(("\x1b[2J",))),
    },
    laws.the_newest_events_are_told_wherever_there_are_sentences: {
        "the newest is silent": having(newest=always(())),
        "the newest is silent at the end": at_the_end("newest", always(())),
    },
    laws.a_first_view_is_no_news: {"it is": having(sentences=always(("It begins.",)))},
    laws.every_sentence_about_a_former_player_begins_with_a_capital: {
        "a name begins one as it is": having(say=lambda view, names, seat: (f"{names[0]} moves.",))
    },
    laws.the_position_can_be_said: {
        "saying the end raises": at_the_end("say", raise_key_error),
        "nothing is said": having(say=always(())),
    },
    laws.the_status_is_a_few_characters: {
        "the status raises": having(status=raise_key_error),
        "the status is long": having(status=always("long" * 20)),
    },
    laws.what_can_be_shown_is_shown_or_not_in_a_sentence: {"showing raises": having(show=raise_key_error)},
    laws.pick_makes_the_move_that_a_hint_marked: {
        "a hint marks another move": lambda seen: {
            "hinted": lambda view, mark, move: seen.client.marking.hinted(view, mark, other(seen, view, move))
        },
    },
    laws.the_keys_that_are_named_for_a_move_make_it: {
        "they make another": lambda seen: {
            "keys_for": lambda view, move: seen.client.marking.keys_for(view, other(seen, view, move))
        },
        "they are bound to nothing": having(keys_for=always("~")),
    },
    laws.a_move_on_its_way_is_shown_as_it_will_be: {
        "it turns out otherwise": having(ahead=lambda view, move: replace(view, seat=99)),
    },
    laws.what_makes_itself_is_a_legal_move: {"it is no move": having(forced=always("zap"))},
    laws.it_is_known_whether_something_stirring_happened: {"neither yes nor no": having(moment=always("perhaps"))},
    laws.a_move_can_be_taken_back_where_the_engine_allows_it: {
        "every move can": lambda seen: {"takeback": replace(seen.client.takeback, is_possible=always(value=True))},
    },
    laws.a_deal_has_the_name_that_results_give_it: {"it has another": having(deal=always("1"))},
    laws.the_same_options_deal_the_same_again: {"they deal something else": having(same=lambda options, view: options)},
}  # fmt: skip

MARKED = ("tower_blaster", "streets_and_alleys", "blocky", "sums")
ONLY: Mapping[Callable[[ClientWalk], None], tuple[str, ...]] = {
    laws.every_value_that_is_offered_is_an_option: ("war",),
    laws.a_click_moves_where_it_is_made: ("tower_blaster", "streets_and_alleys", "sums", "noughts"),
    laws.whatever_is_marked_can_be_drawn_and_picked_or_not_in_a_sentence: MARKED,
    laws.pick_makes_the_move_that_a_hint_marked: (*MARKED, "noughts"),
    laws.the_keys_that_are_named_for_a_move_make_it: MARKED,
    laws.a_move_can_be_taken_back_where_the_engine_allows_it: ("blocky", "sums"),
    laws.a_deal_has_the_name_that_results_give_it: ("streets_and_alleys",),
    laws.the_same_options_deal_the_same_again: ("streets_and_alleys",),
}
"""The games that have what a law is about; for all other laws every game has it."""

CASES = {
    f"{law.__name__}: {said}, in {name}": (law, fault, name)
    for law, faults in FAULTS.items()
    for said, fault in faults.items()
    for name in ONLY.get(law, EVERY)
}


@pytest.mark.parametrize(("law", "fault", "name"), CASES.values(), ids=CASES)
def test_the_law_notices_a_client_that_breaks_it(law, fault, name, monkeypatch):
    seen = walked(name)
    client = seen.client
    for changed, value in fault(seen).items():
        client = with_field(client, changed, value)
    monkeypatch.setattr(reading, "find", lambda _: client)
    with pytest.raises((AssertionError, KeyError, ValueError)):
        law(seen.but(client=client))


@pytest.mark.thorough
@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_the_same_walk_breaks_no_law_without_a_fault(law, name):
    law(walked(name))


def test_no_law_goes_unproved():
    assert set(FAULTS) == set(laws.LAWS)
