"""Whether a player has agreed to what players must agree to.

Source: docs/rules/accounts.md, clauses AC-3 and AC-4; regulation F21.
"""

from collections.abc import Iterable, Mapping

from kernel.refusals import Refusal, RefusalKind
from players.core.legal_documents import Document


class MissingConsent(Refusal):
    """There is a document that was not agreed to."""

    code, kind = "missing-consent", RefusalKind.INVALID


class OutdatedConsent(Refusal):
    """A newer version of a document has to be agreed to."""

    code, kind = "outdated-consent", RefusalKind.CONFLICT


def require_registrable(given: Mapping[str, str], documents: Iterable[Document]) -> None:
    """Let somebody pass who agrees to the current version of all that is required; `given` is the version by kind.

    Raises:
        MissingConsent: with the kinds that are `missing`.
        OutdatedConsent: with the versions that are `current`.
    """
    documents_asked = tuple(documents)
    missing = [document.kind.value for document in documents_asked if document.mandatory and document.kind not in given]
    if missing:
        raise MissingConsent(
            "No account was opened. Read the documents at /api/v1/documents and agree to them.", missing=missing
        )
    require_versions(given, documents_asked, nothing_done="No account was opened.")


def require_versions(given: Mapping[str, str], documents: Iterable[Document], *, nothing_done: str) -> None:
    """Let versions pass that are the current ones.

    Raises:
        OutdatedConsent: with the versions that are `current`; its words begin with `nothing_done`.
    """
    current = {document.kind.value: document.version for document in documents}
    if any(current.get(kind) != version for kind, version in given.items()):
        raise OutdatedConsent(f"{nothing_done} Read the current versions at /api/v1/documents.", current=current)


def written(agreed: Mapping[str, str]) -> str:
    """Write which versions are agreed to as one line: `privacy:1 terms:2`."""
    return " ".join(f"{kind}:{version}" for kind, version in sorted(agreed.items()))


def read(line: str) -> dict[str, str]:
    """Read what `written` wrote."""
    return dict(part.split(":") for part in line.split())


def missing_consents(line: str, documents: Iterable[Document]) -> dict[str, str]:
    """Return the required documents, as version by kind, whose current version is not agreed to in `line`."""
    agreed = frozenset(line.split())
    return {
        document.kind.value: document.version
        for document in documents
        if document.mandatory and f"{document.kind}:{document.version}" not in agreed
    }
