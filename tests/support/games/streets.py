"""Layouts and races of Streets and Alleys for tests, written as cards, and a second way to play them."""

from __future__ import annotations

from engines.cards import Card
from engines.chance import Chance
from engines.game import Seat
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.layout import Layout, Pile, Piles, deal
from engines.streets_and_alleys.rules import SeatTable, State
from engines.streets_and_alleys.view import read

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""From low to high."""

PLACES = 8
COMMANDS = (
    *(f"MTT {source} {target}" for source in range(PLACES + 1) for target in range(PLACES + 1)),
    *(f"MTF {source} {target}" for source in range(PLACES + 1) for target in range(5)),
    *(f"MFT {source} {target}" for source in range(5) for target in range(PLACES + 1)),
    *("U", "Y", "again"),
)
"""Every move there is, and those from and to the first place that is not there."""

Position = tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]
"""The cards in the piles and on the foundations."""


def pile(written: str) -> Pile:
    """The cards of a text such as "5S KD", the last one being the end."""
    return tuple(map(Card.read, written.split()))


def layout(*piles: str, foundations: str = "- - - -") -> Layout:
    """A layout of these piles, empty ones after them, and foundations with these tops ("-" where there is none)."""
    tops = tuple(None if top == "-" else Card.read(top) for top in foundations.split())
    return Layout((*map(pile, piles), *[()] * (PLACES - len(piles))), tops)


def table(*piles: str, foundations: str = "- - - -") -> State:
    """A game of one seat that has come to such a layout in moves that nobody remembers."""
    return race(layout(*piles, foundations=foundations))


def race(*layouts: Layout, lines: tuple[str, ...] = (), shown: bool = False, number: int = 1) -> State:
    """A race of as many seats as there are layouts, each with as long a line of moves as is said, else with none."""
    lines = lines or ("",) * len(layouts)
    return State(number, shown, tuple(SeatTable(at, line) for at, line in zip(layouts, lines, strict=True)))


def play(state: State, *moves: str, seat: Seat = 0) -> State:
    for move in moves:
        state = rules.apply(state, seat, read(move), Chance(bytes(32)))
    return state


def position(at: Layout) -> Position:
    """Where every card lies, as texts."""
    return _texts(at.piles), tuple(map(_run, at.foundations))


def cards(at: Layout) -> list[str]:
    """Every card of a layout, wherever it lies."""
    return sorted(card for places in position(at) for place in places for card in place)


class SecondTable:
    """A deal played as the rules are read, on lists of texts that moves change; undo goes back to copies."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.begin()

    @property
    def position(self) -> Position:
        """Where every card lies."""
        return tuple(map(tuple, self.piles)), tuple(map(tuple, self.foundations))

    def begin(self) -> None:
        """Deal the same cards, with nothing done and nothing undone."""
        self.past: list[Position] = []
        self.future: list[Position] = []
        self._lay(position(deal(self.number)))

    def obey(self, command: str) -> bool:
        """Do what the command says and answer True, or answer False where the rules forbid it."""
        match command.split():
            case ["U"]:
                return self._turn_to(self.past, self.future)
            case ["Y"]:
                return self._turn_to(self.future, self.past)
            case ["again"]:
                is_new = not self.past and not self.future
                self.begin()
                return not is_new
            case [kind, source, target]:
                return self._move(kind, int(source), int(target))
        raise ValueError(command)

    def _move(self, kind: str, source: int, target: int) -> bool:
        origins = self.foundations if kind == "MFT" else self.piles
        goals = self.foundations if kind == "MTF" else self.piles
        if source >= len(origins) or target >= len(goals) or not origins[source] or origins[source] is goals[target]:
            return False
        may = _may_rise if kind == "MTF" else _may_build
        if not may(origins[source][-1], goals[target]):
            return False
        self.past.append(self.position)
        self.future.clear()
        goals[target].append(origins[source].pop())
        return True

    def _turn_to(self, origin: list[Position], goal: list[Position]) -> bool:
        if not origin:
            return False
        goal.append(self.position)
        self._lay(origin.pop())
        return True

    def _lay(self, where: Position) -> None:
        self.piles, self.foundations = ([list(place) for place in places] for places in where)


def _may_rise(card: str, foundation: list[str]) -> bool:
    if not foundation:
        return card[:-1] == "A"
    return card[-1] == foundation[-1][-1] and _height(card) == _height(foundation[-1]) + 1


def _may_build(card: str, on: list[str]) -> bool:
    return not on or _height(on[-1]) == _height(card) + 1


def _texts(piles: Piles) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(card.plain for card in cards) for cards in piles)


def _run(top: Card | None) -> tuple[str, ...]:
    if top is None:
        return ()
    return tuple(rank + top.plain[-1] for rank in RANKS[: _height(top.plain) + 1])


def _height(card: str) -> int:
    return RANKS.index(card[:-1])
