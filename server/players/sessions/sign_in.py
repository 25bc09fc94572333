"""Changes accounts for a client: signs it in, and renames it; where that fails, tells the client why."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from protocol import messages as m
from protocol.errors import CloseCode
from server.net.connection import ServerConnection
from server.players.accounts.accounts import Account, Accounts, NameTakenError, NewcomerRefusedError
from server.players.accounts.devices import DeviceRefusedError, KeyRevokedError, KeySignIn, WrongCodeError
from server.players.accounts.link_codes import normalize_code
from server.players.accounts.names import InvalidNameError
from server.players.accounts.tokens import TokenRevokedError
from server.players.sessions.client_session import ClientSession
from server.players.sessions.pending_sign_ins import PendingSignIn
from server.players.sessions.query_visits import find_account
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse

ALIVE_S = 1.5
"""How long a client has to answer a ping, where somebody waits for it."""
LOOK_EVERY_S = 0.02
SHOWN_VOID = "This token is no longer valid: a newer token or a key replaced it, or its player signed out everywhere."
KEY_VOID = "This key is no longer valid: its player revoked it or signed out everywhere."
WRONG_CODE = "This code is wrong or has expired. ':link' on a machine that is signed in gives you a new one."
UNKNOWN_KEY = "This server doesn't know this key; perhaps you made it when the server had another address."
CROWDED = "Too many new players from your address. Try again in a minute."
GUESSED = "Too many wrong codes from your address. Try again in a few minutes."


async def sign_in(accounts: Accounts, connection: ServerConnection, pending: PendingSignIn) -> Account | None:
    """Sign a client in; None after closing its connection, where that cannot be."""
    try:
        return await _find_or_create(accounts, connection, pending)
    except InvalidNameError as error:
        connection.close(CloseCode.MALFORMED, str(error))
    except TokenRevokedError:
        connection.close(CloseCode.VOID, SHOWN_VOID)
    except KeyRevokedError:
        connection.close(CloseCode.VOID, KEY_VOID)
    except WrongCodeError:
        _count_miss(connection)
        connection.close(CloseCode.NOT_LINKED, WRONG_CODE if pending.hello.link else UNKNOWN_KEY)
    except NewcomerRefusedError:
        connection.close(CloseCode.FLOODING, CROWDED)
    except DeviceRefusedError as error:
        connection.close(CloseCode.NOT_LINKED, str(error))
    except StorageUnavailableError:
        connection.close(CloseCode.STOPPING, "The server can't store anything right now. Come back in a moment.")
    return None


async def _find_or_create(accounts: Accounts, connection: ServerConnection, pending: PendingSignIn) -> Account:
    """The account of a client, of which a new one is charged to its address. Raises what `sign_in` answers."""
    usage, now = connection.address_usage, connection.heard_at
    may_create = usage is not None and usage.may_make_account(now)
    account = await _find_account(accounts, connection, pending, may_create=may_create)
    if usage is not None and account.is_new:
        usage.charge_account(now)
    return account


async def _find_account(
    accounts: Accounts, connection: ServerConnection, pending: PendingSignIn, *, may_create: bool
) -> Account:
    """The account of a client by its key or its token. Raises what `sign_in` answers."""
    hello, proof = pending.hello, pending.proof
    if hello.query and hello.link is None:
        return await find_account(accounts, pending)
    if proof is None:
        return await accounts.sign_in(hello.token, hello.name, may_create=may_create)
    code = None if hello.link is None else normalize_code(hello.link)
    usage = connection.address_usage
    if code is not None and usage is not None and usage.misses.is_empty(connection.heard_at):
        raise DeviceRefusedError(GUESSED)
    token = hello.token if code is None else None
    return await accounts.sign_in_by_key(
        KeySignIn(proof.key, hello.device, hello.name, token, code, may_create=may_create)
    )


def _count_miss(connection: ServerConnection) -> None:
    if connection.address_usage is not None:
        connection.address_usage.misses.take(connection.heard_at)


async def is_alive(connection: ServerConnection) -> bool:
    """Whether a client still answers: one that was cut off without a word does not, and need not be waited for."""
    heard_at, loop = connection.heard_at, asyncio.get_running_loop()
    connection.ping(loop.time())
    until = loop.time() + ALIVE_S
    while connection.heard_at == heard_at and loop.time() < until:  # noqa: ASYNC110 - nobody else waits for a sign of life
        await asyncio.sleep(LOOK_EVERY_S)
    return connection.heard_at != heard_at


async def tell_note(accounts: Accounts, session: ClientSession, note: str) -> None:
    """Tell a player what they were still to be told; they are told again where that cannot be stored."""
    session.tell(m.Notice(text=note))
    with suppress(StorageUnavailableError):
        await accounts.forget_note(session.player)


async def rename(accounts: Accounts, session: ClientSession, command: m.Rename) -> str | None:
    """Give a player another name, and return it in its normal form; None after refusing it."""
    try:
        return await accounts.rename(session.player, command.name)
    except InvalidNameError as error:
        refusal = Refuse("bad-name", str(error))
    except NameTakenError as error:
        refusal = Refuse("name-taken", str(error))
    except StorageUnavailableError:
        refusal = Refuse("unavailable", "The server can't store anything right now, so your name is unchanged.")
    session.deny(refusal, command)
    return None
