"""Bots in any language: a program reads each turn as a line of JSON, and writes its move as another line."""

from __future__ import annotations

import asyncio
import shlex
from asyncio.subprocess import PIPE, Process
from dataclasses import asdict

import msgspec

from client.bots.bot import ANSWER_LIMIT_S, SHOWN, BotFailedError, BotTurn, check_move
from client.bots.pipes import stop_process

MAX_ANSWER_BYTES = 64 * 1024


class SubprocessBot:
    """A program that reads a turn a line and writes a move a line."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._process: Process | None = None

    async def choose(self, turn: BotTurn) -> str:
        """Ask the program, after starting it if needed."""
        process = self._process = self._process or await self._start()
        question = {"view": turn.raw, "legal": turn.legal, "info": asdict(turn.info)}
        return check_move(_move(await self._ask(process, msgspec.json.encode(question) + b"\n")), turn, "The program")

    async def aclose(self) -> None:
        """Close the program's input, which ends it; kill it if it does not end."""
        if self._process is not None:
            await stop_process(self._process)

    async def _start(self) -> Process:
        try:
            words = shlex.split(self._command)
            return await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, limit=MAX_ANSWER_BYTES)
        except (OSError, ValueError, TypeError) as error:
            reason = getattr(error, "strerror", None) or "it is not a command"
            raise BotFailedError(f"The program {self._command[:SHOWN]!r} can't be started: {reason}.") from None

    async def _ask(self, process: Process, question: bytes) -> bytes:
        assert process.stdin is not None, "it was opened as a pipe"
        assert process.stdout is not None, "it was opened as a pipe"
        try:
            async with asyncio.timeout(ANSWER_LIMIT_S):
                process.stdin.write(question)
                await process.stdin.drain()
                answer = await process.stdout.readline()
                if not answer:
                    raise BotFailedError(
                        f"The program ended with exit code {await process.wait()} instead of making a move."
                    )
        except TimeoutError:
            raise BotFailedError(
                f"The program was silent for {ANSWER_LIMIT_S:.0f} seconds. Does it flush its output?"
            ) from None
        except ConnectionError:
            raise BotFailedError("The program stopped reading.") from None
        except ValueError:
            raise BotFailedError(f"The program wrote a line longer than {MAX_ANSWER_BYTES} bytes.") from None
        return answer


def _move(answer: bytes) -> object:
    try:
        return msgspec.json.decode(answer)["move"]
    except (msgspec.DecodeError, KeyError, TypeError):
        shown = answer[:SHOWN].decode(errors="replace").strip()
        raise BotFailedError(f'The program wrote {shown!r}, which is not {{"move": "..."}}.') from None
