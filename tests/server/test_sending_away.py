"""Whom the host of a table sends away by a name, where names change hands."""

from __future__ import annotations

import pytest

from protocol import messages as m
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, room_of, sign_in

pytestmark = pytest.mark.slow

DAY_S = 86_400.0
OPEN = room_of("blocky", "me", "open", "open", "open")


class Calendar:
    """The day by which names are kept. Mutable: a test turns it."""

    now = 20_000 * DAY_S

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def hosted():
    async with hosting() as made:
        made.server.storage.accounts._clock = Calendar()
        yield made


async def rename(player: Player, name: str) -> None:
    player.send(m.Rename(name=name))
    assert (await player.next(m.Named)).name == name


async def table_of(hosted, *names: str) -> tuple[str, list[Player]]:
    """The code of a table with a host and those who sit down there in turn."""
    host, *others = [await sign_in(hosted.wires, name) for name in names]
    code = (await host.ask(OPEN)).room
    for other in others:
        await other.ask(m.Join(ref=1, room=code, games=None))
    return code, [host, *others]


async def names_at(player: Player, open_seats: int) -> list[str]:
    """Who sits at the table, once so many seats are open."""
    table = await player.next(m.Table, lambda table: sum(chair.kind == "open" for chair in table.chairs) == open_seats)
    return [chair.name for chair in table.chairs]


async def test_the_name_of_somebody_at_the_table_is_taken_by_nobody_else_after_they_changed_it(hosted):
    _, (_, ann) = await table_of(hosted, "host", "ann")
    mallory = await sign_in(hosted.wires, "mallory")
    await rename(ann, "annie")
    assert (await mallory.refused(m.Rename(name="ann"))).code == "name-taken"


async def ann_and_who_took_her_name(hosted) -> tuple[str, Player, Player, Player]:
    """ann sits and renames herself; when her name is kept no more, mallory takes it and sits down there too."""
    code, (host, ann) = await table_of(hosted, "host", "ann")
    await rename(ann, "annie")
    hosted.server.storage.accounts._clock.now += 31 * DAY_S
    mallory = await sign_in(hosted.wires, "mallory")
    await rename(mallory, "ann")
    await mallory.ask(m.Join(ref=1, room=code, games=None))
    assert await names_at(host, 1) == ["host", "ann", "ann", ""]
    return code, host, ann, mallory


async def test_a_name_that_two_have_on_their_chairs_sends_nobody_away_and_their_seats_do(hosted):
    code, host, ann, mallory = await ann_and_who_took_her_name(hosted)
    refusal = await host.refused(m.Kick(room=code, name="ann"))
    assert (refusal.code, refusal.text) == (
        "not-now", "More than one player here is or was called ann. Give the seat instead, as in 'kick 2'.",
    )  # fmt: skip
    host.send(m.Kick(room=code, name="ann", seat=2))
    assert "host sent you away" in (await mallory.next(m.Left)).reason
    assert await names_at(ann, 2) == ["host", "ann", "", ""]


async def test_by_the_name_they_go_by_now_somebody_is_sent_away_and_not_who_has_their_old_one(hosted):
    code, host, ann, _ = await ann_and_who_took_her_name(hosted)
    host.send(m.Kick(room=code, name="annie"))
    assert "host sent you away" in (await ann.next(m.Left)).reason


async def test_a_chair_with_an_old_name_is_not_taken_for_whoever_has_that_name_now(hosted):
    """mallory sat down as mallory: on the chairs there is one ann, and in the talk there is another."""
    code, (host, ann, mallory) = await table_of(hosted, "host", "ann", "mallory")
    await rename(ann, "annie")
    hosted.server.storage.accounts._clock.now += 31 * DAY_S
    await rename(mallory, "ann")
    for command in (m.Kick(room=code, name="ann"), m.Mute(room=code, name="ann", on=True)):
        assert "More than one player here is or was called ann" in (await host.refused(command)).text
    host.send(m.Mute(room=code, name="mallory", on=True, seat=2))
    assert (await host.next(m.Heard)).line.text == "host muted mallory."
    host.send(m.Kick(room=code, name="mallory"))
    await mallory.next(m.Left)


@pytest.mark.parametrize(
    ("seat", "name"), [(1, "ben"), (2, "ann"), (3, "ann"), (4, "ann"), (2**53 - 1, "ann")]
)  # fmt: skip
async def test_a_seat_where_somebody_else_or_nobody_sits_sends_nobody_away(hosted, seat, name):
    code, (host, _, ben) = await table_of(hosted, "host", "ann", "ben")
    refusal = await host.refused(m.Kick(room=code, name=name, seat=seat))
    assert refusal.text == f"{name} is no longer in seat {seat + 1}."
    assert (await ben.refused(m.Kick(room=code, name="ann"))).code == "not-host"
    assert (await host.refused(m.Kick(room=code, name="host", seat=0))).code == "not-now"
