"""What the operator filed: which reports, of which interval, in which revision.

Source: docs/formats/record.md, "Filing"; report.md, "The filing".
"""

from dataclasses import dataclass, field

from verifier.canonical import encode
from verifier.records import Filing
from verifier.verdict import Code, Fault

ReportKey = tuple[str, int, int, str]


def key_of(record: Filing) -> ReportKey:
    """Return what the revisions of one report have in common."""
    return record["report"], record["from"], record["to"], encode(record["filters"])


@dataclass(slots=True)
class Filings:
    """The newest revision of each report up to some log index."""

    _newest: dict[ReportKey, int] = field(default_factory=dict)

    def accept(self, record: Filing, *, index: int) -> None:
        """Apply the next filing, which is at the log index `index`.

        A filing that fails is applied too, so that its fault is reported once.

        Raises:
            Fault: `E_FILING`.
        """
        key = key_of(record)
        following = self._newest.get(key, 0) + 1
        self._newest[key] = record["rev"]
        if not record["from"] < record["to"] <= record["gen"] <= record["time"]:
            raise Fault(Code.E_FILING, "interval, making and filing are not in this order")
        if record["size"] > index:
            raise Fault(Code.E_FILING, f"it covers {record['size']} entries, and only {index} come before it")
        if record["rev"] != following:
            raise Fault(Code.E_FILING, f"it is revision {record['rev']} where {following} follows")
