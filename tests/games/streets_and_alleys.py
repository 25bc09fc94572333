"""Streets and Alleys, for tests, benches and proofs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product
from typing import Any

from engines.chance import Chance
from engines.game import Seat
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.layout import run
from engines.streets_and_alleys.view import Options, View, read, scores
from tests.support.facts import Facts, MoveOracle, Position, Secrets, Soak, TourScript, WorldTables
from tests.support.games import streets

TEXTS = "MTT 0 1,MTT 4 4,MTT 7 8,MTT 8 0,MTF 6 0,MTF 3 3,MTF 0 4,MFT 0 7,MFT 4 0,MFT 3 8,U,Y,again"
MOVES = tuple(map(read, TEXTS.split(",")))
DEALS = 60
"""So many deals at most in the soak, so that a process solves each of them but once."""


def cards(state: rules.State) -> Hashable:
    """All cards of each seat wherever they lie: in piles, on foundations."""
    return tuple(
        tuple(sorted(card for pile in (*table.layout.piles, *map(run, table.layout.foundations)) for card in pile))
        for table in state.tables
    )


def allows(state: Any, seat: Seat, text: str) -> bool:
    """One card at a time, downwards in the piles and upwards on the foundations, each seat on its own table."""
    tables = state.tables
    won = any(all(top is not None and _height(top) == 13 for top in table.layout.foundations) for table in tables)
    if won or state.time_is_up or seat in state.gone:
        return False
    table = tables[seat]
    piles, foundations = table.layout.piles, table.layout.foundations
    match text.split():
        case ["U"]:
            return bool(table.line)
        case ["Y"]:
            return bool(table.undone)
        case ["again"]:
            return bool(table.line or table.undone)
        case ["MTT", source, target]:
            return source != target and _fits(_end(piles, source), piles, target)
        case ["MFT", source, target]:
            return _fits(_top(foundations, source), piles, target)
        case ["MTF", source, target]:
            return _rises(_end(piles, source), foundations, target)
    return False


def _height(card: Any) -> int:
    """1 for an ace to 13 for a king."""
    return 1 if card.value == 14 else int(card.value)


def _end(piles: Any, source: str) -> Any:
    """The playable card of a pile; None where there is none."""
    return piles[int(source)][-1] if int(source) < 8 and piles[int(source)] else None


def _top(foundations: Any, source: str) -> Any:
    return foundations[int(source)] if int(source) < 4 else None


def _fits(card: Any, piles: Any, target: str) -> bool:
    """Whether a card goes onto a pile: an empty one, or one that ends one rank higher."""
    if card is None or int(target) > 7:
        return False
    pile = piles[int(target)]
    return not pile or _height(pile[-1]) == _height(card) + 1


def _rises(card: Any, foundations: Any, target: str) -> bool:
    """Whether a card goes onto a foundation: an ace on an empty one, or the next of its suit."""
    if card is None or int(target) > 3:
        return False
    top = foundations[int(target)]
    if top is None:
        return _height(card) == 1
    return bool(top.suit == card.suit) and _height(card) == _height(top) + 1


def texts(_state: Any) -> Iterator[str]:
    """Every well-formed move, also from and to places one too far."""
    yield from ("U", "Y", "again")
    for source, target in product(range(9), range(9)):
        yield f"MTT {source} {target}"
    for pile, foundation in product(range(9), range(5)):
        yield f"MTF {pile} {foundation}"
        yield f"MFT {foundation} {pile}"


def shows(state: Any, seat: Seat, text: str, observer: Seat | None) -> object:
    """Of another's table, the foundations are seen, and how many moves have been made."""
    if seat == observer:
        return None
    after = rules.apply(state, seat, read(text), Chance(bytes(32))).tables[seat]
    return after.layout.foundations, after.moves


def a_card_from_won(seats: int = 1) -> rules.State:
    """A game in which every seat has but a king to raise."""
    layout = streets.layout("KC", foundations="QC KS KD KH")
    return streets.race(*[layout] * seats, shown=True, number=3)


HIDDEN = Options(time_limit_s=900)


def is_hidden_play(before: View, after: View) -> bool:
    """Whether only others have moved cards that nobody sees, and none of them up or down."""
    is_own = after.seat is not None and before.lines[after.seat] != after.lines[after.seat]
    return len(after.moves) > 1 and scores(before) == scores(after) and not is_own


FACTS = Facts(
    tables={"hidden": HIDDEN, "shown": Options(deal=3, tables="shown")},
    longest=24,
    moves=lambda _view: MOVES,
    kept=cards,
    quiet=is_hidden_play,
    count_depth=2,
    helped=lambda seats: 1 if seats == 1 else 0,
    positions={
        "a card from won": Position("shown", state=a_card_from_won(), seats=1),
        "won": Position("shown", ("MTF 0 0",), a_card_from_won(), seats=1),
        "a race a card from won": Position("shown", state=a_card_from_won(seats=2)),
    },
    walks=2,
    tight=1,
    tour=TourScript(
        options={"deal": 48213},
        seats=1,
        lines=(
            ("Aces start the foundations. Move the ace from pile 0 up.", "MTF 0 0"),
            ("A card goes on any card one rank higher, whatever the suit.", "MTT 2 0"),
            ("You can undo every move, as often as you like.", "U"),
            ("The 3 of clubs can also go on the 4 of spades.", "MTT 7 0"),
        ),
        end="Bring every suit up from its ace, and you win.",
    ),
    oracle=MoveOracle(allows, texts, back=frozenset({"U", "Y", "again"})),
    secrets=Secrets(shows, tables=(HIDDEN,)),
    soak=Soak(
        {"deal": lambda chance: 1 + chance.below(DEALS), "time_limit_s": lambda chance: 60 * chance.below(20)},
        games=4,
        patient=frozenset({"walking", "striding", "running", "flying"}),
        remark=f"Deals of Streets and Alleys are those of 1 to {DEALS}, as its five levels are one solver at five "
        "paces, with times of up to 19 minutes or without limit.",
    ),
    hosted={"deal": 7},
    world=WorldTables({"time_limit_s": (0, 20, 60), "tables": ("hidden", "shown")}, seats=range(1, 3), bold="MTF 1 1"),
)
