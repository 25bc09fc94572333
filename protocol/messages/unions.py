"""The unions of all commands that a client sends, and of all events that the server sends."""

from __future__ import annotations

from protocol.messages.account import (
    AccountDeleted,
    AccountPage,
    AddDevice,
    DeleteAccount,
    Devices,
    ExportAccount,
    GetDevices,
    GetLinkCode,
    LinkCode,
    Named,
    Rename,
    RevokeDevice,
    SignOut,
    Token,
)
from protocol.messages.dealing import CommitShare, Deal, RevealShare
from protocol.messages.history import GetHistory, GetPastGame, GetTranscript, PastGames, Transcript
from protocol.messages.lobby import Browse, Challenge, Create, Lobby, Matching, Quick, Respond, Withdraw
from protocol.messages.play import (
    Advice,
    AnswerOffer,
    Claim,
    Consult,
    GetLegalMoves,
    LegalMoves,
    OfferDraw,
    Play,
    Resign,
    TakeBack,
)
from protocol.messages.records import GetLeaders, GetStats, Leaders, Score, Stats, WatchScore
from protocol.messages.seats import (
    AddComputers,
    CloseTable,
    Entered,
    Join,
    Kick,
    Leave,
    Left,
    Look,
    Presence,
    Rematch,
    Watch,
)
from protocol.messages.session import Hello, Notice, Prove, Refused, SignInChallenge, Welcome
from protocol.messages.table import Table, TableUpdate
from protocol.messages.talk import Heard, Mute, Reported, ReportPlayer, Say, Talk

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

Event = (
    SignInChallenge
    | Welcome
    | Named
    | Token
    | LinkCode
    | Devices
    | AccountPage
    | AccountDeleted
    | Refused
    | Entered
    | Lobby
    | Matching
    | Table
    | TableUpdate
    | Deal
    | Presence
    | Transcript
    | Score
    | PastGames
    | Leaders
    | Advice
    | LegalMoves
    | Stats
    | Talk
    | Heard
    | Reported
    | Left
    | Notice
)
