"""The commands that a client sends, one frozen type each."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from protocol.messages.account import DeleteAccount, ExportAccount, Rename, SignOut
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
from protocol.messages.identity import (
    AddDevice,
    DeviceName,
    GetDevices,
    GetLinkCode,
    LinkText,
    Prove,
    PublicKey,
    RevokeDevice,
    WindowText,
)

MAX_GAMES = 32
"""The most games that one command names."""


class Hello(Message, frozen=True, omit_defaults=True, tag="hello"):
    """Sign in: always the first message, and only the first.

    `token` is what an earlier Welcome gave, or None for a newcomer. `name` is the player's name; the server may add to
    it if another player has it. `client` names the program, `deals` says whether it takes part in dealing, and `bot`
    whether it plays by itself, which everybody in the lobby is shown. `updates` says whether it takes
    TableUpdate; where that is left out, as by clients that know nothing of it, each change comes as a whole Table.

    With a `key` the server answers by SignInChallenge, and Welcome follows Prove. A key that is known signs its player
    in, whatever `token` says; one that is new becomes that of the token's player, or else a newcomer's. With a `link`
    it becomes that of the player whose device asked for the code, and nobody is made a newcomer. `device` is what to
    call this machine in the player's own list. Unless it `replaces` it, a connection of the player's from another
    `window` stays, and this one is closed; `window` is a text that a program draws once, so that it replaces its own
    connection after a lost line. With `query` it only asks, beside the connection that plays, and makes no newcomer.
    A client that `looks` says by Look what its player looks at.
    """

    name: Name
    token: Annotated[str, msgspec.Meta(max_length=64)] | None
    client: Text
    deals: bool
    bot: bool
    updates: bool = False
    key: PublicKey | None = None
    link: LinkText | None = None
    device: DeviceName = ""
    replaces: bool = True
    looks: bool = False
    window: WindowText = ""
    query: bool = False


class Browse(Message, frozen=True, tag="browse"):
    """Start or stop receiving Lobby whenever the lobby changes."""

    on: bool


class Look(Message, frozen=True, tag="look"):
    """Say which room is on the player's screen, or None where no room is.

    A game of one person and computers waits while that person looks elsewhere, unless it is serious. A client that
    says `looks` in Hello looks at no room at first; all others look at every room that they follow.
    """

    room: Code | None


class Create(Message, frozen=True, tag="create"):
    """Create a room for `game`. Answered by Entered or Refused, with the same `ref`.

    `seats` gives each seat's player: "me" (exactly once), "open", or "computer:LEVEL". A room that is not `listed` can
    only be joined by its code. In a `serious` room nobody gets hints. `watch` says who may watch. `clock` limits how
    long players may take.
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
    """Take the first open seat of a room, or return to the player's own seat there. Answered by Entered or Refused.

    `games` are those that the client can show, or None for any: nobody is seated at a game that their client cannot.
    """

    ref: Ref
    room: Code
    games: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MAX_GAMES)] | None


class Quick(Message, frozen=True, tag="quick"):
    """Find somebody to play one of `games` with, in order of preference: in a listed room that waits, or who seeks too.

    Answered by Entered, by Matching while nobody has come, or by Refused. If nobody comes in time, a computer plays the
    first of the games. A new room has default options, and as few seats as the game allows, but at least two.
    """

    ref: Ref
    games: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MAX_GAMES)]


class Challenge(Message, frozen=True, tag="challenge"):
    """Challenge a player to a game for two. Answered by Matching, by Entered once they accept, or by Refused.

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
    """Stop waiting for an answer to Quick or Challenge, as Create and Join do too. Answered by Matching."""


class Watch(Message, frozen=True, tag="watch"):
    """Watch a room without a seat, if its `watch` allows it. Answered by Entered with no seat, or Refused."""

    ref: Ref
    room: Code


class GetStats(Message, frozen=True, tag="recall"):
    """Ask for the player's own statistics in `game`, and for the best known solution of a `deal` of it, or None.

    Answered by Stats or Refused, with the same `ref`.
    """

    ref: Ref
    game: Name
    deal: Annotated[str, msgspec.Meta(max_length=64)] | None


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


class AddComputers(Message, frozen=True, tag="fill"):
    """Give every open seat to a computer of this level; anyone seated may do so."""

    room: Code
    level: Name


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


class Kick(Message, frozen=True, omit_defaults=True, tag="kick"):
    """Remove the player of that name from the room for good, which in a game gives up the host's own; only they may.

    `seat` is where that player sits. Without it, a name that several have, or had as they sat down, is Refused.
    """

    room: Code
    name: Name
    seat: Count | None = None


class CloseTable(Message, frozen=True, tag="shut"):
    """Close the room for everybody, which gives up a game under way; only the host may."""

    room: Code


class Rematch(Message, frozen=True, tag="rematch"):
    """Agree to another game in the same room with sides swapped; it starts once every person there has agreed."""

    room: Code


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


class GetTranscript(Message, frozen=True, tag="transcribe"):
    """Ask for the transcript of game `number` of a room, which is over, without its first `after` events.

    Number 0 stands for the last that is over.

    Answered by Transcript or Refused, with the same `ref`.
    """

    ref: Ref
    room: Code
    number: Count
    after: Count


class WatchScore(Message, frozen=True, tag="reckon"):
    """Ask for the player's wins and losses since a moment, at most two days ago: `since`, in seconds since 1970 (UTC).

    Answered by Score, which is also sent whenever a game of the player's ends from then on, or by Refused. A later
    request replaces the moment.
    """

    since: Count


class GetHistory(Message, frozen=True, tag="look-back"):
    """Ask for the player's finished games, newest first: only those of `game` or of `room`, or None for all.

    With `before`, only those that PastGames lists after that number. Answered by PastGames or Refused, with the same
    `ref`.
    """

    ref: Ref
    game: Name | None
    room: Code | None
    before: Count | None


class GetPastGame(Message, frozen=True, tag="reread"):
    """Ask for the transcript of one of the player's finished games, without its first `after` events.

    `past` is its number in PastGames; its room need not exist any more. Answered as GetTranscript is.
    """

    ref: Ref
    past: Count
    after: Count


class GetLeaders(Message, frozen=True, tag="rank"):
    """Ask for the best players of `game`. Answered by Leaders or Refused, with the same `ref`."""

    ref: Ref
    game: Name


class Leave(Message, frozen=True, tag="leave"):
    """Leave a seat, or stop watching. Leaving a seat in the middle of a game gives it up. Answered by Left."""

    room: Code


class Say(Message, frozen=True, tag="say"):
    """Say something to everybody in a room that the player follows, or in the lobby if `room` is None.

    Everybody there gets Heard, the speaker included; a line that is too long is Refused.
    """

    room: Code | None
    text: str


class Mute(Message, frozen=True, omit_defaults=True, tag="mute"):
    """Stop the player of that name from talking in this room, or allow it again; only its host may.

    Without a name it is for everybody who only watches. `seat` is where the player sits, as in Kick.
    """

    room: Code
    name: Name | None
    on: bool
    seat: Count | None = None


class ReportPlayer(Message, frozen=True, tag="report"):
    """Report the player of that name to whoever runs the server, with a reason or an empty text.

    `room` is the table where it happened, or None. The newest lines of talk there, if the player follows it, go with
    the report. Answered by Reported or Refused.
    """

    name: Name
    text: str
    room: Code | None


Command = (
    Hello
    | Prove
    | Rename
    | SignOut
    | GetLinkCode
    | GetDevices
    | AddDevice
    | RevokeDevice
    | ExportAccount
    | DeleteAccount
    | Browse
    | Look
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
    | GetLegalMoves
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
    | ReportPlayer
)
