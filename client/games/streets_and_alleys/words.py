"""Streets and Alleys as it is said: every move, how the cards lie, and how the race stands."""

from __future__ import annotations

from collections.abc import Iterator

from client.games import Names
from client.games.streets_and_alleys.deeds import Deed, begun_again, deeds, possible
from client.games.streets_and_alleys.naming import (
    FOUNDATIONS,
    PILES,
    PLACES,
    SUIT_NAMES,
    Place,
    card_name,
    ends,
    listed_name,
    rank_name,
    read_card,
)
from client.wording import YOU, called, capital, count, listed, verb, within
from engines.cards import DECK, Card
from engines.game import Seat
from engines.streets_and_alleys import view as streets
from engines.streets_and_alleys.layout import Foundations, Layout, Piles, is_won, run
from engines.streets_and_alleys.moves import text
from engines.streets_and_alleys.view import View, places, scores, table

CARDS = len(DECK)


def sentences(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """A line for every move at one's own table, and for what the others bring up; a win with its board.

    Nothing is said of a first view: what led to it is not news.
    """
    return () if before is None else tuple(_news(before, after, called(names, seat)))


def newest(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """The last move and how many there are now, in few words for the eye; at the end how the race ended."""
    who = called(names, seat)
    if after.over:
        return tuple(_game_end(after, who))
    told = [] if before is None else [*_rivals(before, after, who), *_seen(before, after)]
    layout = table(after, _shown(after))
    if told or layout is None:
        return tuple(told)
    if (last := streets.newest(after, _shown(after))) is not None:
        return (_brief(Deed("made", last, layout)),)
    return (_outlook(layout), "A digit picks a pile's end, another says where it goes.")


def say(view: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """The position: the deal, every pile's size and end, the foundations, what can be done, and the others."""
    who = called(names, seat)
    layout = table(view, _shown(view))
    return (
        f"Streets and Alleys, deal {view.deal}. Type H for help.",
        *(_board(layout) if layout else ()),
        *(_standing(view, at, who) for at in range(len(who))),
        *(_game_end(view, who) if view.over else [_outlook(layout)] if layout else ()),
    )


def show(view: View, names: Names, seat: Seat | None, words: str) -> tuple[str, ...]:  # noqa: ARG001 - every game's
    """Read all cards of a pile ("5") or a foundation ("f1"), or say where a card ("7h") lies. Raises ValueError."""
    layout = table(view, _shown(view))
    if layout is None:
        raise ValueError("The tables are hidden until the race is over.")
    if not words:
        return (*(_read_pile(layout.piles[pile], pile) for pile in PILES), _read_foundations(layout.foundations))
    if (place := PLACES.get(words.lower())) is not None:
        return (_read_place(layout, place),)
    if (card := read_card(words)) is not None:
        return (capital(f"{card_name(card)} lies {whereabouts(layout, card)}."),)
    raise ValueError("'show' takes a pile from 0 to 7, a foundation from f0 to f3, or a card such as 7h.")


def status(view: View, seat: Seat | None) -> str:
    """How many cards are up, and in how many moves."""
    at = seat or 0
    return f"{scores(view)[at]}/{CARDS}  {count(view.moves[at], 'move')}"


def whereabouts(layout: Layout, card: Card) -> str:
    """Where a card lies: "in pile 5, under 2 cards", "on foundation 1"."""
    for pile, cards in enumerate(layout.piles):
        if card in cards:
            over = len(cards) - 1 - cards.index(card)
            return f"in pile {pile}, under {count(over, 'card')}" if over else f"at the end of pile {pile}"
    return f"on foundation {next(at for at, top in enumerate(layout.foundations) if card in run(top))}"


def standings(view: View) -> tuple[Seat, ...]:
    """The seats in the order of their places in the race."""
    return tuple(sorted(range(len(view.moves)), key=lambda seat: places(view)[seat]))


def _news(before: View, after: View, who: Names) -> Iterator[str]:
    mine = _shown(after)
    if begun_again(before, after, mine):
        yield "The same deal from the start."
        yield from say(after, who, after.seat)[1:]
    else:
        for deed in deeds(before, after, mine):
            yield from _told(deed, who[mine])
    yield from _rivals(before, after, who)
    if after.over:
        yield from _game_end(after, who)
        layout = table(after, mine)
        if layout is not None and is_won(layout):
            yield from _board(layout)


def _told(deed: Deed, who: str) -> Iterator[str]:
    """A move in words, with what lies there now and what can be done next."""
    source, target = ends(deed.move)
    match deed.kind:
        case "undone":
            yield f"Undo: {text(deed.move)}"
            yield " ".join((_now(deed.after, source), _now(deed.after, target), _outlook(deed.after)))
            return
        case "redone":
            yield f"Redo: {text(deed.move)}"
    card = target.top(deed.after)
    assert card is not None, "a card was just put there"
    moved = "Moved" if who == YOU else f"{who} moved"
    rest = () if is_won(deed.after) else (_outlook(deed.after),)
    yield " ".join((f"{moved} {card_name(card)} from {source} to {target}.", _now(deed.after, source), *rest))


def _now(layout: Layout, place: Place) -> str:
    card = place.top(layout)
    return capital(f"{place} is now empty." if card is None else f"{place} top is now {card_name(card)}.")


def _outlook(layout: Layout) -> str:
    moves = possible(layout)
    return f"{count(moves, 'move')} possible." if moves else "No moves left."


def _seen(before: View, after: View) -> Iterator[str]:
    """The last thing done at one's own table, for the eye."""
    if begun_again(before, after, _shown(after)):
        yield "The same deal from the start."
        return
    *_, last = (None, *deeds(before, after, _shown(after)))
    if last is not None:
        yield _brief(last)


def _brief(deed: Deed) -> str:
    """A move in few words, with how many there are now."""
    source, target = ends(deed.move)
    again = {"made": "", "redone": "Redo: ", "undone": "Undo: "}[deed.kind]
    card = (source if deed.kind == "undone" else target).top(deed.after)
    return f"{again}{card} from {source} to {target}. {_outlook(deed.after)}"


def _rivals(before: View, after: View, who: Names) -> Iterator[str]:
    """What the others brought up."""
    for seat, name in enumerate(who):
        if name != YOU and len(who) > 1 and scores(before)[seat] != scores(after)[seat]:
            yield f"{name} has {_progress(after, seat)}."


def _game_end(view: View, who: Names) -> Iterator[str]:
    """How the race ended: for the winner in the words of the rules."""
    winners = [who[seat] for seat in standings(view) if _has_won(view, seat)]
    match view.over:
        case "won" if winners == [YOU]:
            yield "You won!"
        case "won":
            yield f"{listed(winners)} won: all {CARDS} cards are up."
        case _ if len(who) == 1:
            yield f"{'The time is up' if view.over == 'time' else 'The game was given up'}: {_progress(view, 0)}."
        case "time" if len(winners) == 1:
            yield f"The time is up: {within(winners[0])} won."
        case "time":
            yield f"The time is up, and nobody is ahead of {listed(map(within, winners))}."
        case _ if winners:
            yield f"Everyone else gave up: {within(winners[0])} won."
        case _:
            yield "Everyone gave up."


def _has_won(view: View, seat: Seat) -> bool:
    if view.over == "won":
        return scores(view)[seat] == CARDS
    return len(view.moves) > 1 and seat not in view.gone and places(view)[seat] == 1


def _standing(view: View, seat: Seat, who: Names) -> str:
    """How far a seat has come."""
    return f"{verb(who[seat], 'have', 'has')} {_progress(view, seat)}{', and gave up' if seat in view.gone else ''}."


def _progress(view: View, seat: Seat) -> str:
    return f"{scores(view)[seat]} of {CARDS} cards up in {count(view.moves[seat], 'move')}"


def _board(layout: Layout) -> Iterator[str]:
    """The ends of the piles, a line for each row of two, and the foundations."""
    if is_won(layout):
        yield "All piles are empty."
    else:
        for pile in PILES[::2]:
            yield f"{_pile(layout.piles, pile)} {_pile(layout.piles, pile + 1)}"
    yield _read_foundations(layout.foundations)


def _pile(piles: Piles, pile: int) -> str:
    cards = piles[pile]
    if not cards:
        return f"Pile {pile}, empty."
    return f"Pile {pile}, {count(len(cards), 'card')}, top {card_name(cards[-1])}."


def _read_foundations(foundations: Foundations) -> str:
    return f"Foundations: {', '.join(_foundation(foundations, at) for at in FOUNDATIONS)}."


def _foundation(foundations: Foundations, at: int) -> str:
    """A foundation by its suit; one that is empty by the suit it is meant for, unless that began elsewhere."""
    top = foundations[at]
    if top is not None:
        return f"{SUIT_NAMES[top.suit]} {rank_name(top)}"
    is_elsewhere = any(other is not None and other.suit == at for other in foundations)
    return "empty" if is_elsewhere else f"{SUIT_NAMES[at]} empty"


def _read_place(layout: Layout, place: Place) -> str:
    if place.is_pile:
        return _read_pile(layout.piles[place.number], place.number)
    cards = run(layout.foundations[place.number])
    return (
        f"Foundation {place.number}, from the ace up: {_cards(cards)}." if cards else f"{capital(str(place))} is empty."
    )


def _read_pile(cards: tuple[Card, ...], pile: int) -> str:
    return f"Pile {pile}, left to right: {_cards(cards)}." if cards else f"Pile {pile} is empty."


def _cards(cards: tuple[Card, ...]) -> str:
    return ", ".join(map(listed_name, cards))


def _shown(view: View) -> Seat:
    """The seat whose table is looked at: one's own, and a spectator's is the first."""
    return view.seat or 0
