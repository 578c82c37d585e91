"""Bring the application role's rights in line with the list, and compare them.

Source: docs/adr/0033-grants-from-a-list.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import transaction
from psycopg import sql

from kernel.serving import served_cell
from reddog_platform.grants import GRANTS, Rights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.backends.utils import CursorWrapper

# What may be done to a table as a whole. TRUNCATE, REFERENCES, TRIGGER and MAINTAIN are for the owner alone.
_OF_TABLES: Final = ("SELECT", "INSERT", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER")
# To vacuum, analyse, cluster, reindex and lock a table. Earlier versions know no such right, and refuse its name.
_MAINTAIN_SINCE: Final = 170_000

# What an extension brought is the extension's, such as Citus's views, which everybody may read.
_OF_NO_EXTENSION: Final = " AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')"

# Partitions are reached through their table, whose rights count then.
_TABLES: Final = (
    "SELECT c.oid, c.relname FROM pg_class c WHERE c.relnamespace = '{schema}'::regnamespace"
    " AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition" + _OF_NO_EXTENSION
)

_COLUMNS: Final = (
    "SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
    " WHERE c.relnamespace = '{schema}'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0"
    " AND NOT a.attisdropped"
)

# Column rights count for a table as a whole only where every column has them.
_HELD: Final = (
    "SELECT t.relname, p.privilege, '' FROM (" + _TABLES + ") AS t,"
    " unnest(%s::text[]) AS p (privilege) WHERE has_table_privilege(%s, t.oid, p.privilege)"
    " UNION ALL"
    " SELECT t.relname, p.privilege, a.attname FROM (" + _TABLES + ") AS t"
    " JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped,"
    " unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) AS p (privilege)"
    " WHERE has_column_privilege(%s, t.oid, a.attnum, p.privilege)"
    " AND (p.privilege = 'UPDATE' OR NOT has_table_privilege(%s, t.oid, p.privilege))"
)

_RIGHTS_SHOWN: Final = 5

_REVOKE_EVERYTHING: Final = (
    "REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {role}",
    "REVOKE ALL ON ALL SEQUENCES IN SCHEMA {schema} FROM {role}",
    # An installation of an earlier version granted rights to every new table.
    "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} REVOKE ALL ON TABLES FROM {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} REVOKE ALL ON SEQUENCES FROM {role}",
)

Right = tuple[str, str, str]
"""A table, a privilege, and a column; the column is empty for a right to the table as a whole."""


def apply_grants(owner: BaseDatabaseWrapper, role: str, grants: Mapping[str, Rights] = GRANTS) -> bool:
    """Grant `role` what is listed and revoke the rest, in one transaction, over the owner's connection.

    Nothing is touched if nothing differs: while the platform runs, it never lacks a right that it had and keeps.

    Returns:
        Whether anything was changed.
    """
    with owner.cursor() as cursor:
        if not any(differences(cursor, role, grants)) and not _has_defaults(cursor, role):
            return False
    with transaction.atomic(using=owner.alias), owner.cursor() as cursor:
        name = sql.Identifier(role)
        for revoke in _REVOKE_EVERYTHING:
            cursor.execute(sql.SQL(revoke).format(schema=sql.Identifier(_schema()), role=name).as_string())
        columns = _columns(cursor)
        # A migration that went back has fewer tables and columns than the list.
        for table in sorted(grants.keys() & columns.keys()):
            for clause in _clauses(grants[table], columns[table]):
                grant = sql.SQL("GRANT {} ON {} TO {}").format(clause, sql.Identifier(table), name)
                cursor.execute(grant.as_string())
    return True


def differences(
    cursor: CursorWrapper, role: str, grants: Mapping[str, Rights] = GRANTS
) -> tuple[list[Right], list[Right]]:
    """Return the rights that `role` has and the list has not, and those that the list has and `role` has not."""
    listed = _listed(grants, _columns(cursor))
    privileges = [*_OF_TABLES, *(["MAINTAIN"] if cursor.connection.info.server_version >= _MAINTAIN_SINCE else [])]
    cursor.execute(_HELD.format(schema=_schema()), [privileges, role, role, role])
    held = {(str(table), str(privilege), str(column)) for table, privilege, column in cursor.fetchall()}
    return sorted(held - listed), sorted(listed - held)


def in_words(right: Right) -> str:
    """Write a right as people say it: `audit_log UPDATE (size)`."""
    table, privilege, column = right
    return f"{table} {privilege}" + (f" ({column})" if column else "")


def shortened(rights: list[Right]) -> str:
    """Write the first of some rights, and how many more there are."""
    others = len(rights) - _RIGHTS_SHOWN
    return ", ".join(map(in_words, rights[:_RIGHTS_SHOWN])) + (f" and {others} more" if others > 0 else "")


def _has_defaults(cursor: CursorWrapper, role: str) -> bool:
    cursor.execute(
        "SELECT count(*) FROM pg_default_acl d, aclexplode(d.defaclacl) AS a"
        " WHERE a.grantee = %s::regrole AND d.defaclobjtype IN ('r', 'S')",
        [sql.Identifier(role).as_string()],
    )
    return bool(cursor.fetchone()[0])


def _schema() -> str:
    """Return the schema of the cell that this process serves, a name that needs no quotes."""
    return str(served_cell().schema)


def _columns(cursor: CursorWrapper) -> dict[str, set[str]]:
    cursor.execute(_COLUMNS.format(schema=_schema()))
    columns: dict[str, set[str]] = {}
    for table, column in cursor.fetchall():
        columns.setdefault(table, set()).add(column)
    return columns


def _listed(grants: Mapping[str, Rights], columns: Mapping[str, set[str]]) -> set[Right]:
    rights: set[Right] = set()
    for table in grants.keys() & columns.keys():
        granted = grants[table]
        whole = {"SELECT": granted.select, "INSERT": granted.insert, "DELETE": granted.delete}
        rights |= {(table, privilege, "") for privilege, given in whole.items() if given}
        rights |= {(table, "UPDATE", column) for column in columns[table].intersection(granted.update)}
    return rights


def _clauses(granted: Rights, columns: set[str]) -> list[sql.Composable]:
    whole = {"SELECT": granted.select, "INSERT": granted.insert, "DELETE": granted.delete}
    clauses: list[sql.Composable] = [sql.SQL(privilege) for privilege, given in whole.items() if given]
    changed = [sql.Identifier(column) for column in granted.update if column in columns]
    if changed:
        clauses.append(sql.SQL("UPDATE ({})").format(sql.SQL(", ").join(changed)))
    return clauses
