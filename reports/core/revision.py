"""Why a report was filed again, and how many of its rows changed.

Source: docs/formats/report.md, "Envelope"; docs/adr/0076-revisions-that-differ.md.
"""

import enum
from typing import NamedTuple


class RevisionReason(enum.StrEnum):
    """Why a report was made again."""

    LATE_ENTRIES = "late-entries"
    """Entries that move money reached the log after the report before."""
    LATE_RULES = "late-rules"
    """A rule sheet reached the log after the report before, with a time before the interval's end."""
    READ_AGAIN = "read-again"
    """It was read again, and what no log shows had come late."""
    NEW_DEFINITION = "new-definition"
    """It was made again for another reason, and its columns or their meaning had changed meanwhile."""


class Revised(NamedTuple):
    """What a revision says of the one before it."""

    reason: RevisionReason
    """Why it was made."""
    rows_added: int
    """How many of its rows the one before does not have; a row of which a cell changed is one of them."""
    rows_removed: int
    """How many rows of the one before it does not have; a row of which a cell changed is one of them."""

    @property
    def document(self) -> dict[str, str | int]:
        """Return it as files write it."""
        return {"reason": self.reason.value, "rows_added": self.rows_added, "rows_removed": self.rows_removed}

    @property
    def differs(self) -> bool:
        """Whether it is to be filed: a row changed, or what rows mean."""
        return bool(self.rows_added or self.rows_removed) or self.reason is RevisionReason.NEW_DEFINITION
