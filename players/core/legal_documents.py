"""The documents that players agree to, and the current version of each.

The texts are in `players/documents/`, one file a version, and the digests here fix them. To publish a version, add its
file and change its entry here. From then on, players must agree to it before they bet, if it is mandatory.

Source: docs/rules/accounts.md, clause AC-3; regulation F21.
"""

import enum
from dataclasses import dataclass
from typing import Final


class DocumentKind(enum.StrEnum):
    """What a document is about."""

    TERMS = "terms"
    PRIVACY = "privacy"
    MONITORING = "monitoring"
    MARKETING = "marketing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A version of a document. `sha256` is of its text's bytes, in hex. Nobody bets without the `mandatory` ones."""

    kind: DocumentKind
    version: str
    sha256: str
    mandatory: bool


CURRENT: Final = (
    Document(
        kind=DocumentKind.TERMS,
        version="1",
        mandatory=True,
        sha256="ecef31139a0ec562c2925612b3b3badc686cd11766617d0709491048b1cf866a",
    ),
    Document(
        kind=DocumentKind.PRIVACY,
        version="2",
        mandatory=True,
        sha256="b0835b9141fda8ea7d35ed0e9a808f25b42d555c26d6dc3c830bf2f30d128e42",
    ),
    Document(
        kind=DocumentKind.MONITORING,
        version="1",
        mandatory=True,
        sha256="f7662816badf352c256788b1f2e2a7917333218f2b0a0441055f48617c9c8006",
    ),
    Document(
        kind=DocumentKind.MARKETING,
        version="1",
        mandatory=False,
        sha256="f64d05d90255ab33a2bad47c441ad941d0bfd7b3cc179bd6f08b3738b230c23e",
    ),
)
