"""Says in sentences what a transcript leaves open, although all that can be checked of it is true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.game import Seat
from protocol import messages as m
from protocol.saved_game import Witness


def find_doubts(transcript: m.Transcript, witness: Witness) -> Iterator[str]:
    """Say what a transcript cannot prove, or this program cannot check."""
    if withheld := withheld_seats(transcript):
        yield _withheld_text(withheld)
    if not any(share is not None for share in transcript.shares):
        yield "No player took part in dealing, so the server alone drew the deal."
    elif witness.share is None:
        yield "This program gave no share of its own, or no longer knows it."
    elif witness.seat is not None and transcript.shares[witness.seat] is None:
        yield "Your share came too late to count in the deal."
    if not any(bound.deal == transcript.deal for bound in witness.bound):
        yield "The server didn't show this program the commitment before the deal."
    yield from _note_called_off(transcript, witness)
    if not witness.sights:
        yield "This program saw nothing of the game itself."


def withheld_seats(transcript: m.Transcript) -> tuple[Seat, ...]:
    """The seats of people whose names are withheld."""
    rows = enumerate(zip(transcript.name_hashes, transcript.name_salts, strict=True))
    return tuple(seat for seat, (hashed, salt) in rows if hashed is not None and salt is None)


def _withheld_text(seats: Sequence[Seat]) -> str:
    """Say which names the server does not tell, by the seats as people count them."""
    numbers = [str(seat + 1) for seat in seats]
    if len(numbers) == 1:
        return f"The name of player {numbers[0]} is withheld, as the account was deleted."
    told = f"{', '.join(numbers[:-1])} and {numbers[-1]}"
    return f"The names of players {told} are withheld, as the accounts were deleted."


def _note_called_off(transcript: m.Transcript, witness: Witness) -> Iterator[str]:
    """Say how many dealings were called off, and of how many this program saw nobody leave or come."""
    count = transcript.deal - transcript.number  # each game before this one took one dealing
    if count <= 0:
        return
    seen = [call.left for call in witness.called_off if call.deal < transcript.deal]
    unexplained = seen.count(False)
    told = f"{count} earlier {'deal was' if count == 1 else 'deals were'} called off at this table"
    if not seen:
        yield f"{told}: ask why, unless somebody left."
    elif unexplained == count:
        yield f"{told}, though you saw nobody leave."
    elif unexplained:
        yield f"{told}; for {unexplained} of them you saw nobody leave."
    else:
        yield f"{told}; for {len(seen)} of them you saw somebody leave or come."
