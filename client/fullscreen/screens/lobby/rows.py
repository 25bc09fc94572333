"""The lines of the lobby's lists: what each shows, its command, and its hint."""

from __future__ import annotations

from client.drawing.canvas import clean, width_of
from client.drawing.grammar import aside
from client.fullscreen.screens import chat
from client.fullscreen.screens.columns import Cell, PlayersCell, TableRow, Title
from client.fullscreen.screens.lobby import play_now
from client.fullscreen.ui.state import UiState
from client.state.phrases import endings, offers, ratings, records
from client.state.phrases import lobby as lobby_phrases
from client.state.phrases.players import departures, player_names
from client.state.reading import names
from client.state.store import FollowedTable, Store
from client.state.table_view import (
    describe_table,
    game_title,
    has_given_up,
    is_my_turn,
    readable_table,
    waits_for_me,
)
from protocol import messages as m

PLAY, YOURS, OPEN, LIVE, PEOPLE, MORE = range(6)
LISTS = 6
"""The lists by their numbers, and how many there are."""
FILTERED = (OPEN, LIVE, PEOPLE)
"""The lists that a filter applies to."""
GAME_WIDTH = 7
"""Cells for a game's title in the list of one's own games."""
MORE_ROWS = tuple(
    TableRow(command, hint, edges=(f"{key}  {about}",))
    for key, about, command, hint in (
        ("l", "learn a game in a minute", "learn", "Enter offers the tours: see in a minute how a game is played."),
        ("i", "invite a friend", "invite", "Enter shows how a friend can join your table, or a new one."),
        ("n", "choose rules and seats", "new", "Enter sets up a new table: its game, options and seats."),
        ("h", "see your finished games", "history", "Enter lists your finished games, to replay and verify them."),
        ("?", "see every key", "help", "Enter shows every key and what it does."),
    )
)
"""What else can be done, each with its key."""


def rows(store: Store, ui: UiState) -> tuple[tuple[TableRow, ...], ...]:
    lobby, text = store.lobby, ui.filter
    is_mine = {room for room, seated in store.rooms.items() if seated.table.seat is not None}
    waiting = [listing for listing in lobby.open if listing.room not in is_mine] if lobby else []
    going = lobby.live if lobby else ()
    return (
        play_now.rows(store, ui),
        tuple(_own_row(seated, store, ui) for seated in _by_urgency(store)),
        tuple(_open_row(listing, store) for listing in waiting if _matches(listing, text, store)),
        tuple(_live_row(listing, store) for listing in going if _matches(listing, text, store)),
        tuple(_person_row(*each, store, ui) for each in _others(store) if text.lower() in each[0].lower()),
        MORE_ROWS,
    )


def _own_row(seated: FollowedTable, store: Store, ui: UiState) -> TableRow:
    table = seated.table
    mark, state = _state(table)
    game = f"{mark} {Title(game_title(store, table.game)).within(GAME_WIDTH)} {_opponents(seated)}"
    beside = (state, chat.unread_mark(store, ui, table.room), *_status(seated).split("  "))
    hint = f"Enter resumes table {table.room}: {game_title(store, table.game)} {_opponents(seated)}."
    asked = asked_for(seated)
    return TableRow(f"open {table.room}", f"{asked} {hint}".strip(), edges=(game, *filter(None, beside)))


def asked_for(seated: FollowedTable) -> str:
    """What other players at a table ask the player for, in a sentence; empty if nothing waits for an answer."""
    table = seated.table
    if offers.is_asked_for_rematch(table):
        return endings.describe_rematch_request(table, names(table))
    return offers.question(table, names(table)) if offers.needs_my_answer(table) else ""


def _opponents(seated: FollowedTable) -> str:
    """The opponents, or for a spectator everybody; for one who plays alone the deal, if it has a name."""
    table = seated.table
    if table.seat is None:
        return player_names(names(table))
    others = ", ".join(name for seat, name in enumerate(names(table)) if seat != table.seat)
    if others:
        return f"vs {others}"
    deal = records.deal_of(seated)
    return f"deal {deal}" if deal else "solo"


def _by_urgency(store: Store) -> list[FollowedTable]:
    """One's own games, the newest first; those where it is one's turn come before, and those only watched last."""
    newest_first = tuple(store.rooms.values())[::-1]
    return sorted(newest_first, key=_urgency)


def _urgency(seated: FollowedTable) -> int:
    table = seated.table
    if table.seat is None:
        return 3
    return 0 if waits_for_me(table) or asked_for(seated) else 2 if table.phase == "over" else 1


def _state(table: m.Table) -> tuple[str, str]:
    if table.seat is None:
        return "◦", "watching"
    if offers.is_asked_for_rematch(table):
        return "●", "REMATCH?"
    if table.request is not None and offers.needs_my_answer(table):
        return "●", f"{table.request.kind.upper()}?"
    if table.phase == "over":
        return "■", "over"
    if has_given_up(table):
        return "○", departures(table)[table.seat]
    if table.paused or (table.phase == "playing" and len(table.chairs) == 1):
        return "‖", "paused"  # Alone it is always one's turn, and nobody waits.
    return ("●", "YOUR TURN") if is_my_turn(table) else ("○", "waiting")


def _status(seated: FollowedTable) -> str:
    seen = readable_table(seated)
    return "" if seen is None or seen.view is None else seen.game.saying.status(seen.view, seated.table.seat)


def _open_row(listing: m.RoomListing, store: Store) -> TableRow:
    host, name = ratings.host(listing), game_title(store, listing.game)
    about = ", ".join(filter(None, (listing.room, describe_table(listing))))
    hint = f"{clean(host)} waits at a {name} table ({about}). Enter sits down there."
    taken_seats = f"{len(listing.players)}/{listing.seats}"
    return TableRow(f"join {listing.room}", hint, _cells(listing, store, f"open {taken_seats}", taken_seats))


def _live_row(listing: m.RoomListing, store: Store) -> TableRow:
    players = PlayersCell(_people(listing)).text
    hint = f"Enter watches {players} play {game_title(store, listing.game)}{aside(describe_table(listing))}."
    return TableRow(
        f"watch {listing.room}", hint, _cells(listing, store, ", ".join(filter(None, ("live", listing.progress))))
    )


def _cells(listing: m.RoomListing, store: Store, state: str, seats: str = "") -> dict[str, Cell]:
    """A table's cells, for every list that may show it."""
    people, options = _people(listing), describe_table(listing)
    return {
        "Code": listing.room,
        "Game": Title(game_title(store, listing.game)),
        "Host": PlayersCell(((listing.host, dict(people).get(listing.host, "")),)),
        "Who": PlayersCell(people),
        "Seats": seats,
        "Progress": listing.progress,
        "Options": options,
        "State": "  ".join(filter(None, (state, options))),
    }


def _people(listing: m.RoomListing) -> tuple[tuple[str, str], ...]:
    """The players with their ratings; whoever has a name that nobody can see is still somebody."""
    known = ratings.align_ratings(listing.players, listing.ratings)
    return tuple(
        (name if width_of(name.strip()) else "?", _rating(value))
        for name, value in zip(listing.players, known, strict=True)
    )


def _matches(listing: m.RoomListing, text: str, store: Store) -> bool:
    searched = " ".join(
        (listing.room, listing.game, game_title(store, listing.game), *listing.players, describe_table(listing))
    )
    return all(word.lower() in searched.lower() for word in text.split())


def _others(store: Store) -> tuple[tuple[str, m.RatingBadge | None], ...]:
    return tuple(each for each in ratings.people(store.lobby) if each[0] != store.name) if store.lobby else ()


def _person_row(name: str, badge: m.RatingBadge | None, store: Store, ui: UiState) -> TableRow:
    played = game_title(store, ui.habits.game)
    is_bot = store.lobby is not None and name in store.lobby.bots
    known = aside(ratings.name_with_rating(clean(game_title(store, badge.game)), badge)) if badge else ""
    who = f"{clean(name)}{known}{', a bot,' if is_bot else ''}"
    hint = f"Enter challenges {who} to {played}; c asks for another game."
    rating = f"{lobby_phrases.BOT if is_bot else ''} {_rating(badge)}".strip()
    return TableRow(f"challenge {name}", hint, {"Name": name, "Rating": rating})


def _rating(badge: m.RatingBadge | None) -> str:
    return ratings.format_rating(badge.rating, is_provisional=badge.provisional) if badge else ""
