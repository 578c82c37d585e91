"""What identifies a player is decrypted in one place, `players/vault.py`, and no other code can come to do it unseen."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

import pytest

from tests.test_tidy import APPS, PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.clause("F57")

OPENS_DATA: Final = {
    "players/vault.py": "personal documents",
    "credentials/sealed_totp.py": "secrets of second factors",
    "audit/operations/announce_epoch.py": "seeds",
}
READS_SEALED_ROWS: Final = {
    "players/vault.py": "the one place",
    "players/operations/rotate_vault_key.py": "wraps data keys anew, through the vault",
    "players/operations/index_persons.py": "which players have a document",
}


def test_only_the_vault_opens_personal_documents() -> None:
    assert {path for path, names in imports() if names & {"unseal", "unseal_under"}} == OPENS_DATA.keys()


def test_whoever_names_the_sealed_rows_leaves_their_content_to_the_vault() -> None:
    users = {path for path, names in imports() if "SealedProfile" in names}

    assert users == READS_SEALED_ROWS.keys()
    for path in users - {"players/vault.py"}:
        read = {node.attr for node in ast.walk(parsed(PROJECT / path)) if isinstance(node, ast.Attribute)}
        assert read.isdisjoint({"document", "wrapped_key"}), path


def imports() -> Iterator[tuple[str, set[str]]]:
    """Yield each source of the platform with the names that it imports from elsewhere. Migrations are of their time."""
    for app in (*APPS, "credentials", "web"):
        for path in sorted((PROJECT / app).rglob("*.py")):
            if app == "verifier" or "migrations" in path.parts:
                continue
            nodes = (node for node in ast.walk(parsed(path)) if isinstance(node, ast.ImportFrom))
            yield str(path.relative_to(PROJECT)), {alias.name for node in nodes for alias in node.names}


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
