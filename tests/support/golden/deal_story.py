"""How ann's and ben's first game of the afternoon is dealt, and what can be read of it once ben has resigned."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from protocol import dealing
from protocol import messages as m

SECRET = bytes(range(32))
SHARES = {0: bytes.fromhex("00112233445566778899aabbccddeeff"), 1: bytes.fromhex("0f1e2d3c4b5a69788796a5b4c3d2e1f0")}
KEY = dealing.deal_key("war", SECRET, SHARES)
COMMITMENT = dealing.commitment("war", SECRET).hex()
HASHES = tuple(dealing.pledge(share).hex() for share in SHARES.values())
GIVEN = tuple(share.hex() for share in SHARES.values())
COMMITTED: dict[str, Any] = {"commitment": COMMITMENT}
GAME: dict[str, Any] = {"number": 1, "game": "war", "version": 1, "deal": 1}
PLAYERS = (m.TranscriptPlayer(kind="person", name="ann"), m.TranscriptPlayer(kind="person", name="ben"))
RESIGNED = m.GameEvent(kind="resign", seat=1, text="resigned 1")
SALTS = ("a0a1a2a3a4a5a6a7a8a9aaabacadaeaf", "b0b1b2b3b4b5b6b7b8b9babbbcbdbebf")
NAME_HASHES = tuple(
    dealing.name_hash(bytes.fromhex(salt), player.name).hex() for salt, player in zip(SALTS, PLAYERS, strict=True)
)


def flips(count: int) -> tuple[m.GameEvent, ...]:
    """The first flips of the game, ann's before ben's each time."""
    return tuple(m.GameEvent(kind="move", seat=number % 2, text="flip") for number in range(count))


def head(room: str, options: dict[str, Any], events: tuple[m.GameEvent, ...]) -> str:
    """What everybody is shown of the chain's head after these events."""
    found = dealing.opening(
        {
            **GAME,
            "room": room,
            "options": options,
            **COMMITTED,
            "players": [["person", hashed] for hashed in NAME_HASHES],
            "shares": list(GIVEN),
        },
        dealing.NEWEST_CHAIN,
    )
    for number, event in enumerate(events, start=1):
        found = dealing.next_head(found, dealing.leaf(KEY, number, event.kind, event.seat, event.text))
    return found[: dealing.HEAD_BYTES].hex()


def deals(room: str) -> tuple[tuple[str, m.Deal], ...]:
    """The dealing from its beginning to its end, each with the title of its golden frame."""
    nothing: dict[str, Any] = {"hashes": (None, None), "shares": (None, None), "secret": None}
    pledging = m.Deal(room=room, deal=1, number=1, stage="pledging", parts=(True, True), **COMMITTED, **nothing)
    sharing = replace(pledging, stage="sharing", hashes=HASHES)
    dealt = replace(sharing, stage="dealt", shares=GIVEN)
    return (
        ("the server is bound", pledging),
        ("everybody's hash is there", sharing),
        ("the cards are dealt", dealt),
        ("ben was too late, and the cards are dealt", replace(dealt, shares=(GIVEN[0], None))),
        ("the game is over", replace(dealt, stage="over", secret=SECRET.hex())),
    )


def transcript(room: str, options: dict[str, Any], ending: m.Ending) -> m.Transcript:
    """All that happened until ben resigned."""
    events = (*flips(6), RESIGNED)
    return m.Transcript(
        **{**GAME, **COMMITTED, "room": room, "options": options, "players": PLAYERS, "parts": (True, True)},
        ref=8,
        hashes=HASHES,
        shares=GIVEN,
        secret=SECRET.hex(),
        earlier=(),
        count=len(events),
        after=0,
        events=events,
        ending=replace(ending, reason=RESIGNED.text),
        chain=dealing.NEWEST_CHAIN,
        name_hashes=NAME_HASHES,
        name_salts=SALTS,
    )
