"""How well somebody plays, in words: a rating, what a game has done to it, and who plays a game best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from client.drawing.canvas import Fragment, clean, pad
from client.drawing.grammar import count
from client.state.store import FollowedTable, Store
from protocol import messages as m

UNSURE = "?"
"""Stands behind a rating that says too little yet."""
ROW, WHO = 56, 27
"""Cells for a line, and for a name in it with what kind of player it is."""
NOBODY = "Nobody has played a rated game of {} yet."
RATED = "Between two people, or against a computer at a serious table, games of Blocky and Tower Blaster are rated."


def format_rating(rating: float, *, is_provisional: bool) -> str:
    """A rating as it stands beside a name.

    >>> shown(1662.25, is_provisional=False), shown(1500.0, is_provisional=True)
    ('1662', '1500?')
    """
    return f"{rating:.0f}{UNSURE if is_provisional else ''}"


def beside(name: str, repute: m.RatingBadge | None) -> str:
    """A name with how well they play, where that is known.

    >>> beside("ben", m.Repute(game="blocky", rating=1490, provisional=True)), beside("cleo", None)
    ('ben 1490?', 'cleo')
    """
    return f"{name} {format_rating(repute.rating, is_provisional=repute.provisional)}" if repute else name


def reputes(names: Sequence[str], ratings: Sequence[m.RatingBadge | None]) -> tuple[m.RatingBadge | None, ...]:
    """How well each of `names` plays: none of those of whom the server says nothing."""
    return (*ratings[: len(names)], *((None,) * (len(names) - len(ratings))))


def players(listing: m.RoomListing) -> tuple[str, ...]:
    """Who sits at a table of the lobby, with how well they play its game."""
    return tuple(map(beside, listing.players, reputes(listing.players, listing.ratings)))


def host(listing: m.RoomListing) -> str:
    """Whose table of the lobby it is, with how well they play its game."""
    ratings = dict(zip(listing.players, listing.ratings, strict=False))
    return beside(listing.host, ratings.get(listing.host))


def people(lobby: m.Lobby) -> tuple[tuple[str, m.RatingBadge | None], ...]:
    """Who is here, and how well they play."""
    return tuple(zip(lobby.people, reputes(lobby.people, lobby.ratings), strict=True))


def describe_rating(rating: m.Rating) -> str:
    """One's rating in a few words."""
    sure = "provisional yet" if rating.provisional else f"give or take {2 * rating.deviation:.0f}"
    return f"{rating.rating:.0f}, {sure}"


def describe_change(store: Store, seated: FollowedTable) -> str:
    """What the game that is over at a table has done to one's rating; nothing where it was not rated, or not yet."""
    table = seated.table
    records = store.records.get(table.game)
    rating = records.rating if records else None
    if table.phase != "over" or rating is None or (rating.room, rating.number) != (table.room, table.number):
        return ""
    return f"Rating {format_rating(rating.rating, is_provisional=rating.provisional)} ({rating.change:+.0f})"


def cells(leader: m.Leader) -> tuple[str, str, str, str]:
    """A leader in a few words each: the place, who it is, the rating with how sure it is, and after how many games."""
    place = "-" if leader.rank is None else f"{leader.rank}."
    kind = " (computer)" if leader.kind == "computer" else " (you)" if leader.yours else ""
    rating = format_rating(leader.rating, is_provisional=leader.rank is None)
    return place, f"{clean(leader.name)}{kind}", f"{rating} ±{2 * leader.deviation:.0f}", count(leader.games, "game")


def rows(leaders: m.Leaders | None, title: str) -> tuple[Fragment, ...]:
    """Who plays a game best, a line each, with the style for it; one's own stands out."""
    if leaders is None:
        return (("soft", "Asking the server."),)
    if not leaders.leaders:
        return (("", NOBODY.format(title)), *(("soft", line) for line in wrap(RATED, ROW)))
    return tuple(("bright mine" if each.yours else "", _row(each)) for each in leaders.leaders)


def _row(leader: m.Leader) -> str:
    place, who, rating, games = cells(leader)
    return f"{place:>3} {pad(who, WHO)} {rating:>11}  {games}"


def sentences(leaders: m.Leaders, title: str) -> Iterator[str]:
    """Who plays a game best, a line each."""
    if not leaders.leaders:
        yield NOBODY.format(title)
        return
    yield f"{title}:"
    for place, who, rating, games in map(cells, leaders.leaders):
        yield f"{place} {who}: {rating}, {games}{', provisional' if place == '-' else ''}."
