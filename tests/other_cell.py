"""A directory over this test's installation and a cell beside it, of which only the role and the schema are there."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.test import override_settings

from audit import keys
from players.claim_digests import claims_of, writings_of
from reddog_platform.cells import make_directory_of_cells, make_schema
from tests.own_cells import own_keys, removed_afterwards, role_of, session
from tests.world import identity_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kernel.cell import Cell
    from players.core.identity import Identity


@dataclass(frozen=True)
class OtherCell:
    """What another cell's processes say to the directory, in that cell's role."""

    cell: Cell

    def call(self, function: str, *arguments: object, own: str | None = None) -> list[tuple[Any, ...]]:
        """Return the rows of a function of the directory, which is told to be called for a cell, this one by default."""
        places = ", ".join(["%s"] * (1 + len(arguments)))
        with session("default", user=role_of(self.cell)) as role:
            asked = f"SELECT * FROM directory.{function}({places})"
            return role.execute(asked.encode(), [self.cell.name if own is None else own, *arguments]).fetchall()

    def claim(self, identity: Identity, *, username: str, holder: UUID | None = None) -> list[tuple[Any, ...]]:
        """Claim as a registration does, and return what is refused."""
        claims = claims_of(username, identity)
        kinds, digests = [kind.value for kind in claims], list(claims.values())
        return self.call("claim", holder or uuid4(), kinds, digests, writings_of(identity.person()))

    def hold(self, username: str, *, holder: UUID | None = None) -> None:
        """Have an account of a user name, and of the person that the tests give this name."""
        claims = claims_of(username, identity_of(username))
        kinds, digests = [kind.value for kind in claims], list(claims.values())
        assert self.call("settle", holder or uuid4(), kinds, digests) == []

    def exclude(self, identity: Identity, *, until_ms: int | None = None, holder: UUID | None = None) -> UUID:
        """Have an account of a person that an exclusion binds."""
        holder = holder or uuid4()
        self.call("mark", holder, writings_of(identity.person()), until_ms, "yes")
        return holder

    def let_go(self, holder: UUID) -> None:
        self.call("mark", holder, [], None, "no")


@contextlib.contextmanager
def beside_another_cell(folder: Path, *words: str) -> Iterator[list[OtherCell]]:
    """Yield cells beside this test's installation, which has a directory and a folder of keys of its own from now on."""
    with removed_afterwards(*words) as cells:
        own_keys(os.environ, folder)
        with override_settings(REDDOG_KEYS_DIR=folder / "keys"):
            keys.forget()
            for cell in cells:
                make_schema(cell, role=role_of(cell))
            make_directory_of_cells(settings.DATABASES["default"]["USER"])
            yield [OtherCell(cell) for cell in cells]
        keys.forget()


@pytest.fixture
def harbour(tmp_path: Path) -> Iterator[OtherCell]:
    """Return a cell beside this installation."""
    with beside_another_cell(tmp_path, "harbour") as (cell,):
        yield cell


def claim_states(holder: UUID | None = None) -> dict[str, str]:
    """Return the state of each kind of claim of an account of the installation, or of all accounts together."""
    with session("owner") as owner:
        found = owner.execute(
            "SELECT kind, state FROM directory.claim WHERE cell = '' AND (%s::uuid IS NULL OR holder = %s)",
            [holder, holder],
        )
        return dict(found.fetchall())
