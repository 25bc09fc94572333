"""Hints and prospects from the server about the game on screen: who may ask, and how the answer reads."""

from __future__ import annotations

from client.state.moves import ON_ITS_WAY, table_here
from client.state.store import Store
from client.state.table_view import TableView, game_title, has_given_up, is_my_turn, is_tour, is_tour_over, other_seats
from protocol import messages as m

THINKING = "Searching ..."
SEARCH_S = 2.0
"""How long a search takes at most, or about so long on a busy machine."""
BAR = 10
"""Cells of the bar that shows how far it is."""
NO_ANSWERS: dict[m.Question, str] = {
    "hint": "{} has no hints.",
    "prospect": "No computer can say whether a game of {} can still be won.",
}
"""Refusals for games without answers. They are the server's own sentences, given without a round trip."""


def available_questions(store: Store, game: str) -> tuple[m.Question, ...]:
    """The questions that the server answers about a game."""
    return next((info.consults for info in store.games if info.name == game), ())


def is_helped(table: m.Table) -> bool:
    """Whether the server gives help at a table: only if it is not serious and all opponents are computers."""
    return not table.serious and all(chair.kind != "person" for chair in other_seats(table))


def make_consult(about: m.Question, store: Store) -> m.Consult:
    """Make the question about the position on screen. Raises ValueError with a sentence if it cannot be asked now."""
    followed = table_here(store)
    table = followed.table
    if about not in available_questions(store, table.game):
        raise ValueError(NO_ANSWERS[about].format(game_title(store, table.game)))
    if refused := _why_not(table):
        raise ValueError(refused)
    if followed.pending is not None:
        raise ValueError(ON_ITS_WAY)
    if followed.asked is not None:
        raise ValueError("Still working on your last question. One at a time.")
    return m.Consult(ref=table.ply, room=table.room, about=about)


def describe_search(elapsed_s: float) -> str:
    """What is said while the server searches: a bar that fills, and then a gap that runs through it.

    >>> describe_search(0.6), describe_search(2.3)
    ('Searching ▰▰▰▱▱▱▱▱▱▱', 'Searching ▰▱▰▰▰▰▰▰▰▰')
    """
    step = int(elapsed_s * BAR / SEARCH_S)
    cells = "▰" * step + "▱" * (BAR - step) if step < BAR else "▰" * (step % BAR) + "▱" + "▰" * (BAR - 1 - step % BAR)
    return f"Searching {cells}"


def advice_text(table_view: TableView, room: int) -> str:
    """The newest answer for the eye, in about `room` characters. Raises ValueError if there is none.

    The part before the colon names the move, which is marked on the table, so it is dropped first.
    """
    advice = _newest(table_view)
    if advice.move is None:
        return f"{advice.text} Press Enter to end the tour." if is_tour_over(table_view.seated) else advice.text
    keys = table_view.game.marking.keys_for(table_view.view, advice.move)
    if is_tour(table_view.table):
        return f"{advice.text} Press {keys} or Enter." if keys else advice.text
    hint = f"Hint ({keys} or Enter): " if keys else f"Hint ({advice.move}): "
    _, _, reason = advice.text.partition(": ")
    return f"{hint}{reason if reason and len(hint + advice.text) > room else advice.text}"


def advice_spoken(table_view: TableView) -> str:
    """The newest answer for the ear, with the move as it is typed. Raises ValueError if there is none."""
    advice = _newest(table_view)
    text = table_view.game.saying.aloud(advice.text)
    if advice.move is None:
        return f"{text} Type 'lobby' to end the tour." if is_tour_over(table_view.seated) else text
    return f"{text} Type '{advice.move}'." if is_tour(table_view.table) else f"Hint: {advice.move}. {text}"


def _newest(table_view: TableView) -> m.Advice:
    if table_view.seated.advice is None:
        raise ValueError("There's no answer about this position yet.")
    return table_view.seated.advice


def _why_not(table: m.Table) -> str:
    """Why this player cannot ask at the table at all, or not now; empty if they can."""
    if table.seat is None:
        return "Only players can ask for help."
    if table.serious:
        return "This is a serious table: no help here."
    if not is_helped(table):
        return "There's no help in games with other people."
    if table.phase != "playing":
        return "There's no game at this table now."
    if has_given_up(table):
        return "You have resigned this game."
    if not is_my_turn(table):
        return "You can ask for help when it's your turn."
    return ""
