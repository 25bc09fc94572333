"""Verifies that a game was dealt fairly and played by its rules, from its transcript and what a player was shown of it.

    verify(saved) -> Verification       raises RefutedError, with a sentence, at the first thing that is wrong

It computes everything anew: the server's commitment, the key, every card, every move and the chain. docs/dealing.md
says the same in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from engines import catalog
from engines.game import Game, IllegalMoveError, Seat, UnreadableMoveError
from protocol import dealing, reasons
from protocol import messages as m
from protocol.dealing import FORMER_PLAYER, HEAD_BYTES, NEWEST_CHAIN
from protocol.saved_game import ORDER, SavedGame, Witness
from server.fairness.transcript import EARLIER
from server.room.match import match as matches
from server.room.match import offers
from server.room.match.dealing import Chain, fact_player
from server.room.match.match import Match, PendingOffer, RoomSettings
from server.room.player_view import ending


class RefutedError(ValueError):
    """The transcript is wrong; the message is a sentence that says where."""


class Verification(NamedTuple):
    """The result of a successful check: how many events and positions agree, and notes on what nobody can check.

    `withheld` are the seats of those whose names the server does not tell any more.
    """

    events: int
    sights: int
    notes: tuple[str, ...]
    withheld: tuple[Seat, ...] = ()


def verify(saved: SavedGame) -> Verification:
    """Check everything that can be. Raises RefutedError."""
    transcript, witness = saved.transcript, saved.witness
    check_shape(transcript)
    _check_commitment(transcript, witness)
    _check_counter(transcript, witness)
    _check_names(transcript, witness)
    _check_shares(transcript)
    _check_own_share(transcript, witness)
    _check_order(transcript, witness)
    key = dealing.deal_key(transcript.game, bytes.fromhex(transcript.secret), revealed_shares(transcript))
    heads = tuple(chain_heads(transcript, key))
    _check_heads(heads, witness)
    history = replay_game(transcript, Chain(key, heads[0]))
    _check_sights(transcript, history, witness)
    _check_ending(transcript, history[-1], witness)
    notes = tuple(_notes(transcript, witness))
    return Verification(transcript.count, len(witness.sights), notes, withheld_seats(transcript))


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


def _check_commitment(transcript: m.Transcript, witness: Witness) -> None:
    """Check that the secret is the one the server committed to before anybody had sent anything."""
    _check_opens(transcript.game, transcript.deal, transcript.commitment, transcript.secret)
    for bound in witness.bound:
        if bound.deal == transcript.deal and bound.commitment != transcript.commitment:
            raise RefutedError("The commitment is not the one the server showed you before the deal.")


def _check_counter(transcript: m.Transcript, witness: Witness) -> None:
    """Check that no earlier dealing is left out, and that each is what the player was shown."""
    numbers = [each.deal for each in transcript.earlier]
    if numbers != list(range(max(1, transcript.deal - EARLIER), transcript.deal)):
        raise RefutedError(f"Not all deals before deal {transcript.deal} are listed in order.")
    shown = {bound.deal: bound.commitment for bound in witness.bound}
    for each in transcript.earlier:
        _check_opens(transcript.game, each.deal, each.commitment, each.secret)
        if shown.get(each.deal, each.commitment) != each.commitment:
            raise RefutedError(f"The commitment for deal {each.deal} is not the one the server showed you.")


def _check_opens(game: str, deal: int, commitment: str, secret: str) -> None:
    if dealing.commitment(game, _bytes(secret, dealing.SECRET_BYTES)).hex() != commitment:
        raise RefutedError(f"The secret of deal {deal} doesn't match its commitment.")


def _check_names(transcript: m.Transcript, witness: Witness) -> None:
    """Check that each name matches its hash, and that a name without a salt is withheld."""
    if transcript.chain == 1:
        return
    rows = zip(transcript.players, transcript.name_hashes, transcript.name_salts, strict=True)
    for seat, (player, hashed, salt) in enumerate(rows):
        if (player.kind == "person") != (hashed is not None):
            raise RefutedError(f"The name at seat {seat} isn't listed as a {player.kind}'s is.")
        if hashed is None or salt is None:
            _check_withheld(seat, player, salt, witness)
        elif dealing.name_hash(_bytes(salt, dealing.NAME_SALT_BYTES), player.name).hex() != hashed:
            raise RefutedError(f"The name at seat {seat} isn't the one that the game began with.")


def _check_withheld(seat: Seat, player: m.TranscriptPlayer, salt: str | None, witness: Witness) -> None:
    """Check a seat whose name nothing opens: a computer's, or that of somebody whose account was deleted."""
    if player.kind == "computer":
        if salt is not None:
            raise RefutedError(f"The name at seat {seat} isn't listed as a computer's is.")
    elif player.name != FORMER_PLAYER:
        raise RefutedError(f"Nothing proves the name at seat {seat}.")
    elif seat == witness.seat:
        raise RefutedError("Your own name is withheld, as if you had deleted your account.")


def withheld_seats(transcript: m.Transcript) -> tuple[Seat, ...]:
    """The seats of people whose names are withheld."""
    rows = enumerate(zip(transcript.name_hashes, transcript.name_salts, strict=True))
    return tuple(seat for seat, (hashed, salt) in rows if hashed is not None and salt is None)


def _check_shares(transcript: m.Transcript) -> None:
    """Check that every share matches its hash, and that only seats that take part have either."""
    rows = zip(transcript.players, transcript.parts, transcript.hashes, transcript.shares, strict=True)
    for seat, (player, takes_part, hashed, share) in enumerate(rows):
        if takes_part and player.kind == "computer":
            raise RefutedError(f"Seat {seat} belongs to a computer, and computers take no part in dealing.")
        if hashed is not None and not takes_part:
            raise RefutedError(f"Seat {seat} takes no part in dealing, but has committed to a share.")
        if share is not None and hashed is None:
            raise RefutedError(f"Seat {seat} revealed a share without committing to it first.")
        if share is not None and dealing.pledge(_bytes(share, dealing.SHARE_BYTES)).hex() != hashed:
            raise RefutedError(f"The share of seat {seat} is not the one it committed to.")


def _check_own_share(transcript: m.Transcript, witness: Witness) -> None:
    """Check that the player's share is in its place, and that all shares are those shown when the cards were dealt."""
    if witness.share is not None and witness.seat is not None:
        if witness.seat >= len(transcript.shares) or transcript.shares[witness.seat] not in (witness.share, None):
            raise RefutedError("Your seat holds a share that is not yours.")
        was_shown = witness.shares is not None and witness.share in witness.shares
        if was_shown and transcript.shares[witness.seat] is None:
            raise RefutedError("The server left your share out of the deal.")
    if witness.shares is not None and witness.shares != transcript.shares:
        raise RefutedError("The shares are not those the server showed you with the deal.")


def _check_order(transcript: m.Transcript, witness: Witness) -> None:
    """Check that nobody could choose last: the commitment came first, then all hashes, then the shares."""
    places = [ORDER.index(step) for step in witness.steps]
    if "cards" in witness.steps and "commitment" in witness.steps and places.index(0) > places.index(len(ORDER) - 1):
        raise RefutedError("The server dealt before it showed you its commitment.")
    if places != sorted(set(places)):
        raise RefutedError("The steps of the deal came out of order.")
    if witness.share is not None and witness.hashes is None:
        raise RefutedError("Your share was revealed before the server showed you every hash.")
    if witness.hashes is not None and witness.hashes != transcript.hashes:
        raise RefutedError("The hashes are not those the server showed you before you revealed your share.")


def revealed_shares(transcript: m.Transcript) -> dict[int, bytes]:
    """The shares that were revealed, by seat. Raises ValueError for text that is no hexadecimal."""
    return {seat: bytes.fromhex(share) for seat, share in enumerate(transcript.shares) if share is not None}


def chain_heads(transcript: m.Transcript, key: bytes) -> Iterator[bytes]:
    """The chain's head at the start and after each event."""
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


def _check_heads(heads: Sequence[bytes], witness: Witness) -> None:
    """Check that the chain agrees with every head the player was shown during the game."""
    for sight in witness.sights:
        if sight.events >= len(heads):
            raise RefutedError(f"You saw {sight.events} events, but the transcript has {len(heads) - 1}.")
        if heads[sight.events][:HEAD_BYTES].hex() == sight.head:
            continue
        if not sight.events:
            raise RefutedError("The table, options, players or shares are not those the game began with for you.")
        raise RefutedError(f"At event {sight.events}, the transcript differs from what the server told you.")


def replay_game(transcript: m.Transcript, chain: Chain) -> list[Match]:
    """Deal and play the game anew: the match at the start and after each event. Raises RefutedError."""
    game = game_of(transcript)
    try:
        options = msgspec.convert(transcript.options, game.rules.Options)
    except msgspec.ValidationError as error:
        raise RefutedError(f"The game can't be played with these options: {error}.") from None
    setting = RoomSettings(
        transcript.room,
        game,
        options,
        transcript.options,
        listed=True,
        serious=False,
        host="",
        seed=b"",
        chain=transcript.chain,
    )
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
    return history


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
        raise _IllegalTranscriptError("there is no such seat.")
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


def _check_sights(transcript: m.Transcript, history: Sequence[Match], witness: Witness) -> None:
    """Check that these cards and moves give every view the player was shown."""
    game = catalog.find(transcript.game)
    for sight in witness.sights:
        match = history[sight.events]
        see = game.rules.view if match.outcome is None else game.rules.final
        if dealing.digest(msgspec.to_builtins(see(match.state, sight.seat))) != sight.view:
            when = f"after event {sight.events}" if sight.events else "when the cards were dealt"
            raise RefutedError(f"What you saw {when} doesn't follow from the secret, the shares and the moves.")


def _check_ending(transcript: m.Transcript, last: Match, witness: Witness) -> None:
    if last.outcome is None:
        raise RefutedError("The transcript breaks off before the end of the game.")
    if ending(last.outcome) != transcript.ending:
        raise RefutedError("The game didn't end the way the transcript says.")
    if witness.ending is not None and not _is_same_end(witness.ending, transcript.ending):
        raise RefutedError("The server told you a different ending.")


def _is_same_end(told: m.Ending, ended: m.Ending) -> bool:
    """Whether a player was told of this end: if somebody gave up, in a sentence with names about what is hashed."""
    if reasons.seats_of(ended.reason):
        return (told.scores, told.winners) == (ended.scores, ended.winners)
    return told == ended


def _bytes(written: str, length: int) -> bytes:
    """Decode hexadecimal of a known length. Raises RefutedError."""
    try:
        found = bytes.fromhex(written)
    except ValueError:
        found = b""
    if len(found) != length or found.hex() != written:
        raise RefutedError(f"{written[:80]!r} is not {length} bytes in hexadecimal.")
    return found


def _notes(transcript: m.Transcript, witness: Witness) -> Iterator[str]:
    """Sentences on what this transcript cannot prove."""
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
