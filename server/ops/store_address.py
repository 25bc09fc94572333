"""Which PostgreSQL database a server's games are kept in, as the command line or the environment names it."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from urllib.parse import parse_qs, urlsplit

VARIABLE = "PARLOUR_STORE"
SCHEMES = ("postgresql", "postgres")


def add_store_option(parser: ArgumentParser) -> None:
    """Add the option that names the database."""
    parser.add_argument(
        "--store", metavar="URL",
        help="the PostgreSQL database that everything is in, such as postgresql://parlour@localhost/parlour "
        f"(default: what {VARIABLE} says, or else a file in the folder)",
    )  # fmt: skip


def read_store(option: str | None) -> str:
    """The address that `--store` gives, or else PARLOUR_STORE; empty where neither does.

    Raises ValueError with a sentence, which quotes nothing of it: there may be a password in it.
    """
    address = os.environ.get(VARIABLE, "") if option is None else option
    if not address and option is None:
        return ""
    where = VARIABLE if option is None else "--store"
    if not is_postgres(address):
        raise ValueError(f"{where} must name a PostgreSQL database, such as postgresql://parlour@localhost/parlour")
    if option is not None and _has_password(address):
        raise ValueError(
            "the command line may hold no password, as others on this machine could read it: put the address into "
            f"{VARIABLE}, or the password into ~/.pgpass"
        )
    return address


def read_store_option(parser: ArgumentParser, option: str | None) -> str:
    """As `read_store`, but ends the program with what was wrong."""
    try:
        return read_store(option)
    except ValueError as error:
        parser.error(str(error))


def is_postgres(store: str) -> bool:
    """Whether a store is a PostgreSQL database."""
    return store.partition("://")[0] in SCHEMES and "://" in store


def _has_password(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.password is not None or "password" in parse_qs(parts.query)
    except ValueError:
        return ":" in address.partition("@")[0].partition("://")[2]
