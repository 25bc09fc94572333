"""Playing a game: moves, help with them, offers, and claims against who is away."""

from __future__ import annotations

from protocol.messages.fields import Claimed, Code, Count, Message, Name, Question, Ref, TableCode, Text


class Play(Message, frozen=True, tag="play"):
    """Make a move in game `number` of a room; `ply` is how many moves this seat has made in that game so far.

    A move sent twice acts once: the second is answered by the newest Table.
    """

    room: Code
    number: Count
    ply: Count
    move: Text


class Consult(Message, frozen=True, tag="consult"):
    """Ask for help with a position on the player's own turn. Answered by Advice or Refused, with the same `ref`.

    `about` is one of the questions that GameInfo lists under `consults`.
    """

    ref: Ref
    room: Code
    about: Question


class GetLegalMoves(Message, frozen=True, tag="get-legal-moves"):
    """Ask for every move that the player may make now. Answered by LegalMoves or Refused, with the same `ref`."""

    ref: Ref
    room: Code


class Resign(Message, frozen=True, tag="resign"):
    """Give up the current game; if its rules allow it, the others play on."""

    room: Code


class TakeBack(Message, frozen=True, tag="take-back"):
    """Propose to take back the player's last move. It is taken back once every other person in the game agrees."""

    room: Code


class OfferDraw(Message, frozen=True, tag="offer-draw"):
    """Offer a draw. The game is one once every other person in it agrees."""

    room: Code


class AnswerOffer(Message, frozen=True, tag="answer"):
    """Accept or end the offer in the table's `request`; whoever made it can end it too."""

    room: Code
    agree: bool


class Claim(Message, frozen=True, tag="claim"):
    """Stop waiting for players who are away, once their time to return is up.

    Either they have given up, which wins the game if nobody else is left; or a computer of `level`, or None for the
    middle one, plays for them until they return. The first of the others to claim decides.
    """

    room: Code
    what: Claimed
    level: Name | None


class Advice(Message, frozen=True, tag="advice"):
    """Advice about a position in which it is your turn; nobody else gets it.

    `number` and `ply` identify the position as in Play. `move` is a suggested move, or None if the question was another
    or there is none; `text` is a sentence that says why.
    """

    ref: int
    room: TableCode
    number: int
    ply: int
    about: Question
    move: str | None
    text: str


class LegalMoves(Message, frozen=True, tag="legal-moves"):
    """Every move that your seat may make, as Play takes it; none while you are not on turn.

    `number`, `ply` and `head` are those of the Table that the moves belong to.
    """

    ref: int
    room: TableCode
    number: int
    ply: int
    head: str
    moves: tuple[str, ...]
