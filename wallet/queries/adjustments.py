"""What the staff gave to an account, or took from it, outside games and payments."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import connection

from audit.core.records import parse_entry
from audit.queries.records import numbered_entries
from kernel.ids import ChainId
from staff.core.approval import people_of
from wallet.core.adjustment_cause import AdjustmentCause
from wallet.queries.balances import currencies_of


class Granted(NamedTuple):
    """An account's money and what it was granted so far, as who approves a grant sees it."""

    currency: str
    grants: int
    granted_minor: int


class StaffAdjustment(NamedTuple):
    """An adjustment that the staff made."""

    seq: int
    """The number of its record."""
    actor: str
    amount_minor: int
    """What it gave to cash, below 0 where it took."""
    cause: AdjustmentCause
    of: str | None
    """The leaf, in hex, of the record that it corrects; None for other causes."""

    @property
    def lone(self) -> bool:
        """Whether one person alone made it."""
        return people_of(self.actor)[1] is None

    @property
    def reviewed(self) -> bool:
        """Whether another person reviews it afterwards: one alone made it, and it is no play money."""
        return self.lone and self.cause is not AdjustmentCause.PLAY_MONEY


def staff_adjustments(
    chain: ChainId, *, since_ms: int | None = None, until_ms: int | None = None
) -> list[StaffAdjustment]:
    """Return the adjustments that the staff made of an account at instants of [since_ms, until_ms), in order.

    None does not bound. Returned withdrawals are none of these: they belong to their payments.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq, actor FROM wallet_journal WHERE chain = %s AND kind = 'adjustment' AND key IS NOT NULL"
            " AND time_ms >= COALESCE(%s, 0) AND time_ms < COALESCE(%s, 9223372036854775807) ORDER BY seq",
            (chain, since_ms, until_ms),
        )
        actors = dict(cursor.fetchall())
    # Nearly always there are none.
    entries = numbered_entries(chain, actors.keys()) if actors else {}
    return [_adjustment(seq, actor, entries[seq]) for seq, actor in actors.items()]


def lone_grants_minor(chain: ChainId, *, since_ms: int) -> int:
    """Return the play money granted to an account since an instant (ms), each time by one person, in minor units."""
    made = staff_adjustments(chain, since_ms=since_ms)
    return sum(each.amount_minor for each in made if each.lone and each.cause is AdjustmentCause.PLAY_MONEY)


def lone_adjustments_minor(made: Iterable[StaffAdjustment]) -> int:
    """Return what of these adjustments one person alone gave or took, each time, in minor units without the signs.

    Play money has a bound of its own.
    """
    return sum(abs(each.amount_minor) for each in made if each.reviewed)


def granted_so_far(chain: ChainId) -> Granted | None:
    """Return what an account was granted since it was opened; None where there is no account. Reads all its journals."""
    currency = currencies_of([chain]).get(chain)
    if currency is None:
        return None
    grants = [made.amount_minor for made in staff_adjustments(chain) if made.cause is AdjustmentCause.PLAY_MONEY]
    return Granted(currency, len(grants), sum(grants))


def _adjustment(seq: int, actor: str, entry: str) -> StaffAdjustment:
    record: Any = parse_entry(entry)
    # A record of `rdf/1` has no cause: all that the staff gave then was play money.
    cause = AdjustmentCause(record.get("cause", AdjustmentCause.PLAY_MONEY))
    return StaffAdjustment(seq, actor, dict(record["moves"])["cash"], cause, record.get("of"))
