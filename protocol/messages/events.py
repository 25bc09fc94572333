"""The union of all events that the server sends; each type stands in the module of its subject."""

from __future__ import annotations

from protocol.messages.account import AccountDeleted, AccountPage, Named, Token
from protocol.messages.history import PastGames, Transcript
from protocol.messages.identity import Devices, LinkCode, SignInChallenge
from protocol.messages.lobby import Lobby, Matching
from protocol.messages.records import Leaders, Score, Stats
from protocol.messages.session import Notice, Refused, Welcome
from protocol.messages.table import Advice, Deal, Entered, Left, LegalMoves, Presence, Table, TableUpdate
from protocol.messages.talk import Heard, Reported, Talk

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
