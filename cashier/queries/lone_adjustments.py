"""What one person of the staff adjusted alone, over all accounts of a currency."""

from collections import Counter
from datetime import datetime
from typing import Final

from django.db import connection

from audit.queries.events import events_between
from kernel.ids import ChainId
from kernel.serving import served_cell
from wallet.core.adjustment_cause import AdjustmentCause
from wallet.queries.balances import currencies_of

_PERSON_LOCK: Final = 0x5DFA
_PAGE: Final = 500


def lock_adjustments_of(actor: str) -> None:
    """Let no other adjustment by this person be decided until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", served_cell().lock_pair(_PERSON_LOCK, actor))


def adjusted_alone_by(actor: str, currency: str, *, since: datetime, until: datetime) -> int:
    """Return what a person gave and took alone in a currency of [since, until), both added up, in minor units.

    Play money is left out. Amounts of other currencies are not added to these, and have a bound of their own.
    """
    of_accounts = Counter[ChainId]()
    after = None
    while page := events_between(since=since, until=until, kinds={"balance-adjusted"}, after=after, limit=_PAGE):
        for event in page:
            if event.actor == actor and event.after.get("cause") != AdjustmentCause.PLAY_MONEY:
                amount_minor = event.after["amount_minor"]
                assert isinstance(amount_minor, int), "events of money tell it"
                assert event.subject is not None, "events of money name the account"
                of_accounts[event.subject] += abs(amount_minor)
        after = (page[-1].at, page[-1].id)
    currencies = currencies_of(of_accounts)
    return sum(minor for chain, minor in of_accounts.items() if currencies[chain] == currency)
