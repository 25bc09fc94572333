"""Help from the server with the game on screen: what it answers, to whom, and how that is said."""

from __future__ import annotations

from client.state.moves import ON_ITS_WAY, table_here
from client.state.store import Store
from client.state.table_view import TableView, has_given_up, is_my_turn, others, title
from protocol import messages as m

THINKING = "Thinking ..."
NO_ANSWERS: dict[m.Question, str] = {
    "hint": "There are no hints in {}.",
    "prospect": "Nobody can tell whether a game of {} can still be won.",
}
"""What is said of a game that does not answer a question. These sentences are the server's, said at once."""
WATCHING = "Only who plays can ask for help."
SERIOUS = "This table is serious: nobody is helped here."
COMPANY = "Nobody is helped against other people."
NOT_ON_TURN = "You can ask for help when it is your turn."


def available_questions(store: Store, game: str) -> tuple[m.Question, ...]:
    """What can be asked in a game."""
    return next((sheet.consults for sheet in store.games if sheet.name == game), ())


def is_helped(table: m.Table) -> bool:
    """Whether anybody is helped at a table: where nobody plays seriously, or against other people."""
    return not table.serious and all(chair.kind != "person" for chair in others(table))


def consult(about: m.Question, store: Store) -> m.Consult:
    """The question about the position on screen. Raises ValueError with a sentence where it cannot be asked now."""
    seated = table_here(store)
    table = seated.table
    if about not in available_questions(store, table.game):
        raise ValueError(NO_ANSWERS[about].format(title(store, table.game)))
    if refused := _why_nobody(table) or _why_not_now(table):
        raise ValueError(refused)
    if seated.pending is not None:
        raise ValueError(ON_ITS_WAY)
    if seated.asked is not None:
        raise ValueError("What you asked is being thought about. One question at a time.")
    return m.Consult(ref=table.ply, room=table.room, about=about)


def advice_text(seen: TableView, room: int) -> str:
    """The newest answer for the eye, in about so many characters. Raises ValueError where there is none.

    What comes before a colon names the move, which stands marked on the table, and so can be spared first.
    """
    advice = _newest(seen)
    if advice.move is None:
        return advice.text
    keys = seen.game.keys_for(seen.view, advice.move)
    hint = f"Hint ({keys} or Enter): " if keys else f"Hint ({advice.move}): "
    _, _, reason = advice.text.partition(": ")
    return f"{hint}{reason if reason and len(hint + advice.text) > room else advice.text}"


def advice_spoken(seen: TableView) -> str:
    """The newest answer for the ear, with what is to be typed. Raises ValueError where there is none."""
    advice = _newest(seen)
    text = seen.game.aloud(advice.text)
    return text if advice.move is None else f"Hint: {advice.move}. {text}"


def _newest(seen: TableView) -> m.Advice:
    if seen.seated.advice is None:
        raise ValueError("Nothing has been answered about this position.")
    return seen.seated.advice


def _why_nobody(table: m.Table) -> str:
    """Why nobody is helped at a table; nothing where somebody may be."""
    if table.seat is None:
        return WATCHING
    if table.serious:
        return SERIOUS
    return "" if is_helped(table) else COMPANY


def _why_not_now(table: m.Table) -> str:
    """Why a player is not helped just now."""
    if table.phase != "playing":
        return "No game is going on at this table."
    if has_given_up(table):
        return "You have given this game up."
    if not is_my_turn(table):
        return NOT_ON_TURN
    return ""
