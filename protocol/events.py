"""What the server sends: one frozen type for each event, and the parts they are made of."""

from __future__ import annotations

from typing import Any, Literal

from protocol.words import Clock, Fate, Kind, Manner, Message, Part, Phase, Question, RefusalCode, Stage, Watching, Wish


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


class Repute(Part, frozen=True):
    """How well somebody plays `game`, as it stands beside their name; while `provisional`, that says little."""

    game: str
    rating: int
    provisional: bool


class Listing(Part, frozen=True):
    """One line of the lobby: a room, its host, who sits there, and how many seats it has.

    `ratings` says of each of `players` how well they play the game, or None of computers and where it is not known.
    Where the room is `serious`, nobody is helped; `watch` says who may watch, and `clock` is how long players may take.
    """

    room: str
    game: str
    options: dict[str, Any]
    host: str
    players: tuple[str, ...]
    ratings: tuple[Repute | None, ...]
    seats: int
    serious: bool
    watch: Watching
    clock: Clock


class Lobby(Message, frozen=True):
    """The lobby as it is now: rooms with a seat to take, games to watch, and the size of the place.

    The lists are the longest-waiting, the newest and the names of some who are connected, at most 50 each; `rooms` and
    `online` count everything. `ratings` says of each of `people` how well they play the game of which that is known
    best, or None.
    """

    open: tuple[Listing, ...]
    live: tuple[Listing, ...]
    people: tuple[str, ...]
    ratings: tuple[Repute | None, ...]
    rooms: int
    online: int


class Seeking(Part, frozen=True):
    """You wait `left_s` at most, for anybody to play one of `games` with, or for `whom` to answer your challenge."""

    games: tuple[str, ...]
    whom: str | None
    left_s: float


class Challenged(Part, frozen=True):
    """`who` asks you for a game, and waits `left_s` for your answer. `challenge` is the number to answer by."""

    challenge: int
    who: str
    game: str
    options: dict[str, Any]
    serious: bool
    clock: Clock
    left_s: float


class Matching(Message, frozen=True):
    """Whom you wait for, and who challenges you, whole; each Matching replaces the one before.

    `left_s` of each is counted from when the message was made. `news` says in a sentence what became of what is over.
    """

    seeking: Seeking | None
    challenges: tuple[Challenged, ...]
    news: str


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


class PastGame(Part, frozen=True):
    """A game of yours that is over, which `past` names for as long as the server keeps its records.

    It was game `number` at table `room`, and yours was `seat`. `ended` is when, in seconds since 1970 (UTC) by the
    server's clock, or None where it keeps no times; `seconds` is how long it lasted, and `moves` how many were made.
    `commitment` is that of its Deal, which no other game has. When a game is `rated` stands under Ratings.
    """

    past: int
    room: str
    number: int
    game: str
    options: dict[str, Any]
    players: tuple[Player, ...]
    seat: int
    ending: Ending
    ended: int | None
    seconds: float
    moves: int
    serious: bool
    rated: bool
    commitment: str


class PastGames(Message, frozen=True):
    """Your games that are over, the newest first, at most 50; with `more`, there are others behind the last of them."""

    ref: int
    games: tuple[PastGame, ...]
    more: bool


class Rating(Part, frozen=True):
    """How well you play a game by its rated games, of which there were `games`, within twice the `deviation`.

    While it is `provisional`, it says too little to be ranked by. `change` is what the last of the games did to it,
    which was game `number` at table `room`.
    """

    rating: float
    deviation: float
    provisional: bool
    games: int
    change: float
    room: str
    number: int


class Opponent(Part, frozen=True):
    """Somebody you have played against: in how many games, and in how many just one of you was among the winners."""

    kind: Literal["person", "computer"]
    name: str
    played: int
    won: int
    lost: int


class Leader(Part, frozen=True):
    """A person or a computer with their rating; `rank` counts from 1, and is None while that is provisional."""

    rank: int | None
    kind: Literal["person", "computer"]
    name: str
    rating: float
    deviation: float
    games: int
    yours: bool


class Leaders(Message, frozen=True):
    """Who plays `game` best, at most 50, best first; behind them those whose ratings are provisional yet.

    Nobody is there where a game is not rated.
    """

    ref: int
    game: str
    leaders: tuple[Leader, ...]


class Records(Message, frozen=True):
    """What you have done in `game` so far: all your games of it that have ended, but for those in which nobody moved.

    A game alone is won by doing what it is about. `streak` counts the games won in a row up to the last, `longest` the
    most there ever were. Moves and seconds are those of games won; in a race over deals, only of those where you solved
    yours. They are None before the first.

    `deal_moves` is the fewest moves anybody is known to have solved the deal in, `deal_by` who did first, and
    `deal_line` how, once you have played it to an end yourself.

    `rating` is None before the first rated game, and `opponents` are the 20 you have played against most.
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
    rating: Rating | None
    opponents: tuple[Opponent, ...]


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


Event = (
    Welcome
    | Named
    | Token
    | Refused
    | Entered
    | Lobby
    | Matching
    | Table
    | Deal
    | Presence
    | Transcript
    | PastGames
    | Leaders
    | Advice
    | Records
    | Talk
    | Heard
    | Left
    | Notice
)
