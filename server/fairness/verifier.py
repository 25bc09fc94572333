"""Whether a game was dealt fairly and played by its rules: a transcript held against itself and what a player saw.

    verify(saved) -> Verdict            raises Refuted, with a sentence, at the first thing that is not so

Everything is computed anew: what bound the server, the key, every card, every move, the chain. docs/dealing.md has the
same in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from engines import catalog
from engines.game import IllegalMoveError, Outcome, UnreadableMoveError
from protocol import dealing
from protocol import messages as m
from protocol.dealing import HEAD_BYTES
from protocol.saved_game import ORDER, SavedGame, Witness
from server.fairness.transcript import EARLIER
from server.room.match import match as sittings
from server.room.match import offers
from server.room.match.dealing import Chain
from server.room.match.match import Match, PendingOffer, RoomSettings
from server.room.player_view import ending


class RefutedError(ValueError):
    """Something is not as it has to be; the message is a sentence that says what."""


class Verification(NamedTuple):
    """What was found to be so: how many events, how many sights of one's own, and what cannot be told."""

    events: int
    sights: int
    notes: tuple[str, ...]


def verify(saved: SavedGame) -> Verification:
    """Check everything that can be. Raises Refuted."""
    told, witness = saved.transcript, saved.witness
    check_shape(told)
    _check_commitment(told, witness)
    _check_counter(told, witness)
    _check_shares(told)
    _check_own_share(told, witness)
    _check_order(told, witness)
    key = dealing.deal_key(told.game, bytes.fromhex(told.secret), given(told))
    heads = tuple(heads_of(told, key))
    _check_heads(heads, witness)
    history = replay_game(told, Chain(key, heads[0]))
    _check_sights(told, history, witness)
    _check_ending(told, history[-1], witness)
    return Verification(told.count, len(witness.sights), tuple(_notes(told, witness)))


def check_shape(told: m.Transcript) -> None:
    """The lists are as long as they have to be, and this program knows the rules."""
    game = catalog.games().get(told.game)
    if game is None:
        raise RefutedError(f"This program does not know the game {told.game[:40]!r}.")
    if game.version != told.version:
        raise RefutedError(
            f"The game was played by version {told.version} of its rules; this program knows version {game.version}."
        )
    seats = {len(by_seat) for by_seat in (told.players, told.parts, told.hashes, told.shares)}
    if len(seats) != 1 or seats.pop() not in game.seats:
        raise RefutedError("The transcript does not say of every seat who held it and what they gave.")
    if told.after or len(told.events) != told.count:
        raise RefutedError(f"The transcript has {len(told.events)} of {told.count} events.")


def _check_commitment(told: m.Transcript, witness: Witness) -> None:
    """The secret is the one that the server was bound to, before anybody had given anything."""
    _check_opens(told.game, told.deal, told.commitment, told.secret)
    for bound in witness.bound:
        if bound.deal == told.deal and bound.commitment != told.commitment:
            raise RefutedError("The commitment is not the one that you were shown before the cards were dealt.")


def _check_counter(told: m.Transcript, witness: Witness) -> None:
    """No dealing has been left out, and each before this one was what you were shown of it."""
    numbers = [each.deal for each in told.earlier]
    if numbers != list(range(max(1, told.deal - EARLIER), told.deal)):
        raise RefutedError(f"The dealings before dealing {told.deal} are not all there, each with the next number.")
    shown = {bound.deal: bound.commitment for bound in witness.bound}
    for each in told.earlier:
        _check_opens(told.game, each.deal, each.commitment, each.secret)
        if shown.get(each.deal, each.commitment) != each.commitment:
            raise RefutedError(f"The commitment of dealing {each.deal} is not the one that you were shown.")


def _check_opens(game: str, deal: int, commitment: str, secret: str) -> None:
    if dealing.commitment(game, _bytes(secret, dealing.SECRET_BYTES)).hex() != commitment:
        raise RefutedError(f"The secret of dealing {deal} does not open its commitment.")


def _check_shares(told: m.Transcript) -> None:
    """Every share opens the hash that was pledged for it, and only who takes part has either."""
    rows = zip(told.players, told.parts, told.hashes, told.shares, strict=True)
    for seat, (player, takes_part, hashed, share) in enumerate(rows):
        if takes_part and player.kind == "computer":
            raise RefutedError(f"Seat {seat} is a computer's, which takes no part in dealing.")
        if hashed is not None and not takes_part:
            raise RefutedError(f"Seat {seat} takes no part in dealing, and has pledged a share all the same.")
        if share is not None and hashed is None:
            raise RefutedError(f"The share of seat {seat} was given without having been pledged.")
        if share is not None and dealing.pledge(_bytes(share, dealing.SHARE_BYTES)).hex() != hashed:
            raise RefutedError(f"The share of seat {seat} is not the one that was pledged.")


def _check_own_share(told: m.Transcript, witness: Witness) -> None:
    """What you gave is in its place, and all shares are the ones that you were shown as the cards were dealt."""
    if witness.share is not None and witness.seat is not None:
        if witness.seat >= len(told.shares) or told.shares[witness.seat] not in (witness.share, None):
            raise RefutedError("Another share than yours stands at your seat.")
        was_shown = witness.shares is not None and witness.share in witness.shares
        if was_shown and told.shares[witness.seat] is None:
            raise RefutedError("Your share has been left out of the deal.")
    if witness.shares is not None and witness.shares != told.shares:
        raise RefutedError("The shares are not those that you were shown as the cards were dealt.")


def _check_order(told: m.Transcript, witness: Witness) -> None:
    """Nobody could choose last: hashes were complete before any share left, and the commitment came before all."""
    places = [ORDER.index(step) for step in witness.steps]
    if "cards" in witness.steps and "commitment" in witness.steps and places.index(0) > places.index(len(ORDER) - 1):
        raise RefutedError("The cards were dealt before the server had shown what it is bound by.")
    if places != sorted(set(places)):
        raise RefutedError("The steps of the dealing did not come in their order.")
    if witness.share is not None and witness.hashes is None:
        raise RefutedError("Your share was given before you had been shown every hash.")
    if witness.hashes is not None and witness.hashes != told.hashes:
        raise RefutedError("The hashes are not those that you were shown before you gave your share.")


def given(told: m.Transcript) -> dict[int, bytes]:
    return {seat: bytes.fromhex(share) for seat, share in enumerate(told.shares) if share is not None}


def heads_of(told: m.Transcript, key: bytes) -> Iterator[bytes]:
    """The chain's head at the beginning and after each event."""
    head = dealing.opening(
        {
            "room": told.room,
            "number": told.number,
            "game": told.game,
            "version": told.version,
            "options": told.options,
            "players": [[player.kind, player.name] for player in told.players],
            "deal": told.deal,
            "commitment": told.commitment,
            "shares": list(told.shares),
        }
    )
    yield head
    for number, event in enumerate(told.events, start=1):
        head = dealing.linked(head, dealing.leaf(key, number, event.kind, event.seat, event.text))
        yield head


def _check_heads(heads: Sequence[bytes], witness: Witness) -> None:
    """The story is the one that you were told all along."""
    for sight in witness.sights:
        if sight.events >= len(heads):
            raise RefutedError(f"You were shown {sight.events} events, and the transcript has {len(heads) - 1}.")
        if heads[sight.events][:HEAD_BYTES].hex() == sight.head:
            continue
        if not sight.events:
            raise RefutedError("Room, options, players or shares are not those that the game began with for you.")
        raise RefutedError(f"At event {sight.events} the story is another than the one that you were told.")


def replay_game(told: m.Transcript, chain: Chain) -> list[Match]:
    """The game after none of its events, one, and so on: dealt and played anew."""
    game = catalog.find(told.game)
    try:
        options = msgspec.convert(told.options, game.Options)
    except msgspec.ValidationError as error:
        raise RefutedError(f"The game cannot be played with its options: {error}.") from None
    setting = RoomSettings(told.room, game, options, told.options, listed=True, serious=False, host="", seed=b"")
    history = [sittings.begin_match(setting, told.number, len(told.players), chain, 0.0)]
    for number, event in enumerate(told.events, start=1):
        if history[-1].outcome is not None:
            raise RefutedError(f"The game was over before event {number}.")
        try:
            after = _after(setting, told, history[-1], event)
        except (UnreadableMoveError, IllegalMoveError, _IllegalTranscriptError) as error:
            raise RefutedError(f"Event {number} is against the rules: {error}") from None
        if after.chain.recent[-1] != event:
            raise RefutedError(f"Event {number} is against the rules: it is not written as its game writes it.")
        history.append(after)
    return history


class _IllegalTranscriptError(ValueError):
    """The event could not have happened; the message is a sentence."""


def _after(setting: RoomSettings, told: m.Transcript, before: Match, event: m.GameEvent) -> Match:
    """The game after one more event. Raises IllegalMove, UnreadableMove or _Unruly."""
    game, seat = setting.game, event.seat
    if event.kind == "time":
        if game.time_up is None or game.time_s(setting.options) is None:
            raise _IllegalTranscriptError("the game had no end of time.")
        return sittings.end_on_time(setting, before, 0.0)
    if seat is None or not 0 <= seat < len(told.players):
        raise _IllegalTranscriptError("there is no such seat.")
    match event.kind:
        case "resign":
            return _given_up(setting, told, before, seat, event.text)
        case "takeback":
            return offers.take_back(setting, before, PendingOffer("takeback", seat, (), 0.0), 0.0)
        case "draw":
            return offers.agree_draw(before, PendingOffer("draw", seat, (), 0.0), 0.0)
    if seat not in before.turn:
        raise _IllegalTranscriptError(f"seat {seat} was not on turn.")
    if event.kind == "default":
        return sittings.play_default(setting, before, seat, 0.0)
    return sittings.play_move(setting, before, seat, event.text, 0.0)


def _given_up(setting: RoomSettings, told: m.Transcript, before: Match, seat: int, reason: str) -> Match:
    if seat in before.gave_up:
        raise _IllegalTranscriptError(f"seat {seat} had given up before.")
    people = [place for place, player in enumerate(told.players) if player.kind == "person"]
    others = [place for place in people if place not in before.gave_up and place != seat]
    # Nobody plays on where all others have gone away and computers stand in for them; of that no event tells.
    goes_on = bool(others) and before.chain.events + 1 < told.count
    return sittings.give_up(setting, before, seat, reason, 0.0, goes_on=goes_on)


def _check_sights(told: m.Transcript, history: Sequence[Match], witness: Witness) -> None:
    """All that you saw, card by card, is what these cards and moves give to see."""
    game = catalog.find(told.game)
    for sight in witness.sights:
        sitting = history[sight.events]
        see = game.view if sitting.outcome is None else game.final or game.view
        if dealing.digest(msgspec.to_builtins(see(sitting.state, sight.seat))) != sight.view:
            when = f"after event {sight.events}" if sight.events else "when the cards were dealt"
            raise RefutedError(f"What you saw {when} is not what comes of the secret, the shares and the moves.")


def _check_ending(told: m.Transcript, last: Match, witness: Witness) -> None:
    if last.outcome is None:
        raise RefutedError("The transcript breaks off before the game is over.")
    if not _is_same(last.outcome, told.ending):
        raise RefutedError("The game ended in another way than the transcript says.")
    if witness.ending is not None and witness.ending != told.ending:
        raise RefutedError("You were told another end of the game.")


def _is_same(outcome: Outcome, told: m.Ending) -> bool:
    return ending(outcome) == told


def _bytes(written: str, length: int) -> bytes:
    """Bytes written in hexadecimal. Raises Refuted."""
    try:
        found = bytes.fromhex(written)
    except ValueError:
        found = b""
    if len(found) != length or found.hex() != written:
        raise RefutedError(f"{written[:80]!r} is not {length} bytes in hexadecimal.")
    return found


def _notes(told: m.Transcript, witness: Witness) -> Iterator[str]:
    """What nobody can tell from this."""
    if not any(share is not None for share in told.shares):
        yield "No player took part in dealing, so that the server alone has drawn what was dealt."
    elif witness.share is None:
        yield "This program gave no share of its own, or does not know it any more."
    elif witness.seat is not None and told.shares[witness.seat] is None:
        yield "Your share came too late, and is no part of what was dealt."
    if not any(bound.deal == told.deal for bound in witness.bound):
        yield "This program was not shown the commitment before the cards."
    if not witness.sights:
        yield "This program saw nothing of the game itself."
