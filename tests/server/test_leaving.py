"""Players take along what is kept of them, and leave for good."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from protocol import messages as m
from protocol.errors import CloseCode
from protocol.saved_game import Witness, saved_game
from server.fairness.comparison import final_head
from server.fairness.verifier import verify
from server.players.sessions import leaving
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, over, pair, sign_in, table_for_two

pytestmark = pytest.mark.slow

FORMER = "a former player"


async def delete(player: Player, name: str = "ann") -> None:
    """Delete an account, which ends the connection."""
    player.send(m.DeleteAccount(ref=9, name=name))
    assert await player.next(m.AccountDeleted) == m.AccountDeleted(ref=9)
    gone = await player.gone()
    assert (gone.code, gone.reason) == (CloseCode.VOID, leaving.GOODBYE)


async def export(player: Player) -> dict[str, list]:
    sections: dict[str, list] = {}
    at = None
    while True:
        player.send(m.ExportAccount(ref=3, at=at))
        page = await player.next(m.AccountPage)
        sections.setdefault(page.section, []).extend(json.loads("".join(page.rows)))
        at = page.following
        if at is None:
            return sections


async def history(player: Player, count: int) -> tuple[m.PastGame, ...]:
    """A player's games, once there are so many: they are stored a moment after they end."""
    while True:
        player.send(m.GetHistory(ref=1, game=None, room=None, before=None))
        found = await player.next(m.PastGames)
        if len(found.games) == count:
            return found.games
        await asyncio.sleep(0)


async def game_under_way(hosted) -> tuple[Player, Player, m.Table]:
    """ann and ben at a table where each has moved."""
    ann, ben, *tables = await pair(hosted.wires)
    for player, table in zip((ann, ben), tables, strict=True):
        player.send(m.Play(room=table.room, number=table.number, ply=0, move="flip"))
    return ann, ben, await ann.next(m.Table, lambda table: table.ply > 0)


async def resigned_game(hosted) -> tuple[Player, Player, m.Table]:
    """ann and ben at a table where ann has given a game up."""
    ann, ben, table = await game_under_way(hosted)
    ann.send(m.Resign(room=table.room))
    await ann.next(m.Table, over)
    await ben.next(m.Table, over)
    return ann, ben, table


async def test_a_player_gets_all_that_is_kept_of_them(hosted):
    ann, _, table = await resigned_game(hosted)
    await history(ann, 1)
    sections = await export(ann)
    assert sections["account"][0]["name"] == "ann"
    assert [(game["code"], game["won"]) for game in sections["games"]] == [(table.room, 0)]
    assert sections["games"][0]["ending"]["reason"] == "ann resigned."
    assert ann.welcome.token not in json.dumps(sections)
    assert (await ann.refused(m.ExportAccount(ref=4, at="tokens:0"))).code == "bad-options"


async def test_what_is_long_comes_in_pieces_that_a_client_reads(hosted):
    ann, _, _ = await resigned_game(hosted)
    await history(ann, 1)
    line = "漢" * 60_000
    change = "UPDATE records SET line = ?"
    await hosted.server.storage.accounts._database.run(lambda connection: connection.execute(change, (line,)).rowcount)
    assert [game["line"] for game in (await export(ann))["games"]] == [line]


async def test_whoever_deletes_their_account_is_a_former_player_to_others(hosted):
    ann, ben, _ = await resigned_game(hosted)
    await history(ben, 1)
    await delete(ann)
    (left,) = await history(ben, 1)
    while left.players[0].name != FORMER:
        (left,) = await history(ben, 1)
    assert (left.players[1].name, left.ending.reason) == ("ben", "A former player resigned.")


async def test_a_game_with_a_former_player_is_told_without_the_name_and_is_verified(hosted):
    ann, ben, table = await resigned_game(hosted)
    (past,) = await history(ben, 1)
    ben.send(m.GetPastGame(ref=2, past=past.past, after=0))
    named = await ben.next(m.Transcript)
    assert [player.name for player in named.players] == ["ann", "ben"]
    await delete(ann)
    for request in (m.GetPastGame(ref=3, past=past.past, after=0), m.GetTranscript(3, table.room, table.number, 0)):
        ben.send(request)
        told = await ben.next(m.Transcript, lambda transcript: transcript.ref == 3)
        assert b"ann" not in msgspec.json.encode(told)
        assert [player.name for player in told.players] == [FORMER, "ben"]
        assert (told.name_hashes, told.name_salts) == (named.name_hashes, (None, named.name_salts[1]))
        assert final_head(told) == final_head(named)
        verdict = verify(saved_game("ws://localhost", told, Witness(seat=1)))
        assert verdict.withheld == (0,)


async def test_a_table_and_its_talk_say_nothing_more_of_somebody_who_deleted_their_account(hosted):
    ann, ben, table = await resigned_game(hosted)
    for text, room in (("well played", table.room), ("hello all", None)):
        ann.send(m.Say(room=room, text=text))
        await ann.next(m.Heard)
    assert table.chairs[0].name == "ann"
    ann.send(m.Leave(room=table.room))
    await ann.next(m.Left)
    await delete(ann)
    await ben.next(m.Table, lambda seen: seen.reasons == ("A former player resigned.",))
    cleo = await sign_in(hosted.wires, "cleo")
    cleo.send(m.Watch(ref=1, room=table.room))
    cleo.send(m.Browse(on=True))
    await cleo.next(m.Lobby)
    told = [event for event in cleo.heard if isinstance(event, (m.Table, m.Talk, m.Lobby, m.Deal))]
    assert any(isinstance(event, m.Table) for event in told)
    assert b"ann" not in msgspec.json.encode(told)


async def test_after_a_restart_a_table_still_says_nothing_of_them(tmp_path):
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        ann, ben, table = await resigned_game(hosted)
        ann.send(m.Leave(room=table.room))
        await ann.next(m.Left)
        (number,) = [session.player for session in hosted.server.dispatcher.sessions.online if session.name == "ann"]
        await hosted.server.storage.accounts.archive.remove(number)  # and the server is killed before it tells anybody
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        back = await sign_in(hosted.wires, "-", ben.welcome.token)
        await back.next(m.Table, lambda seen: seen.reasons == ("A former player resigned.",))
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        back = await sign_in(hosted.wires, "-", ben.welcome.token)
        assert (await back.next(m.Table)).reasons == ("A former player resigned.",)


async def test_whoever_deletes_their_account_has_left_every_table_first(hosted):
    ann, ben, table = await game_under_way(hosted)
    waiting = await ann.ask(table_for_two(ref=5))
    await delete(ann)
    shown = await ben.next(m.Table, over)
    assert (shown.ending.winners, shown.ending.reason) == ((1,), "ann left the table.")
    assert (await ben.refused(m.Join(ref=6, room=waiting.room, games=None))).code == "unknown-room"
    assert shown.room == table.room
    (left,) = await history(ben, 1)
    while left.players[0].name != FORMER:
        (left,) = await history(ben, 1)


async def test_a_seat_that_is_taken_while_the_account_goes_is_given_up_too(hosted):
    ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    await ann.ask(table_for_two())
    ann.send(m.DeleteAccount(ref=9, name="ann"))
    ann.send(table_for_two(ref=2))
    await ann.gone()
    ben.send(m.Browse(on=True))
    await ben.next(m.Lobby, lambda lobby: lobby.rooms == 0)


async def test_the_token_of_a_deleted_account_makes_a_newcomer_with_another_name(hosted):
    ann = await sign_in(hosted.wires)
    await delete(ann)
    again = await sign_in(hosted.wires, "ann", ann.welcome.token)
    assert (again.welcome.name, again.welcome.seated) == ("ann2", ())
    assert hosted.server.dispatcher.online == 1


async def test_an_account_is_deleted_by_its_own_name_alone(hosted):
    ann, _ = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    table = await ann.ask(table_for_two())
    for name in ("ben", "Ann"):
        refusal = await ann.refused(m.DeleteAccount(ref=1, name=name))
        assert (refusal.code, refusal.text) == ("bad-name", "To delete your account, give your name: ann.")
    again = await sign_in(hosted.wires, "-", ann.welcome.token)
    assert (again.welcome.name, again.welcome.seated) == ("ann", (table.room,))


async def test_an_unused_account_goes_at_the_next_start_and_one_with_a_seat_stays(tmp_path):
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
        await ann.ask(table_for_two())
        long_ago = "UPDATE last_seen SET day = day - 91"
        await hosted.server.storage.database.run(lambda connection: connection.execute(long_ago).rowcount)
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        archive, limit = hosted.server.storage.accounts.archive, 90 * 86_400.0
        await leaving.clean_up(archive, limit, hosted.server.dispatcher.sessions.is_here)
        assert (await sign_in(hosted.wires, "-", ann.welcome.token)).welcome.name == "ann"
        assert (await sign_in(hosted.wires, "dora", ben.welcome.token)).welcome.name == "dora"


async def test_what_a_stop_interrupted_is_finished_at_the_next_start(tmp_path):
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        ann, ben, _ = await resigned_game(hosted)
        await history(ben, 1)
        (number,) = [session.player for session in hosted.server.dispatcher.sessions.online if session.name == "ann"]
        await hosted.server.storage.accounts.archive.remove(number)
        assert (await history(ben, 1))[0].players[0].name == "ann"
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        back = await sign_in(hosted.wires, "-", ben.welcome.token)
        while (await history(back, 1))[0].players[0].name != FORMER:
            pass
        assert ann.welcome.name == "ann"
