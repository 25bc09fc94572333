"""Questions in words: offers of a takeback or a draw, with who is to answer and the outcome; what `y` and `n` answer
now; and what the player is asked before they lose a game.
"""

from __future__ import annotations

from typing import Literal

from client.drawing.grammar import YOU, Names, join_words, mid_sentence, names_with_you
from client.state.chat import Muted
from client.state.phrases.absences import has_stand_in
from client.state.phrases.seeks import visible_challenges
from client.state.reading import names as names_of
from client.state.store import Store
from client.state.table_view import is_my_turn, other_seats
from engines.game import Seat
from protocol import messages as m

ANSWER = "y / n"
"""The keys that answer a question, as they stand behind it on the screen."""
TYPED_ANSWER = "Type 'y' or 'n'."
KEPT = "Nothing has changed."
"""Said after a no."""

AskedBy = Literal["", "offer", "challenge", "rematch"]


def needs_my_answer(table: m.Table) -> bool:
    """Whether the player is asked and has not answered."""
    return table.seat is not None and table.seat in awaited_players(table)


def awaited_players(table: m.Table) -> tuple[Seat, ...]:
    """The people in the game who have not answered the offer yet; none without an offer."""
    request = table.request
    if request is None:
        return ()
    seats = enumerate(table.chairs)
    people = [seat for seat, chair in seats if chair.kind == "person" and not has_stand_in(table, seat)]
    return tuple(seat for seat in people if seat not in (request.seat, *request.agreed, *table.gave_up))


def is_taken_back(table: m.Table) -> bool:
    """Whether a move has just been taken back, so that the position is an earlier one."""
    return table.verdict is not None and table.verdict.result == "granted"


def question(table: m.Table, names: Names) -> str:
    """The offer in a sentence; empty without one."""
    if table.request is None:
        return ""
    is_own, name = table.request.seat == table.seat, names[table.request.seat]
    match table.request.kind:
        case "draw":
            return "You offer a draw." if is_own else f"{name} offers a draw."
        case "takeback":
            return "You ask to take back your last move." if is_own else f"{name} asks to take back their last move."


def title(table: m.Table) -> str:
    is_draw = table.request is not None and table.request.kind == "draw"
    return "A draw?" if is_draw else "Take back a move?"


def describe_wait(table: m.Table, names: Names) -> str:
    """Who has yet to answer, without a full stop."""
    who, seats = names_with_you(names, table.seat), awaited_players(table)
    return f"Waiting for {join_words(mid_sentence(who[seat]) for seat in seats)}" if seats else "Waiting for an answer"


def agreements(before: m.Table, after: m.Table, names: Names) -> tuple[str, ...]:
    """Who else has agreed to an offer that is still open."""
    if before.request is None or after.request is None or before.request.seat != after.request.seat:
        return ()
    new = [seat for seat in after.request.agreed if seat not in before.request.agreed and seat != after.seat]
    return tuple(f"{names[seat]} agrees." for seat in new)


def announce_turn(table: m.Table) -> tuple[str, ...]:
    """That the player is on turn again, in a sentence, after a move was taken back."""
    return ("It's your turn.",) if is_taken_back(table) and is_my_turn(table) else ()


def outcome(table: m.Table, names: Names) -> str:
    """The outcome of the latest offer in a sentence; empty if there is no news of one."""
    verdict = table.verdict
    if verdict is None:
        return ""
    who = names_with_you(names, table.seat)
    asker, other = who[verdict.seat], "Somebody" if verdict.by is None else who[verdict.by]
    if verdict.kind == "draw":
        return _draw_outcome(asker, other, verdict)
    match verdict.result:
        case "granted":
            return f"{asker} took back {'your' if asker == YOU else 'their'} last move."
        case "moved":
            return f"{other} moved on." if asker == YOU else ""
        case _ if asker != YOU:
            return f"{asker} can't take back their last move."
        case "declined":
            return f"{other} declined."
        case "late":
            return "Nobody answered in time."


def _draw_outcome(asker: str, other: str, verdict: m.OfferOutcome) -> str:
    if verdict.result == "late":
        return "Nobody answered in time: no draw."
    return f"{asker} withdrew the draw offer." if verdict.by == verdict.seat else f"{other} declined the draw."


def resign_question(table: m.Table) -> str:
    return f"Resign? {_cost(table)}"


def leave_question(table: m.Table) -> str:
    return f"Leave table {table.room} for good? {_cost(table)}"


def close_question(table: m.Table) -> str:
    return f"Close table {table.room} for everybody? {_cost(table)}"


def kick_question(table: m.Table, seat: Seat) -> str:
    return f"Send {names_of(table)[seat]} away for good? That counts as resigning. {_cost(table, seat)}"


def _cost(table: m.Table, *sent_away: Seat) -> str:
    """What it means for the player to give the game up, and to send others away by that."""
    if not other_seats(table):
        return "This game will count as lost."
    playing = [seat for seat in range(len(table.chairs)) if seat not in (table.seat, *table.gave_up)]
    winners = [seat for seat in playing if seat not in sent_away] or playing
    return f"{names_of(table)[winners[0]]} wins." if len(winners) == 1 else "You lose, and the others play on."


def open_question(store: Store, muted: Muted) -> AskedBy:
    """What `y` and `n` answer now: first what has the least time, and a rematch last, as that one waits."""
    table = store.seated.table if store.seated else None
    if table is not None and needs_my_answer(table):
        return "offer"
    if visible_challenges(store, muted):
        return "challenge"
    return "rematch" if table is not None and is_asked_for_rematch(table) else ""


def is_asked_for_rematch(table: m.Table) -> bool:
    """Whether others want another game at the table, and the player has not agreed."""
    return table.phase == "over" and table.seat is not None and bool(table.rematch) and table.seat not in table.rematch
