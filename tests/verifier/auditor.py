"""What the verifier's tests ask of it: audit these bytes, and say the code."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from verifier import report
from verifier.audit import Outcome, Request, audit
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
) -> Outcome:
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
) -> Outcome:
    """Audit a folder; the verdict must always be one that can be printed."""
    outcome = audit(
        Request(export=Export(folder=folder), depth=depth, jobs=jobs, trust=trust, receipts=receipts, checkpoints=kept)
    )
    printed = "\n".join(report.as_text(outcome))
    assert printed.isascii()
    report.as_document(outcome)
    return outcome


def code(outcome: Outcome) -> str:
    """Return the code of the verdict, `OK` where nothing fails."""
    failure = report.deciding(outcome)
    return "OK" if failure is None else failure.code
