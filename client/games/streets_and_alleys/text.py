"""Streets and Alleys in words: every move, what the others bring up, and the end."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.grammar import YOU, Names, capitalize, count, names_with_you
from client.games.streets_and_alleys.card_names import PileName, card_name, ends
from client.games.streets_and_alleys.history import HistoryEntry, has_restarted, history_entries
from client.games.streets_and_alleys.read_aloud import board, narrated_table, outlook, say
from client.games.streets_and_alleys.scores import CARDS, game_end, lead, progress
from engines.game import Seat
from engines.streets_and_alleys import view as streets
from engines.streets_and_alleys.layout import Layout, is_won
from engines.streets_and_alleys.moves import text
from engines.streets_and_alleys.view import View, scores

AGAIN = "This deal starts over."


def sentences(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """A line for every move at the player's own table, and for what the others bring up; a win with its board."""
    return () if before is None else tuple(_news(before, after, names_with_you(names, seat)))


def newest(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """The last move and the number of moves now, in few words; at the end how the race ended."""
    who = names_with_you(names, seat)
    if after.over:
        return tuple(game_end(after, who))
    told = [] if before is None else [*_rivals(before, after, who), *_newest_entry(before, after)]
    mine, layout = narrated_table(after) or (None, None)
    if told or mine is None or layout is None:
        return tuple(told)
    if (last := streets.newest(after, mine)) is not None:
        return (_brief(HistoryEntry("made", last, layout)),)
    tip = () if seat is None else ("A digit picks a pile's last card, another one drops it.",)
    return (outlook(layout), *tip)


def ask_restart(view: View) -> str:
    """The question before the deal starts over; "" where no moves would be lost."""
    lost = _lost_moves(view)
    return f"Press R again to restart this deal; {lost} will be lost." if lost else ""


def ask_new_deal(view: View) -> str:
    """The question before another deal; "" where no moves would be lost."""
    lost = _lost_moves(view)
    return f"Press N again for a new deal; this one and {lost} will be lost." if lost else ""


def _lost_moves(view: View) -> str:
    moves = 0 if view.seat is None or view.over else view.moves[view.seat]
    return f"your {count(moves, 'move')}" if moves else ""


def status(view: View, seat: Seat | None) -> str:
    at = seat or 0
    return f"{scores(view)[at]}/{CARDS}  {count(view.moves[at], 'move')}"


def race_standing(view: View, names: Names, seat: Seat | None) -> str:
    """Who is ahead in a race under way, in a few words."""
    return "" if view.over or len(names) == 1 else lead(view, names_with_you(names, seat)).removesuffix(".")


def _news(before: View, after: View, who: Names) -> Iterator[str]:
    mine, layout = narrated_table(after) or (None, None)
    if mine is not None:
        yield from _entries(before, after, mine, who)
    yield from _rivals(before, after, who)
    if after.over:
        yield from game_end(after, who)
        if layout is not None and is_won(layout):
            yield from board(layout)


def _entries(before: View, after: View, seat: Seat, who: Names) -> Iterator[str]:
    if has_restarted(before, after, seat):
        yield AGAIN
        yield from say(after, who, after.seat)[1:]
        return
    for entry in history_entries(before, after, seat):
        yield from _entry_sentences(entry, who[seat])


def _entry_sentences(entry: HistoryEntry, who: str) -> Iterator[str]:
    """A move in words, with what lies there now and what can be done next."""
    source, target = ends(entry.move)
    match entry.kind:
        case "undone":
            yield f"Undo: {text(entry.move)}"
            yield " ".join((_now(entry.after, source), _now(entry.after, target), outlook(entry.after)))
            return
        case "redone":
            yield f"Redo: {text(entry.move)}"
    card = target.top(entry.after)
    assert card is not None, "a card was just put there"
    moved = "Moved" if who == YOU else f"{who} moved"
    rest = () if is_won(entry.after) else (outlook(entry.after),)
    yield " ".join((f"{moved} {card_name(card)} from {source} to {target}.", _now(entry.after, source), *rest))


def _now(layout: Layout, place: PileName) -> str:
    card = place.top(layout)
    return capitalize(f"{place} is now empty." if card is None else f"{place} now shows {card_name(card)}.")


def _newest_entry(before: View, after: View) -> Iterator[str]:
    """The last move at the player's own table, for the screen."""
    mine, _ = narrated_table(after) or (None, None)
    if mine is None:
        return
    if has_restarted(before, after, mine):
        yield AGAIN
        return
    *_, last = (None, *history_entries(before, after, mine))
    if last is not None:
        yield _brief(last)


def _brief(entry: HistoryEntry) -> str:
    source, target = ends(entry.move)
    again = {"made": "", "redone": "Redo: ", "undone": "Undo: "}[entry.kind]
    card = (source if entry.kind == "undone" else target).top(entry.after)
    return f"{again}{card} from {source} to {target}. {outlook(entry.after)}"


def _rivals(before: View, after: View, who: Names) -> Iterator[str]:
    for seat, name in enumerate(who):
        if name != YOU and len(who) > 1 and scores(before)[seat] != scores(after)[seat]:
            yield f"{name} has {progress(after, seat)}."
