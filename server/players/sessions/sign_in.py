"""Changes accounts for a client: signs it in, renames it, signs it out; where that fails, tells the client why."""

from __future__ import annotations

from contextlib import suppress

from protocol import messages as m
from protocol.errors import CloseCode
from server.net.connection import ServerConnection
from server.players.accounts.accounts import Account, Accounts, NameTakenError
from server.players.accounts.names import InvalidNameError
from server.players.accounts.tokens import TokenRevokedError
from server.players.sessions.client_session import ClientSession
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse

SHOWN_VOID = "This token is void: a newer one was used since, or its player signed out everywhere."


async def sign_in(accounts: Accounts, connection: ServerConnection, hello: m.Hello) -> Account | None:
    """Sign a client in; None after closing its connection, where that cannot be."""
    try:
        return await accounts.sign_in(hello.token, hello.name)
    except InvalidNameError as error:
        connection.close(CloseCode.MALFORMED, str(error))
    except TokenRevokedError:
        connection.close(CloseCode.VOID, SHOWN_VOID)
    except StorageUnavailableError:
        connection.close(CloseCode.STOPPING, "The server cannot store anything now. Come back in a moment.")
    return None


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
        refusal = Refuse("unavailable", "The server cannot store anything now, so your name is as it was.")
    session.deny(refusal, command)
    return None


async def sign_out(accounts: Accounts, session: ClientSession, command: m.SignOut) -> None:
    """Void every token of a player, and send the new one that replaces them."""
    try:
        token = await accounts.sign_out(session.player)
    except StorageUnavailableError:
        text = "The server cannot store anything now, so your tokens are as they were."
        session.deny(Refuse("unavailable", text), command)
    else:
        session.tell(m.Token(token=token))
