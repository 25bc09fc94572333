"""Takes a player's report of another: checks it, keeps it, and answers it."""

from __future__ import annotations

from protocol import messages as m
from protocol.text import LINE_MAX, clean_text, graphemes
from server.moderation.moderation import Moderation
from server.moderation.reports import PlayerReport
from server.moderation.store import KnownPlayer
from server.players.chat.rules import ChatLine, Overheard
from server.players.sessions.client_session import ClientSession
from server.players.sessions.refusals import refused
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse

UNKEPT = Refuse(
    "unavailable", "The server can't store anything right now, so your report wasn't kept. Try again in a moment."
)
ONESELF = Refuse("not-now", "You can't report yourself.")


async def take_report(
    moderation: Moderation,
    session: ClientSession,
    report: m.ReportPlayer,
    overheard: Overheard,
    max_characters: int,
) -> None:
    """Keep a report and say so to the reporter, or refuse it; its reason has at most `max_characters`."""
    now = session.connection.heard_at
    if wait_s := session.reports.take(now) or session.address_usage.reports.take(now):
        session.refuse_early(wait_s, "You have sent too many reports.", report)
        return
    try:
        answer = await _keep(moderation, session, report, overheard, max_characters)
    except StorageUnavailableError:
        answer = UNKEPT
    session.tell(refused(answer, report, report.room) if isinstance(answer, Refuse) else answer)


async def _keep(
    moderation: Moderation,
    session: ClientSession,
    report: m.ReportPlayer,
    overheard: Overheard,
    max_characters: int,
) -> m.Reported | Refuse:
    """Keep a report, and return its answer. Raises StorageUnavailableError."""
    why = " ".join(clean_text(report.text).split())
    if graphemes(why) > max_characters or len(why) > LINE_MAX:
        return Refuse("bad-text", f"A report can have at most {max_characters} characters.")
    known = await _find(moderation, report.name, overheard)
    if known is None:
        return Refuse("unknown-player", f"There's no player {ascii(report.name)[1:-1]}.")
    if known.player == session.player:
        return ONESELF
    room = report.room if report.room in session.following else None
    talk = tuple(map(_sentence, overheard.lines))
    kept = PlayerReport(
        0, int(moderation.now()), session.player, session.name, known.player, known.name, room or "", why, talk
    )
    if not await moderation.add_report(kept):
        return Refuse("not-now", f"You have already reported {known.name} today.")
    return m.Reported(name=known.name)


async def _find(moderation: Moderation, name: str, overheard: Overheard) -> KnownPlayer | None:
    """The player who goes by a name where that happened, or else anywhere."""
    if overheard.speaker is not None:
        return KnownPlayer(overheard.speaker.player, overheard.speaker.name)
    return await moderation.store.find_player(name)


def _sentence(line: ChatLine) -> str:
    return f"{line.speaker.name if line.speaker else ''}: {line.text}"
