"""Deals and plays a finished game anew from its transcript: the secret, the shares and the moves give all the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from engines import catalog
from engines.game import Game, IllegalMoveError, UnreadableMoveError
from protocol import dealing, reasons
from protocol import messages as m
from protocol.dealing import NEWEST_CHAIN
from server.room.match import match as matches
from server.room.match import offers
from server.room.match.dealing import Chain, fact_player
from server.room.match.match import Match, PendingOffer, RoomSettings


class RefutedError(ValueError):
    """The transcript is wrong; the message is a sentence that says where."""


class ReplayedGame(NamedTuple):
    """A game under its room's settings: the match at the start and after each event."""

    setting: RoomSettings
    history: list[Match]


def check_shape(transcript: m.Transcript) -> None:
    """Check that the lists have the right lengths, and that this program knows the rules."""
    game = game_of(transcript)
    if not 1 <= transcript.chain <= NEWEST_CHAIN:
        raise RefutedError(f"The game has version {transcript.chain} of the chain, which this program doesn't know.")
    seats = {len(by_seat) for by_seat in (transcript.players, transcript.parts, transcript.hashes, transcript.shares)}
    names = {len(transcript.name_hashes), len(transcript.name_salts)}
    if len(seats) != 1 or names != (seats if transcript.chain > 1 else {0}) or seats.pop() not in game.seats:
        raise RefutedError("The transcript doesn't list every seat's player, hash and share.")
    if transcript.after or len(transcript.events) != transcript.count:
        raise RefutedError(f"The transcript has only {len(transcript.events)} of {transcript.count} events.")


def game_of(transcript: m.Transcript) -> Game[Any, Any, Any]:
    """The game, at the version of its rules that was played. Raises RefutedError if this program doesn't know it."""
    newest = catalog.games().get(transcript.game)
    if newest is None:
        raise RefutedError(f"This program doesn't know the game {transcript.game[:40]!r}.")
    if (game := newest.at_version(transcript.version)) is None:
        raise RefutedError(
            f"The game was played with version {transcript.version} of its rules; "
            f"this program knows version {newest.version}."
        )
    return game


def deal_key(transcript: m.Transcript) -> bytes:
    """The key of the deal, of the server's secret and everybody's share. Raises RefutedError."""
    try:
        shares = {seat: bytes.fromhex(share) for seat, share in enumerate(transcript.shares) if share is not None}
        return dealing.deal_key(transcript.game, bytes.fromhex(transcript.secret), shares)
    except ValueError:
        raise RefutedError("The secret or a share is not in hexadecimal.") from None


def chain_heads(transcript: m.Transcript) -> Iterator[bytes]:
    """The chain's head at the start and after each event. Raises RefutedError."""
    key = deal_key(transcript)
    hashes = transcript.name_hashes or (None,) * len(transcript.players)
    head = dealing.opening(
        {
            "room": transcript.room,
            "number": transcript.number,
            "game": transcript.game,
            "version": transcript.version,
            "options": transcript.options,
            "players": list(map(fact_player, transcript.players, hashes)),
            "deal": transcript.deal,
            "commitment": transcript.commitment,
            "shares": list(transcript.shares),
        },
        transcript.chain,
    )
    yield head
    for number, event in enumerate(transcript.events, start=1):
        head = dealing.next_head(head, dealing.leaf(key, number, event.kind, event.seat, event.text))
        yield head


def replay_game(transcript: m.Transcript) -> ReplayedGame:
    """Deal and play a game anew. Raises RefutedError where it is not one by the rules."""
    setting = _settings(transcript)
    chain = Chain(deal_key(transcript), next(chain_heads(transcript)))
    history = [matches.begin_match(setting, transcript.number, len(transcript.players), chain, 0.0)]
    for number, event in enumerate(transcript.events, start=1):
        if history[-1].outcome is not None:
            raise RefutedError(f"The game was over before event {number}.")
        try:
            after = _apply_event(setting, transcript, history[-1], event)
        except (UnreadableMoveError, IllegalMoveError, _IllegalTranscriptError) as error:
            raise RefutedError(f"Event {number} is against the rules: {error}") from None
        if after.chain.recent[-1] != event:
            raise RefutedError(f"Event {number} is against the rules: it is not in the game's own notation.")
        history.append(after)
    return ReplayedGame(setting, history)


def _settings(transcript: m.Transcript) -> RoomSettings:
    """The settings of the game's room, as far as the game depends on them. Raises RefutedError."""
    game, sheet = game_of(transcript), transcript.options
    try:
        options = msgspec.convert(sheet, game.rules.Options)
    except msgspec.ValidationError as error:
        raise RefutedError(f"The game can't be played with these options: {error}.") from None
    return RoomSettings(
        transcript.room,
        game,
        options,
        sheet,
        listed=False,
        serious=False,
        host="",
        seed=b"",
        chain=transcript.chain,
    )


class _IllegalTranscriptError(ValueError):
    """The event could not have happened; the message is a sentence."""


def _apply_event(setting: RoomSettings, transcript: m.Transcript, before: Match, event: m.GameEvent) -> Match:
    """The match after one more event. Raises IllegalMoveError, UnreadableMoveError or _IllegalTranscriptError."""
    game, seat = setting.game, event.seat
    if event.kind == "time":
        if game.timing.game_s(setting.options) is None:
            raise _IllegalTranscriptError("this game has no time limit.")
        return matches.end_on_time(setting, before, 0.0)
    if seat is None or not 0 <= seat < len(transcript.players):
        raise _IllegalTranscriptError("there's no such seat.")
    match event.kind:
        case "resign":
            return _give_up(setting, transcript, before, seat, event.text)
        case "takeback":
            return _take_back(setting, transcript, before, seat)
        case "draw":
            return offers.agree_draw(before, PendingOffer("draw", seat, (), 0.0), 0.0)
    if seat not in before.turn:
        raise _IllegalTranscriptError(f"it was not seat {seat}'s turn.")
    if event.kind == "default":
        return matches.play_default(setting, before, seat, 0.0)
    return matches.play_move(setting, before, seat, event.text, 0.0)


def _take_back(setting: RoomSettings, transcript: m.Transcript, before: Match, seat: int) -> Match:
    """The match without the seat's last move; where all others are computers, their replies may have gone as well."""
    is_alone = all(player.kind == "computer" for place, player in enumerate(transcript.players) if place != seat)
    return offers.take_back(setting, before, PendingOffer("takeback", seat, (), 0.0), 0.0, with_replies=is_alone)


def _give_up(setting: RoomSettings, transcript: m.Transcript, before: Match, seat: int, reason: str) -> Match:
    if seat in before.gave_up:
        raise _IllegalTranscriptError(f"seat {seat} had already resigned.")
    named = reasons.seats_of(reason)
    if setting.chain > 1 and (seat not in named or max(named) >= len(transcript.players)):
        raise _IllegalTranscriptError("the reason isn't one that a server gives.")
    people = [place for place, player in enumerate(transcript.players) if player.kind == "person"]
    others = [place for place in people if place not in before.gave_up and place != seat]
    # Where computers play for all others, who are absent, nobody plays on; no event records that.
    goes_on = bool(others) and before.chain.events + 1 < transcript.count
    return matches.give_up(setting, before, seat, reason, 0.0, goes_on=goes_on)
