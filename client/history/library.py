"""The games one has played, wherever they are kept: on this machine, or on the server that one is connected to.

`Library` asks over the connection that is there. It takes the answers to its own questions, and nobody else hears them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any, overload

from client.history.archive import GameArchive
from client.history.positions import GameUnavailableError, find_file, replay_of
from client.history.replay import Replay
from client.history.saved.entry import PlayedGame, merge_games, read_saved_games
from client.history.saved.game_id import GameId, choose_game, find_request, parse_game_id
from client.history.saved.keeper import Keeper, fetched, newest
from client.history.transcript_pages import join_pages
from client.history.verify import verified
from client.state.store import Happening, Link, Said
from protocol import messages as m

UNREACHABLE = "That game is not kept on this machine, and its server cannot be asked now."
ANSWER_S = 5.0
"""How long an answer, or a transcript that is on its way, is waited for."""
PAGES = 10
"""How many pages of games are asked for: as many games as are kept on a machine."""

Hear = Callable[[Happening], None]
Send = Callable[[m.Command], Iterable[Happening]]


class Library:
    """One's games in a folder and on a server. Mutable: it waits for answers.

    `keeper` keeps the games that end meanwhile; `owner` stands in the names of files.
    """

    def __init__(self, folder: Path, owner: str, keeper: Keeper) -> None:
        """Begin without a connection."""
        self._folder = folder
        self._owner = owner
        self._keeper = keeper
        self._send: Send | None = None
        self._server = ""
        self._is_up = False
        self._refs = count(1)
        self._questions: dict[int, asyncio.Future[m.Event]] = {}

    @property
    def shelf(self) -> GameArchive:
        """All that can be done with the games."""
        return GameArchive(self.verify, self.review, self.recall)

    def connect(self, send: Send) -> None:
        """Ask by this from now on."""
        self._send = send

    def beside(self, hear: Hear) -> Hear:
        """What hears of everything in the place of `hear`, which hears of all but the library's own answers."""

        def overhear(happening: Happening) -> None:
            if not self._is_mine(happening):
                hear(happening)

        return overhear

    async def recall(self, game: str) -> tuple[PlayedGame, ...]:
        """The games that are over, of one game or with an empty name of all, the newest first."""
        kept = await asyncio.to_thread(read_saved_games, self._folder, game)
        with contextlib.suppress(GameUnavailableError):
            return merge_games(kept, await self._told(game or None), self._server)
        return kept

    async def review(self, word: str, eyes: str) -> Replay:
        """A game to step through, as somebody saw it. Raises Irretrievable."""
        return await replay_of(await self._file(word), eyes)

    async def verify(self, word: str) -> Said:
        """Whether a game was dealt fairly."""
        try:
            return await verified(await self._file(word))
        except GameUnavailableError as error:
            return Said(str(error), is_refusal=True)

    # Inside.

    async def _file(self, word: str) -> Path:
        """The file of a game; where there is none, once the server has told of it. Raises Irretrievable."""
        wanted = parse_game_id(word)
        if wanted is None:
            return find_file(self._folder, word)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                await self._keeper.settle(wanted.room)
        return newest(self._folder, word) or await self._fetched(wanted)

    async def _told(self, game: str | None) -> list[m.PastGame]:
        """The games that the server has. Raises Irretrievable."""
        told: list[m.PastGame] = []
        for _ in range(PAGES):
            before = told[-1].past if told else None
            page = await self._asked(m.GetHistory(ref=next(self._refs), game=game, room=None, before=before))
            told += page.games
            if not page.more or not page.games:
                break
        return told

    async def _fetched(self, wanted: GameId) -> Path:
        """The file of a game that the server has just told. Raises Irretrievable."""
        games = (await self._asked(find_request(wanted, next(self._refs)))).games
        record = choose_game(wanted, games)
        if record is None:
            raise GameUnavailableError(f"There is no saved game {wanted}, and this server has none of yours.")
        told = await self._whole(record)
        try:
            return fetched(self._folder, told, record, self._server, self._owner)
        except (OSError, ValueError) as error:
            raise GameUnavailableError(f"That game cannot be kept here: {error}") from None

    async def _whole(self, record: m.PastGame) -> m.Transcript:
        """All that happened in a game. Raises Irretrievable."""
        told: m.Transcript | None = None
        while told is None or len(told.events) < told.count:
            known = len(told.events) if told else 0
            told = join_pages(
                told, await self._asked(m.GetPastGame(ref=next(self._refs), past=record.past, after=known))
            )
        return told

    @overload
    async def _asked(self, command: m.GetHistory) -> m.PastGames: ...
    @overload
    async def _asked(self, command: m.GetPastGame) -> m.Transcript: ...
    async def _asked(self, command: m.GetHistory | m.GetPastGame) -> Any:
        """The server's answer to a command. Raises Irretrievable."""
        if self._send is None or not self._is_up:
            raise GameUnavailableError(UNREACHABLE)
        answer: asyncio.Future[m.Event] = asyncio.get_running_loop().create_future()
        self._questions[command.ref] = answer
        for told in self._send(command):
            self._is_mine(told)
        try:
            async with asyncio.timeout(ANSWER_S):
                return await answer
        except TimeoutError:
            raise GameUnavailableError("The server has not told of it in time.") from None
        finally:
            del self._questions[command.ref]

    def _is_mine(self, happening: Happening) -> bool:
        """Whether something that happened answers a question of the library's, which goes on from there."""
        match happening:
            case Link(state=state, server=server):
                self._server, self._is_up = server, state == "up"
                if not self._is_up:
                    self._fail(UNREACHABLE, *self._questions)
            case m.PastGames(ref=ref) | m.Transcript(ref=ref) if ref in self._questions:
                self._settle(ref, happening)
                return True
            case m.Refused(about="look-back" | "reread", ref=int(ref), text=text) if ref in self._questions:
                self._fail(text, ref)
                return True
        return False

    def _settle(self, ref: int, answer: m.Event) -> None:
        if not self._questions[ref].done():
            self._questions[ref].set_result(answer)

    def _fail(self, text: str, *refs: int) -> None:
        for ref in refs:
            if not self._questions[ref].done():
                self._questions[ref].set_exception(GameUnavailableError(text))
