"""The commands that make this machine one of the player's: by a code of another machine's, or by a recovery phrase."""

from __future__ import annotations

import getpass
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from msgspec.structs import replace as replace_fields

from client.cli.bootstrap import Bootstrap, complain, inquire, prepare
from client.cli.queries.query import QueryAnswer, QueryRequest
from client.net.identity.device_key import DeviceKey
from client.net.identity.identity import Identity, NewIdentity, StoredIdentity, new_identity
from client.net.identity.recovery_phrase import InvalidPhraseError, key_of, read_phrase
from client.net.identity.signing_in import add_device, device_name
from client.settings import server_url
from client.state.exit_codes import ExitCode
from client.state.store import Happening, Store
from protocol import messages as m

OWN = "own"
"""Stands for a server of one's own, where a phrase was made."""
TAKEN_UP = "This machine is yours now. Its key is in {path}."
ASIDE = "Your earlier identity here is in {aside}."
NO_DEVICE = "The server accepted the phrase, but not this machine: {text}"


def link(args: Namespace) -> int:
    """Sign in with a code that another machine has got, and stay who that is."""
    start = prepare(args)
    new = new_identity(start.identity)

    def follow(happening: Happening, store: Store) -> QueryAnswer | None:  # noqa: ARG001 - every query takes it
        match happening:
            case m.Welcome(name=name):
                new.keep(replace_fields(new.stored, name=name))
                return QueryAnswer(f"You are {name}. {_describe(start.identity, new)}")
        return None

    return inquire(replace(start, identity=new), follow, link=args.code)


def recover(args: Namespace) -> int:
    """Ask for a recovery phrase, sign in by it, and add this machine."""
    start = prepare(args)
    try:
        key = key_of(read_phrase(_ask()), _made_at(args) or start.identity.server)
    except InvalidPhraseError as error:
        return complain(str(error), ExitCode.FAILURE)
    return inquire(replace(start, identity=_unkept(start.identity, key)), _Recovery(start).follow, link="")


class _Recovery:
    """Adds this machine's own key once the phrase has signed in."""

    def __init__(self, start: Bootstrap) -> None:
        self._start = start
        self._new = new_identity(start.identity)
        self._nonce = b""
        self._name = ""

    def follow(self, happening: Happening, store: Store) -> QueryRequest | QueryAnswer | None:  # noqa: ARG002 - every query takes it
        match happening:
            case m.SignInChallenge(nonce=nonce):
                self._nonce = bytes.fromhex(nonce)
            case m.Welcome(name=name):
                self._name = name
                return QueryRequest((add_device(self._nonce, self._new.key, device_name(), phrase=False),))
            case m.Devices():
                self._new.keep(StoredIdentity(self._new.server, self._name, None, self._new.key.seed.hex()))
                return QueryAnswer(f"You are {self._name}. {_describe(self._start.identity, self._new)}")
            case m.Refused(text=text):
                return QueryAnswer(NO_DEVICE.format(text=text), ExitCode.REFUSED)
        return None


def _made_at(args: Namespace) -> str:
    """The address for which the phrase was made, if it was said; a server of one's own has none."""
    return server_url(args.made_at) if args.made_at not in (None, OWN) else args.made_at or ""


def _ask() -> str:
    """The words, which are neither shown nor part of any command line."""
    return getpass.getpass("Your recovery phrase: ") if sys.stdin.isatty() else sys.stdin.readline()


def _unkept(old: Identity, key: DeviceKey) -> NewIdentity:
    """An identity for one visit, of which nothing is written."""
    stored = StoredIdentity(old.server, old.first_name, None, key.seed.hex())
    return NewIdentity(old.path, old.server, old.first_name, stored, is_kept=False)


def _describe(old: Identity, new: NewIdentity) -> str:
    aside: Path | None = new.aside()
    return " ".join((TAKEN_UP.format(path=old.path), *(() if aside is None else (ASIDE.format(aside=aside),))))
