"""Whether a player has agreed to the mandatory documents.

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
    """Accept consents to the current version of every mandatory document. `given` are versions by kind.

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
    """Accept versions that are all current.

    Raises:
        OutdatedConsent: with the versions that are `current`. Its detail begins with `nothing_done`.
    """
    current = {document.kind.value: document.version for document in documents}
    if any(current.get(kind) != version for kind, version in given.items()):
        raise OutdatedConsent(f"{nothing_done} Read the current versions at /api/v1/documents.", current=current)


def written(agreed: Mapping[str, str]) -> str:
    """Return the agreed versions as one line: `privacy:1 terms:2`."""
    return " ".join(f"{kind}:{version}" for kind, version in sorted(agreed.items()))


def read(line: str) -> dict[str, str]:
    """Read a line that `written` returned."""
    return dict(part.split(":") for part in line.split())


def missing_consents(line: str, documents: Iterable[Document]) -> dict[str, str]:
    """Return the mandatory documents whose current version is not in `line`, as versions by kind."""
    agreed = frozenset(line.split())
    return {
        document.kind.value: document.version
        for document in documents
        if document.mandatory and f"{document.kind}:{document.version}" not in agreed
    }
