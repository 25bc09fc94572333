"""The file in which a player's program saves a game: the server's transcript, and what the program saw itself.

The file is JSON, written by the client and read by the verifier. A server could invent a whole transcript; it has to
agree with what the player saw during the game.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from protocol import messages as m

Form = Literal["parlour transcript 1", "parlour transcript 2"]
Step = Literal["commitment", "pledge", "hashes", "share", "cards"]
"""The steps of dealing as one player's program sees them, in this order: shown, sent, shown, sent, shown."""
ORDER: tuple[Step, ...] = ("commitment", "pledge", "hashes", "share", "cards")


class BoundDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dealing of the room by its number, and the commitment that was shown for it."""

    deal: int
    commitment: str


class CalledOffDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dealing that was called off, by its number; `left` says whether anybody was seen to leave or come meanwhile."""

    deal: int
    left: bool


class WitnessedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Table of the game: its seat, the number of events before it, its chain head, and the digest of its view."""

    seat: int | None
    events: int
    head: str
    view: str


class Witness(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one program saw and did. What is as usual is left out of the file, so that older programs can read it.

    Attributes:
        seat: the player's seat when the cards were dealt; None for a spectator, or if it joined later.
        share: the share that it sent.
        bound: every dealing of the room that it was shown, including this one.
        hashes: every player's commitment, as shown before it sent its own share.
        shares: every player's share, as shown when the cards were dealt.
        steps: the order in which all this happened.
        sights: the positions that it saw.
        ending: how the game ended, as the server said.
        called_off: the dealings of the room that it saw being called off.
    """

    seat: int | None = None
    share: str | None = None
    bound: tuple[BoundDeal, ...] = ()
    hashes: tuple[str | None, ...] | None = None
    shares: tuple[str | None, ...] | None = None
    steps: tuple[Step, ...] = ()
    sights: tuple[WitnessedTable, ...] = ()
    ending: m.Ending | None = None
    called_off: tuple[CalledOffDeal, ...] = ()


class SavedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file, and the server where the game was played. The number of its form is that of the chain."""

    form: Form
    server: str
    transcript: m.Transcript
    witness: Witness


def saved_game(server: str, transcript: m.Transcript, witness: Witness) -> SavedGame:
    """A game as it is saved, in the form that goes with its chain."""
    form: Form = "parlour transcript 1" if transcript.chain == 1 else "parlour transcript 2"
    return SavedGame(form, server, transcript, witness)
