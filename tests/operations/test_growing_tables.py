"""A change of a limit costs no more at ten million records than at ten: every table that grows is read by a key."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.transaction import atomic, set_rollback
from django.test.utils import CaptureQueriesContext

from players.operations.set_pin import set_pin
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.rules.losses import LOSS_DAY
from responsible_gaming.operations.change_bet_limit import change_bet_limit
from responsible_gaming.operations.change_player_limit import (
    cancel_player_limit_loosening,
    change_player_limit,
    confirm_player_limit,
)
from responsible_gaming.operations.exclude import ask_return, exclude
from tests import world
from tests.world import DEMO, NOW, PIN

pytestmark = pytest.mark.django_db

_DAY: Final = timedelta(days=1)
_FEW: Final = {
    "audit_log": "one row",
    "audit_queue": "what waits for the sequencer",
    "audit_event_queue": "the same",
    "audit_switch": "what is switched off",
    "auth_group": "the roles",
    "games_sheet": "the published rules",
    "tables_table": "the tables that operators opened",
}
"""Tables that may be read whole, and why each stays small."""
_OF_SHORT_TABLES: Final = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")
"""Ways to read that a planner takes for short tables only."""
_OF_TRANSACTIONS: Final = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")


@contextmanager
def keyed_reads() -> Iterator[None]:
    """Fail if a statement of the block reads a table that grows without a key, as of tables that are long."""
    with CaptureQueriesContext(connection) as captured:
        yield
    asked = [query["sql"] for query in captured.captured_queries if not query["sql"].startswith(_OF_TRANSACTIONS)]
    assert asked
    with connection.cursor() as cursor:
        # What is known of the tables that other tests emptied must not matter: of short ones, all rows may be joined at once.
        for way in _OF_SHORT_TABLES:
            cursor.execute(f"SET LOCAL {way} = off")
        for sql in asked:
            whole = _tables_read_whole(cursor, sql) and _read_whole_as_of_unknown_tables(cursor, sql)
            assert not whole, (whole, sql)
        for way in _OF_SHORT_TABLES:
            cursor.execute(f"SET LOCAL {way} = on")


def _read_whole_as_of_unknown_tables(cursor: CursorWrapper, sql: str) -> set[str]:
    """Return the tables that a statement reads without a key, by a plan that knows of none of them how long it is.

    Once PostgreSQL has counted the rows of a table, and found none or one, a key costs as much as the whole. Nothing counts
    the rows of temporary tables, and a name means a temporary one first.
    """
    found: set[str] = set()
    with atomic():
        while missing := _tables_read_whole(cursor, sql) - found:
            found |= missing
            for name in missing:
                cursor.execute(f"CREATE TEMPORARY TABLE {name} (LIKE public.{name} INCLUDING ALL)")
        whole = _tables_read_whole(cursor, sql)
        set_rollback(True)
    return whole


def _tables_read_whole(cursor: CursorWrapper, sql: str) -> set[str]:
    cursor.execute("EXPLAIN (FORMAT JSON) " + sql)
    ((plan,),) = cursor.fetchall()
    document = json.loads(plan) if isinstance(plan, str) else plan
    return set(_read_whole(document[0]["Plan"]))


def _read_whole(node: dict[str, Any], *, limited: bool = False) -> Iterator[str]:
    """Yield the tables that a plan's node, or one below it, reads without a key and not only from one end."""
    limited = (limited or node["Node Type"] == "Limit") and "Filter" not in node
    by_key = "Index Cond" in node or node["Node Type"] in {"Bitmap Heap Scan", "Tid Scan"}
    name = node.get("Relation Name")
    if name and name not in _FEW and "Scan" in node["Node Type"] and not by_key and not limited:
        yield name
    for below in node.get("Plans", ()):
        yield from _read_whole(below, limited=limited and "Sort" not in node["Node Type"])


def test_a_change_of_a_limit_reads_by_keys_alone() -> None:
    world.open_house()
    chain = world.sign_up()
    set_pin(chain, proof=world.proof(), new_pin=PIN, now=NOW)
    with keyed_reads():
        change_player_limit(chain, LOSS_DAY, 5_000, pin=PIN, jurisdiction=DEMO, now=NOW)
        change_player_limit(chain, LOSS_DAY, 9_000, pin=PIN, jurisdiction=DEMO, now=NOW)
        confirm_player_limit(chain, LOSS_DAY, pin=PIN, jurisdiction=DEMO, now=NOW + 2 * _DAY)
        change_player_limit(chain, LOSS_DAY, 10_000, pin=PIN, jurisdiction=DEMO, now=NOW + 2 * _DAY)
        cancel_player_limit_loosening(chain, LOSS_DAY, jurisdiction=DEMO, now=NOW + 2 * _DAY)
        change_bet_limit(chain, 500, pin=PIN, jurisdiction=DEMO, now=NOW + 2 * _DAY)
        exclude(chain, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW + 2 * _DAY)
        ask_return(chain, rules=DEMO.exclusions, now=NOW + 400 * _DAY)
