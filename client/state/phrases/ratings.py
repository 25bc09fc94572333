"""Ratings in words: one rating, its change by a game, and the best players of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from client.drawing.canvas import Fragment, clean, pad, wrap_words
from client.drawing.grammar import count
from client.state.store import FollowedTable, Store
from protocol import messages as m

UNSURE = "?"
"""The mark behind a provisional rating."""
ROW, WHO = 56, 27
"""Cells for a line, and for the name with the kind of player in it."""
NOBODY = "Nobody has played a rated game of {} yet."
RATED = "Blocky and Tower Blaster are rated between two people, and against a computer at a serious table."


def format_rating(rating: float, *, is_provisional: bool) -> str:
    """A rating as it stands beside a name.

    >>> format_rating(1662.25, is_provisional=False), format_rating(1500.0, is_provisional=True)
    ('1662', '1500?')
    """
    return f"{rating:.0f}{UNSURE if is_provisional else ''}"


def name_with_rating(name: str, repute: m.RatingBadge | None) -> str:
    """A name with its rating, if that is known.

    >>> beside("ben", m.RatingBadge(game="blocky", rating=1490, provisional=True)), beside("cleo", None)
    ('ben 1490?', 'cleo')
    """
    return f"{name} {format_rating(repute.rating, is_provisional=repute.provisional)}" if repute else name


def align_ratings(names: Sequence[str], ratings: Sequence[m.RatingBadge | None]) -> tuple[m.RatingBadge | None, ...]:
    """The rating of each name; None beyond those that the server sent."""
    return (*ratings[: len(names)], *((None,) * (len(names) - len(ratings))))


def players_with_ratings(listing: m.RoomListing) -> tuple[str, ...]:
    """The players at a table of the lobby, with their ratings in its game."""
    return tuple(map(name_with_rating, listing.players, align_ratings(listing.players, listing.ratings)))


def host(listing: m.RoomListing) -> str:
    """The host of a table of the lobby, with their rating in its game."""
    ratings = dict(zip(listing.players, listing.ratings, strict=False))
    return name_with_rating(listing.host, ratings.get(listing.host))


def people(lobby: m.Lobby) -> tuple[tuple[str, m.RatingBadge | None], ...]:
    """Everybody online, with their ratings."""
    return tuple(zip(lobby.people, align_ratings(lobby.people, lobby.ratings), strict=True))


def describe_rating(rating: m.Rating) -> str:
    sure = "provisional" if rating.provisional else f"plus or minus {2 * rating.deviation:.0f}"
    return f"{rating.rating:.0f}, {sure}"


def describe_change(store: Store, followed: FollowedTable) -> str:
    """How the finished game at a table changed the player's rating, or why it did not; empty if that is not known."""
    table = followed.table
    records = store.records.get(table.game)
    rating = records.rating if records else None
    if table.phase != "over" or rating is None or (rating.room, rating.number) != (table.room, table.number):
        return ""
    if rating.note:
        return clean(rating.note)
    return f"Rating {format_rating(rating.rating, is_provisional=rating.provisional)} ({rating.change:+.0f})"


def cells(leader: m.Leader) -> tuple[str, str, str, str]:
    """A leader's place, name, rating with its deviation, and number of games."""
    place = "-" if leader.rank is None else f"{leader.rank}."
    kind = " (computer)" if leader.kind == "computer" else " (you)" if leader.yours else ""
    rating = format_rating(leader.rating, is_provisional=leader.rank is None)
    return place, f"{clean(leader.name)}{kind}", f"{rating} ±{2 * leader.deviation:.0f}", count(leader.games, "game")


def rows(leaders: m.Leaders | None, title: str) -> tuple[Fragment, ...]:
    """The best players of a game, a styled line each; the player's own line stands out."""
    if leaders is None:
        return (("soft", "Asking the server."),)
    if not leaders.leaders:
        return (("", NOBODY.format(title)), *(("soft", line) for line in wrap_words(RATED, ROW)))
    return tuple(("bright mine" if each.yours else "", _row(each)) for each in leaders.leaders)


def _row(leader: m.Leader) -> str:
    place, who, rating, games = cells(leader)
    return f"{place:>3} {pad(who, WHO)} {rating:>11}  {games}"


def sentences(leaders: m.Leaders, title: str) -> Iterator[str]:
    """The best players of a game, a sentence each."""
    if not leaders.leaders:
        yield NOBODY.format(title)
        return
    yield f"{title}:"
    for place, who, rating, games in map(cells, leaders.leaders):
        yield f"{place} {who}: {rating}, {games}{', provisional' if place == '-' else ''}."
