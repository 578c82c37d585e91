"""The public values of decks in receipts of a table's records, held against the player's own copy of their source.

Source: docs/formats/tables.md, "Beacons".
"""

from collections.abc import Collection, Iterable, Iterator
from typing import cast

from verifier import canonical, note, schema
from verifier.beacons import BeaconCopy, compare
from verifier.receipts import Receipt
from verifier.table_records import Source, TableOpen, TableOpened
from verifier.verdict import Code, Failure, Fault, Place


def failures(given: Iterable[Receipt], *, in_log: Collection[bytes], copy: BeaconCopy) -> Iterator[Failure]:
    """Yield a failure for each `open` of a deck whose value the copy has otherwise, and a warning where it has nothing.

    A receipt counts if its leaf is in the log (`in_log`). The source of a deck's value, and when its rounds are published, is in
    the first record of its table, which has to be among the receipts; without it nothing is compared, which is a warning.
    """
    records = [(each, _record(each)) for each in given if each.leaf in in_log]
    sources = {
        record["chain"]: record.get("beacon")
        for record in (cast("TableOpened", document) for _, document in records if document.get("type") == "table")
    }
    for receipt, document in records:
        if document.get("type") != "open" or "beacon" not in document:
            continue
        fault = _compared(cast("TableOpen", document), sources, copy)
        if fault is not None:
            yield Failure(code=fault.code, sentence=f"receipt {receipt.line}: {fault.sentence}", place=Place())


def _compared(opened: TableOpen, sources: dict[str, Source | None], copy: BeaconCopy) -> Fault | None:
    beacon, chain = opened["beacon"], opened["chain"]
    if chain not in sources:
        return Fault(Code.W_BEACON, "the first record of its table, which names the source, is not among the receipts")
    source = sources[chain]
    if source is None or source["src"] != beacon["src"]:
        return Fault(Code.E_CONTRIB, "the beacon is not the one that the table's record has")
    return compare(beacon, source, copy)


def _record(receipt: Receipt) -> dict[str, object]:
    """Return a receipt's record; nothing if it has not the form of one, which is for an audit to judge."""
    if receipt.parsed is None:
        return {}
    try:
        return cast("dict[str, object]", schema.check(canonical.parse(note.line_of(receipt.parsed))))
    except Fault:
        return {}
