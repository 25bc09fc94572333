"""Builds the answers to players' queries about results: their stats, their past games, and the leaders.

Pure: from what the game history holds to the message.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol import messages as m
from server.players.results.game_record import COMPUTER, RatedPlayer
from server.players.results.ratings import PAGE_GAMES, HeadToHead, PlayerRating, StoredGame
from server.players.results.records import PlayerStats, Solution


def stats_answer(
    query: m.GetStats,
    stats: PlayerStats,
    solution: Solution | None,
    rating: PlayerRating | None,
    meetings: Sequence[tuple[RatedPlayer, HeadToHead]],
) -> m.Stats:
    return m.Stats(
        ref=query.ref,
        game=query.game,
        played=stats.played,
        won=stats.won,
        streak=stats.streak,
        longest=stats.longest,
        best_moves=stats.best_moves,
        average_moves=stats.total_moves / stats.solved if stats.solved else None,
        best_s=stats.best_s,
        average_s=stats.total_s / stats.solved if stats.solved else None,
        deal=query.deal,
        deal_moves=solution.moves if solution else None,
        deal_by=solution.by if solution else None,
        deal_line=solution.line or None if solution else None,
        rating=None if rating is None else _rating(rating),
        opponents=tuple(_opponent(player, met) for player, met in meetings),
    )


def history_answer(query: m.GetHistory, found: Sequence[StoredGame]) -> m.PastGames:
    """The answer to a query for past games: a page of those found; one over a page says that there are more."""
    games = tuple(map(_past_game, found[:PAGE_GAMES]))
    return m.PastGames(ref=query.ref, games=games, more=len(found) > PAGE_GAMES)


def leaders_answer(query: m.GetLeaders, ratings: Sequence[tuple[RatedPlayer, PlayerRating]], reader: int) -> m.Leaders:
    leaders = tuple(_leader(place, player, rating, reader) for place, (player, rating) in enumerate(ratings, start=1))
    return m.Leaders(ref=query.ref, game=query.game, leaders=leaders)


def _rating(standing: PlayerRating) -> m.Rating:
    return m.Rating(
        rating=standing.rating.value,
        deviation=standing.rating.deviation,
        games=standing.games,
        change=standing.change,
        room=standing.room,
        number=standing.number,
        provisional=standing.is_provisional,
        note=standing.note,
    )


def _opponent(player: RatedPlayer, met: HeadToHead) -> m.Opponent:
    is_computer = player.player == COMPUTER
    return m.Opponent(
        kind="computer" if is_computer else "person", name=met.name, played=met.played, won=met.won, lost=met.lost
    )


def _past_game(stored: StoredGame) -> m.PastGame:
    game = stored.game
    return m.PastGame(
        past=stored.past,
        room=game.code,
        number=game.number,
        game=game.game,
        options=game.options,
        players=game.players,
        seat=stored.seat,
        ending=game.worded_ending,
        ended=stored.ended,
        seconds=game.seconds,
        moves=game.moves,
        serious=game.serious,
        rated=game.rated,
        commitment=game.commitment,
    )


def _leader(place: int, player: RatedPlayer, standing: PlayerRating, reader: int) -> m.Leader:
    return m.Leader(
        rank=None if standing.is_provisional else place,
        kind="computer" if player.player == COMPUTER else "person",
        name=standing.name,
        rating=standing.rating.value,
        deviation=standing.rating.deviation,
        games=standing.games,
        yours=player.player == reader,
    )
