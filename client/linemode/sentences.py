"""What the line mode says: tables, people and the lobby in sentences, for ears as much as for eyes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from client.commands.game_menu import tour_games
from client.drawing.grammar import listed
from client.drawing.output import line_of
from client.state import advice as consults
from client.state.phrases import absences, clocks, offers, ratings, today
from client.state.phrases import lobby as hall
from client.state.phrases.players import comings, player_names, players
from client.state.reading import names
from client.state.store import FollowedTable, Happening, Link, Opened, Sent, Store
from client.state.table_view import TableView, described, sight, title
from protocol import messages as m

LISTED = 20


def arrival(seated: FollowedTable) -> tuple[str, ...]:
    """The table, who sits there and the position. Raises Unknown."""
    seen = sight(seated)
    late = absences.news(replace(seen.table, away=()), seen.table, seen.names) if seen.table.away else ()
    return (
        _table(seen),
        *_position(seen),
        *_question(seen),
        *late,
        *_claims(None, seen.table),
        *clocks.time_told(None, seen.table),
    )


def changes(previous: m.Table, seated: FollowedTable) -> tuple[str, ...]:
    """What happened between the room's Table before the newest one and that one. Raises Unknown."""
    seen = sight(seated)
    begun = seated.table.number != previous.number
    is_changed = not begun and seen.view is not None and seated.table.view != previous.view
    is_played_on = is_changed and not offers.is_taken_back(seated.table)
    return (
        *comings(previous, seated.table),
        *(beginning(seated) if begun else ()),
        *_takeback(previous, seen),
        *(seen.game.sentences(seen.before, seen.view, seen.names, seen.table.seat) if is_played_on else ()),
        *(_ending(previous, seated.table) if seen.game.dialogue is None else ()),
        *_rematch(previous, seated.table),
        *absences.news(previous, seated.table, seen.names),
        *_claims(previous, seated.table),
        *clocks.time_told(previous, seated.table),
    )


def beginning(seated: FollowedTable) -> tuple[str, ...]:
    """That another game begins, its position, and in a game with a dialogue of its own the menu. Raises Unknown."""
    seen = sight(seated)
    dialogue = seen.game.dialogue
    if dialogue is None:
        return (f"Game {seen.table.number} begins.", *_position(seen))
    return (dialogue.next_game, *_position(seen), *menu(dialogue.menu))


def is_stirring(seated: FollowedTable) -> bool:
    """Whether the newest Table shows a moment that playing on by itself stops for."""
    seen = sight(seated)
    return seen.before is not None and seen.view is not None and seen.game.moment(seen.before, seen.view)


def show(seated: FollowedTable | None, words: str) -> tuple[str, ...]:
    """What the game reads aloud when asked for it by these words, or why it does not."""
    if seated is None:
        return ("You are at no table.",)
    try:
        seen = sight(seated)
        if seen.view is None:
            return ("Nothing has been played yet.",)
        return seen.game.show(seen.view, seen.names, seen.table.seat, words)
    except ValueError as error:
        return (str(error),)


def advice(seated: FollowedTable | None, told: m.Advice) -> tuple[str, ...]:
    """An answer of the server's; nothing where the position that it is about has passed. Raises Unknown."""
    return (consults.advice_spoken(sight(seated)),) if seated and seated.advice == told else ()


def presence(before: FollowedTable | None, after: FollowedTable | None) -> tuple[str, ...]:
    """Who went and who came back."""
    if after is None or after.presence is None:
        return ()
    here = after.presence.present
    were = before.presence.present if before and before.presence else (True,) * len(here)
    called = names(after.table)
    return tuple(
        f"{called[at]} {'is back' if here[at] else 'is not connected'}."
        for at in range(min(len(here), len(were), len(called)))
        if here[at] != were[at] and at != after.table.seat and after.table.chairs[at].kind == "person"
    )


def lobby(lobby: m.Lobby, day: m.Score | None = None) -> tuple[str, ...]:
    """The tables with a seat to take, then the games to watch, a line each, who is here, and one's own day."""
    lines = (
        *(_listing(listing, "open") for listing in lobby.open[:LISTED]),
        *(_listing(listing, "live") for listing in lobby.live[:LISTED]),
    )
    here = tuple(ratings.beside(*each) for each in ratings.people(lobby))
    those = (f"Here are {listed(here[:LISTED])}.",) if len(here) > 1 else ()
    own = (f"{today.told(day)}.",) if today.told(day) else ()
    return (*(lines or ("No table is waiting, and no game can be watched.",)), *those, *hall.sentences(lobby), *own)


def standing(store: Store) -> tuple[str, ...]:
    """Where one is when it is not at a table."""
    tables = ", ".join(store.rooms)
    day = today.told(store.day)
    where = f"You are in the lobby. Your tables: {tables}." if tables else "You are in the lobby."
    return (where, *((f"{day}.",) if day else ()))


def welcome(welcome: m.Welcome) -> str:
    """Who one is, and what can be played."""
    games = ", ".join(sheet.title for sheet in welcome.games)
    return f"You are {welcome.name}. This server plays {games or 'nothing yet'}. Type 'help' for what can be typed."


def link(link: Link, *, came_back: bool) -> tuple[str, ...]:
    """How the connection stands now."""
    match link.state:
        case "up":
            return ("Connected again.",) if came_back else ()
        case "down":
            return (f"{link.reason} Trying again.",)
        case "replaced":
            return (f"{link.reason} For a second player on this machine, use --name.",)
        case "refused":
            return (link.reason,)
        case "connecting":
            return ()


def levels(store: Store, game: str) -> tuple[str, ...]:
    """How the computers play a game, a line each, weakest first."""
    about = {level.name: level.about for sheet in store.games if sheet.name == game for level in sheet.levels}
    return menu(about.items()) or (f"No computer plays {title(store, game)}.",)


def tours(store: Store) -> tuple[str, ...]:
    """Which games there is a tour of, a line each, as it is typed."""
    return menu((f"learn {sheet.name}", f"Be shown how {sheet.title} is played.") for sheet in tour_games(store))


def as_json(happening: Happening | None, said: tuple[str, ...]) -> str:
    """A happening as a line of JSON with its sentences and without secrets; None is an answer to what was typed."""
    match happening:
        case m.Message():
            fact = {**msgspec.to_builtins(happening)}
            fact.pop("token", None)
        case Link():
            fact = {"type": "link", **msgspec.to_builtins(happening)}
        case _:
            fact = {"type": "said"}
    return line_of({**fact, "sentences": said})


def is_news(happening: Happening | None, said: tuple[str, ...]) -> bool:
    """Whether a happening is worth a line of JSON: every event, and whatever has a sentence."""
    return bool(said) or not isinstance(happening, Link | Sent | Opened | None)


def _table(seen: TableView) -> str:
    table = seen.table
    company = player_names(players(table), "against")
    seat = "you watch" if table.seat is None else f"you are player {table.seat + 1}"
    who = "you play alone" if table.seat is not None and len(table.chairs) == 1 else f"{company}; {seat}"
    return f"Table {table.room}, {_spoken(table.game)}, {described(table) or 'as usual'}: {who}."


def _position(seen: TableView) -> tuple[str, ...]:
    if seen.view is None:
        return (f"The game begins when every seat is taken. The code is {seen.table.room}.",)
    return seen.game.say(seen.view, seen.names, seen.table.seat)


def menu(entries: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """What can be typed, a line each."""
    return tuple(f"{typed}: {about}" for typed, about in entries)


def _ending(before: m.Table, after: m.Table) -> tuple[str, ...]:
    """How the game ended, where its own sentences do not say: when it was given up."""
    if after.phase != "over" or before.phase == "over" or after.ending is None or not after.ending.reason:
        return ()
    return (after.ending.reason,)


def _takeback(before: m.Table, seen: TableView) -> tuple[str, ...]:
    """What became of a move to be taken back, who has agreed, and what is newly asked."""
    told = (offers.outcome(seen.table, seen.names), *offers.agreements(before, seen.table, seen.names))
    asked, ask = before.request, seen.table.request
    is_new = ask is not None and (asked is None or (asked.kind, asked.seat) != (ask.kind, ask.seat))
    return (*filter(None, told), *offers.turn_resumed(seen.table), *(_question(seen) if is_new else ()))


def _question(seen: TableView) -> tuple[str, ...]:
    """What is asked at the table, and what the player may do about it."""
    question = offers.question(seen.table, seen.names)
    if not question:
        return ()
    if offers.asks_me(seen.table):
        return (f"{question[:-1]}; type 'agree' or 'decline'.",)
    return (f"{question} {offers.waiting(seen.table, seen.names)}.",)


def _claims(before: m.Table | None, after: m.Table) -> tuple[str, ...]:
    """What one may do once somebody need be waited for no longer."""
    is_new = absences.may_claim(after) and (before is None or not absences.may_claim(before))
    return ("Type 'claim win' or 'claim computer', or go on waiting.",) if is_new else ()


def _rematch(before: m.Table, after: m.Table) -> tuple[str, ...]:
    called = names(after)
    asked = [seat for seat in after.rematch if seat not in before.rematch and seat != after.seat]
    return tuple(f"{called[seat]} asks for a rematch; type 'rematch' to agree." for seat in asked)


def _listing(listing: m.RoomListing, state: str) -> str:
    players = ", ".join(ratings.players(listing)) or "nobody"
    options = described(listing)
    far = f"; {listing.progress}" if listing.progress else ""
    return f"{listing.room} {state}: {_spoken(listing.game)}{f', {options}' if options else ''}; {players}{far}."


def _spoken(game: str) -> str:
    """A game's name as words."""
    return game.replace("_", " ")
