"""The sentences of the line mode: tables, players and the lobby, worded for the ear as much as for the eye."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from client.commands.game_menu import tour_games
from client.commands.levels import describe_levels
from client.drawing.grammar import join_words, title_of
from client.drawing.output import line_of
from client.state.advice import advice_spoken
from client.state.exit_codes import OTHER_WINDOW_FLAGS
from client.state.fold import CONNECTED_AGAIN
from client.state.moves import NO_TABLE
from client.state.phrases import absences, clocks, endings, offers, ratings, today
from client.state.phrases.lobby import sentences as lobby_sentences
from client.state.phrases.players import describe_arrivals, player_names, players, reason
from client.state.reading import names
from client.state.store import FollowedTable, Happening, Link, Opened, Sent, Store
from client.state.table_view import (
    TableView,
    describe_table,
    ended_untouched,
    game_title,
    read_table,
    warn_of_options,
)
from protocol import messages as m

LISTED = 20
START = "Type 'play' and a game to start one, or 'learn' for a tour."


def arrival(followed: FollowedTable) -> tuple[str, ...]:
    """The table, its players and the position. Raises UnreadableTableError."""
    table_view = read_table(followed)
    table = table_view.table
    return (
        _table(table_view),
        *_warning(table),
        *_position(table_view),
        *_given_up(table_view),
        *absences.presence_news(None, followed),
        *_question(table_view),
        *absences.news(replace(table, away=()), table, table_view.names),
        *_claims(None, table),
        *clocks.announce_time(None, table),
    )


def changes(previous: m.Table, followed: FollowedTable) -> tuple[str, ...]:
    """What happened between the room's previous Table and the newest. Raises UnreadableTableError."""
    table_view = read_table(followed)
    begun = followed.table.number != previous.number
    is_changed = not begun and table_view.view is not None and followed.table.view != previous.view
    is_played_on = is_changed and not offers.is_taken_back(followed.table)
    return (
        *describe_arrivals(previous, followed.table),
        *(game_start(followed) if begun else ()),
        *_offer(previous, table_view),
        *(
            table_view.game.saying.sentences(
                table_view.before, table_view.view, table_view.names, table_view.table.seat
            )
            if is_played_on
            else ()
        ),
        *(_ending(previous, table_view) if table_view.game.reading.dialogue is None else ()),
        *_rematch(previous, followed.table),
        *absences.news(previous, followed.table, table_view.names),
        *_claims(previous, followed.table),
        *clocks.announce_time(previous, followed.table),
    )


def game_start(followed: FollowedTable) -> tuple[str, ...]:
    """The start of another game: its position, and the menu of a game with a dialogue. Raises UnreadableTableError."""
    table_view = read_table(followed)
    dialogue = table_view.game.reading.dialogue
    if dialogue is None:
        return (f"Game {table_view.table.number} begins.", *_position(table_view))
    return (dialogue.next_game, *_position(table_view), *menu(dialogue.menu))


def is_stirring(followed: FollowedTable) -> bool:
    """Whether the newest Table shows a moment at which automatic play stops."""
    table_view = read_table(followed)
    return (
        table_view.before is not None
        and table_view.view is not None
        and table_view.game.saying.moment(table_view.before, table_view.view)
    )


def show(followed: FollowedTable | None, words: str) -> tuple[str, ...]:
    """What the game reads out for `show` with these words, or why it does not."""
    if followed is None:
        return (NO_TABLE,)
    try:
        table_view = read_table(followed)
        if table_view.view is None:
            return ("Nothing has been played yet.",)
        return table_view.game.saying.show(table_view.view, table_view.names, table_view.table.seat, words)
    except ValueError as error:
        return (str(error),)


def board(followed: FollowedTable | None) -> tuple[str, ...]:
    """The position as a board of text. Raises ValueError with a sentence where there is none."""
    if followed is None:
        raise ValueError(NO_TABLE)
    table_view = read_table(followed)
    if table_view.view is None:
        return ("Nothing has been played yet.",)
    return table_view.game.saying.board(table_view.view, table_view.names, table_view.table.seat)


def board_after_move(followed: FollowedTable) -> tuple[str, ...]:
    """The same for who has asked for it after every move; empty in a game that has none."""
    try:
        return () if followed.table.view is None else board(followed)
    except ValueError:
        return ()


def advice(followed: FollowedTable | None, newest: m.Advice) -> tuple[str, ...]:
    """Advice from the server; empty if the position it is about has passed. Raises UnreadableTableError."""
    return (advice_spoken(read_table(followed)),) if followed and followed.advice == newest else ()


def lobby(lobby: m.Lobby, day: m.Score | None = None) -> tuple[str, ...]:
    """The open tables and then the live games, a line each, who is online, and the player's score of the day."""
    lines = (
        *(_describe_listing(listing, "open") for listing in lobby.open[:LISTED]),
        *(_describe_listing(listing, "live") for listing in lobby.live[:LISTED]),
    )
    here = tuple(ratings.name_with_rating(*each) for each in ratings.people(lobby))
    those = (f"Online: {join_words(here[:LISTED])}.",) if len(here) > 1 else ()
    own = (f"{today.describe_score(day)}.",) if today.describe_score(day) else ()
    return (*(lines or ("There are no open tables, and no games to watch.",)), *those, *lobby_sentences(lobby), *own)


def lobby_position(store: Store) -> tuple[str, ...]:
    """That the player is in the lobby, with their tables and the score of the day."""
    tables = ", ".join(store.rooms)
    day = today.describe_score(store.day)
    where = f"You are in the lobby. Your tables: {tables}." if tables else f"You are in the lobby. {START}"
    return (where, *((f"{day}.",) if day else ()))


def welcome(welcome: m.Welcome) -> str:
    """The player's name, and the games to play."""
    games = ", ".join(info.title for info in welcome.games)
    return f"You are {welcome.name}. This server plays {games or 'nothing yet'}. Type 'help' for the commands."


def link(link: Link, *, came_back: bool, has_person: bool) -> tuple[str, ...]:
    match link.state:
        case "up":
            return (CONNECTED_AGAIN,) if came_back else ()
        case "down":
            return (f"{link.reason} Trying again.",)
        case "elsewhere" | "replaced":
            return (f"{link.reason} {_window_hint(link, has_person=has_person)}",)
        case "refused" | "unreachable":
            return (link.reason,)
        case "connecting":
            return ()


def _window_hint(link: Link, *, has_person: bool) -> str:
    """What can be done where the player plays in another window."""
    if not has_person:
        return OTHER_WINDOW_FLAGS
    if link.state == "replaced":
        return "Type 'here' to take it back, or 'quit' to leave."
    return "Type 'here' to take over, 'guest' to play as a guest, or 'quit' to leave."


def levels(store: Store, game: str) -> tuple[str, ...]:
    """The computer levels of a game, a line each, weakest first."""
    about = [line for info in store.games if info.name == game for line in describe_levels(info)]
    return menu(about) or (f"No computer plays {game_title(store, game)}.",)


def tours(store: Store) -> tuple[str, ...]:
    """The games with a tour, a line each, with the command that starts it."""
    return menu((f"learn {info.name}", f"Learn {info.title} in a minute.") for info in tour_games(store))


def as_json(happening: Happening | None, said: tuple[str, ...]) -> str:
    """A happening as a line of JSON with its sentences, without secrets; None is the answer to a typed line."""
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
    """Whether a happening gets a line of JSON: every event does, and all that has a sentence."""
    return bool(said) or not isinstance(happening, Link | Sent | Opened | None)


def _table(table_view: TableView) -> str:
    table = table_view.table
    company = player_names(players(table), "against")
    seat = "you watch" if table.seat is None else f"you are player {table.seat + 1}"
    who = "you play alone" if table.seat is not None and len(table.chairs) == 1 else f"{company}; {seat}"
    game = title_of(table.game)
    return f"Table {table.room}, {game}, {describe_table(table) or 'usual rules'}: {who}."


def _warning(table: m.Table) -> tuple[str, ...]:
    """What happens by itself at a table, for who plays a game there."""
    plays = table.seat is not None and table.phase != "over"
    return tuple(filter(None, (warn_of_options(table) if plays else "",)))


def _position(table_view: TableView) -> tuple[str, ...]:
    if table_view.view is None:
        return (f"The game starts when every seat is taken. The code is {table_view.table.room}.",)
    return table_view.game.saying.say(table_view.view, table_view.names, table_view.table.seat)


def menu(entries: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(f"{typed}: {about}" for typed, about in entries)


def _ending(before: m.Table, table_view: TableView) -> tuple[str, ...]:
    """Why the game has just ended, and who won if its own sentences do not say it: when somebody resigned.

    And that it doesn't count, where that is so.
    """
    table, who = table_view.table, table_view.names
    why = reason(table, who)
    if table.phase != "over" or before.phase == "over" or table.ending is None or not why:
        return ()
    uncounted = (endings.UNCOUNTED,) if ended_untouched(table) else ()
    return (*((why,) if table.ending.scores else _given_up(table_view)), *uncounted)


def _given_up(table_view: TableView) -> tuple[str, ...]:
    """How a game ended that was given up, which its views do not contain; empty for any other."""
    table, who = table_view.table, table_view.names
    if table.phase != "over" or table.ending is None or table.ending.scores:
        return ()
    return endings.why_and_who(table, who)


def _offer(before: m.Table, table_view: TableView) -> tuple[str, ...]:
    """The outcome of an offer, who has agreed to it, and a new offer."""
    news = (
        offers.outcome(table_view.table, table_view.names),
        *offers.agreements(before, table_view.table, table_view.names),
    )
    asked, ask = before.request, table_view.table.request
    is_new = ask is not None and (asked is None or (asked.kind, asked.seat) != (ask.kind, ask.seat))
    return (*filter(None, news), *offers.announce_turn(table_view.table), *(_question(table_view) if is_new else ()))


def _question(table_view: TableView) -> tuple[str, ...]:
    """The offer at the table, and what the player may do about it."""
    question = offers.question(table_view.table, table_view.names)
    if not question:
        return ()
    if offers.needs_my_answer(table_view.table):
        return (f"{question} {offers.TYPED_ANSWER}",)
    return (f"{question} {offers.describe_wait(table_view.table, table_view.names)}.",)


def _claims(before: m.Table | None, after: m.Table) -> tuple[str, ...]:
    """What the player may claim, once the time of an absent player is up."""
    is_new = absences.may_claim(after) and (before is None or not absences.may_claim(before))
    return ("Type 'claim win' or 'claim computer', or keep waiting.",) if is_new else ()


def _rematch(before: m.Table, after: m.Table) -> tuple[str, ...]:
    called = names(after)
    asked = [seat for seat in after.rematch if seat not in before.rematch and seat != after.seat]
    return tuple(f"{called[seat]} wants a rematch. {offers.TYPED_ANSWER}" for seat in asked)


def _describe_listing(listing: m.RoomListing, state: str) -> str:
    players = ", ".join(ratings.players_with_ratings(listing)) or "nobody"
    options = describe_table(listing)
    game = title_of(listing.game)
    far = f"; {listing.progress}" if listing.progress else ""
    return f"{listing.room} {state}: {game}{f', {options}' if options else ''}; {players}{far}."
