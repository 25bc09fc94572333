"""Why a seat has given a game up: as the chain hashes it, and as a sentence for people.

Since version 2 of the chain a reason names its seats alone, as in `sent-away 0 1`, so that a game can be verified when
nobody is told a player's name any more; the sentence about it may be worded anew. Version 1 hashes a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from protocol.dealing import FORMER_PLAYER
from protocol.messages import TranscriptPlayer

ReasonKind = Literal["resigned", "gave-up", "time-up", "left", "sent-away", "closed", "stayed-away"]

SENTENCES: dict[str, str] = {
    "resigned": "{} resigned.",
    "gave-up": "{} resigned.",
    "time-up": "{}'s time is up.",
    "left": "{} left the table.",
    "sent-away": "{} resigned by sending {} away.",
    "closed": "{} closed the table.",
    "stayed-away": "{} did not come back.",
}
"""What people read of each kind, with a name for each of its seats."""
HASHED_SENTENCES: dict[str, str] = {
    "resigned": "{} resigned.",
    "gave-up": "{} gave up.",
    "time-up": "{}'s time is up.",
    "left": "{} left the table.",
    "sent-away": "{} sent {} away.",
    "closed": "{} closed the table.",
    "stayed-away": "{} did not come back.",
}
"""What version 1 of the chain hashes: these stay to the letter, or no older game is verified any more."""
_SPOKEN: dict[ReasonKind, re.Pattern[str]] = {
    kind: re.compile("|".join(re.escape(said[kind]).replace(r"\{\}", ".+") for said in (SENTENCES, HASHED_SENTENCES)))
    for kind in get_args(ReasonKind)
}
_REASON = re.compile(r"([a-z-]+)((?: (?:0|[1-9][0-9]?))+)", re.ASCII)


def reason(chain: int, kind: ReasonKind, seats: Sequence[int], names: Sequence[str]) -> str:
    """A reason in a version of the chain; `names` are those of its seats."""
    return HASHED_SENTENCES[kind].format(*names) if chain == 1 else " ".join([kind, *map(str, seats)])


def sentence(text: str, names: Sequence[str]) -> str:
    """What a reason says, with everybody's name by seat; any other text, as of a game's own rules, says itself."""
    seats = seats_of(text)
    if not seats or max(seats) >= len(names):
        return text
    said = SENTENCES[text.split(" ")[0]].format(*[names[seat] for seat in seats])
    return said[0].upper() + said[1:] if said.startswith(FORMER_PLAYER) else said


def kind_of(said: str) -> ReasonKind | None:
    """The kind of a reason, from its sentence; None for any other text.

    >>> kind_of("ben's time is up."), kind_of("The moon is up.")
    ('time-up', None)
    """
    return next((kind for kind, sentence in _SPOKEN.items() if sentence.fullmatch(said)), None)


def player_names(players: Iterable[TranscriptPlayer]) -> list[str]:
    """What players of a finished game are called in sentences."""
    return [player.name if player.kind == "person" else f"{player.name} (computer)" for player in players]


def seats_of(text: str) -> tuple[int, ...]:
    """The seats that a reason names; none where the text is no reason without names."""
    found = _REASON.fullmatch(text)
    if found is None or found[1] not in SENTENCES:
        return ()
    seats = tuple(map(int, found[2].split()))
    return seats if len(seats) == SENTENCES[found[1]].count("{}") else ()
