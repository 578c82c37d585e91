"""Check that tables are what their records, their seeds and the rules give, and that the money adds up. It replays all.

Source: docs/formats/tables.md, "Money"; docs/invariants.md.
"""

from collections.abc import Iterator

from tables.soundness import epochs, money, stakes


def faults() -> Iterator[str]:
    """Yield a sentence for each table, epoch and stake that is not what its records say, and for money that is missing."""
    yield from epochs.faults()
    yield from stakes.faults()
    yield from money.faults()
