"""What a player is told who asks what has become of games: their records, their past games, and who plays best.

Purely from what the archive answers to the message that tells it.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol import messages as m
from server.players.results.game_record import COMPUTER, RatedPlayer
from server.players.results.ratings import PAGE_GAMES, HeadToHead, PlayerRating, StoredGame
from server.players.results.records import PlayerStats, Solution


def stats_answer(
    asked: m.GetStats,
    standing: PlayerStats,
    solution: Solution | None,
    rank: PlayerRating | None,
    met: Sequence[tuple[RatedPlayer, HeadToHead]],
) -> m.Stats:
    """The answer to who asked for their records."""
    return m.Stats(
        ref=asked.ref,
        game=asked.game,
        played=standing.played,
        won=standing.won,
        streak=standing.streak,
        longest=standing.longest,
        best_moves=standing.best_moves,
        average_moves=standing.total_moves / standing.solved if standing.solved else None,
        best_s=standing.best_s,
        average_s=standing.total_s / standing.solved if standing.solved else None,
        deal=asked.deal,
        deal_moves=solution.moves if solution else None,
        deal_by=solution.by if solution else None,
        deal_line=solution.line or None if solution else None,
        rating=None if rank is None else _rating(rank),
        opponents=tuple(_opponent(rival, encounters) for rival, encounters in met),
    )


def history_answer(asked: m.GetHistory, found: Sequence[StoredGame]) -> m.PastGames:
    """The answer to who asked for their games: what was found, but for one over a page."""
    games = tuple(map(_past_game, found[:PAGE_GAMES]))
    return m.PastGames(ref=asked.ref, games=games, more=len(found) > PAGE_GAMES)


def leaders_answer(asked: m.GetLeaders, ranks: Sequence[tuple[RatedPlayer, PlayerRating]], reader: int) -> m.Leaders:
    """The answer to who asked who plays best."""
    told = tuple(_leader(place, rival, rank, reader) for place, (rival, rank) in enumerate(ranks, start=1))
    return m.Leaders(ref=asked.ref, game=asked.game, leaders=told)


def _rating(rank: PlayerRating) -> m.Rating:
    return m.Rating(
        rating=rank.rating.value,
        deviation=rank.rating.deviation,
        games=rank.games,
        change=rank.change,
        room=rank.room,
        number=rank.number,
        provisional=rank.is_provisional,
    )


def _opponent(rival: RatedPlayer, met: HeadToHead) -> m.Opponent:
    is_computer = rival.player == COMPUTER
    return m.Opponent(
        kind="computer" if is_computer else "person", name=met.name, played=met.played, won=met.won, lost=met.lost
    )


def _past_game(kept: StoredGame) -> m.PastGame:
    game = kept.game
    return m.PastGame(
        past=kept.past,
        room=game.code,
        number=game.number,
        game=game.game,
        options=game.options,
        players=game.players,
        seat=kept.seat,
        ending=game.ending,
        ended=kept.ended,
        seconds=game.seconds,
        moves=game.moves,
        serious=game.serious,
        rated=game.rated,
        commitment=game.commitment,
    )


def _leader(place: int, rival: RatedPlayer, rank: PlayerRating, reader: int) -> m.Leader:
    return m.Leader(
        rank=None if rank.is_provisional else place,
        kind="computer" if rival.player == COMPUTER else "person",
        name=rank.name,
        rating=rank.rating.value,
        deviation=rank.rating.deviation,
        games=rank.games,
        yours=rival.player == reader,
    )
