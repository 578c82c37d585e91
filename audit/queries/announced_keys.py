"""Signing keys that the log names."""

from audit import keys
from audit.core.records import parse_entry
from audit.queries.records import system_entries_of_type

_ANNOUNCED_USES = ("log", "rounds")
"""The keys that sign checkpoints and records. The root key announces them, and auditors have it from elsewhere."""


def unannounced_keys() -> list[str]:
    """Return which of this installation's signing keys the log does not name yet.

    Raises:
        FileNotFoundError: no keys were made yet.
    """
    public = keys.public_keys()
    announced = {parse_entry(entry)["vkey"] for entry in system_entries_of_type("key")}
    return [use for use in _ANNOUNCED_USES if public[use] not in announced]
