"""How a game is dealt, with every player's share."""

from __future__ import annotations

from protocol.messages.fields import Code, Count, Drawn, Hash, Message, Stage, TableCode


class CommitShare(Message, frozen=True, tag="pledge"):
    """Take part in dealing number `deal` of a room: `hash` commits to a share that stays secret for now."""

    room: Code
    deal: Count
    hash: Hash


class RevealShare(Message, frozen=True, tag="share"):
    """Reveal the committed share, 16 random bytes, now that every player's hash is known."""

    room: Code
    deal: Count
    share: Drawn


class Deal(Message, frozen=True, tag="deal"):
    """The state of the newest dealing of a room; each Deal replaces the one before.

    `deal` counts the dealings of the room, without a gap; this one is for game `number`. `commitment` binds the server
    to its secret. By seat in that game: `parts` says who takes part; `hashes` are their commitments, shown once
    complete; `shares` are what they revealed, shown once the cards are dealt. Either is None for a player who was too
    late. `secret` is shown when the game is over, or the dealing was aborted. Bytes are in hexadecimal.
    """

    room: TableCode
    deal: int
    number: int
    stage: Stage
    commitment: str
    parts: tuple[bool, ...]
    hashes: tuple[str | None, ...]
    shares: tuple[str | None, ...]
    secret: str | None
