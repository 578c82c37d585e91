"""What the verifier's tests ask of it: audit these bytes, and say the code."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from verifier import verdict_output
from verifier.audit import AuditRequest, AuditResult, audit
from verifier.export import Export
from verifier.judge import Depth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.verifier.producer import Sealed


def audited(
    sealed: Sealed,
    *,
    depth: Depth = Depth.FULL,
    receipts: Sequence[bytes] | None = None,
    trust: bytes | None = None,
    kept: Sequence[bytes] = (),
) -> AuditResult:
    """Write an export to a folder of its own and audit it."""
    with tempfile.TemporaryDirectory() as folder:
        sealed.write(Path(folder))
        return audited_folder(Path(folder), depth=depth, receipts=receipts, trust=trust, kept=kept)


def audited_folder(
    folder: Path,
    *,
    depth: Depth = Depth.FULL,
    jobs: int = 1,
    receipts: Sequence[bytes] | None = None,
    trust: bytes | None = None,
    kept: Sequence[bytes] = (),
) -> AuditResult:
    """Audit a folder; the verdict must always be one that can be printed."""
    result = audit(
        AuditRequest(
            export=Export(folder=folder), depth=depth, jobs=jobs, trust=trust, receipts=receipts, checkpoints=kept
        )
    )
    printed = "\n".join(verdict_output.as_text(result))
    assert printed.isascii()
    verdict_output.as_document(result)
    return result


def code(result: AuditResult) -> str:
    """Return the code of the verdict, `OK` where nothing fails."""
    failure = verdict_output.deciding(result)
    return "OK" if failure is None else failure.code
