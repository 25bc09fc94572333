"""Readers of the answers to what others ask: to offers, to challenges, and to the wish for a rematch."""

from __future__ import annotations

from client.commands import actions
from client.commands.new_table import check_known
from client.commands.verbs.context import VerbArguments, own_table
from client.state.defaults import REF
from client.state.phrases.offers import needs_my_answer, open_question
from client.state.phrases.seeks import challengers
from client.state.store import Store
from protocol import messages as m

NOTHING_ASKED = "Nobody has asked you anything."


def read_yes_or_no(arguments: VerbArguments, *, agree: bool) -> actions.Action:
    """Answer the one thing that is asked now. Whoever wants no rematch leaves the table."""
    match open_question(arguments.store, arguments.habits.muted):
        case "offer":
            return read_answer(arguments, agree=agree)
        case "challenge":
            return read_respond(arguments, agree=agree)
        case "rematch":
            room = own_table(arguments.store).room
            return m.Rematch(room=room) if agree else m.Leave(room=room)
    raise ValueError(NOTHING_ASKED)


def read_answer(arguments: VerbArguments, *, agree: bool) -> actions.Action:
    table = own_table(arguments.store)
    if not needs_my_answer(table):
        raise ValueError(NOTHING_ASKED)
    return m.AnswerOffer(room=table.room, agree=agree)


def read_respond(arguments: VerbArguments, *, agree: bool) -> actions.Action:
    challenge = _challenge(arguments.words, arguments.store)
    if agree:
        check_known(challenge.game)
    return m.Respond(ref=REF, challenge=challenge.challenge, agree=agree)


def _challenge(words: tuple[str, ...], store: Store) -> m.Challenged:
    """The named player's challenge, or the oldest one. Raises ValueError."""
    named = " ".join(words).casefold()
    found = [each for each in store.matching.challenges if not named or each.who.casefold() == named]
    if found:
        return found[0]
    if store.matching.challenges:
        raise ValueError(f"The challenge is from {challengers(store)}.")
    raise ValueError("Nobody has challenged you.")
