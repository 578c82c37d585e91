"""What a release plays by: one digest of the terms of protection and of every rule sheet.

Source: docs/approvals.md, "A release's rules"; docs/adr/0060-a-release-is-authorised.md; regulation F45.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from kernel.canonical_json import encode

AUTHORISED_FOR: Final = timedelta(days=7)
"""How long what two administrators authorised may be published: [decided_at, decided_at + 7 d)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """What a release has to publish, whether the log has it already or not."""

    profile: Mapping[str, object]
    """The terms of protection as a `profile` record has them, without the instant from which they hold."""
    sheets: Sequence[Mapping[str, object]]
    """The rule sheets as `rules` records have them, by game."""

    @property
    def sha256(self) -> str:
        """The SHA-256, in hex, of the canonical JSON of both."""
        return sha256_of({"profile": dict(self.profile), "sheets": [dict(sheet) for sheet in self.sheets]})


def sha256_of(document: Mapping[str, object]) -> str:
    """Return the SHA-256, in hex, of a document's canonical JSON."""
    return hashlib.sha256(encode(dict(document))).hexdigest()
