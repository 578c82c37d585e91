"""What the auditor's program says of a spoiled export."""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from verifier import verdict_output
from verifier.audit import AuditRequest, audit
from verifier.export import Export
from verifier.judge import Depth
from verifier.windows import ZoneUnknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.verifier.producer import Sealed
    from verifier.approval import Approval

OK = "OK"
CRASH = "traceback"
NOT_JUDGED = "exit 64"
"""The program says that this machine lacks a time zone of the log, and judges nothing (docs/formats/verdicts.md)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A verdict."""

    code: str
    """The code that decides; or `OK`, where nothing fails, `exit 64` and `traceback`, where the program broke."""
    warned: tuple[str, ...] = ()
    """All codes that a log with nothing tampered has, in order."""
    sentence: str = ""
    not_read: frozenset[str] = frozenset()


def judge_folder(
    folder: Path,
    *,
    kept: Sequence[bytes] = (),
    receipts: Sequence[bytes] | None = None,
    approval: Approval | None = None,
) -> Judged:
    """Audit an export in this process, print what the program would print, and return the verdict."""
    request = AuditRequest(
        export=Export(folder=folder), depth=Depth.FULL, jobs=1, checkpoints=kept, receipts=receipts, approval=approval
    )
    try:
        result = audit(request)
        text = "\n".join(verdict_output.as_text(result))
        document = verdict_output.as_document(result)
    except ZoneUnknown as unknown:
        return Judged(code=NOT_JUDGED, sentence=str(unknown))
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


@dataclass(slots=True)
class Desk:
    """A folder in which one export after another is judged; what they have in common is written once."""

    folder: Path
    _files: dict[str, bytes] = field(default_factory=dict)

    def judge(
        self,
        sealed: Sealed,
        *,
        kept: Sequence[bytes] = (),
        receipts: Sequence[bytes] | None = None,
        approval: Approval | None = None,
    ) -> Judged:
        """Judge an export."""
        self._lay(sealed.files())
        return judge_folder(self.folder, kept=kept, receipts=receipts, approval=approval)

    def judge_files(self, files: dict[str, bytes]) -> Judged:
        """Judge the files of an export by their paths."""
        self._lay(files)
        return judge_folder(self.folder)

    def _lay(self, files: dict[str, bytes]) -> None:
        """Have these files in the folder, and nothing else: no folder either that none of them is in."""
        for name in self._files.keys() - files.keys():
            (self.folder / name).unlink()
            parent = (self.folder / name).parent
            while parent != self.folder and not any(parent.iterdir()):
                parent.rmdir()
                parent = parent.parent
        for name, content in files.items():
            if self._files.get(name) != content:
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / name).write_bytes(content)
        self._files = dict(files)


@contextlib.contextmanager
def desk() -> Iterator[Desk]:
    """Have a desk within the block."""
    with tempfile.TemporaryDirectory(prefix="reddog-tamper-") as name:
        yield Desk(Path(name))
