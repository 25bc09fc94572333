"""What a player's program keeps of a game: the server's transcript, and beside it what it was shown itself.

The file is JSON, written by the client and read by the verifier. A transcript alone can be made up as a whole; it is
what the player saw meanwhile that it has to agree with.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from protocol import messages as m

Step = Literal["commitment", "pledge", "hashes", "share", "cards"]
"""What dealing comes to for one player, in this order: shown, given, shown, given, shown."""
ORDER: tuple[Step, ...] = ("commitment", "pledge", "hashes", "share", "cards")


class BoundDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dealing of the room by its number, and the commitment that was shown for it."""

    deal: int
    commitment: str


class WitnessedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Table of the game: from which seat, after how many events, with which head; its view by its digest."""

    seat: int | None
    events: int
    head: str
    view: str


class Witness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one program was shown, and did.

    Attributes:
        seat: whose it was when the cards were dealt; None for a spectator, or where it came later.
        share: what it gave.
        bound: every dealing of the room that it was shown, this one among them.
        hashes: what everybody had pledged, as shown before its own share left.
        shares: what everybody had given, as shown when the cards were dealt.
        steps: in which order all this came.
        sights: what it saw of the game.
        ending: how it was told that the game ended.
    """

    seat: int | None = None
    share: str | None = None
    bound: tuple[BoundDeal, ...] = ()
    hashes: tuple[str | None, ...] | None = None
    shares: tuple[str | None, ...] | None = None
    steps: tuple[Step, ...] = ()
    sights: tuple[WitnessedTable, ...] = ()
    ending: m.Ending | None = None


class SavedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file, and the server where the game was played."""

    form: Literal["parlour transcript 1"]
    server: str
    transcript: m.Transcript
    witness: Witness
