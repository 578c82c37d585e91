"""Rows of a table that have outlived their period: how many there are, and their deletion in bounded batches.

Each app says in `operations/old_rows.py` which rows of its tables they are. How long the period is, the jurisdiction
says; reddog_platform/retention.py brings both together.

Source: docs/retention.md; docs/adr/0061-retention-registry.md; regulation F59.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model, QuerySet


@dataclass(frozen=True, slots=True, kw_only=True)
class OldRows:
    """Rows of one table whose period ended at a boundary or before."""

    table: str
    what: str
    """Which rows these are and what becomes of them, in a few words."""
    count: Callable[[datetime], int]
    """Return how many there are, for a boundary."""
    delete: Callable[[datetime, int], int]
    """Delete those of a boundary, up to a number of rows, in the caller's transaction, and return how many they were.

    A row that somebody else has locked is left for a later call."""


def deleted_rows(model: type[Model], what: str, due: Callable[[datetime], QuerySet[Any]]) -> OldRows:
    """Return the old rows that `due` selects for a boundary. They are deleted whole."""

    def delete(boundary: datetime, limit: int) -> int:
        deleted, _ = _rows_of(model, _locked_keys(due(boundary), limit)).delete()
        return int(deleted)

    return OldRows(table=_table_of(model), what=what, count=lambda boundary: due(boundary).count(), delete=delete)


def emptied_rows(model: type[Model], what: str, due: Callable[[datetime], QuerySet[Any]], **empty: object) -> OldRows:
    """Return the old rows that `due` selects for a boundary. Some of their columns are emptied, and the rows stay."""

    def delete(boundary: datetime, limit: int) -> int:
        return int(_rows_of(model, _locked_keys(due(boundary), limit)).update(**empty))

    return OldRows(table=_table_of(model), what=what, count=lambda boundary: due(boundary).count(), delete=delete)


def _locked_keys(due: QuerySet[Any], limit: int) -> list[Any]:
    # Rows that somebody else has locked are in use, or another run deletes them.
    return list(due.select_for_update(skip_locked=True).order_by("pk").values_list("pk", flat=True)[:limit])


def _rows_of(model: type[Model], keys: list[Any]) -> QuerySet[Any]:
    return model._default_manager.filter(pk__in=keys)  # noqa: SLF001  Django's public name


def _table_of(model: type[Model]) -> str:
    return model._meta.db_table  # noqa: SLF001  Django's public name
