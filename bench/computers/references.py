"""Players to measure the levels against, too weak, too slow or too similar to another to be levels themselves."""

from __future__ import annotations

from collections.abc import Mapping

from bench.computers import tower_players
from engines import catalog
from engines.blocky.bots.levels import weigh
from server.tools.offline.self_play import Choose, LocalPlayer, make_local_player

REFERENCES: Mapping[str, Mapping[str, Choose]] = {
    "blocky": {"honest": weigh},
    "tower_blaster": {"sorting": tower_players.sort_plainly, "expecting": tower_players.expect},
}
"""By game and name."""


def player(game: str, name: str) -> LocalPlayer:
    """The game's computer player of that level, or the reference of that name."""
    references = REFERENCES.get(game, {})
    return LocalPlayer(references[name]) if name in references else make_local_player(catalog.find(game), name)
