"""The games that the player has played, kept on this machine or on the connected server.

`Library` asks over the existing connection. It consumes the answers to its own questions; nobody else gets them.
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
from client.history.saved.keeper import MANY, GamesCap, Keeper, newest_file, save_fetched
from client.history.transcript_pages import join_pages
from client.history.verify import verify_file
from client.state.store import Happening, Link, Said
from protocol import messages as m

UNREACHABLE = "That game isn't saved on this machine, and you aren't connected to its server."
NO_FILES = "Name a game by its table, as in KQFM or KQFM-2: no files can be opened here."
ANSWER_S = 5.0
"""How long to wait for an answer, or for a transcript that is on its way."""
PAGES = 10
"""How many pages of games to ask for: together as many games as a machine keeps."""

Hear = Callable[[Happening], None]
Send = Callable[[m.Command], Iterable[Happening]]


class Library:
    """The player's games in a folder and on a server.

    `keeper` saves the games that end meanwhile; `owner` is part of the file names. With `opens_files`, games are also
    opened by the path of any file. `cap` bounds what is kept.
    """

    def __init__(
        self, folder: Path, owner: str, keeper: Keeper, *, opens_files: bool = True, cap: GamesCap = MANY
    ) -> None:
        self._folder = folder
        self._owner = owner
        self._opens_files = opens_files
        self._cap = cap
        self.keeper = keeper
        self._send: Send | None = None
        self._server = ""
        self._is_up = False
        self._refs = count(1)
        self._questions: dict[int, asyncio.Future[m.Event]] = {}

    @property
    def archive(self) -> GameArchive:
        """The interface to these games."""
        return GameArchive(self.verify, self.review, self.recall)

    def connect(self, send: Send) -> None:
        self._send = send

    def intercept(self, hear: Hear) -> Hear:
        """Wrap `hear` so that it gets everything but the library's own answers."""

        def hear_others(happening: Happening) -> None:
            if not self._consume(happening):
                hear(happening)

        return hear_others

    async def recall(self, game: str) -> tuple[PlayedGame, ...]:
        """The finished games, newest first; an empty name means every game."""
        kept = await asyncio.to_thread(read_saved_games, self._folder, game)
        with contextlib.suppress(GameUnavailableError):
            return merge_games(kept, await self._server_games(game or None), self._server)
        return kept

    async def review(self, word: str, eyes: str) -> Replay:
        """A game to step through, as somebody saw it. Raises GameUnavailableError."""
        return await replay_of(await self._file(word), eyes)

    async def verify(self, word: str) -> Said:
        """Check whether a game was dealt fairly."""
        try:
            return await verify_file(await self._file(word))
        except GameUnavailableError as error:
            return Said(str(error), is_refusal=True)

    async def _file(self, word: str) -> Path:
        """The file of a game, fetched from the server if there is none yet. Raises GameUnavailableError."""
        game_id = parse_game_id(word)
        if game_id is None and not self._opens_files:
            raise GameUnavailableError(NO_FILES)
        if game_id is None:
            return find_file(self._folder, word)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                await self.keeper.settle(game_id.room)
        return newest_file(self._folder, word) or await self._fetch(game_id)

    async def _server_games(self, game: str | None) -> list[m.PastGame]:
        """The games that the server has. Raises GameUnavailableError."""
        games: list[m.PastGame] = []
        for _ in range(PAGES):
            before = games[-1].past if games else None
            page = await self._ask(m.GetHistory(ref=next(self._refs), game=game, room=None, before=before))
            games += page.games
            if not page.more or not page.games:
                break
        return games

    async def _fetch(self, game_id: GameId) -> Path:
        """Fetch a game from the server into a file. Raises GameUnavailableError."""
        games = (await self._ask(find_request(game_id, next(self._refs)))).games
        record = choose_game(game_id, games)
        if record is None:
            raise GameUnavailableError(f"There's no game {game_id} of yours, here or on this server.")
        transcript = await self._fetch_transcript(record)
        try:
            return save_fetched(self._folder, transcript, record, self._server, self._owner, self._cap)
        except (OSError, ValueError) as error:
            raise GameUnavailableError(f"That game can't be saved here: {error}") from None

    async def _fetch_transcript(self, record: m.PastGame) -> m.Transcript:
        """The whole transcript of a game. Raises GameUnavailableError."""
        transcript: m.Transcript | None = None
        while transcript is None or len(transcript.events) < transcript.count:
            known = len(transcript.events) if transcript else 0
            transcript = join_pages(
                transcript, await self._ask(m.GetPastGame(ref=next(self._refs), past=record.past, after=known))
            )
        return transcript

    @overload
    async def _ask(self, command: m.GetHistory) -> m.PastGames: ...
    @overload
    async def _ask(self, command: m.GetPastGame) -> m.Transcript: ...
    async def _ask(self, command: m.GetHistory | m.GetPastGame) -> Any:
        """The server's answer to a command. Raises GameUnavailableError."""
        if self._send is None or not self._is_up:
            raise GameUnavailableError(UNREACHABLE)
        answer: asyncio.Future[m.Event] = asyncio.get_running_loop().create_future()
        self._questions[command.ref] = answer
        for happening in self._send(command):
            self._consume(happening)
        try:
            async with asyncio.timeout(ANSWER_S):
                return await answer
        except TimeoutError:
            raise GameUnavailableError("The server took too long to send the game. Try again.") from None
        finally:
            del self._questions[command.ref]

    def _consume(self, happening: Happening) -> bool:
        """Whether an event answers one of the library's own questions; if so, resolve it."""
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
