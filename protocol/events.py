"""What the server sends: every event, the types of which stand with what they are about."""

from __future__ import annotations

from protocol.lobby import Lobby, Matching
from protocol.past import PastGames, Transcript
from protocol.records import Leaders, Reckoning, Records
from protocol.table import Advice, Deal, Entered, Left, Presence, Table
from protocol.talk import Heard, Talk
from protocol.visit import Named, Notice, Refused, Token, Welcome

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
    | Reckoning
    | PastGames
    | Leaders
    | Advice
    | Records
    | Talk
    | Heard
    | Left
    | Notice
)
