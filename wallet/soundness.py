"""Compare the ledger with the log: money is conserved, and every journal agrees with its record."""

from collections.abc import Iterator
from typing import Any

from audit.core.records import parse_entry
from audit.soundness import stored_records
from wallet.core.adjustment_cause import AdjustmentCause
from wallet.core.ledger import net_moves
from wallet.queries.balances import all_currencies
from wallet.queries.journals import all_journals, broken_balances, gifts_as_deposits


def faults() -> Iterator[str]:
    """Yield a sentence for each balance that differs from its postings, and each journal that differs from its record.

    Reads everything.
    """
    for chain, seq in broken_balances():
        yield f"Journal {seq} of chain {chain.hex}: its balances or totals are not those before it and its postings."
    journals = {(chain, seq): (cash_minor, postings) for chain, seq, cash_minor, postings in all_journals()}
    currencies, gifts = all_currencies(), {(chain, seq): gift_minor for chain, seq, gift_minor in gifts_as_deposits()}
    for chain, seq, entry, _ in stored_records():
        record: Any = parse_entry(entry)
        if record["type"] == "init" and currencies.pop(chain, None) != record["cur"]:
            yield f"The accounts of chain {chain.hex} are not in {record['cur']}, as they were opened."
        recorded = _money_of(record)
        cash_minor, postings = journals.pop((chain, seq), (None, None))
        stored = None if postings is None else ([[*move] for move in net_moves(postings)], cash_minor)
        if recorded != stored:
            yield f"Record {seq} of chain {chain.hex} shows other money than the ledger."
        if gifts.pop((chain, seq), 0) != _gift_minor(record):
            yield f"Journal {seq} of chain {chain.hex} counts as deposited what its record does not, or the other way round."
    yield from (f"The accounts of chain {chain.hex} were never opened." for chain in currencies)
    yield from (f"Journal {seq} of chain {chain.hex} has no record." for chain, seq in journals)


def _gift_minor(record: Any) -> int:
    """Return what a record gives to cash that counts as a deposit and is none."""
    if record.get("cause") != AdjustmentCause.OTHER:
        return 0
    return max(0, int(dict(record["moves"])["cash"]))


def _money_of(record: Any) -> tuple[list[list[object]], int] | None:
    return (record["moves"], record["bal"][1]) if "moves" in record else None
