"""What the auditor's program says of a spoiled export."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from verifier import verdict_output
from verifier.audit import AuditRequest, audit
from verifier.export import Export
from verifier.judge import Depth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.verifier.producer import Sealed

OK = "OK"
CRASH = "traceback"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A verdict."""

    code: str
    """The code that decides, `OK` where nothing fails, and `traceback` where the program broke."""
    warned: tuple[str, ...] = ()
    """All codes that a log with nothing tampered has, in order."""
    sentence: str = ""
    not_read: frozenset[str] = frozenset()


def judge_folder(folder: Path, *, kept: Sequence[bytes] = (), receipts: Sequence[bytes] | None = None) -> Judged:
    """Audit an export in this process, print what the program would print, and return the verdict."""
    request = AuditRequest(export=Export(folder=folder), depth=Depth.FULL, jobs=1, checkpoints=kept, receipts=receipts)
    try:
        result = audit(request)
        text = "\n".join(verdict_output.as_text(result))
        document = verdict_output.as_document(result)
    except Exception as broken:  # noqa: BLE001  the campaign looks for just this
        return Judged(code=CRASH, sentence=f"{type(broken).__name__}: {broken}")
    failure = verdict_output.deciding(result)
    if not text.isascii() or (document["exit"] == 0) != (failure is None):
        return Judged(code=CRASH, sentence="what is printed is not what was judged")
    return Judged(
        code=OK if failure is None else str(failure.code),
        warned=tuple(sorted(str(each.code) for each in result.tally.milder)),
        sentence="" if failure is None else failure.sentence,
        not_read=frozenset(result.unexpected_files),
    )


def judge(sealed: Sealed, *, kept: Sequence[bytes] = (), receipts: Sequence[bytes] | None = None) -> Judged:
    """Write an export to a folder of its own, and judge it."""
    with tempfile.TemporaryDirectory(prefix="reddog-tamper-") as name:
        return judge_folder(sealed.write(Path(name)), kept=kept, receipts=receipts)


def judge_files(files: dict[str, bytes]) -> Judged:
    """Judge the files of an export by their paths."""
    folder = Path(tempfile.mkdtemp(prefix="reddog-tamper-"))
    try:
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        return judge_folder(folder)
    finally:
        shutil.rmtree(folder)
