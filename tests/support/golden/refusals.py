"""What rooms say to whoever asks for what cannot be: each case with its code and its sentence, as golden text.

A test asserts the code; the sentence stands in `golden/refusals.txt` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unittest.mock import patch

from engines import catalog
from server.computers import advice
from server.hosting import room_requests
from server.limits.settings import ServerLimits
from server.room import inputs
from server.room import step as rooms
from server.room.match.occupants import Computer, OpenSeat  # fmt: skip
from server.room.outputs import Refuse
from server.room.step import Room
from tests.support.builders.rooms import (
    ANN,
    BEN,
    CLEO,
    DORA,
    after,
    begun,
    climb,
    climbing,
    flip,
    flipped,
    person,
    playing,
)
from tests.support.games.climb import GAME, STIFF


def cases() -> Iterator[tuple[str, Room, inputs.Input | inputs.Consult]]:
    """What is asked of which room, with a title; Climb and Stiff are among the games meanwhile."""
    alone, moved = climbing(ANN), climb(climbing(ANN, BEN, CLEO), ANN)
    asked = after(moved, inputs.TakeBack(ANN))
    hint = inputs.Consult(ANN, "hint")
    yield "help out of turn", climb(climbing(ANN, computers=2), ANN), hint
    yield "help before the game", begun(person(ANN), OpenSeat(), game="climb"), hint
    yield "help after the game", climb(climbing(ANN, steps=1), ANN), hint
    yield "help after giving up", after(climbing(ANN, computers=2), inputs.Resign(ANN)), hint
    yield "a hint for a spectator", alone, inputs.Consult(BEN, "hint")
    yield "a prospect for a spectator", alone, inputs.Consult(BEN, "prospect")
    yield "help after leaving", after(alone, inputs.Leave(ANN)), hint
    yield "help against people", climbing(ANN, BEN, CLEO), hint
    yield (
        "help against people who gave up",
        after(climbing(ANN, BEN, CLEO), inputs.Resign(BEN)),
        inputs.Consult(CLEO, "hint"),
    )
    yield "a hint at a serious table", climbing(ANN, serious=True), hint
    yield "a prospect at a serious table", climbing(ANN, serious=True), inputs.Consult(ANN, "prospect")
    yield "a hint in a game without", climbing(ANN, game="stiff"), hint
    yield "a prospect in a game without", climbing(ANN, game="stiff"), inputs.Consult(ANN, "prospect")
    yield "a hint in War", begun(person(ANN), Computer("flipper")), hint
    yield "another's last move back", climb(climbing(ANN, BEN), ANN), inputs.TakeBack(BEN)
    yield "a move back in War", flipped(playing(), ANN), inputs.TakeBack(ANN)
    yield "a move back while another asks", asked, inputs.TakeBack(BEN)
    yield "a move back again", after(asked, inputs.AnswerOffer(BEN, agree=False)), inputs.TakeBack(ANN)
    yield "an answer to nothing", moved, inputs.AnswerOffer(BEN, agree=True)
    yield "a draw among computers", climbing(ANN, computers=1), inputs.OfferDraw(ANN)
    yield (
        "a draw again",
        after(climbing(ANN, BEN), inputs.OfferDraw(ANN), inputs.AnswerOffer(BEN, agree=False)),
        inputs.OfferDraw(ANN),
    )
    yield "a move back while a draw is offered", after(moved, inputs.OfferDraw(BEN)), inputs.TakeBack(ANN)
    yield "giving up twice", after(climbing(ANN, BEN, CLEO), inputs.Resign(ANN)), inputs.Resign(ANN)
    yield "a seat at a full table", playing(), inputs.Sit(CLEO, "cleo")
    yield "an unknown level", begun(), inputs.AddComputers(ANN, "grandmaster")
    yield "a computer at a full table", playing(), inputs.AddComputers(ANN, "flipper")
    yield "leaving without a seat", playing(), inputs.Leave(CLEO)
    yield "a rematch before the end", playing(), inputs.Rematch(ANN)
    yield "a move to come", playing(), inputs.Play(ANN, 1, 99, "flip")
    yield "a move out of turn", flipped(playing(), ANN), flip(flipped(playing(), ANN), ANN)
    yield "a move that is none", playing(), inputs.Play(ANN, 1, 0, "fold")
    yield "closing another's table", climbing(ANN, BEN), inputs.CloseTable(BEN)
    yield "sending nobody away", climbing(ANN, BEN), inputs.Kick(ANN, "nobody")
    yield (
        "a seat after being sent away",
        after(climbing(ANN, BEN, CLEO), inputs.Kick(ANN, "ben")),
        inputs.Sit(BEN, "ben"),
    )
    yield "a seat where one has none", climbing(ANN), inputs.Resign(DORA)


def refusals() -> Iterable[tuple[str, Refuse]]:
    """Every case with the refusal that it meets, which changes nothing."""
    games = {**catalog.games(), "climb": GAME, "stiff": STIFF}
    with patch.object(catalog, "games", lambda: games):
        for title, room, event in cases():
            result = advice.step(room, event) if isinstance(event, inputs.Consult) else rooms.step(room, 0.0, event)
            (output,) = result.outputs
            assert isinstance(output, Refuse), title
            assert (result.room is room, result.record) == (True, False), title
            yield title, output
    for title, room in (("watching where nobody may", playing(watch="nobody")), ("watching a full room", playing())):
        refused = room_requests.watch_refusal(room, CLEO, 0, ServerLimits(spectators=0))
        assert refused is not None, title
        yield title, refused


def golden() -> Iterable[tuple[str, str]]:
    """The one page of them."""
    yield "refusals.txt", "".join(f"{title} ({refused.code}): {refused.text}\n" for title, refused in refusals())
