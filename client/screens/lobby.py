"""The lobby: what can be started, one's own games, tables with an open seat, games to watch, and who is here."""

from __future__ import annotations

from typing import NamedTuple

from client import ratings
from client.company import gathered
from client.creation import options_of
from client.desk import Desk
from client.lines import Canvas, clean, fit, pad, width_of
from client.screens import frame, talk
from client.seats import is_solitaire, usual
from client.store import Seated, Store
from client.tables import Unknown, described, game_of, has_given_up, is_my_turn, names, sight, title
from client.wording import listed
from protocol import messages as m

PLAY, YOURS, OPEN, LIVE, PEOPLE = range(5)
TITLES = ("Play now", "Your games", "Open tables", "Live now", "People")
EMPTY = (
    "Waiting for the server.",
    "None yet. Enter starts one.",
    "Nobody waits now. n sets up a table with an open seat.",
    "No game is going on that can be watched.",
    "Nobody else is here.",
)
COLUMNS, ROWS = 80, 24
"""From this size on all panes show at once."""
WIDE_COLUMNS = 100
"""From this width on the people stand beside the hall's talk; on a narrower screen, in the place of the live games."""
PEOPLE_COLUMNS = 24
LEFT_COLUMNS = 41
GREETING = ("Enter plays, arrows move, ? helps.",)
NAME_WIDTH = 14
HOST_WIDTH, PLAYERS_WIDTH = 10, 16
PERSON_WIDTH = 11
"""What the narrowest pane leaves of a name before a rating."""


class Row(NamedTuple):
    """A line that can be chosen: its text, the command it stands for, and what the sentence row says of it.

    Where there are less than `needs` cells for it, it is `brief`: half a rating would be a wrong one.
    """

    text: str
    command: str
    hint: str
    brief: str = ""
    needs: int = 0

    def within(self, width: int) -> str:
        """The text as it stands in so many cells."""
        return pad(self.text if width >= self.needs else self.brief, width)


def rows(store: Store, desk: Desk) -> tuple[tuple[Row, ...], ...]:
    """The lines of each pane."""
    lobby = store.lobby
    is_mine = {room for room, seated in store.rooms.items() if seated.table.seat is not None}
    waiting = [listing for listing in lobby.open if listing.room not in is_mine] if lobby else []
    going = lobby.live if lobby else ()
    return (
        _play_rows(store, desk),
        tuple(_room_row(seated, store, desk) for seated in _by_urgency(store)),
        tuple(_open_row(listing, store) for listing in waiting if _matches(listing, desk.filter, store)),
        tuple(_live_row(listing, store) for listing in going if _matches(listing, desk.filter, store)),
        tuple(_person_row(*each, store, desk) for each in _others(store) if desk.filter.lower() in each[0].lower()),
    )


def marked(store: Store, desk: Desk) -> Row | None:
    """The line that Enter chooses."""
    lines = rows(store, desk)[desk.pane % len(TITLES)]
    return lines[min(desk.row, len(lines) - 1)] if lines else None


def kept_row(before: Store, store: Store, desk: Desk) -> int:
    """Where the line is now that was marked, as lines come and go without anybody's doing."""
    was = marked(before, desk)
    commands = [row.command for row in rows(store, desk)[desk.pane % len(TITLES)]]
    return commands.index(was.command) if was and was.command in commands else desk.row


def usual_row(store: Store, desk: Desk) -> int:
    """The line of Play now that is marked at first: that of the game played last."""
    names = [sheet.name for sheet in store.games]
    return names.index(desk.habits.game) if desk.habits.game in names else 0


def draw(canvas: Canvas, store: Store, desk: Desk, now: float) -> bool:
    """Draw the lobby; whether what is said in the hall stands on the screen."""
    online = f"   {store.lobby.online} online" if store.lobby else ""
    right = f"{store.name}   {frame.server(store.link)}  {frame.link_mark(store.link)}{online}"
    frame.put_frame(canvas, ("PARLOUR", "Lobby"), right, store)
    shows_talk = _put_body(canvas, store, desk)
    style, text = _sentence(store, desk, now, "" if shows_talk else talk.news(store, desk))
    frame.put_sentence(canvas, text, style)
    return shows_talk


def _put_body(canvas: Canvas, store: Store, desk: Desk) -> bool:
    greets = desk.is_new and canvas.height >= ROWS
    is_large = canvas.width >= COLUMNS and canvas.height >= ROWS
    has_room = is_large and (not greets or canvas.height >= talk.LARGE_ROWS)
    talked = talk.hall_rows(store, desk, canvas.height) if has_room else 0
    beside = PEOPLE_COLUMNS if talked and canvas.width >= WIDE_COLUMNS else 0
    height = canvas.height - frame.TOP - frame.BOTTOM - talked - (3 if greets else 0)
    lines = rows(store, desk)
    if not is_large:
        _put_tabs(canvas, desk)
        _put_pane(canvas, desk, lines, desk.pane, (0, frame.TOP + 1, canvas.width, height - 1))
    else:
        _put_panes(canvas, desk, lines, height, LIVE if beside or desk.pane != PEOPLE else PEOPLE)
    if greets:
        y = canvas.height - frame.BOTTOM - 3
        canvas.frame(0, y, canvas.width, 3)
        canvas.centre(1, y + 1, canvas.width - 2, GREETING[0], "title")
    if not talked:
        return talk.put_open(canvas, store, desk)
    y = frame.TOP + height
    talk.put_hall(canvas, store, desk, (0, y, canvas.width - beside, talked))
    if beside:
        _put_pane(canvas, desk, lines, PEOPLE, (canvas.width - beside + 1, y, beside - 1, talked))
    return True


def _put_panes(canvas: Canvas, desk: Desk, lines: tuple[tuple[Row, ...], ...], height: int, lower: int) -> None:
    """Draw four panes, of which `lower` stands at the lower right."""
    left = LEFT_COLUMNS
    top = max(len(lines[PLAY]) + 3, height // 2)
    right = canvas.width - left - 1
    for pane, box in (
        (PLAY, (0, frame.TOP, left, top)),
        (YOURS, (0, frame.TOP + top, left, height - top)),
        (OPEN, (left + 1, frame.TOP, right, top)),
        (lower, (left + 1, frame.TOP + top, right, height - top)),
    ):
        _put_pane(canvas, desk, lines, pane, box)


def _put_tabs(canvas: Canvas, desk: Desk) -> None:
    x = 1
    for pane, name in enumerate(TITLES):
        text = f"[{name}]" if pane == desk.pane else f" {name} "
        canvas.click(x, frame.TOP, len(text), 1, f"mark {pane} 0", "")
        x = canvas.put(x, frame.TOP, text, "frame-here" if pane == desk.pane else "soft") + 1


def _put_pane(
    canvas: Canvas, desk: Desk, lines: tuple[tuple[Row, ...], ...], pane: int, box: tuple[int, int, int, int]
) -> None:
    x, y, width, height = box
    is_here = pane == desk.pane
    canvas.frame(x, y, width, height, _pane_title(pane, desk), "frame-here" if is_here else "frame")
    room = height - 2
    at = min(desk.row, len(lines[pane]) - 1)
    first = max(0, at - room + 1) if is_here else 0
    if not lines[pane]:
        _put_wrapped(canvas, x + 2, y + 1, width - 4, "Nothing matches." if _hides(desk, pane) else EMPTY[pane])
    for place, row in enumerate(lines[pane][first : first + room]):
        is_marked = is_here and first + place == at
        text = f"{'▸' if is_marked else ' '} {row.within(width - 6)}"
        canvas.put(x + 2, y + 1 + place, text, "marked" if is_marked else "")
        canvas.click(x + 1, y + 1 + place, width - 2, 1, f"mark {pane} {first + place}", row.hint, twice="choose")


def _pane_title(pane: int, desk: Desk) -> str:
    return f"{TITLES[pane]} matching “{desk.filter}”" if _hides(desk, pane) else TITLES[pane]


def _hides(desk: Desk, pane: int) -> bool:
    return bool(desk.filter) and pane in (OPEN, LIVE, PEOPLE)


def _put_wrapped(canvas: Canvas, x: int, y: int, width: int, text: str) -> None:
    line = ""
    for word in text.split():
        if len(line) + len(word) >= width:
            canvas.put(x, y, line, "soft")
            line, y = "", y + 1
        line = f"{line} {word}".strip()
    canvas.put(x, y, line, "soft")


def _sentence(store: Store, desk: Desk, now: float, said: str) -> tuple[str, str]:
    if broken := frame.link_sentence(store, now):
        return "warn", broken
    if desk.hint:
        return "soft", desk.hint
    if store.sentence:
        return ("bad" if store.refused else "news"), store.sentence
    if said:
        return "news", said
    row = marked(store, desk)
    return "soft", row.hint if row else ""


def _play_rows(store: Store, desk: Desk) -> tuple[Row, ...]:
    if not store.games:
        return ()
    played = next((sheet for sheet in store.games if sheet.name == desk.habits.game), store.games[0])
    lines = (
        *((_column(sheet.title) + _how(sheet), f"play {sheet.name}", _play_hint(sheet, desk)) for sheet in store.games),
        (
            _column("Quick match") + "whoever comes",
            "quick",
            f"Enter finds somebody who wants to play; if nobody comes, the computer plays {played.title}.",
        ),
        ("New table", "new", "Set up a table: the game, its options, against whom."),
        ("Join by code", "join", "Sit down at a friend's table by its 4-letter code."),
        ("Learn", "learn", f"See in a minute how {played.title} is played. Other games by name: ':learn blocky'."),
    )
    return tuple(Row(f"{number}  {text}", command, hint) for number, (text, command, hint) in enumerate(lines, 1))


def _column(name: str) -> str:
    """A name with room behind it for what stands in the next column."""
    return pad(name, max(NAME_WIDTH, width_of(name) + 1))


def _how(sheet: m.GameSheet) -> str:
    """Against whom a game can be played: first how it begins at once, then how with others."""
    if sheet.max_seats == 1:
        return "solo"
    at_once = "solo" if _begins_alone(sheet) else "computer" if sheet.levels else ""
    fewest = max(2, sheet.min_seats) if _begins_alone(sheet) else sheet.min_seats
    others = "friend" if sheet.max_seats == 2 else f"{fewest} to {sheet.max_seats}"
    return " · ".join(filter(None, (at_once, others)))


def _begins_alone(sheet: m.GameSheet) -> bool:
    return sheet.min_seats == 1 and (is_solitaire(sheet.name) or not sheet.levels)


def _play_hint(sheet: m.GameSheet, desk: Desk) -> str:
    try:
        game = game_of(sheet.name)
        words = game.describe(options_of(game, desk.habits))
        options = f" ({words})" if words else ""
    except Unknown:
        options = ""
    return f"Enter starts {sheet.title}{options}{_against(usual(sheet, desk.habits, 'computer'))}."


def _against(others: tuple[str, ...]) -> str:
    """Whom a game that begins at once is against."""
    if "open" in others:
        return " with an open seat"
    if not others:
        return " alone"
    levels = listed(other.partition(":")[2] for other in others)
    return f" against the computer{'s' if len(others) > 1 else ''} ({levels})"


def _room_row(seated: Seated, store: Store, desk: Desk) -> Row:
    table = seated.table
    mark, state = _state(table)
    game = f"{mark} {title(store, table.game)} {_company(table)}"
    text = "  ".join(filter(None, (game, state, talk.mark(store, desk, table.room), _status(seated))))
    return Row(text, f"open {table.room}", f"Enter goes back to table {table.room}.")


def _company(table: m.Table) -> str:
    """Who else sits there, or for a spectator everybody."""
    if table.seat is None:
        return fit(gathered(names(table)), NAME_WIDTH)
    others = ", ".join(name for seat, name in enumerate(names(table)) if seat != table.seat)
    return f"vs {fit(others, NAME_WIDTH)}" if others else "solo"


def _by_urgency(store: Store) -> list[Seated]:
    """One's own games, the newest first, but before all those where it is one's turn, and last those only watched."""
    newest_first = tuple(store.rooms.values())[::-1]
    return sorted(newest_first, key=_urgency)


def _urgency(seated: Seated) -> int:
    table = seated.table
    if table.seat is None:
        return 3
    return 0 if is_my_turn(table) and len(table.chairs) > 1 else 2 if table.phase == "over" else 1


def _state(table: m.Table) -> tuple[str, str]:
    if table.seat is None:
        return "◦", "watching"
    if table.phase == "over":
        return "■", "over"
    if has_given_up(table):
        return "○", "gave up"
    if table.phase == "playing" and len(table.chairs) == 1:
        return "●", ""  # Alone it is always one's turn.
    return ("●", "YOUR TURN") if is_my_turn(table) else ("○", "waiting")


def _status(seated: Seated) -> str:
    try:
        seen = sight(seated)
    except Unknown:
        return ""
    return "" if seen.view is None else seen.game.status(seen.view, seated.table.seat)


def _open_row(listing: m.Listing, store: Store) -> Row:
    name = title(store, listing.game)
    start = f"{listing.room}  {_named(name, store)} {len(listing.players)}/{listing.seats}  "
    host = ratings.host(listing)
    hint = f"{clean(host)} waits at a {name} table ({listing.room}). Enter sits down there."
    return _listed(listing, f"join {listing.room}", hint, start, (listing.host, host, HOST_WIDTH))


def _live_row(listing: m.Listing, store: Store) -> Row:
    name = title(store, listing.game)
    start = f"{listing.room}  {_named(name, store)} "
    plain, rated = (" - ".join(map(clean, names)) for names in (listing.players, ratings.players(listing)))
    hint = f"Enter watches {rated} play {name}."
    return _listed(listing, f"watch {listing.room}", hint, start, (plain, rated, PLAYERS_WIDTH))


def _listed(listing: m.Listing, command: str, hint: str, start: str, who: tuple[str, str, int]) -> Row:
    """A line for a table: behind its `start` who is there, without ratings, with them, and how wide the first is."""
    plain, rated, width = who
    brief = f"{start}{pad(plain, width)}  {described(listing)}"
    if plain == rated:
        return Row(brief, command, hint)
    needs = width_of(clean(rated))
    text = f"{start}{pad(rated, max(width, needs))}  {described(listing)}"
    return Row(text, command, hint, brief, width_of(clean(start)) + needs)


def _others(store: Store) -> tuple[tuple[str, m.Repute | None], ...]:
    """Who is here beside oneself, and how well they play."""
    return tuple(each for each in ratings.people(store.lobby) if each[0] != store.name) if store.lobby else ()


def _person_row(name: str, repute: m.Repute | None, store: Store, desk: Desk) -> Row:
    played = title(store, desk.habits.game)
    text = ratings.beside(fit(name, PERSON_WIDTH), repute) if repute else clean(name)
    known = f" ({ratings.beside(clean(title(store, repute.game)), repute)})" if repute else ""
    hint = f"Enter challenges {clean(name)}{known} to {played}; c asks for another game."
    return Row(text, f"challenge {name}", hint)


def _named(name: str, store: Store) -> str:
    """A game's title in a column as wide as the longest of those that are listed needs."""
    lobby = store.lobby
    listings = (*lobby.open, *lobby.live) if lobby else ()
    return pad(name, max([width_of(title(store, listing.game)) for listing in listings], default=0))


def _matches(listing: m.Listing, text: str, store: Store) -> bool:
    searched = " ".join((listing.room, listing.game, title(store, listing.game), *listing.players, described(listing)))
    return all(word.lower() in searched.lower() for word in text.split())
