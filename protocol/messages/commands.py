"""What a client sends: one frozen type for each command."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from protocol.messages.fields import (
    Claimed,
    Code,
    Count,
    Drawn,
    Hash,
    Message,
    Name,
    Question,
    Ref,
    Text,
    TimeControl,
    Watching,
)


class Hello(Message, frozen=True, tag="hello"):
    """Sign in: always the first message, and only the first.

    `token` is what an earlier Welcome gave, or None for a newcomer. `name` is the name to go by; the server may add to
    it when another player has it. `client` says what program this is, `deals` whether it takes part in dealing, and
    `bot` whether it plays by itself, as everybody in the lobby is told.
    """

    name: Name
    token: Annotated[str, msgspec.Meta(max_length=64)] | None
    client: Text
    deals: bool
    bot: bool


class Rename(Message, frozen=True, tag="rename"):
    """Go by another name from the next seat on. Answered by Named or Refused."""

    name: Name


class SignOut(Message, frozen=True, tag="sign-out"):
    """Make every token of one's own void, wherever it is kept. Answered by Token, which is good instead, or Refused."""


class Browse(Message, frozen=True, tag="browse"):
    """Start or stop receiving Lobby whenever the lobby changes."""

    on: bool


class Create(Message, frozen=True, tag="create"):
    """Make a room of `game`. Answered by Entered or Refused, with the same `ref`.

    `seats` gives each seat's player: "me" (exactly once), "open", or "computer:LEVEL". A room that is not `listed` can
    only be joined by its code. At a table that is `serious`, nobody is helped. `watch` says who may watch.
    `clock` is how long players may take.
    """

    ref: Ref
    game: Name
    options: dict[str, Any]
    seats: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1, max_length=8)]
    listed: bool
    serious: bool
    watch: Watching
    clock: TimeControl


class Join(Message, frozen=True, tag="join"):
    """Take the first open seat of a room, or come back to the seat one has there. Answered by Entered or Refused."""

    ref: Ref
    room: Code


class Quick(Message, frozen=True, tag="quick"):
    """Find somebody to play one of `games` with, the best liked first: at a listed room that waits, or who seeks too.

    Answered by Entered, by Matching while nobody has come, or by Refused. Where nobody comes in time, a computer plays
    the first of the games. A room made has default options, and as few seats as the game allows, but at least two.
    """

    ref: Ref
    games: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=16)]


class Challenge(Message, frozen=True, tag="challenge"):
    """Ask the player of that name for a game for two. Answered by Matching, by Entered once they accept, or by Refused.

    `options`, `serious` and `clock` are as in Create.
    """

    ref: Ref
    whom: Name
    game: Name
    options: dict[str, Any]
    serious: bool
    clock: TimeControl


class Respond(Message, frozen=True, tag="respond"):
    """Accept or decline a challenge, by its number in Matching. Answered by Entered, Matching or Refused."""

    ref: Ref
    challenge: Count
    agree: bool


class Withdraw(Message, frozen=True, tag="withdraw"):
    """Wait for nobody any more, by Quick or Challenge, as after Create and Join. Answered by Matching."""


class Watch(Message, frozen=True, tag="watch"):
    """Follow a room without a seat, where its `watch` allows it. Answered by Entered with no seat, or Refused."""

    ref: Ref
    room: Code


class GetStats(Message, frozen=True, tag="recall"):
    """Ask for what one has done in `game` so far, and for the best that is known of a `deal` of it, or None.

    Answered by Records or Refused, with the same `ref`.
    """

    ref: Ref
    game: Name
    deal: Annotated[str, msgspec.Meta(max_length=64)] | None


class Play(Message, frozen=True, tag="play"):
    """Make a move in game `number` of a room, `ply` being how many moves this seat has made in that game so far.

    A move sent twice acts once: the second is answered by the newest Table.
    """

    room: Code
    number: Count
    ply: Count
    move: Text


class Consult(Message, frozen=True, tag="consult"):
    """Ask for help with the position one is on turn in. Answered by Advice or Refused, with the same `ref`.

    `about` is one of the questions that the game's sheet lists under `consults`.
    """

    ref: Ref
    room: Code
    about: Question


class AddComputers(Message, frozen=True, tag="fill"):
    """Give every open seat to a computer of this level; anyone seated may."""

    room: Code
    level: Name


class Resign(Message, frozen=True, tag="resign"):
    """Give up the game being played; where its rules allow it, others play on."""

    room: Code


class TakeBack(Message, frozen=True, tag="take-back"):
    """Ask to take back one's last move. It happens once every other person in the game agrees, at once without any."""

    room: Code


class OfferDraw(Message, frozen=True, tag="offer-draw"):
    """Ask the others to call the game a draw. It is one once every other person in the game agrees."""

    room: Code


class AnswerOffer(Message, frozen=True, tag="answer"):
    """Agree to what the table's `request` asks, or end it; who asked can end it too."""

    room: Code
    agree: bool


class Claim(Message, frozen=True, tag="claim"):
    """Wait no longer for players who are away, once their time to come back is up.

    They have given up then, which wins the game where nobody else is left; or a computer of `level`, or None for the
    middle one, plays on for them until they come back. The first of the others to claim decides.
    """

    room: Code
    what: Claimed
    level: Name | None


class Kick(Message, frozen=True, tag="kick"):
    """Send the player of that name away from the table for good, which in a game gives it up; only the host may."""

    room: Code
    name: Name


class CloseTable(Message, frozen=True, tag="shut"):
    """Close the table for everybody, which in the middle of a game gives it up; only the host may."""

    room: Code


class Rematch(Message, frozen=True, tag="rematch"):
    """Agree to another game at the same table with sides swapped; it starts when every person there has agreed."""

    room: Code


class CommitShare(Message, frozen=True, tag="pledge"):
    """Take part in dealing number `deal` of a room: `hash` binds to a share that is kept until it is asked for."""

    room: Code
    deal: Count
    hash: Hash


class RevealShare(Message, frozen=True, tag="share"):
    """Give the share that one has pledged, 16 random bytes, now that everybody's hash is known."""

    room: Code
    deal: Count
    share: Drawn


class GetTranscript(Message, frozen=True, tag="transcribe"):
    """Ask for all that happened in game `number` of a room, which is over, but for its first `after` events.

    Answered by Transcript or Refused, with the same `ref`.
    """

    ref: Ref
    room: Code
    number: Count
    after: Count


class WatchScore(Message, frozen=True, tag="reckon"):
    """Ask what one has won and lost since a moment, at most two days ago: `since`, in seconds since 1970 (UTC).

    Answered by Reckoning, which also comes whenever a game of one's own ends from then on, or by Refused. Asking again
    replaces the moment.
    """

    since: Count


class GetHistory(Message, frozen=True, tag="look-back"):
    """Ask for one's games that are over, the newest first: those of `game` or of table `room` alone, or None for all.

    With `before`, only those that PastGames lists behind that number. Answered by PastGames or Refused, with the same
    `ref`.
    """

    ref: Ref
    game: Name | None
    room: Code | None
    before: Count | None


class GetPastGame(Message, frozen=True, tag="reread"):
    """Ask for all that happened in one of one's games that are over, but for its first `after` events.

    `past` is its number among PastGames; its table need not be there any more. Answered as Transcribe is.
    """

    ref: Ref
    past: Count
    after: Count


class GetLeaders(Message, frozen=True, tag="rank"):
    """Ask who plays `game` best. Answered by Leaders or Refused, with the same `ref`."""

    ref: Ref
    game: Name


class Leave(Message, frozen=True, tag="leave"):
    """Stand up, or stop watching. Standing up in the middle of a game gives it up. Answered by Left."""

    room: Code


class Say(Message, frozen=True, tag="say"):
    """Say something to everybody at a table that one follows, or in the hall where `room` is None.

    Everybody there gets Heard, who said it among them; or it is Refused, as is whatever is longer than a line may be.
    """

    room: Code | None
    text: str


class Mute(Message, frozen=True, tag="mute"):
    """Let the player of that name talk at this table no more, or again; only its host may.

    Without a name it is about everybody who only watches.
    """

    room: Code
    name: Name | None
    on: bool


Command = (
    Hello
    | Rename
    | SignOut
    | Browse
    | Create
    | Join
    | Quick
    | Challenge
    | Respond
    | Withdraw
    | Watch
    | GetStats
    | Play
    | Consult
    | AddComputers
    | Resign
    | TakeBack
    | OfferDraw
    | AnswerOffer
    | Claim
    | Kick
    | CloseTable
    | Rematch
    | CommitShare
    | RevealShare
    | GetTranscript
    | WatchScore
    | GetHistory
    | GetPastGame
    | GetLeaders
    | Leave
    | Say
    | Mute
)
