"""Draws a table: the game as its own file draws it, and around it the players and what just happened."""

from __future__ import annotations

import math

from client.drawing.canvas import Canvas
from client.drawing.grammar import join_words
from client.fullscreen.screens import chat, frame
from client.fullscreen.screens.table import side_panel
from client.fullscreen.screens.table.sentence import broken_or, table_sentence
from client.fullscreen.screens.table.side_panel import PANEL_COLUMNS, has_side
from client.fullscreen.screens.table.waiting import put_waiting
from client.fullscreen.ui.state import UiState
from client.games.spec import EarlierView, Scene
from client.state.phrases import absences, clocks, offers, ratings, records
from client.state.phrases.players import departures, player_names, players
from client.state.reading import UnreadableTableError, names
from client.state.store import FollowedTable, Store
from client.state.table_view import (
    TableView,
    can_take_back,
    describe_latest_change,
    describe_table,
    game_title,
    read_table,
    readable_table,
    view_at,
)
from protocol import messages as m
from protocol.dealing import readable_head

MOTION_S = 2.0
"""The longest that an animation lasts."""
SEARCH_STEP_S = 0.1
"""How often the bar of a search is drawn anew."""
FEW_SPECTATORS, NAMING_COLUMNS = 2, 100
"""So many spectators are named, on a screen that is so wide."""


def draw(canvas: Canvas, store: Store, ui: UiState, now: float) -> bool:
    """Draw the table on screen, or say that it is on its way; says whether its chat is on the screen."""
    seated = store.seated
    if seated is None:
        frame.put_frame(canvas, ("PARLOUR", f"Table {store.room}"), frame.link_mark(store.link), store)
        canvas.centre(0, canvas.height // 2, canvas.width, f"Going to table {store.room}.")
        frame.put_sentence(canvas, *broken_or(store, now, ""))
        return False
    frame.put_frame(canvas, _left(seated, store, now), _right(seated, store, canvas.width), store)
    try:
        return _put_table(canvas, read_table(seated), store, ui, now)
    except UnreadableTableError as error:
        canvas.centre_wrapped(canvas.height // 2, str(error), "bad")
        frame.put_sentence(canvas, *broken_or(store, now, frame.said(store)[0]))
        return False


def _put_table(canvas: Canvas, seen: TableView, store: Store, ui: UiState, now: float) -> bool:
    if seen.view is None:
        put_waiting(canvas, seen, store, ui)
    else:
        canvas.paste(0, frame.TOP, seen.game.drawing.draw(scene(seen, store, ui, (canvas.width, canvas.height), now)))
    end = _put_over_board(canvas, seen, store, now)
    bottom = canvas.height - frame.BOTTOM
    shows_chat = chat.put_beside(canvas, store, ui, end) or chat.put_open(canvas, store, ui, bottom) < bottom
    chat_line = "" if shows_chat else chat.news(store, ui)
    sentence, style = table_sentence(seen, store, ui, (canvas.width, now), chat_line)
    frame.put_sentence(canvas, sentence, style)
    if canvas.is_full and seen.table.phase == "over":
        frame.put_above_short(canvas, side_panel.describe_end(seen.table, seen.names, _feats(seen, store)), sentence)
    if seen.table.request and not has_side(seen, canvas.width) and store.link.state == "up":
        frame.put_above(canvas, " ".join(describe_latest_change(seen)[:1]), "soft")
    _count_down(canvas, seen.seated, now)
    return shows_chat


def _put_over_board(canvas: Canvas, seen: TableView, store: Store, now: float) -> int:
    """Draw the end, an offer or absences beside the game; gives the row where that begins."""
    if seen.table.phase == "over" and canvas.is_full:
        return canvas.height - frame.BOTTOM
    if seen.table.phase == "over":
        return side_panel.put_end(canvas, seen.table, seen.names, _feats(seen, store))
    if not has_side(seen, canvas.width):
        return canvas.height - frame.BOTTOM
    if seen.table.request:
        return side_panel.put_offer(canvas, seen, seen.seated.answer_left_s(now))
    if absences.absent_players(seen.table):
        return side_panel.put_absence(canvas, seen, now)
    return canvas.height - frame.BOTTOM


def _feats(seen: TableView, store: Store) -> tuple[str, ...]:
    """What the player has achieved by the game, in sentences, of which some may be empty."""
    feats = records.describe_solution(seen, records.known_stats(store))
    return (*feats, ratings.describe_change(store, seen.seated))


def scene(seen: TableView, store: Store, ui: UiState, size: tuple[int, int], now: float) -> Scene:
    width, height = size
    table, seated = seen.table, seen.seated
    moves = ui.motion and not offers.is_taken_back(table)  # nothing moves backwards
    return Scene(
        view=seen.view,
        age_s=now - seated.at if moves else math.inf,
        earlier=_earlier(seen, now) if moves else (),
        names=seen.names,
        seat=table.seat,
        present=seated.presence.present if seated.presence else (True,) * len(table.chairs),
        time_left_s=seated.time_left_s(now) if table.phase == "playing" else None,
        pending=seated.pending.move if seated.pending else None,
        pace=ui.pilot.pace if ui.pilot else None,
        width=width,
        height=height - frame.TOP - frame.BOTTOM,
        pane=ui.pane,
        scroll=0 if ui.panel else ui.scroll,
        mark=ui.mark,
        palette=ui.palette,
        can_take_back=can_take_back(seen),
        is_over=table.phase == "over",
        gone=departures(table),
        lasted_s=seated.lasted_s(now),
        records=records.known_stats(store),
    )


def _earlier(seen: TableView, now: float) -> tuple[EarlierView, ...]:
    """The views that were replaced within the time that an animation lasts."""
    earlier = seen.seated.earlier
    arrivals = [*(arrival.at for arrival in earlier), seen.seated.at]
    recent = [arrival for arrival, end in zip(earlier, arrivals[1:], strict=True) if now - end < MOTION_S]
    views = [(now - arrival.at, view_at(seen.game, arrival)) for arrival in recent]
    return tuple(EarlierView(age_s, view) for age_s, view in views if view is not None)


def _count_down(canvas: Canvas, seated: FollowedTable, now: float) -> None:
    """Draw again when the next second of a running time begins."""
    if seated.table.phase == "playing" and not seated.is_cut_off:
        totals = [seated.total_left_s(seat, now) for seat in seated.table.turn if seated.table.totals]
        graces = [seated.grace_left_s(each, now) for each in absences.absent_players(seated.table)]
        if seated.asked:
            canvas.again(SEARCH_STEP_S)
        for left in filter(None, (seated.time_left_s(now), seated.answer_left_s(now), *totals, *graces)):
            canvas.again(left % 1 or 1.0)


def _left(seated: FollowedTable, store: Store, now: float) -> tuple[str, ...]:
    table = seated.table
    standing = _standing(seated) if table.seat is None else ""
    where = (game_title(store, table.game), f"table {table.room}", clocks.faces(seated, now))
    return (*where, standing, describe_table(table), player_names(players(table)), _proof(store, table))


def _standing(seated: FollowedTable) -> str:
    """How a game under way stands, in the game's words; empty if it has none."""
    seen = readable_table(seated) if seated.table.phase == "playing" else None
    return "" if seen is None or seen.view is None else seen.game.saying.standing(seen.view, seen.names, None)


def _proof(store: Store, table: m.Table) -> str:
    """The first and last digits of the server's commitment to the deal, to compare with other players'.

    Once the game is over, the final head of its chain follows, which is the same for all who were told the same.
    """
    seal = store.seals.get(table.room, "")
    head = f" {readable_head(table.head)}" if table.phase == "over" and table.head else ""
    return f"proof {seal[:4]}..{seal[-2:]}{head}" if seal else ""


def _right(seated: FollowedTable, store: Store, width: int) -> str:
    presence = seated.presence
    others = _others(seated.table, presence) if store.link.state == "up" else ()  # else nobody here knows
    is_spectator = seated.table.seat is None
    own = f"{'watching' if is_spectator else 'you'} {frame.link_mark(store.link)}"
    me = store.name if is_spectator else None
    return "   ".join(filter(None, (own, *others, _spectators(presence, me, width) if presence else "")))


def _spectators(presence: m.Presence, me: str | None, width: int) -> str:
    """Who watches beside oneself, who is called `me` if one does, by name where there is room for a few names."""
    names = [name for name in presence.spectators if name != me]
    many = presence.watchers - (me is not None)
    if many < 1 or width < PANEL_COLUMNS:  # The table's code says more.
        return ""
    is_named = len(names) == many <= FEW_SPECTATORS and width >= NAMING_COLUMNS
    return f"{join_words(names) if is_named else many if me is None else f'{many} more'} watching"


def _others(table: m.Table, presence: m.Presence | None) -> tuple[str, ...]:
    """The state of the other people's connections: of several, only who is away."""
    people = [seat for seat, chair in enumerate(table.chairs) if seat != table.seat and chair.kind == "person"]
    present = presence.present if presence else (True,) * len(table.chairs)
    away = [seat for seat in people if seat < len(present) and not present[seat]]
    match people, away:
        case [], _:
            return ()
        case [one], []:
            return (f"{names(table)[one]} ●",)
        case _, []:
            return ("others ●",)
        case _, [one]:
            return (f"{names(table)[one]} ○ away",)
    return (f"{len(away)} others ○ away",)
