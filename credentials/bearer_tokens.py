"""Tokens whose bearer is let in: a random secret under Django's signature. The database has only the secret's digest.

A cell's token begins with the cell's name and a full stop, under the signature too, so that a web server of several cells
knows where to look; it is good in no other cell.

The digest is the primary key of the row that the token stands for, so one look-up by key is the whole comparison.
Neither a copy of the database nor an export tells a secret, and Django's key alone, or with such a copy, makes no token
of a row that exists. The signature keeps guesses away from the database.

A fast hash without a key is enough, because the secret has 256 random bits: nobody can try them out. 128 bits of the
digest are enough, because an attacker must find a second secret for the digest of an open row, not any two that agree.

Source: docs/adr/0031-tokens-that-the-database-does-not-know.md.
"""

import hashlib
import secrets
from functools import cached_property
from uuid import UUID

from django.core.signing import BadSignature, Signer

from kernel.serving import served_cell

_SECRET_BYTES = 32
_AFTER_A_CELL = "."
"""No secret has it, and no name of a cell."""


def cell_name_in(token: str) -> str:
    """Return the cell that a token names, whether it is one of ours or not; empty where it names none."""
    name, separator, _ = token.partition(_AFTER_A_CELL)
    return name if separator else ""


def _beginning() -> str:
    name = served_cell().name
    return f"{name}{_AFTER_A_CELL}" if name else ""


class BearerTokens:
    """The tokens of one purpose. A token of another purpose is none."""

    def __init__(self, purpose: str) -> None:
        """Store the purpose, which is part of every signature."""
        self._purpose = purpose

    def draw(self) -> str:
        """Return a new token."""
        return self._signer.sign(f"{_beginning()}{secrets.token_urlsafe(_SECRET_BYTES)}")

    def row_id(self, token: str) -> UUID:
        """Return the id of the row that a token stands for, whether there is such a row or not.

        Raises:
            ValueError: not a token of ours, or of another cell.
        """
        try:
            secret = self._signer.unsign(token)
        except BadSignature as error:
            raise ValueError("not signed by us") from error
        if cell_name_in(secret) != served_cell().name:
            raise ValueError("of another cell")
        return UUID(bytes=hashlib.sha256(secret.encode()).digest()[:16])

    @cached_property
    def _signer(self) -> Signer:
        return Signer(salt=self._purpose)
