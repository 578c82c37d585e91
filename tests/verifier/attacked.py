"""What tests of attacks look at: the verdict on a log, and what its first round says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.verifier.auditor import audited, code

if TYPE_CHECKING:
    from tests.verifier.producer import Document, Log


def verdict(log: Log) -> str:
    return code(audited(log.seal()))


def settled(log: Log) -> Document:
    return log.drafts[log.index("settle")].fields


def dealt(log: Log) -> Document:
    return log.drafts[log.index("deal")].fields
