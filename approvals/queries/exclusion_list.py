"""Whether two operators let a file free persons of the national exclusion list."""

from datetime import datetime, timedelta
from typing import Final

from approvals.queries.proposals import applied_since
from responsible_gaming.operations.import_exclusions import ACT, Authorised

AUTHORISED_FOR: Final = timedelta(hours=24)
"""How long a file that two operators authorised may be imported: [decided_at, decided_at + 24 h)."""


def authorised_list(*, now: datetime) -> Authorised:
    """Return who authorised the file of a SHA-256 within the last 24 hours, as an import asks."""
    applied = {str(proposal.arguments["sha256"]): proposal for proposal in applied_since(ACT, now - AUTHORISED_FOR)}
    return lambda sha256: applied[sha256].approval() if sha256 in applied else None
