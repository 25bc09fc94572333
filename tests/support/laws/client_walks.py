"""A walk as a client shows it: what every seat and a spectator see after each move, and what a person does there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, cycle
from typing import Any, TypeVar

from client.drawing.canvas import Drawing
from client.fullscreen.screens import frame
from client.fullscreen.ui.state import UiState
from client.games.spec import EarlierView, GameClient, Scene
from client.state.reading import Reading
from client.state.store import FollowedTable, Store
from engines.game import Game, Seat
from tests.support.builders.scenes import scene_of
from tests.support.builders.stores import table_store
from tests.support.builders.tables import person, table_of
from tests.support.facts import Facts
from tests.support.laws.edges import LONG_NAMES, edges
from tests.support.laws.person import Person
from tests.support.laws.walks import Walk, walk_from, walks

T = TypeVar("T")

NAMES = ("ana", "ben", "cleo", "dora", "emil", "fay", "gus", "hal")
SIZES = tuple((columns, rows - frame.TOP - frame.BOTTOM) for columns, rows in ((100, 32), (80, 24), (60, 20)))
"""Of what a game draws on, in terminals from the usual to the smallest."""
OTHER_SIZES = ((140, 40), (90, 25), (70, 16))


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What one seat, or for None a spectator, sees once so many moves have been made, and its legal moves by text."""

    number: int
    seat: Seat | None
    view: Any
    turn: tuple[Seat, ...]
    legal: tuple[str, ...]

    @property
    def is_on_turn(self) -> bool:
        return self.seat in self.turn


@dataclass(frozen=True)
class ClientWalk:
    """A walk with the client that shows it. A law that takes a close look does so at so many places of it."""

    client: GameClient
    walk: Walk
    looks: int = 8

    @cached_property
    def sights(self) -> tuple[Sight, ...]:
        """Everything that is seen, by seats, and last by a spectator."""
        return tuple(sight for seat in (*range(self.walk.seats), None) for sight in self.seen_by(seat))

    def but(self, **changes: Any) -> ClientWalk:
        """The same walk with another client, or with more looks or fewer."""
        other = replace(self, **changes)
        vars(other)["sights"] = self.sights
        return other

    @cached_property
    def tries(self) -> Callable[[Any], Iterable[Any]]:
        """What gives the moves that are worth trying in a view."""
        return self.walk.tries()

    @cached_property
    def on_turn(self) -> tuple[Sight, ...]:
        return tuple(sight for sight in self.sights if sight.is_on_turn)

    @cached_property
    def changes(self) -> tuple[tuple[Sight, Sight], ...]:
        """Every two sights of the same eyes, one after the other, that differ."""
        pairs = zip(self.sights, self.sights[1:], strict=False)
        return tuple((old, new) for old, new in pairs if old.seat == new.seat and old.view != new.view)

    def newest(self, old: Any, sight: Sight) -> tuple[str, ...]:
        """What somebody is told who looks up: the newest events, which may be all that happened since a view."""
        saying = self.client.saying
        return (saying.newest or saying.sentences)(old, sight.view, self.names, sight.seat)

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.walk.seats]

    def seen_by(self, seat: Seat | None) -> Iterator[Sight]:
        return (self._sight(number, seat, state) for number, state in enumerate(self.walk.states))

    def _sight(self, number: int, seat: Seat | None, state: Any) -> Sight:
        game = self.walk.game
        view = game.rules.view(state, seat)
        return Sight(number, seat, view, game.rules.turn(state), tuple(map(game.rules.text, game.rules.legal(view))))

    def some(self, things: Iterable[T], most: int = 0) -> list[T]:
        """Some of many things, by default as many as there are looks: the first, the last and others, or any one."""
        every, most = list(things), most or self.looks
        if len(every) <= most:
            return every
        chance = self.walk.chance("some", len(every))
        if most == 1:
            return [chance.choice(every)]
        between = {chance.below(len(every)) for _ in range(most - 2)}
        return [every[at] for at in sorted({0, len(every) - 1, *between})]

    def after(self, sight: Sight, move: str) -> Sight:
        """What a seat on turn sees after a move of its own."""
        assert sight.seat is not None
        game, state = self.walk.game, self.walk.states[sight.number]
        then = game.rules.apply(state, sight.seat, game.rules.read(move), self.walk.chance("apply", sight.number))
        return self._sight(sight.number + 1, sight.seat, then)

    def first(self, sight: Sight) -> Any:
        """What is marked there before anybody marks anything."""
        return self.client.marking.first(sight.view)

    def store(self, sight: Sight) -> Store:
        """A client at that table, in the seat or watching."""
        those = {
            "seat": sight.seat,
            "ply": sight.number,
            "turn": sight.turn,
            "phase": "playing" if sight.turn else "over",
        }
        table = table_of(self.walk.game.name, {}, {}, chairs=tuple(map(person, self.names)), **those)
        store = table_store(table)
        followed = FollowedTable(table, 0.0, reading=Reading(self.client, sight.view, self.names))
        return replace(store, rooms={table.room: followed})

    def scene(self, sight: Sight, size: tuple[int, int] = SIZES[0], **changes: Any) -> Scene:
        here = {"is_over": not sight.turn, "mark": self.first(sight)}
        names = changes.pop("names", self.names)
        return scene_of(sight.view, names, size, **{**here, **changes, "seat": sight.seat})

    def draw(self, sight: Sight, size: tuple[int, int] = SIZES[0], **changes: Any) -> Drawing:
        if changes:
            return self.client.drawing.draw(self.scene(sight, size, **changes))
        if (sight, size) not in self._drawn:
            self._drawn[sight, size] = self.client.drawing.draw(self.scene(sight, size))
        return self._drawn[sight, size]

    @cached_property
    def _drawn(self) -> dict[tuple[Sight, tuple[int, int]], Drawing]:
        return {}

    @cached_property
    def drawings(self) -> tuple[tuple[tuple[int, int], Drawing, list[str]], ...]:
        """The walk as it is drawn, at every size and in every pane: the size, the drawing, and what its edge cut."""
        return tuple((size, *self._drawn_whole(sight, size, changes)) for sight, size, changes in self._ways())

    def _drawn_whole(self, sight: Sight, size: tuple[int, int], changes: dict[str, Any]) -> tuple[Drawing, list[str]]:
        with edges() as cut:
            return self.draw(sight, size, **changes), cut

    def _ways(self) -> Iterator[tuple[Sight, tuple[int, int], dict[str, Any]]]:
        """Some sights, drawn as they are, and in one of the other ways: a replay, motion, a move on its way ..."""
        looks = self.some(self.sights)
        for sight in looks:
            yield from ((sight, size, {"pane": 0}) for size in SIZES)
            yield sight, SIZES[-1], {"pane": 1}
        changes = [(sight, changes) for sight in looks for changes in self._changes(sight)]
        yield from (
            (sight, size, each) for (sight, each), size in zip(changes, cycle((*SIZES, *OTHER_SIZES)), strict=False)
        )

    def _changes(self, sight: Sight) -> Iterator[dict[str, Any]]:
        yield from ({"pane": 1}, {"pane": 2, "scroll": 99}, {"is_over": True}, {"is_past": True, "mark": None})
        yield from ({"names": tuple(name.format(seat) for seat in range(self.walk.seats))} for name in LONG_NAMES)
        yield {"present": (False,) * self.walk.seats, "palette": "texture", "time_left_s": 9.5, "pace": 3}
        if sight.number:
            before = self.walk.game.rules.view(self.walk.states[sight.number - 1], sight.seat)
            yield from ({"age_s": age_s, "earlier": (EarlierView(age_s + 1.0, before),)} for age_s in (0.0, 0.1, 0.5))
        for text in self.some(sight.legal, 2):
            yield {"pending": text, "mark": self.client.marking.hinted(sight.view, None, text)}

    def person(self, sight: Sight, mark: Any = None) -> Person:
        """Somebody at that table, with something marked or with what is marked at first."""
        return Person(self.store(sight), UiState(mark=self.first(sight) if mark is None else mark))


def client_walks(
    client: GameClient, game: Game[Any, Any, Any], facts: Facts, most: int, looks: int
) -> list[ClientWalk]:
    """Walks from named positions, and as many from the deal until there is so much to see and to do in all.

    There is one for every table and number of seats at least.
    """
    named = [walk_from(game, facts, position, bytes(32)) for position in facts.positions.values()]
    made, size = [ClientWalk(client, each) for each in named], 0
    rounds = zip(*(walks(game, facts, table) for table in facts.tables), strict=False)
    for number, dealt in enumerate(chain.from_iterable(rounds)):
        if size >= most and number >= len(facts.tables) * len(game.seats):
            break
        made.append(ClientWalk(client, dealt))
        size += sum(1 + len(sight.legal) for sight in made[-1].sights)
    return [each.but(looks=max(1, looks // len(made))) for each in made]
