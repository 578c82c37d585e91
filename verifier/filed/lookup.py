"""Finds the filing that a file belongs to.

Source: docs/formats/report.md, "The filing".
"""

import json
from dataclasses import dataclass

from verifier.entry_bytes import chain_of
from verifier.export import Export
from verifier.filings import key_of
from verifier.records import Filing
from verifier.schema import SYSTEM_CHAIN
from verifier.verdict import Code, Fault


@dataclass(slots=True, kw_only=True)
class Filed:
    """A filing with its log index, the format that the file has in it, and the newest revision of the same report."""

    record: Filing
    index: int
    format: str
    newest: Filing
    newest_index: int

    @property
    def superseded(self) -> bool:
        """Tell whether a later revision is in the log."""
        return self.newest["rev"] > self.record["rev"]


def find(export: Export, *, promised: int, digest: str) -> Filed | None:
    """Return the filing that names a file of this SHA-256; None if there is none.

    The log was judged before, so its filings have the right form.

    Raises:
        Fault: `E_REPORT_ENVELOPE` if the same bytes were filed twice, as another report or in another format: judging
            one of the two would hide what is wrong in the other.
    """
    filed: Filed | None = None
    for bundle in export.bundles(size=promised):
        for index, entry in enumerate(bundle.entries, start=bundle.first):
            if chain_of(entry) != SYSTEM_CHAIN:
                continue
            record = json.loads(entry[: entry.index(b"\n")])
            if record["type"] != "filing":
                continue
            for form, named in record["files"].items():
                if named != digest:
                    continue
                if filed is not None:
                    sentence = f"the same file was filed at log index {filed.index} as {filed.record['report']},"
                    raise Fault(
                        Code.E_REPORT_ENVELOPE,
                        f"{sentence} {filed.format}, and at {index} as {record['report']}, {form}",
                    )
                filed = Filed(record=record, index=index, format=form, newest=record, newest_index=index)
            if filed is not None and key_of(record) == key_of(filed.record):
                filed.newest, filed.newest_index = record, index
    return filed
