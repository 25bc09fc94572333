"""What the line above the keys says at a table."""

from __future__ import annotations

import math

from client.drawing.canvas import width_of
from client.drawing.grammar import names_with_you
from client.fullscreen.screens import frame
from client.fullscreen.screens.table.side_panel import has_side
from client.fullscreen.ui.state import UiState
from client.state import advice
from client.state.phrases import absences, endings, offers
from client.state.phrases.players import describe_arrivals
from client.state.store import Store
from client.state.table_view import TableView, is_my_turn, newest_events
from protocol import messages as m


def table_sentence(
    seen: TableView, store: Store, ui: UiState, span: tuple[int, float], chat_line: str
) -> tuple[str, str]:
    """The sentence and its style; while the server searches, its progress stands before whatever else is said."""
    search, now = _search(seen, ui, span[1]), span[1]
    said = ui.hint if ui.hint and not store.refused else frame.said(store)[0]
    return broken_or(store, now, f"{search}  {said}".rstrip()) if search else _quiet(seen, store, ui, span, chat_line)


def broken_or(store: Store, now: float, text: str) -> tuple[str, str]:
    """A sentence about a broken connection, or else the text; each with its style."""
    if broken := frame.link_sentence(store, now):
        return broken, "warn"
    return text, "bad" if store.refused else "news"


def _search(seen: TableView, ui: UiState, now: float) -> str:
    """How far the server's search is; empty while it is asked nothing."""
    if not seen.seated.asked:
        return ""
    return advice.describe_search(now - seen.seated.asked_at) if ui.motion else advice.THINKING


def _quiet(seen: TableView, store: Store, ui: UiState, span: tuple[int, float], chat_line: str) -> tuple[str, str]:
    """The sentence and its style while nothing is searched."""
    width, now = span
    is_aside = has_side(seen, width)
    is_offer_here = seen.table.request is not None and not is_aside
    if ui.hint and store.link.state == "up" and not (store.refused or is_offer_here):
        return ui.hint, "soft"
    if store.sentence:
        return broken_or(store, now, frame.said(store)[0])
    if seen.seated.advice and store.link.state == "up":
        return advice.advice_text(seen, frame.max_sentence_length(width)), "advice"
    if rematch := _rematch(seen):
        return broken_or(store, now, rematch)
    if seen.table.request:
        return broken_or(store, now, _offer(seen, seen.table.request, (width - 2, now)))
    if chat_line and store.here.at >= seen.seated.at:
        return broken_or(store, now, chat_line)
    if absences.absent_players(seen.table) and (absences.overdue_players(seen.table) or not is_aside):
        return broken_or(store, now, _absence(seen, now, width - 2))
    return broken_or(store, now, _fitting(_events(seen), width - 2))


def _rematch(seen: TableView) -> str:
    """Who wants a rematch, and who has yet to agree; empty if nobody wants one."""
    if seen.table.phase != "over":
        return ""
    asking = endings.describe_rematch_request(seen.table, seen.names)
    return (
        f"{asking} y agrees, n leaves the table." if asking else endings.describe_rematch_wait(seen.table, seen.names)
    )


def _absence(seen: TableView, now: float, room: int) -> str:
    """Who is away, and what one may do about it if there is room, as the key bar says that too."""
    waiting = absences.describe_wait(seen.seated, seen.names, now)
    if not absences.may_claim(seen.table):
        return waiting
    return _first_fitting(room, f"{waiting} W claims the win, C lets a computer play.", waiting)


def _offer(seen: TableView, request: m.Offer, span: tuple[int, float]) -> str:
    """An offer and its time left, and if there is room how to answer it, or who made it."""
    room, now = span
    left = f"{math.ceil(seen.seated.answer_left_s(now))} s"
    if offers.needs_my_answer(seen.table):
        wish = "offers a draw" if request.kind == "draw" else "wants to take back a move"
        asks = f"{seen.names[request.seat]} {wish}"
        return _first_fitting(room, f"{asks}: y agrees, n declines, {left}.", f"{asks}, {left}.")
    who, wished = names_with_you(seen.names, seen.table.seat)[request.seat], "asked to take back a move"
    wished = "offered a draw" if request.kind == "draw" else wished
    waiting = f"{offers.describe_wait(seen.table, seen.names)}, {left}."
    return _first_fitting(room, f"{who} {wished}. {waiting}", waiting)


def _first_fitting(room: int, *texts: str) -> str:
    """The first of the texts that fits, or else the last."""
    return next((text for text in texts if width_of(text) <= room), texts[-1])


def _events(seen: TableView) -> tuple[str, ...]:
    if seen.table.ending is not None and not seen.table.ending.scores:
        # The game was given up, which its views do not contain.
        return endings.why_and_who(seen.table, seen.names)
    if seen.view is None:
        return ("The game starts when every seat is taken.", "Press i to invite a friend.")
    previous = seen.seated.previous
    outcome = offers.outcome(seen.table, seen.names)
    if offers.is_taken_back(seen.table):
        return (outcome, *offers.announce_turn(seen.table))
    gone = (
        (*describe_arrivals(previous, seen.table), *absences.news(previous, seen.table, seen.names)) if previous else ()
    )
    played = (*newest_events(seen), *filter(None, [outcome]))
    events = (*gone, *played) if seen.table.phase == "over" else (*played, *gone)
    if events or seen.table.ply:
        return events
    return ("The game begins: it's your turn.",) if is_my_turn(seen.table) else ("The game begins.",)


def _fitting(sentences: tuple[str, ...], width: int) -> str:
    """As many of the last sentences as fit."""
    while len(sentences) > 1 and len(" ".join(sentences)) > width:
        sentences = sentences[1:]
    return " ".join(sentences)
