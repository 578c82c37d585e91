"""Reports filed in the log of the small operator's day, and proved."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.verifier.filings import (
    COLUMNS,
    REVISED,
    Day,
    as_json,
    filing_of,
    played,
    report,
)
from tests.verifier.producer import SYSTEM, Document
from verifier.audit import AuditRequest, audit
from verifier.export import Export
from verifier.filed.proof import Proof, judge, prove
from verifier.filed.words import as_document, as_text
from verifier.judge import Depth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


KINDS = sorted(COLUMNS)


def proved(day: Day, document: Document, **spoilt: Any) -> Proof:
    """File a report's JSON, and prove it."""
    content = as_json(document)
    day.log.add(SYSTEM, "filing", {**filing_of(document, json=content), **spoilt})
    return proof_of(day, content)


def proof_of(day: Day, content: bytes) -> Proof:
    with tempfile.TemporaryDirectory() as folder:
        export = Export(folder=day.log.seal().write(Path(folder)))
        proof = prove(content, AuditRequest(export=export, depth=Depth.FULL, jobs=1))
    assert "\n".join(as_text(proof)).isascii()
    as_document(proof)
    return proof


def code(proof: Proof) -> str:
    assert proof.log_holds, proof.log.tally.failures
    return "OK" if proof.fault is None else proof.fault.code


def sentence(proof: Proof) -> str:
    assert proof.fault is not None
    return proof.fault.sentence


class Desk:
    """One log in which any number of files are filed, audited once."""

    def __init__(self, folder: Path, kind: str, spoil: Callable[[Document], Iterator[tuple[str, Document]]]) -> None:
        day = played()
        self.files: dict[str, bytes] = {}
        for number, (name, document) in enumerate(spoil(report(kind, day)), start=1):
            document |= {"revision": number, "revised": REVISED if number > 1 else {}}
            self.files[name] = as_json(document)
            day.log.add(SYSTEM, "filing", filing_of(document, json=self.files[name]))
        self.request = AuditRequest(export=Export(folder=day.log.seal().write(folder)), depth=Depth.FULL, jobs=1)
        self.log = audit(self.request)

    def proof(self, name: str) -> Proof:
        return judge(self.files[name], self.request, log=self.log)


def filtered(document: Document, column: str, wanted: str) -> Document:
    place = [told["name"] for told in document["columns"]].index(column)
    document["rows"] = [row for row in document["rows"] if row[place] == wanted]
    document["filters"] = {column: wanted}
    document["reconciliation"] = []
    return with_totals(document)


def with_totals(document: Document) -> Document:
    """Add up the rows of a report without shares."""
    names = [told["name"] for told in document["columns"]]
    accounts = names.index("accounts")
    kept = {row[accounts] for row in document["rows"]}
    document["totals"] = [total for total in document["totals"] if total[accounts] in kept]
    for total in document["totals"]:
        rows = [row for row in document["rows"] if row[accounts] == total[accounts]]
        total[:] = [
            sum(row[place] or 0 for row in rows) if type(cell) is int else cell for place, cell in enumerate(total)
        ]
    return document
