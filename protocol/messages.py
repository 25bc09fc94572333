"""Every message that crosses the wire: one frozen type each.

On the wire a message is one MessagePack map whose key "type" names it. The fields are exactly those below: none may be
missing, none may be added. Bytes become these types, and the other way round, in `protocol.codec`.

Games are opaque here: `options` and `view` are plain maps that the game's own types give a meaning to, and a move is
its canonical text.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

VERSION = 1
SUBPROTOCOL_PREFIX = "parlour."
SUBPROTOCOL = f"{SUBPROTOCOL_PREFIX}{VERSION}"
"""What a client offers in `Sec-WebSocket-Protocol`, and what the server answers when it speaks this version."""

Text = Annotated[str, msgspec.Meta(max_length=256)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Code = Annotated[str, msgspec.Meta(min_length=4, max_length=4)]
Ref = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
"""A number of the client's choosing; the answer to the command carries it back."""
Seconds = Annotated[int, msgspec.Meta(ge=1, le=86_400)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Hash = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal, in lower case."""
Drawn = Annotated[str, msgspec.Meta(min_length=32, max_length=32, pattern="^[0-9a-f]{32}$")]
"""16 bytes in hexadecimal, in lower case."""

Phase = Literal["waiting", "playing", "over"]
Wish = Literal["takeback", "draw"]
Fate = Literal["granted", "declined", "moved", "late"]
Stage = Literal["pledging", "sharing", "dealt", "over", "aborted"]
"""How far a dealing has come: hashes are awaited, then shares, then there is a game, which ends; or there is none."""
Kind = Literal["move", "default", "time", "resign", "takeback", "draw"]
"""What happens in a game: a move, one made for who was late, the end of its time, a seat given up, takebacks, draws."""
Claimed = Literal["win", "computer"]
"""That whoever is away has given up, or that a computer plays on for them."""
Watching = Literal["anyone", "invited", "nobody"]
"""Who may watch a room: anyone, whoever has its code as the lobby does not offer it, or nobody."""
Manner = Literal["player", "watcher", "house"]
"""Who says something: one who plays, one who only watches, or the house."""
Question = Literal["hint", "prospect"]
"""What one might do here, and why; or whether one can still win."""
RefusalCode = Literal[
    "illegal",  # the move breaks a rule
    "unreadable",  # not a move of this game
    "stale",  # about a position that has passed
    "not-your-turn",
    "not-seated",  # only a seat of this room may
    "not-host",  # only the host of this room may, or the host has sent you away
    "not-now",  # the room's phase does not allow it
    "unknown-room",
    "unknown-game",
    "bad-options",
    "bad-name",
    "name-taken",
    "bad-text",  # nothing that can be said, or too much of it
    "muted",  # one may not talk there
    "room-full",
    "too-many",  # a limit; `retry_after_s` says when to try again
    "unavailable",  # the server cannot do it now (a full disk, a stopping server); nothing was lost
]


class Message(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=lambda name: "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-"),
):
    """What all messages have in common: immutable, named by its kebab-case tag, no field too many."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands inside a message: a map without a "type"."""


class Clock(Part, frozen=True):
    """How long players may take at a table, in seconds; None is no limit.

    A move not made within `move_s` is made for the seat, as the game's rules say. `total_s` is for all moves of a seat
    in one game, and grows by `increment_s` with each; who has none left has lost.
    """

    move_s: Seconds | None
    total_s: Seconds | None
    increment_s: Annotated[int, msgspec.Meta(ge=0, le=3600)]


NO_CLOCK = Clock(move_s=None, total_s=None, increment_s=0)


# From a client.


class Hello(Message, frozen=True):
    """Sign in: always the first message, and only the first.

    `token` is what an earlier Welcome gave, or None for a newcomer. `name` is the name to go by; the server may add to
    it when another player has it. `client` says what program this is, and `deals` whether it takes part in dealing.
    """

    name: Name
    token: Annotated[str, msgspec.Meta(max_length=64)] | None
    client: Text
    deals: bool


class Rename(Message, frozen=True):
    """Go by another name from the next seat on. Answered by Named or Refused."""

    name: Name


class SignOut(Message, frozen=True):
    """Make every token of one's own void, wherever it is kept. Answered by Token, which is good instead, or Refused."""


class Browse(Message, frozen=True):
    """Start or stop receiving Lobby whenever the lobby changes."""

    on: bool


class Create(Message, frozen=True):
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
    clock: Clock


class Join(Message, frozen=True):
    """Take the first open seat of a room, or come back to the seat one has there. Answered by Entered or Refused."""

    ref: Ref
    room: Code


class Quick(Message, frozen=True):
    """Sit down at the longest-waiting listed room of `game`, or make one. Answered like Create.

    A room made has default options, and as few seats as the game allows, but at least two.
    """

    ref: Ref
    game: Name


class Watch(Message, frozen=True):
    """Follow a room without a seat, where its `watch` allows it. Answered by Entered with no seat, or Refused."""

    ref: Ref
    room: Code


class Recall(Message, frozen=True):
    """Ask for what one has done in `game` so far, and for the best that is known of a `deal` of it, or None.

    Answered by Records or Refused, with the same `ref`.
    """

    ref: Ref
    game: Name
    deal: Annotated[str, msgspec.Meta(max_length=64)] | None


class Play(Message, frozen=True):
    """Make a move in game `number` of a room, `ply` being how many moves this seat has made in that game so far.

    A move sent twice acts once: the second is answered by the newest Table.
    """

    room: Code
    number: Count
    ply: Count
    move: Text


class Consult(Message, frozen=True):
    """Ask for help with the position one is on turn in. Answered by Advice or Refused, with the same `ref`.

    `about` is one of the questions that the game's sheet lists under `consults`.
    """

    ref: Ref
    room: Code
    about: Question


class Fill(Message, frozen=True):
    """Give every open seat to a computer of this level; anyone seated may."""

    room: Code
    level: Name


class Resign(Message, frozen=True):
    """Give up the game being played; where its rules allow it, others play on."""

    room: Code


class TakeBack(Message, frozen=True):
    """Ask to take back one's last move. It happens once every other person in the game agrees, at once without any."""

    room: Code


class OfferDraw(Message, frozen=True):
    """Ask the others to call the game a draw. It is one once every other person in the game agrees."""

    room: Code


class Answer(Message, frozen=True):
    """Agree to what the table's `request` asks, or end it; who asked can end it too."""

    room: Code
    agree: bool


class Claim(Message, frozen=True):
    """Wait no longer for players who are away, once their time to come back is up.

    They have given up then, which wins the game where nobody else is left; or a computer of `level`, or None for the
    middle one, plays on for them until they come back. The first of the others to claim decides.
    """

    room: Code
    what: Claimed
    level: Name | None


class Kick(Message, frozen=True):
    """Send the player of that name away from the table for good, which in a game gives it up; only the host may."""

    room: Code
    name: Name


class Shut(Message, frozen=True):
    """Close the table for everybody, which in the middle of a game gives it up; only the host may."""

    room: Code


class Rematch(Message, frozen=True):
    """Agree to another game at the same table with sides swapped; it starts when every person there has agreed."""

    room: Code


class Pledge(Message, frozen=True):
    """Take part in dealing number `deal` of a room: `hash` binds to a share that is kept until it is asked for."""

    room: Code
    deal: Count
    hash: Hash


class Share(Message, frozen=True):
    """Give the share that one has pledged, 16 random bytes, now that everybody's hash is known."""

    room: Code
    deal: Count
    share: Drawn


class Transcribe(Message, frozen=True):
    """Ask for all that happened in game `number` of a room, which is over, but for its first `after` events.

    Answered by Transcript or Refused, with the same `ref`.
    """

    ref: Ref
    room: Code
    number: Count
    after: Count


class Leave(Message, frozen=True):
    """Stand up, or stop watching. Standing up in the middle of a game gives it up. Answered by Left."""

    room: Code


class Say(Message, frozen=True):
    """Say something to everybody at a table that one follows, or in the hall where `room` is None.

    Everybody there gets Heard, who said it among them; or it is Refused.
    """

    room: Code | None
    text: Text


class Mute(Message, frozen=True):
    """Let the player of that name talk at this table no more, or again; only its host may.

    Without a name it is about everybody who only watches.
    """

    room: Code
    name: Name | None
    on: bool


# From the server.


class Level(Part, frozen=True):
    """A computer player of a game: what it is called, and a sentence about how it plays."""

    name: str
    about: str


class GameSheet(Part, frozen=True):
    """A game this server hosts: how many play it, its computer players, weakest first, and what `consult` can ask."""

    name: str
    title: str
    min_seats: int
    max_seats: int
    levels: tuple[Level, ...]
    consults: tuple[Question, ...]


class Welcome(Message, frozen=True):
    """You are signed in, as `name`. Keep `token` secret and show it to come back as the same player.

    It is another each time. The one you showed is good until this one is shown.
    A Table follows for each room in `seated`, where you hold a seat.
    """

    name: str
    token: str
    server: str
    games: tuple[GameSheet, ...]
    seated: tuple[str, ...]


class Named(Message, frozen=True):
    """You go by `name` now."""

    name: str


class Token(Message, frozen=True):
    """Every token you had is void; keep this one instead."""

    token: str


class Refused(Message, frozen=True):
    """A command was refused and nothing changed. The connection lives.

    `about` is the refused command's type; `ref` and `room` are the command's own, or None where it has none.
    `retry_after_s` is in seconds, or None where waiting does not help.
    """

    code: RefusalCode
    text: str
    about: str
    ref: int | None
    room: str | None
    retry_after_s: float | None


class Entered(Message, frozen=True):
    """You follow a room now, from `seat`, or as a spectator when it is None. Its Table follows."""

    ref: int
    room: str
    seat: int | None


class Listing(Part, frozen=True):
    """One line of the lobby: a room, its host, who sits there, and how many seats it has.

    Where it is `serious`, nobody is helped; `watch` says who may watch, and `clock` is how long players may take.
    """

    room: str
    game: str
    options: dict[str, Any]
    host: str
    players: tuple[str, ...]
    seats: int
    serious: bool
    watch: Watching
    clock: Clock


class Lobby(Message, frozen=True):
    """The lobby as it is now: rooms with a seat to take, games to watch, and the size of the place.

    The lists are the longest-waiting and the newest, at most 50 each; `rooms` and `online` count everything.
    """

    open: tuple[Listing, ...]
    live: tuple[Listing, ...]
    rooms: int
    online: int


class Chair(Part, frozen=True):
    """Who holds a seat: a person, a computer, or nobody yet (with an empty name). `won` counts the games won here."""

    kind: Literal["person", "computer", "open"]
    name: str
    won: int


class Ending(Part, frozen=True):
    """How a game ended: a score a seat (none when it was given up), the seats that won (all in a tie), the reason."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class Request(Part, frozen=True):
    """What a seat asks of the others: its last move back, or a draw; `agreed` lists those who have agreed so far.

    It ends by itself after `time_left_s`, counted from when the message was made; that for a move also when anybody
    moves.
    """

    kind: Wish
    seat: int
    agreed: tuple[int, ...]
    time_left_s: float


class Verdict(Part, frozen=True):
    """What has just become of a seat's wish for its last move back or a draw.

    It was granted, where need be by everybody; declined by the seat `by`; overtaken by a move of the seat `by`; or not
    everybody answered before it was too late. That a draw was granted is said by the game's end alone.
    """

    kind: Wish
    seat: int
    result: Fate
    by: int | None


class Absence(Part, frozen=True):
    """A seat in the game whose player is away, and has `left_s` to come back before anything can be claimed.

    `left_s` is counted from when the message was made, but stands still where none of the players is there to wait.
    Where the seat `by` has let a computer of `level` play on, it does until the player is back; else both are None.
    """

    seat: int
    left_s: float
    level: str | None
    by: int | None


class Table(Message, frozen=True):
    """A room as one seat sees it, whole; each Table replaces the one before.

    At a table that is `serious`, nobody is helped; `watch` says who may watch; `host_seat` is the seat of its host, who
    may send others away and close it; `clock` is how long players may take. `seq` grows with everything stored about
    the room. `number` counts its games from 1; it is 0 before the first. `seat` is yours, or None for a spectator.
    `ply` counts your moves in this game and everybody's takebacks. `turn` lists the seats that may move now.
    `time_left_s` is how long you have if you are one of them, or else the first of them, or the game if that is less,
    from when the message was made, or None for no limit. `totals` is what each seat has left for the whole game, which
    runs while it is on turn, or None for no limit. `lasted_s` is how long the game has lasted by then, or in the end
    did; None before the first game. `view` is the game's own map, or None before the first game; `rematch` lists the
    seats that agreed to another. `request` is what a seat asks of the others, or None; `verdict` is what became of
    that, or None where this is no news. `gave_up` lists the seats that have given the game up, in that order, and
    `reasons` says of each why. `away` lists the seats whose players are away from the game. `events` counts what has
    happened in the game, and `head` is the first 8 bytes, in hexadecimal, of the chain over it; empty before the first
    game.
    """

    room: str
    game: str
    options: dict[str, Any]
    listed: bool
    serious: bool
    watch: Watching
    host: str
    host_seat: int | None
    clock: Clock
    seq: int
    number: int
    phase: Phase
    chairs: tuple[Chair, ...]
    seat: int | None
    ply: int
    turn: tuple[int, ...]
    time_left_s: float | None
    totals: tuple[float | None, ...]
    lasted_s: float | None
    view: Any
    ending: Ending | None
    rematch: tuple[int, ...]
    request: Request | None
    verdict: Verdict | None
    gave_up: tuple[int, ...]
    reasons: tuple[str, ...]
    away: tuple[Absence, ...]
    events: int
    head: str


class Deal(Message, frozen=True):
    """How the newest dealing of a room stands; each Deal replaces the one before.

    `deal` counts the dealings of the room, without a gap; this one is for game `number`. `commitment` binds the server
    to its secret. By seat in that game: `parts` says who takes part; `hashes` is what they pledged, shown once it is
    complete; `shares` what they gave, shown once the cards are dealt. Either is None for who was too late. `secret` is
    shown when the game is over, or the dealing was broken off. Bytes are in hexadecimal.
    """

    room: str
    deal: int
    number: int
    stage: Stage
    commitment: str
    parts: tuple[bool, ...]
    hashes: tuple[str | None, ...]
    shares: tuple[str | None, ...]
    secret: str | None


class Presence(Message, frozen=True):
    """Who is connected to a room right now: one flag a seat (computers always are), and how many watch."""

    room: str
    present: tuple[bool, ...]
    watchers: int


class Player(Part, frozen=True):
    """Who held a seat when the game began: a person by name, or a computer by level."""

    kind: Literal["person", "computer"]
    name: str


class GameEvent(Part, frozen=True):
    """Something that happened in a game, to a seat or to all: a move's text, or the sentence about who gave up."""

    kind: Kind
    seat: int | None
    text: str


class EarlierDeal(Part, frozen=True):
    """An earlier dealing of a room: its number, what bound the server, and the secret."""

    deal: int
    commitment: str
    secret: str


class Transcript(Message, frozen=True):
    """All that happened in a game that is over, in pages: enough to play it again and check every card.

    `version` is that of the game's rules; `deal`, `commitment`, `parts`, `hashes`, `shares` and `secret` are those of
    its Deal. `earlier` lists the dealings before it, up to the last 64. `events` are those behind the first `after`, of
    `count` in all.
    """

    ref: int
    room: str
    number: int
    game: str
    version: int
    options: dict[str, Any]
    players: tuple[Player, ...]
    deal: int
    commitment: str
    parts: tuple[bool, ...]
    hashes: tuple[str | None, ...]
    shares: tuple[str | None, ...]
    secret: str
    earlier: tuple[EarlierDeal, ...]
    count: int
    after: int
    events: tuple[GameEvent, ...]
    ending: Ending


class Advice(Message, frozen=True):
    """What there is to say about a position you are on turn in, and nobody else is told.

    `number` and `ply` name the position as in Play. `move` is what you might do, or None where the question was another
    or nothing can be done; `text` is a sentence that says why.
    """

    ref: int
    room: str
    number: int
    ply: int
    about: Question
    move: str | None
    text: str


class Records(Message, frozen=True):
    """What you have done in `game` so far: all your games of it that have ended, but for those in which nobody moved.

    A game alone is won by doing what it is about. `streak` counts the games won in a row up to the last, `longest` the
    most there ever were. Moves and seconds are those of games won; in a race over deals, only of those where you solved
    yours. They are None before the first.

    `deal_moves` is the fewest moves anybody is known to have solved the deal in, `deal_by` who did first, and
    `deal_line` how, once you have played it to an end yourself.
    """

    ref: int
    game: str
    played: int
    won: int
    streak: int
    longest: int
    best_moves: int | None
    average_moves: float | None
    best_s: float | None
    average_s: float | None
    deal: str | None
    deal_moves: int | None
    deal_by: str | None
    deal_line: str | None


class Line(Part, frozen=True):
    """What somebody said `age_s` seconds before the message was made, and whether that was you.

    Where the house says it, `who` is empty.
    """

    who: str
    text: str
    manner: Manner
    age_s: float
    yours: bool


class Talk(Message, frozen=True):
    """What was said lately at a table that you follow, or in the hall where `room` is None, oldest first.

    It comes when you come there, unless nobody has said anything, and replaces what you have heard there before.
    """

    room: str | None
    lines: tuple[Line, ...]


class Heard(Message, frozen=True):
    """Somebody says something at a table that you follow, or in the hall where `room` is None."""

    room: str | None
    line: Line


class Left(Message, frozen=True):
    """You no longer follow this room; `reason` says why in words."""

    room: str
    reason: str


class Notice(Message, frozen=True):
    """A sentence from the server to everyone, such as that it is about to restart."""

    text: str


Command = (
    Hello
    | Rename
    | SignOut
    | Browse
    | Create
    | Join
    | Quick
    | Watch
    | Recall
    | Play
    | Consult
    | Fill
    | Resign
    | TakeBack
    | OfferDraw
    | Answer
    | Claim
    | Kick
    | Shut
    | Rematch
    | Pledge
    | Share
    | Transcribe
    | Leave
    | Say
    | Mute
)
Event = (
    Welcome
    | Named
    | Token
    | Refused
    | Entered
    | Lobby
    | Table
    | Deal
    | Presence
    | Transcript
    | Advice
    | Records
    | Talk
    | Heard
    | Left
    | Notice
)
