"""Ways to cheat at what was seen, at the end, and at which rules were played by."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from protocol.saved_game import SavedGame
from torture.secrets.tampering.saved_games import Tampering, at, with_transcript, with_witness

_ENDED = "end the way the transcript says"


def stacked(saved: SavedGame, random: Random) -> SavedGame:
    sights = saved.witness.sights
    return with_witness(saved, sights=at(sights, 0, replace(sights[0], view=random.randbytes(32).hex())))


def another_card(saved: SavedGame, random: Random) -> SavedGame:
    sights = saved.witness.sights
    place = random.randrange(1, len(sights))
    return with_witness(saved, sights=at(sights, place, replace(sights[place], view=random.randbytes(32).hex())))


def another_winner(saved: SavedGame, random: Random) -> SavedGame:
    ending = saved.transcript.ending
    return with_transcript(
        saved, ending=replace(ending, winners=tuple(seat for seat in (0, 1) if seat not in ending.winners))
    )


def another_score(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, ending=replace(saved.transcript.ending, scores=(99, 0)))


def another_end(saved: SavedGame, random: Random) -> SavedGame:
    return with_witness(saved, ending=replace(saved.transcript.ending, scores=(99, 0)))


def end_in_other_words(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, ending=replace(saved.transcript.ending, reason="mallory resigned."))


def other_rules(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, version=saved.transcript.version + 1)


def another_game(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, game="whist")


def page_missing(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, count=saved.transcript.count + 1)


TAMPERINGS: dict[str, Tampering] = {
    "a stacked deck": Tampering("tower_blaster", stacked, "when the cards were dealt"),
    "another card shown": Tampering("tower_blaster", another_card, "What you saw after event"),
    "another winner": Tampering("war", another_winner, _ENDED),
    "other scores": Tampering("war", another_score, _ENDED),
    "another end told": Tampering("war", another_end, "told you a different ending"),
    "an end in other words": Tampering("war", end_in_other_words, _ENDED),
    "rules of another version": Tampering("war", other_rules, "of its rules"),
    "a game that nobody knows": Tampering("war", another_game, "doesn't know the game"),
    "a page missing": Tampering("war", page_missing, "events."),
}
