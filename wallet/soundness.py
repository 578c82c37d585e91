"""Whether the ledger is what the log says: money is conserved, and every journal is its record. Reads everything."""

from collections.abc import Iterator
from typing import Any

from audit.core.records import read
from audit.soundness import stored_records
from wallet.core.ledger import net_moves
from wallet.models import Journal
from wallet.queries import broken_balances, postings_of


def faults() -> Iterator[str]:
    """Yield a sentence for each balance that its postings do not give, and each journal that is not its record."""
    for chain, seq in broken_balances():
        yield f"Journal {seq} of chain {chain.hex}: its balances are not those before it and its postings."
    journals = {(row.chain, row.seq): row for row in Journal.objects.iterator(chunk_size=2000)}
    for chain, seq, entry, _ in stored_records():
        record: Any = read(entry)
        journal = journals.pop((chain, seq), None)
        if "moves" not in record:
            if journal is not None:
                yield f"Journal {seq} of chain {chain.hex} has a record that moves nothing."
            continue
        moves = [[account, delta] for account, delta in net_moves(postings_of(chain, seq=seq))]
        if journal is None or moves != record["moves"] or journal.cash_minor != record["bal"][1]:
            yield f"Record {seq} of chain {chain.hex} tells of other money than the ledger."
    yield from (f"Journal {seq} of chain {chain.hex} has no record." for chain, seq in journals)
