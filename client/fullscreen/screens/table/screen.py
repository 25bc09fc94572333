"""Draws a table: the game as its own file draws it, and around it the players and what just happened."""

from __future__ import annotations

import math

from client.commands.levels import describe_levels, usual_level
from client.drawing.canvas import Canvas, pad, width_of, wrap_words
from client.drawing.grammar import join_words, names_with_you
from client.fullscreen.screens import chat, frame
from client.fullscreen.screens.table import side_panel
from client.fullscreen.ui.state import UiState
from client.games.spec import EarlierView, Scene
from client.hosting.invitation import PortalAddress, lines_of, ways
from client.state import advice
from client.state.phrases import absences, clocks, endings, offers, ratings, records
from client.state.phrases.players import departures, describe_arrivals, player_names, players
from client.state.reading import UnreadableTableError, names
from client.state.store import FollowedTable, Store
from client.state.table_view import (
    TableView,
    can_take_back,
    describe_latest_change,
    describe_table,
    game_title,
    is_my_turn,
    newest_events,
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
WAITING_WIDTH = 76
"""Cells of what is shown while seats are open."""
FEW_SPECTATORS, NAMING_COLUMNS = 2, 100
"""So many spectators are named, on a screen that is so wide."""
PANEL_COLUMNS = 80
"""From this width on, offers are shown beside the board; on narrower screens above the keys alone."""


def draw(canvas: Canvas, store: Store, ui: UiState, now: float) -> bool:
    """Draw the table on screen, or say that it is on its way; says whether its chat is on the screen."""
    seated = store.seated
    if seated is None:
        frame.put_frame(canvas, ("PARLOUR", f"Table {store.room}"), frame.link_mark(store.link), store)
        canvas.centre(0, canvas.height // 2, canvas.width, f"Going to table {store.room}.")
        frame.put_sentence(canvas, *_broken_or(store, now, ""))
        return False
    frame.put_frame(canvas, _left(seated, store, now), _right(seated, store, canvas.width), store)
    try:
        return _put_table(canvas, read_table(seated), store, ui, now)
    except UnreadableTableError as error:
        canvas.centre_wrapped(canvas.height // 2, str(error), "bad")
        frame.put_sentence(canvas, *_broken_or(store, now, frame.said(store)[0]))
        return False


def _put_table(canvas: Canvas, seen: TableView, store: Store, ui: UiState, now: float) -> bool:
    if seen.view is None:
        _put_waiting(canvas, seen, store, ui)
    else:
        canvas.paste(0, frame.TOP, seen.game.drawing.draw(scene(seen, store, ui, (canvas.width, canvas.height), now)))
    end = _put_over_board(canvas, seen, store, now)
    bottom = canvas.height - frame.BOTTOM
    shows_chat = chat.put_beside(canvas, store, ui, end) or chat.put_open(canvas, store, ui, bottom) < bottom
    chat_line = "" if shows_chat else chat.news(store, ui)
    sentence, style = _sentence(seen, store, ui, (canvas.width, now), chat_line)
    frame.put_sentence(canvas, sentence, style)
    if canvas.is_full and seen.table.phase == "over":
        frame.put_above_short(canvas, side_panel.describe_end(seen.table, seen.names, _feats(seen, store)), sentence)
    if seen.table.request and not _has_side(seen, canvas.width) and store.link.state == "up":
        frame.put_above(canvas, " ".join(describe_latest_change(seen)[:1]), "soft")
    _count_down(canvas, seen.seated, now)
    return shows_chat


def _put_over_board(canvas: Canvas, seen: TableView, store: Store, now: float) -> int:
    """Draw the end, an offer or absences beside the game; gives the row where that begins."""
    if seen.table.phase == "over" and canvas.is_full:
        return canvas.height - frame.BOTTOM
    if seen.table.phase == "over":
        return side_panel.put_end(canvas, seen.table, seen.names, _feats(seen, store))
    if not _has_side(seen, canvas.width):
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


def _has_side(seen: TableView, width: int) -> bool:
    """Whether offers are shown beside the board; otherwise above the keys alone, never over the board."""
    return width >= PANEL_COLUMNS and seen.game.drawing.leaves_side


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


def _sentence(seen: TableView, store: Store, ui: UiState, span: tuple[int, float], chat_line: str) -> tuple[str, str]:
    """The sentence and its style; while the server searches, its progress stands before whatever else is said."""
    search, now = _search(seen, ui, span[1]), span[1]
    said = ui.hint if ui.hint and not store.refused else frame.said(store)[0]
    return _broken_or(store, now, f"{search}  {said}".rstrip()) if search else _quiet(seen, store, ui, span, chat_line)


def _search(seen: TableView, ui: UiState, now: float) -> str:
    """How far the server's search is; empty while it is asked nothing."""
    if not seen.seated.asked:
        return ""
    return advice.describe_search(now - seen.seated.asked_at) if ui.motion else advice.THINKING


def _quiet(seen: TableView, store: Store, ui: UiState, span: tuple[int, float], chat_line: str) -> tuple[str, str]:
    """The sentence and its style while nothing is searched."""
    width, now = span
    has_side = _has_side(seen, width)
    is_offer_here = seen.table.request is not None and not has_side
    if ui.hint and store.link.state == "up" and not (store.refused or is_offer_here):
        return ui.hint, "soft"
    if store.sentence:
        return _broken_or(store, now, frame.said(store)[0])
    if seen.seated.advice and store.link.state == "up":
        return advice.advice_text(seen, frame.max_sentence_length(width)), "advice"
    if rematch := _rematch(seen):
        return _broken_or(store, now, rematch)
    if seen.table.request:
        return _broken_or(store, now, _offer(seen, seen.table.request, (width - 2, now)))
    if chat_line and store.here.at >= seen.seated.at:
        return _broken_or(store, now, chat_line)
    if absences.absent_players(seen.table) and (absences.overdue_players(seen.table) or not has_side):
        return _broken_or(store, now, _absence(seen, now, width - 2))
    return _broken_or(store, now, _fitting(_events(seen), width - 2))


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


def _broken_or(store: Store, now: float, text: str) -> tuple[str, str]:
    """A sentence about a broken connection, or else the text; each with its style."""
    if broken := frame.link_sentence(store, now):
        return broken, "warn"
    return text, "bad" if store.refused else "news"


def _put_waiting(canvas: Canvas, seen: TableView, store: Store, ui: UiState) -> None:
    """Draw what is to be played, how others join, who has a seat, and what is waited for, in a frame."""
    table, width = seen.table, min(canvas.width, WAITING_WIDTH)
    seats = [f"Seat {seat}  {name}" for seat, name in enumerate(seen.names, 1)]
    indent = " " * ((width - 2 - max(map(width_of, seats))) // 2)
    lines = [
        (", ".join(filter(None, (game_title(store, table.game), describe_table(table)))), "bright"),
        ("", ""),
        (f"Code  {' '.join(table.room)}", "code"),
        *[(line, "bright") for line in _ways_in(table, store, ui)],
        ("", ""),
        *[(pad(f"{indent}{seat}", width - 2), "") for seat in seats],
        ("", ""),
        *[(line, "soft") for line in wrap_words(_waiting_for(table, store, ui), width - 4)],
    ]
    body = canvas.height - frame.TOP - frame.BOTTOM
    x, y, height = (canvas.width - width) // 2, frame.TOP + max(0, (body - len(lines) - 2) // 3), len(lines) + 2
    canvas.frame(x, y, width, height, f"Table {table.room}")
    for row, (text, style) in enumerate(lines, y + 1):
        canvas.centre(x + 1, row, width - 2, text, style)
    below = y + height + 1
    canvas.spares(0, below, canvas.width, canvas.height - frame.BOTTOM - below)


def _ways_in(table: m.Table, store: Store, ui: UiState) -> tuple[str, ...]:
    """The lines to paste, or the links, by which others join."""
    if isinstance(ui.machine, PortalAddress):
        return lines_of(ways(store.link.server, table, ui.machine, store.public_urls))
    return (f"parlour join {frame.server(store.link)} {table.room}",)


def _waiting_for(table: m.Table, store: Store, ui: UiState) -> str:
    waiting = "Waiting for somebody to join."
    info = next((info for info in store.games if info.name == table.game), None)
    if table.seat is None or info is None or not (levels := describe_levels(info)):
        return waiting
    is_last = sum(chair.kind == "open" for chair in table.chairs) == 1
    level = usual_level(info, ui.habits)
    others = "; :fill LEVEL picks another level" if len(levels) > 1 else ""
    return f"{waiting} c gives {'the open seat' if is_last else 'the open seats'} to a computer ({level}){others}."
